// What the binary monitor refuses, and how: every command cut short, and what makes no sense.
#include "tests/app/fronts/vice/conversation.hpp"

namespace ryg {
namespace {

using namespace ryg::binmon;
using namespace std::string_literals;

struct BinaryMonitorErrors : testing::Test, Conversation {};

TEST_F(BinaryMonitorErrors, KnowsNoDrives) {
    for (const unsigned space : {1U, 4U, 5U, 255U}) {
        const Body memory = Body().byte(0).word(0).word(1).byte(space).word(0);
        for (const auto& [type, body] : {std::pair{memory_get, memory},
                                         {memory_set, Body(memory).word(0)},
                                         {registers_get, Body().byte(space)},
                                         {registers_set, Body().byte(space).word(0)},
                                         {registers_available, Body().byte(space)},
                                         {checkpoint_set, point(0, 0, 4).byte(space)}}) {
            EXPECT_EQ(error(type, body), invalid_memspace) << static_cast<int>(type);
        }
    }
}

TEST_F(BinaryMonitorErrors, LeavesTheCheckpointAloneWhenAConditionMakesNoSense) {
    const auto number = checkpoint(routine);
    const auto condition = [&](std::uint32_t of, std::string_view text) {
        return error(condition_set, Body().long_word(of).text(text));
    };
    for (const std::string text : {"", "a ==", "nosuchlabel == 1", "((((", "a == 1 )"}) {
        EXPECT_EQ(condition(number, text), invalid_parameter) << text;
    }
    EXPECT_EQ(condition(99, "a == 1"), no_such_object);
    EXPECT_EQ(call(checkpoint_get, Body().long_word(number)).body.at(21), 0);
    EXPECT_EQ(run_to(), routine);
}

TEST_F(BinaryMonitorErrors, RefusesCheckpointsThatMeanNothingAndTooMany) {
    EXPECT_EQ(error(checkpoint_set, point(2, 1, 4)), invalid_parameter);
    EXPECT_EQ(error(checkpoint_set, point(1, 1, 0)), invalid_parameter);
    EXPECT_EQ(error(checkpoint_set, point(1, 1, 8)), invalid_parameter);
    for (std::size_t i = 0; i < MonitorSession::most_checkpoints; ++i) {
        ASSERT_EQ(error(checkpoint_set, point(1, 1, 7)), ok);
    }
    EXPECT_EQ(error(checkpoint_set, point(1, 1, 4)), failure);
}

/// Each command with a body that it takes.
const std::vector<std::pair<Type, Body>> commands{
    {memory_get, range(0, 1)},
    {memory_set, range(0x2000, 0x2001).word(0x1234)},
    {checkpoint_get, Body().long_word(1)},
    {checkpoint_set, point(1, 2, 4)},
    {checkpoint_toggle, Body().long_word(1).byte(0)},
    {condition_set, Body().long_word(1).text("a == 1")},
    {checkpoint_delete, Body().long_word(1)},
    {checkpoint_list, {}},
    {registers_get, Body().byte(0)},
    {registers_set, Body().byte(0).word(1).item(Body().byte(0).word(1))},
    {dump, Body().byte(0).byte(0).text("state")},
    {undump, Body().text("state")},
    {resource_get, Body().text("MonitorServer")},
    {resource_set, Body().byte(1).text("WarpMode").text("1")},
    {advance, Body().byte(0).word(1)},
    {keyboard_feed, Body().text("A")},
    {until_return, {}},
    {ping, {}},
    {banks_available, {}},
    {registers_available, Body().byte(0)},
    {display_get, Body().byte(1).byte(0)},
    {info, {}},
    {cpu_history, Body().byte(0).long_word(1)},
    {palette_get, Body().byte(1)},
    {joyport_set, Body().word(0).word(1)},
    {userport_set, Body().word(1)},
    {exit, {}},
    {quit, {}},
    {reset, Body().byte(0)},
    {autostart, Body().byte(1).word(0).text("good.prg")},
};

TEST_F(BinaryMonitorErrors, RefusesEveryBodyThatIsTooShortAndReadsOnlyWhatItKnowsOfALongerOne) {
    for (const auto& [type, body] : commands) {
        const std::string& bytes = body.str();
        const auto type_byte = static_cast<Byte>(type);
        for (std::size_t size = 0; size <= bytes.size() + 3; ++size) {
            Conversation client;
            client.checkpoint(routine);
            (void)client.carry_out(dump, Body().byte(1).byte(1).text("state"));
            client.session.carry_out(
                {2, client.id, type_byte, (bytes + "\0\0\0"s).substr(0, size)});
            auto answers = all_answers(client.session.take_output());
            std::erase_if(answers, &Answer::is_event);
            ASSERT_FALSE(answers.empty());
            EXPECT_EQ(answers.back().error, size >= bytes.size() ? ok : wrong_length)
                << "command " << unsigned{type_byte} << " with " << size << " of " << bytes.size()
                << " bytes";
        }
    }
}

TEST_F(BinaryMonitorErrors, SaysSoWhenItDoesNotKnowACommand) {
    std::size_t known = 0;
    for (unsigned number = 0; number < 256; ++number) {
        const auto type = static_cast<Type>(number);
        if (std::ranges::count(commands, type, &std::pair<Type, Body>::first) > 0) {
            ++known;
        } else {
            EXPECT_EQ(error(type), unknown_command) << number;
        }
    }
    EXPECT_EQ(known, commands.size());
}

}  // namespace
}  // namespace ryg
