// One instruction of a machine, with every load and store that it makes shown to somebody.
#pragma once

#include <bitset>

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

/// Sees nothing.
struct NoSink {
    void load(Address /*address*/, Byte /*value*/, Cycle /*now*/) {}
    void store(Address /*address*/, Byte /*value*/, Cycle /*now*/) {}
};

/// The exact bus, and a `sink` that learns of loads and stores: all accesses but those that fetch
/// the instruction. Dummy reads are loads, since a chip takes them for such. A store is reported before
/// it is made.
template <class Sink>
class TappedBus {
  public:
    TappedBus(Board& board, Sink& sink) : lines(board.lines), board_(board), sink_(sink) {}

    emu::Lines& lines;
    Byte opcode = 0;

    [[gnu::always_inline]] Byte read(Address address, Cycle& now) {
        const Byte value = board_.read(address, now);
        const unsigned number = reads_++;
        if (number == 0) {
            opcode = value;
            const emu::Mode mode = emu::opcodes[value].mode;
            if (emu::length(mode) == 3) third_ = static_cast<Address>(address + 2);
            fetches_ = mode == emu::Mode::rel ? 4 : 2;
        } else if (number >= fetches_) {
            const bool looks_where_it_returns = opcode == 0x60 && emu::high(address) != 1;
            if (address == third_) {
                third_ = none;  // read once more it is data
            } else if (!looks_where_it_returns) {
                sink_.load(address, value, now);
            }
        }
        return value;
    }
    [[gnu::always_inline]] void write(Address address, Byte value, Cycle now) {
        sink_.store(address, value, now);
        board_.write(address, value, now);
    }

  private:
    static constexpr unsigned none = 0x10000;

    Board& board_;
    Sink& sink_;
    unsigned reads_ = 0, fetches_ = 2, third_ = none;
};

/// Time: some ten times that of a plain run.
template <class Sink>
Executed step(Machine& machine, Sink& sink) {
    emu::Cpu& cpu = machine.cpu;
    Executed done{.before = cpu.registers, .interrupt = cpu.interrupt_follows()};
    done.begin = cpu.cycle;
    TappedBus<Sink> bus(machine.board, sink);
    done.jammed = cpu.step(bus) == emu::Outcome::jammed;
    done.opcode = bus.opcode;
    done.after = cpu.registers;
    done.cycles = cpu.cycle - done.begin;
    return done;
}

/// The kinds of access, as bits.
struct Kind {
    static constexpr Byte exec = 1, load = 2, store = 4;
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

}  // namespace ryg::c64::debug
