// Walks a routine from its label, and leaves it alone wherever code is not what it seems.
#include "engine/shorten/code.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <utility>

#include "emu/disassemble.hpp"
#include "emu/operations.hpp"
#include "engine/contracts/judge.hpp"

namespace ryg::shorten {
namespace {

using enum emu::Operation;
using contracts::Block;
using contracts::Entry;
using contracts::Program;
using emu::Mode;

constexpr unsigned most_bytes_named = 56;
constexpr Things everything = ~Things{0};

bool is_chip(unsigned at) { return at < 2 || (at >= 0xd000 && at < 0xe000); }

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\r");
    if (begin == text.npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// Where the comment begins, or the end.
std::size_t comment_of(std::string_view line) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (quote != 0) {
            if (line[i] == quote) quote = 0;
        } else if (line[i] == '"' ||
                   (line[i] == '\'' && i + 2 < line.size() && line[i + 2] == '\'')) {
            quote = line[i];
        } else if (line[i] == ';') {
            return i;
        }
    }
    return line.size();
}

bool is_of_name(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
           letter == '@' || letter == '.';
}

bool names(std::string_view line, std::string_view name) {
    for (auto at = line.find(name); at != line.npos; at = line.find(name, at + 1)) {
        const auto end = at + name.size();
        if ((at == 0 || !is_of_name(line[at - 1])) &&
            (end == line.size() || !is_of_name(line[end])))
            return true;
    }
    return false;
}

/// Nothing but a label, if that.
bool is_label_only(std::string_view code) {
    return code.empty() || code.back() == ':' ||
           (code[0] != '.' && code[0] != '!' && code.find_first_of(" \t=*") == code.npos);
}

/// Whether the operand alone says which byte is meant.
bool is_named(Mode mode) { return mode == Mode::zp || mode == Mode::abs; }

Instruction decoded(const Program& program, Address at) {
    Instruction made{.at = at};
    for (unsigned i = 0; i < 3; ++i) made.bytes[i] = program.byte(at + i);
    made.opcode = emu::opcodes[made.bytes[0]];
    return made;
}

/// Where it leads without a call; `leads_away` if that cannot be told.
void find_next(Instruction& made) {
    switch (made.opcode.operation) {
        case RTS:
        case RTI: return;
        case BRK:
        case JAM: made.leads_away = true; return;
        case JMP:
            if (made.opcode.mode == Mode::abs)
                made.next = {made.number()};
            else
                made.leads_away = true;
            return;
        default: made.next = {made.end()};
    }
    if (made.opcode.mode == Mode::rel) made.next.push_back(made.number());
}

}  // namespace

Address Instruction::number() const { return emu::operand_of(at, bytes); }

Code::Code(const Version& version, const Texts& texts, const Block& block)
    : version_(version), program_(*version.program), texts_(texts) {
    find_blocks(block);
    find_sources();
    for (const auto& [at, instruction] : code_) {
        for (const Address to : instruction.next) {
            if (to != instruction.end() || instruction.opcode.mode == Mode::rel) {
                from_[to].push_back(at);
            }
        }
    }
    find_decimal(program_.image.labels.at(block.name));
    check_entries();
    check_labels();
    check_own_writes();
    if (why_.empty()) find_live();
}

std::string Code::place(Address at) const {
    const auto source = program_.debug.line_at(at);
    return source ? program_.debug.describe(*source) : fmt::format("${:04x}", at);
}

// --- the instructions ---------------------------------------------------------------------------

/// All that one comes to from there without a call.
Code::Map Code::walk(Address entry) const {
    Map found;
    std::vector<Address> open{entry};
    while (!open.empty()) {
        const Address at = open.back();
        open.pop_back();
        const bool is_ours =
            unsigned{at} - program_.image.load_address < program_.image.bytes.size();
        if (!is_ours || found.contains(at)) continue;
        Instruction made = decoded(program_, at);
        find_next(made);
        for (const Address to : made.next) {
            const bool is_known =
                unsigned{to} - program_.image.load_address < program_.image.bytes.size();
            if (is_known)
                open.push_back(to);
            else
                made.leads_away = true;
        }
        found.emplace(at, std::move(made));
    }
    return found;
}

