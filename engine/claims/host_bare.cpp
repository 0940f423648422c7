// Calls on a bare machine: runs one routine and performs its calls to the KERNAL.
#include <algorithm>

#include "c64/kernal/entries.hpp"
#include "c64/program/coverage.hpp"
#include "engine/claims/formula.hpp"
#include "engine/claims/host.hpp"
#include "engine/claims/suite.hpp"

namespace ryg::claims {
namespace {

constexpr Address vic_control = 0xd011, cia_mask = 0xdc0d;
constexpr Address guard = Call::guard;
constexpr Byte jam = 0x02;

/// The board with the callbacks of an observed run.
struct WatchedBus {
    c64::Board& board;
    const Steps& steps;
    emu::Lines& lines = board.lines;

    Byte read(Address address, Cycle& now) {
        const auto other = steps.read ? steps.read(address) : std::nullopt;
        return other ? *other : board.read(address, now);
    }
    void write(Address address, Byte value, Cycle now) {
        if (steps.write) steps.write(address, value);
        board.write(address, value, now);
    }
};

}  // namespace

Host::Host(const Program& program, Cycle longest_call, const Suite* suite)
    : image_(std::shared_ptr<const c64::Image>(), &program.image),
      machine_(program.subject.setup),
      longest_call_(longest_call),
      suite_(suite) {
    machine_.boot();
    machine_.load(program.image);
    const std::vector<Byte> traps(0x2000, jam);
    machine_.board.install(c64::Rom::kernal, traps);
    machine_.board.install(c64::Rom::basic, traps);
    machine_.poke(vic_control, 0x0b);
    machine_.poke(cia_mask, 0x7f);
    machine_.poke(1, program.subject.port);
    const Address back = guard - 1;  // as JSR leaves it
    machine_.ram()[0x100U + Call::entry_s + 2] = emu::high(back);
    machine_.ram()[0x100U + Call::entry_s + 1] = emu::low(back);
    engine::Random noise(2006);
    for (unsigned at = program.free.begin; at < 0x10000; ++at) {
        machine_.ram()[at] = static_cast<Byte>(noise.below(256));
    }
    std::map<Address, Formulas> stubs;
    for (const auto& [at, routine] : program.stubs) {
        stubs.emplace(at, Formulas(program, *program.block(routine)));
        machine_.ram()[at] = jam;
    }
    stubs_ = std::make_shared<const std::map<Address, Formulas>>(std::move(stubs));
    keep();
}

bool Host::colours_changed() const {
    return !std::ranges::equal(machine_.board.colour_ram(), kept_->board.colour_ram());
}

/// Performs a KERNAL call and returns from it; false if the run ends here.
bool Host::play_kernal(const Call& call, CallEnd& outcome, std::size_t& keys_read) {
    emu::Registers& registers = machine_.cpu.registers;
    const auto called = static_cast<Address>(registers.pc - 1);
    const auto stub = stubs_->find(called);
    const auto stand_in = call.stand_ins.find(called);
    const bool is_stub = stand_in != call.stand_ins.end() || stub != stubs_->end();
    if (stand_in != call.stand_ins.end()) {
        stand_in->second(machine_);
    } else if (stub != stubs_->end()) {
        stub->second.perform(machine_);
    } else if (called == c64::CHROUT) {
        outcome.printed += static_cast<char>(registers.a);
        registers.a = static_cast<Byte>(~registers.a);
    } else if (called == c64::GETIN) {
        if (keys_read == call.keys.size()) {
            outcome.ending = Ending::wants_keys;
            return false;
        }
        registers.a = call.keys[keys_read++];
        registers.x = static_cast<Byte>(~registers.x);
        registers.y = static_cast<Byte>(~registers.y);
    } else {
        outcome.ending = Ending::strayed;
        outcome.strayed_to = called;
        return false;
    }
    if (!is_stub) {
        outcome.kernal_called = true;
        registers.p = static_cast<Byte>(registers.p ^ (emu::Flag::N | emu::Flag::Z));
        registers.p = static_cast<Byte>(registers.p & ~emu::Flag::C);
    }
    const auto ram = machine_.ram();
    const auto pull = [&] {
        registers.s = static_cast<Byte>(registers.s + 1);
        return ram[0x100U + registers.s];
    };
    const Byte low = pull();
    const Byte high = pull();
    machine_.cpu.jammed = false;
    machine_.cpu.jump(static_cast<Address>(emu::word(low, high) + 1));
    return true;
}

void Host::prepare(const Call& call, Address routine) {
    std::copy(call.ram.begin() + 2, call.ram.end(), machine_.ram().begin() + 2);
    if (machine_.ram()[1] != call.ram[1]) machine_.poke(1, call.ram[1]);
    for (const auto& [at, action] : call.stand_ins) machine_.ram()[at] = jam;
    if (call.prepare) call.prepare(machine_);
    machine_.cpu.registers = call.registers;
    machine_.cpu.jump(routine);
}

/// Runs to the guard or into the KERNAL; for a suite in slices of a few milliseconds.
CallEnd Host::run(const Call& call, Addresses* reached) {
    constexpr Cycle slice = 2'000'000;
    emu::Cpu& cpu = machine_.cpu;
    const auto go_on = [&](Cycle until) {
        if (c64::CoverageRecording* recording = machine_.recording()) {
            c64::Coverage& coverage = recording->mine();
            coverage.run_to(cpu, machine_.board, std::span(&guard, 1), until);
            for (unsigned at = 0; reached != nullptr && at < reached->size(); ++at) {
                if (coverage.executed[at] != 0) reached->set(at);
            }
        } else if (reached == nullptr) {
            cpu.run_to(machine_.board, guard, until);
        } else {
            while (!cpu.jammed && cpu.cycle < until && cpu.registers.pc != guard) {
                reached->set(cpu.registers.pc);
                cpu.step(machine_.board);
            }
        }
    };
    return run_with(call, [&](Cycle until) {
        while (!cpu.jammed && cpu.cycle < until && cpu.registers.pc != guard) {
            if (suite_ != nullptr && suite_->stops()) return false;
            const Cycle begin = cpu.cycle;
            go_on(suite_ == nullptr ? until : std::min(until, begin + slice));
            if (suite_ != nullptr && suite_->simulated != nullptr) {
                *suite_->simulated += cpu.cycle - begin;
            }
        }
        return true;
    });
}

CallEnd Host::run(const Call& call, const Steps& steps) {
    emu::Cpu& cpu = machine_.cpu;
    WatchedBus bus{machine_.board, steps};
    c64::CoverageRecording* const recording = machine_.recording();
    return run_with(call, [&](Cycle until) {
        while (!cpu.jammed && cpu.cycle < until && cpu.registers.pc != guard) {
            if (steps.before && !steps.before()) return false;
            if (recording == nullptr) {
                cpu.step(bus);
            } else {
                recording->mine().run_to(cpu, bus, {}, cpu.cycle + 1);
            }
        }
        return true;
    });
}

template <class Step>
CallEnd Host::run_with(const Call& call, Step&& go_on) {
    emu::Cpu& cpu = machine_.cpu;
    CallEnd outcome;
    std::size_t keys_read = 0;
    const Cycle begin = cpu.cycle;
    while (true) {
        // At the guard a KERNAL call was the last one, and has returned.
        const bool is_stopped = cpu.registers.pc != guard && !go_on(begin + longest_call_);
        if (is_stopped) {
            outcome.ending = Ending::stopped;
        } else if (cpu.jammed) {
            if (play_kernal(call, outcome, keys_read)) continue;
        } else if (cpu.registers.pc == guard) {
            outcome.ending = Ending::returned;
        }
        break;
    }
    outcome.cycles = cpu.cycle - begin;
    outcome.registers = cpu.registers;
    outcome.keys_left = call.keys.size() - keys_read;
    const bool is_endless = call.block != nullptr && call.block->time.kind == TimeKind::endless;
    if (outcome.ending == Ending::strayed || (outcome.ending == Ending::ran_on && !is_endless)) {
        const std::vector<Byte> left(machine_.ram().begin(), machine_.ram().end());
        machine_ = *kept_;
        std::copy(left.begin() + 2, left.end(), machine_.ram().begin() + 2);
    }
    cpu.jammed = false;
    return outcome;
}

}  // namespace ryg::claims
