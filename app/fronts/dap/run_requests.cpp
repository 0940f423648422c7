// Requests that let the program run, forward and backward, and the one that stops it.
#include <array>

#include "app/fronts/dap/places.hpp"
#include "app/fronts/dap/requests.hpp"
#include "app/fronts/dap/running.hpp"
#include "app/fronts/dap/text.hpp"

namespace ryg::app::dap {
namespace {

using c64::debug::Reason;
using c64::debug::Stop;

void check_thread(const Fields& arguments) {
    arguments.check_number("threadId", thread_id, thread_id);
}

/// Of a step: a line, unless the client asks for instructions.
bool by_instruction(const Fields& arguments) {
    const std::string granularity = arguments.text("granularity", "statement");
    if (granularity != "statement" && granularity != "line" && granularity != "instruction") {
        throw Trouble("'granularity' is none of these: statement, line, instruction");
    }
    return granularity == "instruction";
}

Json resume(Context& context, const Fields& arguments) {
    check_thread(arguments);
    context.run = Run{.reason = "step"};
    return {{"allThreadsContinued", true}};
}

Json next(Context& context, const Fields& arguments) {
    check_thread(arguments);
    const Debugger& debugger = context.debugger();
    context.run = Run{.goal = by_instruction(arguments) ? one_instruction_with_calls(debugger)
                                                        : next_line(debugger, context.sources()),
                      .reason = "step"};
    return {};
}

Json step_in(Context& context, const Fields& arguments) {
    check_thread(arguments);
    context.run =
        Run{.goal = by_instruction(arguments) ? one_instruction()
                                              : line_in_call(context.debugger(), context.sources()),
            .reason = "step"};
    return {};
}

Json step_out(Context& context, const Fields& arguments) {
    check_thread(arguments);
    (void)by_instruction(arguments);  // no difference here, but it must be one that there is
    context.run = Run{.goal = out_of_routine(context.debugger()), .reason = "step"};
    return {};
}

/// To the beginning of the line that was left for this one, calls passed over.
Stop line_back(Context& context) {
    Debugger& debugger = context.debugger();
    const auto line_now = [&context] {
        return context.sources().line_at(context.machine().cpu.registers.pc);
    };
    const auto start = line_now();
    Stop stop = debugger.next_back();
    while (start && stop.reason == Reason::done && line_now() == start) {
        stop = debugger.next_back();
    }
    const auto line = line_now();
    if (!line || stop.reason != Reason::done) return stop;
    auto first = debugger.history().now().steps;
    while (stop.reason == Reason::done && line_now() == line) {
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
