// `ryg debug --binary-monitor` as a client meets it: sockets, connections, a program that runs.
#include "tests/app/fronts/vice/client.hpp"

namespace ryg {
namespace {

using namespace ryg::binmon;
using namespace std::string_literals;
namespace fs = std::filesystem;

/// A server of a program that counts at $c100 for ever.
struct BinaryMonitorServer : testing::Test {
    program::Folder folder;
    std::string prg = folder.prg("endless", "@1:     inc $c100\n        jmp @1\n");
    Body counter = range(0xC100, 0xC100);

    static Error dump_to(Client& client, const std::string& path) {
        return client.error(dump, Body().word(0).text(path));
    }
};

/// A label of the assembled program, from the file that ld65 wrote beside it.
Address label(const std::string& name) {
    const std::string path = std::string(RYG_BINARY_DIR) + "/engine/games/ryg1/ryg16.lbl";
    std::ifstream lines(path);
    for (std::string al, address, label; lines >> al >> address >> label;) {
        if (label == "." + name) return static_cast<Address>(std::stoul(address, nullptr, 16));
    }
    ADD_FAILURE() << "no label " << name << " in " << path;
    return 0;
}

TEST_F(BinaryMonitorServer, DebugsTheRealProgram) {
    const Server server("ryg16");
    Client client(server);
    const Address routine = label("evaluaArbolJugadas");
    const auto number =
        client.call(checkpoint_set, point(routine, routine, 4)).fields().long_word();
    EXPECT_EQ(types_of(client.events), (Types{registers_get, stopped}));

    // Depth 1, then the mouse goes to row 6, column 2: the cats have to think.
    EXPECT_EQ(client.error(keyboard_feed, Body().text("162")), ok);
    client.resume();
    EXPECT_EQ(client.await(checkpoint_get).fields().long_word(), number);
    EXPECT_EQ(client.await(stopped).fields().word(), routine);

    EXPECT_EQ(client.error(until_return), ok);
    const unsigned back = client.await(stopped).fields().word();
    const Answer call = client.call(
        memory_get, range(static_cast<Address>(back - 3), static_cast<Address>(back - 1)));
    EXPECT_EQ(call.body.substr(2), Body().byte(0x20).word(routine).str())
        << "it returns to the place after a JSR to it";
    const auto condition = [&](std::string_view text) {
        return client.error(condition_set, Body().long_word(number).text(text));
    };
    EXPECT_EQ(condition("@.nosuch == 1"), invalid_parameter);
    EXPECT_EQ(condition("pc == .evaluaArbolJugadas"), ok);
}

TEST_F(BinaryMonitorServer, KeepsTheMachineFromOneConnectionToTheNext) {
    const Server server(prg);
    for (unsigned i = 0; i < 20; ++i) {
        Client client(server);
        const Body place = range(0x2000, 0x2000);
        EXPECT_EQ(client.error(memory_set, Body(place).byte(i)), ok);
        EXPECT_EQ(client.events.size(), 2U) << "each learns where the machine stands";
        EXPECT_EQ(client.call(memory_get, place).body.back(), static_cast<char>(i));
        EXPECT_EQ(client.call(checkpoint_set, point(1, 1, 4)).fields().long_word(), i + 1);
    }
}

TEST_F(BinaryMonitorServer, StopsTheMachineWhenTheClientGoesWhileItRuns) {
    const Server server(prg);
    Client(server).resume();
    const auto count = [&] { return Client(server).call(memory_get, counter).body.back(); };
    const char then = count();
    for (int i = 0; i < 5; ++i) {
        usleep(10'000);
        EXPECT_EQ(count(), then);
    }
}

TEST_F(BinaryMonitorServer, StopsARunForACommandAndAfterAPauseGoesOn) {
    const Server server(prg);
    Client client(server);
    client.call(ping);
    for (int i = 0; i < 10; ++i) {
        client.resume();
        client.call(registers_get, Body().byte(0));
        EXPECT_EQ(types_of(client.events), (Types{registers_get, stopped}));
    }
    EXPECT_NE(client.call(memory_get, counter).body, "\x01\x00\x00"s);
}

TEST_F(BinaryMonitorServer, TakesACommandByteByByteWhileTheMachineRuns) {
    const Server server(prg);
    Client client(server);
    client.resume();
    for (const char byte : bytes_of(ping, {}, 77)) {
        client.send_bytes(std::string(1, byte));
        usleep(1000);
    }
    client.next([](const Answer& answer) { return answer.type == ping; });
    EXPECT_EQ(types_of(client.events), (Types{registers_get, stopped}));
}

TEST_F(BinaryMonitorServer, SurvivesEveryCommandCutShortByAClientThatGoes) {
    const Server server(prg);
    const std::string command = bytes_of(checkpoint_set, point(1, 2, 4));
    for (std::size_t size = 0; size < command.size(); ++size) {
        Client(server).send_bytes(command.substr(0, size));
    }
    EXPECT_EQ(Client(server).call(checkpoint_list).fields().long_word(), 0U);
}

TEST_F(BinaryMonitorServer, HangsUpOnALengthThatNoCommandHas) {
    const Server server(prg);
    Client client(server);
    client.send_bytes("\x02\x02\xff\xff\xff\xff\x07\x00\x00\x00\x01"s + std::string(300'000, 'x'));
    while (const auto answer = client.receive()) {
        if (answer->is_event()) continue;
        EXPECT_EQ(answer->id, 7U);
        EXPECT_EQ(answer->error, wrong_length);
    }
    EXPECT_TRUE(client.is_hung_up_on());
    EXPECT_EQ(Client(server).error(ping), ok);
}

/// A browser's request to a port that a page names, with commands as its body.
std::string posted(const std::string& body) {
    return "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST_F(BinaryMonitorServer, HangsUpOnAWebPageBeforeItDoesAnything) {
    const Server server(prg + " --write-below " + folder.file(""));
    const std::string state = folder.file("page.state");
    Client page(server);
    page.send_bytes(posted(bytes_of(dump, Body().word(0).text(state))));
    EXPECT_TRUE(page.is_hung_up_on());
    EXPECT_EQ(page.receive(), std::nullopt);
    EXPECT_FALSE(fs::exists(state));
    Client client(server);
    EXPECT_EQ(dump_to(client, state), ok);
    EXPECT_TRUE(fs::exists(state));
}

TEST_F(BinaryMonitorServer, WritesOnlyBelowItsFolderAndOverFilesOfTheKind) {
    const program::Folder other;
    const std::string notes = folder.write("notes.txt", "mine");
    const std::string words = prg + " --write-below " + folder.file("");
    fs::create_symlink(other.file(""), folder.file("out"));
    {
        const Server server(words);
        Client client(server);
        for (const std::string& path : {other.file("a.state"), folder.file("out/a.state"),
                                        folder.file("x/../../a.state"), folder.file(""), notes}) {
            EXPECT_EQ(dump_to(client, path), failure) << path;
        }
        EXPECT_EQ(fs::file_size(notes), 4U);
        EXPECT_EQ(dump_to(client, folder.file("a.state")), ok);
        EXPECT_EQ(dump_to(client, folder.file("a.state")), ok) << "over a state";
    }
    const Server server(words + " --overwrite");
    Client client(server);
    EXPECT_EQ(dump_to(client, notes), ok);
    EXPECT_EQ(dump_to(client, other.file("a.state")), failure);
}

TEST_F(BinaryMonitorServer, ListensOnAUnixDomainSocketThatOnlyTheUserOpens) {
    const std::string path = folder.file("ryg.socket");
    {
        Server server(prg, path);
        EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
        Client client(path);
        EXPECT_EQ(client.error(ping), ok);
        program::expect_refused("debug", {{prg + " --binary-monitor " + path, path}});
        EXPECT_EQ(client.error(quit), ok);
        EXPECT_EQ(server.wait(), 0);
    }
    EXPECT_FALSE(fs::exists(path));
    { const Server killed(prg, path); }
    EXPECT_TRUE(fs::exists(path));
    const Server server(prg, path);
    EXPECT_EQ(Client(path).error(ping), ok) << "in place of the one that was left";
}

TEST_F(BinaryMonitorServer, ServesAClientThatReadsLate) {
    const Server server(prg);
    Client client(server);
    for (std::uint32_t id = 1; id <= 100; ++id) {  // 6.5 MB of answers
        client.send_bytes(bytes_of(memory_get, range(0, 0xFFFF, 1), id));
    }
    usleep(50'000);
    for (std::uint32_t id = 1; id <= 100; ++id) {
        const Answer answer = client.next([](const Answer& each) { return !each.is_event(); });
        ASSERT_EQ(answer.id, id);
        EXPECT_EQ(answer.body.size(), 65538U);
    }
}

TEST_F(BinaryMonitorServer, StartsAProgramFromAFile) {
    const Server server(prg);
    Client client(server);
    const auto start_file = [&](const std::string& path) {
        return client.error(autostart, Body().byte(1).word(0).text(path));
    };
    EXPECT_EQ(start_file(folder.prg("other", "lda #$2a\nback: sta $c100\nrts\n")), ok);
    client.call(checkpoint_set, point(0x080F, 0x080F, 4));
    EXPECT_EQ(client.error(condition_set, Body().long_word(1).text("pc == .back")), ok)
        << "its labels are known";
    client.call(exit);
    EXPECT_EQ(client.await(stopped).fields().word(), 0x080F);
    EXPECT_EQ(start_file("/no/where.prg"), failure);
}

TEST_F(BinaryMonitorServer, EndsWhenAClientOrCtrlCSaysSo) {
    {
        Server server(prg);
        Client client(server);
        EXPECT_EQ(client.error(quit), ok);
        EXPECT_TRUE(client.is_hung_up_on());
        EXPECT_EQ(server.wait(), 0);
    }
    for (const bool runs : {false, true}) {
        Server server(prg);
        Client client(server);
        client.call(runs ? exit : ping);
        server.interrupt();
        EXPECT_EQ(server.wait(), 130);
    }
}

TEST_F(BinaryMonitorServer, SaysInOneLineThatThePortIsTaken) {
    const Server server(prg);
    const std::string port = std::to_string(server.port);
    program::expect_refused("debug", {{prg + " --binary-monitor " + port, "port " + port}});
}

TEST_F(BinaryMonitorServer, HasATextMonitorBesideIt) {
    const Server server(prg + " --remote-monitor 0");
    Client client(server), text(server.text_port);
    EXPECT_EQ(text.text(), "");
    EXPECT_TRUE(program::contains(text.text("d"), "inc $c100"));
    EXPECT_EQ(client.call(resource_get, Body().text("MonitorServer")).body.substr(2),
              "\x01\0\0\0"s);
    const std::string address = client.call(resource_get, Body().text("MonitorServerAddress")).body;
    EXPECT_TRUE(address.ends_with(":" + std::to_string(server.text_port))) << address;

    client.resume();  // a line stops the run, and the other client hears of it
    EXPECT_TRUE(program::contains(text.text("r"), ".C:"));
    EXPECT_EQ(client.await(stopped).error, ok);
    EXPECT_TRUE(program::contains(text.text("watch store c100\r"), "stop #1 store"));
    EXPECT_TRUE(program::contains(text.text("x"), "#1 stop: store $c100"));
    EXPECT_EQ(client.await(checkpoint_get).fields().long_word(), 1U);
    EXPECT_EQ(client.await(stopped).error, ok);
    EXPECT_EQ(text.text("frobnicate"), "there is no command 'frobnicate': see help\n");
    text.send_bytes("del\nx\n");  // runs on until the other client sends something
    EXPECT_EQ(text.text(), "");
    for (int i = 0; i < 10; ++i) {  // the first may come before the x
        usleep(20'000);
        client.call(ping);
    }
    EXPECT_TRUE(program::contains(text.text(), "interrupted"));
    text.send_bytes("quit\n");
    EXPECT_TRUE(text.is_hung_up_on());
}

TEST_F(BinaryMonitorServer, ATextClientRunsTheMachineAloneAndLeavesItStopped) {
    const Server server(prg + " --remote-monitor 0");
    {
        Client text(server.text_port);
        text.text();
        text.text("bk 080d if cycle > 400000");
        EXPECT_TRUE(program::contains(text.text("x"), "#1 stop: exec"));
    }
    Client client(server);
    client.call(ping);
    {
        Client text(server.text_port);
        text.text();
        text.send_bytes("del\nx\n");
        EXPECT_EQ(text.text(), "");
    }
    EXPECT_EQ(client.await(stopped).error, ok) << "nobody has asked for it";
}

TEST_F(BinaryMonitorServer, TheTextMonitorTakesNoLinesOfAWebPage) {
    const Server server(prg + " --remote-monitor 0");
    const std::string file = folder.file("own.txt");
    for (const char* const first : {"POST / HTTP/1.1", "GET / HTTP/1.1", "DELETE /1 HTTP/1.1",
                                    "x\x01", "OPTIONS * HTTP/1.0"}) {
        Client page(server.text_port);
        page.text();
        page.send_bytes(std::string(first) + "\r\nHost: 127.0.0.1\r\n\r\nsl \"" + file + "\"\n");
        EXPECT_TRUE(page.is_hung_up_on()) << first;
        EXPECT_FALSE(fs::exists(file)) << first;
    }
    EXPECT_TRUE(Client(server.text_port).text().empty());
    Client endless(server.text_port);
    endless.send_bytes(std::string(100'000, 'x'));
    EXPECT_TRUE(endless.is_hung_up_on());
}

TEST_F(BinaryMonitorServer, DoesTheCommandsOfAFileBeforeItServes) {
    const std::string commands = folder.write("moncommands", "al C:080d .begin\nbk .begin\nfrob\n");
    const Server server("--commands '" + commands + "' " + prg);
    EXPECT_EQ(Client(server).call(checkpoint_list).fields().long_word(), 1U);
}

/// What an extension starts when it starts VICE.
TEST_F(BinaryMonitorServer, IsStartedByTheCommandLineOfVice) {
    const auto wrapper = [](const std::string& words) {
        return program::run(program::words_of("'" RYG_SOURCE_DIR "/app/ryg-x64sc' " + words), "",
                            {"RYG=/bin/echo"});
    };
    const auto show = [&](const std::string& words) { return wrapper(words).out; };
    EXPECT_TRUE(program::contains(wrapper("--help").err, "-autostart"));
    EXPECT_EQ(show("-binarymonitor -binarymonitoraddress ip4://127.0.0.1:6503 +remotemonitor "
                   "-sounddev dummy -warp -autostartprgmode 1 -autostart '" +
                   prg + "'"),
              "debug " + prg + " --binary-monitor 6503\n");
    EXPECT_EQ(show("-remotemonitor -ntsc -keybuf 12 -moncommands a.lbl +sound '" + prg + "'"),
              "debug " + prg + " --remote-monitor 6510 --keys 12 --model ntsc --commands a.lbl\n");
    EXPECT_EQ(show("-binarymonitor"), "debug /dev/fd/3 --binary-monitor 6502\n");
    const std::string chips = " -VICIImodel 6567 -sidenginemodel 257 -ciamodel 1 ";
    EXPECT_EQ(show("-VICIIpalette a.prg" + chips + prg),
              "debug " + prg + " --model ntsc --sid 8580 --cia 6526a\n");
    EXPECT_EQ(show("-debugcart -limitcycles 90 -exitscreenshot a.png " + prg),
              "run " + prg + " --cycles 90 --screenshot a.png --debugcart\n");
    EXPECT_EQ(wrapper("-warp -sounddev dummy +sound -9 a.d64 " + prg).err,
              "ryg-x64sc: without meaning here: -warp -sounddev dummy +sound -9 a.d64\n");
    EXPECT_EQ(wrapper("-VICIImodel paln a.prg").status, 2);
    EXPECT_EQ(wrapper("-autostart").err, "ryg-x64sc: -autostart: its argument is missing\n");

    // A link by the name that clients look for finds the program beside the file itself.
    const std::string beside = folder.write("ryg", "#!/bin/sh\necho beside \"$@\"\n");
    std::filesystem::permissions(beside, std::filesystem::perms::owner_all);
    std::filesystem::copy(RYG_SOURCE_DIR "/app/ryg-x64sc", folder.file("ryg-x64sc"));
    std::filesystem::create_directory(folder.file("bin"));
    std::filesystem::create_symlink("../ryg-x64sc", folder.file("bin/x64sc"));
    EXPECT_EQ(program::run({folder.file("bin/x64sc"), prg}).out, "beside debug " + prg + "\n");
}

}  // namespace
}  // namespace ryg
