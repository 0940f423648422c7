// The loops: one function per opcode, each jumping to the next, registers in host registers.
#pragma once

#include <array>
#include <utility>

#include "emu/exact_core.hpp"
#include "emu/fast_bus.hpp"
#include "emu/halt.hpp"

/// With these two attributes (clang 19) the eleven words of `RYG_STATE` travel from handler to
/// handler in registers and every dispatch is its own indirect jump, which the host predicts by the
/// preceding opcode. The same goes for WebAssembly with tail calls, where every function takes its
/// arguments in registers. Other compilers run the same handlers from a loop.
#if defined(__clang__) && defined(__has_attribute) && !defined(RYG_NO_THREADING)
#if __has_attribute(preserve_none) && __has_attribute(musttail)
#define RYG_THREADED 1
#define RYG_PRESERVE_NONE __attribute__((preserve_none))
#elif defined(__wasm_tail_call__)
#define RYG_THREADED 1
#define RYG_PRESERVE_NONE
#endif
#endif
#ifndef RYG_THREADED
#define RYG_THREADED 0
#endif
#define RYG_INLINE [[gnu::always_inline]] inline

namespace ryg::emu {

/// Plain memory is read without asking the bus; everything that might not be plain goes through the
/// bus.
template <PlainCode B>
struct PlainCore {
    using Word = State::Word;

    B& bus;
    State& s;
    const Byte* code;

