// The boards that the tests of the processor are run on, from five lines to timers and RDY.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <initializer_list>
#include <string>
#include <vector>

#include "emu/bus.hpp"
#include "emu/flat_memory.hpp"
#include "emu/recording_bus.hpp"
#include "emu/registers.hpp"
#include "tests/support/dice.hpp"

namespace ryg::emu_test {

using emu::Address;
using emu::Byte;
using emu::Cycle;
using tests::Dice;

using Memory = std::array<Byte, 0x10000>;

inline void poke(Memory& ram, Address address, std::initializer_list<Byte> bytes) {
    for (const Byte byte : bytes) ram[address++] = byte;
}
inline void poke_word(Memory& ram, Address address, Address value) {
    poke(ram, address, {emu::low(value), emu::high(value)});
}

/// The board of the header's comment: no lines, no plain code.
struct Board {
    Memory ram{};
    Byte read(Address address, Cycle&) { return ram[address]; }
    void write(Address address, Byte value, Cycle) { ram[address] = value; }
};

/// What happens to the lines, and when.
struct LineChange {
    Cycle cycle;
    enum class What { pull_irq, release_irq, pull_nmi, release_nmi } what;
};

inline void apply(emu::Lines& lines, const LineChange& change) {
    switch (change.what) {
        case LineChange::What::pull_irq: lines.pull_irq(change.cycle); break;
        case LineChange::What::release_irq: lines.release_irq(change.cycle); break;
        case LineChange::What::pull_nmi: lines.pull_nmi(change.cycle); break;
        case LineChange::What::release_nmi: lines.release_nmi(change.cycle); break;
    }
}

/// RAM, two lines that follow a script, which is in the order of time, and RDY, which is low from
/// cycle `rdy_from` to `rdy_to` - 1.
struct ScriptedBoard {
    Memory ram{};
    emu::Lines lines{};
    std::vector<LineChange> script{};
    Cycle rdy_from = 0, rdy_to = 0;
    std::size_t done = 0;

    void advance(Cycle now) {
        for (; done < script.size() && script[done].cycle <= now; ++done)
            apply(lines, script[done]);
    }
    Byte read(Address address, Cycle& now) {
        if (rdy_from <= now && now < rdy_to) now = rdy_to;
        advance(now);
        return ram[address];
    }
    void write(Address address, Byte value, Cycle now) {
        advance(now);
        ram[address] = value;
    }
};

/// A board as fast as the processor allows, with everything that can go wrong on one: an I/O page
/// whose reads do something, a timer that pulls IRQ and another that pulls NMI, a line script, and
/// windows in which RDY is low.
///
///   $d000 r   acknowledges IRQ           $d004 r   low byte of the cycle
///   $d001 w   pulls IRQ                  $d005 r   pulls IRQ
///   $d002 w   pulls NMI for a cycle      $d006 w   next IRQ in (value) cycles
///   $d003 w   releases IRQ, next cycle   others    read the number of accesses so far
///
/// Every access to the page goes into `log`. Everything else is RAM.
struct Machine {
    Memory ram{};
    emu::Lines lines{};
    Cycle fast_until = 0;
    std::vector<emu::BusAccess> log{};
    unsigned io_accesses = 0;
    std::uint64_t exact_accesses = 0;  ///< those that were not made by the fast loop

    std::vector<LineChange> script{};
    std::size_t done = 0;
    Cycle irq_timer = emu::never, irq_period = 0;  ///< a period of 0: it fires once
    Cycle nmi_timer = emu::never, nmi_period = 0;
    Cycle rdy_period = 0, rdy_low = 0;  ///< RDY is low for the last `rdy_low` cycles of a period

    static bool is_io(Address address) { return address >> 8 == 0xD0; }

    [[nodiscard]] const Byte* code(Address pc) const {
        const bool plain = pc <= 0xFFFC && !is_io(pc) && !is_io(static_cast<Address>(pc + 2));
        return plain ? ram.data() : nullptr;
    }
    [[nodiscard]] Byte read_low(Address address) const { return ram[address]; }
    void write_low(Address address, Byte value, Cycle) { ram[address] = value; }

    Byte read_fast(Address address, const Cycle& now) {
        if (!is_io(address)) return ram[address];
        advance(now);
        Byte value = static_cast<Byte>(++io_accesses);
        switch (address & 0xFF) {
            case 0: lines.release_irq(now); break;
            case 4: value = static_cast<Byte>(now); break;
            case 5: pull_irq(now); break;
            default: break;
        }
        log.push_back({now, address, value, false});
        return value;
    }
    void write_fast(Address address, Byte value, Cycle now) {
        if (!is_io(address)) {
            ram[address] = value;
            return;
        }
        advance(now);
        ++io_accesses;
        log.push_back({now, address, value, true});
        switch (address & 0xFF) {
            case 1: pull_irq(now); break;
            case 2:
                lines.pull_nmi(now);
                lines.release_nmi(now + 1);
                fast_until = 0;
                break;
            case 3: lines.release_irq(now + 1); break;
            case 6:
                irq_timer = now + 1 + value;
                fast_until = 0;
                break;
            default: break;
        }
    }

    /// Before a fall of RDY, too.
    [[nodiscard]] Cycle plain_until() const {
        const Cycle event = next_event();
        return event < 7 ? 0 : event - 7;
    }
    void plan(Cycle until) { fast_until = std::min(until, plain_until()); }
    Byte read(Address address, Cycle& now) {
        ++exact_accesses;
        now = ready_from(now);
        advance(now);
        return read_fast(address, now);
    }
    void write(Address address, Byte value, Cycle now) {
        ++exact_accesses;
        advance(now);
        write_fast(address, value, now);
    }
    bool run_fast(emu::Core core, emu::State& state, const emu::RunLimit& stop);