/// The routines that share instructions with this one.
void Code::find_blocks(const Block& block) {
    blocks_.push_back(&block);
    code_ = walk(program_.image.labels.at(block.name));
    std::map<const Block*, Map> others;
    for (const auto& [name, other] : program_.blocks) {
        const auto at = program_.image.labels.find(name);
        if (at && name != block.name) others.emplace(&other, walk(*at));
    }
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (auto& [other, walked] : others) {
            if (std::ranges::count(blocks_, other) != 0) continue;
            const bool shares = std::ranges::any_of(
                walked, [&](const auto& one) { return code_.contains(one.first); });
            if (!shares) continue;
            blocks_.push_back(other);
            code_.merge(walked);
            is_new = true;
        }
    }
    for (auto at = code_.begin(); at != code_.end(); ++at) {
        const auto next = std::next(at);
        if (next != code_.end() && next->first < at->first + at->second.size()) {
            leave(fmt::format("instructions overlap at {}", place(next->first)));
        }
    }
}

/// Lines within .if and the like: another version may have others.
std::vector<bool> Code::conditional_lines(std::size_t file) const {
    const auto& lines = texts_[file];
    std::vector<bool> found(lines.size());
    unsigned depth = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string code =
            lower(std::string(trimmed(lines[i].substr(0, comment_of(lines[i])))));
        const std::string word = code.substr(0, code.find_first_of(" \t("));
        const bool is_end = word == ".endif" || word == ".fi" || word == "#endif" ||
                            word == "endif" || word == "eif";
        if (is_end && depth > 0) --depth;
        found[i] = depth > 0;
        if (word.starts_with(".if") || word.starts_with("!if") || word.starts_with("#if") ||
            word == "if" || word == "ifconst" || word == "ifnconst") {
            ++depth;
        }
    }
    return found;
}

void Code::find_sources() {
    const auto& names = program_.debug.files();
    std::vector<std::optional<std::size_t>> text_of(names.size());
    std::vector<std::vector<bool>> conditional(texts_.size());
    for (std::size_t i = 0; i < texts_.size(); ++i) {
        conditional[i] = conditional_lines(i);
        for (std::size_t j = 0; j < names.size(); ++j) {
            if (names[j] == version_.files[i]) text_of[j] = i;
        }
    }
    std::map<c64::SourceLine, Address> first;
    for (const c64::Span& span : program_.debug.spans()) {
        const auto [known, is_new] = first.try_emplace(span.source, span.first);
        if (!is_new) known->second = std::min(known->second, span.first);
        const auto found = code_.find(span.first);
        if (found == code_.end() || span.size != found->second.size()) continue;
        const auto file = text_of[span.source.file];
        const std::size_t line = span.source.line;
        if (!file || line == 0 || line > texts_[*file].size()) continue;
        found->second.file = file;
        found->second.line = line;
    }
    for (auto& [at, instruction] : code_) {
        if (!instruction.file || program_.debug.is_data(at)) continue;
        const auto source = program_.debug.line_at(at);
        instruction.is_first = source && first.at(*source) == at;
        parse(instruction, texts_[*instruction.file][instruction.line - 1]);
        if (conditional[*instruction.file][instruction.line - 1]) instruction.is_fixed = true;
    }
}

