// VICE's binary monitor protocol: decodes commands, encodes answers and events.  [BINMON]
//
//     command    02 | version | length, 4 | request id, 4 | type | body       length: of the body
//     answer     02 | version | length, 4 | type | error | request id, 4 | body
//
// Numbers are little endian. An event is an unsolicited answer, with request $ffffffff.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "emu/types.hpp"

namespace ryg::app::vice {

using emu::Address;
using emu::Byte;

enum class Type : Byte {
    invalid = 0x00,  ///< an answer that reports an error
    memory_get = 0x01,
    memory_set = 0x02,
    checkpoint_get = 0x11,  ///< and the answer that describes a checkpoint
    checkpoint_set = 0x12,
    checkpoint_delete = 0x13,
    checkpoint_list = 0x14,
    checkpoint_toggle = 0x15,
    condition_set = 0x22,
    registers_get = 0x31,  ///< and the answer with the registers
    registers_set = 0x32,
    dump = 0x41,
    undump = 0x42,
    resource_get = 0x51,
    resource_set = 0x52,
    jam = 0x61,      ///< event: the processor has jammed
    stopped = 0x62,  ///< event
    resumed = 0x63,  ///< event
    advance = 0x71,
    keyboard_feed = 0x72,
    until_return = 0x73,
    ping = 0x81,
    banks_available = 0x82,
    registers_available = 0x83,
    display_get = 0x84,
    info = 0x85,
    cpu_history = 0x86,
    palette_get = 0x91,
    joyport_set = 0xA2,
    userport_set = 0xB2,
    exit = 0xAA,
    quit = 0xBB,
    reset = 0xCC,
    autostart = 0xDD,
};

enum class Error : Byte {
    ok = 0x00,
    no_such_object = 0x01,
    invalid_memspace = 0x02,
    wrong_length = 0x80,
    invalid_parameter = 0x81,
    wrong_version = 0x82,
    unknown_command = 0x83,
    failure = 0x8F,
};

/// Thrown if a command cannot be executed; becomes the answer.
struct Refused {
    Error error = Error::failure;
};

/// The supported versions of the protocol: 1 and 2.
constexpr Byte oldest_version = 1, newest_version = 2;
constexpr std::uint32_t event_id = 0xFFFFFFFF;

struct MonitorCommand {
    Byte version = newest_version;
    std::uint32_t id = 0;
    Byte type = 0;
    std::string body;

    bool operator==(const MonitorCommand&) const = default;
};

/// Collects bytes as they arrive and returns complete commands. A connection that does not begin
/// with a command is rejected, so that the output of a web page, say, is not searched for commands.
/// Later, bytes before a command's first byte are skipped. Holds at most one command of maximum
/// length and the bytes after it.
class CommandReader {
  public:
    /// The longest body that makes sense (all of memory set in one command), and room for fields
    /// that a later version may add.
    static constexpr std::uint32_t longest_body = 0x10000 + 0x1000;

    void add(std::string_view bytes) { waiting_ += bytes; }
    [[nodiscard]] std::optional<MonitorCommand> next();

    /// True if nothing more can be read: the first byte was not a command's, or a header announced
    /// more than `longest_body`; `next` returns that command without its body.
    [[nodiscard]] bool lost() const { return lost_; }

  private:
    std::string waiting_;
    bool begun_ = false, lost_ = false;
};

/// Reads the fields of a command's body. Throws Refused{wrong_length} if it ends early; bytes after
/// the last field belong to a later version and are ignored.
class BodyReader {
  public:
    explicit BodyReader(std::string_view body) : left_(body) {}

    [[nodiscard]] Byte byte() { return static_cast<Byte>(number(1)); }
    [[nodiscard]] Address word() { return static_cast<Address>(number(2)); }
    [[nodiscard]] std::uint32_t long_word() { return number(4); }
    [[nodiscard]] bool truth() { return byte() != 0; }
    [[nodiscard]] std::string_view bytes(std::size_t count);
    /// A text, after a byte with its length.
    [[nodiscard]] std::string_view text() { return bytes(byte()); }
    [[nodiscard]] bool empty() const { return left_.empty(); }

  private:
    std::uint32_t number(std::size_t size);

    std::string_view left_;
};

/// Builds the body of an answer, field by field.
class Body {
  public:
    Body& byte(unsigned value) { return number(value, 1); }
    Body& truth(bool value) { return number(value ? 1 : 0, 1); }
    Body& word(unsigned value) { return number(value, 2); }
    Body& long_word(std::uint32_t value) { return number(value, 4); }
    Body& bytes(std::span<const Byte> values);
    Body& append(const Body& other);
    /// An item of a list, after a byte with its length.
    Body& item(const Body& item);
    /// A text, after a byte with its length.
    Body& text(std::string_view text);

    [[nodiscard]] const std::string& str() const { return bytes_; }

  private:
    Body& number(std::uint32_t value, unsigned size);

    std::string bytes_;
};

/// One answer or event with its header, in the newest version, independent of the command's.
[[nodiscard]] std::string encode(Type type, Error error, std::uint32_t id, const Body& body = {});

}  // namespace ryg::app::vice