  private:
    Cycle planned_from_ = 0;  ///< everything before this cycle has happened

    void pull_irq(Cycle now) {
        lines.pull_irq(now);
        fast_until = 0;
    }
    [[nodiscard]] Cycle ready_from(Cycle now) const {
        if (rdy_period == 0) return now;
        const Cycle phase = now % rdy_period;
        return phase < rdy_period - rdy_low ? now : now - phase + rdy_period;
    }
    [[nodiscard]] Cycle next_event() const {
        Cycle event = std::min(irq_timer, nmi_timer);
        if (done < script.size()) event = std::min(event, script[done].cycle);
        if (rdy_period != 0) {
            // The window that has not ended; the fast loop does not tell how far it has come, so
            // RDY keeps its own time with the exact accesses.
            event =
                std::min(event, planned_from_ - planned_from_ % rdy_period + rdy_period - rdy_low);
        }
        return event;
    }
    /// All events up to and including cycle `now`, in the order of time.
    void advance(Cycle now) {
        planned_from_ = now + 1;
        while (true) {
            const Cycle scripted = done < script.size() ? script[done].cycle : emu::never;
            const Cycle event = std::min({irq_timer, nmi_timer, scripted});
            if (event > now) return;
            if (event == scripted) {
                apply(lines, script[done++]);
            } else if (event == irq_timer) {
                lines.pull_irq(event);
                irq_timer = irq_period == 0 ? emu::never : event + irq_period;
            } else {
                lines.pull_nmi(event);
                lines.release_nmi(event + 1);
                nmi_timer = nmi_period == 0 ? emu::never : event + nmi_period;
            }
        }
    }
};

/// The same, and says besides which reads do nothing else.
struct MachineThatKnowsPlain : Machine {
    [[nodiscard]] bool is_plain(Address address) const { return !is_io(address); }
    bool run_fast(emu::Core core, emu::State& state, const emu::RunLimit& stop);
};

/// The same, for which the exact core is compiled.
struct ExactMachine : Machine {
    emu::ExactEnd run_exactly(emu::State& state, emu::RunLimit stop, const emu::Unstable& unstable);
};

/// The same, whose plain memory needs no check.
struct QuietMachine : Machine {
    [[nodiscard]] Cycle quiet_until() const { return plain_until(); }
    [[nodiscard]] static bool plain_to_read(Address address) { return !is_io(address); }
    [[nodiscard]] Byte read_plain(Address address) const { return ram[address]; }
    bool write_plain(Address address, Byte value) {
        if (is_io(address)) return false;
        ram[address] = value;
        return true;
    }
    emu::ExactEnd run_exactly(emu::State& state, emu::RunLimit stop, const emu::Unstable& unstable);
};

/// The same, recompiled.
struct RecompiledMachine : MachineThatKnowsPlain {
    [[nodiscard]] emu::recompiler::Window window() {
        return {ram.data(), 0xCFFE, 0xD000, 0, 0xD000};
    }
    bool run_fast(emu::Core core, emu::State& state, const emu::RunLimit& stop);
};

/// RAM and nothing else, recompiled whatever core the processor has.
struct RecompiledMemory : emu::FlatMemory {
    bool run_fast(emu::Core core, emu::State& state, const emu::RunLimit& stop);
};

/// The same, which counts the writes below $0200.
struct CountingMemory : emu::FlatMemory {
    unsigned low_writes = 0;
    void write_low(Address address, Byte value, Cycle) {
        ++low_writes;
        ram[address] = value;
    }
    void write(Address address, Byte value, Cycle now) {
        address < 0x200 ? write_low(address, value, now) : FlatMemory::write(address, value, now);
    }
    emu::recompiler::Window window() { return {ram.data(), 0xFFFD, 0x10000, 0x200, 0x10000}; }
    bool run_fast(emu::Core core, emu::State& state, const emu::RunLimit& stop);
};

/// The same, with a device in part of a page, which counts reads from $20c0 on.
struct HalfPage : emu::FlatMemory {
    unsigned reads = 0;
    [[nodiscard]] const Byte* code(Address pc) const { return pc < 0x20BE ? ram.data() : nullptr; }
    Byte read(Address address, Cycle&) {
        if (address >= 0x20C0) ++reads;
        return ram[address];
    }
    emu::recompiler::Window window() { return {ram.data(), 0x20BE, 0x20C0, 0, 0x20C0}; }
    bool run_fast(emu::Core core, emu::State& state, const emu::RunLimit& stop);
};

/// Accesses as text, one word each: `r1000:a9 w2000:55`. Made to be typed and compared.
inline std::string text(const std::vector<emu::BusAccess>& accesses) {
    std::string all;
    for (const emu::BusAccess& access : accesses) {
        all += fmt::format("{}{}{:04x}:{:02x}", all.empty() ? "" : " ", access.is_write ? 'w' : 'r',
                           access.address, access.value);
    }
    return all;
}

inline std::string text(const emu::Registers& r) {
    return fmt::format("pc {:04x} a {:02x} x {:02x} y {:02x} s {:02x} p {:02x}", r.pc, r.a, r.x,
                       r.y, r.s, r.p);
}

}  // namespace ryg::emu_test
