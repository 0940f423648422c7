// A routine's instructions with their source lines, what is live between them, and the windows that
// may be rewritten.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "engine/claims/check.hpp"
#include "engine/shorten/search.hpp"

namespace ryg::shorten {

using emu::Address;

/// The lines of the sources, file by file.
using Texts = std::vector<std::vector<std::string>>;

/// A program as it was assembled from texts.
struct AssembledVersion {
    std::shared_ptr<const claims::Checker> checker{};
    const claims::Program* program = nullptr;
    std::vector<std::string> files{};  ///< names of the texts in the debug file
};

/// An instruction of the routine, where it comes from, and what may be done with it.
struct Instruction {
    Address at = 0;
    std::array<Byte, 3> bytes{};
    emu::Opcode opcode{};
    std::optional<std::size_t> file{};  ///< file of its source line, if among the texts
    std::size_t line = 0;               ///< from 1
    std::string mnemonic{}, operand{};
    bool has_label = false;
    bool is_fixed = true;  ///< must not be changed
    bool is_data = false;  ///< bytes that the sources give as data, and that are executed
    std::vector<Address> next{};
    bool leads_away = false;  ///< continues in unknown code, or outside the routine
    Things live_after = 0;    ///< live things; bytes that the routine names are slots

    [[nodiscard]] Address end() const { return static_cast<Address>(at + length(opcode.mode)); }
    /// The operand's address, constant, or target.
    [[nodiscard]] Address number() const;
};

/// Consecutive instructions with one entry and one exit.
struct CodeWindow {
    std::vector<const Instruction*> old{};
    std::vector<Operand> operands{};     ///< operands that they read and write
    std::vector<emu::Address> places{};  ///< address of each slot, or of its base
    std::vector<emu::Mode> modes{};      ///< addressing mode of each slot
    Things live = 0;
    bool has_branch = false;

    [[nodiscard]] Address begin() const { return old.front()->at; }
    [[nodiscard]] Address end() const { return old.back()->end(); }
    [[nodiscard]] unsigned bytes() const { return end() - begin(); }
    [[nodiscard]] std::size_t file() const { return *old.front()->file; }
};

/// The code of one routine, its data flow, and its windows.
class Code {
  public:
    /// All references must outlive it.
    Code(const AssembledVersion& version, const Texts& texts, const claims::Block& block);

    /// Why the routine cannot be changed; empty if it can.
    [[nodiscard]] const std::string& why() const { return why_; }
    [[nodiscard]] unsigned bytes() const;
    [[nodiscard]] std::vector<CodeWindow> windows(std::size_t longest) const;
    /// Registers, flags and variables that callers may read although no Out names them.
    [[nodiscard]] std::set<std::string> asked() const;

  private:
    using Map = std::map<Address, Instruction>;

    [[nodiscard]] std::optional<std::size_t> text_of(const std::string& name) const;
    void read_program();
    void read_executed_data();
    void parse(Instruction& instruction, const std::string& line) const;
    void walk();
    void check_others();
    void check_labels();
    [[nodiscard]] bool is_definition(std::string_view code, const c64::ScopedSymbol& of) const;
    [[nodiscard]] bool is_inside(unsigned at) const { return inside_[at & 0xffff]; }
    /// A line that names a label other than as the target of a call, jump or branch.
    struct Mention {
        std::string place;
        bool has_offset = false;  ///< `label+1`
    };
    /// A source, and its lines with calls, jumps and branches.
    struct SourceListing {
        std::vector<std::string> lines;
        std::set<unsigned> leading{};
    };
    void read_listings();
    [[nodiscard]] std::vector<Mention> mentions(const c64::ScopedSymbol& label) const;
    [[nodiscard]] const claims::Block* home(Address at) const;
    [[nodiscard]] std::optional<std::vector<Address>> returns_to(Address from) const;
    [[nodiscard]] Things read_after(Address from) const;
    [[nodiscard]] Things read_by_call(Address of) const;
    [[nodiscard]] Things named_by(const std::vector<claims::Entry>& entries) const;
    [[nodiscard]] Things bytes_read(const Instruction& one) const;
    [[nodiscard]] Things byte_written(const Instruction& one) const;
    [[nodiscard]] Things at_exit();
    [[nodiscard]] Things live_before(const Instruction& one) const;
    void find_live();
    [[nodiscard]] bool follows(const Instruction& one, const Instruction& other) const;
    [[nodiscard]] bool has_operands(CodeWindow& window) const;
    [[nodiscard]] bool has_one_entry(const CodeWindow& window) const;
    [[nodiscard]] std::optional<CodeWindow> window(Map::const_iterator from,
                                                   std::size_t count) const;
    void leave(std::string why) {
        if (why_.empty()) why_ = std::move(why);
    }
    [[nodiscard]] std::string place(Address at) const;

    const AssembledVersion& version_;
    const claims::Program& program_;
    const Texts& texts_;
    const claims::Block& block_;
    Address entry_;
    std::string why_;
    std::map<Address, const claims::Block*> starts_;  // of routines; nullptr: two are there
    std::vector<SourceListing> listings_;             // by number of the file in the debug file
    mutable std::map<Address, std::optional<std::vector<Address>>> returns_;
    Map all_, code_;               // the program's instructions, and the routine's own
    std::bitset<0x10000> inside_;  // the routine's bytes
    std::map<Address, std::vector<Address>> from_;  // branches and jumps to an address
    std::map<Address, unsigned> slots_;             // bit of each named byte
    claims::Addresses allowed_;                     // bytes that Out and Uses name
    Things asked_ = 0;                              // things that callers read afterwards
    bool is_called_ = false;                        // called by code of the program
};

}  // namespace ryg::shorten
