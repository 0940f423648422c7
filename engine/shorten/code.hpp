// A routine's instructions with their source lines, what is live between them, and the windows that
// may be rewritten.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "engine/contracts/check.hpp"
#include "engine/shorten/search.hpp"

namespace ryg::shorten {

using emu::Address;

/// The lines of the sources, file by file.
using Texts = std::vector<std::vector<std::string>>;

/// A program as it was assembled from texts.
struct Version {
    std::shared_ptr<const contracts::Checker> checker{};
    const contracts::Program* program = nullptr;
    std::vector<std::string> files{};  ///< what the debug file calls each of the texts
};

struct Instruction {
    Address at = 0;
    std::array<Byte, 3> bytes{};
    emu::Opcode opcode{};
    std::optional<std::size_t> file{};  ///< of its source line, if nothing else stands there
    std::size_t line = 0;               ///< from 1
    std::string mnemonic{}, operand{};
    bool has_label = false;
    bool is_fixed = true;  ///< must stay as it is
    bool is_first = true;  ///< of all that its line has made
    std::vector<Address> next{};
    bool leads_away = false;  ///< to code that is not known, or not the routine's
    bool is_decimal = false;  ///< D may be set
    Things live_after = 0;    ///< with the bytes that the routine names as slots

    [[nodiscard]] unsigned size() const { return emu::length(opcode.mode); }
    [[nodiscard]] Address end() const { return static_cast<Address>(at + size()); }
    /// The operand's address, constant, or target.
    [[nodiscard]] Address number() const;
};

/// Some instructions in a row with one entry and one exit.
struct Window {
    std::vector<const Instruction*> old;
    std::vector<Operand> operands;     ///< what they read and write
    std::vector<emu::Address> places;  ///< for each slot, its address or that of its base
    std::vector<emu::Mode> modes;      ///< for each slot
    Things live = 0;
    unsigned bytes = 0;
    bool has_branch = false;

    [[nodiscard]] Address begin() const { return old.front()->at; }
    [[nodiscard]] Address end() const { return old.back()->end(); }
    [[nodiscard]] std::size_t file() const { return *old.front()->file; }
};

class Code {
  public:
    /// All must outlive it.
    Code(const Version& version, const Texts& texts, const contracts::Block& block);

    /// Why the routine is left alone; empty if it is not.
    [[nodiscard]] const std::string& why() const { return why_; }
    /// The routines with blocks that the instructions belong to: the routine's own block first.
    [[nodiscard]] const std::vector<const contracts::Block*>& blocks() const { return blocks_; }
    [[nodiscard]] const std::map<Address, Instruction>& instructions() const { return code_; }
    [[nodiscard]] std::vector<Window> windows(std::size_t longest) const;
    /// What callers read after a return though no Out names it.
    [[nodiscard]] Things asked() const { return asked_; }
    /// The variables among that.
    [[nodiscard]] std::set<std::string> bytes_asked() const;

  private:
    using Map = std::map<Address, Instruction>;

    [[nodiscard]] Map walk(Address entry) const;
    void find_blocks(const contracts::Block& block);
    void find_sources();
    void parse(Instruction& instruction, const std::string& line) const;
    [[nodiscard]] std::vector<bool> conditional_lines(std::size_t file) const;
    void find_decimal(Address entry);
    void check_entries();
    void check_labels();
    void check_own_writes();
    [[nodiscard]] bool is_own_line(std::size_t file, std::size_t line) const;
    [[nodiscard]] Things at_exit() const;
    [[nodiscard]] Things read_by_callers() const;
    [[nodiscard]] Things read_after(Address from) const;
    [[nodiscard]] Things read_by_call(Address of) const;
    [[nodiscard]] Things read_on_return(Address at) const;
    [[nodiscard]] Things named_by(const std::vector<contracts::Entry>& entries) const;
    [[nodiscard]] Things byte_written(const Instruction& one) const;
    void find_live();
    [[nodiscard]] Things live_before(const Instruction& instruction) const;
    [[nodiscard]] Things bytes_read(const Instruction& instruction) const;
    [[nodiscard]] std::optional<Window> window(Map::const_iterator from, std::size_t count) const;
    [[nodiscard]] bool has_operands(Window& window) const;
    [[nodiscard]] bool has_label(const Instruction& one, const Instruction& before) const;
    [[nodiscard]] bool follows(const Instruction& one, const Instruction& other) const;
    void leave(std::string why) {
        if (why_.empty()) why_ = std::move(why);
    }
    [[nodiscard]] std::string place(Address at) const;

    const Version& version_;
    const contracts::Program& program_;
    const Texts& texts_;
    std::string why_;
    std::vector<const contracts::Block*> blocks_;
    Map code_;
    std::map<Address, std::vector<Address>> from_;  // where branches and jumps to it are
    std::map<Address, unsigned> slots_;             // bytes that are named, each with its bit
    Things asked_ = 0;                              // by callers, after it returns
    bool calls_itself_ = false;
};

}  // namespace ryg::shorten
