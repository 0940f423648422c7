// Runs in pieces short enough that nobody notices when a message has to wait for the end of one.
#include "app/fronts/dap/running.hpp"

#include <fmt/format.h>

#include "app/fronts/dap/places.hpp"

namespace ryg::app::dap {
namespace {

using c64::debug::Executed;
using c64::debug::Hit;
using c64::debug::Reason;
using c64::debug::Stop;

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

}  // namespace

void run_on(Context& context) {
    const Run& run = *context.run;
    const Stop stop = run.backward ? context.debugger().run_back() : forward(context);
    // A message that wants a stop is there: who answers it does what it says.
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

void report_end(Context& context) {
    context.events.push_back(
        {"output",
         {{"category", "console"},
          {"output", fmt::format("{} has returned after {} cycles\n", context.program->session.name,
                                 context.machine().cpu.cycle)}}});
    context.events.push_back({"exited", {{"exitCode", 0}}});
    context.events.push_back({"terminated", Json::object()});
}

void let_it_talk(Context& context) {
    context.debugger().pause = [&wire = context.wire] {
        wire.listen(Wait(0));
        return wire.wants_a_stop() || interrupted;
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

}  // namespace ryg::app::dap
