// Words of a formula as values of the machine before the call.
#include "engine/contracts/formula.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/evaluate.hpp"

namespace ryg::contracts {
namespace {

using c64::Machine;
using c64::debug::Expression;
using c64::debug::ExpressionNode;
using c64::debug::MachineValue;
using c64::debug::OnMachine;
using c64::debug::Operator;
using What = MachineValue::What;

/// By their place in `register_names`.
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
constexpr unsigned most_bytes = 8;  // of a number

std::optional<MachineValue> meaning(const Program& program, std::string_view word) {
    if (is_register(word)) return register_values.at(register_names.find(word));
    const std::string pointer = fmt::format("{}Lo/Hi", word);
    const bool is_pointer = program.has(pointer.substr(0, pointer.size() - 3));
    if (!is_pointer && !program.has(word)) return {};
    const Extent place = is_pointer ? program.extent(pointer) : program.variable(word);
    if (place.size() > most_bytes) {
        throw ContractError(
            fmt::format("'{0}' has {1} bytes, a number at most {2}: a byte of it is @(.{0} + 0)",
                        word, place.size(), most_bytes));
    }
    return MachineValue{What::ram, place.begin, place.end};
}

[[noreturn]] void refuse(const Expression& expression, const ExpressionNode& node,
                         std::string_view what) {
    const auto error = c64::debug::error_in(expression.text(), node.character,
                                            fmt::format("{} is not in In", what));
    throw ContractError(error.what());
}

void set(Addresses& addresses, const Extent& extent, bool value) {
    for (unsigned at = extent.begin; at < extent.end; ++at) addresses.set(at, value);
}

/// The bytes of the program that are the same in each call: in none of its variables.
Addresses constants_of(const Program& program) {
    Addresses constants;
    set(constants, {program.image.load_address, program.image.end()}, true);
    for (const Extent& extent : program.data) set(constants, extent, false);
    const auto varies = [&](const std::string& symbol) {
        try {
            set(constants, program.extent(symbol), false);
        } catch (const ContractError&) {  // a word that only its own block's check has to know
        }
    };
    for (const auto& [name, block] : program.blocks) {
        for (const auto* entries : {&block.in, &block.out}) {
            for (const Entry& entry : *entries) varies(entry.symbol);
        }
        std::ranges::for_each(block.uses.items, varies);
    }
    return constants;
}

}  // namespace

Expression formula_of(std::string_view text, const Program& program) {
    try {
        return Expression::parse(text, program.image.labels, [&program](std::string_view word) {
            return meaning(program, word);
        });
    } catch (const ContractError&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw ContractError(error.what());
    }
}

Formulas::Formulas(const Program& program, const Block& block) : program_(program), block_(block) {
    for (const Entry& entry : block.out) {
        on_line(entry.line, [&] {
            Formula formula{&entry, {}};
            if (!entry.formula().empty()) {
                formula.expression = formula_of(entry.formula(), program);
            }
            formulas_.push_back(std::move(formula));
        });
    }
    const auto states = [](const Formula& formula) { return formula.expression.has_value(); };
    if (std::ranges::none_of(formulas_, states)) return;
    read_inputs();
    for (const Formula& formula : formulas_) {
        if (formula.expression) on_line(formula.out->line, [&] { check(formula); });
    }
}

void Formulas::read_inputs() {
    readable_ = constants_of(program_);
    for (const Entry& entry : block_.in) {
        on_line(entry.line, [&] {
            const Extent place = program_.extent(entry.symbol);
            set(readable_, place, true);
            if (entry.kind == "text") texts_.push_back(place);
        });
        leads_elsewhere_ |= !entry.kind.empty() && entry.kind != "any" && entry.kind != "text";
    }
}

void Formulas::check(const Formula& formula) const {
    const Expression& expression = *formula.expression;
    const auto is_in = [&](const MachineValue& value) {
        return std::ranges::any_of(block_.in, [&](const Entry& entry) {
            return is_register(entry.symbol) &&
                   register_values.at(register_names.find(entry.symbol)) == value;
        });
    };
    for (const ExpressionNode& node : expression.nodes()) {
        if (node.what == Operator::value) {
            const MachineValue& value = node.value;
            bool is_known = value.what == What::ram || is_in(value);
            for (unsigned at = value.begin; value.what == What::ram && at < value.end; ++at) {
                is_known &= readable_[at];
            }
            if (is_known) continue;
            refuse(expression, node,
                   "'" + expression.text().substr(node.character, node.end - node.character) + "'");
        }
        if (node.what != Operator::peek) continue;
        const ExpressionNode& address = expression.nodes()[node.operands[0]];
        if (address.what == Operator::number) check_peek(formula, node, address.number, {});
    }
}

void Formulas::check_peek(const Formula& formula, const ExpressionNode& peek, std::uint64_t address,
                          std::span<const Byte> ram) const {
    for (unsigned i = 0; i < (peek.is_word ? 2U : 1U); ++i) {
        const auto at = static_cast<Address>(address + i);
        const auto is_in_text = [&](const Extent& pointer) {
            if (ram.empty()) return true;  // cannot tell yet
            unsigned character = emu::word(ram[pointer.begin], ram[pointer.begin + 1]);
            while (character < at && ram[character] != 0) ++character;
            return character == at;
        };
        if (readable_[at] || leads_elsewhere_ || std::ranges::any_of(texts_, is_in_text)) continue;
        refuse(*formula.expression, peek, fmt::format("${:04x}", at));
    }
}

namespace {

/// Numbers of a machine that is about to execute the routine; `@` reads inputs only.
struct OfInputs : OnMachine {
    const Formulas& formulas;
    const Formulas::Formula& formula;

