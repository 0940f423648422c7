// The requests that set breakpoints: each replaces all of its kind, with a result for every one.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "app/fronts/dap/session.hpp"
#include "app/fronts/dap/variables.hpp"
#include "c64/program/numbers.hpp"

namespace ryg::app::dap {
namespace {

using c64::debug::AccessKind;
using emu::Address;
using emu::Byte;
using CheckpointRange = Breakpoints::CheckpointRange;

/// Places breakpoints of one kind; an error in one is reported in its answer and does not affect
/// the others.
class Placing {
  public:
    Placing(SessionContext& context, BreakpointKind kind, std::string source = {})
        : context_(context), kind_(kind), source_(std::move(source)) {
        context.breakpoints.remove(context.debugger().checkpoints, kind, source_);
    }

    /// `find(answer)` returns the addresses; it may add to the answer. It and `kinds()` may throw.
    template <class Kinds, class Find>
    void add(const RequestFields& wish, Kinds&& kinds, Find&& find) {
        Json answer = Json::object();
        try {
            const std::vector<CheckpointRange> ranges = find(answer);
            const Rules rules = read_rules(wish, context_.labels());
            answer["id"] = context_.breakpoints.place(context_.debugger().checkpoints,
                                                      {.kind = kind_, .source = source_}, ranges,
                                                      kinds(), rules);
            answer["verified"] = true;
            answer["instructionReference"] = reference(ranges.front().first);
            if (kind_ == BreakpointKind::function || kind_ == BreakpointKind::instruction) {
                add_position(answer, context_, ranges.front().first);
            }
        } catch (const std::exception& error) {
            answer["id"] = context_.breakpoints.next_id();
            answer["verified"] = false;
            answer["message"] = error.what();
            answer["reason"] = "failed";
        }
        answers_.push_back(std::move(answer));
    }

    [[nodiscard]] Json body() && { return {{"breakpoints", std::move(answers_)}}; }

