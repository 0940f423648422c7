// One instruction of a machine, and the loads and stores that it makes.
#pragma once

#include <bitset>
#include <vector>

#include "c64/board/machine.hpp"
#include "emu/opcodes.hpp"

namespace ryg::c64::debug {

/// What a step did: an instruction, or the sequence of an interrupt that came in its place.
struct Executed {
    emu::Registers before{}, after{};
    Byte opcode = 0;
    bool interrupt = false;
    bool jammed = false;
    Cycle begin = 0, cycles = 0;  ///< no cycles: the processor had jammed before
};

/// The kinds of access, as bits.
struct Kind {
    static constexpr Byte exec = 1, load = 2, store = 4;
};

/// A load or a store that somebody watches.
struct Access {
    Address address = 0;
    Byte value = 0;
    Byte before = 0;  ///< a store: what the processor would have read there
    bool is_store = false;

    bool operator==(const Access&) const = default;
};

/// Which addresses were executed, loaded from and stored to in some stretch of time.
struct Footprint {
    std::bitset<65536> executed, loaded, stored;

    void add(const Footprint& other) {
        executed |= other.executed;
        loaded |= other.loaded;
        stored |= other.stored;
    }
};

/// Learns of a step's loads and stores: of all accesses but those that fetch the instruction.
/// Dummy reads are loads, since a chip takes them for such.
struct Tap {
    const Byte* wanted = nullptr;    ///< by address, the kinds of access that go into `found`
    std::vector<Access> found{};     ///< added to, step after step
    Footprint* footprint = nullptr;  ///< where all of them are written down
};

/// Time: some ten times that of a plain run.
Executed step(Machine& machine, Tap& tap);

}  // namespace ryg::c64::debug