/// Takes the source line apart: label, mnemonic, operand, comment.
void Code::parse(Instruction& instruction, const std::string& line) const {
    const auto end = comment_of(line);
    const std::string_view code = std::string_view(line).substr(0, end);
    const std::string_view comment = std::string_view(line).substr(end);
    const std::string text = lower(std::string(code)),
                      name(emu::name(instruction.opcode.operation));
    auto at = text.find(name);
    while (at != text.npos &&
           ((at > 0 && is_of_name(text[at - 1])) ||
            (at + name.size() < text.size() && is_of_name(text[at + name.size()])))) {
        at = text.find(name, at + 1);
    }
    if (at == text.npos) return;
    const std::string_view before = trimmed(code.substr(0, at));
    instruction.mnemonic = code.substr(at, name.size());
    instruction.operand = trimmed(code.substr(at + name.size()));
    instruction.has_label = !before.empty();
    const bool is_plain_line = before.empty() || is_label_only(before);
    const bool is_timing = lower(std::string(comment)).find("timing") != std::string::npos;
    const Effects does = effects(instruction.opcode);
    const bool touches_memory = does.reads_memory || does.writes_memory;
    const bool is_branch = instruction.opcode.mode == Mode::rel;
    const bool may_be = is_branch || is_plain(instruction.bytes[0]);
    instruction.is_fixed =
        !is_plain_line || is_timing || !may_be || (touches_memory && is_chip(instruction.number()));
}

void Code::find_decimal(Address entry) {
    std::set<std::pair<Address, bool>> seen;
    std::vector<std::pair<Address, bool>> open{{entry, false}};
    for (const Block* block : blocks_)
        open.emplace_back(program_.image.labels.at(block->name), false);
    while (!open.empty()) {
        const auto [at, decimal] = open.back();
        open.pop_back();
        const auto found = code_.find(at);
        if (found == code_.end() || !seen.emplace(at, decimal).second) continue;
        Instruction& one = found->second;
        one.is_decimal = one.is_decimal || decimal;
        const auto operation = one.opcode.operation;
        const bool then = operation == SED || operation == PLP || (decimal && operation != CLD);
        for (const Address to : one.next) open.emplace_back(to, then);
    }
}

// --- what else reaches it -----------------------------------------------------------------------

/// Code that has no block and enters elsewhere than by a call of a block's label.
void Code::check_entries() {
    std::set<Address> entries;
    for (const auto& [name, block] : program_.blocks) {
        if (const auto at = program_.image.labels.find(name)) entries.insert(*at);
    }
    for (const c64::Span& span : program_.debug.spans()) {
        if (program_.debug.is_data(span.first)) continue;
        for (unsigned at = span.first; at < span.first + span.size;) {
            Instruction one = decoded(program_, static_cast<Address>(at));
            at += one.size();
            if (one.opcode.operation == JSR) {
                const Address to = one.number();
                if (!code_.contains(to) || entries.contains(to)) continue;
                if (code_.contains(one.at))
                    calls_itself_ = true;
                else
                    leave(fmt::format("{} calls into it", place(one.at)));
                continue;
            }
            if (code_.contains(one.at)) continue;
            find_next(one);
            for (const Address to : one.next) {
                if (code_.contains(to)) leave(fmt::format("{} leads into it", place(one.at)));
            }
        }
    }
}

bool Code::is_own_line(std::size_t file, std::size_t line) const {
    return std::ranges::any_of(code_, [&](const auto& one) {
        const bool leads = one.second.opcode.mode == Mode::rel ||
                           one.second.opcode.operation == JMP || one.second.opcode.operation == JSR;
        return one.second.file == file && one.second.line == line && leads;
    });
}

/// A label whose address is taken may be jumped to from anywhere.
void Code::check_labels() {
    for (const c64::ScopedSymbol& symbol : program_.debug.symbols()) {
        if (!symbol.is_label || !code_.contains(symbol.address)) continue;
        const bool is_entry = program_.blocks.contains(symbol.name);
        for (std::size_t file = 0; file < texts_.size(); ++file) {
            for (std::size_t line = 1; line <= texts_[file].size(); ++line) {
                const std::string& text = texts_[file][line - 1];
                const std::string_view code = std::string_view(text).substr(0, comment_of(text));
                if (!names(code, symbol.name) || is_own_line(file, line)) continue;
                const auto begin = code.find_first_not_of(" \t");
                if (code.substr(begin).starts_with(symbol.name)) continue;  // its definition
                const auto end = code.find(symbol.name) + symbol.name.size();
                const auto then = code.find_first_not_of(' ', end);
                if (is_entry && (then == code.npos || code[then] != '+')) continue;
                leave(fmt::format("line {} takes the address of {}", line, symbol.name));
            }
        }
    }
}

