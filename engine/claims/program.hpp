// An assembled program with the header blocks of its sources, and the meaning of their symbols.
#pragma once

#include <bitset>
#include <set>

#include "c64/board/machine.hpp"
#include "c64/program/debug_info.hpp"
#include "c64/program/image.hpp"
#include "emu/registers.hpp"
#include "engine/claims/block.hpp"

namespace ryg::claims {

using c64::Extent;
using Names = std::set<std::string, std::less<>>;

/// One program to check: the files that the linker wrote, and where inputs may be put.
struct Subject {
    const c64::EmbeddedImage* image = nullptr;
    int version = 0;                   ///< version number for references; 0: only one exists
    std::string_view second_name{};    ///< an alias
    unsigned memory_end = 0xa000;      ///< memory between the program and here is free for inputs
    Byte port = 0x37;                  ///< $01 when a routine is called
    std::vector<std::string> stubs{};  ///< routines replaced by the effects that their blocks state
    std::string_view variant_of{};     ///< a program; only differences from it are checked
    c64::Setup setup{};                ///< setup of the machine that runs it

    [[nodiscard]] std::string_view name() const { return image->name; }
};

/// The contents of a folder's assembly files, whether or not a program includes them.
struct Sources {
    /// A header block as it was found, valid or not.
    struct Found {
        std::string name, file;
        std::size_t label_line = 0;
        Block block{};
        bool is_equate = false;            ///< `name = $ffd2`: not assembled at that address
        std::string fault{};               ///< why the block is invalid; empty if valid
        std::vector<std::string> lines{};  ///< lines of the block

        /// The first cells of its row in a Markdown table: name, description, Time as written.
        [[nodiscard]] std::string cells() const;
    };
    /// A jsr: the routine that it calls, and its place in the sources.
    struct Jump {
        std::string file, routine;
        std::size_t line = 0;
    };
    std::vector<Found> blocks;
    std::vector<Jump> calls;            ///< calls by jsr
    std::vector<std::string> warnings;  ///< about comments that are nearly blocks, a line each

    /// Reads all .inc and .s files of a folder. Throws ContractError.
    [[nodiscard]] static Sources read(const std::string& folder, const Vocabulary& words);
    /// Reads these files, whose names become those of their blocks.
    [[nodiscard]] static Sources read_files(const std::vector<std::string>& files, Vocabulary words,
                                            const std::string& folder = {});
    /// Adds the blocks and calls in the lines of one file.
    void add(std::span<const std::string> lines, std::string_view file, const Vocabulary& words);

    /// All routines with a block, readable or not.
    [[nodiscard]] Names routines() const;
};

/// Adds the groups in the lines of one file to `words`. Throws ContractError.
void read_groups(std::span<const std::string> lines, std::string_view file, Vocabulary& words);

/// The parts of `name->field` or `name[index]`.
struct Parts {
    std::string base, part;
};
[[nodiscard]] std::optional<Parts> field_symbol(std::string_view symbol);
[[nodiscard]] std::optional<Parts> index_symbol(std::string_view symbol);

/// A, X, Y, and the flags C, Z, N, V, D, I.
constexpr std::string_view register_names = "AXYCZNVDI";
[[nodiscard]] constexpr bool is_register(std::string_view symbol) {
    return symbol.size() == 1 && register_names.find(symbol) != symbol.npos;
}
[[nodiscard]] constexpr bool is_flag(char name) { return register_names.find(name) >= 3; }
/// The bit of a flag in the flags byte.
[[nodiscard]] constexpr unsigned flag_bit(char name) {
    return static_cast<unsigned>(std::string_view("CZIDB-VN").find(name));
}
[[nodiscard]] Byte register_value(const emu::Registers& registers, char name);
/// Sets a register, or a flag to bit 0 of the value.
void set_register(emu::Registers& registers, char name, Byte value);

/// `name` of `nameLo/Hi`. Throws ContractError if the symbol is not of this form.
[[nodiscard]] std::string pointer_name(std::string_view symbol);

/// A program with bytes and names from the linker, and blocks from the sources: those whose label
/// is on a line listed in the debug file.
struct Program {
    std::string name;
    Subject subject;
    c64::Image image;
    c64::DebugInfo debug;
    BlockMap blocks;
    std::map<std::string, std::string, std::less<>> faults;  ///< errors of invalid blocks
    Names called;                                            ///< routines called by jsr
    std::map<Address, std::string> stubs;                    ///< routines that are not run
    std::map<std::string, Extent, std::less<>> variables;    ///< memory of each label
    std::vector<Extent> data;                                ///< memory of all variables
    Extent free;                                             ///< unused memory up to `memory_end`

