// Between a client's bytes and the session: one command at a time, and a machine that runs
// meanwhile.
#include "app/fronts/monitor/server.hpp"

#include <cstdio>
#include <fmt/format.h>

#include "app/loopback.hpp"
#include "app/program_file.hpp"
#include "app/state_file.hpp"

namespace ryg::app::binary_monitor {
namespace {

using namespace std::chrono_literals;

/// Reads no further than the next command, so that a client which sends faster than it is served
/// waits on its own side.
class Front {
  public:
    Front(std::uint16_t port, Session& session) : server_(port), session_(session) {}

    [[nodiscard]] std::uint16_t port() const { return server_.port(); }

    /// Sends what there is to send, takes in what has come; true when a command waits or Ctrl-C was
    /// pressed.
    bool look(Loopback::Wait longest) {
        server_.write(session_.take_output());
        if (!command_) command_ = reader_.next();
        if (!command_) {
            if (!server_.connected()) greet(longest);
            if (server_.has_input(longest)) reader_.add(server_.read());
            command_ = reader_.next();
        }
        return command_.has_value() || interrupted;
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
    void greet(Loopback::Wait longest) {
        if (!server_.accept(longest)) return;
        reader_ = {};
        session_.greet();
    }

    Loopback server_;
    Session& session_;
    CommandReader reader_;
    std::optional<Command> command_;
};

constexpr const char* option = "binary-monitor";

void say_where(std::uint16_t port, bool json) {
    if (json) {
        print(Json{{"address", "127.0.0.1"}, {"port", port}});
    } else {
        fmt::print("binary monitor on 127.0.0.1, port {}\n", port);
    }
    std::fflush(stdout);
}

}  // namespace

void add_option(options::options_description& own) {
    own.add_options()(option, options::value<std::string>()->implicit_value("6502"),
                      "serve clients of VICE's binary monitor on this port of 127.0.0.1; 0: any "
                      "that is free");
}

bool is_asked_for(const Parsed& parsed) { return parsed.has(option); }

Exit serve(const Parsed& parsed, c64::debug::Debugger& debugger, const c64::Labels& labels) {
    const auto port = parse_number(parsed.get<std::string>(option), option, 65535);
    const Files files{.read_program = [](const std::string& name) { return read_program(name); },
                      .read_state = read_state,
                      .write_state = write_state};
    Session session(debugger, labels, files);
    Front front(static_cast<std::uint16_t>(port), session);
    debugger.pause = [&front] { return front.look(0ms); };
    say_where(front.port(), parsed.json());
    while (!session.over() && !interrupted) {
        front.look(session.running() ? 0ms : 200ms);
        front.answer();
        if (session.running()) session.work();
    }
    front.say_goodbye();
    debugger.pause = nullptr;
    debugger.on_trace = nullptr;
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app::binary_monitor
