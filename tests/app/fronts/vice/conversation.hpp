// A client of the binary monitor without sockets, which knows what a well-behaved one expects.
#pragma once

#include "tests/app/fronts/vice/bytes.hpp"
#include "tests/app/fronts/vice/rig.hpp"

namespace ryg::binmon {

/// The types of the answers, in order; errors appear as `invalid`.
inline std::vector<Type> types_of(const std::vector<Answer>& answers) {
    std::vector<Type> types;
    for (const Answer& answer : answers) types.push_back(answer.type);
    return types;
}
using Types = std::vector<Type>;

/// A client that has been told where the machine stands.
class Conversation : public Rig {
  public:
    Conversation() { (void)carry_out(Type::ping); }

    Answer call(Type type, const Body& body = {}, unsigned version = 2) {
        auto answers = all_answers(carry_out(type, body, version));
        std::erase_if(answers, &Answer::is_event);
        EXPECT_EQ(answers.at(0).id, id);
        return answers.back();
    }
    Error error(Type type, const Body& body = {}, unsigned version = 2) {
        const Answer answer = call(type, body, version);
        EXPECT_EQ(answer.type == Type::invalid, answer.error != Error::ok);
        return answer.error;
    }
    /// Sets a checkpoint and gives its number.
    std::uint32_t checkpoint(Address first, Address last, unsigned operations, bool stops = true,
                             bool temporary = false) {
        const Body body = Body().word(first).word(last).truth(stops).truth(true);
        return call(Type::checkpoint_set, Body(body).byte(operations).truth(temporary))
            .fields()
            .long_word();
    }
    /// Resumes and gives the events up to the next stop.
    std::vector<Answer> run(Type type = Type::exit, const Body& body = {}) {
        EXPECT_EQ(types_of(all_answers(carry_out(type, body))), (Types{type, Type::resumed}));
        EXPECT_TRUE(session.running());
        while (session.running()) session.work();
        auto events = all_answers(session.take_output());
        EXPECT_TRUE(std::ranges::all_of(events, &Answer::is_event));
        return events;
    }
    [[nodiscard]] Address pc() const { return machine().cpu.registers.pc; }
};

inline Body range(Address first, Address last, unsigned bank = 0) {
    return Body().byte(0).word(first).word(last).byte(0).word(bank);
}

}  // namespace ryg::binmon
