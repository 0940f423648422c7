// A device of your own in the expansion port of a C64: a die at $de00, and a lamp at $de01.
#include <fmt/format.h>
#include <ryg/c64/board/machine.hpp>

using namespace ryg;

int main() {
    c64::Machine machine;
    machine.boot();

    // lda $de00; sta $de01; rts
    const std::array<emu::Byte, 7> code{0xAD, 0x00, 0xDE, 0x8D, 0x01, 0xDE, 0x60};
    std::ranges::copy(code, machine.ram().begin() + 0xC000);

    // Values that the functions capture are copied with the machine (the die); what they refer to
    // is shared (the lamp). Both get the cycle of the access.
    int lamp = 0;
    emu::Cycle lit_at = 0;
    machine.map({.first = 0xDE00,
                 .last = 0xDE01,
                 .read =
                     [seed = 1U](emu::Address, emu::Cycle) mutable {
                         seed = 1103515245U * seed + 12345U;
                         return static_cast<emu::Byte>(1 + (seed >> 16) % 6);
                     },
                 .write =
                     [&](emu::Address, emu::Byte value, emu::Cycle now) {
                         lamp = value;
                         lit_at = now;
                     }});
    c64::Machine other = machine;

    for (int throws = 0; throws < 3; ++throws) {
        machine.call(0xC000);
        const int first = lamp;
        other.call(0xC000);
        fmt::print("a throw of {}, shown in cycle {}; the copy throws {}\n", first, lit_at, lamp);
        if (first != lamp || first < 1 || first > 6) return 1;
    }
    return 0;
}
