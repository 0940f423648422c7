// Reads a program, and rejects routines whose code cannot be changed safely.
#include "engine/shorten/code.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "c64/debug/expression.hpp"
#include "c64/program/coverage.hpp"
#include "c64/program/files.hpp"
#include "c64/program/text.hpp"
#include "emu/disassemble.hpp"
#include "emu/operations.hpp"
#include "engine/claims/judge.hpp"

namespace ryg::shorten {
namespace {

using enum emu::Operation;
using claims::Block;
using emu::Mode;

constexpr unsigned most_bytes_named = 56;
constexpr Things everything = ~Things{0};

/// Whether an operand may mean a chip or the port.
bool is_chip(Mode mode, unsigned at) {
    const unsigned reach = mode == Mode::abx || mode == Mode::aby ? 0xff : 0;
    return (at < 2 && mode != Mode::imm) || (at + reach >= 0xd000 && at < 0xe000);
}

std::string_view trimmed(std::string_view text) { return c64::trimmed(text, " \t\r"); }

/// A line up to its comment.
std::string_view code_of(std::string_view line) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool is_letter = line[i] == '\'' && i + 2 < line.size() && line[i + 2] == '\'';
        if (quote != 0) {
            if (line[i] == quote) quote = 0;
        } else if (line[i] == '"' || is_letter) {
            quote = line[i];
        } else if (line[i] == ';' || line.substr(i).starts_with("//")) {
            return line.substr(0, i);
        }
    }
    return line;
}

/// Position of a name as a separate word in a line.
std::size_t find_name(std::string_view line, std::string_view name) {
    const auto is_part = [&](std::size_t at) {
        return at < line.size() && (std::isalnum(static_cast<unsigned char>(line[at])) != 0 ||
                                    line[at] == '_' || line[at] == '@' || line[at] == '.');
    };
    auto at = line.find(name);
    while (at != line.npos && (is_part(at - 1) || is_part(at + name.size()))) {
        at = line.find(name, at + 1);
    }
    return at;
}

/// Whether a line contains at most a label.
bool is_label_only(std::string_view code) {
    return code.empty() || code.back() == ':' ||
           (code[0] != '.' && code[0] != '!' && code.find_first_of(" \t=*") == code.npos);
}

/// Whether the operand alone determines the address.
bool is_named(Mode mode) { return mode == Mode::zp || mode == Mode::abs; }

/// Marks the lines inside conditionals, repetitions and macros, which may be assembled never or
/// often.
std::vector<bool> bound_lines(const std::vector<std::string>& lines) {
    std::vector<bool> found;
    unsigned depth = 0;
    for (const std::string& line : lines) {
        const std::string code = c64::debug::lower_case(trimmed(code_of(line)));
        std::string word = code.substr(0, code.find_first_of(" \t("));
        const bool is_marked = word.find_first_of(".!#") == 0;
        if (is_marked) word.erase(0, 1);
        const bool is_end = word == "endif" || word == "fi" || word == "eif" || word == "repend" ||
                            word.starts_with("endr") || word.starts_with("endm") || word[0] == '}';
        if (is_end && depth > 0) --depth;
        found.push_back(depth > 0);
        const bool is_begin =
            (is_marked && (word.starts_with("if") || word.starts_with("rep") || word == "macro")) ||
            word == "if" || word == "ifconst" || word == "ifnconst" || word.starts_with("mac") ||
            word == "repeat" || word.starts_with('}');
        const bool has_end = code.ends_with('}') || (word.starts_with('}') && !code.ends_with('{'));
        if (is_begin && !has_end) ++depth;
    }
    return found;
}

/// Whether a line can refer to this label: a cheap local one is known up to the next ordinary one.
bool is_visible(const c64::ScopedSymbol& label, const std::vector<std::string>& lines,
                const c64::SourceLine& at) {
    if (label.name[0] != '@' || !label.defined) return true;
    const auto [first, last] = std::minmax(label.defined->line, at.line);
    if (label.defined->file != at.file || last > lines.size()) return false;
    return std::none_of(lines.begin() + first, lines.begin() + last, [](const std::string& line) {
        const auto end = line.find_first_of(": \t;=");
        return end != line.npos && end > 0 && line[end] == ':' && line[0] != '@' &&
               line.find('=') != end + 1;
    });
}

