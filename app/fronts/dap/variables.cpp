// Registers, flags, memory and the program's data as variables; and the open calls.
#include "app/fronts/dap/variables.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ryg::app::dap {
namespace {

using emu::Address;
using emu::Byte;
using emu::Registers;

constexpr std::int64_t registers_reference = 1, flags_reference = 2, zero_page_reference = 3,
                       screen_reference = 4, first_view = 5;

/// The references of a view's inner variables follow this times its number from 1.
constexpr std::int64_t view_stride = 0x10000;

struct NamedFlag {
    std::string_view name;
    Byte bit;
};
constexpr std::array flags{NamedFlag{"N", emu::Flag::N}, NamedFlag{"V", emu::Flag::V},
                           NamedFlag{"D", emu::Flag::D}, NamedFlag{"I", emu::Flag::I},
                           NamedFlag{"Z", emu::Flag::Z}, NamedFlag{"C", emu::Flag::C}};

struct ByteRegister {
    std::string_view name, expression;
    Byte Registers::*member;
};
constexpr std::array byte_registers{
    ByteRegister{"A", "a", &Registers::a}, ByteRegister{"X", "x", &Registers::x},
    ByteRegister{"Y", "y", &Registers::y}, ByteRegister{"SP", "sp", &Registers::s},
    ByteRegister{"P", "fl", &Registers::p}};

using Variables = std::vector<ListedVariable>;

Variables register_variables(const SessionContext& context) {
    const Registers& registers = context.machine().cpu.registers;
    Variables all;
    all.push_back(
        {{.name = "PC",
          .value = fmt::format("${:04x} {}", registers.pc, context.labels().describe(registers.pc)),
          .address = registers.pc,
          .size = 0,
          .expression = "pc"}});
    for (const ByteRegister& each : byte_registers) {
        all.push_back({{.name = std::string(each.name),
                        .value = number_text(registers.*each.member),
                        .expression = std::string(each.expression)}});
    }
    all.push_back({{.name = "cycle",
                    .value = fmt::format("{}", context.machine().cpu.cycle),
                    .expression = "cycle"}});
    return all;
}

Variables flag_variables(const SessionContext& context) {
    Variables all;
    for (const NamedFlag& flag : flags) {
        const bool set = (context.machine().cpu.registers.p & flag.bit) != 0;
        all.push_back({{.name = std::string(flag.name), .value = set ? "1" : "0"}});
    }
    return all;
}

Variables zero_page_variables(const SessionContext& context) {
    Variables all;
    for (unsigned at = 0; at < 0x100; ++at) {
        const auto address = static_cast<Address>(at);
        const auto place = context.labels().nearest(address, 0);
        all.push_back({{.name = fmt::format("${:02x}", at),
                        .value = number_text(context.machine().peek(address)) +
                                 (place ? fmt::format(" {}", place->name) : ""),
                        .address = address,
                        .expression = fmt::format("@${:02x}", at)}});
    }
    return all;
}

Variables screen_variables(const SessionContext& context) {
    Variables all;
    for (const std::string& line : context.machine().screen()) {
        all.push_back({{.name = fmt::format("{:2}", all.size()), .value = line}});
    }
    return all;
}

/// The variables of a view, or of one of its variables.
Variables view_variables(const SessionContext& context, std::int64_t reference) {
    const auto& views = context.commands().views;
    const auto count = static_cast<std::int64_t>(views.size());
    const bool inner = reference >= view_stride;
    const std::int64_t number = inner ? reference / view_stride - 1 : reference - first_view;
    if (number < 0 || number >= count) {
        throw BadRequest(fmt::format("there are no variables with the reference {}", reference));
    }
    std::optional<Address> parent;
    if (inner) parent = static_cast<Address>(reference % view_stride);
    Variables all;
    for (auto& shown :
         views[static_cast<std::size_t>(number)].variables(context.machine(), parent)) {
        const std::int64_t children =
            shown.children ? (number + 1) * view_stride + *shown.children : 0;
        all.push_back({std::move(shown), children});
    }
    return all;
}

Byte byte_of(std::int64_t value, std::int64_t most) {
    if (value < 0 || value > most) {
        throw BadRequest(fmt::format("{} does not fit: it may be 0 to {}", value, most));
    }
    return static_cast<Byte>(value);
}

bool set_register(SessionContext& context, std::string_view name, std::int64_t value) {
    if (name == "PC") {
        if (value < 0 || value > 0xffff) throw BadRequest("PC may be $0000 to $ffff");
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

bool set_flag(SessionContext& context, std::string_view name, std::int64_t value) {
    const auto found = std::ranges::find(flags, name, &NamedFlag::name);
    if (found == flags.end()) return false;
    const bool set = byte_of(value, 1) != 0;
    context.debugger().edit([bit = found->bit, set](c64::Machine& machine) {
        Byte& p = machine.cpu.registers.p;
        p = static_cast<Byte>(set ? p | bit : p & ~bit);
    });
    return true;
}

}  // namespace

std::vector<Scope> scopes_of(const SessionContext& context) {
    std::vector<Scope> scopes{{"Registers", "registers", registers_reference},
                              {"Flags", "", flags_reference},
                              {"Zero page", "", zero_page_reference, 0x100},
                              {"Screen", "", screen_reference}};
    std::int64_t reference = first_view;
    for (const auto& view : context.commands().views)
        scopes.push_back({view.name, "", reference++});
    return scopes;
}

bool is_register(const SessionContext& context, std::string_view text) {
    return std::ranges::any_of(register_variables(context), [text](const ListedVariable& each) {
        return each.name == text || each.expression == text;
    });
}

std::vector<ListedVariable> variables_of(const SessionContext& context, std::int64_t reference) {
    switch (reference) {
        case registers_reference: return register_variables(context);
        case flags_reference: return flag_variables(context);
        case zero_page_reference: return zero_page_variables(context);
        case screen_reference: return screen_variables(context);
        default: return view_variables(context, reference);
    }
}

ListedVariable variable_of(const SessionContext& context, std::int64_t reference,
                           std::string_view name) {
    for (ListedVariable& variable : variables_of(context, reference)) {
        if (variable.name == name) return std::move(variable);
    }
    throw BadRequest(fmt::format("there is no variable '{}' there", name));
}

void set_variable(SessionContext& context, std::int64_t reference, std::string_view name,
                  std::int64_t value) {
    const ListedVariable variable = variable_of(context, reference, name);
    if (reference == registers_reference && set_register(context, name, value)) return;
    if (reference == flags_reference && set_flag(context, name, value)) return;
    if (!variable.address || variable.size < 1 || variable.size > 2) {
        throw BadRequest(fmt::format("{} cannot be changed", name));
    }
    const bool is_word = variable.size == 2;
    (void)byte_of(value, is_word ? 0xffff : 0xff);
    context.debugger().edit([address = *variable.address, value, is_word](c64::Machine& machine) {
        machine.poke(address, static_cast<Byte>(value & 0xff));
        if (is_word) machine.poke(static_cast<Address>(address + 1), static_cast<Byte>(value >> 8));
    });
}

namespace {

Json threads(SessionContext&, const RequestFields&) {
    return {{"threads", Json::array({{{"id", thread_id}, {"name", "6502"}}})}};
}

/// A routine's name: local labels belong to it.
std::string routine_name(std::string_view label) {
    return std::string(label.substr(0, label.find('@')));
}

/// Where a routine is, and its name; the innermost first.
struct StackLevel {
    Address at;
    std::string name;
};

std::vector<StackLevel> levels(const SessionContext& context) {
    std::vector<StackLevel> all;
    Address at = context.debugger().pc();
    const auto& frames = context.debugger().frames();
    for (std::size_t i = frames.size(); i-- > 0;) {
        const auto& frame = frames[i];
        all.push_back({at, context.labels().describe(frame.routine) +
                               (frame.interrupt ? " (interrupt)" : "")});
        at = frame.call;
    }
    const auto place = context.labels().nearest(at);
    all.push_back({at, place ? routine_name(place->name) : fmt::format("${:04x}", at)});
    return all;
}

/// The part of a list that a client requests; a count of 0 means the rest.
std::pair<std::size_t, std::size_t> part_of(std::size_t size, const RequestFields& arguments,
                                            const char* start, const char* count) {
    constexpr std::int64_t most = 1 << 30;
    const auto from = static_cast<std::size_t>(arguments.number(start, 0, most, 0));
    const auto wanted = static_cast<std::size_t>(arguments.number(count, 0, most, 0));
    return {std::min(from, size), wanted == 0 ? size : std::min(size, from + wanted)};
}

Json stack_trace(SessionContext& context, const RequestFields& arguments) {
    arguments.check_number("threadId", thread_id, thread_id);
    const std::vector<StackLevel> all = levels(context);
    const auto [start, end] = part_of(all.size(), arguments, "startFrame", "levels");
    Json frames = Json::array();
    for (std::size_t i = start; i < end; ++i) {
        Json frame{{"id", i + 1}, {"name", all[i].name}};
        add_position(frame, context, all[i].at);
        frame["instructionPointerReference"] = reference(all[i].at);
        frames.push_back(std::move(frame));
    }
    return {{"stackFrames", frames}, {"totalFrames", all.size()}};
}

Json scopes(SessionContext& context, const RequestFields& arguments) {
    const auto frames = static_cast<std::int64_t>(context.debugger().frames().size()) + 1;
    arguments.check_number("frameId", 1, frames);
    Json list = Json::array();
    for (const Scope& scope : scopes_of(context)) {
        Json body{
            {"name", scope.name}, {"variablesReference", scope.reference}, {"expensive", false}};
        if (!scope.hint.empty()) body["presentationHint"] = scope.hint;
        if (scope.indexed > 0) body["indexedVariables"] = scope.indexed;
        list.push_back(std::move(body));
    }
    return {{"scopes", list}};
}

Json variable_body(const ListedVariable& variable) {
    Json body{{"name", variable.name},
              {"value", variable.value},
              {"variablesReference", variable.reference}};
    if (!variable.expression.empty()) body["evaluateName"] = variable.expression;
    if (variable.address) body["memoryReference"] = reference(*variable.address);
    return body;
}

Json variables(SessionContext& context, const RequestFields& arguments) {
    const auto all = variables_of(context, arguments.number("variablesReference", 1, 1 << 30));
    const auto [start, end] = part_of(all.size(), arguments, "start", "count");
    Json list = Json::array();
    for (std::size_t i = start; i < end; ++i) list.push_back(variable_body(all[i]));
    return {{"variables", list}};
}

/// A value that the user has typed.
std::int64_t value_in(const SessionContext& context, const RequestFields& arguments) {
    return context.commands().expression(arguments.text("value")).value(context.machine());
}

Json set_variable_request(SessionContext& context, const RequestFields& arguments) {
    const std::int64_t reference = arguments.number("variablesReference", 1, 1 << 30);
    const std::string name = arguments.text("name");
    set_variable(context, reference, name, value_in(context, arguments));
    context.report_change();
    return {{"value", variable_of(context, reference, name).value}};
}

/// Sets a register, or a byte of memory given by its address, with or without @.
Json set_expression(SessionContext& context, const RequestFields& arguments) {
    std::string target = arguments.text("expression");
    const std::int64_t value = value_in(context, arguments);
    const bool is_label = context.labels().find(target) && !is_register(context, target);
    for (const Scope& scope : scopes_of(context)) {
        if (is_label) break;
        for (const ListedVariable& variable : variables_of(context, scope.reference)) {
            if (variable.expression != target && variable.name != target) continue;
            set_variable(context, scope.reference, variable.name, value);
            context.report_change();
            return {{"value", variable_of(context, scope.reference, variable.name).value}};
        }
    }
    if (target.starts_with('@')) target.erase(0, 1);
    const Address address = context.commands().address(target);
    if (value < 0 || value > 0xff) throw BadRequest("a byte may be 0 to 255");
    context.poke(address, {{static_cast<emu::Byte>(value)}});
    return {{"value", number_text(context.machine().peek(address))},
            {"memoryReference", reference(address)}};
}

constexpr std::array variables_entries{
    RequestEntry{"threads", Needs::initialize, threads},
    RequestEntry{"stackTrace", Needs::standstill, stack_trace},
    RequestEntry{"scopes", Needs::standstill, scopes},
    RequestEntry{"variables", Needs::standstill, variables},
    RequestEntry{"setVariable", Needs::standstill, set_variable_request},
    RequestEntry{"setExpression", Needs::standstill, set_expression},
};

}  // namespace

std::span<const RequestEntry> state_requests() { return variables_entries; }

}  // namespace ryg::app::dap