    RYG_INLINE Byte fetch() {
        const Byte value = code[s.pc];
        ++s.pc;
        ++s.now;
        return value;
    }
    RYG_INLINE void look() { ++s.now; }
    /// On a board that knows which reads are plain, does not branch on the carry, which is hard to
    /// predict.
    RYG_INLINE void look_if(bool looks, Word address) {
        const auto place = static_cast<Address>(address);
        if constexpr (requires { bus.is_plain(place); }) {
            if (looks & !bus.is_plain(place)) [[unlikely]]
                look_now(place);
        } else {
            if (looks) read_now(place);
        }
        s.now += looks ? 1 : 0;
    }
    RYG_INLINE void look_now(Address address) {
        if constexpr (requires { bus.look_fast(address, s.now); }) {
            bus.look_fast(address, s.now);
        } else {
            read_now(address);
        }
    }
    RYG_INLINE Byte read_now(Address address) {
        if constexpr (ScheduledBus<B>) {
            return bus.read_fast(address, s.now);
        } else {
            return bus.read(address, s.now);
        }
    }
    RYG_INLINE Byte read(Word address) {
        const Byte value = read_now(static_cast<Address>(address));
        ++s.now;
        return value;
    }
    RYG_INLINE void write(Word address, Byte value) {
        if constexpr (ScheduledBus<B>) {
            bus.write_fast(static_cast<Address>(address), value, s.now);
        } else {
            bus.write(static_cast<Address>(address), value, s.now);
        }
        ++s.now;
    }
    RYG_INLINE Byte read_zero(Word address) {
        ++s.now;
        return bus.read_low(static_cast<Address>(address));
    }
    RYG_INLINE void write_zero(Word address, Byte value) {
        bus.write_low(static_cast<Address>(address), value, s.now);
        ++s.now;
    }
    RYG_INLINE void look_at_stack() { ++s.now; }
    RYG_INLINE void push(Byte value) {
        bus.write_low(static_cast<Address>(0x100 | s.s), value, s.now);
        s.s = (s.s - 1) & 0xFF;
        ++s.now;
    }
    RYG_INLINE Byte pull() {
        s.s = (s.s + 1) & 0xFF;
        ++s.now;
        return bus.read_low(static_cast<Address>(0x100 | s.s));
    }
    // No interrupt is requested when the loop starts, an access that changes a line ends the loop
    // after its instruction, and instructions that poll early make no such access before.
    RYG_INLINE static constexpr bool held() { return false; }
    RYG_INLINE void poll() {}
    RYG_INLINE void poll_first_try() {}
    RYG_INLINE void no_poll_at_end() {}
};

/// Rare operations that need state which only the exact core keeps.
constexpr bool always_exact(Operation operation) {
    using enum Operation;
    return operation == JAM || operation == BRK || operation == ANE || operation == LXA;
}
/// Operations whose stored value depends on RDY.
constexpr bool exact_where_halted(Operation operation) {
    using enum Operation;
    return operation == SHA || operation == SHX || operation == SHY || operation == TAS;
}
/// Operations that may unmask an IRQ.
constexpr bool may_clear_i(Operation operation) {
    using enum Operation;
    return operation == CLI || operation == PLP || operation == RTI;
}

/// Each kind has a namespace of its own: if two compilers build loops for one type of board, the
/// loop of one cannot call the handlers of the other.
#if RYG_THREADED
inline namespace threaded {
#else
inline namespace looped {
#endif

/// Position-independent code reaches the table of handlers without an indirection only if it is
/// hidden.
template <PlainCode B, bool stops_at_address>
class [[gnu::visibility("hidden")]] Threaded {
  public:
    /// Runs instructions while everything is plain: ends at the stop, before code that is not
    /// plain, before an instruction that is left to the exact core, or when the board's
    /// `fast_until` is reached. May run none. Returns the opcode of the last one, if that one ended
    /// the run.
    static Byte run(B & bus, State & state, const RunLimit& stop);

  private:
    using Word = State::Word;
    struct ThreadedRun {
        State state;
        RunLimit stop;
        Byte last = 0;
    };

    RYG_INLINE static bool goes_on(const ThreadedRun& run, const B& bus, const State& s) {
        if constexpr (stops_at_address) {
            if (s.pc == run.stop.address) return false;
        }
        if constexpr (ScheduledBus<B>) {
            return s.now < bus.fast_until;
        } else {
            return s.now < run.stop.until;
        }
    }

    /// false: left to the exact core; nothing has been executed.
    template <Opcode opcode>
    RYG_INLINE static bool execute_one(B & bus, const Byte* code, State& s) {
        if constexpr (always_exact(opcode.operation) ||
                      (HaltedBus<B> && exact_where_halted(opcode.operation))) {
            return false;
        } else {
            if constexpr (BusWithLines<B> && may_clear_i(opcode.operation)) {
                if (bus.lines.irq_low()) return false;
            }
            PlainCore<B> core{bus, s, code};
            core.fetch();
            execute::instruction<opcode>(core);
            return true;
        }
    }

#if RYG_THREADED
#define RYG_STATE                                                                                 \
    ThreadedRun *run, B *bus, const Byte *code, Word pc, Word a, Word x, Word y, Word s, Word nz, \
        Word vdic, Cycle now
    using Handler = void(RYG_PRESERVE_NONE*)(RYG_STATE);

    RYG_PRESERVE_NONE __attribute__((noinline)) static void leave(RYG_STATE) {
        static_cast<void>(bus);
        static_cast<void>(code);
        run->state = {pc, a, x, y, s, nz, vdic, now};
    }

    template <unsigned opcode>
    RYG_PRESERVE_NONE static void handle(RYG_STATE) {
        __builtin_assume(pc < 0x10000);
        __builtin_assume(a < 0x100);
        __builtin_assume(x < 0x100);
        __builtin_assume(y < 0x100);
        __builtin_assume(s < 0x100);
        State state{pc, a, x, y, s, nz, vdic, now};
        const bool done = execute_one<opcodes[opcode]>(*bus, code, state);
        Handler next = leave;
        if (done && goes_on(*run, *bus, state)) {
            code = bus->code(static_cast<Address>(state.pc));
            if (code != nullptr) [[likely]] {
                [[clang::musttail]] return handlers[code[state.pc]](
                    run, bus, code, state.pc, state.a, state.x, state.y, state.s, state.nz,
                    state.vdic, state.now);
            }
        } else if constexpr (HaltedBus<B>) {
            run->last = opcode;
        }
        [[clang::musttail]] return next(run, bus, code, state.pc, state.a, state.x, state.y,
                                        state.s, state.nz, state.vdic, state.now);
    }
#else
    using Handler = bool (*)(B&, const Byte*, State&);

    template <unsigned opcode>
    static bool handle(B & bus, const Byte* code, State& s) {
        return execute_one<opcodes[opcode]>(bus, code, s);
    }
#endif

    template <std::size_t... opcode>
    static constexpr std::array<Handler, 256> all(std::index_sequence<opcode...>) {
        return {handle<opcode>...};
    }
    static const std::array<Handler, 256> handlers;
};

template <PlainCode B, bool stops>
constexpr std::array<typename Threaded<B, stops>::Handler, 256> Threaded<B, stops>::handlers =
    Threaded::all(std::make_index_sequence<256>{});

template <PlainCode B, bool stops>
Byte Threaded<B, stops>::run(B& bus, State& state, const RunLimit& stop) {
    ThreadedRun run{state, stop};
#if RYG_THREADED
    const State& s = run.state;
    if (!goes_on(run, bus, s)) return 0;
    const Byte* code = bus.code(static_cast<Address>(s.pc));
    if (code == nullptr) return 0;
    handlers[code[s.pc]](&run, &bus, code, s.pc, s.a, s.x, s.y, s.s, s.nz, s.vdic, s.now);
#else
    State& s = run.state;
    while (goes_on(run, bus, s)) {
        const Byte* code = bus.code(static_cast<Address>(s.pc));
        if (code == nullptr) break;
        run.last = code[s.pc];
        if (!handlers[run.last](bus, code, s)) break;
    }
#endif
    state = run.state;
    return run.last;
}

template <PlainCode B>
bool is_interrupted(const B& bus, const State& state) {
    static_assert(ScheduledBus<B> || !BusWithLines<B>, "a board with lines needs plan()");
    if constexpr (ScheduledBus<B>) {
        return (bus.lines.irq_low() && !state.irq_masked()) || bus.lines.nmi_waits();
    }
    return false;
}

/// Waits for RDY; false while an interrupt is requested.
template <PlainCode B>
bool may_run_fast(B& bus, State& state) {
    if constexpr (HaltedBus<B>) state.now = bus.wait(state.now);
    return !is_interrupted(bus, state);
}

/// Returns the first cycle in which no instruction may start any more.
template <PlainCode B>
Cycle plan(B& bus, const RunLimit& stop) {
    if constexpr (ScheduledBus<B>) {
        bus.plan(stop.until);
        return bus.fast_until;
    } else {
        return stop.until;
    }
}

/// Threaded::run, plus the time that the last instruction waits for RDY.
template <PlainCode B>
void run_loop(B& bus, State& state, const RunLimit& stop) {
    const auto run =
        stop.address == RunLimit::nowhere ? Threaded<B, false>::run : Threaded<B, true>::run;
    if constexpr (HaltedBus<B>) {
        const auto halt = bus.halt();
        const Byte last = run(bus, state, stop);
        if (state.now > halt.from) {
            state.now = end_with_halt(opcodes[last], state.now, halt.from, halt.to);
        }
    } else {
        run(bus, state, stop);
    }
}

/// What a board's run_fast() does: as many instructions as end before the next event.
template <PlainCode B>
bool run_fast(B& bus, State& state, const RunLimit& stop) {
    if (!may_run_fast(bus, state)) return false;
    plan(bus, stop);
    const Cycle before = state.now;
    run_loop(bus, state, stop);
    return state.now != before;
}

// --- access by access ---------------------------------------------------------------------------

/// A board's plain memory, for an instruction that ends before the next event. Once an access has
/// failed, nothing is written: the registers are discarded, and the instruction is executed again
/// on the board itself.
template <QuietBus B>
struct QuietView {
    B& board;
    const Byte* code;
    bool failed = false;

    RYG_INLINE Byte quiet_code(State::Word pc) const { return code[pc]; }
    RYG_INLINE Byte quiet_low(Address address) const { return board.read_low(address); }
    RYG_INLINE void quiet_look(bool looks, Address address) {
        if (looks & !board.plain_to_read(address)) [[unlikely]]
            failed = true;
    }
    RYG_INLINE Byte read(Address address, Cycle&) {
        if (!board.plain_to_read(address)) [[unlikely]]
            failed = true;
        return board.read_plain(address);
    }
    RYG_INLINE void write(Address address, Byte value, Cycle) {
        failed = failed || !board.write_plain(address, value);
    }
};

/// The exact core with a board's accesses inline. For a QuietBus there is a second handler for each
/// opcode, which executes it on a QuietView.
template <Bus B>
class [[gnu::visibility("hidden")]] Exactly {
  public:
    /// Ends at the stop, before an interrupt sequence, or at a JAM.
    static ExactEnd run(B & bus, State & state, const RunLimit& stop, const Unstable& unstable);

  private:
    using Word = State::Word;
    /// The caller's state is used in place: a copy would be loaded before its halves are stored.
    struct ThreadedRun {
        State& state;
        RunLimit stop;
        const Unstable& unstable;
        ExactEnd end{};
        Cycle quiet_until = 0;  ///< no quiet instruction may start in this cycle or later
    };

    RYG_INLINE static bool goes_on(const ThreadedRun& run, const State& s) {
        return s.now < run.stop.until && s.pc != run.stop.address;
    }

    /// An instruction whose opcode has been fetched. False if it is the last one.
    template <Opcode opcode>
    RYG_INLINE static bool execute_one(ThreadedRun & run, B & bus, State & s) {
        ExactCore<B> core{bus, s, run.unstable};
        execute::instruction<opcode>(core);
        if (core.jammed || core.interrupt_follows()) [[unlikely]] {
            run.end = {core.jammed, core.interrupt_follows()};
            return false;
        }
        return goes_on(run, s);
    }
    RYG_INLINE static Byte fetch(ThreadedRun & run, B & bus, State & s) {
        return ExactCore<B>{bus, s, run.unstable}.fetch();
    }

    /// The code of the next instruction, or nullptr if that cannot be quiet. The result stays valid
    /// until an instruction is not quiet, except for CLI, PLP and RTI while IRQ is low. "Low" means
    /// "low in some cycle from now on", as the owner may just have released the line.
    RYG_INLINE static const Byte* plan_quiet(ThreadedRun & run, B & bus, const State& s) {
        const Cycle until = bus.quiet_until();
        run.quiet_until = until < run.stop.until ? until : run.stop.until;
        const bool may_ask =
            bus.lines.nmi_waits() || (!s.irq_masked() && bus.lines.irq_low_between(s.now, never));
        return may_ask || s.now >= run.quiet_until ? nullptr : bus.code(static_cast<Address>(s.pc));
    }
    /// The same after a quiet instruction.
    RYG_INLINE static const Byte* stay_quiet(const ThreadedRun& run, B& bus, const State& s) {
        const bool stays = s.now < run.quiet_until && s.pc != run.stop.address;
        return stays ? bus.code(static_cast<Address>(s.pc)) : nullptr;
    }
    /// False if the instruction is not quiet: nothing has been written; discard `s`.
    template <Opcode opcode>
    RYG_INLINE static bool execute_quietly(const ThreadedRun& run, B& bus, const Byte* code,
                                           State& s) {
        if constexpr (opcode.operation == Operation::JAM || opcode.operation == Operation::BRK) {
            return false;
        } else {
            if constexpr (may_clear_i(opcode.operation)) {
                if (bus.lines.irq_low_between(s.now, never)) return false;
            }
            QuietView<B> view{bus, code};
            ExactCore<QuietView<B>> core{view, s, run.unstable};
            core.fetch();
            execute::instruction<opcode>(core);
            return !view.failed;
        }
    }

#if RYG_THREADED
    using Handler = void(RYG_PRESERVE_NONE*)(RYG_STATE);

    RYG_PRESERVE_NONE __attribute__((noinline)) static void leave(RYG_STATE) {
        static_cast<void>(bus);
        static_cast<void>(code);
        run->state = {pc, a, x, y, s, nz, vdic, now};
    }

    template <unsigned opcode>
    RYG_PRESERVE_NONE static void handle(RYG_STATE) {
        __builtin_assume(pc < 0x10000);
        __builtin_assume(a < 0x100);
        __builtin_assume(x < 0x100);
        __builtin_assume(y < 0x100);
        __builtin_assume(s < 0x100);
        State state{pc, a, x, y, s, nz, vdic, now};
        Handler next = leave;
        if (execute_one<opcodes[opcode]>(*run, *bus, state)) [[likely]] {
            if constexpr (QuietBus<B>) {
                next = go_on;
            } else {
                next = handlers[fetch(*run, *bus, state)];
            }
        }
        [[clang::musttail]] return next(run, bus, code, state.pc, state.a, state.x, state.y,
                                        state.s, state.nz, state.vdic, state.now);
    }

    /// Fetches and executes the next instruction on the board itself.
    RYG_PRESERVE_NONE __attribute__((noinline)) static void restart(RYG_STATE) {
        State state{pc, a, x, y, s, nz, vdic, now};
        const Handler next = handlers[fetch(*run, *bus, state)];
        [[clang::musttail]] return next(run, bus, code, state.pc, a, x, y, s, nz, vdic, state.now);
    }
    /// Decides whether the next instruction can be quiet, and continues with it.
    RYG_PRESERVE_NONE __attribute__((noinline)) static void go_on(RYG_STATE) {
        const State state{pc, a, x, y, s, nz, vdic, now};
        Handler next = restart;
        if (!goes_on(*run, state)) {
            next = leave;
        } else if ((code = plan_quiet(*run, *bus, state)) != nullptr) {
            next = quiet_handlers[code[pc]];
        }
        [[clang::musttail]] return next(run, bus, code, pc, a, x, y, s, nz, vdic, now);
    }
    template <unsigned opcode>
    RYG_PRESERVE_NONE static void handle_quietly(RYG_STATE) {
        __builtin_assume(pc < 0x10000);
        __builtin_assume(a < 0x100);
        __builtin_assume(x < 0x100);
        __builtin_assume(y < 0x100);
        __builtin_assume(s < 0x100);
        State state{pc, a, x, y, s, nz, vdic, now};
        if (!execute_quietly<opcodes[opcode]>(*run, *bus, code, state)) [[unlikely]] {
            [[clang::musttail]] return restart(run, bus, code, pc, a, x, y, s, nz, vdic, now);
        }
        code = stay_quiet(*run, *bus, state);
        if (code != nullptr) [[likely]] {
            [[clang::musttail]] return quiet_handlers[code[state.pc]](
                run, bus, code, state.pc, state.a, state.x, state.y, state.s, state.nz, state.vdic,
                state.now);
        }
        [[clang::musttail]] return go_on(run, bus, code, state.pc, state.a, state.x, state.y,
                                         state.s, state.nz, state.vdic, state.now);
    }
#else
    using Handler = bool (*)(ThreadedRun&, B&, const Byte*, State&);

    template <unsigned opcode>
    static bool handle(ThreadedRun & run, B & bus, const Byte*, State& s) {
        return execute_one<opcodes[opcode]>(run, bus, s);
    }
    template <unsigned opcode>
    static bool handle_quietly(ThreadedRun & run, B & bus, const Byte* code, State& s) {
        State after = s;
        const bool done = execute_quietly<opcodes[opcode]>(run, bus, code, after);
        if (done) s = after;
        return done;
    }
#endif

    template <std::size_t... opcode>
    static constexpr std::array<Handler, 256> all(std::index_sequence<opcode...>) {
        return {handle<opcode>...};
    }
    template <std::size_t... opcode>
    static constexpr std::array<Handler, 256> all_quiet(std::index_sequence<opcode...>) {
        return {handle_quietly<opcode>...};
    }
    static const std::array<Handler, 256> handlers, quiet_handlers;
};

template <Bus B>
constexpr std::array<typename Exactly<B>::Handler, 256> Exactly<B>::handlers =
    Exactly::all(std::make_index_sequence<256>{});
template <Bus B>
constexpr std::array<typename Exactly<B>::Handler, 256> Exactly<B>::quiet_handlers =
    Exactly::all_quiet(std::make_index_sequence<256>{});

template <Bus B>
ExactEnd Exactly<B>::run(B& bus, State& state, const RunLimit& stop, const Unstable& unstable) {
    ThreadedRun run{state, stop, unstable};
    State& s = state;
#if RYG_THREADED
    if constexpr (QuietBus<B>) {
        go_on(&run, &bus, nullptr, s.pc, s.a, s.x, s.y, s.s, s.nz, s.vdic, s.now);
    } else if (goes_on(run, s)) {
        restart(&run, &bus, nullptr, s.pc, s.a, s.x, s.y, s.s, s.nz, s.vdic, s.now);
    }
#else
    while (goes_on(run, s)) {
        if constexpr (QuietBus<B>) {
            const Byte* code = plan_quiet(run, bus, s);
            const Cycle before = s.now;
            while (code != nullptr && quiet_handlers[code[s.pc]](run, bus, code, s)) {
                code = stay_quiet(run, bus, s);
            }
            if (code == nullptr && s.now != before) continue;
        }
        if (!handlers[fetch(run, bus, s)](run, bus, nullptr, s)) break;
    }
#endif
    return run.end;
}

}  // inline namespace

}  // namespace ryg::emu

#undef RYG_INLINE
#undef RYG_PRESERVE_NONE
#undef RYG_STATE