/// Sets the successors of an instruction, except calls; `leads_away` if they are unknown.
void find_next(Instruction& made) {
    switch (made.opcode.operation) {
        case RTS:
        case RTI: return;
        case JAM: made.leads_away = true; return;
        case JMP:
            made.leads_away = made.opcode.mode != Mode::abs;
            if (!made.leads_away) made.next = {made.number()};
            return;
        default: made.next = {made.end()};
    }
    if (made.opcode.mode == Mode::rel) made.next.push_back(made.number());
}

}  // namespace

Address Instruction::number() const { return emu::operand_of(at, bytes); }

Code::Code(const AssembledVersion& version, const Texts& texts, const Block& block)
    : version_(version),
      program_(*version.program),
      texts_(texts),
      block_(block),
      entry_(program_.image.labels.at(block.name)) {
    for (const auto& [name, one] : program_.blocks) {
        const auto at = program_.image.labels.find(name);
        if (!at) continue;
        const auto [known, is_new] = starts_.try_emplace(*at, &one);
        if (!is_new) known->second = nullptr;
    }
    read_program();
    read_executed_data();
    read_listings();
    if (starts_.at(entry_) == nullptr) leave("another routine is at its address");
    walk();
    if (!why_.empty()) return;
    for (const auto& [at, one] : code_) {
        const bool names =
            is_named(one.opcode.mode) && one.opcode.operation != JMP && one.opcode.operation != JSR;
        if (names && slots_.size() < most_bytes_named) {
            slots_.try_emplace(one.number(), static_cast<unsigned>(slots_.size()));
        }
    }
    check_labels();
    check_others();
    if (why_.empty()) find_live();
}

std::string Code::place(Address at) const {
    const auto source = program_.debug.line_at(at);
    return source ? program_.debug.describe(*source) : fmt::format("${:04x}", at);
}

unsigned Code::bytes() const { return static_cast<unsigned>(inside_.count()); }

// --- the instructions ---------------------------------------------------------------------------

/// The text with a name from the debug file; DASM's names have no folders.
std::optional<std::size_t> Code::text_of(const std::string& name) const {
    const auto found = std::ranges::find_if(version_.files, [&](const std::string& file) {
        return file == name || file.ends_with('/' + name);
    });
    if (found == version_.files.end()) return std::nullopt;
    return static_cast<std::size_t>(found - version_.files.begin());
}

void Code::read_program() {
    const std::vector<c64::SourceInstruction> listed = c64::instructions(program_.image);
    std::map<c64::SourceLine, unsigned> on_line;
    for (const c64::SourceInstruction& one : listed) ++on_line[one.source];
    std::vector<std::vector<bool>> bound;
    for (const auto& lines : texts_) bound.push_back(bound_lines(lines));
    for (const c64::SourceInstruction& one : listed) {
        Instruction made{.at = one.address, .opcode = one.opcode};
        for (unsigned i = 0; i < 3; ++i) made.bytes[i] = program_.byte(made.at + i);
        find_next(made);
        const auto text = text_of(program_.debug.files()[one.source.file]);
        const std::size_t line = one.source.line;
        if (text && line > 0 && line <= texts_[*text].size()) {
            made.file = text;
            made.line = line;
            const bool is_free = on_line[one.source] == 1 && !bound[*made.file][line - 1];
            if (is_free) parse(made, texts_[*made.file][line - 1]);
        }
        all_.emplace(made.at, std::move(made));
    }
}

/// Adds the instructions that are given as data, such as `.byte $2c`, where code leads to them.
void Code::read_executed_data() {
    std::vector<Address> open;
    const auto lead = [&](const Instruction& one) {
        open.insert(open.end(), one.next.begin(), one.next.end());
        if (one.opcode.operation == JSR) open.push_back(one.number());
    };
    for (const auto& [at, one] : all_) lead(one);
    while (!open.empty()) {
        const Address at = open.back();
        open.pop_back();
        const bool is_there =
            unsigned{at} - program_.image.load_address < program_.image.bytes.size();
        if (!is_there || all_.contains(at)) continue;
        Instruction made{.at = at, .opcode = emu::opcodes[program_.byte(at)], .is_data = true};
        for (unsigned i = 0; i < 3; ++i) made.bytes[i] = program_.byte(at + i);
        find_next(made);
        lead(all_.emplace(at, std::move(made)).first->second);
    }
}