/// Code that writes into the routine, the routine's own above all.
void Code::check_own_writes() {
    std::bitset<0x10000> bytes;
    for (const auto& [at, instruction] : code_) {
        for (unsigned i = 0; i < instruction.size(); ++i) bytes.set((at + i) & 0xffffU);
    }
    for (const c64::Span& span : program_.debug.spans()) {
        if (program_.debug.is_data(span.first)) continue;
        for (unsigned at = span.first; at < span.first + span.size;) {
            const Instruction one = decoded(program_, static_cast<Address>(at));
            at += one.size();
            const bool is_there = one.opcode.mode == Mode::abs || one.opcode.mode == Mode::abx ||
                                  one.opcode.mode == Mode::aby;
            if (is_there && effects(one.opcode).writes_memory && bytes[one.number()]) {
                leave(fmt::format("{} writes into its code", place(one.at)));
            }
        }
    }
}

// --- what is live -------------------------------------------------------------------------------

/// What may not be lost where the routine returns: Out, and what neither Out nor Uses names.
Things Code::at_exit() const {
    Things live = asked_;
    const contracts::Suite& suite = version_.checker->suite();
    for (const Block* block : blocks_) {
        const contracts::Judge judge(suite, program_, *block, version_.checker->known());
        const contracts::Addresses allowed = judge.always_allowed();
        for (const char name : {'A', 'X', 'Y'}) {
            if (!judge.allows_register(name)) live |= thing_named(name);
        }
        for (const auto& [at, bit] : slots_) {
            if (!allowed[at]) live |= slot_bit(bit);
        }
        live |= named_by(block->out);
    }
    return live;
}

/// The named bytes that an instruction may read.
Things Code::bytes_read(const Instruction& instruction) const {
    const Mode mode = instruction.opcode.mode;
    const unsigned base = instruction.number();
    const bool reads = effects(instruction.opcode).reads_memory;
    const bool is_indirect = mode == Mode::izx || mode == Mode::izy;
    Things found = 0;
    for (const auto& [at, bit] : slots_) {
        const bool is_it = mode == Mode::zp || mode == Mode::abs    ? at == base
                           : mode == Mode::abx || mode == Mode::aby ? at - base < 0x100
                           : mode == Mode::zpx || mode == Mode::zpy ? at < 0x100
                                                                    : is_indirect;
        const bool is_pointer = is_indirect && at < 0x100;
        if ((reads && is_it) || is_pointer) found |= slot_bit(bit);
    }
    return found;
}

Things Code::live_before(const Instruction& one) const {
    Things live = one.live_after;
    if (one.opcode.operation == JSR) {
        return live | read_by_call(one.number()) | ~(all_registers | all_flags);
    }
    if (one.opcode.operation == BRK || one.opcode.operation == JAM) return everything;
    const Effects does = effects(one.opcode);
    live &= ~(does.writes | byte_written(one));
    return live | does.reads | bytes_read(one);
}

/// Registers, flags and named bytes that callers read after a call, though no Out may name them.
Things Code::read_by_callers() const {
    Things asked = 0;
    for (const c64::Span& span : program_.debug.spans()) {
        if (program_.debug.is_data(span.first)) continue;
        for (unsigned at = span.first; at < span.first + span.size;) {
            const Instruction one = decoded(program_, static_cast<Address>(at));
            at += one.size();
            if (one.opcode.operation == JSR && code_.contains(one.number())) {
                asked |= read_after(one.end());
            }
        }
    }
    return asked;
}

/// What is read from there on before it is written; all that a block's Out names is where the code
/// returns, and everything where no block says.
Things Code::read_after(Address from) const {
    Things asked = 0;
    std::set<std::pair<Address, Things>> seen;
    std::vector<std::pair<Address, Things>> open{{from, everything}};
    while (!open.empty()) {
        const auto [at, left] = open.back();
        open.pop_back();
        if (left == 0 || !seen.emplace(at, left).second) continue;
        Instruction one = decoded(program_, at);
        find_next(one);
        const auto operation = one.opcode.operation;
        const Effects does = effects(one.opcode);
        Things reads = does.reads | bytes_read(one),
               then = left & ~does.writes & ~byte_written(one);
        if (operation == JSR) {
            reads = read_by_call(one.number());
            then = left & ~(all_registers | all_flags);
        } else if (operation == RTS || operation == RTI) {
            reads = read_on_return(at);
        } else if (one.next.empty()) {
            reads = everything;
        }
        asked |= reads & left;
        for (const Address to : one.next) open.emplace_back(to, then);
    }
    return asked;
}

