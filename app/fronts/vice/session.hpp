// What the binary monitor does: carries out commands, runs the machine, says what happened.
#pragma once

#include <utility>

#include "app/fronts/debuggee.hpp"
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
    Session(c64::debug::Debugger& debugger, c64::Labels labels, const Services& services);

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

    /// The client wants the program to end.
    [[nodiscard]] bool over() const { return over_; }

    /// The output to send since the last call.
    [[nodiscard]] std::string take_output() { return std::exchange(output_, {}); }

  private:
    using Handler = void (Session::*)(Fields&);
    struct Row {
        Type type;
        Handler handler;
        Byte since = oldest_version;  ///< the version of the protocol that introduced it
    };
    /// What ends a run, apart from checkpoints.
    enum class Goal { none, nothing, steps, steps_over_calls, the_return };

    static const Row& row_of(const Command& command);
    void handle(const Command& command);

    void memory_get(Fields& fields);
    void memory_set(Fields& fields);
    void checkpoint_get(Fields& fields);
    void checkpoint_set(Fields& fields);
    void checkpoint_delete(Fields& fields);
    void checkpoint_list(Fields& fields);
    void checkpoint_toggle(Fields& fields);
    void condition_set(Fields& fields);
    void registers_get(Fields& fields);
    void registers_set(Fields& fields);
    void dump(Fields& fields);
    void undump(Fields& fields);
    void advance(Fields& fields);
    void keyboard_feed(Fields& fields);
    void until_return(Fields& fields);
    void ping(Fields& fields);
    void banks_available(Fields& fields);
    void registers_available(Fields& fields);
    void display_get(Fields& fields);
    void info(Fields& fields);
    void resource_get(Fields& fields);
    void resource_set(Fields& fields);
    void cpu_history(Fields& fields);
    void joyport_set(Fields& fields);
    void userport_set(Fields& fields);
    void palette_get(Fields& fields);
    void exit(Fields& fields);
    void quit(Fields& fields);
    void reset(Fields& fields);
    void autostart(Fields& fields);

    [[nodiscard]] c64::debug::Checkpoint& checkpoint(std::uint32_t number);
    c64::debug::Stop move();
    [[nodiscard]] std::uint32_t number_of(std::string_view resource) const;
    void resume(Goal goal);
    void tell_stopped();
    void tell(const c64::debug::Checkpoint& hit);

    void answer(Type type, const Body& body = {});
    void event(Type type, const Body& body);
    [[nodiscard]] const c64::Machine& machine() const { return debugger_.machine(); }

    c64::debug::Debugger& debugger_;
    c64::Labels labels_;
    const Services& services_;
    Goal goal_ = Goal::none;
    unsigned steps_ = 0;
    bool told_ = false;  // the client knows that the machine has stopped, and where
    bool over_ = false;
    std::uint32_t id_ = 0;  // of the command that came last
    bool warps_ = true;     // the resource WarpMode, for clients that read back what they have set
    std::string output_;
};

}  // namespace ryg::app::vice
