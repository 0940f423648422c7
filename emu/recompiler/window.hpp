// What a board tells the recompiler: where its RAM is, and which parts of it are plain.
#pragma once

#include "emu/fast_bus.hpp"

namespace ryg::emu::recompiler {

/// RAM as one array, index = address, and four bounds that hold until the board changes its map:
///   code_below    for pc below it, code(pc) is `ram`
///   reads_below   reading below it gives ram[address] and has no side effects
///   writes_from, writes_below   writing there sets ram[address] and nothing else, and reading
///                 below `writes_below` has no side effects
/// The zero page and the stack read as RAM whatever the bounds say. Optional:
///   rom_from      what is read from there to the end is at ram[address + rom], a write sets
///                 ram[address] only, and for pc in [rom_code_from, rom_code_below) it is code
///   nibbles_from, nibbles_below   writing there sets ram[address + nibbles] to the low four bits
///                 and nothing else; reading has no side effects and gives read_nibble(owner, ..)
struct Window {
    Byte* ram = nullptr;
    unsigned code_below = 0, reads_below = 0, writes_from = 0, writes_below = 0;
    unsigned rom_from = 0x10000, rom_code_from = 0x10000, rom_code_below = 0x10000, rom = 0;
    unsigned nibbles_from = 0, nibbles_below = 0, nibbles = 0;
    Byte (*read_nibble)(void* owner, Address address, Cycle now) = nullptr;
    void* owner = nullptr;

    [[nodiscard]] constexpr bool same_bounds(const Window& other) const {
        return code_below == other.code_below && reads_below == other.reads_below &&
               writes_from == other.writes_from && writes_below == other.writes_below &&
               rom_from == other.rom_from && rom_code_from == other.rom_code_from &&
               rom_code_below == other.rom_code_below && nibbles_below == other.nibbles_below;
    }
    /// Whether an instruction at `pc` can be read as plain memory.
    [[nodiscard]] constexpr bool has_code(unsigned pc) const {
        return pc < code_below || (pc >= rom_code_from && pc < rom_code_below);
    }
    /// Distance from `pc` to the position of its bytes in `ram`.
    [[nodiscard]] constexpr unsigned offset_of_code(unsigned pc) const {
        return pc >= rom_from ? rom : 0;
    }
};

/// A board that the recompiler supports: one function more than the fast loop needs.
template <class B>
concept WindowedBus = PlainCode<B> && requires(B& bus) {
    { bus.window() } -> std::same_as<Window>;
};

}  // namespace ryg::emu::recompiler
