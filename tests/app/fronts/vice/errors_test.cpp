// What the binary monitor refuses, and how: every command cut short, and what makes no sense.
#include <gtest/gtest.h>

#include "tests/app/fronts/vice/conversation.hpp"

namespace ryg {
namespace {

using namespace ryg::binmon;
using namespace std::string_literals;

TEST(BinaryMonitorErrors, KnowsNoDrives) {
    Conversation client;
    for (const unsigned space : {1U, 4U, 5U, 255U}) {
        const Body memory = Body().byte(0).word(0).word(1).byte(space).word(0);
        EXPECT_EQ(client.error(Type::memory_get, memory), Error::invalid_memspace);
        EXPECT_EQ(client.error(Type::memory_set, Body(memory).word(0)), Error::invalid_memspace);
        EXPECT_EQ(client.error(Type::registers_get, Body().byte(space)), Error::invalid_memspace);
        EXPECT_EQ(client.error(Type::registers_set, Body().byte(space).word(0)),
                  Error::invalid_memspace);
        EXPECT_EQ(client.error(Type::registers_available, Body().byte(space)),
                  Error::invalid_memspace);
        const Body point = Body().word(0).word(0).byte(1).byte(1).byte(4).byte(0).byte(space);
        EXPECT_EQ(client.error(Type::checkpoint_set, point), Error::invalid_memspace);
    }
}

TEST(BinaryMonitorErrors, LeavesTheCheckpointAloneWhenAConditionMakesNoSense) {
    Conversation client;
    const auto number = client.checkpoint(routine, routine, 4);
    for (const std::string text : {"", "a ==", "nosuchlabel == 1", "((((", "a == 1 )"}) {
        EXPECT_EQ(client.error(Type::condition_set, Body().long_word(number).text(text)),
                  Error::invalid_parameter)
            << text;
    }
    EXPECT_EQ(client.error(Type::condition_set, Body().long_word(99).text("a == 1")),
              Error::no_such_object);
    EXPECT_EQ(client.call(Type::checkpoint_get, Body().long_word(number)).body.at(21), 0);
    client.run();
    EXPECT_EQ(client.pc(), routine);
}

TEST(BinaryMonitorErrors, RefusesCheckpointsThatMeanNothingAndTooMany) {
    Conversation client;
    const auto set = [&](Address first, Address last, unsigned operations) {
        const Body body = Body().word(first).word(last).byte(1).byte(1).byte(operations).byte(0);
        return client.error(Type::checkpoint_set, body);
    };
    EXPECT_EQ(set(2, 1, 4), Error::invalid_parameter);
    EXPECT_EQ(set(1, 1, 0), Error::invalid_parameter);
    EXPECT_EQ(set(1, 1, 8), Error::invalid_parameter);
    for (std::size_t i = 0; i < Session::most_checkpoints; ++i) ASSERT_EQ(set(1, 1, 7), Error::ok);
    EXPECT_EQ(set(1, 1, 4), Error::failure);
}

/// Each command with a body that it takes.
const std::vector<std::pair<Type, Body>> commands{
    {Type::memory_get, range(0, 1)},
    {Type::memory_set, range(0x2000, 0x2001).word(0x1234)},
    {Type::checkpoint_get, Body().long_word(1)},
    {Type::checkpoint_set, Body().word(1).word(2).byte(1).byte(1).byte(4).byte(0)},
    {Type::checkpoint_toggle, Body().long_word(1).byte(0)},
    {Type::condition_set, Body().long_word(1).text("a == 1")},
    {Type::checkpoint_delete, Body().long_word(1)},
    {Type::checkpoint_list, {}},
    {Type::registers_get, Body().byte(0)},
    {Type::registers_set, Body().byte(0).word(1).item(Body().byte(0).word(1))},
    {Type::dump, Body().byte(0).byte(0).text("state")},
    {Type::undump, Body().text("state")},
    {Type::resource_get, Body().text("MonitorServer")},
    {Type::advance, Body().byte(0).word(1)},
    {Type::keyboard_feed, Body().text("A")},
    {Type::until_return, {}},
    {Type::ping, {}},
    {Type::banks_available, {}},
    {Type::registers_available, Body().byte(0)},
    {Type::display_get, Body().byte(1).byte(0)},
    {Type::info, {}},
    {Type::cpu_history, Body().byte(0).long_word(1)},
    {Type::palette_get, Body().byte(1)},
    {Type::joyport_set, Body().word(0).word(1)},
    {Type::exit, {}},
    {Type::quit, {}},
    {Type::reset, Body().byte(0)},
    {Type::autostart, Body().byte(1).word(0).text("good.prg")},
};

TEST(BinaryMonitorErrors, RefusesEveryBodyThatIsTooShortAndReadsOnlyWhatItKnowsOfALongerOne) {
    for (const auto& [type, body] : commands) {
        const std::string& bytes = body.str();
        const auto type_byte = static_cast<Byte>(type);
        for (std::size_t size = 0; size <= bytes.size() + 3; ++size) {
            Conversation client;
            client.checkpoint(routine, routine, 4);
            (void)client.carry_out(Type::dump, Body().byte(1).byte(1).text("state"));
            std::string cut = bytes + "\0\0\0"s;
            cut.resize(size);
            client.session.carry_out({2, client.id, type_byte, cut});
            auto answers = all_answers(client.session.take_output());
            std::erase_if(answers, &Answer::is_event);
            ASSERT_FALSE(answers.empty());
            const bool whole = size >= bytes.size();
            EXPECT_EQ(answers.back().error, whole ? Error::ok : Error::wrong_length)
                << "command " << unsigned{type_byte} << " with " << size << " of " << bytes.size()
                << " bytes";
        }
    }
}

TEST(BinaryMonitorErrors, SaysSoWhenItDoesNotKnowACommand) {
    Conversation client;
    std::size_t known = 0;
    for (unsigned type = 0; type < 256; ++type) {
        const bool listed =
            std::ranges::find(commands, static_cast<Type>(type),
                              [](const auto& each) { return each.first; }) != commands.end();
        known += listed ? 1U : 0U;
        if (listed) continue;
        EXPECT_EQ(client.error(static_cast<Type>(type)), Error::unknown_command) << type;
    }
    EXPECT_EQ(known, commands.size());
}

}  // namespace
}  // namespace ryg
