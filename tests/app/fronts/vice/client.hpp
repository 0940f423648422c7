// A client of the binary monitor for tests, and `ryg debug --binary-monitor 0` as a child process.
#pragma once

#include <arpa/inet.h>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "tests/app/fronts/vice/bytes.hpp"
#include "tests/support/run_program.hpp"

namespace ryg::binmon {

/// `ryg debug PROGRAM --binary-monitor 0`, until this goes.
class Server {
  public:
    explicit Server(std::vector<std::string> words, const std::string& where = "0") {
        words.insert(words.begin(), {RYG_PROGRAM, "debug"});
        words.insert(words.end(), {"--binary-monitor", where});
        std::vector<char*> pointers;
        for (std::string& word : words) pointers.push_back(word.data());
        pointers.push_back(nullptr);
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) ADD_FAILURE() << "no pipe";
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
        if (posix_spawn(&child_, RYG_PROGRAM, &actions, nullptr, pointers.data(), environ) != 0) {
            ADD_FAILURE() << "cannot start " << RYG_PROGRAM;
        }
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        out_ = ends[0];
        const std::string line = read_line();
        const auto at = line.find_last_of(' ');
        port_ = at == line.npos ? 0 : std::atoi(line.c_str() + at);
        EXPECT_TRUE(port_ > 0 || line.ends_with(where)) << "no port in: " << line;
    }
    ~Server() {
        if (child_ != 0) {
            kill(child_, SIGKILL);
            waitpid(child_, nullptr, 0);
        }
        close(out_);
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] int port() const { return port_; }
    void interrupt() const { kill(child_, SIGINT); }

    /// The exit status, once it has ended by itself; -1 if it has not within ten seconds.
    int wait() {
        for (int i = 0; i < 1000; ++i) {
            int status = 0;
            if (waitpid(child_, &status, WNOHANG) == child_) {
                child_ = 0;
                return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            }
            usleep(10'000);
        }
        return -1;
    }

  private:
    std::string read_line() const {
        std::string line;
        for (char c = 0; read(out_, &c, 1) == 1 && c != '\n';) line += c;
        return line;
    }

    pid_t child_ = 0;
    int out_ = -1, port_ = 0;
};

/// One connection. Whatever it waits for it waits for ten seconds at most.
class Client {
  public:
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
        while (true) {
            if (auto answer = take_answer(waiting_)) return answer;
            if (!fill()) return std::nullopt;
        }
    }
    /// Whether the server hangs up; what still comes before that is of no interest.
    bool is_hung_up_on() {
        while (fill()) {
        }
        return closed_;
    }

    /// Sends a command and gives its answer; events that come before it are kept.
    Answer call(Type type, const Body& body = {}) { return call_with_version(2, type, body.str()); }
    Answer call_with_version(unsigned version, Type type, const std::string& body) {
        events.clear();
        send_bytes(bytes_of(static_cast<unsigned>(type), body, ++id_, version));
        while (auto answer = receive()) {
            if (!answer->is_event() && answer->id == id_) return *answer;
            events.push_back(std::move(*answer));
        }
        ADD_FAILURE() << "no answer to a command of type " << static_cast<unsigned>(type);
        return {};
    }
    /// Waits for an event of this type; what comes before it is kept.
    Answer await(Type type) {
        events.clear();
        while (auto answer = receive()) {
            if (answer->is_event() && answer->type == type) return *answer;
            events.push_back(std::move(*answer));
        }
        ADD_FAILURE() << "no event of type " << static_cast<unsigned>(type);
        return {};
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
