// The main loop: handles requests while the machine is stopped, and between slices of a run.
#include "app/fronts/dap/session.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "c64/board/machine.hpp"

namespace ryg::app::dap {
namespace {

/// Capabilities; the files of this folder implement their requests or arguments.
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
    "supportsBreakpointLocationsRequest",
    "supportsExceptionInfoRequest",
};

Json initialize(SessionContext& context, const RequestFields& arguments) {
    ClientRules& terms = context.terms;
    if (terms.initialized) throw BadRequest("'initialize' was already sent");
    if (arguments.text("pathFormat", "path") != "path") {
        throw BadRequest("'pathFormat' must be \"path\"");
    }
    terms.first_line = arguments.flag("linesStartAt1", true) ? 1 : 0;
    terms.first_column = arguments.flag("columnsStartAt1", true) ? 1 : 0;
    terms.memory_events = arguments.flag("supportsMemoryEvent");
    terms.invalidated_events = arguments.flag("supportsInvalidatedEvent");
    terms.progress_events = arguments.flag("supportsProgressReporting");
    terms.initialized = true;
    Json body = Json::object();
    for (const char* const ability : abilities) body[ability] = true;
    body["exceptionBreakpointFilters"] = exception_filters();
    return body;
}

/// Fields of a launch request that are options of `ryg debug`.
constexpr std::array launch_fields{
    "position",  "depth",     "diskProgram", "load",       "start",  "machine",      "putc",
    "getc",      "end",       "success",     "documented", "model",  "timing",       "ane",
    "lxa",       "assembler", "cia",         "sid",        "keys",   "keysAt",       "holdAt",
    "joystick1", "joystick2", "joystickAt",  "disk",       "memory", "sourceFolders"};

/// The option that a field sets: `keysAt` is --keys-at.
std::string option_of(std::string_view field) {
    if (field == "diskProgram") return "program";
    if (field == "sourceFolders") return "source-folder";
    const std::string name(field);
    return name.ends_with("At") ? name.substr(0, name.size() - 2) + "-at" : name;
}

/// The words after `ryg debug` that a launch request means: `program`, a file (or a source) or one
/// inside ryg, or a search of `position`, and options.
std::vector<std::string> words_of(const RequestFields& arguments) {
    std::vector<std::string> words;
    if (arguments.has("program")) {
        const std::string file = arguments.text("program");
        words.push_back(file.starts_with('-') ? "./" + file : file);
    } else if (!arguments.has("position")) {
        throw BadRequest("give 'program', a file, or 'position', a FEN to search");
    }
    for (const char* const name : launch_fields) {
        if (!arguments.has(name)) continue;
        const std::string option = option_of(name);
        const Json& value = arguments.json().at(name);
        if (option.ends_with("-at") || option == "source-folder") {
            for (const std::string& each : arguments.texts(name)) {
                words.push_back(fmt::format("--{}={}", option, each));
            }
        } else if (option == "documented") {
            if (arguments.flag(name)) words.push_back("--documented");
        } else {
            words.push_back(fmt::format("--{}={}", option,
                                        value.is_number() ? value.dump() : arguments.text(name)));
        }
    }
    return words;
}

bool stops_on_entry(const RequestFields& launch_arguments) {
    const bool stops = launch_arguments.flag("stopOnEntry");
    return !launch_arguments.flag("noDebug") && stops;
}

/// Connects a program to the client.
void use_program(SessionContext& context, std::unique_ptr<DebuggedProgram> program) {
    program->debuggee->commands->write = [&services = context.services](const std::string& path,
                                                                        std::string_view text) {
        services.write(path, {reinterpret_cast<const emu::Byte*>(text.data()), text.size()});
    };
    if (context.program) {
        program->debuggee->debugger->checkpoints = std::move(context.debugger().checkpoints);
    }
    context.program = std::move(program);
    context.run.reset();
    connect(context);
}

/// Replaces the current program by a new one, and keeps the breakpoints.
void start_program(SessionContext& context, const RequestFields& arguments) {
    (void)stops_on_entry(arguments);  // throws before anything has changed
    auto program = std::make_unique<DebuggedProgram>(
        std::make_shared<Debuggee>(context.services.launch(words_of(arguments))));
    use_program(context, std::move(program));
}

/// Stops at the program's first instruction, or lets it run.
void enter(SessionContext& context) {
    if (stops_on_entry(RequestFields(context.launch_arguments))) {
        report_stop(context, "entry");
    } else {
        context.run = SlicedRun{.reason = "step"};
    }
}

/// Reports missing sources to the client, and that it can set breakpoints.
Json begun(SessionContext& context) {
    const auto report = [&](const std::string& text) {
        context.events.push_back({"output", {{"category", "console"}, {"output", text}}});
    };
    for (const std::string& warning : context.program->debuggee->warnings) {
        report(fmt::format("warning: {}\n", warning));
    }
    if (const std::string missing = context.sources().missing(); !missing.empty()) report(missing);
    context.events.push_back({"initialized"});
    return {};
}

Json launch(SessionContext& context, const RequestFields& arguments) {
    if (context.program) throw BadRequest("the session has a program: 'restart' starts it again");
    start_program(context, arguments);
    context.launch_arguments = arguments.json();
    return begun(context);
}

/// Attaches to the server's program, which stops where it is and keeps its checkpoints.
Json attach(SessionContext& context, const RequestFields& arguments) {
    if (context.program) throw BadRequest("the session has a program");
    if (!context.services.running) {
        throw BadRequest("there is nothing to attach to: start ryg debug FILE --dap-port PORT");
    }
    const bool stops = arguments.flag("stopOnEntry", true);
    use_program(context, std::make_unique<DebuggedProgram>(context.services.running));
    context.attached = true;
    context.launch_arguments = {{"stopOnEntry", stops}};
    follow_breakpoints(context);
    return begun(context);
}

Json configuration_done(SessionContext& context, const RequestFields&) {
    if (context.configured) throw BadRequest("'configurationDone' was already sent");
    context.configured = true;
    enter(context);
    return {};
}

/// The client may send the launch configuration again, changed or not.
Json restart(SessionContext& context, const RequestFields& arguments) {
    if (context.attached) throw BadRequest("'restart' is not supported after 'attach'");
    const Json wanted = arguments.has("arguments") ? arguments.object("arguments").json()
                                                   : context.launch_arguments;
    start_program(context, RequestFields(wanted));
    context.launch_arguments = wanted;
    if (context.configured) enter(context);
    return {};
}

Json terminate(SessionContext& context, const RequestFields&) {
    context.run.reset();
    context.events.push_back({"terminated", Json::object()});
    return {};
}

Json disconnect(SessionContext& context, const RequestFields&) {
    context.over = true;
    return {};
}

/// The cancelled request has already noticed this (see Wire::is_cancelled), or is over.
Json cancel(SessionContext&, const RequestFields&) { return {}; }

Json source(SessionContext& context, const RequestFields& arguments) {
    const RequestFields inner = arguments.object("source");
    const std::int64_t reference = inner.has("sourceReference")
                                       ? inner.number("sourceReference", 0, 1 << 30)
                                       : arguments.number("sourceReference", 0, 1 << 30);
    return {{"content", listing_text(context, reference)}, {"mimeType", "text/x-asm"}};
}

Json loaded_sources(SessionContext& context, const RequestFields&) {
    return {{"sources", context.sources().all()}};
}

constexpr std::array session_entries{
    RequestEntry{"initialize", Needs::nothing, initialize},
    RequestEntry{"launch", Needs::initialize, launch},
    RequestEntry{"attach", Needs::initialize, attach},
    RequestEntry{"configurationDone", Needs::program, configuration_done},
    RequestEntry{"restart", Needs::program, restart},
    RequestEntry{"terminate", Needs::program, terminate},
    RequestEntry{"disconnect", Needs::nothing, disconnect},
    RequestEntry{"cancel", Needs::nothing, cancel},
    RequestEntry{"source", Needs::program, source},
    RequestEntry{"loadedSources", Needs::program, loaded_sources},
};

const RequestEntry* find_entry(std::string_view command) {
    for (const auto list : {std::span<const RequestEntry>(session_entries), breakpoint_requests(),
                            exception_requests(), run_requests(), state_requests(),
                            evaluate_requests(), memory_requests(), look_requests()}) {
        const auto found = std::ranges::find(list, command, &RequestEntry::command);
        if (found != list.end()) return &*found;
    }
    return nullptr;
}

/// Throws if a request is not possible now.
void check(Needs needs, const SessionContext& context) {
    if (needs == Needs::nothing) return;
    if (!context.terms.initialized) throw BadRequest("send 'initialize' first");
    if (needs == Needs::initialize) return;
    if (!context.program) throw BadRequest("there is no program yet: send 'launch' first");
    if (needs == Needs::program) return;
    if (context.run) throw BadRequest("the program is running: send 'pause' first");
    if (!context.configured)
        throw BadRequest("the program has not started: send 'configurationDone' first");
}

}  // namespace

void Session::serve() {
    constexpr Wait while_nothing_moves(200);
    while (!context_.over && !wire_.ended() && !context_.services.interrupted) {
        wire_.listen(context_.run ? Wait(0) : while_nothing_moves);
        while (const auto request = context_.over ? std::nullopt : wire_.next()) handle(*request);
        if (!context_.run || context_.over) continue;
        run_on(context_);
        send_events();
    }
    disconnect(context_);
    if (!wire_.fault().empty()) throw BrokenStream(wire_.fault());
}

void Session::handle(const ClientRequest& request) {
    const RequestEntry* const entry = find_entry(request.command);
    if (entry == nullptr) {
        return wire_.refuse(request, fmt::format("there is no request '{}'", request.command));
    }
    wire_.begin(request);
    if (wire_.is_cancelled()) return wire_.refuse(request, "cancelled");
    try {
        check(entry->needs, context_);
        wire_.respond(request, entry->answer(context_, RequestFields(request.arguments)));
    } catch (const std::exception& trouble) {
        wire_.refuse(request, trouble.what());
    }
    send_events();
}

void Session::send_events() {
    for (Event& event : std::exchange(context_.events, {})) {
        wire_.event(event.name, std::move(event.body));
    }
}

}  // namespace ryg::app::dap