/// Splits the source line into label, mnemonic, operand and comment.
void Code::parse(Instruction& one, const std::string& line) const {
    const std::string_view code = code_of(line);
    const std::string_view name = emu::name(one.opcode.operation);
    const auto at = find_name(c64::debug::lower_case(code), name);
    if (at == code.npos) return;
    const std::string_view before = trimmed(code.substr(0, at));
    one.mnemonic = code.substr(at, name.size());
    one.operand = trimmed(code.substr(at + name.size()));
    one.has_label = !before.empty();
    const bool is_timing =
        c64::debug::lower_case(line.substr(code.size())).find("timing") != std::string::npos;
    const Effects does = effects(one.opcode);
    const bool is_at_chip =
        (does.reads_memory || does.writes_memory) && is_chip(one.opcode.mode, one.number());
    constexpr Byte nop = 0xea;  // of no use without the comment, but never a find itself
    const bool may_be =
        one.opcode.mode == Mode::rel || one.bytes[0] == nop || is_plain(one.bytes[0]);
    one.is_fixed = !is_label_only(before) || is_timing || !may_be || is_at_chip;
}

/// Follows branches and jumps from the label, but no calls, up to where other routines begin.
void Code::walk() {
    std::vector<Address> open{entry_};
    while (!open.empty()) {
        const Address at = open.back();
        open.pop_back();
        if (code_.contains(at)) continue;
        const auto known = all_.find(at);
        if (known == all_.end() || known->second.is_data) {
            return leave(fmt::format("{} is not an instruction on a line of its own", place(at)));
        }
        Instruction& one = code_.emplace(at, known->second).first->second;
        for (const Address to : std::exchange(one.next, {})) {
            const bool is_there =
                unsigned{to} - program_.image.load_address < program_.image.bytes.size();
            if (!is_there || (to != entry_ && starts_.contains(to))) {
                one.leads_away = true;
                continue;
            }
            one.next.push_back(to);
            open.push_back(to);
            if (to != one.end() || one.opcode.mode == Mode::rel) from_[to].push_back(at);
        }
        for (unsigned i = at; i < one.end(); ++i) {
            if (is_inside(i)) leave(fmt::format("instructions overlap at {}", place(at)));
            inside_.set(i);
        }
    }
}

// --- other accesses to the code -----------------------------------------------------------------

/// Checks calls, jumps, reads and writes, also from the routine's own code.
void Code::check_others() {
    for (const auto& [at, one] : all_) {
        const Effects does = effects(one.opcode);
        const bool is_fixed_place = is_named(one.opcode.mode) || one.opcode.mode == Mode::abx ||
                                    one.opcode.mode == Mode::aby;
        if (one.opcode.operation == JSR) {
            if (one.number() == entry_) {
                is_called_ = true;
                asked_ |= read_after(one.end());
            } else if (is_inside(one.number())) {
                leave(fmt::format("{} calls into it", place(at)));
            }
        } else if (is_fixed_place && (does.reads_memory || does.writes_memory) &&
                   is_inside(one.number())) {
            leave(
                fmt::format("{} {} its code", place(at), does.writes_memory ? "writes" : "reads"));
        }
        const bool has_number = !one.operand.empty() && one.opcode.mode != Mode::imm &&
                                one.operand.find_first_of("$0123456789") == 0;
        if (has_number && one.number() > entry_ && one.number() < program_.image.end()) {
            leave(fmt::format("{} names an address of the program by its number", place(at)));
        }
        if (code_.contains(at)) continue;
        for (unsigned i = at; i < one.end(); ++i) {
            if (is_inside(i)) leave(fmt::format("instructions overlap at {}", place(at)));
        }
        for (const Address to : one.next) {
            if (to == entry_) is_called_ = true, asked_ = everything;
            if (to != entry_ && is_inside(to)) leave(fmt::format("{} leads into it", place(at)));
        }
    }
}

bool Code::is_definition(std::string_view code, const c64::ScopedSymbol& of) const {
    const std::string_view word = code.substr(0, code.find_first_of(" \t"));
    return find_name(code, of.name) == 0 || word == ".export" || word == ".exportzp" ||
           word == ".import" || word == ".global" || word == ".proc" || word == ".scope";
}

