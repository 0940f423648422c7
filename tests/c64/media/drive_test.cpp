// Drive 8: files, commands and the status, on a diskette and through the KERNAL's calls.
#include "c64/media/drive.hpp"

#include <array>

#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

std::vector<Byte> bytes(std::string_view text) { return {text.begin(), text.end()}; }
std::string text(std::span<const Byte> some) { return {some.begin(), some.end()}; }

DiskImage blank() { return DiskImage::formatted(bytes("TEST"), "AB"); }

/// What a channel sends until its end.
std::string all_of(Drive& drive, unsigned channel) {
    std::string sent;
    drive.talk(channel);
    while (const auto next = drive.read()) {
        sent += static_cast<char>(next->byte);
        if (next->is_last) break;
    }
    return sent;
}
std::string status(Drive& drive) { return all_of(drive, Drive::command_channel); }
void put(Drive& drive, std::string_view name, std::string_view content) {
    drive.open(2, bytes(name));
    drive.listen(2);
    for (const char letter : content) drive.write(static_cast<Byte>(letter));
    drive.close(2);
}
std::string get(Drive& drive, std::string_view name) {
    drive.open(3, bytes(name));
    const std::string found = all_of(drive, 3);
    drive.close(3);
    return found;
}

TEST(DiskImage, HasTheFilesThatWereAddedUntilItIsFull) {
    DiskImage disk = blank();
    EXPECT_EQ(disk.free_blocks(), 664U);
    const std::vector<Byte> two_blocks(300, 7);
    EXPECT_TRUE(disk.add(bytes("ONE"), FileType::prg, two_blocks));
    EXPECT_TRUE(disk.add(bytes("EMPTY"), FileType::seq, {}));
    EXPECT_EQ(disk.free_blocks(), 661U);
    const auto files = disk.directory();
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(disk.read(files[0]), two_blocks);
    EXPECT_TRUE(disk.read(files[1]).empty());
    EXPECT_EQ(files[0].blocks, 2U);
    const DiskImage before = disk;
    EXPECT_FALSE(disk.add(bytes("HUGE"), FileType::prg, std::vector<Byte>(662 * 254)));
    EXPECT_EQ(disk, before);
    disk.remove(files[0]);
    EXPECT_EQ(disk.free_blocks(), 663U);
    EXPECT_TRUE(disk.add(bytes("FILLS"), FileType::prg, std::vector<Byte>(663 * 254)));
    EXPECT_EQ(disk.free_blocks(), 0U);
}

TEST(DiskImage, HasRoomFor144FilesInItsDirectory) {
    DiskImage disk = blank();
    for (int i = 0; i < 144; ++i) {
        ASSERT_TRUE(disk.add(bytes(fmt::format("F{}", i)), FileType::seq, bytes("X"))) << i;
    }
    EXPECT_FALSE(disk.add(bytes("MORE"), FileType::seq, bytes("X")));
    EXPECT_EQ(disk.directory().size(), 144U);
}

TEST(DiskImage, OfEverySizeIsReadAndADirectoryEndsWhereItLeadsBack) {
    DiskImage disk = blank();
    disk.add(bytes("FILE"), FileType::prg, bytes("\x01\x08X"));
    std::vector<Byte> file(disk.bytes().begin(), disk.bytes().end());
    file[(357 + 1) * 256] = 18;  // track 18, sector 1 leads to itself
    file[(357 + 1) * 256 + 1] = 1;
    for (const std::size_t size : {174'848U, 175'531U, 196'608U, 197'376U, 205'312U, 206'114U}) {
        file.resize(size);
        const DiskImage read = DiskImage::parse(file, "d.d64");
        EXPECT_EQ(read.directory().size(), 1U) << size;
        EXPECT_EQ(read.program({}).bytes, bytes("X"));
    }
}

