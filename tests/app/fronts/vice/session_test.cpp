// The answers and events of the binary monitor, command by command, without sockets.
#include "tests/app/fronts/vice/conversation.hpp"

namespace ryg {
namespace {

using namespace ryg::binmon;
using namespace std::string_literals;

struct BinaryMonitorSession : testing::Test, Conversation {};

TEST_F(BinaryMonitorSession, SaysToEachClientFirstWhereTheMachineStands) {
    Rig rig;
    const auto first = all_answers(rig.carry_out(ping));
    EXPECT_EQ(types_of(first), (Types{registers_get, stopped, ping}));
    EXPECT_TRUE(first[0].is_event() && first[1].is_event());
    EXPECT_EQ(first[1].fields().word(), start);
    EXPECT_EQ(rig.carry_out(ping), "\x02\x02\x00\x00\x00\x00\x81\x00\x34\x12\x00\x00"s);
    rig.session.greet();
    EXPECT_EQ(all_answers(rig.carry_out(ping)).size(), 3U);
}

TEST_F(BinaryMonitorSession, HasTheConversationOfTheManual) {
    EXPECT_EQ(carry_out(checkpoint_set, point(routine, routine + 2, 4, true, true)),
              "\x02\x02\x17\x00\x00\x00\x11\x00\x34\x12\x00\x00"
              "\x01\x00\x00\x00\x00\x0d\xc0\x0f\xc0\x01\x01\x04\x01"
              "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"s);
    EXPECT_EQ(carry_out(exit),
              "\x02\x02\x00\x00\x00\x00\xaa\x00\x34\x12\x00\x00"
              "\x02\x02\x02\x00\x00\x00\x63\x00\xff\xff\xff\xff\x00\xc0"s);
    session.work();
    const std::string told = session.take_output();
    EXPECT_TRUE(
        told.starts_with("\x02\x02\x17\x00\x00\x00\x11\x00\xff\xff\xff\xff"
                         "\x01\x00\x00\x00\x01\x0d\xc0\x0f\xc0\x01\x01\x04\x01"
                         "\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"
                         "\x02\x02\x2a\x00\x00\x00\x31\x00\xff\xff\xff\xff"
                         "\x0a\x00\x03\x03\x0d\xc0\x03\x00\x00\x00"s));
    EXPECT_TRUE(told.ends_with("\x02\x02\x02\x00\x00\x00\x62\x00\xff\xff\xff\xff\x0d\xc0"s));
    EXPECT_EQ(error(checkpoint_get, Body().long_word(1)), no_such_object);
}

TEST_F(BinaryMonitorSession, AnswersInVersionTwoWhateverTheCommands) {
    for (const unsigned version : {1U, 2U}) {
        EXPECT_EQ(call(ping, {}, version).version, 2);
        EXPECT_EQ(call(memory_get, {}, version).version, 2);
    }
    for (const unsigned version : {0U, 3U, 255U}) {
        EXPECT_EQ(error(ping, {}, version), wrong_version) << version;
    }
    EXPECT_EQ(error(display_get, Body().byte(1).byte(0), 1), wrong_version);
    EXPECT_EQ(error(keyboard_feed, Body().text("A"), 1), wrong_version);
    EXPECT_EQ(error(keyboard_feed, Body().text("A"), 2), ok);
}

TEST_F(BinaryMonitorSession, ReadsAllOfMemoryWithALengthThatWrapsToZero) {
    const Answer answer = call(memory_get, range(0, 0xFFFF, 1));
    EXPECT_EQ(answer.body.size(), 2U + 65536U);
    EXPECT_EQ(answer.fields().word(), 0);
    EXPECT_EQ(static_cast<Byte>(answer.body[2U + start]), 0xA9);
    EXPECT_EQ(call(memory_get, range(start, start + 2)).body, "\x03\x00\xa9\x00\x20"s);
}

TEST_F(BinaryMonitorSession, WritesMemoryAndRefusesWhatIsTooShort) {
    const auto set = [this](Body body, std::string_view bytes) {
        return error(memory_set, body.bytes(std::vector<Byte>(bytes.begin(), bytes.end())));
    };
    EXPECT_EQ(set(range(0x2000, 0x2002), "abc"), ok);
    EXPECT_EQ(call(memory_get, range(0x2000, 0x2002)).body, "\x03\x00"s + "abc");
    EXPECT_EQ(set(range(0x2000, 0x2002), "xy"), wrong_length);
    EXPECT_EQ(set(range(0x2002, 0x2000), "xyz"), invalid_parameter);
    EXPECT_EQ(set(range(0x2000, 0x2000, 17), "x"), invalid_parameter);
    EXPECT_EQ(call(memory_get, range(0x2000, 0x2002)).body, "\x03\x00"s + "abc");
    EXPECT_EQ(set(range(0, 0xFFFF, 1), std::string(65536, '\0')), ok);
}

TEST_F(BinaryMonitorSession, StopsAtLoadsAndStoresInARange) {
    const auto load = checkpoint(counter - 1, counter + 1, 1);
    auto events = run();
    EXPECT_EQ(types_of(events), (Types{checkpoint_get, registers_get, stopped}));
    EXPECT_EQ(events[0].fields().long_word(), load);
    EXPECT_EQ(pc(), routine_end);  // INC loads, too
    EXPECT_EQ(error(checkpoint_delete, Body().long_word(load)), ok);
    EXPECT_EQ(error(checkpoint_delete, Body().long_word(load)), no_such_object);

    const auto store = checkpoint(counter, counter, 2);
    EXPECT_EQ(run_to(), routine_end);
    EXPECT_EQ(peek(counter), 2);
    const auto both = checkpoint(counter, counter, 3);
    events = run();
    EXPECT_EQ(events[0].fields().long_word(), both) << "LDX loads";
    EXPECT_EQ(pc(), after_call + 3);
    EXPECT_EQ(call(checkpoint_get, Body().long_word(store)).body.at(11), 2);
}

TEST_F(BinaryMonitorSession, CountsHitsAndOnlyReportsTracepoints) {
    const auto traced = checkpoint(routine, routine, 4, false);
    const auto end = checkpoint(routine_end);
    const std::string condition = "@$c100 == $05";
    EXPECT_EQ(error(condition_set, Body().long_word(end).text(condition)), ok);
    const auto events = run();
    ASSERT_EQ(events.size(), 5U + 3U);
    for (std::uint32_t i = 0; i < 5; ++i) {
        BodyReader hit = events[i].fields();
        EXPECT_EQ(hit.long_word(), traced);
        EXPECT_TRUE(hit.truth());
        EXPECT_EQ(hit.bytes(8), "\x0d\xc0\x0d\xc0\x00\x01\x04\x00"s);
        EXPECT_EQ(hit.long_word(), i + 1);
    }
    EXPECT_EQ(events[5].fields().long_word(), end);
    const Answer listed = call(checkpoint_get, Body().long_word(end));
    EXPECT_EQ(listed.body.at(21), 1) << "has a condition";
    EXPECT_EQ(peek(counter), 5);
}

TEST_F(BinaryMonitorSession, ListsAndTogglesCheckpoints) {
    const auto one = checkpoint(routine);
    const auto two = checkpoint(after_call);
    const auto listed = all_answers(carry_out(checkpoint_list));
    EXPECT_EQ(types_of(listed), (Types{checkpoint_get, checkpoint_get, checkpoint_list}));
    EXPECT_EQ(listed[1].fields().long_word(), two);
    EXPECT_EQ(listed[1].id, id);
    EXPECT_EQ(listed[2].fields().long_word(), 2U);
    EXPECT_EQ(error(checkpoint_toggle, Body().long_word(one).byte(0)), ok);
    EXPECT_EQ(run_to(), after_call);
    EXPECT_EQ(error(checkpoint_toggle, Body().long_word(one).byte(1)), ok);
    EXPECT_EQ(run_to(), routine);
    EXPECT_EQ(error(checkpoint_toggle, Body().long_word(77).byte(1)), no_such_object);
}

TEST_F(BinaryMonitorSession, StepsIntoAndOverCallsAndOutOfThem) {
    const auto steps = [&](bool over, unsigned count) {
        const auto events = run(advance, Body().truth(over).word(count));
        EXPECT_EQ(types_of(events), (Types{registers_get, stopped}));
        return pc();
    };
    EXPECT_EQ(steps(false, 1), loop);
    EXPECT_EQ(steps(true, 1), after_call);
    EXPECT_EQ(peek(counter), 1);
    EXPECT_EQ(steps(true, 4), loop);
    EXPECT_EQ(steps(false, 1), routine);
    EXPECT_EQ(types_of(run(until_return)), (Types{registers_get, stopped}));
    EXPECT_EQ(pc(), after_call);
    EXPECT_EQ(steps(false, 7 * 1000), after_call);
    EXPECT_EQ(peek(counter), 2 + 1000 - 3 * 256);
    EXPECT_EQ(error(advance, Body().byte(0).word(0)), invalid_parameter);
    checkpoint(routine);
    EXPECT_EQ(types_of(run(advance, Body().byte(1).word(100))),
              (Types{checkpoint_get, registers_get, stopped}));
    EXPECT_EQ(pc(), routine);
}

TEST_F(BinaryMonitorSession, ACommandStopsAMachineThatRuns) {
    debugger.pause = [] { return true; };
    (void)carry_out(exit);
    session.work();
    EXPECT_TRUE(session.running());
    EXPECT_EQ(session.take_output(), "");
    EXPECT_EQ(types(ping), (Types{registers_get, stopped, ping}));
    EXPECT_FALSE(session.running());
    EXPECT_EQ(debugger.history().now().steps, 1024U);
}

TEST_F(BinaryMonitorSession, ReportsAProcessorThatHasJammed) {
    (void)carry_out(memory_set, range(routine, routine).byte(0x02));
    for (int i = 0; i < 2; ++i) {
        const auto events = run();
        EXPECT_EQ(types_of(events), (Types{jam, registers_get, stopped}));
        EXPECT_EQ(events[0].fields().word(), pc());
    }
    EXPECT_EQ(error(reset, Body().byte(0)), ok);
    checkpoint(0xFFE4, 0xFFE4, 4, true, true);
    EXPECT_EQ(types_of(run(advance, Body().byte(0).word(1))), (Types{registers_get, stopped}));
}

TEST_F(BinaryMonitorSession, SetsRegistersAllOrNone) {
    const auto item = [](unsigned which, unsigned value) { return Body().byte(which).word(value); };
    const Body set = Body().byte(0).word(2).item(item(3, 0x1234)).item(item(1, 0x56));
    const Answer answer = call(registers_set, set);
    EXPECT_EQ(answer.type, registers_get);
    EXPECT_EQ(answer.body.substr(2, 12), "\x03\x03\x34\x12\x03\x00\x00\x00\x03\x01\x56\x00"s);
    const Body wrong = Body().byte(0).word(2).item(item(1, 0x77)).item(item(2, 0x100));
    EXPECT_EQ(error(registers_set, wrong), invalid_parameter);
    EXPECT_EQ(error(registers_set, Body().byte(0).word(2).item(item(1, 0x77))), wrong_length);
    EXPECT_EQ(machine().cpu.registers.x, 0x56);
}

TEST_F(BinaryMonitorSession, ResetsThroughTheVector) {
    EXPECT_EQ(types(reset, Body().byte(0)), (Types{reset, registers_get, stopped}));
    EXPECT_EQ(last.fields().word(), machine().peek_word(0xFFFC));
    EXPECT_EQ(peek(start), 0xA9);
    EXPECT_EQ(error(reset, Body().byte(1)), ok);
    EXPECT_EQ(peek(start), 0);
    const auto before = machine().cpu.cycle;
    for (unsigned drive = 8; drive <= 11; ++drive) {
        EXPECT_EQ(error(reset, Body().byte(drive)), ok);
    }
    EXPECT_EQ(machine().cpu.cycle, before);
    for (const unsigned none : {2U, 7U, 12U}) {
        EXPECT_EQ(error(reset, Body().byte(none)), invalid_parameter);
    }
}

TEST_F(BinaryMonitorSession, SaysWhereTheTextMonitorIs) {
    const auto resource = [&](std::string_view name) {
        return call(resource_get, Body().text(name)).body;
    };
    EXPECT_EQ(resource("MonitorServer"), "\x01\x04\0\0\0\0"s);
    EXPECT_EQ(resource("MonitorServerAddress"), "\0\x14"s + "ip4://127.0.0.1:6510");
    services.text_monitor = "ip4://127.0.0.1:4711";
    EXPECT_EQ(resource("MonitorServer"), "\x01\x04\1\0\0\0"s);
    EXPECT_EQ(resource("MonitorServerAddress"), "\0\x14"s + services.text_monitor);
    EXPECT_EQ(error(resource_get, Body().text("Sound")), no_such_object);
}

TEST_F(BinaryMonitorSession, SetsTheResourcesThatItHas) {
    const auto set = [&](std::string_view name, unsigned kind, std::string_view value) {
        return error(resource_set, Body().byte(kind).text(name).text(value));
    };
    EXPECT_EQ(set("WarpMode", 1, "\0\0\0\0"s), ok);
    EXPECT_EQ(call(resource_get, Body().text("WarpMode")).body, "\x01\x04\0\0\0\0"s);
    EXPECT_EQ(set("WarpMode", 0, "1"), ok);
    EXPECT_EQ(call(resource_get, Body().text("WarpMode")).body, "\x01\x04\1\0\0\0"s);
    EXPECT_EQ(set("MonitorServer", 0, "0"), ok);
    EXPECT_EQ(set("MonitorServer", 0, "1"), failure);
    EXPECT_EQ(set("MachineVideoStandard", 1, "\2"), failure);
    EXPECT_EQ(set("Sound", 1, "\1"), no_such_object);
    EXPECT_EQ(set("WarpMode", 0, "on"), invalid_parameter);
    EXPECT_EQ(set("WarpMode", 1, "12345"), invalid_parameter);
}

TEST_F(BinaryMonitorSession, ListsTheInstructionsThatLedHere) {
    run(advance, Body().byte(0).word(3));
    Answer answer = call(cpu_history, Body().byte(0).long_word(2));
    auto fields = answer.fields();
    EXPECT_EQ(fields.long_word(), 2U);
    const std::array<Address, 2> places{loop, routine};
    const std::array<std::string, 2> code{"\x20\x0d\xc0"s, "\xee\x00\xc1"s};
    for (std::size_t i = 0; i < 2; ++i) {
        app::vice::BodyReader item(fields.text());
        EXPECT_EQ(item.word(), 6U);
        app::vice::BodyReader pc(item.text());
        EXPECT_EQ(pc.byte(), 3);
        EXPECT_EQ(pc.word(), places[i]);
        for (int other = 0; other < 5; ++other) (void)item.text();
        EXPECT_GT(item.long_word(), 0U);
        EXPECT_EQ(item.long_word(), 0U);
        EXPECT_EQ(item.text(), code[i]);
        EXPECT_TRUE(item.empty());
    }
    EXPECT_TRUE(fields.empty());
    answer = call(cpu_history, Body().byte(0).long_word(1000));
    EXPECT_EQ(answer.fields().long_word(), 3U) << "there are no more";
}

TEST_F(BinaryMonitorSession, SetsTheLinesOfTheControlPorts) {
    const auto lines = [this](Address port) {
        return call(memory_get, range(port, port)).body.back() & 0x1F;
    };
    EXPECT_EQ(error(joyport_set, Body().word(1).word(0xEE)), ok);
    EXPECT_EQ(lines(0xDC00), 0x0E) << "port 2: up and fire are low";
    EXPECT_EQ(lines(0xDC01), 0x1F) << "port 1: nothing is pressed";
    EXPECT_EQ(error(joyport_set, Body().word(1).word(0xFF)), ok);
    EXPECT_EQ(lines(0xDC00), 0x1F);
    EXPECT_EQ(error(joyport_set, Body().word(2).word(0xFF)), no_such_object);
}

TEST_F(BinaryMonitorSession, SetsTheLinesOfTheUserPort) {
    const auto port_b = [this] {
        return call(memory_get, range(0xDD01, 0xDD01)).body.back() & 0xFF;
    };
    EXPECT_EQ(port_b(), 0xFF) << "nothing is plugged in";
    EXPECT_EQ(error(userport_set, Body().word(0x5A)), ok);
    EXPECT_EQ(port_b(), 0x5A);
    EXPECT_EQ(call(memory_set, range(0xDD03, 0xDD03).append(Body().byte(0xF0))).error, ok);
    EXPECT_EQ(port_b(), 0x0A) << "outputs of the CIA are low";
    const auto copy = std::make_unique<c64::Machine>(machine());
    EXPECT_EQ(c64::load_state(c64::save_state(*copy), "saved").board.user_port, 0x5A);
    EXPECT_EQ(error(userport_set, Body().word(0x100)), invalid_parameter);
    EXPECT_EQ(error(userport_set, Body().byte(1)), wrong_length);
    EXPECT_EQ(error(userport_set, Body().word(1), 1), wrong_version);
}

TEST_F(BinaryMonitorSession, StandsStillWhenTheClientHasGone) {
    (void)carry_out(exit);
    EXPECT_TRUE(session.running());
    session.leave();
    EXPECT_FALSE(session.running());
}

TEST_F(BinaryMonitorSession, StartsPrograms) {
    const auto file = [](bool runs, std::string_view name, unsigned index = 0) {
        return Body().truth(runs).word(index).text(name);
    };
    EXPECT_EQ(types(autostart, file(true, "good.prg")), (Types{autostart, registers_get, stopped}));
    EXPECT_EQ(pc(), 0x080D);
    run(advance, Body().byte(0).word(2));
    EXPECT_EQ(peek(counter), 0x2A);

    EXPECT_EQ(error(autostart, file(true, "none.prg")), failure);
    EXPECT_EQ(error(autostart, file(true, "data.prg")), failure);
    EXPECT_EQ(error(autostart, file(true, "good.prg", 1)), invalid_parameter);
    EXPECT_EQ(pc(), 0x0812) << "nothing has happened";
    EXPECT_EQ(error(autostart, file(false, "data.prg")), ok);
    EXPECT_EQ(peek(0x0801), 0x0B);
}

TEST_F(BinaryMonitorSession, KeepsAStateAndGoesBackToIt) {
    checkpoint(after_call);
    run();
    const auto named = [](std::string_view name) { return Body().byte(1).byte(1).text(name); };
    EXPECT_EQ(error(dump, named("nowhere")), failure);
    EXPECT_EQ(error(dump, named("state")), ok);
    run();
    EXPECT_EQ(peek(counter), 2);
    EXPECT_EQ(error(undump, Body().text("none")), failure);
    EXPECT_EQ(peek(counter), 2);
    const auto answers = all_answers(carry_out(undump, Body().text("state")));
    EXPECT_EQ(types_of(answers), (Types{undump, registers_get, stopped}));
    EXPECT_EQ(answers[0].fields().word(), after_call);
    EXPECT_EQ(peek(counter), 1);
    run();
    EXPECT_EQ(peek(counter), 2) << "checkpoints stay";
}

TEST_F(BinaryMonitorSession, TypesPetscii) {
    EXPECT_EQ(error(keyboard_feed, Body().text("\x93RUN\r")), ok);
    EXPECT_EQ(machine().keys_waiting(), 5U);
    for (int i = 0; i < 16; ++i) {
        (void)carry_out(keyboard_feed, Body().text(std::string(255, 'A')));
    }
    EXPECT_EQ(error(keyboard_feed, Body().text(std::string(255, 'A'))), failure);
}

TEST_F(BinaryMonitorSession, SaysWhoItIsAndEnds) {
    EXPECT_EQ(call(info).body, "\x04\x03\x09\x00\x00\x04\x00\x00\x00\x00"s);
    EXPECT_EQ(call(display_get, Body().byte(0).byte(0)).body.size(), 4U + 17U + 384U * 272U);
    EXPECT_EQ(error(display_get, Body().byte(0).byte(1)), invalid_parameter);
    EXPECT_EQ(call(palette_get, Body().byte(0)).fields().word(), 16);
    EXPECT_EQ(call(banks_available).fields().word(), 6);
    EXPECT_EQ(call(registers_available, Body().byte(0)).fields().word(), 10);
    EXPECT_FALSE(session.over);
    EXPECT_EQ(error(quit), ok);
    EXPECT_TRUE(session.over);
}

}  // namespace
}  // namespace ryg
