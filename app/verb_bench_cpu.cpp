// `ryg bench cpu`: the speed of the processor on flat memory, in the whole C64, and in sim65.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "app/cpu_bench/peer.hpp"
#include "app/game_verb.hpp"
#include "app/manual.hpp"
#include "app/terminal.hpp"
#include "emu/cpu.hpp"
#include "emu/recompiler/recompiler.hpp"
#include "engine/work/difference.hpp"

namespace ryg::app {
namespace {

using cpu_bench::RunCost;
using cpu_bench::Workload;
using work::median;

constexpr Help bench_cpu_help{
    .usage = "bench cpu [options]",
    .about =
        "Measures the emulated 6502 with the same workloads on four boards: flat memory; a whole\n"
        "C64 (banked memory, timers, the jiffy interrupt); the same with badlines (stock); and\n"
        "sim65, the simulator of Debian's cc65. They take turns, round by round, and the median\n"
        "counts. MHz are 6502 cycles per microsecond of processor time.\n"
        "The workloads: tree (RYG 16's tree builder), compute (arithmetic and indexed\n"
        "memory), branch (calls, returns, branches that depend on data), mixed (long straight\n"
        "code that adds in decimal and changes itself). With --all also the kinds that are hard\n"
        "to translate: short (short blocks, flags through the stack), writer (code that writes "
        "code)\n"
        "and, on the C64 alone, banks (five memory maps), port (writes to $01), key (waits for a\n"
        "key, with a breakpoint), chrout (the KERNAL), irq (an interrupt every 200 cycles); then\n"
        "the routines of examples/ (oxo, multiply), cc65's samples where they are installed\n"
        "(cc65), and, as board `verify`, what ryg verify does with each program of a game, the\n"
        "twin's time included (games). --table prints multiples of sim65's speed as a table in\n"
        "Markdown, as in docs/processor.md.\n"
        "Exit status: 0 measured, 1 results differ, 2 error.",
    .examples =
        "bench cpu\n"
        "bench cpu --workload tree --rounds 3 --json\n"
        "bench cpu --all --board machine\n"
        "bench cpu --rounds 5 --table\n",
};

/// The contestant that runs a workload.
enum Venue : unsigned { flat, machine, stock, verify_work, sim65 };
constexpr std::array<std::string_view, 5> board_names{"flat", "machine", "stock", "verify",
                                                      "sim65"};

const Options bench_cpu_options{
    choice_option("peer", "measure this emulator too, which must be installed: sim65", "",
                  {"sim65"}),
    number_option("rounds", "number of runs of each", "5", 1, 1000),
    number_option("cycles", "approximate length of a run", "200000000", 0, 100'000'000'000),
    choice_option("workload", "this one only", "",
                  {"tree", "compute", "branch", "mixed", "short", "writer", "banks", "port", "key",
                   "chrout", "irq", "oxo", "multiply", "cc65", "games"}),
    flag_option("all", "also the kinds that are hard to translate"),
    choice_option("board", "this one only", "", {board_names.begin(), board_names.end()}),
    choice_option("cpu", "this one only", "", {"exact", "interpreter", "recompiler"}),
    flag_option("table", "print a table in Markdown, in multiples of sim65's speed")};

struct BenchEntry {
    Venue board;
    std::string_view cpu;  ///< its core; sim65 has its own
};

/// One line of the table.
struct BenchRow : BenchEntry {
    std::vector<RunCost> samples;
    std::vector<double> ratios;  ///< to sim65 in the same round
    std::vector<double> gains;   ///< to the interpreter in the same round
};

struct WorkloadResult {
    const Workload* workload;
    std::vector<BenchRow> rows;
};

struct BenchPlan {
    std::vector<Workload> workloads;
    std::vector<BenchEntry> contestants;
    std::optional<cpu_bench::Peer> peer{};
    unsigned rounds = 0;
    emu::Cycle cycles = 0;
};

double median_mhz(const BenchRow& row) {
    std::vector<double> mhz;
    for (const RunCost& sample : row.samples) mhz.push_back(sample.mhz());
    return median(mhz);
}

RunCost run_once(const BenchPlan& plan, const Workload& workload, const BenchEntry& contestant) {
    const c64::Timing timing = contestant.board == stock ? c64::Timing::stock : c64::Timing::cpu;
    const auto core = [&] { return named(contestant.cpu, "cpu", cores); };
    if (workload.game) return run_game(workload, plan.cycles, core());
    if (workload.is_whole) return run_whole(workload, plan.cycles, core(), timing);
    const unsigned rounds = cpu_bench::rounds_for(workload, plan.cycles);
    if (contestant.board == sim65) return plan.peer->run(workload, rounds);
    if (contestant.board == flat) return cpu_bench::run_flat(workload, rounds, core());
    return cpu_bench::run_machine(workload, rounds, core(), timing);
}

bool can_run(Venue board, const Workload& workload) {
    if (workload.game || board == verify_work) return workload.game && board == verify_work;
    return !workload.needs_c64 || board == machine || board == stock;
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

/// Interleaves the contestants, so that slow phases of the host affect all alike. Ctrl-C ends it
/// during a run, which then does not count.
std::vector<WorkloadResult> measure(const BenchPlan& plan) {
    std::vector<WorkloadResult> results;
    for (const Workload& workload : plan.workloads) {
        WorkloadResult& result = results.emplace_back(&workload, std::vector<BenchRow>{});
        for (const BenchEntry& contestant : plan.contestants) {
            if (can_run(contestant.board, workload)) {
                result.rows.push_back({contestant, {}, {}, {}});
            }
        }
    }
    Progress progress("rounds");
    for (unsigned round = 0; round < plan.rounds; ++round) {
        progress.show(round, plan.rounds);
        for (WorkloadResult& result : results) {
            for (BenchRow& row : result.rows) {
                const RunCost sample = run_once(plan, *result.workload, row);
                if (interrupted) return results;
                row.samples.push_back(sample);
            }
            compare(result.rows);
        }
    }
    return results;
}

/// Whether results agree on all boards; those of a whole program depend on the board's timing.
bool results_agree(const std::vector<WorkloadResult>& results) {
    bool agree = true;
    for (const auto& [workload, rows] : results) {
        for (const BenchRow& row : rows) {
            const BenchRow& first =
                *std::ranges::find_if(rows, [&, whole = workload->is_whole](const BenchRow& other) {
                    return !whole || other.board == row.board;
                });  // its samples are as many, or one more
            for (const RunCost& sample : row.samples) {
                const std::uint16_t expected = first.samples.front().result;
                if (sample.result == expected) continue;
                say(fmt::format("ryg bench cpu: workload {}: result ${:04x} on {}, ${:04x} on {}\n",
                                workload->name, sample.result, board_names[row.board], expected,
                                board_names[first.board]));
                agree = false;
                break;
            }
        }
    }
    return agree;
}

/// Rounds in which every contestant ran every workload.
std::size_t rounds_done(const std::vector<WorkloadResult>& results) {
    return results.back().rows.back().samples.size();
}

/// Multiples of sim65's speed: a row for each workload, a column for each contestant.
std::string table_of(const BenchPlan& plan, const std::vector<WorkloadResult>& results) {
    std::string head = "| workload |", rule = "|---|";
    const auto is_peer = [](const BenchEntry& one) { return one.board == sim65; };
    for (const BenchEntry& one : plan.contestants) {
        const bool runs = std::ranges::any_of(results, [&](const WorkloadResult& result) {
            return can_run(one.board, *result.workload);
        });
        if (is_peer(one) || !runs) continue;
        head += fmt::format(" {} {} |", board_names[one.board], one.cpu);
        rule += "---:|";
    }
    std::string text = fmt::format("{}, {}; medians of {} rounds; {}\n\n{}\n{}\n", host_processor(),
                                   compiler(), rounds_done(results),
                                   plan.peer ? plan.peer->version() : "no sim65", head, rule);
    for (const auto& [workload, rows] : results) {
        text += fmt::format("| {} |", workload->name);
        for (const BenchRow& row : rows) {
            if (is_peer(row)) continue;
            text += row.ratios.empty() ? " - |" : fmt::format(" {:.1f} |", median(row.ratios));
        }
        text += '\n';
    }
    return text;
}

VerbReport report_of(const BenchPlan& plan, const std::vector<WorkloadResult>& results) {
    const bool threaded = emu::loops_are_threaded();
    const auto peer = plan.peer ? std::optional(plan.peer->version()) : std::nullopt;
    std::string text = fmt::format(
        "{}, {} dispatch; {} rounds; peer: {}\n\n{:<10}{:<9}{:<13}{:>14}{:>8}{:>10}{:>10}\n",
        compiler(), threaded ? "threaded" : "looped", rounds_done(results), peer.value_or("none"),
        "workload", "board", "cpu", "cycles", "MHz", "x sim65", "x interp.");
    Json workloads = Json::array();
    for (const auto& [workload, rows] : results) {
        Json boards = Json::array();
        for (const BenchRow& row : rows) {
            if (row.samples.empty()) continue;
            const RunCost& first = row.samples.front();
            const auto text_of = [](const std::vector<double>& ratios) {
                return ratios.empty() ? "-" : fmt::format("{:.2f}", median(ratios));
            };
            text += fmt::format("{:<9} {:<9}{:<13}{:>14}{:>8.0f}{:>10}{:>10}\n", workload->name,
                                board_names[row.board], row.cpu, first.cycles, median_mhz(row),
                                text_of(row.ratios), text_of(row.gains));
            Json board{{"board", board_names[row.board]},
                       {"cpu", row.cpu},
                       {"mhz", median_mhz(row)},
                       {"cycles", first.cycles},
                       {"result", first.result}};
            if (!row.ratios.empty()) board["ratio"] = median(row.ratios);
            if (!row.gains.empty()) board["gain"] = median(row.gains);
            boards.push_back(std::move(board));
        }
        workloads.push_back({{"workload", workload->name}, {"boards", std::move(boards)}});
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

/// Each board with the available cores, or with the requested one; and sim65.
std::vector<BenchEntry> contestants(const Parsed& parsed) {
    std::vector<BenchEntry> all;
    for (const Venue board : {flat, machine, stock, verify_work}) {
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

BenchPlan make_plan(const Parsed& parsed) {
    BenchPlan plan{.workloads = cpu_bench::all_workloads(),
                   .contestants = contestants(parsed),
                   .rounds = parsed.number<unsigned>("rounds"),
                   .cycles = parsed.number("cycles")};
    const std::string wanted = parsed.text("workload");
    const auto is_other = [](const std::string& wanted_one, std::string_view name) {
        return !wanted_one.empty() && name != wanted_one;
    };
    const auto add = [&](std::string_view group, std::vector<Workload> (*made)()) {
        if (wanted.empty() ? !parsed.has("all") : wanted != group) return;
        for (Workload& workload : made()) plan.workloads.push_back(std::move(workload));
    };
    if (!parsed.has("all") && wanted.empty()) plan.workloads.resize(cpu_bench::usual_workloads);
    std::erase_if(plan.workloads,
                  [&](const Workload& workload) { return is_other(wanted, workload.name); });
    add("cc65", cpu_bench::cc65_samples);
    add("games", cpu_bench::game_programs);
    std::erase_if(plan.contestants, [&](const BenchEntry& contestant) {
        return is_other(parsed.text("board"), board_names[contestant.board]);
    });
    std::erase_if(plan.workloads, [&](const Workload& workload) {
        return std::ranges::none_of(plan.contestants, [&](const BenchEntry& contestant) {
            return can_run(contestant.board, workload);
        });
    });
    if (plan.workloads.empty()) throw Trouble("no workload of these runs on this board");
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
    const BenchPlan plan = make_plan(parsed);
    const std::vector<WorkloadResult> results = measure(plan);
    VerbReport report = report_of(plan, results);
    if (parsed.has("table")) report.text = table_of(plan, results);
    report.agrees = results_agree(results);
    return finish(report, parsed);
}

}  // namespace ryg::app
