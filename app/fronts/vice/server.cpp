// Connects clients to the session: one command at a time, while the machine may run.
#include <fmt/format.h>

#include "app/fronts/vice/session.hpp"

namespace ryg::app::vice {
namespace {

/// Reads only up to the next command, so that a client which sends faster than it is served blocks
/// on its own side.
class Front {
  public:
    Front(Listener& server, MonitorSession& session, const Services& services)
        : server_(server), session_(session), services_(services) {}

    /// Sends output and reads input; true when a command waits, the client has gone and left the
    /// machine running, or Ctrl-C was pressed.
    bool look(Wait longest) {
        const bool ran = session_.running();
        server_.write(session_.take_output());
        if (!command_) command_ = reader_.next();
        if (!command_) {
            if (!server_.open()) greet(longest);
            if (server_.has_input(longest)) reader_.add(server_.read());
            command_ = reader_.next();
            if (!command_ && reader_.lost()) server_.hang_up();
            if (!command_ && !server_.open()) session_.leave();
        }
        return command_.has_value() || (ran && !session_.running()) || services_.interrupted;
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
    MonitorSession& session_;
    const Services& services_;
    CommandReader reader_;
    std::optional<MonitorCommand> command_;
};

/// The text monitor: reads command lines, sends replies and a prompt.
class TextFront {
  public:
    TextFront(Listener& server, c64::debug::Commands& commands, MonitorSession& session)
        : server_(server), commands_(commands), session_(session) {}

    /// Reads input; true when a line waits, or the client has gone.
    bool look(Wait longest) {
        const bool was_open = server_.open();
        if (!server_.open() && server_.accept(longest)) {
            waiting_.clear();
            begun_ = false;
            prompt();
        }
        if (!has_line() && server_.has_input(longest)) waiting_ += server_.read();
        if (!has_line() && waiting_.size() > longest_line) server_.hang_up();
        return has_line() || (was_open && !server_.open());
    }

    /// Executes the waiting line. False if it ends the program.
    bool answer() {
        if (!has_line()) return true;
        std::string line = waiting_.substr(0, waiting_.find('\n'));
        waiting_.erase(0, line.size() + 1);
        if (line.ends_with('\r')) line.pop_back();
        // A web page can send lines, too; none of its requests begins with a command.
        const bool client =
            line.empty() || (commands_.knows(line) && line.find(" HTTP/") == line.npos);
        begun_ = begun_ || client;
        if (!begun_) {
            waiting_.clear();
            server_.hang_up();
            return true;
        }
        if (session_.running()) session_.interrupt();
        const c64::debug::Reply reply = commands_.execute(line);
        server_.write(reply.text);
        if (reply.stop) session_.report(*reply.stop);
        if (!reply.quit) prompt();
        return !reply.quit;
    }

  private:
    static constexpr std::size_t longest_line = 4096;

    [[nodiscard]] bool has_line() const {
        return server_.open() && waiting_.find('\n') != waiting_.npos;
    }
    void prompt() {
        const Address pc = commands_.debugger.machine().cpu.registers.pc;
        server_.write(fmt::format("(C:${:04x}) ", pc));
    }

    Listener& server_;
    c64::debug::Commands& commands_;
    MonitorSession& session_;
    std::string waiting_;
    bool begun_ = false;  // the client has sent a command
};

}  // namespace

void serve(Listener* binary, Listener* text, const Debuggee& debuggee, const Services& services) {
    c64::debug::Debugger& debugger = *debuggee.debugger;
    MonitorSession session(debugger, debuggee.commands->symbols.labels, services);
    std::optional<Front> front;
    std::optional<TextFront> text_front;
    if (binary != nullptr) front.emplace(*binary, session, services);
    if (text != nullptr) text_front.emplace(*text, *debuggee.commands, session);
    const auto look = [&](Wait longest) {
        const bool command = front && front->look(longest);
        const bool line = text_front && text_front->look(longest);
        return command || line || services.interrupted;
    };
    debugger.pause = [&look] { return look(Wait(0)); };
    const Wait idle(front && text_front ? 20 : 200);
    while (!session.over && !services.interrupted) {
        look(session.running() ? Wait(0) : idle);
        if (front) front->answer();
        if (text_front && !text_front->answer()) break;
        if (session.running()) session.work();
        if (!front) (void)session.take_output();
    }
    if (front) front->say_goodbye();
    debugger.pause = nullptr;
    debugger.on_trace = nullptr;
}

}  // namespace ryg::app::vice
