// A client of the binary monitor for tests, and `ryg debug --binary-monitor 0` as a child process.
#pragma once

#include "tests/app/fronts/child.hpp"
#include "tests/app/fronts/vice/conversation.hpp"
#include "tests/support/socket.hpp"

namespace ryg::binmon {

/// `ryg debug PROGRAM --binary-monitor WHERE`, until this goes.
class Server : public program::Child {
  public:
    explicit Server(const std::string& words, const std::string& where = "0")
        : Child(program::words_of("'" RYG_PROGRAM "' debug " + words + " --binary-monitor " +
                                  where)) {
        const bool two = words.find("--remote-monitor") != words.npos;
        port = next_port(where);
        if (two) text_port = next_port("0");
    }
    int port = 0, text_port = 0;

  private:
    int next_port(const std::string& where) {
        std::string line;
        do {  // commands may speak first
            while (said_.find('\n') == said_.npos && receive(said_)) continue;
            line = said_.substr(0, said_.find('\n'));
            said_.erase(0, line.size() + 1);
        } while (!line.empty() && line.find(" monitor on ") == line.npos);
        const auto at = line.find_last_of(' ');
        const int number = at == line.npos ? 0 : std::atoi(line.c_str() + at);
        EXPECT_TRUE(number > 0 || line.ends_with(where)) << "no port in: " << line;
        return number;
    }
    std::string said_;
};

/// One connection. Whatever it waits for it waits for half a minute at most.
class Client {
  public:
    explicit Client(const Server& server) : Client(server.port) {}
    /// `where`: a port, or a file.
    explicit Client(const auto& where) : socket_(where) {
        EXPECT_TRUE(socket_.is_connected()) << "nobody listens";
    }

    void send_bytes(std::string_view bytes) const { socket_.send(bytes); }

    /// The next answer or event; nothing when the server has hung up.
    std::optional<Answer> receive() {
        do {
            if (auto answer = take_answer(waiting_)) return answer;
        } while (socket_.receive(waiting_));
        return std::nullopt;
    }
    /// The next of which `is_wanted` holds; those before it are kept.
    template <class Wanted>
    Answer next(const Wanted& is_wanted) {
        events.clear();
        while (auto answer = receive()) {
            if (is_wanted(*answer)) return *answer;
            events.push_back(std::move(*answer));
        }
        ADD_FAILURE() << "the answer or event has not come";
        return {};
    }
    /// What the text monitor sends up to its prompt.
    std::string text() {
        while (waiting_.find("\n(C:$") == waiting_.npos && !waiting_.starts_with("(C:$") &&
               socket_.receive(waiting_)) {
        }
        const auto prompt = std::min(waiting_.find("(C:$"), waiting_.size());
        const std::string shown = waiting_.substr(0, prompt);
        waiting_.erase(0, prompt + 10);
        return shown;
    }
    std::string text(const std::string& line) {
        send_bytes(line + "\n");
        return text();
    }
    /// Whether the server hangs up; what still comes before that is of no interest.
    bool is_hung_up_on() {
        (void)socket_.receive_all();
        return socket_.is_hung_up_on();
    }

    /// Sends a command and gives its answer.
    Answer call(Type type, const Body& body = {}) {
        send_bytes(bytes_of(type, body, ++id_));
        return next([this](const Answer& each) { return !each.is_event() && each.id == id_; });
    }
    Error error(Type type, const Body& body = {}) { return call(type, body).error; }
    /// Waits for an event of this type.
    Answer await(Type type) {
        return next([type](const Answer& each) { return each.is_event() && each.type == type; });
    }
    /// Lets the machine run.
    void resume() {
        EXPECT_EQ(error(exit), ok);
        EXPECT_EQ(await(resumed).error, ok);
    }

    std::vector<Answer> events;  ///< what came before the last answer

  private:
    tests::Socket socket_;
    std::uint32_t id_ = 0;
    std::string waiting_;
};

}  // namespace ryg::binmon
