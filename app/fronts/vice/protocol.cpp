// Framing of the binary monitor protocol, independent of the meaning of commands.
#include "app/fronts/vice/protocol.hpp"

#include <algorithm>

namespace ryg::app::vice {
namespace {

constexpr char stx = 0x02;
constexpr std::size_t header_size = 11;

}  // namespace

std::optional<MonitorCommand> CommandReader::next() {
    if (lost_ || waiting_.empty()) return std::nullopt;
    lost_ = !begun_ && waiting_.front() != stx;
    if (lost_) return std::nullopt;
    begun_ = true;
    waiting_.erase(0, std::min(waiting_.find(stx), waiting_.size()));
    if (waiting_.size() < header_size) return std::nullopt;
    BodyReader header(std::string_view(waiting_).substr(1, header_size - 1));
    MonitorCommand command;
    command.version = header.byte();
    const std::uint32_t length = header.long_word();
    command.id = header.long_word();
    command.type = header.byte();
    if (length > longest_body) {
        lost_ = true;
        waiting_.clear();
        return command;
    }
    if (waiting_.size() - header_size < length) return std::nullopt;
    command.body = waiting_.substr(header_size, length);
    waiting_.erase(0, header_size + length);
    return command;
}

std::string_view BodyReader::bytes(std::size_t count) {
    if (left_.size() < count) throw Refused{Error::wrong_length};
    const std::string_view taken = left_.substr(0, count);
    left_.remove_prefix(count);
    return taken;
}

std::uint32_t BodyReader::number(std::size_t size) {
    std::uint32_t value = 0;
    unsigned shift = 0;
    for (const char c : bytes(size)) {
        value |= static_cast<std::uint32_t>(static_cast<Byte>(c)) << shift;
        shift += 8;
    }
    return value;
}

Body& Body::number(std::uint32_t value, unsigned size) {
    for (; size > 0; --size) {
        bytes_ += static_cast<char>(value & 0xFF);
        value >>= 8;
    }
    return *this;
}

Body& Body::bytes(std::span<const Byte> values) {
    bytes_.append(values.begin(), values.end());
    return *this;
}

Body& Body::append(const Body& other) {
    bytes_ += other.bytes_;
    return *this;
}

Body& Body::item(const Body& item) { return text(item.str()); }

Body& Body::text(std::string_view text) {
    const std::string_view told = text.substr(0, 0xFF);
    byte(static_cast<unsigned>(told.size()));
    bytes_ += told;
    return *this;
}

std::string encode(Type type, Error error, std::uint32_t id, const Body& body) {
    Body answer;
    answer.byte(static_cast<Byte>(stx)).byte(newest_version);
    answer.long_word(static_cast<std::uint32_t>(body.str().size()));
    answer.byte(static_cast<Byte>(type)).byte(static_cast<Byte>(error)).long_word(id);
    return answer.str() + body.str();
}

}  // namespace ryg::app::vice
