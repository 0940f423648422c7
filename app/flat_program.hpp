// Raw 6502 binaries on flat memory, and the processor's state as text: for `suite` and `trace`.
#pragma once

#include <string>

#include "app/verb.hpp"
#include "emu/flat_memory.hpp"
#include "emu/registers.hpp"

namespace ryg::app {

/// Puts a file's bytes, all of them, into memory from `load` on. Throws Trouble for a file that is
/// missing, empty, or does not fit.
void load_raw(emu::FlatMemory& memory, const std::string& path, emu::Address load);

/// An address of the command line: as `parse_number` reads it, at most $ffff.
[[nodiscard]] emu::Address parse_address(const std::string& text, std::string_view option);

/// "nv1-dIzc": a capital for a flag that is set; the fifth is no flag and the fourth always 1.
[[nodiscard]] std::string flags_text(emu::Byte p);

/// "a=00 x=ff y=03 s=fd p=nv1-dIzc".
[[nodiscard]] std::string registers_text(const emu::Registers& registers);

/// Keys `pc`, `a`, `x`, `y`, `s`, `p`, numbers all.
[[nodiscard]] Json registers_json(const emu::Registers& registers);

}  // namespace ryg::app
