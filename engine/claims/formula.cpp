// Evaluates the words of a formula on the machine before the call.
#include "engine/claims/formula.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/evaluate.hpp"

namespace ryg::claims {
namespace {

using c64::Machine;
using c64::debug::Expression;
using c64::debug::ExpressionNode;
using c64::debug::MachineValue;
using c64::debug::OnMachine;
using c64::debug::Operator;
using What = MachineValue::What;

/// By index in `register_names`.
constexpr std::array<MachineValue, register_names.size()> register_values{
    {{What::a},
     {What::x},
     {What::y},
     {What::flag, flag_bit('C')},
     {What::flag, flag_bit('Z')},
     {What::flag, flag_bit('N')},
     {What::flag, flag_bit('V')},
     {What::flag, flag_bit('D')},
     {What::flag, flag_bit('I')}}};
constexpr unsigned most_bytes = 8;  // maximum size of a number

/// The pairs of names that a block uses as one value: `$02/$03`, `lo/hi`.
using Pairs = std::vector<std::string>;

Pairs pairs_of(const Block& block) {
    Pairs pairs;
    for (const auto* entries : {&block.in, &block.out}) {
        for (const Entry& entry : *entries) {
            const bool is_named = entry.symbol.find('/') != entry.symbol.npos;
            if (is_named && !entry.symbol.ends_with("Lo/Hi")) pairs.push_back(entry.symbol);
        }
    }
    return pairs;
}

void check_after(std::string_view word, bool knows_after) {
    if (knows_after) return;
    throw ContractError(
        fmt::format("{} is a value after the call, which only 'where' may use", word));
}

std::optional<MachineValue> meaning(const Program& program, std::string_view word,
                                    bool knows_after) {
    if (word.ends_with('\'')) {
        check_after(word, knows_after);
        auto value = meaning(program, word.substr(0, word.size() - 1), false);
        if (value) value->is_after = true;
        return value;
    }
    if (is_register(word)) return register_values.at(register_names.find(word));
    const std::string pointer = fmt::format("{}Lo/Hi", word);
    const bool is_pointer = program.has(pointer.substr(0, pointer.size() - 3));
    if (!is_pointer && !program.has(word)) return {};
    const Extent place = is_pointer ? program.extent(pointer) : program.variable(word);
    if (place.size() > most_bytes) {
        throw ContractError(fmt::format(
            "'{0}' has {1} bytes, but a number at most {2}: its first byte is @(.{0} + 0)", word,
            place.size(), most_bytes));
    }
    return MachineValue{What::ram, place.begin, place.end};
}

[[noreturn]] void refuse_formula(const Expression& expression, const ExpressionNode& node,
                                 std::string_view what, std::string_view where = "In") {
    const auto error = c64::debug::error_in(expression.text(), node.character,
                                            fmt::format("{} is not in {}", what, where));
    throw ContractError(error.what());
}

}  // namespace

Addresses constants_of(const Program& program) {
    Addresses constants;
    set(constants, {program.image.load_address, program.image.end()});
    for (const Extent& extent : program.data) set(constants, extent, false);
    const auto varies = [&](const std::string& symbol) {
        try {
            set(constants, program.extent(symbol), false);
        } catch (const ContractError&) {  // reported by the check of its own block
        }
    };
    for (const auto& [name, block] : program.blocks) {
        for (const auto* entries : {&block.in, &block.out}) {
            for (const Entry& entry : *entries) varies(entry.symbol);
        }
        std::ranges::for_each(block.uses.items, varies);
        for (const unsigned at : program.own_operands(block)) constants.reset(at);
    }
    return constants;
}

namespace {

Expression read_formula(std::string_view text, const Program& program, bool knows_after,
                        const Pairs& pairs) {
    const auto meant = [&](std::string_view word) -> std::optional<MachineValue> {
        if (word.find('/') == word.npos) return meaning(program, word, knows_after);
        const bool is_after = word.ends_with('\'');
        const std::string_view pair = word.substr(0, word.size() - (is_after ? 1 : 0));
        if (std::ranges::find(pairs, pair) == pairs.end()) {
            if (word[0] != '$') return {};
            throw ContractError(fmt::format("no In or Out names '{}'", pair));
        }
        if (is_after) check_after(word, knows_after);
        const Extent place = program.extent(pair);
        return MachineValue{What::ram, place.begin, place.end, is_after};
    };
    c64::Labels labels = program.image.labels;  // S+3 is an argument on the stack
    if (!program.has("S")) labels.add("S", 0x100 + Call::entry_s);
    try {
        return Expression::parse(text, labels, meant);
    } catch (const ContractError&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw ContractError(error.what());
    }
}

}  // namespace

Expression formula_of(std::string_view text, const Program& program, bool knows_after) {
    return read_formula(text, program, knows_after, {});
}

namespace {

/// Refuses bytes that callers do not set, or that need values.
void check_place(const Program& program, const Entry& entry) {
    constexpr unsigned back = Call::stack_top;
    if (is_register(entry.symbol) || index_symbol(entry.symbol) || field_symbol(entry.symbol))
        return;
    const Extent place = program.extent(entry.symbol);
    if (place.begin < 2 && place.end > 0 && entry.bytes.ranges.empty()) {
        throw ContractError(
            fmt::format("{}: give the values that the port may have", entry.symbol));
    }
    if (place.begin < back + 2 && place.end > back) {
        throw ContractError(fmt::format("{} is the address to return to", entry.symbol));
    }
}

}  // namespace

Formulas::Formulas(const Program& program, const Block& block) : program_(program), block_(block) {
    const Pairs pairs = pairs_of(block);
    const auto parsed = [&](std::string_view text, bool knows_after) -> std::optional<Expression> {
        if (text.empty()) return {};
        return read_formula(text, program, knows_after, pairs);
    };
    for (const Entry& entry : block.in) {
        on_line(entry.line, [&] { check_place(program, entry); });
    }
    for (const Entry& entry : block.out) {
        on_line(entry.line, [&] {
            formulas_.push_back({&entry, parsed(entry.formula(), false),
                                 parsed(entry.condition(), false), parsed(entry.relation(), true)});
        });
    }
    for (const Saying& each : block.requirements) {
        on_line(each.line, [&] { requirements_.push_back(*parsed(each.text, false)); });
    }
    const auto states = [](const Entry& entry) { return entry.is_stated(); };
    const bool prints = block.prints.line != 0;
    if (requirements_.empty() && !prints && std::ranges::none_of(block.out, states)) return;
    read_inputs();
    if (prints) on_line(block.prints.line, [&] { read_prints(); });
    for (const Formula& formula : formulas_) {
        on_line(formula.out->line, [&] {
            const auto element = index_symbol(formula.out->symbol);
            const auto is_index = [&](const Entry& in) { return in.symbol == element->part; };
            if (element && formula.out->is_stated() && std::ranges::none_of(block.in, is_index)) {
                throw ContractError(
                    fmt::format("{}: {} is not in In", formula.out->symbol, element->part));
            }
            for (const auto* each : {&formula.expression, &formula.condition, &formula.relation}) {
                if (*each) check(**each);
            }
        });
    }
    for (std::size_t i = 0; i < requirements_.size(); ++i) {
        on_line(block.requirements[i].line, [&] { check(requirements_[i]); });
    }
}

/// `'A =', A + 48, $0d`: texts, and formulas of single characters.
void Formulas::read_prints() {
    const std::string& text = block_.prints.text;
    for (std::size_t at = text.find_first_not_of(' '); at < text.size();) {
        const bool is_text = text[at] == '\'';
        std::size_t end = is_text ? text.find('\'', at + 1) : text.find(',', at);
        if (is_text) {
            if (end == text.npos) throw ContractError("Prints: a text ends with '");
            prints_.push_back({.text = text.substr(at + 1, end - at - 1)});
            end = text.find_first_not_of(' ', end + 1);
            if (end < text.size() && text[end] != ',') {
                throw ContractError("Prints: expected ',' between texts and characters");
            }
        } else {
            end = std::min(end, text.size());
            prints_.push_back({.value = read_formula(text.substr(at, end - at), program_, false,
                                                     pairs_of(block_))});
            check(*prints_.back().value);
        }
        if (end >= text.size()) return;
        at = text.find_first_not_of(' ', end + 1);
        if (at == text.npos) throw ContractError("Prints: nothing follows ','");
    }
}

void Formulas::read_inputs() {
    readable_ = constants_of(program_);
    for (const Entry& entry : block_.in) {
        on_line(entry.line, [&] {
            const Extent place = program_.extent(entry.symbol);
            set(readable_, place);
            if (entry.kind == "text") texts_.push_back(place);
            if (entry.size != 0) buffers_.emplace_back(place, entry.size);
        });
        leads_elsewhere_ |=
            !entry.kind.empty() && entry.kind != "any" && entry.kind != "text" && entry.size == 0;
    }
}

bool Formulas::is_in(const MachineValue& value, std::span<const Entry> entries) const {
    MachineValue register_value = value;
    register_value.is_after = false;
    const auto names = [&](const Entry& entry, unsigned at) {
        if (is_register(entry.symbol)) {
            return register_values.at(register_names.find(entry.symbol)) == register_value;
        }
        const bool is_memory = value.what == What::ram && !field_symbol(entry.symbol);
        return is_memory && program_.extent(entry.symbol).contains(at);
    };
    for (unsigned at = value.begin; at < std::max(value.end, value.begin + 1); ++at) {
        if (std::ranges::none_of(entries, [&](const Entry& entry) { return names(entry, at); })) {
            return false;
        }
    }
    return true;
}

void Formulas::check(const Expression& expression) const {
    for (const ExpressionNode& node : expression.nodes()) {
        if (node.what == Operator::value) {
            const MachineValue& value = node.value;
            if (value.is_after) {
                if (is_in(value, block_.out)) continue;
                refuse_formula(expression, node, "a value after the call that", "Out");
            }
            bool is_known = value.what == What::ram || is_in(value, block_.in);
            for (unsigned at = value.begin; value.what == What::ram && at < value.end; ++at) {
                is_known &= readable_[at];
            }
            if (is_known) continue;
            refuse_formula(
                expression, node,
                "'" + expression.text().substr(node.character, node.end - node.character) + "'");
        }
        if (node.what != Operator::peek) continue;
        const ExpressionNode& address = expression.nodes()[node.operands[0]];
        if (address.what == Operator::number) check_peek(expression, node, address.number, {});
    }
}

void Formulas::check_peek(const Expression& formula, const ExpressionNode& peek,
                          std::uint64_t address, std::span<const Byte> ram) const {
    for (unsigned i = 0; i < (peek.is_word ? 2U : 1U); ++i) {
        const auto at = static_cast<Address>(address + i);
        const auto is_in_text = [&](const Extent& pointer) {
            if (ram.empty()) return true;  // not decidable yet
            unsigned character = emu::word(ram[pointer.begin], ram[pointer.begin + 1]);
            while (character < at && ram[character] != 0) ++character;
            return character == at;
        };
        const auto is_in_buffer = [&](const std::pair<Extent, unsigned>& buffer) {
            if (ram.empty()) return true;
            const unsigned begin = emu::word(ram[buffer.first.begin], ram[buffer.first.begin + 1]);
            return at >= begin && at < begin + buffer.second;
        };
        if (readable_[at] || leads_elsewhere_ || std::ranges::any_of(texts_, is_in_text) ||
            std::ranges::any_of(buffers_, is_in_buffer))
            continue;
        refuse_formula(formula, peek, fmt::format("${:04x}", at));
    }
}

namespace {

/// Numbers of a machine that is about to execute the routine; `@` reads inputs only. RAM below a
/// chip contains the values of its registers (engine/claims/chips.hpp).
struct OfInputs : OnMachine {
    const Formulas& formulas;
    const Expression& formula;