  private:
    SessionContext& context_;
    BreakpointKind kind_;
    std::string source_;
    Json answers_ = Json::array();
};

constexpr auto on_execution = [] { return AccessKind::exec; };

Json set_breakpoints(SessionContext& context, const RequestFields& arguments) {
    const RequestFields source = arguments.object("source");
    const bool listing = source.has("sourceReference") && !source.has("path");
    const std::string key = listing ? std::to_string(source.number("sourceReference", 0, 1 << 30))
                                    : source.text("path");
    Placing placing(context, BreakpointKind::source, key);
    for (const RequestFields& wish : arguments.list("breakpoints")) {
        placing.add(wish, on_execution, [&](Json& answer) {
            SourcePosition position;
            const auto starts = starts_of(context, source, line_in(context, wish), position);
            answer["source"] = position.source;
            answer["line"] = to_client(context, position.line);
            std::vector<CheckpointRange> ranges;
            for (const Address start : starts) ranges.push_back({start, start});
            return ranges;
        });
    }
    return std::move(placing).body();
}

Json set_function_breakpoints(SessionContext& context, const RequestFields& arguments) {
    Placing placing(context, BreakpointKind::function);
    for (const RequestFields& wish : arguments.list("breakpoints")) {
        placing.add(wish, on_execution, [&](Json&) {
            const Address address = context.commands().address(wish.text("name"));
            return std::vector<CheckpointRange>{{address, address}};
        });
    }
    return std::move(placing).body();
}

Json set_instruction_breakpoints(SessionContext& context, const RequestFields& arguments) {
    Placing placing(context, BreakpointKind::instruction);
    for (const RequestFields& wish : arguments.list("breakpoints")) {
        placing.add(wish, on_execution, [&](Json&) {
            const auto at = parse_reference(wish.text("instructionReference")) +
                            wish.number("offset", -0x10000, 0x10000, 0);
            if (at < 0 || at > 0xffff) throw BadRequest(reference(at) + " is not in memory");
            const auto address = static_cast<Address>(at);
            return std::vector<CheckpointRange>{{address, address}};
        });
    }
    return std::move(placing).body();
}

/// A dataId: the first and the last address, "1b4f-1b4f".
std::string data_id(Address first, Address last) {
    return fmt::format("{:04x}-{:04x}", first, last);
}

CheckpointRange range_of(std::string_view data_id) {
    const auto half = [data_id](std::size_t at) {
        return c64::digits_of(data_id.substr(std::min(at, data_id.size()), 4), 16);
    };
    const auto first = half(0), last = half(5);
    if (data_id.size() != 9 || data_id[4] != '-' || !first || !last || *last < *first) {
        throw BadRequest(fmt::format("'{}' is not a dataId of dataBreakpointInfo", data_id));
    }
    return {static_cast<Address>(*first), static_cast<Address>(*last)};
}

/// The address of `name`, and its number of bytes.
std::optional<std::pair<Address, unsigned>> data_at(const SessionContext& context,
                                                    const RequestFields& arguments) {
    const std::string name = arguments.text("name");
    if (arguments.flag("asAddress")) {
        const std::int64_t at = parse_reference(name);
        if (at < 0 || at > 0xffff) return std::nullopt;
        return std::pair{static_cast<Address>(at), 1u};
    }
    if (!arguments.has("variablesReference")) {
        if (is_register(context, name)) return std::nullopt;
        return std::pair{context.commands().address(name), 1u};
    }
    const ListedVariable variable =
        variable_of(context, arguments.number("variablesReference", 1, 1 << 30), name);
    if (!variable.address || variable.size == 0) return std::nullopt;
    return std::pair{*variable.address, variable.size};
}

Json data_breakpoint_info(SessionContext& context, const RequestFields& arguments) {
    const auto found = data_at(context, arguments);
    if (!found) {
        return {{"dataId", nullptr}, {"description", arguments.text("name") + " is not in memory"}};
    }
    const auto [first, size] = *found;
    const auto bytes = arguments.number("bytes", 1, 0x10000, size);
    const std::int64_t last = first + bytes - 1;
    if (last > 0xffff) throw BadRequest("the range extends beyond the memory");
    std::string what = context.labels().describe(first);
    if (bytes > 1) what += fmt::format(", {} bytes", bytes);
    return {{"dataId", data_id(first, static_cast<Address>(last))},
            {"description", what},
            {"accessTypes", {"read", "write", "readWrite"}},
            {"canPersist", true}};
}

emu::Byte kinds_of(const std::string& access) {
    if (access == "read") return AccessKind::load;
    if (access == "write") return AccessKind::store;
    if (access == "readWrite") return AccessKind::load | AccessKind::store;
    throw BadRequest("'accessType' is not one of these: read, write, readWrite");
}

Json set_data_breakpoints(SessionContext& context, const RequestFields& arguments) {
    Placing placing(context, BreakpointKind::data);
    for (const RequestFields& wish : arguments.list("breakpoints")) {
        placing.add(
            wish, [&] { return kinds_of(wish.text("accessType", "write")); },
            [&](Json&) { return std::vector<CheckpointRange>{range_of(wish.text("dataId"))}; });
    }
    return std::move(placing).body();
}

/// The lines of a range that have generated code.
Json breakpoint_locations(SessionContext& context, const RequestFields& arguments) {
    constexpr unsigned most = 10'000;
    const RequestFields source = arguments.object("source");
    const unsigned first = line_in(context, arguments);
    unsigned last = first;
    if (arguments.has("endLine")) {
        const auto end = arguments.number("endLine", 0, 1 << 30) + 1 - context.terms.first_line;
        last = std::clamp(static_cast<unsigned>(std::max<std::int64_t>(end, first)), first,
                          first + most);
    }
    Json list = Json::array();
    for (unsigned line = first; line <= last; ++line) {
        SourcePosition position;
        try {
            (void)starts_of(context, source, line, position);
        } catch (const BadRequest&) {
            break;  // no more lines
        }
        line = position.line;
        if (line <= last) list.push_back({{"line", to_client(context, line)}});
    }
    return {{"breakpoints", list}};
}

constexpr std::array breakpoint_entries{
    RequestEntry{"setBreakpoints", Needs::program, set_breakpoints},
    RequestEntry{"setFunctionBreakpoints", Needs::program, set_function_breakpoints},
    RequestEntry{"setInstructionBreakpoints", Needs::program, set_instruction_breakpoints},
    RequestEntry{"dataBreakpointInfo", Needs::program, data_breakpoint_info},
    RequestEntry{"setDataBreakpoints", Needs::program, set_data_breakpoints},
    RequestEntry{"breakpointLocations", Needs::program, breakpoint_locations},
};

}  // namespace

std::span<const RequestEntry> breakpoint_requests() { return breakpoint_entries; }

}  // namespace ryg::app::dap
