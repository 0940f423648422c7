// What a client of the binary monitor sees of the machine: banks and registers.
#include "app/fronts/vice/view.hpp"

#include <gtest/gtest.h>
#include <memory>

namespace ryg {
namespace {

using namespace ryg::app::vice;
using namespace std::string_literals;
using enum Error;

std::unique_ptr<c64::Machine> booted() {
    auto machine = std::make_unique<c64::Machine>();
    machine->boot();
    return machine;
}

Byte peek(c64::Machine& machine, Address address, unsigned bank) {
    return peek_memory(machine, address, address, bank).at(0);
}

template <class Action>
Error error_of(Action&& action) {
    try {
        action();
    } catch (const Refused& refused) {
        return refused.error;
    }
    return ok;
}

TEST(BinaryMonitorView, ShowsRamRomAndChipsAtTheSameAddress) {
    const auto machine = booted();
    machine->ram()[0xE000] = 0x11;
    machine->ram()[0xD020] = 0x22;
    write_memory(*machine, 0xD020, "\x06", bank_cpu);
    EXPECT_EQ(peek(*machine, 0xE000, bank_ram), 0x11);
    EXPECT_EQ(peek(*machine, 0xE000, bank_rom), machine->board.rom(c64::Rom::kernal)[0]);
    EXPECT_EQ(peek(*machine, 0xE000, bank_cpu), machine->board.rom(c64::Rom::kernal)[0]);
    EXPECT_EQ(peek(*machine, 0xD020, bank_cpu), 0xF6);
    EXPECT_EQ(peek(*machine, 0xD020, bank_io), 0xF6);
    EXPECT_EQ(peek(*machine, 0xD020, bank_ram), 0x22);
    EXPECT_EQ(peek(*machine, 0xD008, bank_rom), machine->board.rom(c64::Rom::chargen)[8]);

    machine->poke(1, 0x34);  // RAM everywhere
    EXPECT_EQ(peek(*machine, 0xE000, bank_cpu), 0x11);
    EXPECT_EQ(peek(*machine, 0xE000, bank_io), 0x11);
    EXPECT_EQ(peek(*machine, 0xD020, bank_cpu), 0x22);
    EXPECT_EQ(peek(*machine, 0xD020, bank_io), 0xF6);
    for (const unsigned bank : {bank_cpu, bank_ram, bank_rom, bank_io}) {
        EXPECT_EQ(peek(*machine, 1, bank), 0x34) << bank;
    }
}

TEST(BinaryMonitorView, ShowsACartridgeWhereThereIsOne) {
    const auto machine = booted();
    machine->ram()[0x8000] = 0x11;
    EXPECT_EQ(peek(*machine, 0x8000, bank_cart), 0x11);
    const std::vector<Byte> rom(0x2000, 0x5A);
    machine->board.install(c64::Rom::roml, rom);
    EXPECT_EQ(peek(*machine, 0x8000, bank_cart), 0x5A);
    EXPECT_EQ(peek(*machine, 0xA000, bank_cart), machine->ram()[0xA000]);
}

TEST(BinaryMonitorView, WritesBelowTheRomAndIntoTheChips) {
    const auto machine = booted();
    write_memory(*machine, 0xA000, "ab", bank_rom);
    write_memory(*machine, 0xD020, "\x01", bank_ram);
    write_memory(*machine, 0xD020, "\x07", bank_io);
    write_memory(*machine, 0xFFFF, "z", bank_cpu);
    EXPECT_EQ(machine->ram()[0xA000], 'a');
    EXPECT_EQ(machine->ram()[0xA001], 'b');
    EXPECT_EQ(machine->ram()[0xD020], 1);
    EXPECT_EQ(machine->board.vic.register_value(0x20) & 0x0F, 7);
    EXPECT_EQ(machine->ram()[0xFFFF], 'z');
    write_memory(*machine, 0x0001, "\x35", bank_ram);
    EXPECT_EQ(machine->board.mode().at_e000, c64::Area::ram);
}

// Reading CIA 1's interrupt register lets go of what it reports.
TEST(BinaryMonitorView, ReadsAChipWithSideEffectsOnlyWhenAsked) {
    const auto machine = booted();
    machine->poke(0xDC0D, 0x7F);    // nothing interrupts the loop
    machine->ram()[0xC000] = 0x4C;  // JMP $c000
    machine->ram()[0xC001] = 0x00;
    machine->ram()[0xC002] = 0xC0;
    machine->cpu.jump(0xC000);
    machine->run(100'000);  // timer A has run out
    EXPECT_EQ(peek_memory(*machine, 0xDC0D, 0xDC0D, bank_cpu).at(0) & 1, 1);
    EXPECT_EQ(peek_memory(*machine, 0xDC0D, 0xDC0D, bank_cpu).at(0) & 1, 1);
    EXPECT_EQ(read_memory(*machine, 0xDC0D, 0xDC0D, bank_ram).at(0), machine->ram()[0xDC0D]);
    EXPECT_EQ(read_memory(*machine, 0xDC0D, 0xDC0D, bank_cpu).at(0) & 1, 1);
    EXPECT_EQ(read_memory(*machine, 0xDC0D, 0xDC0D, bank_io).at(0) & 1, 0);
}

TEST(BinaryMonitorView, ReadsAllOfMemoryAndNoBackwardRange) {
    const auto machine = booted();
    const auto all = peek_memory(*machine, 0, 0xFFFF, bank_ram);
    EXPECT_EQ(all.size(), 65536U);
    EXPECT_TRUE(std::ranges::equal(all, machine->ram()));
    EXPECT_EQ(error_of([&] { (void)peek_memory(*machine, 2, 1, bank_cpu); }), invalid_parameter);
    EXPECT_EQ(error_of([&] { (void)read_memory(*machine, 1, 1, 5); }), invalid_parameter);
    EXPECT_EQ(error_of([&] { write_memory(*machine, 1, "x", 99); }), invalid_parameter);
    EXPECT_EQ(error_of([&] { write_memory(*machine, 0xFFFF, "xy", bank_cpu); }), invalid_parameter);
}

TEST(BinaryMonitorView, SetsEachRegisterThatCanBeSet) {
    const auto machine = booted();
    unsigned value = 0x31;
    for (const auto& [id, bits, name, settable] : registers) {
        if (!settable) {
            EXPECT_EQ(error_of([&] { check_register(id, 0); }), invalid_parameter);
            continue;
        }
        EXPECT_EQ(error_of([&] { check_register(id, 1U << bits); }), invalid_parameter) << name;
        check_register(id, ++value);
        set_register(*machine, id, value);
    }
    const emu::Registers& cpu = machine->cpu.registers;
    EXPECT_EQ(cpu, (emu::Registers{.pc = 0x32,
                                   .a = 0x33,
                                   .x = 0x34,
                                   .y = 0x35,
                                   .s = 0x36,
                                   .p = 0x29}));  // no B in the chip, bit 5 always
    EXPECT_EQ(machine->peek(0), 0x37);
    EXPECT_EQ(machine->peek(1) & 7, 0x38 & 7);
    EXPECT_EQ(error_of([&] { check_register(0x44, 0); }), invalid_parameter);
}

TEST(BinaryMonitorView, TellsNamesAndValuesInTheSameOrder) {
    const auto machine = booted();
    machine->cpu.registers = {.pc = 0x1234, .a = 1, .x = 2, .y = 3, .s = 4, .p = 0x25};
    machine->run(0);
    const std::string values = registers_body(*machine).str();
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

TEST(BinaryMonitorView, ShowsTheScreenAndItsColours) {
    const auto machine = booted();
    machine->poke(0xD020, 5);
    const std::string body = display_body(*machine).str();
    Fields fields(body);
    EXPECT_EQ(fields.long_word(), 13U);  // bytes of the six words and the byte after them
    EXPECT_EQ(fields.word(), 384);
    EXPECT_EQ(fields.word(), 272);
    EXPECT_EQ(fields.word(), 32);
    EXPECT_EQ(fields.word(), 36);
    EXPECT_EQ(fields.word(), 320);
    EXPECT_EQ(fields.word(), 200);
    EXPECT_EQ(fields.byte(), 8);
    EXPECT_EQ(fields.long_word(), 384U * 272U);
    EXPECT_EQ(fields.byte(), 5);  // the border
    EXPECT_EQ(fields.bytes(384U * 272U - 1).size(), 384U * 272U - 1);
    EXPECT_TRUE(fields.empty());

    EXPECT_EQ(palette_body().str().substr(0, 10), "\x10\x00\x03\x00\x00\x00\x03\xff\xff\xff"s);
    EXPECT_EQ(palette_body().str().size(), 2U + 16U * 4U);
}

TEST(BinaryMonitorView, SaysWhereTheBeamIs) {
    const auto machine = booted();
    const auto word_at = [](const std::string& body, std::size_t at) {
        return Fields(std::string_view(body).substr(at, 2)).word();
    };
    for (int i = 0; i < 50; ++i) {
        machine->run(1);
        const std::string body = registers_body(*machine).str();
        const unsigned line = word_at(body, body.size() - 6),
                       cycle = word_at(body, body.size() - 2);
        EXPECT_EQ(machine->cpu.cycle % machine->frame_cycles(), line * 63U + cycle);
    }
}

}  // namespace
}  // namespace ryg
