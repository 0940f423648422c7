// `ryg run --machine ram`: programs for machines that are not a C64, on 64 KB of RAM with a
// terminal.
#pragma once

#include "app/verb.hpp"

namespace ryg::app {

/// --putc, --getc, --end, --success, --zero and --junit.
[[nodiscard]] const Options& ram_options();

/// Runs the program of a command line of `ryg run`.
[[nodiscard]] Exit run_on_ram(const Parsed& parsed);

/// Writes a program's output as --printed requests.
void write_printed(const Parsed& parsed, const std::string& text);

}  // namespace ryg::app
