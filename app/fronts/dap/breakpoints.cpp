// Which checkpoints a breakpoint of the client stands for, and the requests that set breakpoints:
// each replaces all of its kind, and answers one by one.
#include "app/fronts/dap/breakpoints.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <fmt/format.h>

#include "app/fronts/dap/session.hpp"
#include "app/fronts/dap/variables.hpp"
#include "c64/program/numbers.hpp"

namespace ryg::app::dap {
namespace {

/// "3" and ">= 3" stop at the third hit and from then on, "> 3" from the fourth, "== 3" at the
/// third alone, "%3" at every third.
std::function<bool(std::uint64_t)> hits_that_count(std::string_view text) {
    using Hits = std::uint64_t;
    struct Form {
        std::string_view sign;
        Hits least;
        bool (*counts)(Hits hits, Hits number);
    };
    constexpr std::array<Form, 6> forms{
        {{">=", 1, [](Hits hits, Hits number) { return hits >= number; }},
         {">", 0, [](Hits hits, Hits number) { return hits > number; }},
         {"==", 1, [](Hits hits, Hits number) { return hits == number; }},
         {"=", 1, [](Hits hits, Hits number) { return hits == number; }},
         {"%", 1, [](Hits hits, Hits number) { return hits % number == 0; }},
         {"", 1, [](Hits hits, Hits number) { return hits >= number; }}}};
    std::string packed(text);
    std::erase(packed, ' ');
    const auto form = std::ranges::find_if(
        forms, [&packed](const Form& each) { return packed.starts_with(each.sign); });
    const auto number = c64::digits_of(std::string_view(packed).substr(form->sign.size()), 10);
    if (!number || *number < form->least) {
        throw BadRequest(fmt::format(
            "the hit condition '{}' is not one of these: 3, >= 3, > 3, == 3, %3", text));
    }
    return [counts = form->counts, number = *number](Hits hits) { return counts(hits, number); };
}

}  // namespace

std::string_view reason_of(BreakpointKind kind) {
    switch (kind) {
        case BreakpointKind::function: return "function breakpoint";
        case BreakpointKind::instruction: return "instruction breakpoint";
        case BreakpointKind::data: return "data breakpoint";
        case BreakpointKind::exception: return "exception";
        case BreakpointKind::source:
        case BreakpointKind::command: break;
    }
    return "breakpoint";
}

LogMessage::LogMessage(std::string_view text, const c64::Labels& labels) {
    while (!text.empty()) {
        const auto open = std::min(text.find('{'), text.size());
        if (open > 0) parts_.push_back({std::string(text.substr(0, open))});
        text.remove_prefix(open);
        if (text.empty()) return;
        const auto close = text.find('}');
        if (close == text.npos) throw BadRequest("the log message has a brace that is not closed");
        parts_.push_back({{}, Expression::parse(text.substr(1, close - 1), labels)});
        text.remove_prefix(close + 1);
    }
}

std::string LogMessage::text(const c64::Machine& machine) const {
    std::string all;
    for (const Part& part : parts_) {
        all += part.value ? number_text(part.value->value(machine)) : part.text;
    }
    return all;
}

Rules read_rules(const Fields& breakpoint, const c64::Labels& labels) {
    Rules rules;
    const std::string condition = breakpoint.text("condition", "");
    if (!condition.empty()) rules.condition = Expression::parse(condition, labels);
    const std::string hits = breakpoint.text("hitCondition", "");
    if (!hits.empty()) rules.on_hits = hits_that_count(hits);
    const std::string log = breakpoint.text("logMessage", "");
    if (!log.empty()) rules.log = LogMessage(log, labels);
    return rules;
}

void Breakpoints::remove(Checkpoints& table, BreakpointKind kind, std::string_view source) {
    std::erase_if(placed_, [&](const Placed& placed) {
        if (placed.kind != kind || placed.source != source) return false;
        for (const unsigned number : placed.checkpoints) table.remove(number);
        return true;
    });
}

void Breakpoints::remove_all(Checkpoints& table) {
    std::erase_if(placed_, [&](const Placed& placed) {
        if (placed.kind == BreakpointKind::command) return false;
        for (const unsigned number : placed.checkpoints) table.remove(number);
        return true;
    });
}

unsigned Breakpoints::place(Checkpoints& table, Placed placed, std::span<const Range> ranges,
                            emu::Byte kinds, const Rules& rules) {
    for (const auto [first, last] : ranges) {
        placed.checkpoints.push_back(table.add({.first = first,
                                                .last = last,
                                                .kinds = kinds,
                                                .stops = !rules.log,
                                                .condition = rules.condition,
                                                .also = rules.also,
                                                .on_hits = rules.on_hits}));
    }
    placed.id = next_id();
    placed.log = rules.log;
    placed_.push_back(std::move(placed));
    return placed_.back().id;
}

const Placed* Breakpoints::find(unsigned checkpoint) const {
    const auto found = std::ranges::find_if(placed_, [checkpoint](const Placed& placed) {
        return std::ranges::find(placed.checkpoints, checkpoint) != placed.checkpoints.end();
    });
    return found == placed_.end() ? nullptr : &*found;
}

Breakpoints::Change Breakpoints::follow(const Checkpoints& table) {
    Change change;
    const auto is_there = [&table](unsigned number) {
        return std::ranges::find(table.all(), number, &Checkpoint::number) != table.all().end();
    };
    std::erase_if(placed_, [&](Placed& placed) {
        std::erase_if(placed.checkpoints, [&](unsigned number) { return !is_there(number); });
        if (!placed.checkpoints.empty()) return false;
        change.removed.push_back(placed.id);
        return true;
    });
    for (const Checkpoint& checkpoint : table.all()) {
        if (find(checkpoint.number) != nullptr) continue;
        placed_.push_back({next_id(), BreakpointKind::command, {}, {checkpoint.number}, {}});
        change.added.push_back(placed_.back());
    }
    return change;
}

namespace {

using c64::debug::Kind;
using emu::Address;
using emu::Byte;
using Range = Breakpoints::Range;

/// Places breakpoints of one kind one after another; what is wrong with one is said in its answer
/// and does no harm to the others.
class Placing {
  public:
    Placing(Context& context, BreakpointKind kind, std::string source = {})
        : context_(context), kind_(kind), source_(std::move(source)) {
        context.breakpoints.remove(context.debugger().checkpoints, kind, source_);
    }

