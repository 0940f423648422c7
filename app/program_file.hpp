// Reads programs by file name or by the name of one inside ryg, and formats the registers.
#pragma once

#include "app/verb.hpp"
#include "c64/board/machine.hpp"
#include "emu/registers.hpp"

namespace ryg::app {

/// How a file is read.
struct FileChoice {
    std::optional<std::string> program{};  ///< name on a disk or tape; default: the first
    std::optional<emu::Address> load{};    ///< load address of a raw binary
    std::string assembler{};               ///< assembler of a source; empty: guessed
    bool is_cartridge = false;             ///< treat FILE as a cartridge, whatever its contents
    bool ultimax = false;                  ///< a raw cartridge is one for Ultimax mode
};

/// Reads a PRG or P00 file, a program of a disk (.d64) or tape (.t64), the first bank of a
/// cartridge (.crt, or a raw binary of its size with CBM80 at its start) or a raw binary, each with
/// the labels next to it; assembles a source; or returns a program inside ryg: `ryg16`, or
/// `ryg16.prg` if no such file exists. Warns of unreadable files beside it. Throws Trouble, and the
/// exceptions of c64::read_prg, c64::DiskImage and c64::parse_cartridge.
[[nodiscard]] c64::Image read_program(const std::string& name, const FileChoice& choice = {});
/// Reads the program of --file or --cart, --program and --load.
[[nodiscard]] c64::Image read_subject(const Parsed& parsed);
[[nodiscard]] Option load_option();
[[nodiscard]] Option cart_option();
/// Whether an option was given with a value other than its default.
[[nodiscard]] bool is_chosen(const Parsed& parsed, const Option& option);

/// A number, a label of the program, or `label+3`; nullopt if the option was not given. Throws
/// Trouble.
[[nodiscard]] std::optional<emu::Address> address_of(const Parsed& parsed, const char* option,
                                                     const c64::Labels& labels);
[[nodiscard]] emu::Address address_of(const std::string& text, const char* option,
                                      const c64::Labels& labels);

/// Whether a label, if there is one, is inside the file; constants do not count.
[[nodiscard]] bool labels_fit(const c64::Image& image);
/// Whether a segment of its debug file begins inside the file.
[[nodiscard]] bool has_segment(const c64::Image& image);

/// Reads a D64. Throws the exceptions of c64::read_bytes and c64::DiskImage.
[[nodiscard]] c64::DiskImage read_diskette(const std::string& path);
/// Reads a D64, or makes a disk of a tape's programs or a folder's files: NAME.prg, NAME.seq and
/// NAME.usr become NAME of that type, files without an extension programs, and all others
/// sequential files. Warns of files that do not fit.
[[nodiscard]] c64::DiskImage mounted_diskette(const std::string& path);
/// Puts the disk or tape of a program, if FILE is one, into drive 8.
void insert_own_disk(c64::Machine& machine, const std::string& file);
/// A cartridge: raw, or in a .crt.
[[nodiscard]] c64::Cartridge read_cartridge(const std::string& path, bool ultimax = false);
/// Whether a name ends like this, ignoring case.
[[nodiscard]] bool has_ending(std::string_view name, std::string_view ending);

/// Like c64::Machine::start; a cartridge is plugged in and reset. Throws Trouble, with the remedy,
/// for a program in BASIC and for one without a known start address.
std::optional<emu::Address> start(c64::Machine& machine, const c64::Image& image,
                                  const c64::StartOptions& options, bool ultimax = false);
/// Starts a program, types `keys`, and runs to the program's first instruction. Returns the address
/// to which the program returns.
c64::ReturnPlace start_program(c64::Machine& machine, const c64::Image& image,
                               const c64::StartOptions& options, std::string_view keys);
/// --machine: c64 or ram.
[[nodiscard]] Option machine_option();
/// Where a program on RAM ends: at --end or --success, if one of them is given.
struct RamEnd {
    std::optional<emu::Address> at{};
    bool judges = false;  ///< --success: any other end is a failure, also an RTS
};
[[nodiscard]] RamEnd end_on_ram(const std::string& end, const std::string& success,
                                const c64::Labels& labels);
/// Copies a program into empty RAM and sets the processor to its start: `at`, else the vector at
/// $fffc if the program contains that, else its first byte. An RTS of the program leads to `end`,
/// unless that judges.
void start_on_ram(emu::Cpu& cpu, std::span<emu::Byte, 0x10000> ram, const c64::Image& image,
                  std::optional<emu::Address> at, const RamEnd& end);
/// The terminal for --putc and --getc, each a port, or `jsr:` and a routine, or empty.
[[nodiscard]] emu::Terminal terminal_of(const std::string& putc, const std::string& getc,
                                        const std::string& keys, const c64::Labels& labels);
/// The Trouble for a program that needs BASIC.
[[nodiscard]] Trouble needs_basic(std::string_view what);

/// Replaces `\r`, `\n`, `\\` and `\xHH` (up to $7f) by their characters. Throws Trouble, which
/// names the option, for any other backslash.
[[nodiscard]] std::string unescape(std::string_view text, std::string_view option);

/// "a=00 x=ff y=03 s=fd p=nv1-dIzc": a capital for a flag that is set; the fifth is not a flag, and
/// the fourth is always 1.
[[nodiscard]] std::string registers_text(const emu::Registers& registers);

/// Keys `pc`, `a`, `x`, `y`, `s`, `p`, all of them numbers.
[[nodiscard]] Json registers_json(const emu::Registers& registers);

}  // namespace ryg::app
