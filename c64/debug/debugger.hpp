// A machine that can be stepped, run and rewound: the base of every front end of the debugger.
//
//     Debugger debugger(machine);
//     debugger.checkpoints.add({.first = at, .last = at});
//     const Stop stop = debugger.run();            // to the breakpoint
//     debugger.back();                             // to the instruction before
//     debugger.edit([](Machine& m) { m.poke(0xd020, 0); });
//
// Forward runs the program; backward returns to an earlier step. The state at a step is always the
// same, however it was reached.
#pragma once

#include <algorithm>
#include <map>

#include "c64/debug/checkpoints.hpp"
#include "c64/debug/history.hpp"

namespace ryg::c64::debug {

/// Why a movement ended.
enum class Reason {
    done,          ///< the requested movement is complete
    checkpoint,    ///< `hits` says which ones
    limit,         ///< the cycle limit is reached
    jammed,        ///< a JAM opcode
    paused,        ///< `Debugger::pause` returned true
    beginning,     ///< the start of the history
    ended,         ///< `Debugger::program_end` is reached
    waiting,       ///< the program polls the KERNAL for a key, and none is there
    brk,           ///< a BRK that the program does not handle
    undocumented,  ///< the next opcode is undocumented
};

[[nodiscard]] std::string_view to_string(Reason reason);

/// The end of a movement: its reason, and the checkpoints hit.
struct Stop {
    Reason reason = Reason::done;
    std::vector<Hit> hits{};  ///< hits of the checkpoints that stopped it
    Address from = 0;         ///< forward: the last instruction that was executed
};

/// A store or a load in the history, or an executed instruction.
struct PastAccess {
    Address address = 0;      ///< accessed or executed address
    Address pc = 0;           ///< address of the instruction
    Cycle cycle = 0;          ///< first cycle of the instruction
    std::uint64_t steps = 0;  ///< step before the instruction
    Byte before = 0, value = 0;
    std::optional<Frame> frame{};  ///< innermost open call at that time
};

/// Whether a movement is to end after this step.
using Goal = std::function<bool(const Executed&)>;

/// A replay was stopped.
struct Interrupted : std::runtime_error {
    Interrupted() : std::runtime_error("interrupted") {}
};

/// The memory that a debugger may use.
struct DebuggerOptions {
    std::size_t memory = std::size_t{64} << 20;  ///< bytes, for copies of the history
};

/// Long movements ask `pause` now and then, so that stopping them needs no thread.
///
/// Time: forward, about ten times that of a plain run. Backward, see docs/debugging.md.
class Debugger {
  public:
    explicit Debugger(const Machine& machine, const DebuggerOptions& options = {});

    [[nodiscard]] const Machine& machine() const { return history_.now().machine; }
    [[nodiscard]] const History& history() const { return history_; }
    /// Address of the next instruction, or of the JAM opcode that has stopped the processor.
    [[nodiscard]] Address pc() const {
        const emu::Cpu& cpu = machine().cpu;
        return static_cast<Address>(cpu.registers.pc - (cpu.jammed ? 1 : 0));
    }
    /// The open calls made since the beginning of the history, outermost first.
    [[nodiscard]] const std::vector<Frame>& frames() const { return history_.now().calls.frames(); }

    Checkpoints checkpoints;
    /// Called when a tracepoint is hit while going forward, after the access or before the
    /// instruction. It may change memory and checkpoints, but must not move the machine.
    std::function<void(const Checkpoint&, const Hit&)> on_trace;
    /// Called every 1,024 steps of a movement; true ends it. It may check for input, but must not
    /// use the debugger.
    std::function<bool()> pause;
    /// Called when a movement begins.
    std::function<void()> on_move;
    /// The address to which the program returns: forward movements end there at the latest.
    std::optional<ReturnPlace> program_end;
    bool ends_at_any_level = false;  ///< the program ends there with any stack pointer
    /// Whether forward movements also end with Reason::waiting and Reason::brk.
    bool notices_endings = false;
    bool documented = false;  ///< forward movements end at each undocumented opcode once
    [[nodiscard]] bool has_returned() const {
        const emu::Registers& now = machine().cpu.registers;
        return program_end && (ends_at_any_level ? now.pc == program_end->pc && now.pc != 0
                                                 : program_end->is_reached(now));
    }
    /// Named positions in the history, as step numbers. An edit removes those after it.
    std::map<std::string, std::uint64_t, std::less<>> bookmarks;

    /// Changes the machine: memory, registers, keys, anything. The edit becomes part of the
    /// history; the history after this step is discarded. See Edit and History::edit.
    void edit(const Edit& edit, std::size_t bytes = 0);
    /// Pulls the reset line, as an edit; RAM stays as it is or is cleared.
    void reset(bool clears_memory);
    /// Replaces the machine by another one, with which the history begins. Keeps checkpoints.
    void replace(const Machine& machine) {
        history_ = History(machine, history_.memory());
        bookmarks.clear();
        told_.reset();
    }