    /// `find(answer)` returns the addresses; it may add to the answer. It and `kinds()` may throw.
    template <class Kinds, class Find>
    void add(const Fields& wish, Kinds&& kinds, Find&& find) {
        Json answer = Json::object();
        try {
            const std::vector<Range> ranges = find(answer);
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
    Context& context_;
    BreakpointKind kind_;
    std::string source_;
    Json answers_ = Json::array();
};

constexpr auto executed = [] { return Kind::exec; };

Json set_breakpoints(Context& context, const Fields& arguments) {
    const Fields source = arguments.object("source");
    const bool listing = source.has("sourceReference") && !source.has("path");
    const std::string key = listing ? std::to_string(source.number("sourceReference", 0, 1 << 30))
                                    : source.text("path");
    Placing placing(context, BreakpointKind::source, key);
    for (const Fields& wish : arguments.list("breakpoints")) {
        placing.add(wish, executed, [&](Json& answer) {
            Position position;
            const auto starts = starts_of(context, source, line_in(context, wish), position);
            answer["source"] = position.source;
            answer["line"] = to_client(context, position.line);
            std::vector<Range> ranges;
            for (const Address start : starts) ranges.push_back({start, start});
            return ranges;
        });
    }
    return std::move(placing).body();
}

Json set_function_breakpoints(Context& context, const Fields& arguments) {
    Placing placing(context, BreakpointKind::function);
    for (const Fields& wish : arguments.list("breakpoints")) {
        placing.add(wish, executed, [&](Json&) {
            const Address address = context.commands().address(wish.text("name"));
            return std::vector<Range>{{address, address}};
        });
    }
    return std::move(placing).body();
}

Json set_instruction_breakpoints(Context& context, const Fields& arguments) {
    Placing placing(context, BreakpointKind::instruction);
    for (const Fields& wish : arguments.list("breakpoints")) {
        placing.add(wish, executed, [&](Json&) {
            const auto at = parse_reference(wish.text("instructionReference")) +
                            wish.number("offset", -0x10000, 0x10000, 0);
            if (at < 0 || at > 0xffff) throw BadRequest(reference(at) + " is not in memory");
            const auto address = static_cast<Address>(at);
            return std::vector<Range>{{address, address}};
        });
    }
    return std::move(placing).body();
}

/// A dataId: the first and the last address, "1b4f-1b4f".
std::string data_id(Address first, Address last) {
    return fmt::format("{:04x}-{:04x}", first, last);
}

Range range_of(std::string_view data_id) {
    const auto half = [data_id](std::size_t at) {
        return c64::digits_of(data_id.substr(std::min(at, data_id.size()), 4), 16);
    };
    const auto first = half(0), last = half(5);
    if (data_id.size() != 9 || data_id[4] != '-' || !first || !last || *last < *first) {
        throw BadRequest(fmt::format("'{}' is not a dataId of dataBreakpointInfo", data_id));
    }
    return {static_cast<Address>(*first), static_cast<Address>(*last)};
}

/// The address that `name` means, and how many bytes are there.
std::optional<std::pair<Address, unsigned>> data_at(const Context& context,
                                                    const Fields& arguments) {
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
    const Variable variable =
        variable_of(context, arguments.number("variablesReference", 1, 1 << 30), name);
    if (!variable.address || variable.size == 0) return std::nullopt;
    return std::pair{*variable.address, variable.size};
}

Json data_breakpoint_info(Context& context, const Fields& arguments) {
    const auto found = data_at(context, arguments);
    if (!found) {
        return {{"dataId", nullptr}, {"description", arguments.text("name") + " is not in memory"}};
    }
    const auto [first, size] = *found;
    const auto bytes = arguments.number("bytes", 1, 0x10000, size);
    const std::int64_t last = first + bytes - 1;
    if (last > 0xffff) throw BadRequest("the range ends after the memory");
    std::string what = context.labels().describe(first);
    if (bytes > 1) what += fmt::format(", {} bytes", bytes);
    return {{"dataId", data_id(first, static_cast<Address>(last))},
            {"description", what},
            {"accessTypes", {"read", "write", "readWrite"}},
            {"canPersist", true}};
}

emu::Byte kinds_of(const std::string& access) {
    if (access == "read") return Kind::load;
    if (access == "write") return Kind::store;
    if (access == "readWrite") return Kind::load | Kind::store;
    throw BadRequest("'accessType' is not one of these: read, write, readWrite");
}

Json set_data_breakpoints(Context& context, const Fields& arguments) {
    Placing placing(context, BreakpointKind::data);
    for (const Fields& wish : arguments.list("breakpoints")) {
        placing.add(
            wish, [&] { return kinds_of(wish.text("accessType", "write")); },
            [&](Json&) { return std::vector<Range>{range_of(wish.text("dataId"))}; });
    }
    return std::move(placing).body();
}

// --- what a program should not do ---------------------------------------------------------------

using c64::Machine;
using c64::debug::Access;
using Also = std::function<bool(const Machine&, const std::optional<Access>&)>;

/// What a filter stops at: accesses of these kinds for which `also` holds.
struct Filter {
    std::string_view id, title;
    Address first, last;
    Byte kinds;
    Also (*also)(const c64::debug::Symbols&);
    bool needs_source = false;
};

/// In front of an instruction with one of these operations.
template <emu::Operation operation>
Also comes(const c64::debug::Symbols&) {
    return [](const Machine& machine, const std::optional<Access>&) {
        return emu::opcodes[machine.peek(machine.cpu.registers.pc)].operation == operation;
    };
}

/// After a push that found S at $00, or a pull that found it at $ff: they meet at $0100.
Also wraps(const c64::debug::Symbols&) {
    return [](const Machine& machine, const std::optional<Access>& access) {
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
    return [code](const Machine&, const std::optional<Access>& access) {
        return (*code)[access->address];
    };
}

/// The KERNAL is asked for a key, and there is none.
Also waits_for_key(const c64::debug::Symbols&) {
    return [](const Machine& machine, const std::optional<Access>&) {
        constexpr Address keys_in_buffer = 0xC6, GETIN = 0xFFE4, CHRIN = 0xFFCF;
        const Address pc = machine.cpu.registers.pc;
        return (pc == GETIN || pc == CHRIN) && machine.ram()[keys_in_buffer] == 0 &&
               machine.keys_waiting() == 0;
    };
}

constexpr std::array<Filter, 5> filters{
    {{"brk", "BRK: the program comes to one", 0, 0xFFFF, Kind::exec, comes<emu::Operation::BRK>},
     {"jam", "JAM: the program comes to one", 0, 0xFFFF, Kind::exec, comes<emu::Operation::JAM>},
     {"stack", "Stack: S wraps around", 0x0100, 0x0100, Kind::load | Kind::store, wraps},
     {"code", "Code: a store to what a source line made as code", 0, 0xFFFF, Kind::store,
      stores_to_code, true},
     {"key", "Key: the program waits for one", 0xFFCF, 0xFFE4, Kind::exec, waits_for_key}}};

Json set_exception_breakpoints(Context& context, const Fields& arguments) {
    std::vector<std::string> wanted = arguments.texts("filters");
    for (const Fields& option : arguments.list("filterOptions")) {
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
            answer["message"] = "the program has no debug file, which says what is code";
        } else {
            answer["verified"] = true;
            answer["id"] = context.breakpoints.place(
                context.debugger().checkpoints,
                {.kind = BreakpointKind::exception, .source = std::string(filter->id)},
                std::array{Range{filter->first, filter->last}}, filter->kinds,
                {.also = filter->also(context.symbols())});
        }
        answers.push_back(std::move(answer));
    }
    return {{"breakpoints", answers}};
}

/// The lines from one to another that have made code.
Json breakpoint_locations(Context& context, const Fields& arguments) {
    constexpr unsigned most = 10'000;
    const Fields source = arguments.object("source");
    const unsigned first = line_in(context, arguments);
    unsigned last = first;
    if (arguments.has("endLine")) {
        const auto end = arguments.number("endLine", 0, 1 << 30) + 1 - context.terms.first_line;
        last = std::clamp(static_cast<unsigned>(std::max<std::int64_t>(end, first)), first,
                          first + most);
    }
    Json list = Json::array();
    for (unsigned line = first; line <= last; ++line) {
        Position position;
        try {
            (void)starts_of(context, source, line, position);
        } catch (const BadRequest&) {
            break;  // nothing more from here on
        }
        line = position.line;
        if (line <= last) list.push_back({{"line", to_client(context, line)}});
    }
    return {{"breakpoints", list}};
}

constexpr std::array entries{
    Entry{"setBreakpoints", Needs::program, set_breakpoints},
    Entry{"setFunctionBreakpoints", Needs::program, set_function_breakpoints},
    Entry{"setInstructionBreakpoints", Needs::program, set_instruction_breakpoints},
    Entry{"dataBreakpointInfo", Needs::program, data_breakpoint_info},
    Entry{"setDataBreakpoints", Needs::program, set_data_breakpoints},
    Entry{"setExceptionBreakpoints", Needs::program, set_exception_breakpoints},
    Entry{"breakpointLocations", Needs::program, breakpoint_locations},
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

std::span<const Entry> breakpoint_requests() { return entries; }

}  // namespace ryg::app::dap
