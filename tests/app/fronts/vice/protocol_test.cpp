// The binary monitor's framing, byte for byte: the manual's own exchange, and what goes wrong.
#include "app/fronts/vice/protocol.hpp"

#include <gtest/gtest.h>

namespace ryg {
namespace {

using namespace ryg::app::vice;
using namespace std::string_literals;
using enum Type;
using enum Error;

/// The manual's command: a temporary checkpoint at $fce2-$fce3.
const std::string example =
    "\x02\x02\x08\x00\x00\x00\xad\xde\x34\x12\x12"
    "\xe2\xfc\xe3\xfc\x01\x01\x04\x01"s;

Command read_one(const std::string& bytes) {
    CommandReader reader;
    reader.add(bytes);
    return reader.next().value();
}

TEST(BinaryMonitorProtocol, ReadsTheManualsCommand) {
    const Command command = read_one(example);
    EXPECT_EQ(command, (Command{2, 0x1234dead, 0x12, "\xe2\xfc\xe3\xfc\x01\x01\x04\x01"s}));
    Fields fields(command.body);
    EXPECT_EQ(fields.word(), 0xfce2);
    EXPECT_EQ(fields.word(), 0xfce3);
    EXPECT_TRUE(fields.truth());
    EXPECT_EQ(fields.bytes(3), "\x01\x04\x01"s);
    EXPECT_TRUE(fields.empty());
}

TEST(BinaryMonitorProtocol, WritesTheManualsEvents) {
    EXPECT_EQ(encode(stopped, ok, event_id, Body().word(0xe5cf)),
              "\x02\x02\x02\x00\x00\x00\x62\x00\xff\xff\xff\xff\xcf\xe5"s);
    const Body two_registers =
        Body().word(2).item(Body().byte(3).word(0xe5cf)).item(Body().byte(0).word(0));
    EXPECT_EQ(encode(registers_get, ok, event_id, two_registers),
              "\x02\x02\x0a\x00\x00\x00\x31\x00\xff\xff\xff\xff"
              "\x02\x00\x03\x03\xcf\xe5\x03\x00\x00\x00"s);
    EXPECT_EQ(encode(invalid, unknown_command, 0x01020304),
              "\x02\x02\x00\x00\x00\x00\x00\x83\x04\x03\x02\x01"s);
}

TEST(BinaryMonitorProtocol, WaitsForACommandThatComesByteByByte) {
    CommandReader reader;
    for (std::size_t i = 0; i < example.size(); ++i) {
        EXPECT_EQ(reader.next(), std::nullopt) << "after " << i << " bytes";
        reader.add(example.substr(i, 1));
    }
    EXPECT_EQ(reader.next(), read_one(example));
    EXPECT_EQ(reader.next(), std::nullopt);
}

TEST(BinaryMonitorProtocol, TakesApartCommandsThatComeTogether) {
    CommandReader reader;
    reader.add(example + example + example.substr(0, 12));
    EXPECT_TRUE(reader.next().has_value());
    EXPECT_TRUE(reader.next().has_value());
    EXPECT_EQ(reader.next(), std::nullopt);
    reader.add(example.substr(12));
    EXPECT_EQ(reader.next(), read_one(example));
}

TEST(BinaryMonitorProtocol, IsNotSpokenByAConnectionThatBeginsWithSomethingElse) {
    for (const std::string& start : {"POST / HTTP/1.1\r\n\r\n"s, "r\r\n"s, "\0"s}) {
        CommandReader reader;
        reader.add(start + example);
        EXPECT_EQ(reader.next(), std::nullopt);
        EXPECT_TRUE(reader.lost());
        reader.add(example);
        EXPECT_EQ(reader.next(), std::nullopt);
    }
}

TEST(BinaryMonitorProtocol, SkipsWhatIsNoCommand) {
    CommandReader reader;
    reader.add(example + "r\r\nGET / HTTP/1.1\r\n\r\n");
    EXPECT_EQ(reader.next(), read_one(example));
    EXPECT_EQ(reader.next(), std::nullopt);
    reader.add(example);
    EXPECT_EQ(reader.next(), read_one(example));
}

TEST(BinaryMonitorProtocol, GivesUpOnALengthThatNoCommandHas) {
    const auto header = [](std::uint32_t length) {
        return Body().byte(2).byte(2).long_word(length).long_word(7).byte(0x81).str();
    };
    CommandReader longest;
    longest.add(header(CommandReader::longest_body));
    EXPECT_EQ(longest.next(), std::nullopt);
    EXPECT_FALSE(longest.lost());
    longest.add(std::string(CommandReader::longest_body, 'x'));
    EXPECT_EQ(longest.next().value().body.size(), CommandReader::longest_body);

    for (const std::uint32_t length : {CommandReader::longest_body + 1, 0xFFFFFFFF}) {
        CommandReader reader;
        reader.add(header(length) + example);
        EXPECT_EQ(reader.next(), (Command{2, 7, 0x81, ""}));
        EXPECT_TRUE(reader.lost());
        EXPECT_EQ(reader.next(), std::nullopt);
    }
}

TEST(BinaryMonitorProtocol, RefusesABodyThatEndsInsideAField) {
    const auto error_of = [](auto read) {
        try {
            read();
        } catch (const Refused& refused) {
            return refused.error;
        }
        return ok;
    };
    EXPECT_EQ(error_of([] { (void)Fields("").byte(); }), wrong_length);
    EXPECT_EQ(error_of([] { (void)Fields("a").word(); }), wrong_length);
    EXPECT_EQ(error_of([] { (void)Fields("abc").long_word(); }), wrong_length);
    EXPECT_EQ(error_of([] {
                  (void)Fields(
                      "\x03"
                      "ab")
                      .text();
              }),
              wrong_length);
    EXPECT_EQ(error_of([] {
                  (void)Fields(
                      "\x02"
                      "ab")
                      .text();
              }),
              ok);
}

TEST(BinaryMonitorProtocol, CutsATextThatItsLengthByteCannotTell) {
    const std::string body = Body().text(std::string(300, 'x')).str();
    EXPECT_EQ(body, "\xff" + std::string(255, 'x'));
}

}  // namespace
}  // namespace ryg
