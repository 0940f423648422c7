// Masks as bytes, and hints as the program lists them.
#include "engine/games/hints/native/memory.hpp"

#include <algorithm>

#include "engine/games/hints/native/mask_board.hpp"

namespace ryg::engine::hints {

using Byte = std::uint8_t;

Memory memory_after(const Board& board, const HintList& hints) {
    Memory memory;
    Lines lines(board.kinds(), word_side);
    for (int row = 0; row < word_side; ++row) {
        for (int column = 0; column < word_side; ++column) {
            const Kind kind = board.at(row, column);
            const int line = 1 + kind * (word_side + 1) + row;
            memory.masks.at(static_cast<std::size_t>(line)) |= static_cast<Byte>(1U << column);
            lines.change(row, column, empty, kind);
        }
    }
    std::array<Mask, word_side + 1> along{}, across{};  // from line -1
    lines.find(along.data() + 1, across.data() + 1);
    const auto to_byte = [](Mask mask) { return static_cast<Byte>(mask); };
    std::transform(along.begin() + 1, along.end(), memory.along.begin(), to_byte);
    std::transform(across.begin() + 1, across.end(), memory.across.begin(), to_byte);
    for (const auto& [row, column, toward] : hints) {
        const bool is_down = toward == Toward::down;
        auto& masks = is_down ? memory.down : memory.right;
        masks.at(static_cast<std::size_t>(row)) |= static_cast<Byte>(1U << column);
        memory.list.push_back(static_cast<Byte>(row << 4 | column << 1 | (is_down ? 1 : 0)));
    }
    return memory;
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
