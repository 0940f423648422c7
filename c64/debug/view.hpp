// What a program's data mean, as variables that a front can show: a board, a game tree.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "c64/board/machine.hpp"

namespace ryg::c64::debug {

struct Variable {
    std::string name, value;
    std::optional<Address> address{};   ///< address of the bytes it shows
    unsigned size = 1;                  ///< bytes
    std::optional<Address> children{};  ///< set if it has members: pass this to `variables`
    std::string expression{};           ///< with which `Expression` finds its value
    bool is_best = false;               ///< a node on the best line of a search that is over
};

/// A group of variables, read from the machine on each call.
struct View {
    std::string name;
    /// For nullopt the outermost ones, otherwise those below the variable whose `children` is
    /// `parent`. Throws an exception that says why there are none.
    std::function<std::vector<Variable>(const Machine&, std::optional<Address> parent)> variables;
};

class Symbols;

/// The labels of a debug file that name data, with their sizes: bytes, words, and arrays whose
/// bytes are variables of their own. The symbols must outlive it.
[[nodiscard]] View program_data(const Symbols& symbols);
/// The equates of a debug file, but not the linker's.
[[nodiscard]] View equates(const Symbols& symbols);

}  // namespace ryg::c64::debug