void Code::read_listings() {
    for (const std::string& name : program_.debug.files()) {
        const auto text = text_of(name);
        listings_.push_back(
            {text ? texts_[*text] : c64::lines_of(c64::read_file(name).value_or(""))});
    }
    for (const c64::Span& span : program_.debug.spans()) {
        const auto one = all_.find(span.first);
        if (one == all_.end()) continue;
        const bool leads = one->second.opcode.operation == JSR || one->second.next.size() == 2 ||
                           one->second.opcode.operation == JMP;
        if (leads) listings_[span.source.file].leading.insert(span.source.line);
    }
}

std::vector<Code::Mention> Code::mentions(const c64::ScopedSymbol& label) const {
    std::vector<Mention> found;
    for (std::size_t file = 0; file < listings_.size(); ++file) {
        const auto& [lines, leading] = listings_[file];
        for (unsigned line = 1; line <= lines.size(); ++line) {
            const std::string_view code = trimmed(code_of(lines[line - 1]));
            const auto at = find_name(code, label.name);
            if (at == code.npos || leading.contains(line) ||
                !is_visible(label, lines, {file, line}) || is_definition(code, label)) {
                continue;
            }
            const auto rest = trimmed(code.substr(at + label.name.size()));
            found.push_back({program_.debug.describe({file, line}), rest.starts_with('+')});
        }
    }
    return found;
}

/// Code that takes a label's address may jump there from anywhere.
void Code::check_labels() {
    for (const c64::ScopedSymbol& symbol : program_.debug.symbols()) {
        if (!symbol.is_label || !is_inside(symbol.address)) continue;
        for (const Mention& mention : mentions(symbol)) {
            is_called_ = true;
            asked_ = everything;
            if (symbol.address == entry_ && !mention.has_offset) continue;
            leave(fmt::format("{} takes the address of {}", mention.place, symbol.name));
        }
    }
}

/// The block of the nearest routine above; nullptr if there is none, or two at one address.
const Block* Code::home(Address at) const {
    const auto after = starts_.upper_bound(at);
    return after == starts_.begin() ? nullptr : std::prev(after)->second;
}

/// The return addresses of the calls of the routine that an instruction is in; nullopt if it may
/// also be entered without such a call.
std::optional<std::vector<Address>> Code::returns_to(Address from) const {
    const Block* const of = home(from);
    if (of == nullptr) return std::nullopt;
    const Address begin = program_.image.labels.at(of->name);
    std::set<Address> own;
    std::vector<Address> open{begin};
    while (!open.empty()) {
        const Address at = open.back();
        open.pop_back();
        const auto known = all_.find(at);
        if (known == all_.end() || !own.insert(at).second) continue;
        open.insert(open.end(), known->second.next.begin(), known->second.next.end());
    }
    if (!own.contains(from)) return std::nullopt;
    const auto [known, is_new] = returns_.try_emplace(begin);
    if (!is_new) return known->second;
    std::vector<Address> found;
    for (const auto& [at, one] : all_) {
        const bool is_call = one.opcode.operation == JSR;
        if (is_call && one.number() == begin) found.push_back(one.end());
        if (is_call && one.number() != begin && own.contains(one.number())) return std::nullopt;
        if (own.contains(at)) continue;
        if (std::ranges::any_of(one.next, [&](Address to) { return own.contains(to); })) {
            return std::nullopt;
        }
    }
    for (const c64::ScopedSymbol& symbol : program_.debug.symbols()) {
        const bool is_own = symbol.is_label && own.contains(symbol.address);
        if (is_own && !mentions(symbol).empty()) return std::nullopt;
    }
    return returns_[begin] = std::move(found);
}

/// Things read from an address on before they are written, and those in Outs where the code
/// returns, up to the callers' callers; everything if unknown.
Things Code::read_after(Address from) const {
    Things asked = 0;
    std::set<std::pair<Address, Things>> seen;
    std::vector<std::pair<Address, Things>> open{{from, everything}};
    while (!open.empty()) {
        const auto [at, left] = open.back();
        open.pop_back();
        if ((left & ~asked) == 0 || !seen.emplace(at, left).second) continue;
        const auto known = all_.find(at);
        if (known == all_.end() || known->second.leads_away) {
            asked |= left;
            continue;
        }
        const Instruction& one = known->second;
        const Effects does = effects(one.opcode);
        Things reads = does.reads | bytes_read(one);
        Things then = left & ~does.writes & ~byte_written(one);
        if (one.opcode.operation == JSR) reads = read_by_call(one.number()), then = left;
        if (one.opcode.operation == RTI) reads = everything;
        if (one.opcode.operation == RTS) {
            const auto back = returns_to(at);
            reads = back ? named_by(home(at)->out) : everything;
            for (const Address to : back.value_or(std::vector<Address>{}))
                open.emplace_back(to, left);
        }
        asked |= reads & left;
        for (const Address to : one.next) open.emplace_back(to, then);
    }
    return asked;
}

