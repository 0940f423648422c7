// Cartridges with banks: each kind's register, in a machine.
#include "c64/media/cartridge.hpp"

#include "c64/board/state.hpp"
#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;
using CartridgeType = Cartridge::CartridgeType;

void append(std::vector<Byte>& file, std::initializer_list<int> bytes) {
    for (const int byte : bytes) file.push_back(static_cast<Byte>(byte));
}

/// A container with `banks` ROMs of 8K in each window that is asked for; each byte of a bank in the
/// lower window is the bank's number, in the upper one $80 more.
std::vector<Byte> container(CartridgeType kind, int banks, bool low, bool high, int exrom,
                            int game) {
    std::vector<Byte> file;
    for (const char c : std::string_view("C64 CARTRIDGE   ")) file.push_back(static_cast<Byte>(c));
    append(file, {0, 0, 0, 0x40, 1, 0, 0, static_cast<int>(kind), exrom, game});
    file.resize(0x40);
    for (int bank = 0; bank < banks; ++bank) {
        for (const int window : {0x80, 0xA0}) {
            if (!(window == 0x80 ? low : high)) continue;
            append(file, {'C', 'H', 'I', 'P', 0, 0, 0x20, 0x10, 0, 0, 0, bank, window, 0, 0x20, 0});
            file.insert(file.end(), 8192, static_cast<Byte>(bank | (window == 0xA0 ? 0x80 : 0)));
        }
    }
    return file;
}

struct Banks {
    const char* sentence;
    std::vector<Byte> file;
    std::vector<std::pair<int, int>> accesses;  ///< address and value, or -1 for a read
    int at_8000, at_a000;                       ///< what is there then; -1: no ROM of the cartridge
};

// clang-format off
const std::vector<Banks> banks{
    {"OceanShowsABankInBothWindows", container(CartridgeType::ocean, 16, true, false, 0, 0),
     {{0xDE00, 0x85}}, 5, 5},
    {"OceanStartsWithTheFirst", container(CartridgeType::ocean, 16, true, false, 0, 0), {}, 0, 0},
    {"MagicDeskChoosesABank", container(CartridgeType::magic_desk, 8, true, false, 0, 1),
     {{0xDE00, 3}}, 3, -1},
    {"MagicDeskGoesAway", container(CartridgeType::magic_desk, 8, true, false, 0, 1),
     {{0xDE00, 0x80}}, -1, -1},
    {"TheGameSystemTakesTheAddress", container(CartridgeType::game_system, 64, true, false, 0, 1),
     {{0xDE21, 0}}, 0x21, -1},
    {"TheGameSystemGoesBackWhenItIsRead", container(CartridgeType::game_system, 64, true, false, 0, 1),
     {{0xDE21, 0}, {0xDE00, -1}}, 0, -1},
    {"DinamicTakesTheAddressOfARead", container(CartridgeType::dinamic, 16, true, false, 0, 1),
     {{0xDE0B, -1}}, 11, -1},
    {"SimonsBasicHasItsUpperHalfAfterAWrite", container(CartridgeType::simons_basic, 1, true, true, 0, 1),
     {{0xDE00, 1}}, 0, 0x80},
    {"SimonsBasicHidesItAfterARead", container(CartridgeType::simons_basic, 1, true, true, 0, 1),
     {{0xDE00, 1}, {0xDE00, -1}}, 0, -1},
    {"ActionReplayChoosesABank", container(CartridgeType::action_replay, 4, true, false, 0, 1),
     {{0xDE00, 0x10}}, 2, -1},
    {"ActionReplayIsLockedOut", container(CartridgeType::action_replay, 4, true, false, 0, 1),
     {{0xDE00, 0x0E}, {0xDE00, 0x10}}, -1, -1},
    {"EasyFlashHasBothWindows", container(CartridgeType::easyflash, 8, true, true, 1, 0),
     {{0xDE00, 6}, {0xDE02, 7}}, 6, 0x86},
    {"EasyFlashHasTheLowerAlone", container(CartridgeType::easyflash, 8, true, true, 1, 0),
     {{0xDE00, 2}, {0xDE02, 6}}, 2, -1},
    {"EasyFlashGoesAway", container(CartridgeType::easyflash, 8, true, true, 1, 0), {{0xDE02, 4}}, -1, -1},
};
// clang-format on

struct BankedCartridge : testing::TestWithParam<Banks> {};

TEST_P(BankedCartridge, ShowsWhatItsRegisterSays) {
    const Banks& banked = GetParam();
    Machine machine;
    machine.start(parse_cartridge(banked.file, "test.crt", false));
    const bool was_ultimax = machine.board.mode().at_1000 == Area::open;
    EXPECT_EQ(was_ultimax, banked.file[0x17] == static_cast<Byte>(CartridgeType::easyflash));
    for (const auto& [address, value] : banked.accesses) {
        if (value < 0) {
            machine.board.read_chip(static_cast<Address>(address), machine.cpu.cycle);
        } else {
            machine.poke(static_cast<Address>(address), static_cast<Byte>(value));
        }
    }
    const BankMode mode = machine.board.mode();
    EXPECT_EQ(mode.at_8000 == Area::roml ? machine.peek(0x9234) : -1, banked.at_8000);
    EXPECT_EQ(mode.at_a000 == Area::romh ? machine.peek(0xA567) : -1, banked.at_a000);
    Machine loaded = load_state(save_state(machine), "file");
    EXPECT_EQ(loaded, machine);
    machine.board.reset(machine.cpu.cycle);
    EXPECT_EQ(machine.board.mode().at_8000, Area::roml) << "a reset brings it back";
    EXPECT_EQ(machine.peek(0x8000), 0);
}

INSTANTIATE_TEST_SUITE_P(All, BankedCartridge, testing::ValuesIn(banks),
                         [](const auto& row) { return row.param.sentence; });

TEST(Cartridges, EasyFlashHasRamAndActionReplayItsLastPageAtDf00) {
    Machine easyflash;
    easyflash.start(
        parse_cartridge(container(CartridgeType::easyflash, 1, true, true, 1, 0), "e", false));
    easyflash.poke(0xDF12, 0x34);
    EXPECT_EQ(easyflash.peek(0xDF12), 0x34);
    Machine replay;
    replay.start(
        parse_cartridge(container(CartridgeType::action_replay, 4, true, false, 0, 1), "a", false));
    replay.poke(0xDE00, 0x18);
    EXPECT_EQ(replay.peek(0xDF12), 3);
}

TEST(Cartridges, OneOf4KIsThereTwice) {
    std::vector<Byte> image(4096, 0xEA);
    image[0x10] = 0x55;
    Machine machine;
    machine.start(parse_cartridge(image, "small", false));
    EXPECT_EQ(machine.peek(0x8010), 0x55);
    EXPECT_EQ(machine.peek(0x9010), 0x55);
}

}  // namespace
}  // namespace ryg
