// Talks to the hint finder through its labels.
#include "engine/games/hints/engine.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/games/hints/native/mask_board.hpp"
#include "engine/games/hints/native/word_board.hpp"

namespace ryg::engine::hints {
namespace {

/// Some 80,000 cycles are what 16 kinds take.
constexpr Cycle longest_call = 1'000'000;
constexpr unsigned most_hints = 2 * word_side * word_side;

using RowBytes = std::array<Byte, word_side>;

/// What the program's buildMasks should make: a line of nothing, then those of each kind, each kind
/// with such a line after it.
std::array<Byte, 1 + 17 * (word_side + 1)> masks_of(const Board& board) {
    std::array<Byte, 1 + 17 * (word_side + 1)> masks{};
    for (int row = 0; row < word_side; ++row) {
        for (int column = 0; column < word_side; ++column) {
            const int line = 1 + board.at(row, column) * (word_side + 1) + row;
            masks.at(static_cast<std::size_t>(line)) |= static_cast<Byte>(1U << column);
        }
    }
    return masks;
}

/// What findRuns should find in the board's rows.
std::pair<RowBytes, RowBytes> runs_in_rows(const Board& board) {
    Lines lines(board.kinds(), word_side);
    for (int row = 0; row < word_side; ++row) {
        for (int column = 0; column < word_side; ++column) {
            lines.change(row, column, empty, board.at(row, column));
        }
    }
    std::array<Mask, word_side + 1> along{}, across{};
    lines.find(along.data() + 1, across.data() + 1);
    std::pair<RowBytes, RowBytes> runs;
    const auto to_byte = [](Mask mask) { return static_cast<Byte>(mask); };
    std::transform(along.begin() + 1, along.end(), runs.first.begin(), to_byte);
    std::transform(across.begin() + 1, across.end(), runs.second.begin(), to_byte);
    return runs;
}

}  // namespace

AsmHints::AsmHints(const c64::Setup& setup)
    : AsmHints(c64::from_embedded(*harness::find_program(hints_programs(), "hints")), setup) {}

AsmHints::AsmHints(const c64::Image& program, const c64::Setup& setup)
    : host_(program, setup, longest_call),
      board_(program.labels.at("board")),
      kinds_(program.labels.at("numKinds")),
      find_(program.labels.at("findHints")),
      list_(program.labels.at("listHints")),
      count_(program.labels.at("numHints")),
      hints_(program.labels.at("hintList")) {}

AsmHintsFound AsmHints::find(const Board& board) {
    need_word_side(board, "the 6502");
    const auto ram = host_.machine().ram();
    std::ranges::copy(board.cells(), ram.begin() + board_);
    ram[kinds_] = static_cast<Byte>(board.kinds());

    AsmHintsFound found;
    found.cycles = host_.call(find_, "findHints").cycles + host_.call(list_, "listHints").cycles;
    if (!std::ranges::equal(board.cells(), ram.subspan(board_, board.cells().size()))) {
        throw harness::EngineFault("findHints has changed the board", "findHints");
    }
    if (const auto changed = host_.changed()) {
        throw harness::EngineFault(
            fmt::format("${:02x} at ${:04x}, which is nobody's", changed->now, changed->address),
            host_.last_writer("findHints", changed->address));
    }
    const unsigned count = ram[count_];
    if (count > most_hints) {
        throw harness::EngineFault(fmt::format("listHints leaves {} hints", count), "listHints");
    }
    for (const Byte hint : ram.subspan(hints_, count)) {
        found.hints.push_back({hint >> 4, static_cast<std::uint8_t>(hint >> 1 & 7),
                               (hint & 1) != 0 ? Toward::down : Toward::right});
    }
    return found;
}

std::string AsmHints::writer_of_difference(const Board& board, const HintList& expected) {
    RowBytes right{}, down{};
    for (const Hint& hint : expected) {
        auto& masks = hint.toward == Toward::right ? right : down;
        masks[static_cast<std::size_t>(hint.row)] |= static_cast<Byte>(1U << hint.column);
    }
    const auto [along, across] = runs_in_rows(board);
    const auto wrong = [&](const char* label, std::span<const Byte> masks) {
        const auto found = std::ranges::mismatch(masks, host_.bytes_at(label, masks.size())).in1;
        return found == masks.end()
                   ? std::optional<emu::Address>()
                   : static_cast<emu::Address>(host_.labels().at(label) + (found - masks.begin()));
    };
    // In the order in which they are made; the rows come after the columns.
    if (const auto at = wrong("masks", masks_of(board))) return host_.last_writer("findHints", *at);
    for (const auto& [label, masks] :
         {std::pair{"along", along}, {"across", across}, {"right", right}, {"down", down}}) {
        if (const auto at = wrong(label, masks)) return host_.last_writer("findHints", *at);
    }
    return host_.last_writer("listHints", hints_);
}

}  // namespace ryg::engine::hints
