// A session of the binary monitor: executes commands, runs the machine, reports events.
#pragma once

#include <span>
#include <utility>

#include "app/fronts/services.hpp"
#include "app/fronts/stream.hpp"
#include "app/fronts/vice/protocol.hpp"

namespace ryg::app::vice {

/// One machine, and one client after the other. Independent of sockets: commands in, bytes out.
///
///     stopped  ---- exit, advance, until_return ----->  running
///              <--- checkpoint, JAM, end, a command ---
///
/// A command that arrives while the machine runs stops it. Before the answer to a client's first
/// command, registers and `stopped` are sent in any case.  [BINMON]
class MonitorSession {
  public:
    static constexpr std::size_t most_checkpoints = 256, most_keys = 4096;

    /// `labels` are for conditions. The debugger's `pause` must become true when a command waits.
    MonitorSession(c64::debug::Debugger& its_debugger, c64::Labels its_labels,
                   const Services& its_services);

    /// Begins with a new client. The machine is where the last client left it.
    void greet() { told_ = false; }
    /// Ends with a client that has gone: stops a running machine.
    void leave() { goal_ = Goal::none; }
    /// Stops a running machine on behalf of another front end, and reports that to the client.
    void interrupt() {
        leave();
        tell_stopped();
    }

    void carry_out(const MonitorCommand& command);

    [[nodiscard]] bool running() const { return goal_ != Goal::none; }
    /// Runs the machine, if it is running, until it stops or the debugger's `pause` returns true.
    void work();

    /// Reports to the client why and where the machine has stopped, whichever front end moved it.
    void report(const c64::debug::Stop& stop);

    /// The output to send since the last call.
    [[nodiscard]] std::string take_output() { return std::exchange(output_, {}); }

    // --- for the commands ------------------------------------------------------------------------
    /// What ends a run, apart from checkpoints.
    enum class Goal { none, nothing, steps, steps_over_calls, the_return };

    void resume(Goal goal);
    void tell_stopped();
    void answer(Type type, const Body& body = {});
    [[nodiscard]] const c64::Machine& machine() const { return debugger.machine(); }

    c64::debug::Debugger& debugger;
    c64::Labels labels;
    const Services& services;
    unsigned steps = 0;  ///< number of steps of a run
    bool over = false;   ///< the client has requested the end of the program
    bool warps = true;   ///< the resource WarpMode, for clients that read it back

  private:
    void handle(const MonitorCommand& command);
    c64::debug::Stop move();
    void tell(const c64::debug::Checkpoint& hit);
    void event(Type type, const Body& body);

    Goal goal_ = Goal::none;
    bool told_ = false;     // the stop has been reported to the client
    std::uint32_t id_ = 0;  // request id of the last command
    std::string output_;
};

/// A command: its function, and the version of the protocol that introduced it.
struct CommandRow {
    Type type;
    void (*handler)(MonitorSession&, BodyReader&);
    Byte since = oldest_version;
};
[[nodiscard]] std::span<const CommandRow> rows();

[[nodiscard]] Body checkpoint_body(const c64::debug::Checkpoint& checkpoint, bool hit);

/// Serves one client after another on each port, until one sends quit, or Ctrl-C; either port may
/// be nullptr. Sets the debugger's `pause` and `on_trace`.
void serve(Listener* binary, Listener* text, const Debuggee& debuggee, const Services& services);

}  // namespace ryg::app::vice
