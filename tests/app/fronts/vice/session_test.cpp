// What the binary monitor answers and tells, command by command, without sockets.
#include <gtest/gtest.h>

#include "tests/app/fronts/vice/conversation.hpp"

namespace ryg {
namespace {

using namespace ryg::binmon;
using namespace std::string_literals;

TEST(BinaryMonitorSession, TellsEachClientFirstWhereTheMachineStands) {
    Rig rig;
    const auto first = all_answers(rig.carry_out(Type::ping));
    EXPECT_EQ(types_of(first), (Types{Type::registers_get, Type::stopped, Type::ping}));
    EXPECT_TRUE(first[0].is_event() && first[1].is_event());
    EXPECT_EQ(first[1].fields().word(), start);
    EXPECT_EQ(rig.carry_out(Type::ping), "\x02\x02\x00\x00\x00\x00\x81\x00\x34\x12\x00\x00"s);
    rig.session.greet();
    EXPECT_EQ(all_answers(rig.carry_out(Type::ping)).size(), 3U);
}

TEST(BinaryMonitorSession, HasTheConversationOfTheManual) {
    Conversation client;
    const Body wanted = Body().word(routine).word(routine + 2).byte(1).byte(1).byte(4).byte(1);
    EXPECT_EQ(client.carry_out(Type::checkpoint_set, wanted),
              "\x02\x02\x17\x00\x00\x00\x11\x00\x34\x12\x00\x00"
              "\x01\x00\x00\x00\x00\x0d\xc0\x0f\xc0\x01\x01\x04\x01"
              "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"s);
    EXPECT_EQ(client.carry_out(Type::exit),
              "\x02\x02\x00\x00\x00\x00\xaa\x00\x34\x12\x00\x00"
              "\x02\x02\x02\x00\x00\x00\x63\x00\xff\xff\xff\xff\x00\xc0"s);
    client.session.work();
    const std::string told = client.session.take_output();
    EXPECT_TRUE(
        told.starts_with("\x02\x02\x17\x00\x00\x00\x11\x00\xff\xff\xff\xff"
                         "\x01\x00\x00\x00\x01\x0d\xc0\x0f\xc0\x01\x01\x04\x01"
                         "\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"
                         "\x02\x02\x2a\x00\x00\x00\x31\x00\xff\xff\xff\xff"
                         "\x0a\x00\x03\x03\x0d\xc0\x03\x00\x00\x00"s));
    EXPECT_TRUE(told.ends_with("\x02\x02\x02\x00\x00\x00\x62\x00\xff\xff\xff\xff\x0d\xc0"s));
    EXPECT_EQ(client.error(Type::checkpoint_get, Body().long_word(1)), Error::no_such_object);
}

TEST(BinaryMonitorSession, AnswersInVersionTwoWhateverTheCommands) {
    Conversation client;
    for (const unsigned version : {1U, 2U}) {
        EXPECT_EQ(client.call(Type::ping, {}, version).version, 2);
        EXPECT_EQ(client.call(Type::memory_get, {}, version).version, 2);
    }
    for (const unsigned version : {0U, 3U, 255U}) {
        EXPECT_EQ(client.error(Type::ping, {}, version), Error::wrong_version) << version;
    }
    EXPECT_EQ(client.error(Type::display_get, Body().byte(1).byte(0), 1), Error::wrong_version);
    EXPECT_EQ(client.error(Type::keyboard_feed, Body().text("A"), 1), Error::wrong_version);
    EXPECT_EQ(client.error(Type::keyboard_feed, Body().text("A"), 2), Error::ok);
}

TEST(BinaryMonitorSession, ReadsAllOfMemoryWithALengthThatWrapsToZero) {
    Conversation client;
    const Answer answer = client.call(Type::memory_get, range(0, 0xFFFF, 1));
    EXPECT_EQ(answer.body.size(), 2U + 65536U);
    EXPECT_EQ(answer.fields().word(), 0);
    EXPECT_EQ(static_cast<Byte>(answer.body[2U + start]), 0xA9);
    EXPECT_EQ(client.call(Type::memory_get, range(start, start + 2)).body, "\x03\x00\xa9\x00\x20"s);
}

TEST(BinaryMonitorSession, WritesMemoryAndRefusesWhatIsTooShort) {
    Conversation client;
    const auto text = [](std::string_view bytes) {
        return std::vector<Byte>(bytes.begin(), bytes.end());
    };
    EXPECT_EQ(client.error(Type::memory_set, range(0x2000, 0x2002).bytes(text("abc"))), Error::ok);
    EXPECT_EQ(client.call(Type::memory_get, range(0x2000, 0x2002)).body, "\x03\x00"s + "abc");
    EXPECT_EQ(client.error(Type::memory_set, range(0x2000, 0x2002).bytes(text("xy"))),
              Error::wrong_length);
    EXPECT_EQ(client.error(Type::memory_set, range(0x2002, 0x2000).bytes(text("xyz"))),
              Error::invalid_parameter);
    EXPECT_EQ(client.error(Type::memory_set, range(0x2000, 0x2000, 17).bytes(text("x"))),
              Error::invalid_parameter);
    EXPECT_EQ(client.call(Type::memory_get, range(0x2000, 0x2002)).body, "\x03\x00"s + "abc");
    EXPECT_EQ(client.error(Type::memory_set, range(0, 0xFFFF, 1).bytes(std::vector<Byte>(65536))),
              Error::ok);
}

TEST(BinaryMonitorSession, StopsAtLoadsAndStoresInARange) {
    Conversation client;
    const auto load = client.checkpoint(counter - 1, counter + 1, 1);
    auto events = client.run();
    EXPECT_EQ(types_of(events), (Types{Type::checkpoint_get, Type::registers_get, Type::stopped}));
    EXPECT_EQ(events[0].fields().long_word(), load);
    EXPECT_EQ(client.pc(), routine_end);  // INC loads, too
    EXPECT_EQ(client.error(Type::checkpoint_delete, Body().long_word(load)), Error::ok);
    EXPECT_EQ(client.error(Type::checkpoint_delete, Body().long_word(load)), Error::no_such_object);

    const auto store = client.checkpoint(counter, counter, 2);
    client.run();
    EXPECT_EQ(client.pc(), routine_end);
    EXPECT_EQ(client.machine().peek(counter), 2);
    const auto both = client.checkpoint(counter, counter, 3);
    events = client.run();
    EXPECT_EQ(events[0].fields().long_word(), both) << "LDX loads";
    EXPECT_EQ(client.pc(), behind_call + 3);
    EXPECT_EQ(client.call(Type::checkpoint_get, Body().long_word(store)).body.at(11), 2);
}

TEST(BinaryMonitorSession, CountsHitsAndOnlyTellsOfTracepoints) {
    Conversation client;
    const auto traced = client.checkpoint(routine, routine, 4, false);
    const auto end = client.checkpoint(routine_end, routine_end, 4);
    const std::string condition = "@$c100 == $05";
    EXPECT_EQ(client.error(Type::condition_set, Body().long_word(end).text(condition)), Error::ok);
    const auto events = client.run();
    ASSERT_EQ(events.size(), 5U + 3U);
    for (std::uint32_t i = 0; i < 5; ++i) {
        Fields hit = events[i].fields();
        EXPECT_EQ(hit.long_word(), traced);
        EXPECT_TRUE(hit.truth());
        EXPECT_EQ(hit.bytes(8), "\x0d\xc0\x0d\xc0\x00\x01\x04\x00"s);
        EXPECT_EQ(hit.long_word(), i + 1);
    }
    EXPECT_EQ(events[5].fields().long_word(), end);
    const Answer listed = client.call(Type::checkpoint_get, Body().long_word(end));
    EXPECT_EQ(listed.body.at(21), 1) << "has a condition";
    EXPECT_EQ(client.machine().peek(counter), 5);
}

TEST(BinaryMonitorSession, ListsAndTogglesCheckpoints) {
    Conversation client;
    const auto one = client.checkpoint(routine, routine, 4);
    const auto two = client.checkpoint(behind_call, behind_call, 4);
    const auto listed = all_answers(client.carry_out(Type::checkpoint_list));
    EXPECT_EQ(types_of(listed),
              (Types{Type::checkpoint_get, Type::checkpoint_get, Type::checkpoint_list}));
    EXPECT_EQ(listed[1].fields().long_word(), two);
    EXPECT_EQ(listed[1].id, client.id);
    EXPECT_EQ(listed[2].fields().long_word(), 2U);
    EXPECT_EQ(client.error(Type::checkpoint_toggle, Body().long_word(one).byte(0)), Error::ok);
    client.run();
    EXPECT_EQ(client.pc(), behind_call);
    EXPECT_EQ(client.error(Type::checkpoint_toggle, Body().long_word(one).byte(1)), Error::ok);
    client.run();
    EXPECT_EQ(client.pc(), routine);
    EXPECT_EQ(client.error(Type::checkpoint_toggle, Body().long_word(77).byte(1)),
              Error::no_such_object);
}

TEST(BinaryMonitorSession, StepsIntoAndOverCallsAndOutOfThem) {
    Conversation client;
    const auto advance = [&](bool over, unsigned count) {
        const auto events = client.run(Type::advance, Body().truth(over).word(count));
        EXPECT_EQ(types_of(events), (Types{Type::registers_get, Type::stopped}));
        return client.pc();
    };
    EXPECT_EQ(advance(false, 1), loop);
    EXPECT_EQ(advance(true, 1), behind_call);
    EXPECT_EQ(client.machine().peek(counter), 1);
    EXPECT_EQ(advance(true, 4), loop);
    EXPECT_EQ(advance(false, 1), routine);
    EXPECT_EQ(types_of(client.run(Type::until_return)),
              (Types{Type::registers_get, Type::stopped}));
    EXPECT_EQ(client.pc(), behind_call);
    EXPECT_EQ(advance(false, 7 * 1000), behind_call);
    EXPECT_EQ(client.machine().peek(counter), 2 + 1000 - 3 * 256);
    EXPECT_EQ(client.error(Type::advance, Body().byte(0).word(0)), Error::invalid_parameter);
    client.checkpoint(routine, routine, 4);
    EXPECT_EQ(types_of(client.run(Type::advance, Body().byte(1).word(100))),
              (Types{Type::checkpoint_get, Type::registers_get, Type::stopped}));
    EXPECT_EQ(client.pc(), routine);
}

TEST(BinaryMonitorSession, ACommandStopsAMachineThatRuns) {
    Conversation client;
    client.debugger.pause = [] { return true; };
    (void)client.carry_out(Type::exit);
    client.session.work();
    EXPECT_TRUE(client.session.running());
    EXPECT_EQ(client.session.take_output(), "");
    const auto told = all_answers(client.carry_out(Type::ping));
    EXPECT_EQ(types_of(told), (Types{Type::registers_get, Type::stopped, Type::ping}));
    EXPECT_FALSE(client.session.running());
    EXPECT_EQ(client.debugger.history().now().steps, 1024U);
}

TEST(BinaryMonitorSession, TellsOfAProcessorThatHasJammed) {
    Conversation client;
    (void)client.carry_out(Type::memory_set, range(routine, routine).byte(0x02));
    for (int i = 0; i < 2; ++i) {
        const auto events = client.run();
        EXPECT_EQ(types_of(events), (Types{Type::jam, Type::registers_get, Type::stopped}));
        EXPECT_EQ(events[0].fields().word(), client.pc());
    }
    EXPECT_EQ(client.error(Type::reset, Body().byte(0)), Error::ok);
    client.checkpoint(0xFFE4, 0xFFE4, 4, true, true);
    EXPECT_EQ(types_of(client.run(Type::advance, Body().byte(0).word(1))),
              (Types{Type::registers_get, Type::stopped}));
}

TEST(BinaryMonitorSession, SetsRegistersAllOrNone) {
    Conversation client;
    const auto item = [](unsigned id, unsigned value) { return Body().byte(id).word(value); };
    const Body set = Body().byte(0).word(2).item(item(3, 0x1234)).item(item(1, 0x56));
    const Answer answer = client.call(Type::registers_set, set);
    EXPECT_EQ(answer.type, Type::registers_get);
    EXPECT_EQ(answer.body.substr(2, 12), "\x03\x03\x34\x12\x03\x00\x00\x00\x03\x01\x56\x00"s);
    const Body wrong = Body().byte(0).word(2).item(item(1, 0x77)).item(item(2, 0x100));
    EXPECT_EQ(client.error(Type::registers_set, wrong), Error::invalid_parameter);
    EXPECT_EQ(client.error(Type::registers_set, Body().byte(0).word(2).item(item(1, 0x77))),
              Error::wrong_length);
    EXPECT_EQ(client.machine().cpu.registers.x, 0x56);
}

TEST(BinaryMonitorSession, ResetsThroughTheVector) {
    Conversation client;
    const auto answers = all_answers(client.carry_out(Type::reset, Body().byte(0)));
    EXPECT_EQ(types_of(answers), (Types{Type::reset, Type::registers_get, Type::stopped}));
    EXPECT_EQ(answers[2].fields().word(), client.machine().peek_word(0xFFFC));
    EXPECT_EQ(client.machine().peek(start), 0xA9);
    EXPECT_EQ(client.error(Type::reset, Body().byte(1)), Error::ok);
    EXPECT_EQ(client.machine().peek(start), 0);
    const auto before = client.machine().cpu.cycle;
    for (unsigned drive = 8; drive <= 11; ++drive) {
        EXPECT_EQ(client.error(Type::reset, Body().byte(drive)), Error::ok);
    }
    EXPECT_EQ(client.machine().cpu.cycle, before);
    for (const unsigned none : {2U, 7U, 12U}) {
        EXPECT_EQ(client.error(Type::reset, Body().byte(none)), Error::invalid_parameter);
    }
}

TEST(BinaryMonitorSession, SaysWhereTheTextMonitorIs) {
    Conversation client;
    const auto resource = [&](std::string_view name) {
        return client.call(Type::resource_get, Body().text(name)).body;
    };
    EXPECT_EQ(resource("MonitorServer"), "\x01\x04\0\0\0\0"s);
    EXPECT_EQ(resource("MonitorServerAddress"), "\0\x14"s + "ip4://127.0.0.1:6510");
    client.host.text_monitor = "ip4://127.0.0.1:4711";
    EXPECT_EQ(resource("MonitorServer"), "\x01\x04\1\0\0\0"s);
    EXPECT_EQ(resource("MonitorServerAddress"), "\0\x14"s + client.host.text_monitor);
    EXPECT_EQ(client.error(Type::resource_get, Body().text("Sound")), Error::no_such_object);
}

TEST(BinaryMonitorSession, TellsTheInstructionsThatLedHere) {
    Conversation client;
    client.run(Type::advance, Body().byte(0).word(3));
    Answer answer = client.call(Type::cpu_history, Body().byte(0).long_word(2));
    auto fields = answer.fields();
    EXPECT_EQ(fields.long_word(), 2U);
    const std::array<Address, 2> places{loop, routine};
    const std::array<std::string, 2> code{"\x20\x0d\xc0"s, "\xee\x00\xc1"s};
    for (std::size_t i = 0; i < 2; ++i) {
        app::vice::Fields item(fields.text());
        EXPECT_EQ(item.word(), 6U);
        app::vice::Fields pc(item.text());
        EXPECT_EQ(pc.byte(), 3);
        EXPECT_EQ(pc.word(), places[i]);
        for (int other = 0; other < 5; ++other) (void)item.text();
        EXPECT_GT(item.long_word(), 0U);
        EXPECT_EQ(item.long_word(), 0U);
        EXPECT_EQ(item.text(), code[i]);
        EXPECT_TRUE(item.empty());
    }
    EXPECT_TRUE(fields.empty());
    answer = client.call(Type::cpu_history, Body().byte(0).long_word(1000));
    EXPECT_EQ(answer.fields().long_word(), 3U) << "there are no more";
}

TEST(BinaryMonitorSession, HoldsTheJoysticks) {
    Conversation client;
    EXPECT_EQ(client.error(Type::joyport_set, Body().word(1).word(0x11)), Error::ok);
    const auto port_a = client.call(Type::memory_get, range(0xDC00, 0xDC00)).body;
    EXPECT_EQ(port_a.back() & 0x1F, 0x0E) << "port 2: up and fire are low";
    EXPECT_EQ(client.error(Type::joyport_set, Body().word(2).word(0)), Error::invalid_parameter);
    EXPECT_EQ(client.error(Type::joyport_set, Body().word(0).word(32)), Error::invalid_parameter);
}

TEST(BinaryMonitorSession, StandsStillWhenTheClientHasGone) {
    Conversation client;
    (void)client.carry_out(Type::exit);
    EXPECT_TRUE(client.session.running());
    client.session.leave();
    EXPECT_FALSE(client.session.running());
}

TEST(BinaryMonitorSession, StartsPrograms) {
    Conversation client;
    const auto autostart = [](bool runs, std::string_view name, unsigned index = 0) {
        return Body().truth(runs).word(index).text(name);
    };
    const auto answers =
        all_answers(client.carry_out(Type::autostart, autostart(true, "good.prg")));
    EXPECT_EQ(types_of(answers), (Types{Type::autostart, Type::registers_get, Type::stopped}));
    EXPECT_EQ(client.pc(), 0x080D);
    client.run(Type::advance, Body().byte(0).word(2));
    EXPECT_EQ(client.machine().peek(counter), 0x2A);

    EXPECT_EQ(client.error(Type::autostart, autostart(true, "none.prg")), Error::failure);
    EXPECT_EQ(client.error(Type::autostart, autostart(true, "data.prg")), Error::failure);
    EXPECT_EQ(client.error(Type::autostart, autostart(true, "good.prg", 1)),
              Error::invalid_parameter);
    EXPECT_EQ(client.pc(), 0x0812) << "nothing has happened";
    EXPECT_EQ(client.error(Type::autostart, autostart(false, "data.prg")), Error::ok);
    EXPECT_EQ(client.machine().peek(0x0801), 0x0B);
}

TEST(BinaryMonitorSession, KeepsAStateAndGoesBackToIt) {
    Conversation client;
    client.checkpoint(behind_call, behind_call, 4);
    client.run();
    const auto dump = [](std::string_view name) { return Body().byte(1).byte(1).text(name); };
    EXPECT_EQ(client.error(Type::dump, dump("nowhere")), Error::failure);
    EXPECT_EQ(client.error(Type::dump, dump("state")), Error::ok);
    client.run();
    EXPECT_EQ(client.machine().peek(counter), 2);
    EXPECT_EQ(client.error(Type::undump, Body().text("none")), Error::failure);
    EXPECT_EQ(client.machine().peek(counter), 2);
    const auto answers = all_answers(client.carry_out(Type::undump, Body().text("state")));
    EXPECT_EQ(types_of(answers), (Types{Type::undump, Type::registers_get, Type::stopped}));
    EXPECT_EQ(answers[0].fields().word(), behind_call);
    EXPECT_EQ(client.machine().peek(counter), 1);
    client.run();
    EXPECT_EQ(client.machine().peek(counter), 2) << "checkpoints stay";
}

TEST(BinaryMonitorSession, TypesPetscii) {
    Conversation client;
    EXPECT_EQ(client.error(Type::keyboard_feed, Body().text("\x93RUN\r")), Error::ok);
    EXPECT_EQ(client.machine().keys_waiting(), 5U);
    for (int i = 0; i < 16; ++i) {
        (void)client.carry_out(Type::keyboard_feed, Body().text(std::string(255, 'A')));
    }
    EXPECT_EQ(client.error(Type::keyboard_feed, Body().text(std::string(255, 'A'))),
              Error::failure);
}

TEST(BinaryMonitorSession, SaysWhoItIsAndEnds) {
    Conversation client;
    EXPECT_EQ(client.call(Type::info).body, "\x04\x03\x09\x00\x00\x04\x00\x00\x00\x00"s);
    EXPECT_EQ(client.call(Type::display_get, Body().byte(0).byte(0)).body.size(),
              4U + 17U + 384U * 272U);
    EXPECT_EQ(client.error(Type::display_get, Body().byte(0).byte(1)), Error::invalid_parameter);
    EXPECT_EQ(client.call(Type::palette_get, Body().byte(0)).fields().word(), 16);
    EXPECT_EQ(client.call(Type::banks_available).fields().word(), 6);
    EXPECT_EQ(client.call(Type::registers_available, Body().byte(0)).fields().word(), 10);
    EXPECT_FALSE(client.session.over());
    EXPECT_EQ(client.error(Type::quit), Error::ok);
    EXPECT_TRUE(client.session.over());
}

}  // namespace
}  // namespace ryg
