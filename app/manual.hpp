// What the program says of itself: its version, its man page, and how a shell completes its words.
#pragma once

#include <functional>

#include "app/verb.hpp"

namespace ryg::app {

/// `clang 19.1`
[[nodiscard]] std::string compiler();

/// Version, commit, compiler, how the 6502 is run, libraries.
void print_version();

/// A verb by name, and how it is done.
using Page = std::pair<std::string_view, std::function<Exit(Arguments)>>;

/// In troff, from the help of each verb.
void print_man_page(std::span<const Page> verbs);

/// A script for bash that completes verbs, options and choices.
void print_completion(std::span<const Page> verbs);

}  // namespace ryg::app
