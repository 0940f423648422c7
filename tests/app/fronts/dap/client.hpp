// A small client of the Debug Adapter Protocol that talks to the real `ryg debug --dap`.
#pragma once

#include <deque>
#include <optional>

#include "tests/app/fronts/child.hpp"

namespace ryg::dap_test {

using Json = nlohmann::json;

inline std::string framed(const std::string& body) {
    return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}
inline std::string request(int seq, const std::string& command, const Json& arguments = nullptr) {
    Json message{{"seq", seq}, {"type", "request"}, {"command", command}};
    if (!arguments.is_null()) message["arguments"] = arguments;
    return framed(message.dump());
}

/// What the adapter sends is checked as it comes: the frame, and sequence numbers that count from 1.
class Client {
  public:
    Client() { ::fcntl(fileno(errors_), F_SETFL, O_APPEND); }  // read while the adapter writes
    ~Client() { std::fclose(errors_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// Sends a request and does not wait. Returns its number.
    int send(const std::string& command, const Json& arguments = nullptr) {
        adapter.send(request(++seq_, command, arguments));
        return seq_;
    }

    /// The response to a request; events that come first are kept for `event`.
    Json response(int seq) {
        const auto is_it = [seq](const Json& message) {
            return message["type"] == "response" && message["request_seq"] == seq;
        };
        return next(is_it, "response to request " + std::to_string(seq));
    }
    /// The body of the next event of that name; others are kept.
    Json event(const std::string& name) {
        const auto is_it = [&name](const Json& message) {
            return message["type"] == "event" && message["event"] == name;
        };
        return next(is_it, "event " + name).value("body", Json());
    }

    /// A request that is expected to succeed: the body of its response.
    Json ask(const std::string& command, const Json& arguments = nullptr) {
        const Json answer = response(send(command, arguments));
        EXPECT_TRUE(answer.value("success", false))
            << command << " " << arguments << ": " << answer;
        EXPECT_EQ(answer.value("command", ""), command);
        return answer.value("body", Json());
    }
    /// A request that is expected to fail: why, in one line.
    std::string refusal(const std::string& command, const Json& arguments = nullptr) {
        const Json answer = response(send(command, arguments));
        EXPECT_FALSE(answer.value("success", true)) << command << " " << arguments;
        const std::string why = answer.value("message", "");
        EXPECT_TRUE(!why.empty() && why.find('\n') == why.npos) << why;
        return why;
    }

    /// The next message, whatever it is; none when the adapter has closed its end.
    std::optional<Json> receive() {
        do {
            const auto end = received_.find("\r\n\r\n");
            if (end == received_.npos) continue;
            EXPECT_TRUE(received_.starts_with("Content-Length: ")) << received_;
            const std::size_t length = std::stoul(received_.substr(16));
            if (received_.size() < end + 4 + length) continue;
            const Json message = Json::parse(received_.substr(end + 4, length));
            received_.erase(0, end + 4 + length);
            EXPECT_EQ(message.value("seq", 0), ++received_seq_) << message;
            return message;
        } while (adapter.receive(received_));
        return std::nullopt;
    }

    /// The messages that have been received and not been asked for.
    [[nodiscard]] const std::deque<Json>& kept() const { return kept_; }

    /// What the adapter has written to standard error.
    [[nodiscard]] std::string errors() const { return program::all_of(errors_); }

  private:
    template <class Wanted>
    Json next(const Wanted& is_it, const std::string& what) {
        for (std::size_t i = 0;; ++i) {
            if (i == kept_.size()) {
                auto message = receive();
                if (!message) break;
                kept_.push_back(std::move(*message));
            }
            if (!is_it(kept_[i])) continue;
            const Json message = kept_[i];
            kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
            return message;
        }
        ADD_FAILURE() << "no " << what << "; errors: " << errors();
        return Json::object();
    }

    std::FILE* errors_ = std::tmpfile();
    int seq_ = 0, received_seq_ = 0;
    std::string received_;
    std::deque<Json> kept_;

  public:
    program::Child adapter{{RYG_PROGRAM, "debug", "--dap"}, fileno(errors_)};
};

}  // namespace ryg::dap_test
