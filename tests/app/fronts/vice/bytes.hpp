// Commands and answers of the binary monitor as a client has them.
#pragma once

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

#include "app/fronts/vice/protocol.hpp"

namespace ryg::binmon {

using namespace ryg::app::vice;

struct Answer {
    Byte version = 0;
    Type type{};
    Error error{};
    std::uint32_t id = 0;
    std::string body;

    [[nodiscard]] bool is_event() const { return id == event_id; }
    [[nodiscard]] Fields fields() const { return Fields(body); }
};

/// The bytes of a command.
inline std::string bytes_of(unsigned type, const std::string& body, std::uint32_t id = 1,
                            unsigned version = 2) {
    const auto length = static_cast<std::uint32_t>(body.size());
    return Body().byte(2).byte(version).long_word(length).long_word(id).byte(type).str() + body;
}
inline std::string bytes_of(Type type, const Body& body = {}, std::uint32_t id = 1) {
    return bytes_of(static_cast<unsigned>(type), body.str(), id);
}

/// Takes the first answer off `bytes`, if all of it is there.
inline std::optional<Answer> take_answer(std::string& bytes) {
    constexpr std::size_t header_size = 12;
    if (bytes.size() < header_size) return std::nullopt;
    Fields header(bytes);
    EXPECT_EQ(header.byte(), 0x02) << "an answer begins with STX";
    Answer answer;
    answer.version = header.byte();
    const std::size_t length = header.long_word();
    answer.type = static_cast<Type>(header.byte());
    answer.error = static_cast<Error>(header.byte());
    answer.id = header.long_word();
    if (bytes.size() < header_size + length) return std::nullopt;
    answer.body = bytes.substr(header_size, length);
    bytes.erase(0, header_size + length);
    return answer;
}

inline std::vector<Answer> all_answers(std::string bytes) {
    std::vector<Answer> answers;
    while (auto answer = take_answer(bytes)) answers.push_back(std::move(*answer));
    EXPECT_EQ(bytes, "") << "an answer is not complete";
    return answers;
}

}  // namespace ryg::binmon
