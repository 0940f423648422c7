// Talks to the hint finder through its labels.
#include "engine/hints/engine.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/hints/native/word_board.hpp"

namespace ryg::engine::hints {
namespace {

/// Some 80,000 cycles are what 16 kinds take.
constexpr Cycle longest_call = 1'000'000;
constexpr unsigned most_hints = 2 * word_side * word_side;

}  // namespace

AsmHints::AsmHints()
    : AsmHints(c64::from_embedded(*harness::find_program(hints_programs(), "hints"))) {}

AsmHints::AsmHints(const c64::Image& program)
    : host_(program, c64::Model::pal, longest_call),
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

std::string AsmHints::writer_of_difference(const HintList& expected) {
    std::array<Byte, word_side> right{}, down{};
    for (const Hint& hint : expected) {
        auto& masks = hint.toward == Toward::right ? right : down;
        masks[static_cast<std::size_t>(hint.row)] |= static_cast<Byte>(1U << hint.column);
    }
    for (const auto& [label, masks] : {std::pair{"right", right}, std::pair{"down", down}}) {
        const auto found = host_.bytes_at(label, masks.size());
        const auto wrong = std::ranges::mismatch(masks, found).in1;
        if (wrong == masks.end()) continue;
        const auto address =
            static_cast<emu::Address>(host_.labels().at(label) + (wrong - masks.begin()));
        return host_.last_writer("findHints", address);
    }
    return host_.last_writer("listHints", hints_);
}

}  // namespace ryg::engine::hints
