// The unit of translation: the 6502 code that follows from an entry, near it.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "emu/operations.hpp"
#include "emu/recompiler/window.hpp"

namespace ryg::emu::recompiler {

template <class T>
constexpr bool is_one_of(T value, std::initializer_list<T> these) {
    return std::ranges::find(these, value) != these.end();
}
/// Whether an index is added to both bytes of an address.
constexpr bool may_carry(Mode mode) { return is_one_of(mode, {Mode::abx, Mode::aby, Mode::izy}); }

/// An instruction of a region, as far as it is known before it runs.
struct RegionInstruction {
    Address pc = 0;
    Opcode opcode{};
    unsigned operand = 0;               ///< as one number, of one byte or two
    bool leader = false;                ///< its entry, a jump target in it, or after a chip access
    bool decimal = false;               ///< D when the instruction begins
    bool loose = false;                 ///< the operand is read at run time instead of compared
    std::optional<unsigned> routine{};  ///< entry of the called routine that it belongs to

    [[nodiscard]] unsigned length() const { return emu::length(opcode.mode); }
    [[nodiscard]] unsigned next() const { return pc + length(); }
    [[nodiscard]] bool decimal_after() const {
        return opcode.operation == Operation::SED ||
               (decimal && opcode.operation != Operation::CLD);
    }
    /// The target of a branch.
    [[nodiscard]] Address target() const {
        return static_cast<Address>(next() +
                                    static_cast<unsigned>(static_cast<std::int8_t>(operand)));
    }
};

/// Cycles of an instruction: without and with a carry into the high byte of an address.
struct Cost {
    unsigned least, most;
};
[[nodiscard]] Cost cost(const RegionInstruction& instruction);

/// Rare instructions, and those whose value depends on RDY: the interpreter executes them or leaves
/// them to the exact core.
[[nodiscard]] bool is_left_to_interpreter(Opcode opcode, bool decimal);

/// What is known about each address of a memory map.
struct Places {
    std::bitset<0x10000> changing;  ///< operands that change while the rest of the code does not
    std::bitset<0x10000> entries;   ///< entries of regions; other regions end before them
};
/// Whether translated code can read the operand from memory each time.
constexpr bool may_be_loose(Opcode opcode) {
    return is_one_of(opcode.mode, {Mode::imm, Mode::zp, Mode::abs, Mode::abx, Mode::aby});
}

/// Whether the next instruction in memory never follows directly.
constexpr bool ends_line(Opcode opcode) {
    using enum Operation;
    return is_one_of(opcode.operation, {JMP, JSR, RTS, RTI});
}

/// How many bytes a region reaches from its entry, in either direction.
constexpr unsigned farthest = 112;

/// A loop of consecutive instructions that does not change its pointers: they are loaded once.
struct CodeLoop {
    unsigned first = 0, end = 0;  ///< `end`: the address after its branch to `first`
    /// A pointer in the zero page.
    struct ZeroPagePointer {
        Byte at;              ///< its address
        bool writes = false;  ///< something is stored through it
    };
    std::vector<ZeroPagePointer> pointers;

    [[nodiscard]] std::size_t index_of(unsigned pointer) const {
        const auto found = std::ranges::find(pointers, pointer, &ZeroPagePointer::at);
        return static_cast<std::size_t>(found - pointers.begin());
    }
};
/// Most pointers that a loop may have.
constexpr std::size_t most_pointers = 4;

/// Bytes of a region that are compared at a time.
constexpr unsigned chunk = 32;

/// Where a region is, and the bytes from which it is made.
struct RegionBytes {
    Address entry = 0;
    bool decimal = false;     ///< D when it is entered
    unsigned low = 0;         ///< the first address
    unsigned offset = 0;      ///< of its bytes in `Window::ram`; 0: in RAM
    std::vector<Byte> bytes;  ///< from `low` on
    std::vector<Byte> mask;   ///< $ff: part of an instruction, and compared
    /// The address ranges of its instructions, in order; `high` is exclusive.
    struct CodeExtent {
        unsigned low, high;
    };
    std::vector<CodeExtent> extents;
};

/// The instructions reachable from `entry` by straight lines and branches without going far. They
/// do not overlap each other or the stack page, and D is known for each.
struct Region : RegionBytes {
    unsigned high = 0;  ///< the address after the last
    std::map<unsigned, RegionInstruction> instructions;
    std::map<unsigned, CodeLoop> loops;  ///< by first address; never nested

    /// The instruction at an address, or nullptr if none begins there that was translated for
    /// this D.
    [[nodiscard]] const RegionInstruction* find(unsigned address, bool with_d) const {
        const auto found = instructions.find(address);
        return found != instructions.end() && found->second.decimal == with_d ? &found->second
                                                                              : nullptr;
    }
    [[nodiscard]] bool owns(unsigned address) const {
        return address >= low && address < high && mask[address - low] != 0;
    }
};

/// Finds the region of an entry; nullopt if not even the first instruction can be translated. A
/// region may begin with the loop that contains `entry`. `stop` is an address that no region may
/// run over, or one outside memory. Adds the operands that the region stores into to
/// `places.changing`. `with_routines` includes the short routines that it calls.
[[nodiscard]] std::optional<Region> find_region(const Window& window, Address entry, bool decimal,
                                                std::uint64_t stop, Places& places,
                                                bool with_routines);

}  // namespace ryg::emu::recompiler
