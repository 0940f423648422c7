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

/// A board whose memory is plain most of the time can say so, and the processor then runs several
/// times as fast (one with `lines` has to be a ScheduledBus, too):
///   code(pc)     p such that p[pc], p[pc + 1] and p[pc + 2] are the bytes there, all three plain
///                memory (reading them does nothing else); nullptr if not, and for pc > $fffc
///   read_low, write_low   zero page and stack, $0000-$01ff, whose reads do nothing else either
/// Nothing else changes: every access through a computed address goes to read() and write(), dummy
/// ones too, in order and with its cycle; only reads of plain code and of $0000-$01ff may be left
/// out where their value is not used. One thing may be added:
///   is_plain(address)   true if reading there does nothing else either: the reads in the wrong
///                       page that come before a carry are then left out, too
template <class B>
concept PlainCode = Bus<B> && requires(B& bus, Address address, Byte value, Cycle now) {
    { bus.code(address) } -> std::same_as<const Byte*>;
    { bus.read_low(address) } -> std::same_as<Byte>;
    bus.write_low(address, value, now);
};

/// A board with events (timers, a raster beam) that also wants speed says up to when nothing can
/// happen by itself:
///   plan(until)  sets `fast_until`: an instruction that starts before it has ended before the next
///                event (none is longer than 8 cycles), and it is not after `until`
///   fast_until   an access lowers it (to 0, say) when it pulled a line or brought the next event
///                nearer; the instruction that did it is the last of the fast ones
///   exact()      the same board as a bus that lets events happen and RDY fall within any access;
///                used for the instructions that start at `fast_until` or later, and for all of
///                them while an interrupt is asked for
/// RDY is an event: it may only fall at a cycle that plan() has kept clear of.
template <class B>
concept ScheduledBus = PlainCode<B> && BusWithLines<B> && requires(B& bus, Cycle until) {
    bus.plan(until);
    { bus.fast_until } -> std::convertible_to<Cycle>;
    { bus.exact() } -> BusWithLines;
};

/// A board that knows some time ahead when RDY falls need not keep clear of it: then plan() may set
/// `fast_until` to that cycle, and the last fast instruction reaches beyond. Its time is put right
/// behind it; an access of it from that cycle on comes with the time that it would have without the
/// halt.
///   halt()      the cycles from `halt().from` to the one before `halt().to`, in which RDY is low
///               next
///   wait(now)   an opcode is to be fetched in cycle `now`: lets events happen up to the cycle in
///               which RDY is high and says which one that is
template <class B>
concept HaltedBus = ScheduledBus<B> && requires(B& bus, Cycle now) {
    { bus.halt().from } -> std::convertible_to<Cycle>;
    { bus.halt().to } -> std::convertible_to<Cycle>;
    { bus.wait(now) } -> std::same_as<Cycle>;
};

/// The board as the processor uses it when an event may come in any cycle.
template <Bus B>
decltype(auto) exact_bus(B& bus) {
    if constexpr (ScheduledBus<B>) {
        return bus.exact();
    } else {
        return (bus);
    }
}

}  // namespace ryg::emu
