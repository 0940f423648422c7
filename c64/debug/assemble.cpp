// The operand's form gives the mode, and the opcode table the rest.
#include "c64/debug/assemble.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "emu/opcodes.hpp"

namespace ryg::c64::debug {
namespace {

using emu::Mode;

/// An operand without the signs that say its mode.
struct Operand {
    std::string number;
    Mode wide, narrow;  ///< the same where there is one form only
};

/// Small letters, blanks left out, so that forms can be compared.
std::string tidy(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c != ' ' && c != '\t') result += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    return result;
}

/// `text` is without blanks; its capitals are kept for labels.
Operand take_apart(const std::string& text) {
    const std::string form = tidy(text);
    const auto between = [&text](std::size_t front, std::size_t back) {
        return text.substr(front, text.size() - front - back);
    };
    if (form.starts_with('#')) return {between(1, 0), Mode::imm, Mode::imm};
    if (form.starts_with('(')) {
        if (form.ends_with(",x)")) return {between(1, 3), Mode::izx, Mode::izx};
        if (form.ends_with("),y")) return {between(1, 3), Mode::izy, Mode::izy};
        if (form.ends_with(')')) return {between(1, 1), Mode::ind, Mode::ind};
    }
    const std::size_t wide_only = form.starts_with("a:") ? 2 : 0;
    const auto of = [&](std::size_t back, Mode wide, Mode narrow) {
        return Operand{between(wide_only, back), wide, wide_only != 0 ? wide : narrow};
    };
    if (form.ends_with(",x")) return of(2, Mode::abx, Mode::zpx);
    if (form.ends_with(",y")) return of(2, Mode::aby, Mode::zpy);
    return of(0, Mode::abs, Mode::zp);
}

/// The opcode of a name in a mode. Where several do the same, the documented one is meant.
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
    const std::string name = tidy(text.substr(0, text.find_first_of(" \t#(")));
    std::string rest;
    for (const char c : text.substr(name.size())) {
        if (c != ' ' && c != '\t') rest += c;
    }
    if (name.empty()) throw BadAssembly("the instruction is missing");
    if (std::ranges::find(emu::operation_names, name) == emu::operation_names.end()) {
        throw BadAssembly(fmt::format("'{}' is no instruction", name));
    }
    if (rest.empty() || tidy(rest) == "a") {
        const auto implied = rest.empty() ? opcode_of(name, Mode::imp) : std::nullopt;
        const auto code = implied ? implied : opcode_of(name, Mode::acc);
        if (code) return {*code};
        if (rest.empty()) throw BadAssembly(fmt::format("{} needs an operand", name));
    }
    const Operand operand = take_apart(rest);
    const Address number = value(operand.number);
    if (const auto code = opcode_of(name, Mode::rel); code && operand.wide == Mode::abs) {
        return branch(*code, at, number);
    }
    const auto narrow = number < 0x100 ? opcode_of(name, operand.narrow) : std::nullopt;
    const auto code = narrow ? narrow : opcode_of(name, operand.wide);
    if (!code) throw BadAssembly(fmt::format("{} has no operand like '{}'", name, rest));
    std::vector<Byte> bytes{*code, emu::low(number)};
    if (emu::length(emu::opcodes[*code].mode) == 3) {
        bytes.push_back(emu::high(number));
    } else if (number > 0xFF) {
        throw BadAssembly(fmt::format("'{}' is no byte", operand.number));
    }
    return bytes;
}

}  // namespace ryg::c64::debug
