// The workloads of `ryg bench cpu`, and how each of the contestants runs one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "c64/board/machine.hpp"

namespace ryg::app::cpu_bench {

class GameWork;

/// A program that loads at $0801, calls its `round` as often as its word `rounds` says, and then
/// reaches `done` with a checksum in `result` (app/cpu_bench/frame.s). Where it has a label
/// `elsewhere`, there is a breakpoint, which it does not reach.
struct Workload {
    std::string name;
    c64::Image image;
    bool needs_c64 = false;         ///< flat memory and sim65 cannot run it
    emu::Cycle cycles_a_round = 0;  ///< approximate: the first time, without the VIC-II
    bool is_whole = false;          ///< a program without rounds: it runs until its time is over
    std::shared_ptr<GameWork>
        game{};  ///< instead of an image: what `ryg verify` does with a program
};

/// What one run cost and found.
struct Sample {
    emu::Cycle cycles = 0;  ///< 6502 cycles from `start` to `done`, interrupts included
    double seconds = 0;     ///< processor time of the host
    std::uint16_t result = 0;

    [[nodiscard]] double mhz() const {
        return seconds > 0 ? static_cast<double>(cycles) / seconds * 1e-6 : 0;
    }
};

/// Four programs for measuring the processor, then the kinds that are hard to translate.
constexpr std::size_t usual_workloads = 4;
[[nodiscard]] std::vector<Workload> all_workloads();
/// The programs of cc65's samples, as far as cl65 and they are installed; says which are not.
[[nodiscard]] std::vector<Workload> cc65_samples();
/// The programs of all games.
[[nodiscard]] std::vector<Workload> game_programs();

/// The number of rounds that takes about `cycles`: 2 to 65535.
[[nodiscard]] unsigned rounds_for(const Workload& workload, emu::Cycle cycles);

// Ctrl-C ends each of these within a second; what it returns then is no sample.

/// On 64 KB of RAM.
[[nodiscard]] Sample run_flat(const Workload& workload, unsigned rounds, emu::Core core);
/// On a whole C64 that has been switched on: banked memory, timers, the jiffy interrupt; with
/// `Timing::stock` the VIC-II takes its cycles, too.
[[nodiscard]] Sample run_machine(const Workload& workload, unsigned rounds, emu::Core core,
                                 c64::Timing timing);
/// A program without rounds, from its start on for so many cycles; the result is a checksum of RAM.
[[nodiscard]] Sample run_whole(const Workload& workload, emu::Cycle cycles, emu::Core core,
                               c64::Timing timing);
/// Work items of `ryg verify` that take about so many cycles, the twin's time included.
[[nodiscard]] Sample run_game(const Workload& workload, emu::Cycle cycles, emu::Core core);
/// Machine::run, which Ctrl-C ends within a second.
[[nodiscard]] c64::RunResult run_in_slices(c64::Machine& machine, emu::Cycle cycles,
                                           const std::vector<c64::Address>& stops);

/// The bytes of a file for sim65 that runs the workload.
[[nodiscard]] std::string sim65_file(const Workload& workload, unsigned rounds);

}  // namespace ryg::app::cpu_bench
