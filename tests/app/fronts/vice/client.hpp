// A client of the binary monitor for tests, and `ryg debug --binary-monitor 0` as a child process.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "tests/app/fronts/child.hpp"
#include "tests/app/fronts/vice/conversation.hpp"

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

/// One connection. Whatever it waits for it waits for ten seconds at most.
class Client {
  public:
    explicit Client(const Server& server) : Client(server.port) {}
    explicit Client(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connect_to(address);
    }
    explicit Client(const std::string& path)
        : socket_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        connect_to(address);
    }
    ~Client() { close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    void send_bytes(std::string_view bytes) const {
        while (!bytes.empty()) {
            const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) return;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    }

    /// The next answer or event; nothing when the server has hung up.
    std::optional<Answer> receive() {
        do {
            if (auto answer = take_answer(waiting_)) return answer;
        } while (fill());
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
        while (waiting_.find("\n(C:$") == waiting_.npos && !waiting_.starts_with("(C:$") && fill())
            continue;
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
        while (fill()) continue;
        return closed_;
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
    template <class Address>
    void connect_to(const Address& address) const {
        EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0)
            << "nobody listens";
    }
    /// False when nothing more comes.
    bool fill() {
        pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
        if (poll(&waiting, 1, 10'000) <= 0) return false;
        std::array<char, 65536> bytes;
        const auto count = recv(socket_, bytes.data(), bytes.size(), 0);
        closed_ = count <= 0;
        if (!closed_) waiting_.append(bytes.data(), static_cast<std::size_t>(count));
        return !closed_;
    }

    int socket_;
    bool closed_ = false;
    std::uint32_t id_ = 0;
    std::string waiting_;
};

}  // namespace ryg::binmon