/// The registers, flags and named bytes of some lines of a block.
Things Code::named_by(const std::vector<Entry>& entries) const {
    Things found = 0;
    for (const Entry& entry : entries) {
        if (contracts::is_register(entry.symbol)) found |= thing_named(entry.symbol[0]);
        if (contracts::is_register(entry.symbol) || contracts::field_symbol(entry.symbol)) continue;
        const c64::Extent extent = program_.extent(entry.symbol);
        for (const auto& [at, bit] : slots_) {
            if (extent.contains(at)) found |= slot_bit(bit);
        }
    }
    return found;
}

/// The named byte that an instruction surely writes.
Things Code::byte_written(const Instruction& one) const {
    if (!effects(one.opcode).writes_memory || !is_named(one.opcode.mode)) return 0;
    const auto slot = slots_.find(one.number());
    return slot == slots_.end() ? 0 : slot_bit(slot->second);
}

std::set<std::string> Code::bytes_asked() const {
    std::set<std::string> found;
    for (const auto& [at, bit] : slots_) {
        if ((asked_ & slot_bit(bit)) == 0) continue;
        const auto variable = std::ranges::find_if(
            program_.variables, [&](const auto& one) { return one.second.contains(at); });
        found.insert(variable == program_.variables.end() ? fmt::format("${:04x}", at)
                                                          : variable->first);
    }
    return found;
}

/// Registers are read, and those flags that the routine's In names.
Things Code::read_by_call(Address of) const {
    const auto label = program_.image.labels.nearest(of, 0);
    const Block* const block = label ? program_.block(label->name) : nullptr;
    return block == nullptr ? everything : all_registers | named_by(block->in);
}

/// What the block above an rts names in Out.
Things Code::read_on_return(Address at) const {
    const Block* nearest = nullptr;
    Address begin = 0;
    for (const auto& [name, block] : program_.blocks) {
        const auto label = program_.image.labels.find(name);
        if (label && *label <= at && *label >= begin) nearest = &block, begin = *label;
    }
    return nearest == nullptr ? everything : named_by(nearest->out);
}

void Code::find_live() {
    for (const auto& [at, one] : code_) {
        const Effects does = effects(one.opcode);
        if (!is_named(one.opcode.mode) || !(does.reads_memory || does.writes_memory)) continue;
        if (slots_.size() < most_bytes_named) {
            slots_.try_emplace(one.number(), static_cast<unsigned>(slots_.size()));
        }
    }
    asked_ = read_by_callers();
    const Things exit = calls_itself_ ? everything : at_exit();
    for (bool changes = true; changes;) {
        changes = false;
        for (auto at = code_.rbegin(); at != code_.rend(); ++at) {
            Instruction& one = at->second;
            Things live = one.leads_away ? everything : 0;
            const bool returns = one.opcode.operation == RTS || one.opcode.operation == RTI;
            if (returns) live = exit;
            for (const Address to : one.next) {
                const auto next = code_.find(to);
                if (next != code_.end()) live |= live_before(next->second);
            }
            changes = changes || live != one.live_after;
            one.live_after = live;
        }
    }
}

// --- windows ------------------------------------------------------------------------------------

/// Whether two instructions stand one after the other in one file, with nothing but labels between.
bool Code::follows(const Instruction& one, const Instruction& other) const {
    if (one.end() != other.at || one.file != other.file || one.line >= other.line) return false;
    for (std::size_t line = one.line + 1; line < other.line; ++line) {
        const std::string& text = texts_[*one.file][line - 1];
        if (!is_label_only(trimmed(std::string_view(text).substr(0, comment_of(text)))))
            return false;
    }
    return true;
}

