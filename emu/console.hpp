// 64 KB of RAM, a terminal and your own devices: what programs for a KIM-1 or an Apple 1 need.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "emu/cpu.hpp"
#include "emu/device.hpp"
#include "emu/recompiler/window.hpp"

namespace ryg::emu {

/// What a program for another machine prints, and the keys that it gets: at ports, or in routines
/// that the host performs in place of the program's.
struct Terminal {
    std::optional<Address> putc{}, getc{};                  ///< ports; without a key getc reads 0
    std::optional<Address> print_routine{}, key_routine{};  ///< print A; the next key in A
    std::deque<Byte> keys{};
    std::string printed{};
    std::uint64_t misses = 0;  ///< reads of getc that found no key

    /// The place in `jsr:PLACE`, which is a routine; nullopt for a port.
    static std::optional<std::string_view> routine_in(std::string_view text) {
        constexpr std::string_view jsr = "jsr:";
        if (!text.starts_with(jsr)) return std::nullopt;
        return text.substr(jsr.size());
    }
    /// The next key, or 0.
    Byte take_key();
    /// Does what a host routine at `pc` should do, and returns from it. False if no routine is
    /// there, or it wants a key and none is left.
    bool serve(Cpu& cpu, std::span<Byte, 0x10000> ram, Address pc);
    /// Whether the processor is in the key routine, and no key is left.
    [[nodiscard]] bool waits_at(Address pc) const { return pc == key_routine && keys.empty(); }
    void write(Address address, Byte value) {
        if (address == putc) printed += static_cast<char>(value);
    }
    /// `printed` in seven bits, with each RETURN, LF or RETURN and LF as a new line.
    [[nodiscard]] std::string text() const;
    bool operator==(const Terminal&) const = default;
};

/// RAM with a terminal. Code and data below the lowest port or device run at full speed, unless
/// that is in the zero page or on the stack.
///
///     emu::Console board{.terminal = {.putc = 0xFFF0, .getc = 0xFFF1, .keys = {'P', 'Q'}}};
///     cpu.run_to(board, 0xFF00, 1'000'000);
///     fmt::print("{}", board.terminal.printed);
struct Console {
    Terminal terminal{};
    std::array<Byte, 0x10000> ram{};
    Devices devices{};              ///< map() adds one
    unsigned plain_below = 0xFFFF;  ///< lowest address of a device

    void map(Device device);
    /// Puts JAM opcodes to the terminal's routines, where the processor then stops for `serve`.
    void stop_at_routines();
    /// Performs the routine at which the processor has jammed, and returns from it. False if it has
    /// jammed elsewhere, or waits for a key.
    bool serve(Cpu& cpu) {
        const auto at = static_cast<Address>(cpu.registers.pc - 1);
        return cpu.jammed && terminal.serve(cpu, ram, at);
    }

    Byte read(Address address, Cycle& now) {
        if (address < plain_end()) return ram[address];
        if (address == terminal.getc) return terminal.take_key();
        return devices.read(address, now).value_or(ram[address]);
    }
    void write(Address address, Byte value, Cycle now) {
        const bool is_port = address == terminal.putc;
        if (address >= plain_end() && !is_port && devices.write(address, value, now)) return;
        ram[address] = value;
        terminal.write(address, value);
    }
    [[nodiscard]] const Byte* code(Address pc) const {
        return pc + 3U <= plain_end() ? ram.data() : nullptr;
    }
    [[nodiscard]] Byte read_low(Address address) const { return ram[address]; }
    void write_low(Address address, Byte value, Cycle) { ram[address] = value; }
    [[nodiscard]] recompiler::Window window();
    bool run_fast(Core core, State& state, const RunLimit& stop);
    ExactEnd run_exactly(State& state, const RunLimit& stop, const Unstable& unstable);

  private:
    [[nodiscard]] unsigned plain_end() const {
        const unsigned port =
            std::min(terminal.putc.value_or(0xFFFF), terminal.getc.value_or(0xFFFF));
        return std::min(port, plain_below);
    }
};

}  // namespace ryg::emu
