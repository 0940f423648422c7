// What the fast loop asks of a board: plain memory, and when the next event is due.
//
//     struct Board {                              // your bus, and besides:
//         const emu::Byte* code(emu::Address pc) const;
//         emu::Byte read_low(emu::Address a) const;
//         void write_low(emu::Address a, emu::Byte v, emu::Cycle);
//         bool run_fast(emu::Core core, emu::State& state, const emu::Stop& stop);
//     };
//
//     #include "emu/threaded.hpp"                 // in one .cpp: 256 handlers are compiled there
//     bool Board::run_fast(emu::Core, emu::State& state, const emu::Stop& stop) {
//         return emu::run_fast(*this, state, stop);
//     }
#pragma once

#include "emu/bus.hpp"

namespace ryg::emu {

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
///   read_fast, write_fast   what the fast loop calls in place of read() and write(), in which
///                nothing happens by itself; read() and write() let events happen and RDY fall
///                within any access, and are used for the instructions that start at `fast_until`
///                or later, and for all of them while an interrupt is asked for
///   look_fast    may be there for reads whose value is not used
/// RDY is an event: it may only fall at a cycle that plan() has kept clear of.
template <class B>
concept ScheduledBus = PlainCode<B> && BusWithLines<B> &&
    requires(B& bus, Address address, Byte value, Cycle now) {
    bus.plan(now);
    { bus.fast_until } -> std::convertible_to<Cycle>;
    { bus.read_fast(address, now) } -> std::same_as<Byte>;
    bus.write_fast(address, value, now);
};

/// The same again `count` times, each `period` cycles after the one before.
struct Repeats {
    unsigned count = 0;
    Cycle period = 0;
};

/// A board that knows some time ahead when RDY falls need not keep clear of it: then plan() may set
/// `fast_until` to that cycle, and the last fast instruction reaches beyond. Its time is corrected
/// after it has ended; its accesses from that cycle on have the time that they would have without
/// the halt.
///   halt()      the cycles from `halt().from` to the one before `halt().to`, in which RDY is low
///               next
///   wait(now)   an opcode is to be fetched in cycle `now`: lets events happen up to the cycle in
///               which RDY is high and says which one that is
/// One thing may be added for the recompiler, which then goes on through such halts:
///   halts_like_it(until)   how often and how far apart the next halt is repeated before anything
///                          else happens (up to 8 cycles after the last), and before `until`
template <class B>
concept HaltedBus = ScheduledBus<B> && requires(B& bus, Cycle now) {
    { bus.halt().from } -> std::convertible_to<Cycle>;
    { bus.halt().to } -> std::convertible_to<Cycle>;
    { bus.wait(now) } -> std::same_as<Cycle>;
};

}  // namespace ryg::emu
