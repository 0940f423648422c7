// Another program, run to its end: what it wrote, what it cost.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ryg::app {

struct ChildResult {
    int status = 0;      ///< exit status; 128 + n if signal n ended it
    std::string output;  ///< standard output
    std::string errors;  ///< standard error
    double seconds = 0;  ///< processor time, user and system
};

/// The path of a program that the shell would find under `name`.
[[nodiscard]] std::optional<std::string> find_program(const std::string& name);

/// Runs `words` (the first is a path) without standard input, in a process group of its own, so
/// that a Ctrl-C at the terminal is for us alone. Throws Trouble if that cannot be done.
[[nodiscard]] ChildResult run_child(const std::vector<std::string>& words);

}  // namespace ryg::app
