// What the program says of itself: its version, its man page, and how a shell completes its words.
#pragma once

#include <span>

#include "app/verb.hpp"

namespace ryg::app {

/// `clang 19.1`
[[nodiscard]] std::string compiler();

/// `ryg 0.1.0, commit 1234567`
[[nodiscard]] std::string version();

/// The host's processor, as Linux calls it.
[[nodiscard]] std::string host_processor();

/// Who has made a report and how: version, date, processor, and the command line.
[[nodiscard]] std::string made_by();

/// Version, commit, compiler, how the 6502 is run, libraries.
void print_version();

/// In troff, from the help of each verb.
void print_man_page(std::span<const Verb> verbs);

/// A script that completes verbs, options and choices, for bash, zsh or fish.
void print_completion(std::span<const Verb> verbs, std::string_view shell);

}  // namespace ryg::app
