// A machine that one steps and runs: the way forward, and what stops it there.
#include "c64/debug/debugger.hpp"

namespace ryg::c64::debug {
namespace {

bool is_open(const CallStack& calls, const Frame& frame) {
    return std::ranges::find(calls.frames(), frame) != calls.frames().end();
}

}  // namespace

std::string_view to_string(Reason reason) {
    switch (reason) {
        case Reason::done: return "done";
        case Reason::checkpoint: return "checkpoint";
        case Reason::limit: return "limit";
        case Reason::jammed: return "jammed";
        case Reason::paused: return "paused";
        case Reason::beginning: return "beginning";
        case Reason::ended: break;
    }
    return "ended";
}

Debugger::Debugger(const Machine& machine, const Options& options)
    : history_(machine, options.memory) {}

void Debugger::reset(bool clears_memory) {
    edit([clears_memory](Machine& machine) {
        if (clears_memory) std::ranges::fill(machine.ram(), Byte{0});
        machine.board.reset(machine.cpu.cycle);
        machine.cpu.reset(machine.board);
    });
}

/// Steps until `done(executed)`, or something else ends it.
template <class Done>
Stop Debugger::go(Cycle limit, Done&& done) {
    constexpr std::uint64_t now_and_then = 1024;
    const Cycle begin = machine().cpu.cycle;
    accesses_.clear();  // of a step whose condition could not be worked out
    Watch watch{checkpoints, machine(), accesses_};
    Stop stop;
    for (std::uint64_t count = 1;; ++count) {
        const Executed executed = history_.step(watch);
        const bool checked =
            !accesses_.empty() || (checkpoints.kinds_at(executed.after.pc) & Kind::exec) != 0;
        if (checked && look(executed, stop)) {
            stop.reason = Reason::checkpoint;
        } else if (executed.jammed) {
            stop.reason = Reason::jammed;
        } else if (!done(executed)) {
            if (executed.after.pc == program_end) {
                stop.reason = Reason::ended;
            } else if (machine().cpu.cycle - begin >= limit) {
                stop.reason = Reason::limit;
            } else if (count % now_and_then == 0 && paused()) {
                stop.reason = Reason::paused;
            } else {
                continue;
            }
        }
        return stop;
    }
}

/// Goes through the table after a step. True if one stops the machine here.
bool Debugger::look(const Executed& executed, Stop& stop) {
    std::vector<unsigned> to_remove;
    const auto note = [&](Checkpoint& checkpoint, Address pc, Cycle cycle,
                          const std::optional<Access>& access) {
        Hit hit = hit_of(checkpoint, machine(), pc, cycle, access);
        if (!met(checkpoint, hit)) return;
        if (checkpoint.temporary) to_remove.push_back(checkpoint.number);
        if (checkpoint.stops) stop.hits.push_back(std::move(hit));
    };
    const bool executes = !machine().cpu.interrupt_follows() && !executed.jammed;
    for (Checkpoint& checkpoint : checkpoints.all()) {
        if (const auto access = last_that_meets(checkpoint, machine(), accesses_)) {
            note(checkpoint, executed.before.pc, executed.begin, access);
        }
        if (executes && meets(checkpoint, machine(), {})) {
            note(checkpoint, executed.after.pc, machine().cpu.cycle, {});
        }
    }
    accesses_.clear();
    for (const unsigned number : to_remove) checkpoints.remove(number);
    return !stop.hits.empty();
}

/// Counts a hit, and tells of a tracepoint's. False if it is to be ignored.
bool Debugger::met(Checkpoint& checkpoint, const Hit& hit) {
    ++checkpoint.hits;
    if (checkpoint.ignore > 0) {
        --checkpoint.ignore;
        return false;
    }
    if (!checkpoint.stops && on_trace) on_trace(checkpoint, hit);
    return true;
}

Stop Debugger::step(std::uint64_t count, Cycle limit) {
    return go(limit, [&count](const Executed&) { return count-- <= 1; });
}

/// Whatever opens a frame is run until that is closed; after an interrupt's the instruction that
/// it came before is still to be done.
Stop Debugger::next(std::uint64_t count, Cycle limit) {
    const Cycle begin = machine().cpu.cycle;
    Stop stop;
    do {
        Frame called{};
        bool inside = false, interrupt = false;
        const Cycle used = machine().cpu.cycle - begin;
        stop = go(limit - std::min(limit, used), [&](const Executed& executed) {
            if (inside) {
                inside = is_open(history_.now().calls, called);
                return !inside && !interrupt;
            }
            using enum emu::Operation;
            const emu::Operation operation = emu::opcodes[executed.opcode].operation;
            interrupt = executed.interrupt;
            if (!interrupt && operation != JSR && operation != BRK) return true;
            called = frames().back();
            inside = true;
            return false;
        });
        if (stop.reason != Reason::done || count-- <= 1) return stop;
        if (paused()) return {Reason::paused};
    } while (machine().cpu.cycle - begin < limit);
    return {Reason::limit};
}

Stop Debugger::finish(Cycle limit) {
    if (!frames().empty()) {
        const Frame frame = frames().back();
        return go(limit, [&](const Executed&) { return !is_open(history_.now().calls, frame); });
    }
    const Byte level = machine().cpu.registers.s;
    return go(limit, [level](const Executed& executed) {
        using enum emu::Operation;
        const emu::Operation operation = emu::opcodes[executed.opcode].operation;
        return (operation == RTS || operation == RTI) && executed.after.s > level;
    });
}

Stop Debugger::run(Cycle limit) {
    return go(limit, [](const Executed&) { return false; });
}

Stop Debugger::run_to(Address address, Cycle limit) {
    return go(limit, [&](const Executed& executed) {
        return executed.after.pc == address && !machine().cpu.interrupt_follows();
    });
}

Stop Debugger::run_until(const std::function<bool(const Executed&)>& done, Cycle limit) {
    return go(limit, done);
}

}  // namespace ryg::c64::debug