TEST(Drive, KeepsWhatIsWrittenAndReadsItAgain) {
    Drive drive(blank());
    EXPECT_EQ(status(drive), "73,CBM DOS V2.6 1541,00,00\r");
    put(drive, "NOTES,S,W", "HELLO");
    EXPECT_EQ(status(drive), "00, OK,00,00\r");
    EXPECT_EQ(get(drive, "NOTES,S,R"), "HELLO");
    put(drive, "NOTES,S,A", " AGAIN");
    EXPECT_EQ(get(drive, "0:NO*"), "HELLO AGAIN");
    put(drive, "NOTES,S,W", "OTHER");
    EXPECT_EQ(status(drive), "63, FILE EXISTS,00,00\r");
    put(drive, "@0:NOTES,S,W", "OTHER");
    EXPECT_EQ(get(drive, "NOTES"), "OTHER");
    EXPECT_EQ(get(drive, "NOTES,P,R"), "");
    EXPECT_EQ(status(drive), "64, FILE TYPE MISMATCH,00,00\r");
    EXPECT_EQ(get(drive, "NONE"), "");
    EXPECT_EQ(status(drive), "62, FILE NOT FOUND,00,00\r");
    EXPECT_EQ(status(drive), "00, OK,00,00\r") << "the error is told once";
}

TEST(Drive, ObeysCommands) {
    Drive drive(blank());
    put(drive, "ONE,S,W", "1");
    put(drive, "TWO,S,W", "2");
    const auto told = [&](std::string_view command) {
        drive.open(Drive::command_channel, bytes(command));
        return status(drive);
    };
    EXPECT_EQ(told("R0:UNO=ONE"), "00, OK,00,00\r");
    EXPECT_EQ(get(drive, "UNO"), "1");
    EXPECT_EQ(told("C0:BOTH=UNO,0:TWO"), "00, OK,00,00\r");
    EXPECT_EQ(get(drive, "BOTH"), "12");
    EXPECT_EQ(told("R:TWO=UNO"), "63, FILE EXISTS,00,00\r");
    EXPECT_EQ(told("R:X=NONE"), "62, FILE NOT FOUND,00,00\r");
    EXPECT_EQ(told("S0:T*,UNO"), "01, FILES SCRATCHED,02,00\r");
    EXPECT_EQ(told("U1:2 0 18 0"), "31, SYNTAX ERROR,00,00\r");
    EXPECT_EQ(told("UI"), "73,CBM DOS V2.6 1541,00,00\r");
    EXPECT_EQ(told("N:EMPTY,XY"), "00, OK,00,00\r");
    EXPECT_TRUE(drive.disk().directory().empty());
    EXPECT_EQ(told("N:AGAIN"), "00, OK,00,00\r");
    EXPECT_EQ(text(drive.disk().title().subspan(18, 2)), "XY");
    drive.listen(Drive::command_channel);
    for (const char letter : std::string_view("X\r")) drive.write(static_cast<Byte>(letter));
    EXPECT_EQ(status(drive), "31, SYNTAX ERROR,00,00\r");
}

