// What a 6502 asks of the board it sits on: a bus, and if there are any, its interrupt lines.
//
//              +------+   read(address, now)          +-------------------+
//              | 6502 | ----------------------------> | RAM, ROM, chips:  |
//              |      |   write(address, value, now)  | yours, 20 lines   |
//              +------+                               +-------------------+
//                 ^ lines: IRQ, NMI                            |
//                 +--------------------------------------------+
//
// The processor is lent its bus for each step and uses it in every cycle, dummy accesses too, so
// the accesses add up to the time. The smallest complete board:
//
//     struct Board {
//         std::array<emu::Byte, 65536> ram{};
//         emu::Byte read(emu::Address a, emu::Cycle&) { return ram[a]; }
//         void write(emu::Address a, emu::Byte v, emu::Cycle) { ram[a] = v; }
//     };
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "emu/core.hpp"
#include "emu/lines.hpp"
#include "emu/types.hpp"

namespace ryg::emu {

/// `now` is the number of the cycle of this access. A board that holds RDY low during a read adds
/// the cycles that the processor waits to `now`; the read takes place in the cycle that `now` then
/// says. Writes cannot be held up.  [HM]
template <class B>
concept Bus = requires(B& bus, Address address, Byte value, Cycle& now) {
    { bus.read(address, now) } -> std::same_as<Byte>;
    bus.write(address, value, now);
};

/// A board with interrupts has a member `lines`; the processor looks at it at the end of every
/// instruction, and the board pulls and releases the lines from within its accesses (or, between
/// two steps, whoever owns it).
template <class B>
concept BusWithLines = Bus<B> && requires(B& bus) {
    { bus.lines } -> std::convertible_to<Lines&>;
};

struct State;  // emu/state.hpp

/// Where a run stops: before an instruction that starts at `until` or later, or stands at
/// `address`.
struct Stop {
    static constexpr std::uint64_t nowhere = 0x10000;
    Cycle until;
    std::uint64_t address = nowhere;
};

/// A board that can run instructions by itself, several times as fast as access by access:
/// run_fast(core, state, stop) runs as many as it can and says whether that was any; `core` is the
/// processor's, and not `exact`. FlatMemory and the C64's board do; how to make one of your own:
/// emu/fast_bus.hpp.
template <class B>
concept FastBus = Bus<B> && requires(B& bus, Core core, State& state, const Stop& stop) {
    { bus.run_fast(core, state, stop) } -> std::same_as<bool>;
};

/// A reference to a board of any type, which the processor is lent: it is made where a board is
/// passed, so that the processor is compiled once and not for each type of board.
class AnyBus {
  public:
    template <class B>
    requires(!std::same_as<std::remove_const_t<B>, AnyBus> && Bus<B>) AnyBus(B& board)
        : board_(&board) {  // NOLINT: a board reads as a bus
        read_ = [](void* at, Address address, Cycle& now) {
            return static_cast<B*>(at)->read(address, now);
        };
        write_ = [](void* at, Address address, Byte value, Cycle now) {
            static_cast<B*>(at)->write(address, value, now);
        };
        if constexpr (BusWithLines<B>) lines_ = &static_cast<Lines&>(board.lines);
        if constexpr (FastBus<B>) {
            run_fast_ = [](void* at, Core core, State& state, const Stop& stop) {
                return static_cast<B*>(at)->run_fast(core, state, stop);
            };
        }
    }

    Byte read(Address address, Cycle& now) const { return read_(board_, address, now); }
    void write(Address address, Byte value, Cycle now) const {
        write_(board_, address, value, now);
    }
    /// nullptr: a board without interrupts.
    [[nodiscard]] Lines* lines() const { return lines_; }
    [[nodiscard]] bool run_fast(Core core, State& state, const Stop& stop) const {
        return run_fast_ != nullptr && run_fast_(board_, core, state, stop);
    }

  private:
    void* board_;
    Byte (*read_)(void*, Address, Cycle&);
    void (*write_)(void*, Address, Byte, Cycle);
    bool (*run_fast_)(void*, Core, State&, const Stop&) = nullptr;
    Lines* lines_ = nullptr;
};

}  // namespace ryg::emu