    [[nodiscard]] Word peek(Word address, const ExpressionNode& node) const {
        formulas.check_peek(formula, node, address, machine.ram());
        return OnMachine::peek(address, node);
    }
};

std::uint64_t value_of(const Formulas& formulas, const Formulas::Formula& formula,
                       const Machine& machine) {
    try {
        OfInputs inputs{{machine, formula.expression->text()}, formulas, formula};
        return evaluate(*formula.expression, inputs);
    } catch (const c64::debug::BadExpression& error) {
        throw ContractError(error.what());
    }
}

}  // namespace

void Formulas::expect(const Machine& machine, Expected& expected) const {
    for (const Formula& formula : formulas_) {
        if (!formula.expression) continue;
        on_line(formula.out->line, [&] {
            const std::uint64_t value = value_of(*this, formula, machine);
            const bool is_negative =
                !formula.expression->nodes().back().is_unsigned && value >> 63 != 0;
            expected.value(formula.out->symbol, value, is_negative ? 0xff : 0);
        });
    }
}

void Formulas::perform(Machine& machine) const {
    std::vector<std::pair<std::string_view, std::uint64_t>> values;
    for (const std::string& item : block_.uses.items) values.emplace_back(item, 0);
    for (const Formula& formula : formulas_) {
        const auto value = formula.expression ? value_of(*this, formula, machine) : 0;
        values.emplace_back(formula.out->symbol, value);
    }
    const auto uses = block_.uses.items.size();
    machine.cpu.registers.p ^= emu::Flag::N | emu::Flag::Z | emu::Flag::C;  // unless stated
    for (std::size_t i = 0; i < values.size(); ++i) {
        auto [symbol, value] = values[i];
        const bool is_stated = i >= uses && formulas_[i - uses].expression.has_value();
        const Entry* const out = i < uses ? nullptr : formulas_[i - uses].out;
        // What is not stated is another value than before, of those that it may have.
        const auto other = [&](Byte before) -> Byte {
            if (out == nullptr || out->bytes.ranges.empty()) return static_cast<Byte>(~before);
            return out->bytes.at((before + 1U) % out->bytes.size());
        };
        if (is_register(symbol)) {
            emu::Registers& registers = machine.cpu.registers;
            const Byte before = register_value(registers, symbol.front());
            set_register(registers, symbol.front(),
                         is_stated ? static_cast<Byte>(value) : other(before));
            continue;
        }
        const Extent place = program_.place(symbol, machine.ram());
        for (unsigned at = place.begin; at < place.end; ++at, value >>= 8) {
            Byte& byte = machine.ram()[at];
            byte = is_stated ? static_cast<Byte>(value) : other(byte);
        }
    }
}

}  // namespace ryg::contracts