/// Whether a label stands before it, on its line or on lines of their own.
bool Code::has_label(const Instruction& one, const Instruction& before) const {
    if (one.has_label) return true;
    for (std::size_t line = one.line - 1; line > before.line; --line) {
        const std::string& text = texts_[*one.file][line - 1];
        const auto code = trimmed(std::string_view(text).substr(0, comment_of(text)));
        if (!code.empty()) return is_label_only(code);
    }
    return false;
}

/// Collects what the instructions read and write; false if a search cannot know it.
bool Code::has_operands(Window& window) const {
    Things written = 0;
    std::vector<const Instruction*> named;
    for (const Instruction* one : window.old) {
        const Effects does = effects(one->opcode);
        const bool is_direct = is_named(one->opcode.mode);
        Operand operand{.mode = one->opcode.mode, .text = one->operand};
        if (one->opcode.mode == Mode::imm) {
            operand.value = one->bytes[1];
            window.operands.push_back(operand);
        } else if (does.reads_memory || does.writes_memory) {
            if (!is_direct)
                operand.while_kept = effects({STA, one->opcode.mode}).reads & ~set_of(Thing::A);
            if ((operand.while_kept & written) != 0) return false;
            std::size_t slot = 0;
            while (slot < window.places.size() &&
                   (window.places[slot] != one->number() ||
                    (window.modes[slot] != one->opcode.mode &&
                     !(is_direct && is_named(window.modes[slot]))))) {
                ++slot;
            }
            if (slot == window.places.size()) {
                window.places.push_back(one->number());
                window.modes.push_back(one->opcode.mode);
            }
            operand.slot = static_cast<int>(slot);
            window.operands.push_back(operand);
        }
        written |= does.writes;
    }
    return window.places.size() <= Machines::most_slots;
}

std::optional<Window> Code::window(Map::const_iterator from, std::size_t count) const {
    Window made;
    for (auto at = from; made.old.size() < count; ++at) {
        if (at == code_.end() || at->second.is_fixed || at->second.is_decimal) return std::nullopt;
        if (!at->second.is_first || !at->second.file) return std::nullopt;
        if (!made.old.empty() && !follows(*made.old.back(), at->second)) return std::nullopt;
        made.old.push_back(&at->second);
        made.bytes += at->second.size();
    }
    const auto is_inside = [&](Address at) { return at >= made.begin() && at < made.end(); };
    const Instruction* before = nullptr;
    for (const Instruction* one : made.old) {
        const Instruction* const last = std::exchange(before, one);
        const auto from_there = from_.find(one->at);
        if (last != nullptr) {
            const bool is_target = from_there != from_.end();
            if (is_target && !std::ranges::all_of(from_there->second, is_inside))
                return std::nullopt;
            if (has_label(*one, *last) && !is_target) return std::nullopt;
            for (const Block* block : blocks_) {
                if (program_.image.labels.at(block->name) == one->at) return std::nullopt;
            }
        }
        if (one->opcode.mode != Mode::rel) continue;
        made.has_branch = true;
        if (one->number() <= one->at || one->number() > made.end()) return std::nullopt;
    }
    if (!has_operands(made)) return std::nullopt;
    const Things after = made.old.back()->live_after;
    made.live = after & (all_registers | all_flags);
    for (unsigned i = 0; i < made.places.size(); ++i) {
        const bool is_direct = is_named(made.modes[i]);
        const auto named = slots_.find(made.places[i]);
        const bool is_dead =
            is_direct && named != slots_.end() && (after & slot_bit(named->second)) == 0;
        if (!is_dead) made.live |= slot_bit(i);
    }
    return made;
}

std::vector<Window> Code::windows(std::size_t longest) const {
    std::vector<Window> found;
    if (!why_.empty()) return found;
    for (auto at = code_.begin(); at != code_.end(); ++at) {
        for (std::size_t count = 1; count <= longest; ++count) {
            if (auto made = window(at, count)) found.push_back(std::move(*made));
        }
    }
    return found;
}

}  // namespace ryg::shorten
