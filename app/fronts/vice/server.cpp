// Between a client's bytes and the session: one command at a time, and a machine that runs
// meanwhile.
#include "app/fronts/vice/server.hpp"

namespace ryg::app::vice {
namespace {

/// Reads no further than the next command, so that a client which sends faster than it is served
/// waits on its own side.
class Front {
  public:
    Front(Listener& server, Session& session, const Host& host)
        : server_(server), session_(session), host_(host) {}

    /// Sends what there is to send, takes in what has come; true when a command waits, nobody is
    /// there, or Ctrl-C was pressed.
    bool look(Wait longest) {
        server_.write(session_.take_output());
        if (!command_) command_ = reader_.next();
        if (!command_) {
            if (!server_.open()) greet(longest);
            if (server_.has_input(longest)) reader_.add(server_.read());
            command_ = reader_.next();
            if (!command_ && reader_.lost()) server_.hang_up();
            if (!command_ && !server_.open()) session_.leave();
        }
        return command_.has_value() || !server_.open() || host_.interrupted;
    }

    void answer() {
        if (!command_) return;
        session_.carry_out(*command_);
        command_.reset();
        if (!reader_.lost()) return;
        server_.write(session_.take_output());
        server_.hang_up();
    }

    void say_goodbye() { server_.write(session_.take_output()); }

  private:
    void greet(Wait longest) {
        if (!server_.accept(longest)) return;
        reader_ = {};
        session_.greet();
    }

    Listener& server_;
    Session& session_;
    const Host& host_;
    CommandReader reader_;
    std::optional<Command> command_;
};

}  // namespace

void serve(Listener& server, const Debuggee& debuggee, const Host& host) {
    c64::debug::Debugger& debugger = *debuggee.debugger;
    Session session(debugger, debuggee.commands->symbols.labels, host);
    Front front(server, session, host);
    debugger.pause = [&front] { return front.look(Wait(0)); };
    while (!session.over() && !host.interrupted) {
        front.look(Wait(session.running() ? 0 : 200));
        front.answer();
        if (session.running()) session.work();
    }
    front.say_goodbye();
    debugger.pause = nullptr;
    debugger.on_trace = nullptr;
}

}  // namespace ryg::app::vice
