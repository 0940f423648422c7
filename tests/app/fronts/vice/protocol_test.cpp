// The binary monitor's framing, byte for byte: the manual's own exchange, and what goes wrong; and
// what a client sees of the machine: banks and registers.
#include <gtest/gtest.h>
#include <span>
#include <utility>

#include "app/fronts/vice/view.hpp"

namespace ryg {
namespace {

using namespace ryg::app::vice;
using namespace std::string_literals;
using enum Type;
using enum Error;

template <class Action>
Error error_of(Action&& action) {
    try {
        action();
    } catch (const Refused& refused) {
        return refused.error;
    }
    return ok;
}

/// The manual's command: a temporary checkpoint at $fce2-$fce3.
const std::string example =
    "\x02\x02\x08\x00\x00\x00\xad\xde\x34\x12\x12"
    "\xe2\xfc\xe3\xfc\x01\x01\x04\x01"s;

MonitorCommand read_one(const std::string& bytes) {
    CommandReader reader;
    reader.add(bytes);
    return reader.next().value();
}

TEST(BinaryMonitorProtocol, ReadsTheManualsCommand) {
    const MonitorCommand command = read_one(example);
    EXPECT_EQ(command, (MonitorCommand{2, 0x1234dead, 0x12, "\xe2\xfc\xe3\xfc\x01\x01\x04\x01"s}));
    BodyReader fields(command.body);
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
        EXPECT_EQ(reader.next(), (MonitorCommand{2, 7, 0x81, ""}));
        EXPECT_TRUE(reader.lost());
        EXPECT_EQ(reader.next(), std::nullopt);
    }
}

TEST(BinaryMonitorProtocol, RefusesABodyThatEndsInsideAField) {
    const std::string three =
                          "\x03"
                          "ab",
                      two =
                          "\x02"
                          "ab";
    EXPECT_EQ(error_of([] { (void)BodyReader("").byte(); }), wrong_length);
    EXPECT_EQ(error_of([] { (void)BodyReader("a").word(); }), wrong_length);
    EXPECT_EQ(error_of([] { (void)BodyReader("abc").long_word(); }), wrong_length);
    EXPECT_EQ(error_of([&] { (void)BodyReader(three).text(); }), wrong_length);
    EXPECT_EQ(error_of([&] { (void)BodyReader(two).text(); }), ok);
}

TEST(BinaryMonitorProtocol, CutsATextThatIsTooLongForItsLengthByte) {
    const std::string body = Body().text(std::string(300, 'x')).str();
    EXPECT_EQ(body, "\xff" + std::string(255, 'x'));
}

// --- the machine --------------------------------------------------------------------------------

struct BinaryMonitorView : testing::Test {
    c64::Machine machine;

