// Whole messages to and from a client, in order, with their sequence numbers.
#pragma once

#include <deque>
#include <functional>
#include <optional>

#include "app/fronts/dap/framing.hpp"
#include "app/fronts/dap/stream.hpp"
#include "app/verb.hpp"

namespace ryg::app::dap {

/// One request as the client sent it; `arguments` is an object, empty if there were none.
struct Request {
    std::int64_t seq = 0;
    std::string command;
    Json arguments = Json::object();
};

/// Requests come out in the order in which they came in. What is none (no JSON, no command) is
/// answered here with an error, and the client may go on; behind a broken header nothing can be
/// read, so the connection ends there.
class Wire {
  public:
    explicit Wire(Stream& stream) : stream_(stream) {}

    /// Takes in what has arrived; waits so long if there is nothing to handle.
    void listen(Wait longest);
    /// The next request, if one is there.
    [[nodiscard]] std::optional<Request> next();
    [[nodiscard]] bool has_request() const { return !requests_.empty(); }
    /// True when no request is left and none can come.
    [[nodiscard]] bool ended() const {
        return requests_.empty() && (!fault_.empty() || !stream_.open());
    }
    /// Why the stream cannot be read any further, or nothing.
    [[nodiscard]] const std::string& fault() const { return fault_; }

    /// Says which request is being answered from now on.
    void begin(const Request& request) { current_ = request.seq; }
    /// True when what runs now should stop, because a request that waits wants that, or because
    /// the client has gone.
    [[nodiscard]] bool wants_a_stop() const;
    /// True when a request that waits cancels the one that is being answered.
    [[nodiscard]] bool is_cancelled() const;

    void respond(const Request& request, Json body);
    void refuse(const Request& request, std::string_view message);
    void event(std::string_view name, Json body = {});

  private:
    /// More are left in the stream, where they block the client and cost us nothing.
    static constexpr std::size_t most_requests = 256;

    void take(const std::string& message);
    void refuse_nameless(std::int64_t seq, std::string_view message);
    void send(Json message);

    Stream& stream_;
    Framer framer_;
    std::deque<Request> requests_;
    std::string fault_;
    std::int64_t seq_ = 0, current_ = 0;
};

}  // namespace ryg::app::dap
