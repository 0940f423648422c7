// A session with one client: its state, its requests, and shared functions.
#pragma once

#include <chrono>

#include "app/fronts/dap/breakpoints.hpp"
#include "app/fronts/dap/sources.hpp"
#include "app/fronts/dap/wire.hpp"
#include "app/fronts/services.hpp"
#include "c64/debug/goals.hpp"

namespace ryg::app::dap {

/// The client's line numbering and capabilities, from `initialize`.
struct ClientRules {
    bool initialized = false;
    int first_line = 1, first_column = 1;
    bool memory_events = false, invalidated_events = false, progress_events = false;
};

/// The debugged program, with its source files.
struct DebuggedProgram {
    explicit DebuggedProgram(std::shared_ptr<Debuggee> made)
        : debuggee(std::move(made)), sources(debuggee->commands->symbols) {}

    std::shared_ptr<Debuggee> debuggee;
    SourceFiles sources;
};

/// A movement that the session makes in slices, reading the client's messages in between.
struct SlicedRun {
    c64::debug::Goal goal{};  ///< empty: until another reason stops it
    std::string reason{};     ///< reason in the `stopped` event when the goal is reached
    bool backward = false;
};

/// Long work, for a client that shows progress.
struct LongTask {
    using Clock = std::chrono::steady_clock;
    std::string title;
    Clock::time_point told =
        Clock::now();     ///< time of the last progress event, or of the beginning
    unsigned number = 0;  ///< id of the progress events; 0: none sent yet
};

struct Event {
    std::string name;
    Json body{};
};

/// The state of a session, passed to each request.
struct SessionContext {
    Wire& wire;
    const Services& services;
    ClientRules terms{};
    std::unique_ptr<DebuggedProgram> program{};
    Json launch_arguments{};  ///< for a restart
    bool configured = false;  ///< `configurationDone` has been received
    Breakpoints breakpoints{};
    std::optional<SlicedRun> run{};
    std::optional<LongTask> task{};
    unsigned tasks = 0;           ///< number of tasks reported to the client
    std::string exception{};      ///< the filter that last stopped the machine
    bool attached = false;        ///< the program belongs to the server
    std::vector<Event> events{};  ///< to send after the response
    bool over = false;            ///< the client has disconnected

    // --- these need a program -------------------------------------------------------------------
    [[nodiscard]] Debugger& debugger() const { return *program->debuggee->debugger; }
    [[nodiscard]] const c64::Machine& machine() const { return debugger().machine(); }
    [[nodiscard]] const c64::debug::Symbols& symbols() const { return commands().symbols; }
    [[nodiscard]] const c64::Labels& labels() const { return symbols().labels; }
    [[nodiscard]] c64::debug::Commands& commands() const { return *program->debuggee->commands; }
    [[nodiscard]] const SourceFiles& sources() const { return program->sources; }

    /// Changes memory and adds the events that report it.
    void poke(emu::Address address, std::span<const emu::Byte> bytes);
    /// Adds the event that reports a change by the user.
    void report_change();

    /// Runs `work()`; if it takes long, sends progress events to the client.
    template <class Work>
    auto long_work(std::string title, Work&& work);
    void show_progress();
    void end_progress();
};

template <class Work>
auto SessionContext::long_work(std::string title, Work&& work) {
    struct TaskEnd {
        SessionContext& context;
        ~TaskEnd() { context.end_progress(); }
    } end{*this};
    task = LongTask{std::move(title)};
    return work();
}

constexpr int thread_id = 1;

// --- requests ---------------------------------------------------------------------------------

enum class Needs {
    nothing,     ///< allowed at any time
    initialize,  ///< any time after `initialize`
    program,     ///< after launch, also while the program runs
    standstill,  ///< while the program does not run
};

/// Returns the body of the response, null if it has none. Throws if the request is wrong: the
/// client gets the exception's text.
using Answer = Json (*)(SessionContext& context, const RequestFields& arguments);

struct RequestEntry {
    std::string_view command;
    Needs needs;
    Answer answer;
};

[[nodiscard]] std::span<const RequestEntry> breakpoint_requests();
[[nodiscard]] std::span<const RequestEntry> exception_requests();
[[nodiscard]] std::span<const RequestEntry> run_requests();
[[nodiscard]] std::span<const RequestEntry> state_requests();
[[nodiscard]] std::span<const RequestEntry> evaluate_requests();
[[nodiscard]] std::span<const RequestEntry> memory_requests();
[[nodiscard]] std::span<const RequestEntry> look_requests();

/// Throws BadRequest unless the request names the only thread.
void check_thread(const RequestFields& arguments);

/// Makes the next slice of the client's run; at its end adds the events that report the stop.
void run_on(SessionContext& context);

/// Adds a `stopped` event.
void report_stop(SessionContext& context, std::string_view reason,
                 const c64::debug::Stop& stop = {});

/// Connects the debugger to the client: logpoints are reported, and the client can stop it.
void connect(SessionContext& context);
/// Disconnects the debugger from a client that leaves.
void disconnect(SessionContext& context);

/// Adds events for checkpoints that were not added or removed by requests.
void follow_breakpoints(SessionContext& context);

// --- positions in the program as shown to the client --------------------------------------------

/// A line of a source file, or of a listing, as shown to the client.
struct SourcePosition {
    Json source;        ///< a `Source`
    unsigned line = 0;  ///< from 1
};

/// Adds `source`, `line` and `column` of an address: its source line, otherwise its row in a
/// listing of its page.
void add_position(Json& object, const SessionContext& context, emu::Address address);

/// The client's line number, counted from 1. Throws BadRequest.
[[nodiscard]] unsigned line_in(const SessionContext& context, const RequestFields& arguments);
[[nodiscard]] std::int64_t to_client(const SessionContext& context, unsigned line);

/// The addresses at which the code or data of a `Source` line begins, or those of the next line
/// that has some. Sets `position` to that line. Throws BadRequest if there is none.
[[nodiscard]] std::vector<emu::Address> starts_of(const SessionContext& context,
                                                  const RequestFields& source, unsigned line,
                                                  SourcePosition& position);

/// The text of a listing, by the reference in its `Source`.
[[nodiscard]] std::string listing_text(const SessionContext& context,
                                       std::int64_t source_reference);

/// Serves one client: checks the order of its requests, dispatches them, and runs the program.
class Session {
  public:
    Session(ClientStream& stream, const Services& services)
        : wire_(stream), context_{wire_, services} {}

    /// Serves until the client disconnects or hangs up, or Ctrl-C. Throws BrokenStream if the
    /// client's stream is malformed.
    void serve();

  private:
    void handle(const ClientRequest& request);
    void send_events();

    Wire wire_;
    SessionContext context_;
};

}  // namespace ryg::app::dap
