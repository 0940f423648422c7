// 64 KB of RAM, a terminal and your own devices: what programs for a KIM-1 or an Apple 1 need.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>

#include "emu/cpu.hpp"
#include "emu/device.hpp"
#include "emu/recompiler/window.hpp"

namespace ryg::emu {

/// A board with two ports: a byte written to `putc` is printed, and a read of `getc` takes the next
/// key, or 0 when no key is left. Code and data below the lowest port or device run at full speed,
/// unless that is in the zero page or on the stack.
///
///     emu::Console board{.putc = 0xFFF0, .getc = 0xFFF1, .keys = {'P', 'Q'}};
///     cpu.run_to(board, 0xFF00, 1'000'000);
///     fmt::print("{}", board.printed);
struct Console {
    std::optional<Address> putc{}, getc{};
    std::deque<Byte> keys{};
    std::string printed{};
    std::array<Byte, 0x10000> ram{};
    std::optional<Address> print_routine{}, key_routine{};  ///< set by serve_at()
    Devices devices{};                                      ///< map() adds one
    unsigned plain_below = 0xFFFF;                          ///< lowest address of a device

    /// The next key, or 0.
    Byte take_key();
    void map(Device device);
    /// Has the host print A, or return the next key in A, where the program calls a routine of its
    /// machine: a JAM opcode there stops the processor, and `serve` continues.
    void serve_at(std::optional<Address>& routine, Address address);
    /// Performs the routine at which the processor has jammed, and returns from it. False if it has
    /// jammed elsewhere, or waits for a key.
    bool serve(Cpu& cpu);
    /// Whether it has jammed in the key routine, and no key is left.
    [[nodiscard]] bool waits_for_key(const Cpu& cpu) const {
        return cpu.jammed && key_routine && cpu.registers.pc == *key_routine + 1 && keys.empty();
    }

    Byte read(Address address, Cycle& now) {
        if (address < plain_end()) return ram[address];
        if (address == getc) return take_key();
        return devices.read(address, now).value_or(ram[address]);
    }
    void write(Address address, Byte value, Cycle now) {
        if (address >= plain_end() && address != putc && devices.write(address, value, now)) return;
        ram[address] = value;
        if (address == putc) printed += static_cast<char>(value);
    }
    [[nodiscard]] const Byte* code(Address pc) const {
        return pc + 3U <= plain_end() ? ram.data() : nullptr;
    }
    [[nodiscard]] Byte read_low(Address address) const { return ram[address]; }
    void write_low(Address address, Byte value, Cycle) { ram[address] = value; }
    [[nodiscard]] recompiler::Window window();
    bool run_fast(Core core, State& state, const Stop& stop);
    ExactEnd run_exactly(State& state, const Stop& stop, const Unstable& unstable);

  private:
    [[nodiscard]] unsigned plain_end() const {
        const unsigned port = std::min<unsigned>(putc.value_or(0xFFFF), getc.value_or(0xFFFF));
        return std::min(port, plain_below);
    }
};

}  // namespace ryg::emu
