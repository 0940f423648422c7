// What the binary monitor does: carries out commands, runs the machine, says what happened.
#pragma once

#include <span>
#include <utility>

#include "app/fronts/services.hpp"
#include "app/fronts/vice/protocol.hpp"

namespace ryg::app::vice {

/// One machine, and one client after the other. No sockets here: commands go in, bytes come out.
///
///     stopped  ---- exit, advance, until_return ----->  running
///              <--- checkpoint, JAM, end, a command ---
///
/// A command that comes while the machine runs stops it. A client's first command finds it stopped
/// or stops it; either way registers and `stopped` are sent before the answer.  [BINMON]
class Session {
  public:
    static constexpr std::size_t most_checkpoints = 256, most_keys = 4096;

    /// `labels` are for conditions. The debugger's `pause` must become true when a command waits.
    Session(c64::debug::Debugger& its_debugger, c64::Labels its_labels,
            const Services& its_services);

    /// A new client: it knows nothing yet. The machine stands where the last one left it.
    void greet() { told_ = false; }
    /// The client has gone: a running machine stops.
    void leave() { goal_ = Goal::none; }
    /// A running machine is stopped from elsewhere: the client is told.
    void interrupt() {
        leave();
        tell_stopped();
    }

    void carry_out(const Command& command);

    [[nodiscard]] bool running() const { return goal_ != Goal::none; }
    /// Runs the machine, if it is running, until it stops or the debugger's `pause` asks for a
    /// break.
    void work();

    /// Tells the client why and where the machine has stopped, whoever moved it.
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
    unsigned steps = 0;  ///< that a run takes
    bool over = false;   ///< the client wants the program to end
    bool warps = true;   ///< the resource WarpMode, for clients that read back what they have set

  private:
    void handle(const Command& command);
    c64::debug::Stop move();
    void tell(const c64::debug::Checkpoint& hit);
    void event(Type type, const Body& body);

    Goal goal_ = Goal::none;
    bool told_ = false;     // the client knows that the machine has stopped, and where
    std::uint32_t id_ = 0;  // of the command that came last
    std::string output_;
};

/// A command: what does it, and the version of the protocol that introduced it.
struct CommandRow {
    Type type;
    void (*handler)(Session&, BodyReader&);
    Byte since = oldest_version;
};
[[nodiscard]] std::span<const CommandRow> rows();

[[nodiscard]] Body checkpoint_body(const c64::debug::Checkpoint& checkpoint, bool hit);

}  // namespace ryg::app::vice
