// A bus that remembers every access, for traces and for tests.
#pragma once

#include <vector>

#include "ryg/emu/bus.hpp"

namespace ryg::emu {

/// One cycle as a logic analyser would show it.
struct BusAccess {
    Cycle cycle;
    Address address;
    Byte value;
    bool is_write;
    bool operator==(const BusAccess&) const = default;
};

namespace detail {
template <class B>
struct LinesOf {
    explicit LinesOf(B&) {}
};
template <BusWithLines B>
struct LinesOf<B> {
    Lines& lines;
    explicit LinesOf(B& board) : lines(board.lines) {}
};
}  // namespace detail

/// Another board with every access written down, and its interrupt lines if it has them. Lend
/// this to the processor instead; it then makes every access one by one, at the exact core's pace.
template <Bus B>
struct RecordingBus : detail::LinesOf<B> {
    B& board;
    std::vector<BusAccess> accesses{};

    explicit RecordingBus(B& recorded) : detail::LinesOf<B>(recorded), board(recorded) {}

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

}  // namespace ryg::emu
