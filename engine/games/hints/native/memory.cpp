// Masks as bytes, and hints as the program lists them.
#include <array>

#include "engine/games/hints/native/mask_board.hpp"
#include "engine/games/hints/native/word_board.hpp"

namespace ryg::engine::hints {

using Byte = std::uint8_t;

LabelledMemory memory_of_runs(const Board& board) {
    // A line of nothing, then those of each kind, each kind with such a line after it.
    std::vector<Byte> masks(1 + 17 * (word_side + 1));
    MaskLines lines(board.kinds(), word_side);
    for (int row = 0; row < word_side; ++row) {
        for (int column = 0; column < word_side; ++column) {
            const Kind kind = board.at(row, column);
            const int line = 1 + kind * (word_side + 1) + row;
            masks.at(static_cast<std::size_t>(line)) |= static_cast<Byte>(1U << column);
            lines.change(row, column, empty, kind);
        }
    }
    std::array<Mask, word_side + 1> along{}, across{};  // from line -1
    lines.find(along.data() + 1, across.data() + 1);
    const auto bytes_of = [](const auto& found) {
        return std::vector<Byte>(found.begin() + 1, found.end());
    };
    return {{"masks", masks}, {"along", bytes_of(along)}, {"across", bytes_of(across)}};
}

LabelledMemory memory_of_masks(const HintList& hints) {
    std::vector<Byte> right(word_side), down(word_side);
    for (const auto& [row, column, toward] : hints) {
        (toward == Toward::down ? down : right).at(static_cast<std::size_t>(row)) |=
            static_cast<Byte>(1U << column);
    }
    return {{"right", right}, {"down", down}};
}

LabelledMemory memory_of_list(const HintList& hints) {
    std::vector<Byte> list;
    for (const auto& [row, column, toward] : hints) {
        list.push_back(
            static_cast<Byte>(row << 4 | column << 1 | (toward == Toward::down ? 1 : 0)));
    }
    return {{"numHints", {static_cast<Byte>(hints.size())}}, {"hintList", list}};
}

HintList hints_of(std::span<const Byte> list) {
    HintList hints;
    for (const Byte hint : list) {
        hints.push_back({hint >> 4, static_cast<Byte>(hint >> 1 & 7),
                         (hint & 1) != 0 ? Toward::down : Toward::right});
    }
    return hints;
}

}  // namespace ryg::engine::hints
