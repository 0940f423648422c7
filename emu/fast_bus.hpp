// What the fast loop needs from a board: plain memory, and when the next event is due.
//
//     struct Board {                              // your bus, plus:
//         const emu::Byte* code(emu::Address pc) const;
//         emu::Byte read_low(emu::Address a) const;
//         void write_low(emu::Address a, emu::Byte v, emu::Cycle);
//         bool run_fast(emu::Core core, emu::State& state, const emu::RunLimit& stop);
//     };
//
//     #include "emu/threaded.hpp"                 // in one .cpp: 256 handlers are compiled there
//     bool Board::run_fast(emu::Core, emu::State& state, const emu::RunLimit& stop) {
//         return emu::run_fast(*this, state, stop);
//     }
#pragma once

#include "emu/bus.hpp"

namespace ryg::emu {

/// A board whose memory is mostly plain can declare that, and the processor then runs several times
/// faster (a board with `lines` must be a ScheduledBus, too):
///   code(pc)     p such that p[pc], p[pc + 1] and p[pc + 2] are the bytes there, all three plain
///                memory (reads have no side effects); otherwise, and for pc > $fffc, nullptr
///   read_low, write_low   zero page and stack, $0000-$01ff; reading has no side effects either
/// Every access through a computed address, dummy accesses included, goes to read() and write(), in
/// order and with its cycle. Only reads of plain code and of $0000-$01ff may be skipped, where
/// their value is not used. Optional:
///   is_plain(address)   true if reads there have no side effects either: the dummy reads in the
///                       wrong page before a carry are then skipped, too
template <class B>
concept PlainCode = Bus<B> && requires(B& bus, Address address, Byte value, Cycle now) {
    { bus.code(address) } -> std::same_as<const Byte*>;
    { bus.read_low(address) } -> std::same_as<Byte>;
    bus.write_low(address, value, now);
};

/// A board with events (timers, a raster beam) that runs in the fast loop reports the cycle until
/// which no event is due:
///   plan(until)  sets `fast_until`, at most to `until`: an instruction that starts before it ends
///                before the next event (none is longer than 8 cycles)
///   fast_until   an access lowers it (to 0, say) if it pulled a line or brought the next event
///                nearer; the instruction that made the access is the last fast one
///   read_fast, write_fast   called by the fast loop in place of read() and write(); in them
///                nothing happens by itself. read() and write() let events happen and RDY fall
///                within any access; they are used for instructions that start at `fast_until`
///                or later, and for all instructions while an interrupt is requested
///   look_fast    optional, for reads whose value is not used
/// A fall of RDY is an event: plan() has to keep clear of its cycle, too.
template <class B>
concept ScheduledBus = PlainCode<B> && BusWithLines<B> &&
    requires(B& bus, Address address, Byte value, Cycle now) {
    bus.plan(now);
    { bus.fast_until } -> std::convertible_to<Cycle>;
    { bus.read_fast(address, now) } -> std::same_as<Byte>;
    bus.write_fast(address, value, now);
};

/// A board with events for which the exact core is compiled (emu/bus.hpp) can declare when no event
/// is due. Instructions that end before the next event and need only plain memory then skip the
/// checks at each access:
///   quiet_until()   an instruction that starts before this cycle ends before the next event (a
///                   fall of RDY is one); only accesses that are not plain may change it
///   plain_to_read(address)       whether reads there have no effect, in a cycle without an event;
///   read_plain(address)          what they then give
///   write_plain(address, value)  writes and returns true, if that is all that a write there does;
///                   otherwise does nothing
///
/// The page for browsers is built without these handlers, to keep it small.
#ifdef __wasm__
inline constexpr bool has_quiet_handlers = false;
#else
inline constexpr bool has_quiet_handlers = true;
#endif
template <class B>
concept QuietBus = has_quiet_handlers && PlainCode<B> && BusWithLines<B> &&
    requires(B& bus, Address address, Byte value) {
    { bus.quiet_until() } -> std::same_as<Cycle>;
    { bus.plain_to_read(address) } -> std::same_as<bool>;
    { bus.read_plain(address) } -> std::same_as<Byte>;
    { bus.write_plain(address, value) } -> std::same_as<bool>;
};

/// `count` repetitions, each `period` cycles after the one before.
struct Repetitions {
    unsigned count = 0;
    Cycle period = 0;
};

/// A board that knows in advance when RDY falls: plan() may set `fast_until` to that cycle, and the
/// last fast instruction may extend beyond it. Its end is corrected afterwards; its accesses from
/// that cycle on get the times that they would have without the stall.
///   halt()      the next cycles in which RDY is low: from `halt().from` to the one before
///               `halt().to`; an access that changes it lowers `fast_until`
///   wait(now)   called before an opcode is fetched in cycle `now`: lets events happen up to the
///               cycle in which RDY is high, and returns that cycle
/// Optional, for the recompiler, which then continues through such halts:
///   halts_like_it(until)   how often and how far apart the next halt is repeated before `until`,
///                          with no other event until 8 cycles after the last
template <class B>
concept HaltedBus = ScheduledBus<B> && requires(B& bus, Cycle now) {
    { bus.halt().from } -> std::convertible_to<Cycle>;
    { bus.halt().to } -> std::convertible_to<Cycle>;
    { bus.wait(now) } -> std::same_as<Cycle>;
};

}  // namespace ryg::emu