/// Registers, and what the routine's In names; the KERNAL may read C and any byte.
Things Code::read_by_call(Address of) const {
    const auto block = starts_.find(of);
    if (block != starts_.end()) {
        return block->second == nullptr ? everything : all_registers | named_by(block->second->in);
    }
    return of < 0xe000 ? everything : everything & ~set_of(Thing::N, Thing::Z, Thing::V);
}

/// The registers, flags and named bytes of some lines of a block.
Things Code::named_by(const std::vector<claims::Entry>& entries) const {
    Things found = 0;
    for (const claims::Entry& entry : entries) {
        if (claims::is_register(entry.symbol)) found |= thing_named(entry.symbol[0]);
        if (claims::is_register(entry.symbol) || claims::field_symbol(entry.symbol)) continue;
        const c64::Extent extent = program_.extent(entry.symbol);
        for (const auto& [at, bit] : slots_) {
            if (extent.contains(at)) found |= slot_bit(bit);
        }
    }
    return found;
}

std::set<std::string> Code::asked() const {
    std::set<std::string> found;
    for (const char name : std::string_view("AXYCNZV")) {
        if ((asked_ & thing_named(name)) != 0) found.emplace(1, name);
    }
    for (unsigned at = 0; at < 0x10000; ++at) {
        const auto slot = slots_.find(static_cast<Address>(at));
        const bool is_asked = slot != slots_.end() ? (asked_ & slot_bit(slot->second)) != 0
                                                   : is_called_ && allowed_[at];
        if (!is_asked || (at >= 0x100 && at < 0x200)) continue;
        const auto variable = std::ranges::find_if(
            program_.variables, [at](const auto& one) { return one.second.contains(at); });
        found.insert(variable == program_.variables.end() ? fmt::format("${:04x}", at)
                                                          : variable->first);
    }
    return found;
}

// --- what is live -------------------------------------------------------------------------------

/// The named bytes that an instruction may read.
Things Code::bytes_read(const Instruction& one) const {
    const Mode mode = one.opcode.mode;
    const unsigned base = one.number();
    const bool reads = effects(one.opcode).reads_memory;
    const bool is_indirect = mode == Mode::izx || mode == Mode::izy;
    Things found = 0;
    for (const auto& [at, bit] : slots_) {
        const bool is_it = is_named(mode)                           ? at == base
                           : mode == Mode::abx || mode == Mode::aby ? at - base < 0x100
                           : mode == Mode::zpx || mode == Mode::zpy ? at < 0x100
                                                                    : is_indirect;
        const bool is_pointer = is_indirect && at < 0x100;
        if ((reads && is_it) || is_pointer) found |= slot_bit(bit);
    }
    return found;
}

/// The named byte that an instruction surely writes.
Things Code::byte_written(const Instruction& one) const {
    if (!effects(one.opcode).writes_memory || !is_named(one.opcode.mode)) return 0;
    const auto slot = slots_.find(one.number());
    return slot == slots_.end() ? 0 : slot_bit(slot->second);
}

/// Things live at a return: those in Out, and those in neither Out nor Uses.
Things Code::at_exit() {
    const claims::Judge judge(version_.checker->suite(), program_, block_,
                              version_.checker->known());
    allowed_ = judge.always_allowed();
    Things live = asked_ | named_by(block_.out);
    for (const char name : {'A', 'X', 'Y'}) {
        if (!judge.allows_register(name)) live |= thing_named(name);
    }
    for (const auto& [at, bit] : slots_) {
        if (!allowed_[at]) live |= slot_bit(bit);
    }
    return live;
}

Things Code::live_before(const Instruction& one) const {
    if (one.opcode.operation == JSR) return one.live_after | read_by_call(one.number());
    const Effects does = effects(one.opcode);
    return (one.live_after & ~(does.writes | byte_written(one))) | does.reads | bytes_read(one);
}

