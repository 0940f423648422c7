// Steps, runs and rewinds a machine, and checks what stops it.
#include "c64/debug/debugger.hpp"

#include <array>
#include <utility>

#include "c64/debug/goals.hpp"
#include "c64/debug/timeline.hpp"
#include "c64/debug/undocumented.hpp"
#include "c64/kernal/entries.hpp"

namespace ryg::c64::debug {
namespace {

/// Whether a checkpoint that stops may have been hit in a stretch that touched these addresses.
bool may_stop_in(const Footprint& footprint, const Checkpoints& table) {
    return std::ranges::any_of(table.all(), [&footprint](const Checkpoint& checkpoint) {
        return checkpoint.stops && may_be_met(footprint, checkpoint);
    });
}

/// Counts how often in quick succession a program has polled for a key without getting one.
class Polls {
  public:
    bool enough(const Machine& machine, std::uint64_t steps) {
        constexpr std::uint64_t soon = 200, most = 200;
        const auto& terminal = machine.board.terminal;
        const auto before = std::exchange(misses_, terminal ? terminal->misses : 0);
        const bool polls = terminal ? misses_ != before
                                    : machine.cpu.registers.pc == machine.kernal.key_wanted &&
                                          machine.ram()[NDX] == 0 && !machine.has_inputs();
        if (!polls || machine.keys_waiting() != 0) return false;
        count_ = steps - last_ < soon ? count_ + 1 : 0;
        last_ = steps;
        return count_ == most;
    }

