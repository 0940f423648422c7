// Where a message of the Debug Adapter Protocol begins and ends in a stream of bytes.  [DAP]
//
//     Content-Length: 119\r\n        header lines; only this one counts
//     \r\n
//     {"seq":153,"type":"request", ...       119 bytes of JSON
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ryg::app::dap {

/// A header that says nothing or too much: nobody knows where the next message begins, so the
/// connection is of no more use.
struct BrokenStream : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Takes bytes as they come and gives whole messages. Holds at most one message, one header and
/// what was added last.
class Framer {
  public:
    static constexpr std::size_t longest_header = 1024;
    /// All memory of a C64 in base64 is a twelfth of it.
    static constexpr std::size_t longest_body = 1 << 20;

    void add(std::string_view bytes) { waiting_ += bytes; }

    /// The next message without its header, if all of it is there. Throws BrokenStream.
    [[nodiscard]] std::optional<std::string> next();

    /// True when the stream ends within a message.
    [[nodiscard]] bool unfinished() const { return !waiting_.empty(); }

  private:
    std::string waiting_;
};

/// A message as it goes over the wire.
[[nodiscard]] std::string framed(std::string_view body);

}  // namespace ryg::app::dap
