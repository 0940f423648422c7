// A bus that records every access, for traces and for tests.
#pragma once

#include <vector>

#include "emu/bus.hpp"
#include "emu/opcodes.hpp"

namespace ryg::emu {

/// One cycle as a logic analyser would show it.
struct BusAccess {
    Cycle cycle;
    Address address;
    Byte value;
    bool is_write;
    bool operator==(const BusAccess&) const = default;
};

/// Distinguishes an instruction's data reads from its fetches. Dummy reads count as data, since a
/// chip sees them as reads.
class DataReads {
  public:
    /// Whether a read is a data read. Call it for all reads of one instruction, in order.
    [[nodiscard]] bool has(Address address, Byte value) {
        const unsigned number = reads_++;
        if (number == 0) {
            opcode_ = value;
            const Mode mode = opcodes[value].mode;
            if (length(mode) == 3) third_ = static_cast<Address>(address + 2);
            fetches_ = mode == Mode::rel ? 4 : 2;
        }
        if (number < fetches_) return false;
        if (address == third_) {
            third_ = none;  // a second read of it is data
            return false;
        }
        const bool looks_where_it_returns = opcode_ == 0x60 && high(address) != 1;
        return !looks_where_it_returns;
    }
    /// The instruction's opcode, once it has been read.
    [[nodiscard]] Byte opcode() const { return opcode_; }

  private:
    static constexpr unsigned none = 0x10000;
    Byte opcode_ = 0;
    unsigned reads_ = 0, fetches_ = 2, third_ = none;
};

namespace detail {
/// The member `lines` of a RecordingBus, if its board has interrupt lines.
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

/// Wraps a board, with its interrupt lines if it has them, and records every access. Pass this to
/// the processor instead of the board. Runs at the speed of the exact core.
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
