// A violation of a header block, found by a random test, a proof or in a running program.
#pragma once

#include "engine/claims/block.hpp"

namespace ryg::claims {

/// One violation, with the command line that repeats it.
struct Finding {
    std::string what;      ///< "valor is $7a and should be $ff"
    std::size_t line = 0;  ///< the line of the block that is violated
    Clause clause = Clause::out;
    std::string routine{}, program{};
    std::string file{};         ///< file of the block
    unsigned draw = 0;          ///< number of the random input; 0: all of them, or found otherwise
    std::string changes{};      ///< changes to the first random input that show it
    std::string facts{};        ///< lines: inputs, registers, further differences
    bool is_bad_block = false;  ///< the block cannot be read
    std::optional<emu::Address> address{};  ///< address of the wrong byte
    /// In a running program: addresses of the calls that led to it, innermost first.
    std::vector<emu::Address> calls{};

    [[nodiscard]] std::string text() const;
};
using Findings = std::vector<Finding>;

}  // namespace ryg::claims