    BinaryMonitorView() { machine.boot(); }
    [[nodiscard]] Byte peek(Address address, unsigned bank) const {
        return peek_memory(machine, address, address, bank).at(0);
    }
};

TEST_F(BinaryMonitorView, ShowsRamRomAndChipsAtTheSameAddress) {
    machine.ram()[0xE000] = 0x11;
    machine.ram()[0xD020] = 0x22;
    write_memory(machine, 0xD020, "\x06", bank_cpu);
    const Byte kernal = machine.board.rom(c64::Rom::kernal)[0];
    EXPECT_EQ(peek(0xE000, bank_ram), 0x11);
    EXPECT_EQ(peek(0xE000, bank_rom), kernal);
    EXPECT_EQ(peek(0xE000, bank_cpu), kernal);
    EXPECT_EQ(peek(0xD020, bank_cpu), 0xF6);
    EXPECT_EQ(peek(0xD020, bank_io), 0xF6);
    EXPECT_EQ(peek(0xD020, bank_ram), 0x22);
    EXPECT_EQ(peek(0xD008, bank_rom), machine.board.rom(c64::Rom::chargen)[8]);

    machine.poke(1, 0x34);  // RAM everywhere
    EXPECT_EQ(peek(0xE000, bank_cpu), 0x11);
    EXPECT_EQ(peek(0xE000, bank_io), 0x11);
    EXPECT_EQ(peek(0xD020, bank_cpu), 0x22);
    EXPECT_EQ(peek(0xD020, bank_io), 0xF6);
    for (const unsigned bank : {bank_cpu, bank_rom, bank_io}) {
        EXPECT_EQ(peek(1, bank), 0x34) << bank;
    }
    for (const Address at : {Address{0}, Address{1}}) {
        EXPECT_EQ(peek(at, bank_ram), machine.board.ram_below_port()[at]);
    }
    EXPECT_NE(peek(1, bank_ram), 0x34);
}

TEST_F(BinaryMonitorView, ShowsACartridgeWhereThereIsOne) {
    machine.ram()[0x8000] = 0x11;
    EXPECT_EQ(peek(0x8000, bank_cart), 0x11);
    const std::vector<Byte> rom(0x2000, 0x5A);
    machine.board.install(c64::Rom::roml, rom);
    EXPECT_EQ(peek(0x8000, bank_cart), 0x5A);
    EXPECT_EQ(peek(0xA000, bank_cart), machine.ram()[0xA000]);
}

TEST_F(BinaryMonitorView, WritesBelowTheRomAndIntoTheChips) {
    write_memory(machine, 0xA000, "ab", bank_rom);
    write_memory(machine, 0xD020, "\x01", bank_ram);
    write_memory(machine, 0xD020, "\x07", bank_io);
    write_memory(machine, 0xFFFF, "z", bank_cpu);
    EXPECT_EQ(machine.ram()[0xA000], 'a');
    EXPECT_EQ(machine.ram()[0xA001], 'b');
    EXPECT_EQ(machine.ram()[0xD020], 1);
    EXPECT_EQ(machine.board.vic.register_value(0x20) & 0x0F, 7);
    EXPECT_EQ(machine.ram()[0xFFFF], 'z');
    write_memory(machine, 0x0001, "\x35", bank_ram);
    EXPECT_EQ(peek(1, bank_ram), 0x35);
    EXPECT_EQ(machine.board.mode().at_e000, c64::Area::kernal);
    write_memory(machine, 0x0001, "\x35", bank_io);
    EXPECT_EQ(machine.board.mode().at_e000, c64::Area::ram);
}

// Reading CIA 1's interrupt register lets go of what it reports.
TEST_F(BinaryMonitorView, ReadsAChipWithSideEffectsOnlyWhenAsked) {
    machine.poke(0xDC0D, 0x7F);    // nothing interrupts the loop
    machine.ram()[0xC000] = 0x4C;  // JMP $c000
    machine.ram()[0xC001] = 0x00;
    machine.ram()[0xC002] = 0xC0;
    machine.cpu.jump(0xC000);
    machine.run(100'000);  // timer A has run out
    EXPECT_EQ(peek(0xDC0D, bank_cpu) & 1, 1);
    EXPECT_EQ(peek(0xDC0D, bank_cpu) & 1, 1);
    EXPECT_EQ(read_memory(machine, 0xDC0D, 0xDC0D, bank_ram).at(0), machine.ram()[0xDC0D]);
    EXPECT_EQ(read_memory(machine, 0xDC0D, 0xDC0D, bank_cpu).at(0) & 1, 1);
    EXPECT_EQ(read_memory(machine, 0xDC0D, 0xDC0D, bank_io).at(0) & 1, 0);
}

TEST_F(BinaryMonitorView, ReadsAllOfMemoryAndNoBackwardRange) {
    const auto all = peek_memory(machine, 0, 0xFFFF, bank_ram);
    EXPECT_EQ(all.size(), 65536U);
    EXPECT_TRUE(
        std::ranges::equal(std::span(all).subspan(2), std::as_const(machine).ram().subspan(2)));
    EXPECT_EQ(error_of([&] { (void)peek_memory(machine, 2, 1, bank_cpu); }), invalid_parameter);
    EXPECT_EQ(error_of([&] { (void)read_memory(machine, 1, 1, 5); }), invalid_parameter);
    EXPECT_EQ(error_of([&] { write_memory(machine, 1, "x", 99); }), invalid_parameter);
    EXPECT_EQ(error_of([&] { write_memory(machine, 0xFFFF, "xy", bank_cpu); }), invalid_parameter);
}

TEST_F(BinaryMonitorView, SetsEachRegisterThatCanBeSet) {
    unsigned value = 0x31;
    for (const auto& [id, bits, name, member, settable] : registers) {
        if (!settable) {
            EXPECT_EQ(error_of([&] { check_register(id, 0); }), invalid_parameter);
            continue;
        }
        EXPECT_EQ(error_of([&] { check_register(id, 1U << bits); }), invalid_parameter) << name;
        check_register(id, ++value);
        set_register(machine, id, value);
    }
    const emu::Registers& cpu = machine.cpu.registers;
    EXPECT_EQ(cpu, (emu::Registers{.pc = 0x32,
                                   .a = 0x33,
                                   .x = 0x34,
                                   .y = 0x35,
                                   .s = 0x36,
                                   .p = 0x29}));  // no B in the chip, bit 5 always
    EXPECT_EQ(machine.peek(0), 0x37);
    EXPECT_EQ(machine.peek(1) & 7, 0x38 & 7);
    EXPECT_EQ(error_of([&] { check_register(0x44, 0); }), no_such_object);
}

TEST_F(BinaryMonitorView, ListsNamesAndValuesInTheSameOrder) {
    machine.cpu.registers = {.pc = 0x1234, .a = 1, .x = 2, .y = 3, .s = 4, .p = 0x25};
    machine.run(0);
    const std::string values = registers_body(machine).str();
    EXPECT_EQ(values.substr(0, 2 + 5 * 4),
              "\x0a\x00\x03\x03\x34\x12\x03\x00\x01\x00\x03\x01\x02"
              "\x00\x03\x02\x03\x00\x03\x04\x04\x00"s);
    EXPECT_EQ(values.size(), 2 + registers.size() * 4);
    const std::string names = register_names_body().str();
    EXPECT_EQ(names.substr(0, 13), "\x0a\x00\x05\x03\x10\x02PC\x04\x00\x08\x01"s + "A"s);
    EXPECT_EQ(
        banks_body().str().substr(0, 24),
        "\x06\x00\x0a\x00\x00\x07"s + "default\x06\x00\x00\x03"s + "cpu"s + "\x06\x01\x00\x03"s);
}

TEST_F(BinaryMonitorView, ShowsTheScreenAndItsColours) {
    machine.poke(0xD020, 5);
    const std::string body = display_body(machine).str();
    BodyReader fields(body);
    EXPECT_EQ(fields.long_word(), 13U);  // bytes of the six words and the byte after them
    for (const int word : {384, 272, 32, 35, 320, 200}) EXPECT_EQ(fields.word(), word);
    EXPECT_EQ(fields.byte(), 8);
    EXPECT_EQ(fields.long_word(), 384U * 272U);
    EXPECT_EQ(fields.byte(), 5);  // the border
    EXPECT_EQ(fields.bytes(384U * 272U - 1).size(), 384U * 272U - 1);
    EXPECT_TRUE(fields.empty());

    EXPECT_EQ(palette_body().str().substr(0, 10), "\x10\x00\x03\x00\x00\x00\x03\xff\xff\xff"s);
    EXPECT_EQ(palette_body().str().size(), 2U + 16U * 4U);
}

TEST_F(BinaryMonitorView, SaysWhereTheBeamIs) {
    const auto word_at = [](const std::string& body, std::size_t at) {
        return BodyReader(std::string_view(body).substr(at, 2)).word();
    };
    for (int i = 0; i < 50; ++i) {
        machine.run(1);
        const std::string body = registers_body(machine).str();
        const unsigned line = word_at(body, body.size() - 6),
                       cycle = word_at(body, body.size() - 2);
        EXPECT_EQ(machine.cpu.cycle % machine.frame_cycles(), line * 63U + cycle);
    }
}

}  // namespace
}  // namespace ryg
