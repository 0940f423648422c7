// Runs, steps, forward and back. A run is made in slices so short that a message can wait for the
// end of one without a noticeable delay.
#include <array>
#include <fmt/format.h>

#include "app/fronts/dap/session.hpp"

namespace ryg::app::dap {
namespace {

using c64::debug::Executed;
using c64::debug::Hit;
using c64::debug::Reason;
using c64::debug::Stop;

/// Takes about ten milliseconds.
constexpr emu::Cycle piece = 500'000;

Stop forward(SessionContext& context) {
    const DebuggedProgram& program = *context.program;
    const c64::debug::Goal& goal = context.run->goal;
    return context.debugger().run_until(
        [&](const Executed& executed) {
            return program.debuggee->debugger->has_returned() || (goal && goal(executed));
        },
        piece);
}

/// "data breakpoint": the kind of the first that was hit.
std::string_view reason_of(const SessionContext& context, const Stop& stop) {
    const PlacedBreakpoint* const placed = context.breakpoints.find(stop.hits.front().checkpoint);
    return reason_of(placed == nullptr ? BreakpointKind::command : placed->kind);
}

/// The exception filter of the first that was hit.
std::string exception_of(const SessionContext& context, const Stop& stop) {
    const PlacedBreakpoint* const placed = context.breakpoints.find(stop.hits.front().checkpoint);
    return placed == nullptr ? "" : placed->source;
}

Json hit_ids(const SessionContext& context, const Stop& stop) {
    Json ids = Json::array();
    for (const Hit& hit : stop.hits) {
        const PlacedBreakpoint* const placed = context.breakpoints.find(hit.checkpoint);
        if (placed != nullptr) ids.push_back(placed->id);
    }
    return ids;
}

std::string text_of(const SessionContext& context, const Stop& stop) {
    std::string text;
    for (const Hit& hit : stop.hits) {
        if (!hit.access) continue;
        if (!text.empty()) text += "; ";
        text += context.commands().describe(hit);
    }
    return text;
}

/// Adds the `exited` and `terminated` events.
void report_end(SessionContext& context) {
    context.events.push_back(
        {"output",
         {{"category", "console"},
          {"output", fmt::format("{} has returned after {} cycles\n",
                                 context.program->debuggee->name, context.machine().cpu.cycle)}}});
    context.events.push_back({"exited", {{"exitCode", 0}}});
    context.events.push_back({"terminated", Json::object()});
}

}  // namespace

void run_on(SessionContext& context) {
    const SlicedRun& run = *context.run;
    if (RequestFields(context.launch_arguments).flag("noDebug"))
        context.debugger().checkpoints = {};
    const Stop stop =
        run.backward
            ? context.long_work("going back", [&] { return context.debugger().run_back(); })
            : forward(context);
    // A message that stops the run has arrived and will be handled next.
    if (stop.reason == Reason::limit || stop.reason == Reason::paused) return;
    const std::string reason = std::exchange(context.run, std::nullopt)->reason;
    const bool moved = stop.reason == Reason::done;
    if (moved && context.debugger().has_returned()) return report_end(context);
    report_stop(context, reason, stop);
}

void report_stop(SessionContext& context, std::string_view reason, const Stop& stop) {
    Json body{{"reason", reason}, {"threadId", thread_id}, {"allThreadsStopped", true}};
    switch (stop.reason) {
        case Reason::checkpoint:
            body["reason"] = reason_of(context, stop);
            body["hitBreakpointIds"] = hit_ids(context, stop);
            if (body["reason"] == "exception") {
                context.exception = exception_of(context, stop);
                body["description"] = exception_title(context.exception);
            }
            if (const std::string text = text_of(context, stop); !text.empty()) {
                body["text"] = text;
            }
            break;
        case Reason::jammed:
            body["reason"] = "exception";
            context.exception = "jam";
            body["description"] = "The processor has jammed";
            body["text"] = "a JAM opcode: only a reset restarts the processor";
            break;
        case Reason::paused: body["reason"] = "pause"; break;
        case Reason::beginning: body["description"] = "This is the beginning"; break;
        case Reason::ended: body["description"] = "The program is over"; break;
        case Reason::waiting:
        case Reason::brk:
        case Reason::undocumented:
        case Reason::done:
        case Reason::limit: break;
    }
    context.events.push_back({"stopped", std::move(body)});
}

void connect(SessionContext& context) {
    context.debugger().pause = [&context, &wire = context.wire, &services = context.services] {
        wire.listen(Wait(0));
        context.show_progress();
        return wire.wants_a_stop() || services.interrupted;
    };
    context.debugger().on_trace = [&context](const Checkpoint& checkpoint, const Hit& hit) {
        const PlacedBreakpoint* const placed = context.breakpoints.find(checkpoint.number);
        const std::string text = placed != nullptr && placed->log
                                     ? placed->log->text(context.machine())
                                     : context.commands().tell(checkpoint, hit);
        Json body{{"category", "console"}, {"output", text + (text.ends_with('\n') ? "" : "\n")}};
        add_position(body, context, hit.pc);
        context.wire.event("output", std::move(body));
    };
}

void disconnect(SessionContext& context) {
    if (!context.program) return;
    c64::debug::Debugger& debugger = context.debugger();
    debugger.pause = nullptr;
    debugger.on_trace = nullptr;
    debugger.on_move = nullptr;
    if (context.attached) context.breakpoints.remove_all(debugger.checkpoints);
}

void SessionContext::show_progress() {
    constexpr std::chrono::milliseconds now_and_then(500);
    if (!task || !terms.progress_events || LongTask::Clock::now() - task->told < now_and_then)
        return;
    task->told = LongTask::Clock::now();
    const bool first = task->number == 0;
    if (first) task->number = ++tasks;
    Json body{{"progressId", std::to_string(task->number)}};
    if (first) body["title"] = task->title;
    body["message"] = fmt::format("cycle {}", machine().cpu.cycle);
    wire.event(first ? "progressStart" : "progressUpdate", std::move(body));
}

void SessionContext::end_progress() {
    if (task && task->number != 0) {
        wire.event("progressEnd", {{"progressId", std::to_string(task->number)}});
    }
    task.reset();
}

void check_thread(const RequestFields& arguments) {
    arguments.check_number("threadId", thread_id, thread_id);
}

namespace {

/// Whether a step is one instruction, not one line.
bool by_instruction(const RequestFields& arguments) {
    const std::string granularity = arguments.text("granularity", "statement");
    if (granularity != "statement" && granularity != "line" && granularity != "instruction") {
        throw BadRequest("'granularity' is not one of these: statement, line, instruction");
    }
    return granularity == "instruction";
}

Json resume(SessionContext& context, const RequestFields& arguments) {
    check_thread(arguments);
    context.run = SlicedRun{.reason = "step"};
    return {{"allThreadsContinued", true}};
}

/// Runs to a step's goal, which `goal` makes from "by instruction".
template <class MakeGoal>
Json step(SessionContext& context, const RequestFields& arguments, MakeGoal&& goal) {
    check_thread(arguments);
    context.run = SlicedRun{.goal = goal(by_instruction(arguments)), .reason = "step"};
    return {};
}

Json next(SessionContext& context, const RequestFields& arguments) {
    const Debugger& debugger = context.debugger();
    return step(context, arguments, [&](bool instruction) {
        return instruction ? c64::debug::one_instruction_with_calls(debugger)
                           : c64::debug::next_line(debugger, context.symbols());
    });
}

Json step_in(SessionContext& context, const RequestFields& arguments) {
    return step(context, arguments, [&](bool instruction) {
        return instruction ? c64::debug::one_instruction()
                           : c64::debug::line_in_call(context.debugger(), context.symbols());
    });
}

Json step_out(SessionContext& context, const RequestFields& arguments) {
    return step(context, arguments,
                [&](bool) { return c64::debug::out_of_routine(context.debugger()); });
}

Json step_back(SessionContext& context, const RequestFields& arguments) {
    check_thread(arguments);
    Debugger& debugger = context.debugger();
    const bool instruction = by_instruction(arguments);
    const Stop stop = context.long_work("stepping back", [&] {
        return instruction ? debugger.back() : c64::debug::line_back(debugger, context.symbols());
    });
    report_stop(context, "step", stop);
    return {};
}

Json reverse_continue(SessionContext& context, const RequestFields& arguments) {
    check_thread(arguments);
    context.run = SlicedRun{.reason = "step", .backward = true};
    return {};
}

Json pause(SessionContext& context, const RequestFields& arguments) {
    check_thread(arguments);
    if (std::exchange(context.run, std::nullopt)) report_stop(context, "pause");
    return {};
}

/// The id of a target is its address.
Json goto_targets(SessionContext& context, const RequestFields& arguments) {
    const RequestFields source = arguments.object("source");
    SourcePosition position;
    Json targets = Json::array();
    for (const auto start : starts_of(context, source, line_in(context, arguments), position)) {
        targets.push_back({{"id", start},
                           {"label", context.labels().describe(start)},
                           {"line", to_client(context, position.line)},
                           {"instructionPointerReference", reference(start)}});
    }
    return {{"targets", targets}};
}

Json go_to(SessionContext& context, const RequestFields& arguments) {
    check_thread(arguments);
    const auto target = static_cast<emu::Address>(arguments.number("targetId", 0, 0xffff));
    context.debugger().edit([target](c64::Machine& machine) { machine.cpu.jump(target); });
    report_stop(context, "goto");
    return {};
}

constexpr std::array run_entries{
    RequestEntry{"continue", Needs::standstill, resume},
    RequestEntry{"next", Needs::standstill, next},
    RequestEntry{"stepIn", Needs::standstill, step_in},
    RequestEntry{"stepOut", Needs::standstill, step_out},
    RequestEntry{"stepBack", Needs::standstill, step_back},
    RequestEntry{"reverseContinue", Needs::standstill, reverse_continue},
    RequestEntry{"pause", Needs::program, pause},
    RequestEntry{"gotoTargets", Needs::program, goto_targets},
    RequestEntry{"goto", Needs::standstill, go_to},
};

}  // namespace

std::span<const RequestEntry> run_requests() { return run_entries; }

}  // namespace ryg::app::dap