void Code::find_live() {
    const Things exit = at_exit();
    for (bool changes = true; changes;) {
        changes = false;
        for (auto at = code_.rbegin(); at != code_.rend(); ++at) {
            Instruction& one = at->second;
            const bool returns = one.opcode.operation == RTS || one.opcode.operation == RTI;
            Things live = one.leads_away ? everything : returns ? exit : 0;
            for (const Address to : one.next) live |= live_before(code_.at(to));
            changes = changes || live != one.live_after;
            one.live_after = live;
        }
    }
}

// --- windows ------------------------------------------------------------------------------------

/// Whether two instructions are consecutive in one file, with at most labels in between.
bool Code::follows(const Instruction& one, const Instruction& other) const {
    if (one.end() != other.at || one.file != other.file || one.line >= other.line) return false;
    const auto begin = texts_[*one.file].begin();
    return std::all_of(begin + static_cast<std::ptrdiff_t>(one.line),
                       begin + static_cast<std::ptrdiff_t>(other.line - 1),
                       [](const auto& line) { return is_label_only(trimmed(code_of(line))); });
}

/// Collects the operands of the instructions; false if a search does not support one.
bool Code::has_operands(CodeWindow& window) const {
    Things written = 0;
    for (const Instruction* one : window.old) {
        const Effects does = effects(one->opcode);
        const Mode mode = one->opcode.mode;
        Operand operand{.mode = mode, .value = one->bytes[1], .slot = -1, .text = one->operand};
        if (does.reads_memory || does.writes_memory) {
            if (!is_named(mode))
                operand.while_kept = effects({STA, mode}).reads & ~set_of(Thing::A);
            if ((operand.while_kept & written) != 0) return false;
            std::size_t slot = 0;
            while (slot < window.places.size() &&
                   (window.places[slot] != one->number() ||
                    (window.modes[slot] != mode &&
                     !(is_named(mode) && is_named(window.modes[slot]))))) {
                ++slot;
            }
            if (slot == window.places.size()) {
                window.places.push_back(one->number());
                window.modes.push_back(mode);
            }
            operand.slot = static_cast<int>(slot);
            window.operands.push_back(operand);
        } else if (mode == Mode::imm) {
            window.operands.push_back(operand);
        }
        written |= does.writes;
    }
    return window.places.size() <= Machines::most_slots;
}

/// Whether nothing jumps into its middle, and branches only lead forward, at most to its end.
bool Code::has_one_entry(const CodeWindow& window) const {
    const auto is_inside = [&](Address at) { return at >= window.begin() && at < window.end(); };
    return std::ranges::all_of(window.old, [&](const Instruction* one) {
        const auto from = from_.find(one->at);
        const bool is_first = one == window.old.front();
        const bool is_closed =
            is_first || from == from_.end() || std::ranges::all_of(from->second, is_inside);
        const bool is_forward = one->opcode.mode != Mode::rel ||
                                (one->number() > one->at && one->number() <= window.end());
        return is_closed && is_forward && (is_first || one->at != entry_);
    });
}

std::optional<CodeWindow> Code::window(Map::const_iterator from, std::size_t count) const {
    CodeWindow made;
    for (auto at = from; made.old.size() < count; ++at) {
        if (at == code_.end() || at->second.is_fixed) return std::nullopt;
        if (!made.old.empty() && !follows(*made.old.back(), at->second)) return std::nullopt;
        made.old.push_back(&at->second);
        made.has_branch = made.has_branch || at->second.opcode.mode == Mode::rel;
    }
    if (!has_one_entry(made) || !has_operands(made)) return std::nullopt;
    const Things after = made.old.back()->live_after;
    made.live = after & (all_registers | all_flags);
    for (unsigned i = 0; i < made.places.size(); ++i) {
        const auto named = slots_.find(made.places[i]);
        const bool is_dead = is_named(made.modes[i]) && named != slots_.end() &&
                             (after & slot_bit(named->second)) == 0;
        if (!is_dead) made.live |= slot_bit(i);
    }
    return made;
}

std::vector<CodeWindow> Code::windows(std::size_t longest) const {
    std::vector<CodeWindow> found;
    for (auto at = code_.begin(); why_.empty() && at != code_.end(); ++at) {
        for (std::size_t count = 1; count <= longest; ++count) {
            if (auto made = window(at, count)) found.push_back(std::move(*made));
        }
    }
    return found;
}

}  // namespace ryg::shorten
