// Messages of the Debug Adapter Protocol in a stream of bytes, in order and numbered.  [DAP]
//
//     Content-Length: 119\r\n        header lines; Content-Type may come, too
//     \r\n
//     {"seq":153,"type":"request", ...       119 bytes of JSON
#pragma once

#include <deque>
#include <optional>
#include <stdexcept>

#include "app/fronts/dap/fields.hpp"
#include "app/fronts/stream.hpp"

namespace ryg::app::dap {

/// An invalid header: the beginning of the next message is unknown, so the connection cannot
/// continue.
struct BrokenStream : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Takes bytes as they arrive and returns whole messages. Holds at most one message, one header and
/// the bytes added last.
class Framer {
  public:
    static constexpr std::size_t longest_header = 1024;
    /// Twelve times all memory of a C64 in base64.
    static constexpr std::size_t longest_body = 1 << 20;

    void add(std::string_view bytes) { waiting_ += bytes; }

    /// The next message without its header, if all of it is there. Throws BrokenStream.
    [[nodiscard]] std::optional<std::string> next();

    /// True when the stream ends within a message.
    [[nodiscard]] bool unfinished() const { return !waiting_.empty(); }

  private:
    std::string waiting_;
};

/// A message with its header.
[[nodiscard]] std::string framed(std::string_view body);

/// One request as the client sent it; `arguments` is an object, empty if there were none.
struct ClientRequest {
    std::int64_t seq = 0;
    std::string command;
    Json arguments = Json::object();
};

/// Returns requests in the order of arrival. A message without JSON or a command is answered here
/// with an error, and the client may continue; after a broken header the connection ends.
class Wire {
  public:
    explicit Wire(ClientStream& stream) : stream_(stream) {}

    /// Takes in what has arrived; waits for `longest` if there is nothing to handle.
    void listen(Wait longest);
    /// The next request, if one is there.
    [[nodiscard]] std::optional<ClientRequest> next();
    [[nodiscard]] bool has_request() const { return !requests_.empty(); }
    /// True when no request is left and none can come.
    [[nodiscard]] bool ended() const {
        return requests_.empty() && (!fault_.empty() || !stream_.open());
    }
    /// Why the stream cannot be read any further; empty if it can.
    [[nodiscard]] const std::string& fault() const { return fault_; }

    /// Sets the request that is being answered.
    void begin(const ClientRequest& request) { current_ = request.seq; }
    /// True when the current work should stop, because a waiting request demands it or the client
    /// has gone.
    [[nodiscard]] bool wants_a_stop() const;
    /// True when a waiting request cancels the one that is being answered.
    [[nodiscard]] bool is_cancelled() const;

    void respond(const ClientRequest& request, Json body);
    void refuse(const ClientRequest& request, std::string_view message);
    void event(std::string_view name, Json body = {});

  private:
    /// Further requests stay in the stream, where they block the client and cost nothing.
    static constexpr std::size_t most_requests = 256;

    void take(const std::string& message);
    void refuse_nameless(std::int64_t seq, std::string_view message);
    void send(Json message);

    ClientStream& stream_;
    Framer framer_;
    std::deque<ClientRequest> requests_;
    std::string fault_;
    std::int64_t seq_ = 0, current_ = 0;
};

}  // namespace ryg::app::dap
