// 64 KB of RAM and a terminal: what programs for a KIM-1 or an Apple 1 need of their machine.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <string>

#include "emu/recompiler/window.hpp"

namespace ryg::emu {

/// A board with two ports: a byte written to `putc` is printed, and a read of `getc` takes the next
/// key, or gives 0 if there is none. Below the lower port it runs at full speed.
///
///     emu::Console board{.putc = 0xFFF0, .getc = 0xFFF1, .keys = {'P', 'Q'}};
///     cpu.run_to(board, 0xFF00, 1'000'000);
///     fmt::print("{}", board.printed);
struct Console {
    std::optional<Address> putc{}, getc{};
    std::deque<Byte> keys{};
    std::string printed{};
    std::array<Byte, 0x10000> ram{};

    /// The next key, or 0.
    Byte take_key();

    Byte read(Address address, Cycle&) { return address == getc ? take_key() : ram[address]; }
    void write(Address address, Byte value, Cycle) {
        ram[address] = value;
        if (address == putc) printed += static_cast<char>(value);
    }
    [[nodiscard]] const Byte* code(Address pc) const {
        return pc + 3U <= plain_below() ? ram.data() : nullptr;
    }
    [[nodiscard]] Byte read_low(Address address) const { return ram[address]; }
    void write_low(Address address, Byte value, Cycle) { ram[address] = value; }
    [[nodiscard]] recompiler::Window window();
    bool run_fast(Core core, State& state, const Stop& stop);

  private:
    [[nodiscard]] unsigned plain_below() const {
        const unsigned out = putc ? *putc : 0xFFFF, in = getc ? *getc : 0xFFFF;
        return out < in ? out : in;
    }
};

}  // namespace ryg::emu
