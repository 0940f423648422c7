// `ryg run --machine ram`: programs for machines that are not a C64, on 64 KB of RAM with a
// terminal.
#pragma once

#include "app/verb.hpp"

namespace ryg::app {

/// --putc, --getc, --end and --success.
[[nodiscard]] const Options& ram_options();
[[nodiscard]] Option documented_option();

/// Throws Trouble for the first of these options that was given: it is one of `machine`, c64 or
/// ram.
void need_machine(const Parsed& parsed, const Options& options, std::string_view machine);

/// The same for the options of the C64 that neither `debug` nor `trace` has on RAM.
void refuse_c64_options(const Parsed& parsed);

/// Runs the program of a command line of `ryg run`.
[[nodiscard]] Exit run_on_ram(const Parsed& parsed);

/// Writes a program's output as --printed requests.
void write_printed(const Parsed& parsed, const std::string& text);

}  // namespace ryg::app
