// Programs by file name or by the name of one inside ryg, raw binaries, and the processor as text.
#pragma once

#include "app/verb.hpp"
#include "c64/board/machine.hpp"
#include "emu/registers.hpp"

namespace ryg::app {

/// How a file is read.
struct FileChoice {
    std::optional<std::string> program{};  ///< of a diskette or tape, if not the first
    std::optional<emu::Address> load{};    ///< the file has no load address: it goes there
    std::string assembler{};               ///< of a source; empty: guessed
};

/// A PRG or P00 file, a program of a diskette (.d64) or tape (.t64), the first bank of a cartridge
/// (.crt), a raw binary, each with the labels next to it; an assembly source, which is assembled; or a
/// program that ryg carries: `ryg16`, or `ryg16.prg` if no such file exists. Warns of files beside it
/// that cannot be read. Throws Trouble, and what c64::read_prg, c64::DiskImage and c64::parse_cartridge
/// throw.
[[nodiscard]] c64::Image read_program(const std::string& name, const FileChoice& choice = {});
/// The same of --file, --program and --load.
[[nodiscard]] c64::Image read_subject(const Parsed& parsed);
[[nodiscard]] Option load_option();
/// Whether an option was given, and not only as it is by default.
[[nodiscard]] bool is_chosen(const Parsed& parsed, const Option& option);

/// A number, a label of the program, or `label+3`; none if the option was not given. Throws Trouble.
[[nodiscard]] std::optional<emu::Address> address_of(const Parsed& parsed, const char* option,
                                                     const c64::Labels& labels);
[[nodiscard]] emu::Address address_of(const std::string& text, const char* option,
                                      const c64::Labels& labels);

/// Whether a label, if there is one, is inside the file; constants do not count.
[[nodiscard]] bool labels_fit(const c64::Image& image);
/// Whether a segment of its debug file begins inside the file.
[[nodiscard]] bool has_segment(const c64::Image& image);

/// A D64. Throws what c64::read_bytes and c64::DiskImage throw.
[[nodiscard]] c64::DiskImage read_diskette(const std::string& path);
/// The same, or a diskette with the programs of a tape, or with the files of a folder: NAME.prg,
/// NAME.seq and NAME.usr are NAME with that type, others are programs if they have no ending, and
/// else sequential. Warns of those that do not fit.
[[nodiscard]] c64::DiskImage mounted_diskette(const std::string& path);
/// A cartridge: raw, or in a .crt.
[[nodiscard]] c64::Cartridge read_cartridge(const std::string& path, bool ultimax = false);
/// Whether a name ends like this, in small letters or capitals.
[[nodiscard]] bool has_ending(std::string_view name, std::string_view ending);

/// As c64::Machine::start; a cartridge is plugged in and reset. Throws Trouble, which says what to do, for a program in BASIC and for
/// one that does not say where it starts.
std::optional<emu::Address> start(c64::Machine& machine, const c64::Image& image,
                                  const c64::StartOptions& options);
/// The same; then types `keys`, and lets the machine come to the program's first instruction. Says
/// where the program returns to.
c64::ReturnPlace start_program(c64::Machine& machine, const c64::Image& image,
                               const c64::StartOptions& options, std::string_view keys);
/// --machine: c64 or ram.
[[nodiscard]] Option machine_option();
/// Where a program on RAM begins: at the vector at $fffc if it has that, else at its first byte.
[[nodiscard]] emu::Address first_on_ram(const c64::Image& image);
/// Makes of a C64 64 KB of RAM but for $00 and $01, with the program in it, at its first instruction.
/// An RTS of the program leads to `end`, an address or label, if it is not empty.
c64::ReturnPlace start_on_ram(c64::Machine& machine, const c64::Image& image,
                              std::optional<emu::Address> at, const std::string& end);
/// The Trouble for a program that needs BASIC.
[[nodiscard]] Trouble needs_basic(std::string_view what);

/// Text with `\r`, `\n`, `\\` and `\xHH` (up to $7f) read as the characters they stand for. Throws
/// Trouble, which names the option, for any other backslash.
[[nodiscard]] std::string unescape(std::string_view text, std::string_view option);

/// "a=00 x=ff y=03 s=fd p=nv1-dIzc": a capital for a flag that is set; the fifth is not a flag, and
/// the fourth is always 1.
[[nodiscard]] std::string registers_text(const emu::Registers& registers);

/// Keys `pc`, `a`, `x`, `y`, `s`, `p`, all of them numbers.
[[nodiscard]] Json registers_json(const emu::Registers& registers);

}  // namespace ryg::app
