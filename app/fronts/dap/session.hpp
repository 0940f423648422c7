// A session with one client: its state, its requests, and what they share.
#pragma once

#include <chrono>

#include "app/fronts/dap/breakpoints.hpp"
#include "app/fronts/dap/sources.hpp"
#include "app/fronts/dap/wire.hpp"
#include "app/fronts/services.hpp"
#include "c64/debug/goals.hpp"

namespace ryg::app::dap {

/// How the client counts and what it understands, as it said in `initialize`.
struct ClientRules {
    bool initialized = false;
    int first_line = 1, first_column = 1;
    bool memory_events = false, invalidated_events = false, progress_events = false;
};

/// What is debugged, with its source files.
struct DebuggedProgram {
    explicit DebuggedProgram(std::shared_ptr<Debuggee> made)
        : debuggee(std::move(made)), sources(debuggee->commands->symbols) {}

    std::shared_ptr<Debuggee> debuggee;
    Sources sources;
};

/// A movement that the session makes in slices, listening to the client in between.
struct Run {
    c64::debug::Goal goal{};  ///< none: until something else stops it
    std::string reason{};     ///< of the `stopped` event when it has come to its goal
    bool backward = false;
};

/// Work that may take long, for a client that shows how far it has come.
struct Task {
    using Clock = std::chrono::steady_clock;
    std::string title;
    Clock::time_point told = Clock::now();  ///< when the client was last told, or it began
    unsigned number = 0;                    ///< of the client's progress; 0: not told yet
};

struct Event {
    std::string name;
    Json body{};
};

struct Context {
    Wire& wire;
    const Services& services;
    ClientRules terms{};
    std::unique_ptr<DebuggedProgram> program{};
    Json launch_arguments{};  ///< for a restart
    bool configured = false;  ///< `configurationDone` has come
    Breakpoints breakpoints{};
    std::optional<Run> run{};
    std::optional<Task> task{};
    unsigned tasks = 0;           ///< that the client has been told of
    std::string exception{};      ///< the filter that last stopped the machine
    bool attached = false;        ///< the program is not the client's
    std::vector<Event> events{};  ///< to send after the response
    bool over = false;            ///< the client has disconnected

    // --- what follows needs a program -----------------------------------------------------------
    [[nodiscard]] Debugger& debugger() const { return *program->debuggee->debugger; }
    [[nodiscard]] const c64::Machine& machine() const { return debugger().machine(); }
    [[nodiscard]] const c64::debug::Symbols& symbols() const { return commands().symbols; }
    [[nodiscard]] const c64::Labels& labels() const { return symbols().labels; }
    [[nodiscard]] c64::debug::Commands& commands() const { return *program->debuggee->commands; }
    [[nodiscard]] const Sources& sources() const { return program->sources; }

    /// Changes memory by hand and adds the events that say so.
    void poke(emu::Address address, std::span<const emu::Byte> bytes);
    /// Adds the event that says that something has been changed by hand.
    void report_change();

    /// What `work()` returns; if it takes long, the client is told how far it has come.
    template <class Work>
    auto long_work(std::string title, Work&& work);
    void show_progress();
    void end_progress();
};

template <class Work>
auto Context::long_work(std::string title, Work&& work) {
    struct End {
        Context& context;
        ~End() { context.end_progress(); }
    } end{*this};
    task = Task{std::move(title)};
    return work();
}

constexpr int thread_id = 1;

// --- requests ---------------------------------------------------------------------------------

enum class Needs {
    nothing,     ///< may come first
    initialize,  ///< any time after that
    program,     ///< after launch, also while it runs
    standstill,  ///< while it does not run
};

/// Returns the body of the response, null if it has none. Throws what is wrong with the request:
/// the client gets the text.
using Answer = Json (*)(Context& context, const RequestFields& arguments);

struct Entry {
    std::string_view command;
    Needs needs;
    Answer answer;
};

[[nodiscard]] std::span<const Entry> breakpoint_requests();
[[nodiscard]] std::span<const Entry> exception_requests();
[[nodiscard]] std::span<const Entry> run_requests();
[[nodiscard]] std::span<const Entry> state_requests();
[[nodiscard]] std::span<const Entry> evaluate_requests();
[[nodiscard]] std::span<const Entry> memory_requests();
[[nodiscard]] std::span<const Entry> look_requests();

/// Throws BadRequest unless the request is about the one thread.
void check_thread(const RequestFields& arguments);

/// Makes the next slice of the run that the client asked for; at the end of the run adds the events
/// that say so.
void run_on(Context& context);

/// Adds a `stopped` event.
void report_stop(Context& context, std::string_view reason, const c64::debug::Stop& stop = {});

/// Lets the program tell the client what its logpoints say, and stop when the client wants it to.
void connect(Context& context);
/// Ends that: the client is leaving.
void disconnect(Context& context);

/// Adds events for the checkpoints that were added or removed other than by requests.
void follow_breakpoints(Context& context);

// --- places in the program as shown to the client -----------------------------------------------

/// A line of a source file, or of a listing, as shown to the client.
struct SourcePosition {
    Json source;        ///< a `Source`
    unsigned line = 0;  ///< from 1
};

/// Adds `source`, `line` and `column` of an address: its source line, or else its row in a listing
/// of the page that it is in.
void add_position(Json& object, const Context& context, emu::Address address);

/// The number from 1 that a client means. Throws BadRequest.
[[nodiscard]] unsigned line_in(const Context& context, const RequestFields& arguments);
[[nodiscard]] std::int64_t to_client(const Context& context, unsigned line);

/// Where the code or data of a `Source` line begins in memory, or else that of the next line that
/// has some. `position` becomes that line. Throws BadRequest if there is none.
[[nodiscard]] std::vector<emu::Address> starts_of(const Context& context,
                                                  const RequestFields& source, unsigned line,
                                                  SourcePosition& position);

/// The text of a listing, by the number in its `Source`.
[[nodiscard]] std::string listing_text(const Context& context, std::int64_t source_reference);

/// One client's conversation: which requests may come when, what answers them, and what they start.
class Session {
  public:
    Session(Stream& stream, const Services& services) : wire_(stream), context_{wire_, services} {}

    /// Serves until the client disconnects or hangs up, or Ctrl-C. Throws BrokenStream when the
    /// client sends what cannot be read.
    void serve();

  private:
    void handle(const Request& request);
    void send_events();

    Wire wire_;
    Context context_;
};

}  // namespace ryg::app::dap