  private:
    std::uint64_t last_ = 0, count_ = 0, misses_ = 0;
};

/// The KERNAL's endless loop after a program has returned; on RAM any jump or branch to itself.
bool idles(const Machine& machine, const Executed& executed) {
    const emu::Opcode& opcode = emu::opcodes[executed.opcode];
    const bool is_jump = opcode.operation == emu::Operation::JMP;
    if (executed.interrupt || executed.after.pc != executed.before.pc) return false;
    return machine.board.terminal ? is_jump || opcode.mode == emu::Mode::rel
                                  : is_jump && executed.after.pc >= 0xE000;
}

/// Whether the next instruction is undocumented, and not a routine that the host performs.
bool meets_undocumented(const Machine& machine) {
    const auto& terminal = machine.board.terminal;
    const Address pc = machine.cpu.registers.pc;
    const bool is_hosts =
        terminal && (terminal->print_routine == pc || terminal->key_routine == pc);
    return !machine.cpu.jammed && !is_hosts &&
           is_next_undocumented(machine.cpu, [&](Address at) { return machine.peek(at); });
}

/// After a BRK: whether its handler is another BRK, or the KERNAL's, which ends the program.
bool nothing_handles_brk(const Machine& machine) {
    constexpr Address vector = 0xFFFE, kernal_vector = 0x0316, warm_start = 0xFE66;
    if (machine.board.mode().at_e000 == Area::kernal) {
        return machine.peek_word(kernal_vector) == warm_start;
    }
    return emu::opcodes[machine.peek(machine.peek_word(vector))].operation == emu::Operation::BRK;
}

}  // namespace

std::string_view to_string(Reason reason) {
    constexpr std::array<std::string_view, 10> names{"done",   "checkpoint",  "limit", "jammed",
                                                     "paused", "beginning",   "ended", "waiting",
                                                     "brk",    "undocumented"};
    return names[static_cast<std::size_t>(reason)];
}

Debugger::Debugger(const Machine& machine, const DebuggerOptions& options)
    : history_(machine, options.memory) {}

void Debugger::edit(const Edit& edit, std::size_t bytes) {
    history_.edit(edit, bytes);
    std::erase_if(bookmarks, [&](const auto& each) { return each.second > history_.now().steps; });
}

void Debugger::reset(bool clears_memory) {
    edit([clears_memory](Machine& machine) {
        if (clears_memory) std::ranges::fill(machine.ram(), Byte{0});
        machine.board.reset(machine.cpu.cycle);
        machine.cpu.reset(machine.board);
    });
}

void Debugger::begin_move() const {
    if (tells_) throw std::logic_error("a tracepoint's command cannot move the machine");
    if (on_move) on_move();
}

/// Steps until `done(executed)` returns true or another reason ends the movement.
template <class Done>
Stop Debugger::go(Cycle limit, Done&& done) {
    begin_move();
    const Cycle begin = machine().cpu.cycle;
    Tap tap{.wanted = checkpoints.kinds()};
    Stop stop{.from = pc()};
    if (const auto now = history_.now().steps;
        documented && told_ != now && !has_returned() && meets_undocumented(machine())) {
        told_ = now;
        stop.reason = Reason::undocumented;
        return stop;
    }
    Polls polls;
    for (std::uint64_t count = 1;; ++count) {
        const Executed executed = history_.step(tap);
        stop.from = executed.before.pc;
        const bool checked =
            !tap.found.empty() || (checkpoints.kinds_at(executed.after.pc) & AccessKind::exec) != 0;
        if (checked && look(executed, tap.found, stop)) {
            stop.reason = Reason::checkpoint;
        } else if (executed.jammed) {
            const auto& terminal = machine().board.terminal;
            const bool waits = terminal && terminal->waits_at(machine().cpu.registers.pc);
            stop.reason = waits ? Reason::waiting : Reason::jammed;
        } else if (!done(executed)) {
            if (has_returned() || (notices_endings && idles(machine(), executed))) {
                stop.reason = Reason::ended;
            } else if (documented && meets_undocumented(machine())) {
                stop.reason = Reason::undocumented;
                told_ = history_.now().steps;
            } else if (notices_endings && polls.enough(machine(), history_.now().steps)) {
                stop.reason = Reason::waiting;
            } else if (notices_endings && !executed.interrupt && executed.opcode == 0 &&
                       nothing_handles_brk(machine())) {
                stop.reason = Reason::brk;
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

/// Checks the table after a step. True if a checkpoint stops the machine here.
bool Debugger::look(const Executed& executed, std::vector<WatchedAccess>& accesses, Stop& stop) {
    std::vector<unsigned> to_remove;
    std::vector<Hit> to_tell;
    const auto note = [&](Checkpoint& checkpoint, Address pc, Cycle cycle,
                          const std::optional<WatchedAccess>& access) {
        Hit hit = hit_of(checkpoint, machine(), pc, cycle, access);
        if (!checkpoint.counts()) return;
        if (checkpoint.temporary && checkpoint.stops) to_remove.push_back(checkpoint.number);
        (checkpoint.stops ? stop.hits : to_tell).push_back(std::move(hit));
    };
    const bool executes = !machine().cpu.interrupt_follows() && !executed.jammed;
    for (Checkpoint& checkpoint : checkpoints.all()) {
        if (const auto access = last_that_meets(checkpoint, machine(), accesses)) {
            note(checkpoint, executed.before.pc, executed.begin, access);
        }
        if (executes && meets(checkpoint, machine(), {})) {
            note(checkpoint, executed.after.pc, machine().cpu.cycle, {});
        }
    }
    accesses.clear();
    for (const Hit& hit : to_tell) {
        const Checkpoint* const checkpoint = checkpoints.find(hit.checkpoint);
        if (checkpoint == nullptr) continue;
        if (checkpoint->temporary) to_remove.push_back(hit.checkpoint);
        tells_ = true;
        if (on_trace) on_trace(*checkpoint, hit);
        tells_ = false;
    }
    for (const unsigned number : to_remove) checkpoints.remove(number);
    return !stop.hits.empty();
}

Stop Debugger::step(std::uint64_t count, Cycle limit) {
    return go(limit, [&count](const Executed&) { return count-- <= 1; });
}

Stop Debugger::repeat(std::uint64_t count, Cycle limit, const std::function<Goal()>& goal) {
    const Cycle begin = machine().cpu.cycle;
    Cycle used = 0;
    do {
        Stop stop = run_until(goal(), limit - used);
        if (stop.reason != Reason::done || count-- <= 1) return stop;
        if (paused()) return {Reason::paused};
        used = machine().cpu.cycle - begin;
    } while (used < limit);
    return {Reason::limit};
}

Stop Debugger::next(std::uint64_t count, Cycle limit) {
    return repeat(count, limit, [this] { return one_instruction_with_calls(*this); });
}

Stop Debugger::finish(Cycle limit) { return run_until(out_of_routine(*this), limit); }

Stop Debugger::run(Cycle limit) {
    return go(limit, [](const Executed&) { return false; });
}

Stop Debugger::run_to(Address address, Cycle limit) {
    return go(limit, [&](const Executed& executed) {
        return executed.after.pc == address && !machine().cpu.interrupt_follows();
    });
}

Stop Debugger::run_until(const Goal& done, Cycle limit) { return go(limit, done); }

Stop Debugger::go_to_step(std::uint64_t steps) {
    begin_move();
    history_.go_to_step(std::min(steps, history_.last_step()));
    return {};
}

Stop Debugger::back(std::uint64_t count) {
    begin_move();
    const std::uint64_t steps = history_.now().steps;
    history_.go_to_step(steps - std::min(steps, count));
    return {count > steps ? Reason::beginning : Reason::done};
}

Stop Debugger::next_back(std::uint64_t count) {
    std::uint64_t found = 0;
    const Reason reason = walk_back([&](std::uint64_t steps, Address) {
        found = steps;
        return count-- <= 1;
    });
    if (reason == Reason::beginning) return back(history_.now().steps + 1);
    if (reason == Reason::done) history_.go_to_step(found);
    return {reason};
}

/// Replays each stretch once, then visits its steps in reverse. From after a returned call it goes
/// to the step that made the call.
Reason Debugger::walk_back(const std::function<bool(std::uint64_t, Address)>& visit) const {
    begin_move();
    std::size_t level = frames().size();
    for (std::uint64_t at = history_.now().steps; at > 0;) {
        if (paused()) return Reason::paused;
        const auto places = places_in(history_.stretch_of(at - 1), at);
        if (!places) return Reason::paused;
        for (auto place = places->rbegin(); place != places->rend(); ++place) {
            --at;
            if (place->depth > level) continue;
            level = place->depth;
            if (visit(at, place->pc)) return Reason::done;
        }
    }
    return Reason::beginning;
}

/// The places at each step of a stretch before `end`; nullopt if `pause` returned true.
std::optional<std::vector<Debugger::CallPosition>> Debugger::places_in(std::size_t stretch,
                                                                       std::uint64_t end) const {
    const auto moment = history_.copy_at(history_.start_of(stretch).steps);
    std::vector<CallPosition> places;
    places.reserve(static_cast<std::size_t>(end - moment->steps));
    Tap nobody;
    while (moment->steps < end) {
        places.push_back({static_cast<std::uint16_t>(moment->calls.frames().size()),
                          moment->machine.cpu.registers.pc});
        history_.advance(*moment, nobody);
        if (places.size() % now_and_then == 0 && paused()) return {};
    }
    return places;
}

Stop Debugger::finish_back() {
    begin_move();
    if (frames().empty()) return back(history_.now().steps + 1);
    history_.go_to_step(history_.first_step_at(frames().back().since));
    return {};
}

Stop Debugger::run_back() {
    begin_move();
    const std::uint64_t now = history_.now().steps;
    for (std::size_t stretch = now == 0 ? 0 : history_.stretch_of(now - 1) + 1; stretch-- > 0;) {
        std::optional<std::pair<std::uint64_t, std::vector<Hit>>> found;
        const auto keep = [&found](const Moment& moment, std::vector<Hit>& hits) {
            found = {moment.steps, std::move(hits)};
        };
        if (!stops_in(stretch, checkpoints, now - 1, keep)) return {Reason::paused};
        if (found) {
            history_.go_to_step(found->first);
            return {Reason::checkpoint, std::move(found->second)};
        }
    }
    return back(now + 1);
}

/// The step at which the next stretch begins, or the present.
std::uint64_t Debugger::end_of(std::size_t stretch) const {
    const std::uint64_t now = history_.now().steps;
    const bool is_last = stretch + 1 == history_.stretches();
    return is_last ? now : std::min(now, history_.start_of(stretch + 1).steps);
}

/// Calls `visit(moment, hits)` for each moment of a stretch up to `last` at which a run would stop.
/// False if `pause` returned true.
template <class Visit>
bool Debugger::stops_in(std::size_t stretch, const Checkpoints& table, std::uint64_t last,
                        Visit&& visit) const {
    if (paused()) return false;
    if (!may_stop_in(history_.footprint_of(stretch), table)) return true;
    const auto moment = history_.copy_at(history_.start_of(stretch).steps);
    const Machine& machine = moment->machine;
    Tap tap{.wanted = table.kinds()};
    std::vector<Hit> hits;
    const auto show = [&] {
        if (!hits.empty()) visit(*moment, hits);
        hits.clear();
    };
    std::uint64_t count = 0;
    for (const std::uint64_t end = end_of(stretch); moment->steps < end;) {
        if (++count % now_and_then == 0 && paused()) return false;
        const Address pc = machine.cpu.registers.pc;
        const Cycle begin = machine.cpu.cycle;
        if ((table.kinds_at(pc) & AccessKind::exec) != 0 && !machine.cpu.interrupt_follows()) {
            for (const Checkpoint& each : table.all()) {
                if (each.stops && meets(each, machine, {}))
                    hits.push_back(hit_of(each, machine, pc, begin, {}));
            }
            show();
        }
        history_.advance(*moment, tap);
        if (tap.found.empty() || moment->steps > last) continue;
        for (const Checkpoint& each : table.all()) {
            if (!each.stops) continue;
            const auto access = last_that_meets(each, machine, tap.found);
            if (access) hits.push_back(hit_of(each, machine, pc, begin, access));
        }
        tap.found.clear();
        show();
    }
    return true;
}

Stop Debugger::go_to_cycle(Cycle cycle) {
    begin_move();
    if (cycle <= machine().cpu.cycle || history_.now().steps < history_.last_step()) {
        history_.go_to_step(history_.first_step_at(cycle));
    }
    Tap nobody;
    for (std::uint64_t count = 1; machine().cpu.cycle < cycle; ++count) {
        if (history_.step(nobody).jammed) return {Reason::jammed};
        if (count % now_and_then == 0 && paused()) return {Reason::paused};
    }
    return {};
}

std::vector<PastAccess> Debugger::who(Address first, Address last, Byte kinds,
                                      std::size_t count) const {
    Checkpoints wanted;
    wanted.add({.first = first, .last = last, .kinds = kinds});
    const std::uint64_t now = history_.now().steps;
    std::vector<PastAccess> found;
    for (std::size_t stretch = now == 0 ? 0 : history_.stretch_of(now - 1) + 1;
         stretch-- > 0 && found.size() < count;) {
        std::vector<PastAccess> here;
        const auto keep = [&here](const Moment& moment, const std::vector<Hit>& hits) {
            const Hit& hit = hits.front();
            const auto& frames = moment.calls.frames();
            PastAccess access{hit.pc, hit.pc, hit.cycle, moment.steps};
            if (!frames.empty()) access.frame = frames.back();
            if (hit.access) {
                access.address = hit.access->address;
                access.before = hit.access->before;
                access.value = hit.access->value;
                --access.steps;
            }
            here.push_back(access);
        };
        if (!stops_in(stretch, wanted, now, keep)) break;
        const std::size_t taken = std::min(count - found.size(), here.size());
        found.insert(found.end(), here.rbegin(),
                     here.rbegin() + static_cast<std::ptrdiff_t>(taken));
    }
    return found;
}

}  // namespace ryg::c64::debug
