// Exception filters, which stop a program at probable errors, and the requests for them.
#include <algorithm>
#include <array>
#include <bitset>
#include <fmt/format.h>

#include "app/fronts/dap/session.hpp"
#include "c64/kernal/entries.hpp"

namespace ryg::app::dap {
namespace {

using c64::Machine;
using c64::debug::AccessKind;
using c64::debug::WatchedAccess;
using emu::Address;
using emu::Byte;
using CheckpointRange = Breakpoints::CheckpointRange;
using Also = std::function<bool(const Machine&, const std::optional<WatchedAccess>&)>;

/// A filter stops at accesses of these kinds for which `also` holds.
struct Filter {
    std::string_view id, title;
    Address first, last;
    Byte kinds;
    Also (*also)(const c64::debug::Symbols&);
    bool needs_source = false;
};

/// Before an instruction with one of these operations.
template <emu::Operation operation>
Also comes(const c64::debug::Symbols&) {
    return [](const Machine& machine, const std::optional<WatchedAccess>&) {
        return emu::opcodes[machine.peek(machine.cpu.registers.pc)].operation == operation;
    };
}

/// After a push that found S at $00, or a pull that found it at $ff: they meet at $0100.
Also wraps(const c64::debug::Symbols&) {
    return [](const Machine& machine, const std::optional<WatchedAccess>& access) {
        using enum emu::Operation;
        const Byte s = machine.cpu.registers.s;
        switch (emu::opcodes[access->opcode].operation) {
            case PHA:
            case PHP:
            case JSR:
            case BRK: return access->is_store && s >= 0xFC;
            case PLA:
            case PLP: return s == 0;
            case RTS: return s <= 1;
            case RTI: return s <= 2;
            default: return false;
        }
    };
}

Also stores_to_code(const c64::debug::Symbols& symbols) {
    const auto code = std::make_shared<std::bitset<0x10000>>();
    for (unsigned at = 0; at < 0x10000; ++at) {
        (*code)[at] = symbols.is_code(static_cast<Address>(at));
    }
    return [code](const Machine&, const std::optional<WatchedAccess>& access) {
        return (*code)[access->address];
    };
}

/// The program reads a key from the KERNAL, and there is none.
Also waits_for_key(const c64::debug::Symbols&) {
    return [](const Machine& machine, const std::optional<WatchedAccess>&) {
        const Address pc = machine.cpu.registers.pc;
        return (pc == c64::GETIN || pc == c64::CHRIN) && machine.ram()[c64::NDX] == 0 &&
               machine.keys_waiting() == 0;
    };
}

constexpr std::array<Filter, 5> filters{
    {{"brk", "BRK: the program is about to execute one", 0, 0xFFFF, AccessKind::exec,
      comes<emu::Operation::BRK>},
     {"jam", "JAM: the program is about to execute one", 0, 0xFFFF, AccessKind::exec,
      comes<emu::Operation::JAM>},
     {"stack", "Stack: S wraps around", 0x0100, 0x0100, AccessKind::load | AccessKind::store,
      wraps},
     {"code", "Code: a store to code that a source line generated", 0, 0xFFFF, AccessKind::store,
      stores_to_code, true},
     {"key", "Key: the program waits for one", c64::CHRIN, c64::GETIN, AccessKind::exec,
      waits_for_key}}};

Json set_exception_breakpoints(SessionContext& context, const RequestFields& arguments) {
    std::vector<std::string> wanted = arguments.texts("filters");
    for (const RequestFields& option : arguments.list("filterOptions")) {
        wanted.push_back(option.text("filterId"));
    }
    for (const Filter& filter : filters) {
        context.breakpoints.remove(context.debugger().checkpoints, BreakpointKind::exception,
                                   filter.id);
    }
    Json answers = Json::array();
    for (const std::string& id : wanted) {
        Json answer{{"verified", false}};
        const auto filter = std::ranges::find(filters, id, &Filter::id);
        if (filter == filters.end()) {
            answer["message"] = fmt::format("there is no filter '{}'", id);
        } else if (filter->needs_source && context.symbols().info.empty()) {
            answer["message"] = "the program has no debug file, so its code is not known";
        } else {
            answer["verified"] = true;
            answer["id"] = context.breakpoints.place(
                context.debugger().checkpoints,
                {.kind = BreakpointKind::exception, .source = std::string(filter->id)},
                std::array{CheckpointRange{filter->first, filter->last}}, filter->kinds,
                {.also = filter->also(context.symbols())});
        }
        answers.push_back(std::move(answer));
    }
    return {{"breakpoints", answers}};
}

/// Describes the last stop by an exception filter or a JAM opcode.
Json exception_info(SessionContext& context, const RequestFields& arguments) {
    check_thread(arguments);
    if (context.exception.empty()) throw BadRequest("no exception has stopped the program");
    return {{"exceptionId", context.exception},
            {"description", exception_title(context.exception)},
            {"breakMode", "always"}};
}

constexpr std::array exceptions_entries{
    RequestEntry{"setExceptionBreakpoints", Needs::program, set_exception_breakpoints},
    RequestEntry{"exceptionInfo", Needs::standstill, exception_info},
};

}  // namespace

Json exception_filters() {
    Json list = Json::array();
    for (const Filter& filter : filters) {
        list.push_back({{"filter", filter.id}, {"label", filter.title}, {"default", false}});
    }
    return list;
}

std::string_view exception_title(std::string_view id) {
    const auto filter = std::ranges::find(filters, id, &Filter::id);
    return filter == filters.end() ? std::string_view() : filter->title;
}

std::span<const RequestEntry> exception_requests() { return exceptions_entries; }

}  // namespace ryg::app::dap
