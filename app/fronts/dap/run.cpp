// Runs, steps and the way back. A run is made in pieces so short that a message which has to wait
// for the end of one is not noticed to wait.
#include <array>
#include <fmt/format.h>

#include "app/fronts/dap/session.hpp"

namespace ryg::app::dap {
namespace {

using c64::debug::Executed;
using c64::debug::Hit;
using c64::debug::Reason;
using c64::debug::Stop;

/// True for frames that an interrupt has opened since there were `level` of them.
bool in_interrupt(const Debugger& debugger, std::size_t level) {
    const auto& frames = debugger.frames();
    return std::any_of(frames.begin() + static_cast<std::ptrdiff_t>(level), frames.end(),
                       [](const c64::debug::Frame& frame) { return frame.interrupt; });
}

Goal to_another_line(const Debugger& debugger, const Sources& sources, bool enters_calls) {
    const auto line_now = [&debugger, &sources] {
        return sources.line_at(debugger.machine().cpu.registers.pc);
    };
    const std::size_t level = debugger.frames().size();
    return [&debugger, line_now, level, enters_calls, start = line_now()](const Executed&) {
        const std::size_t depth = debugger.frames().size();
        if (depth < level) return true;
        const auto line = line_now();
        if (!line) return false;
        if (depth > level) return enters_calls && !in_interrupt(debugger, level);
        return line != start;
    };
}

bool has_line(const Debugger& debugger, const Sources& sources) {
    return sources.line_at(debugger.machine().cpu.registers.pc).has_value();
}

Goal one_instruction() {
    return [](const Executed&) { return true; };
}

Goal one_instruction_with_calls(const Debugger& debugger) {
    const std::size_t level = debugger.frames().size();
    return [&debugger, level, interrupted = false](const Executed& executed) mutable {
        const std::size_t depth = debugger.frames().size();
        if (executed.interrupt && depth == level + 1) interrupted = true;
        if (depth > level) return false;
        return !std::exchange(interrupted, false);
    };
}

Goal next_line(const Debugger& debugger, const Sources& sources) {
    if (!has_line(debugger, sources)) return one_instruction_with_calls(debugger);
    return to_another_line(debugger, sources, false);
}

Goal line_in_call(const Debugger& debugger, const Sources& sources) {
    if (!has_line(debugger, sources)) return one_instruction();
    return to_another_line(debugger, sources, true);
}

Goal out_of_routine(const Debugger& debugger) {
    if (!debugger.frames().empty()) {
        return [&debugger, level = debugger.frames().size(),
                frame = debugger.frames().back()](const Executed&) {
            const auto& frames = debugger.frames();
            return frames.size() < level || frames[level - 1] != frame;
        };
    }
    const emu::Byte level = debugger.machine().cpu.registers.s;
    return [level](const Executed& executed) {
        using enum emu::Operation;
        const emu::Operation operation = emu::opcodes[executed.opcode].operation;
        return (operation == RTS || operation == RTI) && executed.after.s > level;
    };
}

/// Some ten milliseconds.
constexpr emu::Cycle piece = 500'000;

Stop forward(Context& context) {
    const Program& program = *context.program;
    const Goal& goal = context.run->goal;
    return context.debugger().run_until(
        [&](const Executed& executed) {
            return program.has_returned() || (goal && goal(executed));
        },
        piece);
}

/// "data breakpoint": the kind of the first that was hit.
std::string_view reason_of(const Context& context, const Stop& stop) {
    const Placed* const placed = context.breakpoints.find(stop.hits.front().checkpoint);
    return reason_of(placed == nullptr ? BreakpointKind::command : placed->kind);
}

Json hit_ids(const Context& context, const Stop& stop) {
    Json ids = Json::array();
    for (const Hit& hit : stop.hits) {
        const Placed* const placed = context.breakpoints.find(hit.checkpoint);
        if (placed != nullptr) ids.push_back(placed->id);
    }
    return ids;
}

std::string text_of(const Context& context, const Stop& stop) {
    std::string text;
    for (const Hit& hit : stop.hits) {
        if (!hit.access) continue;
        if (!text.empty()) text += "; ";
        text += context.commands().describe(hit);
    }
    return text;
}

/// Adds the `exited` and `terminated` events.
void report_end(Context& context) {
    context.events.push_back(
        {"output",
         {{"category", "console"},
          {"output", fmt::format("{} has returned after {} cycles\n", context.program->name,
                                 context.machine().cpu.cycle)}}});
    context.events.push_back({"exited", {{"exitCode", 0}}});
    context.events.push_back({"terminated", Json::object()});
}

}  // namespace

void run_on(Context& context) {
    const Run& run = *context.run;
    const Stop stop = run.backward ? context.debugger().run_back() : forward(context);
    // A message that wants a stop has come: its answer does what it says.
    if (stop.reason == Reason::limit || stop.reason == Reason::paused) return;
    const std::string reason = std::exchange(context.run, std::nullopt)->reason;
    const bool moved = stop.reason == Reason::done;
    if (moved && context.program->has_returned()) return report_end(context);
    report_stop(context, reason, stop);
}

void report_stop(Context& context, std::string_view reason, const Stop& stop) {
    Json body{{"reason", reason}, {"threadId", thread_id}, {"allThreadsStopped", true}};
    switch (stop.reason) {
        case Reason::checkpoint:
            body["reason"] = reason_of(context, stop);
            body["hitBreakpointIds"] = hit_ids(context, stop);
            if (const std::string text = text_of(context, stop); !text.empty()) {
                body["text"] = text;
            }
            break;
        case Reason::jammed:
            body["reason"] = "exception";
            body["description"] = "The processor has jammed";
            body["text"] = "a JAM opcode: only a reset gets the processor out of it";
            break;
        case Reason::paused: body["reason"] = "pause"; break;
        case Reason::beginning: body["description"] = "This is the beginning"; break;
        case Reason::ended: body["description"] = "The program is over"; break;
        case Reason::done:
        case Reason::limit: break;
    }
    context.events.push_back({"stopped", std::move(body)});
}

void let_it_talk(Context& context) {
    context.debugger().pause = [&wire = context.wire, &host = context.host] {
        wire.listen(Wait(0));
        return wire.wants_a_stop() || host.interrupted;
    };
    context.debugger().on_trace = [&context](const Checkpoint& checkpoint, const Hit& hit) {
        const Placed* const placed = context.breakpoints.find(checkpoint.number);
        const std::string text = placed != nullptr && placed->log
                                     ? placed->log->text(context.machine())
                                     : context.commands().describe(hit);
        Json body{{"category", "console"}, {"output", text + "\n"}};
        add_position(body, context, hit.pc);
        context.wire.event("output", std::move(body));
    };
}

namespace {

void check_thread(const Fields& arguments) {
    arguments.check_number("threadId", thread_id, thread_id);
}

/// Of a step: a line, unless the client asks for instructions.
bool by_instruction(const Fields& arguments) {
    const std::string granularity = arguments.text("granularity", "statement");
    if (granularity != "statement" && granularity != "line" && granularity != "instruction") {
        throw BadRequest("'granularity' is not one of these: statement, line, instruction");
    }
    return granularity == "instruction";
}

Json resume(Context& context, const Fields& arguments) {
    check_thread(arguments);
    context.run = Run{.reason = "step"};
    return {{"allThreadsContinued", true}};
}

/// Goes on until a step's goal; `goal` makes it of "by instruction".
template <class MakeGoal>
Json step(Context& context, const Fields& arguments, MakeGoal&& goal) {
    check_thread(arguments);
    context.run = Run{.goal = goal(by_instruction(arguments)), .reason = "step"};
    return {};
}

Json next(Context& context, const Fields& arguments) {
    const Debugger& debugger = context.debugger();
    return step(context, arguments, [&](bool instruction) {
        return instruction ? one_instruction_with_calls(debugger)
                           : next_line(debugger, context.sources());
    });
}

Json step_in(Context& context, const Fields& arguments) {
    return step(context, arguments, [&](bool instruction) {
        return instruction ? one_instruction()
                           : line_in_call(context.debugger(), context.sources());
    });
}

Json step_out(Context& context, const Fields& arguments) {
    return step(context, arguments, [&](bool) { return out_of_routine(context.debugger()); });
}

/// To the beginning of the line that was left for this one, calls passed over.
Stop line_back(Context& context) {
    Debugger& debugger = context.debugger();
    const auto line_now = [&context] {
        return context.sources().line_at(context.machine().cpu.registers.pc);
    };
    const auto start = line_now();
    Stop stop = debugger.next_back();
    const auto goes_on = [&] {
        if (stop.reason == Reason::done && debugger.pause()) stop.reason = Reason::paused;
        return stop.reason == Reason::done;
    };
    while (start && line_now() == start && goes_on()) stop = debugger.next_back();
    const auto line = line_now();
    if (!line || stop.reason != Reason::done) return stop;
    auto first = debugger.history().now().steps;
    while (line_now() == line && goes_on()) {
        first = debugger.history().now().steps;
        stop = debugger.next_back();
    }
    return debugger.go_to_step(first);
}

Json step_back(Context& context, const Fields& arguments) {
    check_thread(arguments);
    const Stop stop = by_instruction(arguments) ? context.debugger().back() : line_back(context);
    report_stop(context, "step", stop);
    return {};
}

Json reverse_continue(Context& context, const Fields& arguments) {
    check_thread(arguments);
    context.run = Run{.reason = "step", .backward = true};
    return {};
}

Json pause(Context& context, const Fields& arguments) {
    check_thread(arguments);
    if (std::exchange(context.run, std::nullopt)) report_stop(context, "pause");
    return {};
}

/// The id of a target is its address.
Json goto_targets(Context& context, const Fields& arguments) {
    const Fields source = arguments.object("source");
    Position position;
    Json targets = Json::array();
    for (const auto start : starts_of(context, source, line_in(context, arguments), position)) {
        targets.push_back({{"id", start},
                           {"label", context.labels().describe(start)},
                           {"line", to_client(context, position.line)},
                           {"instructionPointerReference", reference(start)}});
    }
    return {{"targets", targets}};
}

Json go_to(Context& context, const Fields& arguments) {
    check_thread(arguments);
    const auto target = static_cast<emu::Address>(arguments.number("targetId", 0, 0xffff));
    context.debugger().edit([target](c64::Machine& machine) { machine.cpu.jump(target); });
    report_stop(context, "goto");
    return {};
}

constexpr std::array entries{
    Entry{"continue", Needs::standstill, resume},
    Entry{"next", Needs::standstill, next},
    Entry{"stepIn", Needs::standstill, step_in},
    Entry{"stepOut", Needs::standstill, step_out},
    Entry{"stepBack", Needs::standstill, step_back},
    Entry{"reverseContinue", Needs::standstill, reverse_continue},
    Entry{"pause", Needs::program, pause},
    Entry{"gotoTargets", Needs::program, goto_targets},
    Entry{"goto", Needs::standstill, go_to},
};

}  // namespace

std::span<const Entry> run_requests() { return entries; }

}  // namespace ryg::app::dap
