// Talks to the hint finder through its labels.
#include "engine/hints/engine.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/hints/native/word_board.hpp"
#include "engine/hints/programs.hpp"
#include "engine/ryg/asm_engine.hpp"

namespace ryg::crosscheck {

using namespace ryg::engine::hints;

namespace {

/// Some 80,000 cycles are what 16 kinds take.
constexpr Cycle longest_call = 1'000'000;
constexpr unsigned most_hints = 2 * word_side * word_side;

}  // namespace

AsmHints::AsmHints() : AsmHints(c64::from_embedded(*find_program(hints_programs(), "hints"))) {}

AsmHints::AsmHints(const c64::Image& program)
    : labels_(program.labels),
      board_(labels_.at("board")),
      kinds_(labels_.at("numKinds")),
      find_(labels_.at("findHints")),
      list_(labels_.at("listHints")),
      count_(labels_.at("numHints")),
      hints_(labels_.at("hintList")) {
    machine_.boot();
    machine_.load(program);
}

Cycle AsmHints::call(std::string_view routine, emu::Address address) {
    const c64::CallResult result = machine_.call(address, {}, longest_call);
    if (!result.returned()) {
        throw EngineFault(fmt::format("{} did not return: {} at {} after {} cycles", routine,
                                      c64::to_string(result.ended),
                                      labels_.describe(result.registers.pc), result.cycles));
    }
    return result.cycles;
}

AsmHintsFound AsmHints::find(const Board& board) {
    need_word_side(board, "the 6502");
    std::ranges::copy(board.cells(), machine_.ram().begin() + board_);
    machine_.ram()[kinds_] = static_cast<Byte>(board.kinds());

    AsmHintsFound found;
    found.cycles = call("findHints", find_) + call("listHints", list_);
    if (!std::ranges::equal(board.cells(), machine_.ram().subspan(board_, board.cells().size()))) {
        throw EngineFault("findHints has changed the board");
    }
    const unsigned count = machine_.ram()[count_];
    if (count > most_hints) throw EngineFault(fmt::format("listHints leaves {} hints", count));
    for (const Byte hint : machine_.ram().subspan(hints_, count)) {
        found.hints.push_back({hint >> 4, static_cast<std::uint8_t>(hint >> 1 & 7),
                               (hint & 1) != 0 ? Toward::down : Toward::right});
    }
    return found;
}

}  // namespace ryg::crosscheck