    // --- forward; checkpoints stop all of these -------------------------------------------------
    /// Instructions, at least one; an interrupt sequence counts as one.
    Stop step(std::uint64_t count = 1, Cycle limit = emu::never);
    /// Steps that take a call, or an interrupt with the instruction after it, as one.
    Stop next(std::uint64_t count = 1, Cycle limit = emu::never);
    /// Until the routine of the innermost frame has returned. Without a frame: until an RTS or RTI
    /// leaves S higher than now.
    Stop finish(Cycle limit = emu::never);
    Stop run(Cycle limit = emu::never);
    /// Until the processor is about to execute the address, after at least one step.
    Stop run_to(Address address, Cycle limit = emu::never);
    /// Until `done(executed)` returns true after a step. It may keep state from one call to the
    /// next, so that a long movement can be split into parts of `limit` cycles.
    Stop run_until(const Goal& done, Cycle limit);
    /// Repeats `run_until` `count` times, at least once; `goal()` makes each movement's goal.
    Stop repeat(std::uint64_t count, Cycle limit, const std::function<Goal()>& goal);

    // --- backward; checkpoints count for run_back alone -----------------------------------------
    Stop back(std::uint64_t count = 1);
    Stop next_back(std::uint64_t count = 1);
    /// Visits the steps of `next` in reverse until `visit(steps, pc)` returns true (done), `pause`
    /// returns true (paused) or none is left (beginning). The machine does not move.
    [[nodiscard]] Reason walk_back(const std::function<bool(std::uint64_t, Address)>& visit) const;
    /// To the JSR that called the innermost routine; to the beginning if none is known.
    Stop finish_back();
    /// To the last step at which a checkpoint would have stopped a run, ignore counts aside.
    Stop run_back();

    /// To the first step at or after a cycle, forward or backward, ignoring checkpoints.
    Stop go_to_cycle(Cycle cycle);
    /// To a step of the history, at most the last one.
    Stop go_to_step(std::uint64_t steps);

    /// The last accesses of these kinds to these addresses (executions included) before now, newest
    /// first, at most `count`; fewer if `pause` returns true.
    [[nodiscard]] std::vector<PastAccess> who(Address first, Address last, Byte kinds,
                                              std::size_t count = 1) const;
    /// The last store to an address before now; nullopt if there was none since the beginning.
    [[nodiscard]] std::optional<PastAccess> who_wrote(Address address) const {
        const auto found = who(address, address, AccessKind::store);
        return found.empty() ? std::nullopt : std::optional(found.front());
    }

    /// Repeats the steps from `first` to the one before `last` and calls
    /// `observer(executed, moment after it)` for each, with its accesses in `tap.found`. The
    /// present is unchanged. Throws Interrupted if `pause` returns true.
    template <class Observer>
    void replay(std::uint64_t first, std::uint64_t last, Observer&& observer, Tap& tap) const;
    template <class Observer>
    void replay(std::uint64_t first, std::uint64_t last, Observer&& observer) const {
        Tap nobody;
        replay(first, last, observer, nobody);
    }

  private:
    template <class Done>
    Stop go(Cycle limit, Done&& done);
    /// The number of open calls at a step, and pc.
    struct CallPosition {
        std::uint16_t depth;
        Address pc;
    };
    [[nodiscard]] std::optional<std::vector<CallPosition>> places_in(std::size_t stretch,
                                                                     std::uint64_t end) const;
    bool look(const Executed& executed, std::vector<WatchedAccess>& accesses, Stop& stop);
    void begin_move() const;
    [[nodiscard]] std::uint64_t end_of(std::size_t stretch) const;
    template <class Visit>
    bool stops_in(std::size_t stretch, const Checkpoints& table, std::uint64_t last,
                  Visit&& visit) const;
    [[nodiscard]] bool paused() const { return pause && pause(); }

    static constexpr std::uint64_t now_and_then = 1024;  // steps between looks at `pause`

    History history_;
    bool tells_ = false;                 // reports a tracepoint: must not be moved
    std::optional<std::uint64_t> told_;  // the last step before which an opcode was undocumented
};

template <class Observer>
void Debugger::replay(std::uint64_t first, std::uint64_t last, Observer&& observer,
                      Tap& tap) const {
    last = std::min(last, history_.last_step());
    if (first >= last) return;
    const auto moment = history_.copy_at(first);
    for (std::uint64_t count = 1; moment->steps < last; ++count) {
        const Executed executed = history_.advance(*moment, tap);
        observer(executed, *moment);
        tap.found.clear();
        if (count % now_and_then == 0 && paused()) throw Interrupted();
    }
}

}  // namespace ryg::c64::debug
