// Words of a formula as values of the machine before the call.
#include "engine/contracts/formula.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::contracts {
namespace {

using c64::Machine;
using Expression = c64::debug::Expression;

/// Bytes in RAM as a number, the lowest first.
Expression::Value number_at(Extent place) {
    return [place](const Machine& machine) {
        std::uint64_t value = 0;
        for (unsigned at = std::min(place.end, place.begin + 8); at-- > place.begin;) {
            value = value << 8 | machine.ram()[at];
        }
        return static_cast<std::int64_t>(value);
    };
}

std::int64_t value_of(const Expression& expression, const Machine& machine) {
    try {
        return expression.value(machine);
    } catch (const c64::debug::BadExpression& error) {
        throw ContractError(error.what());
    }
}

Expression::Value meaning(const Program& program, std::string_view word) {
    if (is_register(word)) {
        return [name = word.front()](const Machine& machine) -> std::int64_t {
            return register_value(machine.cpu.registers, name);
        };
    }
    const std::string pointer = fmt::format("{}Lo/Hi", word);
    if (program.has(pointer.substr(0, pointer.size() - 3))) {
        return number_at(program.extent(pointer));
    }
    return program.has(word) ? number_at(program.variable(word)) : Expression::Value();
}

}  // namespace

Formulas::Formulas(const Program& program, const Block& block) : program_(program), block_(block) {
    for (const Entry& entry : block.out) {
        Formula formula{&entry, {}};
        try {
            if (!entry.formula().empty()) {
                formula.expression = Expression::parse(
                    entry.formula(), program.image.labels,
                    [&program](std::string_view word) { return meaning(program, word); });
            }
        } catch (const std::runtime_error& error) {
            ContractError bad(error.what());
            bad.line = entry.line;
            throw bad;
        }
        formulas_.push_back(std::move(formula));
    }
}

void Formulas::expect(const Machine& machine, Expected& expected) const {
    for (const auto& [out, expression] : formulas_) {
        if (!expression) continue;
        on_line(out->line, [&] {
            expected.value(out->symbol, static_cast<std::uint64_t>(value_of(*expression, machine)));
        });
    }
}

void Formulas::perform(Machine& machine) const {
    std::vector<std::pair<std::string_view, std::uint64_t>> values;
    for (const std::string& item : block_.uses.items) values.emplace_back(item, 0);
    for (const auto& [out, expression] : formulas_) {
        const auto value = expression ? value_of(*expression, machine) : 0;
        values.emplace_back(out->symbol, static_cast<std::uint64_t>(value));
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
        const Extent place = program_.extent(symbol);
        for (unsigned at = place.begin; at < place.end; ++at, value >>= 8) {
            Byte& byte = machine.ram()[at];
            byte = is_stated ? static_cast<Byte>(value) : other(byte);
        }
    }
}

}  // namespace ryg::contracts
