// Commands and answers of the binary monitor as a client has them, and a client without sockets.
#pragma once

#include <gtest/gtest.h>
#include <optional>

#include "tests/app/fronts/vice/rig.hpp"

namespace ryg::binmon {

using enum Type;
using enum Error;

struct Answer {
    Byte version = 0;
    Type type{};
    Error error{};
    std::uint32_t id = 0;
    std::string body;

    [[nodiscard]] bool is_event() const { return id == event_id; }
    [[nodiscard]] BodyReader fields() const { return BodyReader(body); }
};

/// The bytes of a command.
inline std::string bytes_of(Type type, const Body& body = {}, std::uint32_t id = 1) {
    const auto length = static_cast<std::uint32_t>(body.str().size());
    const auto number = static_cast<unsigned>(type);
    return Body().byte(2).byte(2).long_word(length).long_word(id).byte(number).append(body).str();
}

/// Takes the first answer off `bytes`, if all of it is there.
inline std::optional<Answer> take_answer(std::string& bytes) {
    constexpr std::size_t header_size = 12;
    if (bytes.size() < header_size) return std::nullopt;
    BodyReader header(bytes);
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

using Types = std::vector<Type>;
/// The types of the answers, in order; errors appear as `invalid`.
inline Types types_of(const std::vector<Answer>& answers) {
    Types types;
    for (const Answer& answer : answers) types.push_back(answer.type);
    return types;
}

inline Body range(Address first, Address last, unsigned bank = 0) {
    return Body().byte(0).word(first).word(last).byte(0).word(bank);
}
inline Body point(Address first, Address last, unsigned operations, bool stops = true,
                  bool temporary = false) {
    const Body body = Body().word(first).word(last).truth(stops).truth(true);
    return Body(body).byte(operations).truth(temporary);
}

/// A client that knows where the machine stands.
class Conversation : public Rig {
  public:
    Conversation() { (void)carry_out(ping); }

    Answer call(Type type, const Body& body = {}, unsigned version = 2) {
        auto answers = all_answers(carry_out(type, body, version));
        std::erase_if(answers, &Answer::is_event);
        EXPECT_EQ(answers.at(0).id, id);
        return answers.back();
    }
    Error error(Type type, const Body& body = {}, unsigned version = 2) {
        last = call(type, body, version);
        EXPECT_EQ(last.type == invalid, last.error != ok);
        return last.error;
    }
    /// The types of all that a command brings, events included.
    Types types(Type type, const Body& body = {}) {
        const auto answers = all_answers(carry_out(type, body));
        last = answers.back();
        return types_of(answers);
    }
    /// Sets a checkpoint and gives its number.
    std::uint32_t checkpoint(Address first, Address end, unsigned operations, bool stops = true,
                             bool temporary = false) {
        const Body body = point(first, end, operations, stops, temporary);
        return call(checkpoint_set, body).fields().long_word();
    }
    std::uint32_t checkpoint(Address at) { return checkpoint(at, at, 4); }
    /// Resumes and gives the events up to the next stop.
    std::vector<Answer> run(Type type = exit, const Body& body = {}) {
        EXPECT_EQ(types(type, body), (Types{type, resumed}));
        EXPECT_TRUE(session.running());
        while (session.running()) session.work();
        auto events = all_answers(session.take_output());
        EXPECT_TRUE(std::ranges::all_of(events, &Answer::is_event));
        return events;
    }
    /// Resumes and gives the place of the next stop.
    Address run_to(Type type = exit, const Body& body = {}) {
        run(type, body);
        return pc();
    }
    [[nodiscard]] Address pc() const { return machine().cpu.registers.pc; }
    [[nodiscard]] int peek(Address at) const { return machine().peek(at); }

    Answer last;  ///< of what `error` and `types` have received
};

}  // namespace ryg::binmon
