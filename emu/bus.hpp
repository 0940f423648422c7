// What a 6502 needs from its board: a bus and, optionally, interrupt lines.
//
//              +------+   read(address, now)          +-------------------+
//              | 6502 | ----------------------------> | RAM, ROM, chips:  |
//              |      |   write(address, value, now)  | yours, 20 lines   |
//              +------+                               +-------------------+
//                 ^ lines: IRQ, NMI                            |
//                 +--------------------------------------------+
//
// The caller passes the bus in each call. The processor uses it in every cycle, if only for a dummy
// access, so the number of accesses is the time. The smallest complete board:
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

/// `now` is the cycle number of this access. A board that holds RDY low during a read adds the wait
/// cycles to `now`; the read takes place in the resulting cycle. Writes cannot be delayed.  [HM]
template <class B>
concept Bus = requires(B& bus, Address address, Byte value, Cycle& now) {
    { bus.read(address, now) } -> std::same_as<Byte>;
    bus.write(address, value, now);
};

/// A board with interrupts has a member `lines`, which the processor polls at the end of every
/// instruction. The board pulls and releases the lines during its accesses; its owner may do so
/// between two steps.
template <class B>
concept BusWithLines = Bus<B> && requires(B& bus) {
    { bus.lines } -> std::convertible_to<Lines&>;
};

struct Numbers;  // emu/values.hpp
template <class V>
struct BasicState;  // emu/state.hpp
using State = BasicState<Numbers>;
struct Unstable;  // emu/registers.hpp

/// Where a run stops: before an instruction that would start at `until` or later, or that is at
/// `address`. Passed by reference: clang 19 with WebAssembly's tail calls passes on a copy by its
/// address in a stack frame that has ended.
struct RunLimit {
    static constexpr std::uint64_t nowhere = 0x10000;
    Cycle until;
    std::uint64_t address = nowhere;
};

/// A board that can run instructions by itself, several times faster than access by access:
/// run_fast(core, state, stop) runs as many as it can and returns whether it ran any; `core` is the
/// processor's, never `exact`. FlatMemory and the C64 board do this; to write your own, see
/// emu/fast_bus.hpp.
template <class B>
concept FastBus = Bus<B> && requires(B& bus, Core core, State& state, const RunLimit& stop) {
    { bus.run_fast(core, state, stop) } -> std::same_as<bool>;
};

/// How a run in the exact core ended, if not at its stop.
struct ExactEnd {
    bool jammed = false, interrupt_follows = false;
};

/// A board for which the exact core is compiled with inline accesses: several times faster than
/// through AnyBus, with the same result in every cycle. To make your board one, see `Exactly` in
/// emu/threaded.hpp.
template <class B>
concept ExactBus = Bus<B> &&
    requires(B& bus, State& state, const RunLimit& stop, const Unstable& unstable) {
    { bus.run_exactly(state, stop, unstable) } -> std::same_as<ExactEnd>;
};

/// A type-erased reference to a board. It is created implicitly where a board is passed, so that
/// the processor is compiled once and not for each type of board. Must not outlive the board.
class AnyBus {
  public:
    template <class B>
    requires(!std::same_as<std::remove_const_t<B>, AnyBus> && Bus<B>) AnyBus(B& board)
        : board_(&board) {  // NOLINT: implicit on purpose
        read_ = [](void* at, Address address, Cycle& now) {
            return static_cast<B*>(at)->read(address, now);
        };
        write_ = [](void* at, Address address, Byte value, Cycle now) {
            static_cast<B*>(at)->write(address, value, now);
        };
        if constexpr (BusWithLines<B>) lines_ = &static_cast<Lines&>(board.lines);
        if constexpr (FastBus<B>) {
            run_fast_ = [](void* at, Core core, State& state, const RunLimit& stop) {
                return static_cast<B*>(at)->run_fast(core, state, stop);
            };
        }
        if constexpr (ExactBus<B>) {
            run_exactly_ = [](void* at, State& state, const RunLimit& stop,
                              const Unstable& unstable) {
                return static_cast<B*>(at)->run_exactly(state, stop, unstable);
            };
        }
    }

    Byte read(Address address, Cycle& now) const { return read_(board_, address, now); }
    void write(Address address, Byte value, Cycle now) const {
        write_(board_, address, value, now);
    }
    /// nullptr if the board has no interrupts.
    [[nodiscard]] Lines* lines() const { return lines_; }
    [[nodiscard]] bool run_fast(Core core, State& state, const RunLimit& stop) const {
        return run_fast_ != nullptr && run_fast_(board_, core, state, stop);
    }
    [[nodiscard]] bool is_exact_bus() const { return run_exactly_ != nullptr; }
    ExactEnd run_exactly(State& state, const RunLimit& stop, const Unstable& unstable) const {
        return run_exactly_(board_, state, stop, unstable);
    }

  private:
    void* board_;
    Byte (*read_)(void*, Address, Cycle&);
    void (*write_)(void*, Address, Byte, Cycle);
    bool (*run_fast_)(void*, Core, State&, const RunLimit&) = nullptr;
    ExactEnd (*run_exactly_)(void*, State&, const RunLimit&, const Unstable&) = nullptr;
    Lines* lines_ = nullptr;
};

}  // namespace ryg::emu
