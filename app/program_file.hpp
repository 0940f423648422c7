// Programs by file name or by the name of one inside ryg, raw binaries, and the processor as text.
#pragma once

#include "app/verb.hpp"
#include "c64/board/machine.hpp"
#include "emu/flat_memory.hpp"
#include "emu/registers.hpp"

namespace ryg::app {

/// A PRG or P00 file with the labels next to it, the program `wanted` (or the first) of a diskette
/// or tape whose name ends in `.d64` or `.t64`, or a program that ryg carries: `ryg16`, or
/// `ryg16.prg` if no such file exists. Throws what c64::read_prg and c64::DiskImage throw.
[[nodiscard]] c64::Image read_program(const std::string& name,
                                      const std::optional<std::string>& wanted = {});

/// Whether a label, if there is one, is inside the file; constants do not count.
[[nodiscard]] bool labels_fit(const c64::Image& image);
/// Whether a segment of its debug file begins inside the file.
[[nodiscard]] bool has_segment(const c64::Image& image);

/// A D64. Throws what c64::read_bytes and c64::DiskImage throw.
[[nodiscard]] c64::DiskImage read_diskette(const std::string& path);
/// Whether a name ends like this, in small letters or capitals.
[[nodiscard]] bool has_ending(std::string_view name, std::string_view ending);

/// As c64::Machine::start. Throws Trouble, which says what to do, for a program in BASIC and for
/// one that does not say where it starts.
std::optional<emu::Address> start(c64::Machine& machine, const c64::Image& image,
                                  const c64::StartOptions& options);
/// The same; then types `keys`, and lets the machine come to the program's first instruction. Says
/// where the program returns to.
c64::ReturnPlace start_program(c64::Machine& machine, const c64::Image& image,
                               const c64::StartOptions& options, std::string_view keys);
/// The Trouble for a program that needs BASIC.
[[nodiscard]] Trouble needs_basic(std::string_view what);

/// Text with `\r`, `\n`, `\\` and `\xHH` (up to $7f) read as the characters they stand for. Throws
/// Trouble, which names the option, for any other backslash.
[[nodiscard]] std::string unescape(std::string_view text, std::string_view option);

/// Puts all bytes of a file into memory from `load` on. Throws Trouble for a file that is missing,
/// empty, or does not fit.
void load_raw(emu::FlatMemory& memory, const std::string& path, emu::Address load);

/// "a=00 x=ff y=03 s=fd p=nv1-dIzc": a capital for a flag that is set; the fifth is not a flag, and
/// the fourth is always 1.
[[nodiscard]] std::string registers_text(const emu::Registers& registers);

/// Keys `pc`, `a`, `x`, `y`, `s`, `p`, all of them numbers.
[[nodiscard]] Json registers_json(const emu::Registers& registers);

}  // namespace ryg::app
