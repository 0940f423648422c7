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

struct Instruction {
    Address pc = 0;
    Opcode opcode{};
    unsigned length = 1;
    unsigned operand = 0;               ///< one byte or two
    bool leader = false;                ///< jumped to from within the region, or its entry
    bool decimal = false;               ///< D when it begins
    bool loose = false;                 ///< the operand is not compared, but read when it is needed
    std::optional<unsigned> routine{};  ///< it is part of the one that begins there

    [[nodiscard]] unsigned next() const { return pc + length; }
    [[nodiscard]] bool decimal_after() const {
        return opcode.operation == Operation::SED ||
               (decimal && opcode.operation != Operation::CLD);
    }
    /// Where a branch leads.
    [[nodiscard]] Address target() const {
        return static_cast<Address>(next() +
                                    static_cast<unsigned>(static_cast<std::int8_t>(operand)));
    }
};

/// Cycles of an instruction: without and with a carry into the high byte of an address.
struct Cost {
    unsigned least, most;
};
[[nodiscard]] Cost cost(const Instruction& instruction);

/// Rare instructions, those that may unmask an interrupt, and those whose value depends on RDY: the
/// interpreter executes them or leaves them to the exact core.
[[nodiscard]] bool is_left_to_interpreter(Opcode opcode, bool decimal);

/// What is known about each address of a memory map.
struct Places {
    std::bitset<0x10000> changing;  ///< operands that change while the rest of the code does not
    std::bitset<0x10000> entries;   ///< where regions begin: others end before them
};
/// Whether the operand can be read from memory each time.
[[nodiscard]] bool may_be_loose(Opcode opcode);

/// Whether nothing follows it in a straight line.
[[nodiscard]] bool ends_line(Opcode opcode);

/// How many bytes a region reaches from its entry, in either direction.
constexpr unsigned farthest = 112;

/// A loop of instructions in a row, whose pointers do not change in it: they are loaded once.
struct Loop {
    unsigned first = 0, end = 0;  ///< the address after its branch to `first`
    struct Pointer {
        Byte at;              ///< in the zero page
        bool writes = false;  ///< something is stored through it
    };
    std::vector<Pointer> pointers;

    [[nodiscard]] std::size_t index_of(unsigned pointer) const {
        const auto found = std::ranges::find(pointers, pointer, &Pointer::at);
        return static_cast<std::size_t>(found - pointers.begin());
    }
};
/// How many pointers there is room for.
constexpr std::size_t most_pointers = 4;

/// It is compared by so many bytes at a time.
constexpr unsigned chunk = 32;

/// The instructions reachable from `entry` by straight lines and branches without going far. They
/// do not overlap each other or the stack page, and D is known for each.
struct Region {
    Address entry = 0;
    bool decimal = false;  ///< D when it is entered
    std::map<unsigned, Instruction> instructions;
    unsigned low = 0, high = 0;        ///< first address and the one after the last
    unsigned offset = 0;               ///< of its bytes in `Window::ram`; 0: in RAM
    std::vector<Byte> bytes;           ///< from `low` on
    std::vector<Byte> mask;            ///< $ff: part of an instruction, and compared
    std::map<unsigned, Loop> loops{};  ///< by their first address; none is in another
    /// Where its instructions are, in order: first addresses and those after the last.
    struct Extent {
        unsigned low, high;
    };
    std::vector<Extent> extents{};

    /// The instruction at an address, if one begins there and is made for this D; otherwise
    /// nullptr.
    [[nodiscard]] const Instruction* find(unsigned address, bool with_d) const {
        const auto found = instructions.find(address);
        return found != instructions.end() && found->second.decimal == with_d ? &found->second
                                                                              : nullptr;
    }
    [[nodiscard]] bool owns(unsigned address) const {
        return address >= low && address < high && mask[address - low] != 0;
    }
};

/// nullopt if not even the first instruction can be translated. A region may begin with the loop
/// that `entry` is in. `stop`: an address that no region may run over, or one outside memory. Adds
/// to `changing` what the region stores into. `with_routines`: also those that it calls, which have
/// to stay the same as long as the rest.
[[nodiscard]] std::optional<Region> find_region(const Window& window, Address entry, bool decimal,
                                                std::uint64_t stop, Places& places,
                                                bool with_routines);

}  // namespace ryg::emu::recompiler
