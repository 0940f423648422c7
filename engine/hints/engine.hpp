// The hint finder on the 6502 behind the same interface as the native ones: boards in, hints out.
#pragma once

#include "c64/board/machine.hpp"
#include "engine/hints/native/board.hpp"

namespace ryg::crosscheck {

using emu::Byte;
using emu::Cycle;

struct AsmHintsFound {
    engine::hints::HintList hints;
    Cycle cycles = 0;  ///< processor time of findHints and listHints
};

/// The program `hints`, loaded into a C64 of its own. All places in it come from its labels.
/// A value: copy it for another thread.
class AsmHints {
  public:
    AsmHints();
    /// A variant of the program.
    explicit AsmHints(const c64::Image& program);

    /// Puts the board into the program's memory, calls its routines and reads its list. Throws
    /// std::invalid_argument unless the board is 8 x 8; EngineFault if a routine does not return or
    /// leaves a list that is none.
    [[nodiscard]] AsmHintsFound find(const engine::hints::Board& board);

  private:
    Cycle call(std::string_view routine, emu::Address address);

    c64::Labels labels_;
    emu::Address board_, kinds_, find_, list_, count_, hints_;
    c64::Machine machine_;
};

}  // namespace ryg::crosscheck
