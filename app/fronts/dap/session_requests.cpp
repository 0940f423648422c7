// The beginning and the end of a session, and what there is to be read in it.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "app/fronts/dap/places.hpp"
#include "app/fronts/dap/requests.hpp"
#include "app/fronts/dap/running.hpp"

namespace ryg::app::dap {
namespace {

/// Each has its requests or arguments in this folder.
constexpr std::array abilities{
    "supportsConfigurationDoneRequest",
    "supportsFunctionBreakpoints",
    "supportsConditionalBreakpoints",
    "supportsHitConditionalBreakpoints",
    "supportsEvaluateForHovers",
    "supportsStepBack",
    "supportsSetVariable",
    "supportsGotoTargetsRequest",
    "supportsCompletionsRequest",
    "supportsRestartRequest",
    "supportsLoadedSourcesRequest",
    "supportsLogPoints",
    "supportsSetExpression",
    "supportsTerminateRequest",
    "supportsDataBreakpoints",
    "supportsDataBreakpointBytes",
    "supportsReadMemoryRequest",
    "supportsWriteMemoryRequest",
    "supportsDisassembleRequest",
    "supportsCancelRequest",
    "supportsSteppingGranularity",
    "supportsInstructionBreakpoints",
};

Json initialize(Context& context, const Fields& arguments) {
    Terms& terms = context.terms;
    if (terms.initialized) throw Trouble("the session has been initialized");
    if (arguments.text("pathFormat", "path") != "path") {
        throw Trouble("'pathFormat' is not \"path\": nothing else is understood");
    }
    terms.first_line = arguments.flag("linesStartAt1", true) ? 1 : 0;
    terms.first_column = arguments.flag("columnsStartAt1", true) ? 1 : 0;
    terms.memory_events = arguments.flag("supportsMemoryEvent");
    terms.invalidated_events = arguments.flag("supportsInvalidatedEvent");
    terms.initialized = true;
    Json body = Json::object();
    for (const char* const ability : abilities) body[ability] = true;
    return body;
}

bool stops_on_entry(const Fields& launch_arguments) {
    const bool stops = launch_arguments.flag("stopOnEntry");
    return !launch_arguments.flag("noDebug") && stops;
}

/// Puts a new program in the place of the one that is there, with the breakpoints of that.
void start_program(Context& context, const Fields& arguments) {
    (void)stops_on_entry(arguments);  // before anything is done
    auto program = launch_program(arguments);
    if (context.program) {
        program->session.debugger->checkpoints = std::move(context.debugger().checkpoints);
    }
    context.program = std::move(program);
    context.run.reset();
    let_it_talk(context);
}

/// Stops at the program's first instruction, or lets it run.
void enter(Context& context) {
    if (stops_on_entry(Fields(context.launch_arguments))) {
        report_stop(context, "entry");
    } else {
        context.run = Run{.reason = "step"};
    }
}

Json launch(Context& context, const Fields& arguments) {
    if (context.program) throw Trouble("the session has a program: 'restart' starts it again");
    start_program(context, arguments);
    context.launch_arguments = arguments.json();
    context.events.push_back({"initialized"});
    return {};
}

Json configuration_done(Context& context, const Fields&) {
    if (context.configured) throw Trouble("the configuration is done");
    context.configured = true;
    enter(context);
    return {};
}

/// The client may send the launch configuration again, changed or not.
Json restart(Context& context, const Fields& arguments) {
    const Json wanted = arguments.has("arguments") ? arguments.object("arguments").json()
                                                   : context.launch_arguments;
    start_program(context, Fields(wanted));
    context.launch_arguments = wanted;
    if (context.configured) enter(context);
    return {};
}

Json terminate(Context& context, const Fields&) {
    context.run.reset();
    context.events.push_back({"terminated", Json::object()});
    return {};
}

Json disconnect(Context& context, const Fields&) {
    context.over = true;
    return {};
}

/// Who is to be cancelled has seen that before (see Wire::is_cancelled), or is over.
Json cancel(Context&, const Fields&) { return {}; }

Json source(Context& context, const Fields& arguments) {
    const Fields inner = arguments.object("source");
    const std::int64_t reference = inner.has("sourceReference")
                                       ? inner.number("sourceReference", 0, 1 << 30)
                                       : arguments.number("sourceReference", 0, 1 << 30);
    return {{"content", listing_text(context, reference)}, {"mimeType", "text/x-asm"}};
}

Json loaded_sources(Context& context, const Fields&) {
    return {{"sources", context.sources().all()}};
}

constexpr std::array entries{
    Entry{"initialize", Needs::nothing, initialize},
    Entry{"launch", Needs::initialize, launch},
    Entry{"configurationDone", Needs::program, configuration_done},
    Entry{"restart", Needs::program, restart},
    Entry{"terminate", Needs::program, terminate},
    Entry{"disconnect", Needs::nothing, disconnect},
    Entry{"cancel", Needs::nothing, cancel},
    Entry{"source", Needs::program, source},
    Entry{"loadedSources", Needs::program, loaded_sources},
};

}  // namespace

std::span<const Entry> session_requests() { return entries; }

const Entry* find_entry(std::string_view command) {
    for (const auto list : {session_requests(), breakpoint_requests(), run_requests(),
                            state_requests(), evaluate_requests(), memory_requests()}) {
        const auto found = std::ranges::find(list, command, &Entry::command);
        if (found != list.end()) return &*found;
    }
    return nullptr;
}

}  // namespace ryg::app::dap
