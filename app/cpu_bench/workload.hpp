// The workloads of `ryg bench cpu`, and functions that run one on each contestant.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "c64/board/machine.hpp"

namespace ryg::app::cpu_bench {

class GameWork;

/// A program that loads at $0801, calls its routine `round` as often as its word `rounds` says, and
/// then reaches `done` with a checksum in `result` (app/cpu_bench/frame.s). If it has a label
/// `elsewhere`, a breakpoint is set there, which it does not reach.
struct Workload {
    std::string name;
    c64::Image image;
    bool needs_c64 = false;            ///< flat memory and sim65 cannot run it
    emu::Cycle cycles_a_round = 0;     ///< approximate: the first time, without the VIC-II
    bool is_whole = false;             ///< a program without rounds, run for a given time
    std::shared_ptr<GameWork> game{};  ///< instead of an image: work of `ryg verify` with a program
};

/// The cost and the result of one run.
struct RunCost {
    emu::Cycle cycles = 0;  ///< 6502 cycles from `start` to `done`, interrupts included
    double seconds = 0;     ///< CPU time of the host
    std::uint16_t result = 0;

    [[nodiscard]] double mhz() const {
        return seconds > 0 ? static_cast<double>(cycles) / seconds * 1e-6 : 0;
    }
};

/// Four programs for measuring the processor, then the kinds that are hard to translate.
constexpr std::size_t usual_workloads = 4;
[[nodiscard]] std::vector<Workload> all_workloads();
/// The programs of cc65's samples, if cl65 and they are installed; reports missing ones.
[[nodiscard]] std::vector<Workload> cc65_samples();
/// The programs of all games.
[[nodiscard]] std::vector<Workload> game_programs();

/// The number of rounds that takes about `cycles`: 2 to 65535.
[[nodiscard]] unsigned rounds_for(const Workload& workload, emu::Cycle cycles);

// Ctrl-C ends each of these within a second; the return value is then not a sample.

/// Runs on 64 KB of RAM.
[[nodiscard]] RunCost run_flat(const Workload& workload, unsigned rounds, emu::Core core);
/// Runs on a whole C64 that has been switched on: banked memory, timers, the jiffy interrupt; with
/// `Timing::stock` the VIC-II steals cycles, too.
[[nodiscard]] RunCost run_machine(const Workload& workload, unsigned rounds, emu::Core core,
                                  c64::Timing timing);
/// Runs a program without rounds for this many cycles; the result is a checksum of RAM.
[[nodiscard]] RunCost run_whole(const Workload& workload, emu::Cycle cycles, emu::Core core,
                                c64::Timing timing);
/// Runs work items of `ryg verify` of about this many cycles, the twin's time included.
[[nodiscard]] RunCost run_game(const Workload& workload, emu::Cycle cycles, emu::Core core);
/// Machine::run, but Ctrl-C ends it within a second.
[[nodiscard]] c64::RunResult run_in_slices(c64::Machine& machine, emu::Cycle cycles,
                                           const std::vector<c64::Address>& stops);

/// The bytes of a file for sim65 that runs the workload.
[[nodiscard]] std::string sim65_file(const Workload& workload, unsigned rounds);

}  // namespace ryg::app::cpu_bench