    [[nodiscard]] Word peek(Word address, const ExpressionNode& node) const {
        formulas.check_peek(formula, node, address, machine.ram());
        ExpressionNode from = node;
        const bool is_chip = address >> 12 == 0xd;
        if (is_chip && node.bank == c64::debug::Bank::cpu) from.bank = c64::debug::Bank::ram;
        return OnMachine::peek(address, from);
    }
};

/// Numbers before and after a call, of RAM.
struct OfBoth : c64::debug::NumberAlgebra {
    const Formulas& formulas;
    const Expression& formula;
    const Call& before;
    const emu::Registers& registers;
    std::span<const Byte> ram;

    [[nodiscard]] Word read(const MachineValue& value) const {
        return value.is_after ? c64::debug::value_of(value, registers, ram)
                              : c64::debug::value_of(value, before.registers, before.ram);
    }
    [[nodiscard]] Word peek(Word address, const ExpressionNode& node) const {
        formulas.check_peek(formula, node, address, before.ram);
        const auto at = static_cast<Address>(address);
        return before.ram[at] |
               (node.is_word ? Word{before.ram[static_cast<Address>(at + 1)]} << 8 : 0);
    }
};

template <class Of>
std::uint64_t value_in(Of numbers, const Expression& formula) {
    try {
        return evaluate(formula, numbers);
    } catch (const c64::debug::BadExpression& error) {
        throw ContractError(error.what());
    }
}

std::uint64_t value_of(const Formulas& formulas, const Expression& formula,
                       const Machine& machine) {
    return value_in(OfInputs{{{formula.text()}, machine}, formulas, formula}, formula);
}

}  // namespace

const Expression* Formulas::unmet(const Machine& machine) const {
    const auto holds = [&](const Expression& each) {
        OfInputs inputs{{{each.text()}, machine}, *this, each};
        try {
            return evaluate(each, inputs) != 0;
        } catch (const c64::debug::BadExpression&) {
            return false;
        }
    };
    const auto found = std::ranges::find_if_not(requirements_, holds);
    return found == requirements_.end() ? nullptr : &*found;
}

void Formulas::expect(const Machine& machine, Expected& expected) const {
    if (!prints_.empty()) {
        expected.any_text = false;
        expected.printed.clear();
    }
    for (const Characters& each : prints_) {
        expected.print(each.text);
        if (!each.value) continue;
        on_line(block_.prints.line,
                [&] { expected.print(static_cast<char>(value_of(*this, *each.value, machine))); });
    }
    for (const Formula& formula : formulas_) {
        on_line(formula.out->line, [&] {
            if (const auto& relation = formula.relation) {
                const auto holds = [this, &formula, &before = expected.call()](
                                       const emu::Registers& after, std::span<const Byte> ram) {
                    std::uint64_t value = 0;
                    on_line(formula.out->line, [&] {
                        const Expression& says = *formula.relation;
                        value =
                            value_in(OfBoth{{says.text()}, *this, says, before, after, ram}, says);
                    });
                    return value != 0;
                };
                expected.relations.push_back(
                    {holds, fmt::format("{} is not as {}", formula.out->symbol, relation->text()),
                     formula.out->line});
            }
            if (!formula.expression) return;
            if (formula.condition && value_of(*this, *formula.condition, machine) == 0) return;
            const std::uint64_t value = value_of(*this, *formula.expression, machine);
            const bool is_negative =
                !formula.expression->nodes().back().is_unsigned && value >> 63 != 0;
            expected.value(formula.out->symbol, value, is_negative ? 0xff : 0);
        });
    }
}

void Formulas::perform(Machine& machine) const {
    std::vector<std::pair<std::string_view, std::uint64_t>> values;
    for (const std::string& item : block_.uses.items) values.emplace_back(item, 0);
    std::vector<bool> is_stated(values.size());
    for (const Formula& formula : formulas_) {
        if (formula.relation) {
            throw ContractError(
                fmt::format("{}: '{}' does not determine a value to put in its place", block_.name,
                            formula.relation->text()));
        }
        is_stated.push_back(
            formula.expression &&
            (!formula.condition || value_of(*this, *formula.condition, machine) != 0));
        values.emplace_back(formula.out->symbol,
                            is_stated.back() ? value_of(*this, *formula.expression, machine) : 0);
    }
    const auto uses = block_.uses.items.size();
    machine.cpu.registers.p ^= emu::Flag::N | emu::Flag::Z | emu::Flag::C;  // may be stated below
    for (std::size_t i = 0; i < values.size(); ++i) {
        auto [symbol, value] = values[i];
        const Entry* const out = i < uses ? nullptr : formulas_[i - uses].out;
        // Everything that is not stated gets an allowed value different from before.
        const auto other = [&](Byte before) -> Byte {
            if (out == nullptr || out->bytes.ranges.empty()) return static_cast<Byte>(~before);
            return out->bytes.at((before + 1U) % out->bytes.size());
        };
        if (is_register(symbol)) {
            emu::Registers& registers = machine.cpu.registers;
            const Byte before = register_value(registers, symbol.front());
            set_register(registers, symbol.front(),
                         is_stated[i] ? static_cast<Byte>(value) : other(before));
            continue;
        }
        const Extent place = program_.place(symbol, machine.ram());
        if (place.begin >> 12 == 0xd && (machine.ram()[1] & 4) != 0) {
            throw ContractError(fmt::format("{}: a stub cannot set {}", block_.name, symbol));
        }
        for (unsigned at = place.begin; at < place.end; ++at, value >>= 8) {
            Byte& byte = machine.ram()[at];
            byte = is_stated[i] ? static_cast<Byte>(value) : other(byte);
        }
    }
}

}  // namespace ryg::claims
