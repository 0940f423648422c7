// The program's version, its man page, and its completions for shells.
#pragma once

#include <span>

#include "app/verb.hpp"

namespace ryg::app {

/// `clang 19.1`
[[nodiscard]] std::string compiler();

/// `ryg 0.1.0, commit 1234567`
[[nodiscard]] std::string version();

/// The name of the host's processor from Linux.
[[nodiscard]] std::string host_processor();

/// The origin of a report: version, date, processor and command line.
[[nodiscard]] std::string made_by();

/// Version, commit, compiler, how the 6502 is run, libraries.
void print_version();

/// Prints the man page in troff, from the help of each verb.
void print_man_page(std::span<const Verb> verbs);

/// Prints a script for bash, zsh or fish that completes verbs, options and choices.
void print_completion(std::span<const Verb> verbs, std::string_view shell);

}  // namespace ryg::app
