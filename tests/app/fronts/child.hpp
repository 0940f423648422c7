// A program that runs beside the test, with pipes for what it reads and writes.
#pragma once

#include <csignal>
#include <fcntl.h>
#include <poll.h>

#include "tests/app/verbs.hpp"

namespace ryg::program {

/// Killed with the object. Every wait ends after `patience`, so that a hang is a failed test.
class Child {
  public:
    static constexpr int patience = 20'000;  // milliseconds

    explicit Child(const std::vector<std::string>& words, int errors = 2) {
        std::signal(SIGPIPE, SIG_IGN);
        std::array<int, 2> to{}, from{};
        if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0) {
            ADD_FAILURE() << "no pipe";
        }
        id_ = start(words, {to[0], from[1], errors});
        close(to[0]);
        close(from[1]);
        in_ = to[1];
        out_ = from[0];
    }
    ~Child() {
        close_input();
        if (id_ > 0) kill(id_, SIGKILL);
        wait_for(id_);
        close(out_);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void interrupt() const { kill(id_, SIGINT); }

    /// Bytes as they are. False if the child does not take them.
    bool send(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t count = write(in_, bytes.data(), bytes.size());
            if (count <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }
    void close_input() {
        if (in_ >= 0) close(in_);
        in_ = -1;
    }

    /// Adds to `text` what the child has written; false when nothing more comes.
    bool receive(std::string& text) {
        pollfd output{out_, POLLIN, 0};
        if (ended_ || poll(&output, 1, patience) <= 0) return false;
        std::array<char, 65536> bytes;
        const ssize_t count = read(out_, bytes.data(), bytes.size());
        ended_ = count <= 0;
        if (!ended_) text.append(bytes.data(), static_cast<std::size_t>(count));
        return !ended_;
    }

    /// Waits for the end of the child: its exit status, 128 + n after signal n.
    int wait() {
        for (std::string rest; receive(rest);) continue;
        if (!ended_) ADD_FAILURE() << "the program has not ended";
        if (!ended_) kill(id_, SIGKILL);
        return wait_for(std::exchange(id_, 0));
    }

  private:
    pid_t id_ = 0;
    int in_ = -1, out_ = -1;
    bool ended_ = false;
};

}  // namespace ryg::program
