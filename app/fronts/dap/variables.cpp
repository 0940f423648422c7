// Registers, flags and memory as variables.
#include "app/fronts/dap/variables.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "app/fronts/dap/text.hpp"
#include "app/fronts/dap/tree_variables.hpp"

namespace ryg::app::dap {
namespace {

using emu::Address;
using emu::Byte;
using emu::Registers;

constexpr std::int64_t registers_reference = 1, flags_reference = 2, zero_page_reference = 3,
                       screen_reference = 4, board_reference = 5, tree_reference = 6;

struct Flag {
    std::string_view name;
    Byte bit;
};
constexpr std::array flags{Flag{"N", emu::Flag::N}, Flag{"V", emu::Flag::V},
                           Flag{"D", emu::Flag::D}, Flag{"I", emu::Flag::I},
                           Flag{"Z", emu::Flag::Z}, Flag{"C", emu::Flag::C}};

struct ByteRegister {
    std::string_view name, expression;
    Byte Registers::*member;
};
constexpr std::array byte_registers{
    ByteRegister{"A", "a", &Registers::a}, ByteRegister{"X", "x", &Registers::x},
    ByteRegister{"Y", "y", &Registers::y}, ByteRegister{"SP", "sp", &Registers::s},
    ByteRegister{"P", "fl", &Registers::p}};

std::vector<Variable> register_variables(const Context& context) {
    const Registers& registers = context.machine().cpu.registers;
    std::vector<Variable> all;
    all.push_back(
        {.name = "PC",
         .value = fmt::format("${:04x} {}", registers.pc, context.labels().describe(registers.pc)),
         .address = registers.pc,
         .size = 0,
         .expression = "pc"});
    for (const ByteRegister& each : byte_registers) {
        all.push_back({.name = std::string(each.name),
                       .value = number_text(registers.*each.member),
                       .expression = std::string(each.expression)});
    }
    all.push_back({.name = "cycle",
                   .value = fmt::format("{}", context.machine().cpu.cycle),
                   .expression = "cycle"});
    return all;
}

std::vector<Variable> flag_variables(const Context& context) {
    std::vector<Variable> all;
    for (const Flag& flag : flags) {
        const bool set = (context.machine().cpu.registers.p & flag.bit) != 0;
        all.push_back({.name = std::string(flag.name), .value = set ? "1" : "0"});
    }
    return all;
}

std::vector<Variable> zero_page_variables(const Context& context) {
    std::vector<Variable> all;
    for (unsigned at = 0; at < 0x100; ++at) {
        const auto address = static_cast<Address>(at);
        const auto place = context.labels().nearest(address, 0);
        all.push_back({.name = fmt::format("${:02x}", at),
                       .value = number_text(context.machine().peek(address)) +
                                (place ? fmt::format(" {}", place->name) : ""),
                       .address = address,
                       .expression = fmt::format("@${:02x}", at)});
    }
    return all;
}

std::vector<Variable> screen_variables(const Context& context) {
    std::vector<Variable> all;
    for (const std::string& line : context.machine().screen()) {
        all.push_back({.name = fmt::format("{:2}", all.size()), .value = line});
    }
    return all;
}

Byte byte_of(std::int64_t value, std::int64_t most) {
    if (value < 0 || value > most) {
        throw Trouble(fmt::format("{} does not fit: it may be 0 to {}", value, most));
    }
    return static_cast<Byte>(value);
}

bool set_register(Context& context, std::string_view name, std::int64_t value) {
    if (name == "PC") {
        if (value < 0 || value > 0xffff) throw Trouble("PC may be $0000 to $ffff");
        const auto pc = static_cast<Address>(value);
        context.debugger().edit([pc](c64::Machine& machine) { machine.cpu.jump(pc); });
        return true;
    }
    const auto found = std::ranges::find(byte_registers, name, &ByteRegister::name);
    if (found == byte_registers.end()) return false;
    const Byte byte = byte_of(value, 0xff);
    context.debugger().edit([member = found->member, byte](c64::Machine& machine) {
        machine.cpu.registers.*member = byte;
        machine.cpu.registers.p =
            static_cast<Byte>((machine.cpu.registers.p | emu::Flag::unused) & ~emu::Flag::B);
    });
    return true;
}

bool set_flag(Context& context, std::string_view name, std::int64_t value) {
    const auto found = std::ranges::find(flags, name, &Flag::name);
    if (found == flags.end()) return false;
    const bool set = byte_of(value, 1) != 0;
    context.debugger().edit([bit = found->bit, set](c64::Machine& machine) {
        Byte& p = machine.cpu.registers.p;
        p = static_cast<Byte>(set ? p | bit : p & ~bit);
    });
    return true;
}

}  // namespace

std::vector<Scope> scopes_of(const Context& context) {
    std::vector<Scope> scopes{{"Registers", "registers", registers_reference},
                              {"Flags", "", flags_reference},
                              {"Zero page", "", zero_page_reference, 0x100},
                              {"Screen", "", screen_reference}};
    if (has_board(context)) scopes.push_back({"Board", "", board_reference});
    if (has_tree(context)) scopes.push_back({"Tree", "", tree_reference});
    return scopes;
}

bool is_register(const Context& context, std::string_view text) {
    return std::ranges::any_of(register_variables(context), [text](const Variable& each) {
        return each.name == text || each.expression == text;
    });
}

std::vector<Variable> variables_of(const Context& context, std::int64_t reference) {
    switch (reference) {
        case registers_reference: return register_variables(context);
        case flags_reference: return flag_variables(context);
        case zero_page_reference: return zero_page_variables(context);
        case screen_reference: return screen_variables(context);
        case board_reference:
            if (has_board(context)) return board_variables(context);
            break;
        case tree_reference:
            if (has_tree(context)) return tree_variables(context);
            break;
        default:
            if (reference < first_node_reference || reference > first_node_reference + 0xffff)
                break;
            return node_variables(context, reference - first_node_reference);
    }
    throw Trouble(fmt::format("there are no variables with the reference {}", reference));
}

Variable variable_of(const Context& context, std::int64_t reference, std::string_view name) {
    for (Variable& variable : variables_of(context, reference)) {
        if (variable.name == name) return std::move(variable);
    }
    throw Trouble(fmt::format("there is no variable '{}' there", name));
}

void set_variable(Context& context, std::int64_t reference, std::string_view name,
                  std::int64_t value) {
    const Variable variable = variable_of(context, reference, name);
    if (reference == registers_reference && set_register(context, name, value)) return;
    if (reference == flags_reference && set_flag(context, name, value)) return;
    if (!variable.address || variable.size != 1) {
        throw Trouble(fmt::format("{} cannot be changed", name));
    }
    const Byte byte = byte_of(value, 0xff);
    context.debugger().edit([address = *variable.address, byte](c64::Machine& machine) {
        machine.poke(address, byte);
    });
}

}  // namespace ryg::app::dap