TEST(Drive, AnUnformattedDiskIsNotReadyUntilItIsFormatted) {
    Drive drive(DiskImage::parse(std::vector<Byte>(174'848), "zeros"));
    for (const char* const name : {"A,S,W", "A,S,R", "$"}) {
        EXPECT_EQ(get(drive, name), "");
        EXPECT_EQ(status(drive), "74, DRIVE NOT READY,00,00\r");
    }
    for (const char* const command : {"S:A", "N:A", "I"}) {
        drive.open(Drive::command_channel, bytes(command));
        EXPECT_EQ(status(drive), "74, DRIVE NOT READY,00,00\r");
    }
    drive.open(Drive::command_channel, bytes("N:A,ID"));
    put(drive, "B,S,W", "1");
    EXPECT_EQ(get(drive, "B"), "1");
}

TEST(Drive, ListsItsDirectoryAsABasicProgram) {
    Drive drive(blank());
    put(drive, "NOTES,S,W", std::string(600, 'X'));
    const auto listing = drive.load(bytes("$"));
    ASSERT_TRUE(listing.has_value());
    const std::string all = text(*listing);
    EXPECT_TRUE(all.starts_with(
        std::string_view("\x01\x04\x01\x01\0\0\x12\"TEST            \" AB 2A\0", 32)));
    EXPECT_NE(all.find(std::string_view("\3\0   \"NOTES\"            SEQ", 26)), all.npos);
    EXPECT_NE(all.find("BLOCKS FREE."), all.npos);
    EXPECT_EQ(drive.load(bytes("$:X*"))->size() < all.size(), true);
    EXPECT_FALSE(drive.load(bytes("NONE")).has_value());
}

TEST(Drive, ACopyHasADisketteOfItsOwn) {
    Drive drive(blank());
    Drive copy = drive;
    EXPECT_TRUE(copy == drive);
    put(copy, "NEW,S,W", "X");
    EXPECT_FALSE(copy == drive);
    EXPECT_TRUE(drive.disk().directory().empty());
}

// --- through the KERNAL -----------------------------------------------------------------------------

struct DriveCalls : testing::Test {
    static constexpr Address SETMSG = 0xFF90, READST = 0xFFB7, SETLFS = 0xFFBA, SETNAM = 0xFFBD,
                             OPEN = 0xFFC0, CLOSE = 0xFFC3, CHKIN = 0xFFC6, CHKOUT = 0xFFC9,
                             CLRCHN = 0xFFCC, CHRIN = 0xFFCF, CHROUT = 0xFFD2, LOAD = 0xFFD5,
                             SAVE = 0xFFD8, GETIN = 0xFFE4;
    Machine machine = booted();
    DriveCalls() { machine.insert(blank()); }

    /// The error, or 0.
    int call(Address routine, const CallInput& input = {}) {
        const CallResult result = machine.call(routine, input);
        EXPECT_TRUE(result.returned());
        return result.carry() ? result.registers.a : 0;
    }
    void name(std::string_view name, Byte number, Byte secondary) {
        std::ranges::copy(name, machine.ram().begin() + 0xC000);
        call(SETNAM, {.a = static_cast<Byte>(name.size()), .x = 0x00, .y = 0xC0});
        call(SETLFS, {.a = number, .x = 8, .y = secondary});
    }
    int open(std::string_view text, Byte number, Byte secondary) {
        name(text, number, secondary);
        return call(OPEN);
    }
    int status() { return machine.call(READST).registers.a; }
    void write(Byte number, std::string_view text) {
        EXPECT_EQ(call(CHKOUT, {.x = number}), 0);
        for (const char letter : text) {
            EXPECT_EQ(call(CHROUT, {.a = static_cast<Byte>(letter)}), 0);
        }
        call(CLRCHN);
    }
    std::string read(Byte number, Address routine = CHRIN) {
        std::string text;
        EXPECT_EQ(call(CHKIN, {.x = number}), 0);
        while (text.size() < 1000) {
            text += static_cast<char>(machine.call(routine).registers.a);
            if (status() != 0) break;
        }
        call(CLRCHN);
        return text;
    }
};

TEST_F(DriveCalls, FilesAreWrittenAndReadAndTheEndIsInTheStatus) {
    ASSERT_EQ(open("NOTES,S,W", 2, 2), 0);
    write(2, "AB\r");
    EXPECT_EQ(call(CLOSE, {.a = 2}), 0);
    ASSERT_EQ(open("NOTES,S,R", 3, 3), 0);
    EXPECT_EQ(read(3), "AB\r");
    EXPECT_EQ(status(), 0x40);
    EXPECT_EQ(call(CLOSE, {.a = 3}), 0);
    ASSERT_EQ(open("NOTES", 4, 4), 0);
    EXPECT_EQ(read(4, GETIN), "AB\r");
    EXPECT_EQ(machine.call(GETIN).registers.a, 0) << "and the keyboard is the input again";
}

TEST_F(DriveCalls, TwoFilesAreOpenAtOnceAndTheCommandChannelBeside) {
    ASSERT_EQ(open("A,S,W", 2, 2), 0);
    ASSERT_EQ(open("B,S,W", 3, 3), 0);
    write(2, "1");
    write(3, "2");
    write(2, "3");
    call(CLOSE, {.a = 2});
    call(CLOSE, {.a = 3});
    ASSERT_EQ(open("", 15, 15), 0);
    write(15, "R0:C=A");
    EXPECT_EQ(read(15), "00, OK,00,00\r");
    ASSERT_EQ(open("C", 4, 4), 0);
    ASSERT_EQ(open("B", 5, 5), 0);
    EXPECT_EQ(read(4) + read(5), "132");
    ASSERT_EQ(open("NONE", 6, 6), 0) << "the drive says so, not the KERNAL";
    EXPECT_EQ(read(6), "\r");
    EXPECT_EQ(read(15), "62, FILE NOT FOUND,00,00\r");
}

TEST_F(DriveCalls, SaveWritesAProgramThatLoadGetsAndVerifies) {
    put(machine, 0x1000, {1, 2, 3});
    put(machine, 0x00FB, {0x00, 0x10});
    name("PART", 1, 1);
    ASSERT_EQ(call(SAVE, {.a = 0xFB, .x = 0x03, .y = 0x10}), 0);
    put(machine, 0x1000, {0, 0, 0});
    name("PART", 1, 1);
    const CallResult loaded = machine.call(LOAD, {.a = 0});
    EXPECT_FALSE(loaded.carry());
    expect_registers(loaded, 0, 0x03, 0x10);
    expect_bytes(machine, 0x1000, {1, 2, 3});
    name("PART", 1, 0);
    EXPECT_EQ(call(LOAD, {.a = 0, .x = 0, .y = 0x20}), 0);
    expect_bytes(machine, 0x2000, {1, 2, 3});
    name("PART", 1, 1);
    put(machine, 0x1001, {9});
    EXPECT_EQ(call(LOAD, {.a = 1}), 0);
    EXPECT_EQ(status() & 0x10, 0x10) << "VERIFY has found a difference";
    name("NONE", 1, 1);
    EXPECT_EQ(call(LOAD, {.a = 0}), 4);
    name("", 1, 1);
    EXPECT_EQ(call(LOAD, {.a = 0}), 8);
}

TEST_F(DriveCalls, MessagesAreShownIfSetmsgAsksForThem) {
    machine.call(0xE544);
    name("PART", 1, 1);
    call(LOAD, {.a = 0});
    EXPECT_EQ(machine.screen_text(), "");
    call(SETMSG, {.a = 0x80});
    call(LOAD, {.a = 0});
    EXPECT_EQ(machine.screen_text(), "\nSEARCHING FOR PART\n");
    put(machine, 0x00FB, {0x00, 0x10});
    call(SAVE, {.a = 0xFB, .x = 0x03, .y = 0x10});
    call(LOAD, {.a = 0});
    EXPECT_EQ(machine.screen_text(),
              "\nSEARCHING FOR PART\nSAVING PART\nSEARCHING FOR PART\nLOADING\n");
}

TEST_F(DriveCalls, OtherDevicesAreNotThere) {
    machine.call(SETLFS, {.a = 1, .x = 9, .y = 0});
    EXPECT_EQ(call(OPEN), 5);
    EXPECT_EQ(call(LOAD, {.a = 0}), 5);
}

TEST(Loading, LeavesWhatTheKernalAndBasicLeave) {
    Machine machine = booted();
    const Image image{
        .name = "games/hello.prg", .load_address = 0x0801, .bytes = {0x0B, 0x08, 0, 0}};
    machine.load(image);
    EXPECT_EQ(machine.peek(0x90), 0x40);
    EXPECT_EQ(machine.peek(0xBA), 8);
    EXPECT_EQ(machine.peek(0xB7), 5);
    const Address at = machine.peek_word(0xBB);
    EXPECT_EQ(text(machine.ram().subspan(at, 5)), "HELLO");
    EXPECT_EQ(machine.peek_word(0x2B), 0x0801);
    constexpr std::array<Address, 4> ends{0x2D, 0x2F, 0x31, 0xAE};
    for (const Address pointer : ends) {
        EXPECT_EQ(machine.peek_word(pointer), 0x0805) << pointer;
    }
    EXPECT_EQ(machine.peek_word(0x33), 0xA000);
    EXPECT_EQ(machine.peek_word(0x37), 0xA000);
}

}  // namespace
}  // namespace ryg
