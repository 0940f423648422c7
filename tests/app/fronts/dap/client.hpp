// A small client of the Debug Adapter Protocol that talks to the real `ryg debug --dap`.
#pragma once

#include <chrono>
#include <csignal>
#include <deque>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ryg::dap_test {

using Json = nlohmann::json;

inline std::string framed(const std::string& body) {
    return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Every wait ends with a failure after `patience`, so that a hang is a failed test. What the
/// adapter sends is checked as it comes: the frame, and sequence numbers that count from 1.
class Client {
  public:
    static constexpr int patience = 20'000;  // milliseconds

    explicit Client(std::vector<std::string> words = {"debug", "--dap"}) {
        words.insert(words.begin(), RYG_PROGRAM);
        std::signal(SIGPIPE, SIG_IGN);
        ::fcntl(fileno(errors_), F_SETFL, O_APPEND);  // we read it while the adapter writes
        int to[2], from[2];
        if (::pipe(to) != 0 || ::pipe(from) != 0) ADD_FAILURE() << "no pipe";
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, to[0], 0);
        posix_spawn_file_actions_adddup2(&actions, from[1], 1);
        posix_spawn_file_actions_adddup2(&actions, fileno(errors_), 2);
        for (const int end : {to[0], to[1], from[0], from[1]}) {
            posix_spawn_file_actions_addclose(&actions, end);
        }
        std::vector<char*> pointers;
        for (std::string& word : words) pointers.push_back(word.data());
        pointers.push_back(nullptr);
        EXPECT_EQ(posix_spawn(&child_, pointers[0], &actions, nullptr, pointers.data(), environ),
                  0);
        posix_spawn_file_actions_destroy(&actions);
        ::close(to[0]);
        ::close(from[1]);
        in_ = to[1];
        out_ = from[0];
    }
    ~Client() {
        close_input();
        if (child_ > 0) {
            ::kill(child_, SIGKILL);
            ::waitpid(child_, nullptr, 0);
        }
        ::close(out_);
        std::fclose(errors_);
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// Bytes as they are. False if the adapter does not take them.
    bool send_raw(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t count = ::write(in_, bytes.data(), bytes.size());
            if (count <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }

    /// Sends a request and does not wait. Returns its number.
    int send(const std::string& command, const Json& arguments = nullptr) {
        Json message{{"seq", ++seq_}, {"type", "request"}, {"command", command}};
        if (!arguments.is_null()) message["arguments"] = arguments;
        send_raw(framed(message.dump()));
        return seq_;
    }

    /// The response to a request; events that come first are kept for `event`.
    Json response(int seq) {
        for (std::size_t i = 0;; ++i) {
            if (i == kept_.size() && !keep_next()) break;
            const Json message = kept_[i];
            if (message["type"] != "response" || message["request_seq"] != seq) continue;
            kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
            return message;
        }
        ADD_FAILURE() << "no response to request " << seq << "; errors: " << errors();
        return Json::object();
    }

    /// A request that is expected to succeed: the body of its response.
    Json ask(const std::string& command, const Json& arguments = nullptr) {
        const Json answer = response(send(command, arguments));
        EXPECT_TRUE(answer.value("success", false))
            << command << " " << arguments << ": " << answer;
        EXPECT_EQ(answer.value("command", ""), command);
        return answer.value("body", Json());
    }

    /// A request that is expected to fail: why.
    std::string refusal(const std::string& command, const Json& arguments = nullptr) {
        const Json answer = response(send(command, arguments));
        EXPECT_FALSE(answer.value("success", true)) << command << " " << arguments;
        return answer.value("message", "");
    }

    /// The body of the next event of that name; others are kept.
    Json event(const std::string& name) {
        for (std::size_t i = 0;; ++i) {
            if (i == kept_.size() && !keep_next()) break;
            const Json message = kept_[i];
            if (message["type"] != "event" || message["event"] != name) continue;
            kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
            return message.value("body", Json());
        }
        ADD_FAILURE() << "no event " << name << "; errors: " << errors();
        return Json::object();
    }

    /// The next message, whatever it is; none when the adapter has closed its end.
    std::optional<Json> receive() {
        while (true) {
            const auto end = received_.find("\r\n\r\n");
            if (end != received_.npos) {
                EXPECT_TRUE(received_.starts_with("Content-Length: ")) << received_;
                const std::size_t length = std::stoul(received_.substr(16));
                if (received_.size() >= end + 4 + length) {
                    const Json message = Json::parse(received_.substr(end + 4, length));
                    received_.erase(0, end + 4 + length);
                    EXPECT_EQ(message.value("seq", 0), ++received_seq_) << message;
                    return message;
                }
            }
            if (!read_more()) return std::nullopt;
        }
    }

    /// The messages that have been received and not been asked for.
    [[nodiscard]] const std::deque<Json>& kept() const { return kept_; }

    void close_input() {
        if (in_ >= 0) ::close(in_);
        in_ = -1;
    }

    /// Waits for the end of the adapter; its exit status, 128 + n after signal n.
    int wait() {
        while (read_more()) {
        }
        int status = 0;
        if (!ended_) ADD_FAILURE() << "the adapter has not ended";
        if (!ended_) ::kill(child_, SIGKILL);
        ::waitpid(child_, &status, 0);
        child_ = 0;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

    [[nodiscard]] pid_t pid() const { return child_; }

    /// What the adapter has written to standard error.
    [[nodiscard]] std::string errors() const {
        std::string text;
        std::rewind(errors_);
        for (int c = 0; (c = std::fgetc(errors_)) != EOF;) text += static_cast<char>(c);
        return text;
    }

  private:
    bool keep_next() {
        auto message = receive();
        if (message) kept_.push_back(std::move(*message));
        return message.has_value();
    }
    bool read_more() {
        pollfd output{out_, POLLIN, 0};
        if (ended_ || ::poll(&output, 1, patience) <= 0) return false;
        char bytes[65536];
        const ssize_t count = ::read(out_, bytes, sizeof bytes);
        ended_ = count <= 0;
        if (!ended_) received_.append(bytes, static_cast<std::size_t>(count));
        return !ended_;
    }

    std::FILE* errors_ = std::tmpfile();
    pid_t child_ = 0;
    int in_ = -1, out_ = -1, seq_ = 0, received_seq_ = 0;
    bool ended_ = false;
    std::string received_;
    std::deque<Json> kept_;
};

}  // namespace ryg::dap_test
