// `ryg debug --binary-monitor` as a client meets it: sockets, connections, a program that runs.
#include "tests/app/fronts/vice/client.hpp"

namespace ryg {
namespace {

using namespace ryg::binmon;
using namespace std::string_literals;
using program::expect_trouble;
using program::Folder;

const std::string endless = "@1:     inc $c100\n        jmp @1\n";

/// A label of the assembled program, from the file that ld65 wrote beside it.
Address label(const std::string& name) {
    const std::string path = std::string(RYG_BINARY_DIR) + "/engine/ryg/ryg16.lbl";
    std::ifstream lines(path);
    for (std::string al, address, label; lines >> al >> address >> label;) {
        if (label == "." + name) return static_cast<Address>(std::stoul(address, nullptr, 16));
    }
    ADD_FAILURE() << "no label " << name << " in " << path;
    return 0;
}

Body checkpoint_body(Address first, Address last, unsigned operations) {
    return Body().word(first).word(last).byte(1).byte(1).byte(operations).byte(0);
}

TEST(BinaryMonitorServer, DebugsTheRealProgram) {
    const Server server({"ryg16"});
    Client client(server.port());
    const Address routine = label("evaluaArbolJugadas");
    const auto number = client.call(Type::checkpoint_set, checkpoint_body(routine, routine, 4))
                            .fields()
                            .long_word();
    ASSERT_EQ(client.events.size(), 2U);
    EXPECT_EQ(client.events[0].type, Type::registers_get);
    EXPECT_EQ(client.events[1].type, Type::stopped);

    // Depth 1, then the mouse goes to row 6, column 2: the cats have to think.
    EXPECT_EQ(client.call(Type::keyboard_feed, Body().text("162")).error, Error::ok);
    EXPECT_EQ(client.call(Type::exit).error, Error::ok);
    EXPECT_EQ(client.await(Type::resumed).error, Error::ok);
    EXPECT_EQ(client.await(Type::checkpoint_get).fields().long_word(), number);
    EXPECT_EQ(client.await(Type::stopped).fields().word(), routine);

    EXPECT_EQ(client.call(Type::until_return).error, Error::ok);
    const Address back = client.await(Type::stopped).fields().word();
    const Answer call = client.call(Type::memory_get,
                                    Body().byte(0).word(back - 3U).word(back - 1U).byte(0).word(0));
    EXPECT_EQ(call.body.substr(2),
              "\x20"s + static_cast<char>(routine & 0xFF) + static_cast<char>(routine >> 8))
        << "it returns behind a JSR to it";
    const Answer condition =
        client.call(Type::condition_set, Body().long_word(number).text("@.nosuch == 1"));
    EXPECT_EQ(condition.error, Error::invalid_parameter);
    EXPECT_EQ(
        client.call(Type::condition_set, Body().long_word(number).text("pc == .evaluaArbolJugadas"))
            .error,
        Error::ok);
}

TEST(BinaryMonitorServer, KeepsTheMachineFromOneConnectionToTheNext) {
    const Folder folder;
    const Server server({folder.prg("endless", endless)});
    std::uint32_t number = 0;
    for (int i = 0; i < 20; ++i) {
        Client client(server.port());
        const Body poke = Body().byte(0).word(0x2000).word(0x2000).byte(0).word(0);
        EXPECT_EQ(client.call(Type::memory_set, Body(poke).byte(static_cast<unsigned>(i))).error,
                  Error::ok);
        EXPECT_EQ(client.events.size(), 2U) << "each is told where the machine stands";
        const std::string then = client.call(Type::memory_get, poke).body;
        EXPECT_EQ(then.back(), static_cast<char>(i));
        number = client.call(Type::checkpoint_set, checkpoint_body(1, 1, 4)).fields().long_word();
    }
    EXPECT_EQ(number, 20U);
}

TEST(BinaryMonitorServer, StopsTheMachineWhenTheClientGoesWhileItRuns) {
    const Folder folder;
    const Server server({folder.prg("endless", endless)});
    {
        Client client(server.port());
        client.call(Type::exit);
        EXPECT_EQ(client.await(Type::resumed).error, Error::ok);
    }
    const auto counter = [&] {
        Client client(server.port());
        return client
            .call(Type::memory_get, Body().byte(0).word(0xC100).word(0xC100).byte(0).word(0))
            .body.back();
    };
    const char then = counter();
    for (int i = 0; i < 5; ++i) {
        usleep(10'000);
        EXPECT_EQ(counter(), then);
    }
}

TEST(BinaryMonitorServer, StopsARunForACommandAndAfterAPauseGoesOn) {
    const Folder folder;
    const Server server({folder.prg("endless", endless)});
    Client client(server.port());
    client.call(Type::ping);
    for (int i = 0; i < 10; ++i) {
        client.call(Type::exit);
        EXPECT_EQ(client.await(Type::resumed).error, Error::ok);
        client.call(Type::registers_get, Body().byte(0));
        ASSERT_EQ(client.events.size(), 2U);
        EXPECT_EQ(client.events[1].type, Type::stopped);
    }
    const Body value = Body().byte(0).word(0xC100).word(0xC100).byte(0).word(0);
    EXPECT_NE(client.call(Type::memory_get, value).body, "\x01\x00\x00"s);
}

TEST(BinaryMonitorServer, TakesACommandByteByByteWhileTheMachineRuns) {
    const Folder folder;
    const Server server({folder.prg("endless", endless)});
    Client client(server.port());
    client.call(Type::exit);
    EXPECT_EQ(client.await(Type::resumed).error, Error::ok);
    for (const char byte : bytes_of(Type::ping, {}, 77)) {
        client.send_bytes(std::string(1, byte));
        usleep(1000);
    }
    std::vector<Type> types;
    while (types.empty() || types.back() != Type::ping) {
        const auto answer = client.receive();
        ASSERT_TRUE(answer.has_value());
        types.push_back(answer->type);
    }
    EXPECT_EQ(types, (std::vector<Type>{Type::registers_get, Type::stopped, Type::ping}));
}

TEST(BinaryMonitorServer, SurvivesEveryCommandCutShortByAClientThatGoes) {
    const Folder folder;
    const Server server({folder.prg("endless", endless)});
    const std::string command = bytes_of(Type::checkpoint_set, checkpoint_body(1, 2, 4));
    for (std::size_t size = 0; size < command.size(); ++size) {
        const Client client(server.port());
        client.send_bytes(command.substr(0, size));
    }
    Client client(server.port());
    EXPECT_EQ(client.call(Type::checkpoint_list).fields().long_word(), 0U);
}

TEST(BinaryMonitorServer, HangsUpOnALengthThatNoCommandHas) {
    const Folder folder;
    const Server server({folder.prg("endless", endless)});
    Client client(server.port());
    client.send_bytes("\x02\x02\xff\xff\xff\xff\x07\x00\x00\x00\x01"s + std::string(300'000, 'x'));
    while (const auto answer = client.receive()) {
        if (!answer->is_event()) {
            EXPECT_EQ(answer->id, 7U);
            EXPECT_EQ(answer->error, Error::wrong_length);
        }
    }
    EXPECT_TRUE(client.is_hung_up_on());
    Client other(server.port());
    EXPECT_EQ(other.call(Type::ping).error, Error::ok);
}

/// A browser's request to a port that a page names, with commands as its body.
std::string posted(const std::string& body) {
    return "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(BinaryMonitorServer, HangsUpOnAWebPageBeforeItDoesAnything) {
    const Folder folder;
    const Server server({folder.prg("endless", endless), "--write-below", folder.file("")});
    const std::string state = folder.file("page.state");
    {
        Client page(server.port());
        page.send_bytes(posted(bytes_of(Type::dump, Body().word(0).text(state))));
        EXPECT_TRUE(page.is_hung_up_on());
        EXPECT_EQ(page.receive(), std::nullopt);
    }
    EXPECT_FALSE(std::filesystem::exists(state));
    Client client(server.port());
    EXPECT_EQ(client.call(Type::dump, Body().word(0).text(state)).error, Error::ok);
    EXPECT_TRUE(std::filesystem::exists(state));
}

TEST(BinaryMonitorServer, WritesOnlyBelowItsFolderAndOverFilesOfTheKind) {
    const Folder folder, other;
    const std::string prg = folder.prg("endless", endless);
    const std::string notes = folder.write("notes.txt", "mine");
    std::filesystem::create_symlink(other.file(""), folder.file("out"));
    const auto dump = [&](Client& client, const std::string& path) {
        return client.call(Type::dump, Body().word(0).text(path)).error;
    };
    {
        const Server server({prg, "--write-below", folder.file("")});
        Client client(server.port());
        EXPECT_EQ(dump(client, other.file("a.state")), Error::failure);
        EXPECT_EQ(dump(client, folder.file("out/a.state")), Error::failure);
        EXPECT_EQ(dump(client, folder.file("x/../../a.state")), Error::failure);
        EXPECT_EQ(dump(client, folder.file("")), Error::failure);
        EXPECT_EQ(dump(client, notes), Error::failure);
        EXPECT_EQ(std::filesystem::file_size(notes), 4U);
        EXPECT_EQ(dump(client, folder.file("a.state")), Error::ok);
        EXPECT_EQ(dump(client, folder.file("a.state")), Error::ok) << "over a state";
    }
    const Server server({prg, "--write-below", folder.file(""), "--overwrite"});
    Client client(server.port());
    EXPECT_EQ(dump(client, notes), Error::ok);
    EXPECT_EQ(dump(client, other.file("a.state")), Error::failure);
}

TEST(BinaryMonitorServer, ListensOnAUnixDomainSocketThatOnlyTheUserOpens) {
    const Folder folder;
    const std::string path = folder.file("ryg.socket"), prg = folder.prg("endless", endless);
    {
        Server server({prg}, path);
        EXPECT_EQ(std::filesystem::status(path).permissions(),
                  std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        Client client(path);
        EXPECT_EQ(client.call(Type::ping).error, Error::ok);
        expect_trouble(program::ryg({"debug", prg, "--binary-monitor", path}), path);
        EXPECT_EQ(client.call(Type::quit).error, Error::ok);
        EXPECT_EQ(server.wait(), 0);
    }
    EXPECT_FALSE(std::filesystem::exists(path));
    { const Server killed({prg}, path); }
    EXPECT_TRUE(std::filesystem::exists(path));
    const Server server({prg}, path);
    Client client(path);
    EXPECT_EQ(client.call(Type::ping).error, Error::ok) << "in place of the one that was left";
}

TEST(BinaryMonitorServer, ServesAClientThatReadsLate) {
    const Folder folder;
    const Server server({folder.prg("endless", endless)});
    Client client(server.port());
    const Body all = Body().byte(0).word(0).word(0xFFFF).byte(0).word(1);
    for (std::uint32_t id = 1; id <= 100; ++id) {  // 6.5 MB of answers
        client.send_bytes(bytes_of(Type::memory_get, all, id));
    }
    usleep(50'000);
    for (std::uint32_t id = 1; id <= 100; ++id) {
        auto answer = client.receive();
        while (answer && answer->is_event()) answer = client.receive();
        ASSERT_TRUE(answer.has_value());
        EXPECT_EQ(answer->id, id);
        EXPECT_EQ(answer->body.size(), 65538U);
    }
}

TEST(BinaryMonitorServer, StartsAProgramFromAFile) {
    const Folder folder;
    const Server server({folder.prg("endless", endless)});
    const std::string other =
        folder.prg("other", "        lda #$2a\nback:   sta $c100\n        rts\n");
    Client client(server.port());
    EXPECT_EQ(client.call(Type::autostart, Body().byte(1).word(0).text(other)).error, Error::ok);
    client.call(Type::checkpoint_set, checkpoint_body(0x080F, 0x080F, 4));
    EXPECT_EQ(client.call(Type::condition_set, Body().long_word(1).text("pc == .back")).error,
              Error::ok)
        << "its labels are known";
    client.call(Type::exit);
    EXPECT_EQ(client.await(Type::stopped).fields().word(), 0x080F);
    EXPECT_EQ(client.call(Type::autostart, Body().byte(1).word(0).text("/no/where.prg")).error,
              Error::failure);
}

TEST(BinaryMonitorServer, EndsWhenAClientOrCtrlCSaysSo) {
    const Folder folder;
    const auto prg = folder.prg("endless", endless);
    {
        Server server({prg});
        Client client(server.port());
        EXPECT_EQ(client.call(Type::quit).error, Error::ok);
        EXPECT_TRUE(client.is_hung_up_on());
        EXPECT_EQ(server.wait(), 0);
    }
    for (const bool runs : {false, true}) {
        Server server({prg});
        Client client(server.port());
        client.call(runs ? Type::exit : Type::ping);
        server.interrupt();
        EXPECT_EQ(server.wait(), 130);
    }
}

TEST(BinaryMonitorServer, SaysInOneLineThatThePortIsTaken) {
    const Folder folder;
    const auto prg = folder.prg("endless", endless);
    const Server server({prg});
    const std::string port = std::to_string(server.port());
    expect_trouble(program::ryg({"debug", prg, "--binary-monitor", port}), "port " + port);
    expect_trouble(program::ryg({"debug", prg, "--binary-monitor", "65536"}), "--binary-monitor");
    expect_trouble(program::ryg({"debug", prg, "--binary-monitor", "here"}), "--binary-monitor");
    expect_trouble(program::ryg({"debug", prg, "--binary-monitor", "0", "--commands", prg}),
                   "--commands");
}

}  // namespace
}  // namespace ryg
