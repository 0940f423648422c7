// The operand's form gives the mode, and the opcode table the rest.
#include "c64/debug/assemble.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "c64/debug/expression.hpp"
#include "emu/disassemble.hpp"

namespace ryg::c64::debug {
namespace {

using emu::Mode;

std::string without_blanks(std::string_view text) {
    std::string result(text);
    std::erase_if(result, [](char c) { return c == ' ' || c == '\t'; });
    return result;
}

/// The opcode of a name in a mode; of several equivalent ones, the documented one.
std::optional<Byte> opcode_of(std::string_view name, Mode mode) {
    constexpr Byte nop = 0xEA;
    const auto fits = [&](std::size_t code) {
        return emu::name(emu::opcodes[code].operation) == name && emu::opcodes[code].mode == mode;
    };
    if (fits(nop)) return nop;
    for (std::size_t code = 0; code < 256; ++code) {
        if (fits(code)) return static_cast<Byte>(code);
    }
    return {};
}

std::vector<Byte> branch(Byte code, Address at, Address target) {
    const int distance = static_cast<std::int16_t>(target - at - 2);
    if (distance < -128 || distance > 127) {
        throw BadAssembly(fmt::format("${:04x} is too far away for a branch", target));
    }
    return {code, static_cast<Byte>(distance)};
}

}  // namespace

std::vector<Byte> assemble(std::string_view text, Address at,
                           const std::function<Address(std::string_view)>& value) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const std::string name = lower_case(text.substr(0, text.find_first_of(" \t#(")));
    const std::string rest = without_blanks(text.substr(name.size()));  // capitals are for labels
    const std::string form_text = lower_case(rest);
    if (name.empty()) throw BadAssembly("the instruction is missing");
    if (std::ranges::find(emu::operation_names, name) == emu::operation_names.end()) {
        throw BadAssembly(fmt::format("'{}' is not an instruction", name));
    }
    if (rest.empty() || form_text == "a") {
        const auto implied = rest.empty() ? opcode_of(name, Mode::imp) : std::nullopt;
        const auto code = implied ? implied : opcode_of(name, Mode::acc);
        if (code) return {*code};
        if (rest.empty()) throw BadAssembly(fmt::format("{} needs an operand", name));
    }
    const bool wide_only = form_text.starts_with("a:");
    const std::size_t begin = wide_only ? 2 : 0;
    const auto form = std::ranges::find_if(emu::operand_forms, [&](const emu::OperandForm& each) {
        return (!wide_only || each.before.empty()) && form_text.starts_with(each.before) &&
               form_text.ends_with(each.after);
    });
    const std::size_t front = begin + form->before.size(),
                      back = std::max(front, rest.size() - form->after.size());
    const std::string operand = rest.substr(front, back - front);
    const Address number = value(operand);
    for (const auto& [mode, before, after] : emu::operand_forms) {
        if (before != form->before || after != form->after) continue;
        const auto code = opcode_of(name, mode);
        const bool narrow = mode == Mode::zp || mode == Mode::zpx || mode == Mode::zpy;
        if (!code || (narrow && (wide_only || number > 0xFF))) continue;
        if (mode == Mode::rel) return branch(*code, at, number);
        if (emu::length(mode) == 3) return {*code, emu::low(number), emu::high(number)};
        if (number > 0xFF) throw BadAssembly(fmt::format("'{}' is not a byte", operand));
        return {*code, emu::low(number)};
    }
    throw BadAssembly(fmt::format("{} has no operand like '{}'", name, rest));
}

}  // namespace ryg::c64::debug
