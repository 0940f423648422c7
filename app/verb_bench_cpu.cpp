// `ryg bench cpu`: how fast the processor is, on flat memory, in the whole C64, and in sim65.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unistd.h>

#include "app/cpu_bench/peer.hpp"
#include "app/game_verb.hpp"
#include "app/manual.hpp"
#include "app/terminal.hpp"
#include "emu/cpu.hpp"
#include "emu/recompiler/recompiler.hpp"
#include "engine/work/difference.hpp"

namespace ryg::app {
namespace {

using cpu_bench::Sample;
using cpu_bench::Workload;
using work::median;

constexpr Help bench_cpu_help{
    .usage = "bench cpu [options]",
    .about =
        "Measures the emulated 6502 with the same workloads on four boards: flat memory; a whole\n"
        "C64 (banked memory, timers, the jiffy interrupt); the same with the video chip taking "
        "its\n"
        "cycles (stock); and sim65, the simulator of Debian's cc65. They take turns, round by\n"
        "round, and the median counts. MHz are 6502 cycles per microsecond of processor time.\n"
        "The workloads: tree (RYG 16's tree builder), compute (arithmetic and indexed\n"
        "memory), branch (calls, returns, branches that depend on data), mixed (long straight\n"
        "code that adds in decimal and changes itself). With --all also the kinds that are hard\n"
        "to translate: short (short blocks, flags by the stack), writer (code that writes code)\n"
        "and, on the C64 alone, banks (five memory maps), port (writes to $01), key (waits for a\n"
        "key, with a breakpoint), chrout (the KERNAL), irq (an interrupt each 200 cycles).\n"
        "Exit status: 0 measured, 1 results differ, 2 trouble.",
    .examples =
        "bench cpu\n"
        "bench cpu --workload tree --rounds 3 --json\n"
        "bench cpu --all --board machine\n",
};

/// Who runs a workload.
enum Board : unsigned { flat, machine, stock, sim65 };
constexpr std::array<std::string_view, 4> board_names{"flat", "machine", "stock", "sim65"};

const Options bench_cpu_options{
    choice_option("peer", "measure this emulator too, which must be installed: sim65", "",
                  {"sim65"}),
    number_option("rounds", "how often each runs", "5", 1, 1000),
    number_option("cycles", "length of one run, about", "200000000", 0, 100'000'000'000),
    choice_option("workload", "this one only", "",
                  {"tree", "compute", "branch", "mixed", "short", "writer", "banks", "port", "key",
                   "chrout", "irq"}),
    flag_option("all", "the kinds that are hard to translate, too"),
    choice_option("board", "this one only", "", {board_names.begin(), board_names.end()}),
    choice_option("cpu", "this one only", "", {"exact", "interpreter", "recompiler"}),
    flag_option("instructions", "count host instructions per 6502 instruction, with valgrind")};

struct Contestant {
    Board board;
    std::string_view cpu;  ///< its core; sim65 has its own
};

/// One line of the table.
struct BenchRow : Contestant {
    std::vector<Sample> samples;
    std::vector<double> ratios;               ///< to sim65 in the same round
    std::vector<double> gains;                ///< to the interpreter in the same round
    std::optional<double> host_instructions;  ///< per emulated instruction
};

struct Result {
    const Workload* workload;
    std::uint64_t instructions_a_round;
    std::vector<BenchRow> rows;
};

struct Plan {
    std::vector<Workload> workloads;
    std::vector<Contestant> contestants;
    std::optional<cpu_bench::Peer> peer{};
    unsigned rounds = 0;
    emu::Cycle cycles = 0;
};

double median_mhz(const BenchRow& row) {
    std::vector<double> mhz;
    for (const Sample& sample : row.samples) mhz.push_back(sample.mhz());
    return median(mhz);
}

Sample run_once(const Plan& plan, const Workload& workload, const Contestant& contestant) {
    const unsigned rounds = cpu_bench::rounds_for(workload, plan.cycles);
    if (contestant.board == sim65) return plan.peer->run(workload, rounds);
    const emu::Core core = named(contestant.cpu, "cpu", cores);
    if (contestant.board == flat) return cpu_bench::run_flat(workload, rounds, core);
    return cpu_bench::run_machine(
        workload, rounds, core, contestant.board == stock ? c64::Timing::stock : c64::Timing::cpu);
}

/// The last samples, with those of sim65 and of the interpreter on the same board.
void compare(std::vector<BenchRow>& rows) {
    for (BenchRow& row : rows) {
        const double mhz = row.samples.back().mhz();
        for (const BenchRow& other : rows) {
            const double ratio = mhz / other.samples.back().mhz();
            if (other.board == sim65) row.ratios.push_back(ratio);
            if (other.board == row.board && other.cpu == "interpreter") row.gains.push_back(ratio);
        }
    }
}

/// Interleaved: a slow spell of the host hits all contestants alike.
std::vector<Result> measure(const Plan& plan) {
    std::vector<Result> results;
    for (const Workload& workload : plan.workloads) {
        Result& result = results.emplace_back(&workload, cpu_bench::instructions_a_round(workload),
                                              std::vector<BenchRow>{});
        for (const Contestant& contestant : plan.contestants) {
            const bool can =
                !workload.needs_c64 || contestant.board == machine || contestant.board == stock;
            if (can) result.rows.push_back({contestant, {}, {}, {}, {}});
        }
    }
    Progress progress("rounds");
    for (unsigned round = 0; round == 0 || (round < plan.rounds && !interrupted); ++round) {
        progress.show(round, plan.rounds);
        for (Result& result : results) {
            for (BenchRow& row : result.rows) {
                row.samples.push_back(run_once(plan, *result.workload, row));
            }
            compare(result.rows);
        }
    }
    return results;
}

/// Two runs of different length under callgrind: what is common to both is not the workload's.
void count_instructions(const Plan& plan, Result& result, const std::string& valgrind) {
    const Workload& workload = *result.workload;
    const unsigned few = 2, many = few + cpu_bench::rounds_for(workload, 2'000'000);
    const double emulated = static_cast<double>(result.instructions_a_round) * (many - few);
    std::array<char, 4096> self{};
    if (readlink("/proc/self/exe", self.data(), self.size() - 1) <= 0) {
        throw Trouble("--instructions: cannot find the program itself");
    }
    const auto count = [&](const Contestant& contestant, unsigned rounds) {
        if (contestant.board == sim65)
            return plan.peer->host_instructions(workload, rounds, valgrind);
        return cpu_bench::count_host_instructions(
            valgrind,
            {self.data(), "bench", "cpu", "--rounds", "1", "--workload", workload.name, "--board",
             std::string(board_names[contestant.board]), "--cpu", std::string(contestant.cpu),
             "--cycles", std::to_string(rounds * workload.cycles_a_round)});
    };
    for (BenchRow& row : result.rows) {
        const auto host = static_cast<double>(count(row, many) - count(row, few));
        row.host_instructions = host / emulated;
    }
}

bool results_agree(const std::vector<Result>& results) {
    bool agree = true;
    for (const Result& result : results) {
        if (result.rows.empty() || result.rows.front().samples.empty()) continue;
        const std::uint16_t expected = result.rows.front().samples.front().result;
        for (const BenchRow& row : result.rows) {
            for (const Sample& sample : row.samples) {
                if (sample.result == expected) continue;
                say(fmt::format("ryg bench cpu: workload {}: result ${:04x} on {}, ${:04x} on {}\n",
                                result.workload->name, sample.result, board_names[row.board],
                                expected, board_names[result.rows.front().board]));
                agree = false;
                break;
            }
        }
    }
    return agree;
}

/// Of all rows alike: a round that was begun is finished.
std::size_t rounds_done(const std::vector<Result>& results) {
    return results.front().rows.front().samples.size();
}

VerbReport report_of(const Plan& plan, const std::vector<Result>& results) {
    const bool threaded = emu::loops_are_threaded();
    const auto peer = plan.peer ? std::optional(plan.peer->version()) : std::nullopt;
    std::string text = fmt::format(
        "{}, {} dispatch; {} rounds; peer: {}\n\n{:<10}{:<9}{:<13}{:>14}{:>8}{:>10}{:>10}{:>18}\n",
        compiler(), threaded ? "threaded" : "looped", rounds_done(results), peer.value_or("none"),
        "workload", "board", "cpu", "cycles", "MHz", "x sim65", "x interp.", "host/6502 instr.");
    Json workloads = Json::array();
    for (const auto& [workload, instructions_a_round, rows] : results) {
        Json boards = Json::array();
        for (const BenchRow& row : rows) {
            if (row.samples.empty()) continue;
            const Sample& first = row.samples.front();
            const auto text_of = [](const std::vector<double>& ratios) {
                return ratios.empty() ? "-" : fmt::format("{:.2f}", median(ratios));
            };
            text += fmt::format(
                "{:<10}{:<9}{:<13}{:>14}{:>8.0f}{:>10}{:>10}{:>18}\n", workload->name,
                board_names[row.board], row.cpu, first.cycles, median_mhz(row), text_of(row.ratios),
                text_of(row.gains),
                row.host_instructions ? fmt::format("{:.1f}", *row.host_instructions) : "-");
            Json board{{"board", board_names[row.board]},
                       {"cpu", row.cpu},
                       {"mhz", median_mhz(row)},
                       {"cycles", first.cycles},
                       {"result", first.result}};
            if (!row.ratios.empty()) board["ratio"] = median(row.ratios);
            if (!row.gains.empty()) board["gain"] = median(row.gains);
            if (row.host_instructions) {
                board["host_instructions"] = *row.host_instructions;
            }
            boards.push_back(std::move(board));
        }
        workloads.push_back(
            Json{{"workload", workload->name},
                 {"cycles_per_instruction", static_cast<double>(workload->cycles_a_round) /
                                                static_cast<double>(instructions_a_round)},
                 {"boards", std::move(boards)}});
    }
    if (interrupted) text += "\nInterrupted.\n";
    return {text,
            {{"compiler", compiler()},
             {"threaded", threaded},
             {"rounds", rounds_done(results)},
             {"interrupted", interrupted.load()},
             {"peer", peer ? Json(*peer) : Json()},
             {"workloads", std::move(workloads)}}};
}

/// Each board with the cores that there are, or with the one that is asked for; and sim65.
std::vector<Contestant> contestants(const Parsed& parsed) {
    std::vector<Contestant> all;
    for (const Board board : {flat, machine, stock}) {
        for (const auto& [cpu, core] : cores) {
            const bool wanted = parsed.has("cpu") ? parsed.text("cpu") == cpu
                                                  : core != emu::Core::recompiler ||
                                                        emu::recompiler::is_available();
            if (wanted) all.push_back({board, cpu});
        }
    }
    all.push_back({sim65, "sim65"});
    return all;
}

Plan make_plan(const Parsed& parsed) {
    Plan plan{.workloads = cpu_bench::all_workloads(),
              .contestants = contestants(parsed),
              .rounds = parsed.number<unsigned>("rounds"),
              .cycles = parsed.number("cycles")};
    if (!parsed.has("all") && !parsed.has("workload")) {
        plan.workloads.resize(cpu_bench::usual_workloads);
    }
    const auto is_other = [](const std::string& wanted, std::string_view name) {
        return !wanted.empty() && name != wanted;
    };
    std::erase_if(plan.workloads, [&](const Workload& workload) {
        return is_other(parsed.text("workload"), workload.name);
    });
    std::erase_if(plan.contestants, [&](const Contestant& contestant) {
        return is_other(parsed.text("board"), board_names[contestant.board]);
    });
    if (plan.contestants.back().board != sim65) return plan;
    plan.peer = cpu_bench::Peer::find();
    if (!plan.peer) {
        constexpr std::string_view missing = "sim65 not found: install the Debian package cc65";
        plan.contestants.pop_back();
        if (parsed.has("peer") || plan.contestants.empty()) throw Trouble(std::string(missing));
        say(fmt::format("ryg bench cpu: {}; no ratios\n", missing));
    }
    return plan;
}

}  // namespace

Exit bench_cpu(Arguments arguments) {
    const Parsed parsed = parse(arguments, bench_cpu_help, bench_cpu_options);
    if (parsed.helped) return exit_done;
    const Plan plan = make_plan(parsed);
    std::optional<std::string> valgrind;
    if (parsed.has("instructions")) {
        valgrind = cpu_bench::find_program("valgrind");
        if (!valgrind) throw Trouble("--instructions: valgrind not found: install it");
    }
    std::vector<Result> results = measure(plan);
    if (valgrind) {
        for (Result& result : results) {
            if (!interrupted) count_instructions(plan, result, *valgrind);
        }
    }
    print(report_of(plan, results), parsed);
    if (!results_agree(results)) return exit_difference;
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
