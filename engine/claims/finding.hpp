// A way in which a routine breaks its header block: found by a draw, a proof or a running program.
#pragma once

#include "engine/claims/block.hpp"

namespace ryg::claims {

struct Finding {
    std::string what;      ///< "valor is $7a and should be $ff"
    std::size_t line = 0;  ///< of the block, that says otherwise
    Clause clause = Clause::out;
    std::string routine{}, program{};
    std::string file{};     ///< of the block
    unsigned draw = 0;      ///< 0: true of all draws, or found among all inputs
    std::string changes{};  ///< that make the first draw show it
    std::string facts{};  ///< lines: the inputs of the draw, registers, what else is wrong with it
    bool is_bad_block = false;  ///< the block cannot be read
    /// In a running program: the jsr that led to it, the nearest first.
    std::vector<emu::Address> calls{};

    [[nodiscard]] std::string text() const;
};
using Findings = std::vector<Finding>;

}  // namespace ryg::claims