    [[nodiscard]] int version() const { return subject.version; }
    [[nodiscard]] bool has(std::string_view label) const {
        return image.labels.find(label).has_value();
    }
    [[nodiscard]] const Block* block(std::string_view routine) const;
    /// The code of a routine: from its label to that of the next routine, or to the end of the
    /// segment.
    [[nodiscard]] Extent code_of(std::string_view routine) const;
    /// The byte as it was assembled; $00 outside.
    [[nodiscard]] Byte byte(unsigned at) const;
    /// The instructions within an extent that are reachable without a jsr or an indirect jump.
    [[nodiscard]] std::bitset<0x10000> instructions(unsigned from, Extent within) const;
    /// The operand bytes that a routine may change in its own instructions, and in those of the
    /// routines that its Uses names; only if Uses allows it.
    [[nodiscard]] std::vector<unsigned> own_operands(const Block& block) const;
    /// A block, and those of the routines that its Uses names.
    [[nodiscard]] std::vector<const Block*> with_named(const Block& block) const;
    /// Bytes of code and read-only segments that a call of the routine changes, so before a call
    /// they may have any value: its own operands, and what its Out and Uses name, `= routine`
    /// included, but not what its In names.
    [[nodiscard]] std::set<unsigned> changing(const Block& block) const;
    /// The same for the Outs and Uses of the program's other routines, which may be called before.
    [[nodiscard]] std::set<unsigned> changed_by_others(const Block& block) const;
    /// The bytes from a variable's label to the next label; for `one..other`, to the label after
    /// `other`; for an equate (`pointer = $fb`) and `name+1`, one byte. Throws ContractError if
    /// there is no such name.
    [[nodiscard]] Extent variable(std::string_view symbol) const;
    /// The bytes of a symbol in memory; none for a register; for `name[index]`, the whole array.
    /// Throws ContractError.
    [[nodiscard]] Extent extent(std::string_view symbol) const;
    /// Whether a name has a size; an address and an equate do not.
    [[nodiscard]] bool is_sized(std::string_view symbol) const;
    /// The bytes that a case names, low byte first: an address in the form of `Labels::address`,
    /// two of them as one number (`lo/hi`, `nameLo/Hi`), or a range (`first..last`). Throws
    /// std::runtime_error.
    [[nodiscard]] std::vector<Address> bytes_at(std::string_view symbol) const;
    /// Like extent(), but for `name[index]` the byte selected by the index in `ram`.
    [[nodiscard]] Extent place(std::string_view symbol, std::span<const Byte> ram) const;
};

[[nodiscard]] Program make_program(const Subject& subject, const Sources& sources);

/// Replaces entries that name bytes of an array by an index (`Out dst[i] = src[i] for i in 0..Y-1`)
/// by entries of single bytes, which every check supports. An Out of a byte that the
/// index may miss states that the byte is unchanged, so the whole array becomes an In; so does an
/// In `table[X]`, whose values Requires then states. Throws ContractError, with the line.
void spread_arrays(const Program& program, Block& block);

/// Whether a routine's code, or that of routines that it names after `=`, differs between two
/// programs. It does if it names a routine that the other program lacks.
[[nodiscard]] bool differs(const Program& in, const Program& from, std::string_view routine);

}  // namespace ryg::claims
