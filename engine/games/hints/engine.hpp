// The hint finder on the 6502 with the interface of the native ones: boards in, hints out.
#pragma once

#include "engine/games/hints/native/board.hpp"
#include "engine/harness/host.hpp"

namespace ryg::engine {

/// The program `hints` alone.
[[nodiscard]] harness::Programs hints_programs();

namespace hints {

using emu::Byte;
using emu::Cycle;

struct AsmHintsFound {
    HintList hints;
    Cycle cycles = 0;  ///< processor time of findHints and listHints
};

/// The program `hints`, loaded into a C64 of its own. All places in it come from its labels.
/// A value: copy it for another thread.
class AsmHints {
  public:
    explicit AsmHints(const c64::Setup& setup = {});
    /// A variant of the program.
    explicit AsmHints(const c64::Image& program, const c64::Setup& setup = {});

    /// Puts the board into the program's memory, calls its routines and reads its list. Throws
    /// std::invalid_argument unless the board is 8 x 8; EngineFault if a routine does not return or
    /// leaves a list that makes no sense.
    [[nodiscard]] AsmHintsFound find(const Board& board);

    /// harness::Host::scatter, for all later calls.
    void scatter(std::uint64_t seed) {
        host_.scatter(seed);
        host_.keep();
    }

    /// Who wrote the first byte that is not as it should be after `find` of this board, of the masks
    /// of its kinds, of the runs in its rows, of all hints or of their list, with its callers.
    [[nodiscard]] std::string writer_of_difference(const Board& board, const HintList& expected);

  private:
    harness::Host host_;
    emu::Address board_, kinds_, find_, list_, count_, hints_;
};

}  // namespace hints
}  // namespace ryg::engine
