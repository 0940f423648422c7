// Random accesses to all chips, and whole machines of random bytes.
//
// A fault is a copy of a board, or a machine that was saved and loaded, that does not go on like
// its original.
#include <exception>
#include <memory>
#include <string>

#include "tests/c64/board/random_machine.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace ryg {
namespace {

using c64::Byte;
using namespace ryg::tests;

/// True when a copy that was made on the way goes on like its original.
bool access_chips(Dice& dice) {
    const auto board = std::make_unique<c64::Board>(static_cast<c64::Model>(dice(3)));
    std::unique_ptr<c64::Board> copy;
    emu::Cycle now = 1;
    for (int i = 0; i < 2000; ++i) {
        if (i == 1000) copy = std::make_unique<c64::Board>(*board);
        now += dice(50) == 0 ? dice(200'000) : 1 + dice(30);
        if (now >= board->next_event()) board->happen(now);
        if (copy && now >= copy->next_event()) copy->happen(now);
        const auto address =
            static_cast<c64::Address>(dice(20) == 0 ? dice(65'536) : 0xD000 + dice(4096));
        const Byte value = dice.byte();
        switch (dice(8)) {
            case 0:
            case 1:
            case 2: {
                const Byte got = board->read(address, now);
                if (copy && copy->read(address, now) != got) return false;
                break;
            }
            case 3: (void)board->peek(address, now); break;
            default:
                if (address < 2 && dice(4) != 0) break;
                board->write(address, value, now);
                if (copy) copy->write(address, value, now);
                break;
        }
    }
    return *board == *copy;
}

/// A KERNAL of random code comes to an end of its boot, one way or the other.
void boot_anything(Dice& dice) {
    c64::Machine machine;
    auto rom = random_code(dice, 8192);
    if (dice(2) == 0) rom = random_bytes(dice, 8192);
    rom[0x1FFC] = dice.byte();
    rom[0x1FFD] = static_cast<Byte>(0xE0 + dice(32));
    machine.install(c64::Rom::kernal, rom);
    if (!machine.boot()) return;
    machine.start_at(static_cast<c64::Address>(dice(65'536)));
    machine.run(100'000);
}

}  // namespace
}  // namespace ryg

std::string ryg::fuzz::fault_of(std::uint64_t seed) {
    Dice dice(seed);
    try {
        if (seed % 64 == 0) boot_anything(dice);
        if (!access_chips(dice)) return "a copy of the board went another way";
        if (!tests::goes_on_when_stepped(dice, seed % 2 == 0 ? emu::Core::exact : emu::usual_core))
            return "a machine that was stepped went another way";
        if (!tests::goes_on_when_loaded(dice))
            return "a machine that was saved and loaded went another way";
    } catch (const std::exception& error) {
        return fmt::format("an exception: {}", error.what());
    }
    return "";
}
