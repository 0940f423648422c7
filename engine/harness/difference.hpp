// The first thing in which a program and its native twin differ, and how it is told.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emu/types.hpp"
#include "engine/harness/data.hpp"
#include "engine/harness/options.hpp"

namespace ryg::harness {

/// First means first made: what comes later is usually a consequence.
struct Difference {
    std::string position;        ///< in the game's notation
    int version = 0, depth = 0;  ///< of the program and of its search; 0: there is none
    std::string where, place;    ///< "path" and "d1e2", "after" and "makeMove"
    std::string field;           ///< of a node, a label of the program
    std::string native, assembly;
    std::string native_name = "native", assembly_name = "6502";  ///< whose values they are
    std::optional<emu::Address> address{};  ///< where the byte lies, if it is one
    std::string written_by = "-";           ///< label of the last store to it and of its callers
    Request again{};                        ///< what shows it again
};

/// As lines of text, two blanks in front of each. `again` is the request as its reader writes one.
[[nodiscard]] std::string describe(const Difference& difference, std::string_view again);
/// As named values, `reproduce` left to whoever writes the request.
[[nodiscard]] Data::Fields to_data(const Difference& difference);

}  // namespace ryg::harness
