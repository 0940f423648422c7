// A bus that remembers every access, for traces and for tests.
#pragma once

#include <vector>

#include "emu/bus.hpp"

namespace emu {

/// One cycle as a logic analyser would show it.
struct BusAccess {
    Cycle cycle;
    Address address;
    Byte value;
    bool is_write;
    bool operator==(const BusAccess&) const = default;
};

/// Another board with every access written down. Lend this to the processor instead.
template <Bus B>
struct RecordingBus {
    B& board;
    std::vector<BusAccess> accesses{};

    Byte read(Address address, Cycle& now) {
        const Byte value = board.read(address, now);
        accesses.push_back({now, address, value, false});
        return value;
    }
    void write(Address address, Byte value, Cycle now) {
        board.write(address, value, now);
        accesses.push_back({now, address, value, true});
    }
};

/// With interrupts, where the board has them.
template <BusWithLines B>
struct RecordingBusWithLines : RecordingBus<B> {
    Lines& lines = this->board.lines;
};

}  // namespace emu
