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
    std::optional<Address> address{};   ///< of the bytes it shows
    unsigned size = 1;                  ///< bytes
    std::optional<Address> children{};  ///< it has variables of its own: `View::variables` of this
    std::string expression{};           ///< that `Expression` finds its value with
};

/// A group of variables, read from the machine each time: they show what is there now.
struct View {
    std::string name;
    /// The outermost ones for nothing, or those below the variable whose `children` this is. Throws
    /// what says why there are none.
    std::function<std::vector<Variable>(const Machine&, std::optional<Address> parent)> variables;
};

class Symbols;

/// The labels of a debug file that name data, with their sizes: bytes, words, and rows of bytes as
/// variables of their own. The symbols must outlive it.
[[nodiscard]] View program_data(const Symbols& symbols);
/// The equates of a debug file, but not the linker's.
[[nodiscard]] View equates(const Symbols& symbols);

}  // namespace ryg::c64::debug
