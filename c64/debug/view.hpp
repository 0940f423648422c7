// A program's data as variables that a front end can show: a board, a game tree.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "c64/board/machine.hpp"

namespace ryg::c64::debug {

/// A named value, with the memory that it shows.
struct Variable {
    std::string name, value;
    std::optional<Address> address{};   ///< address of the bytes it shows
    unsigned size = 1;                  ///< bytes
    std::optional<Address> children{};  ///< set if it has members: pass this to `variables`
    std::string expression{};           ///< text for `Expression` that gives its value
    bool is_best = false;               ///< a node on the best line of a finished search
};

/// A group of variables, read from the machine on each call.
struct View {
    std::string name;
    /// For nullopt the outermost variables, otherwise the members of the variable whose `children`
    /// is `parent`. If there are none, throws an exception that says why.
    std::function<std::vector<Variable>(const Machine&, std::optional<Address> parent)> variables;
};

class Symbols;

/// The labels of a debug file that name data, with their sizes: bytes, words, and arrays whose
/// bytes are variables of their own. The symbols must outlive it.
[[nodiscard]] View program_data(const Symbols& symbols);
/// The equates of a debug file, without those that the linker defines.
[[nodiscard]] View equates(const Symbols& symbols);

}  // namespace ryg::c64::debug
