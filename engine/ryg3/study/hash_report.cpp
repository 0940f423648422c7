// `ryg hash`, a verb of this game alone: is its hash uniform, and does its lock help?
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <thread>

#include "engine/common/notation.hpp"
#include "engine/ryg3/game.hpp"
#include "engine/ryg3/study/hash_jury.hpp"
#include "engine/ryg3/study/hash_sources.hpp"

namespace ryg::engine::ryg3 {
namespace {

using harness::choice_option;
using harness::Data;
using harness::number_option;
using harness::Report;
using harness::Values;

constexpr std::array<std::string_view, hash_tests> titles{
    "fill curve, farthest from theory",
    "overwrites, farthest entry",
    "overwrites, chi-square",
    "all boards, chi-square",
    "pairs of equal hash and lock",
    "collisions in the order met",
    "collisions the lock misses",
    "equal bytes in hash tables",
    "equal bytes in lock tables",
    "... in both, on the same squares",
    "rank of the keys",
    "serial correlation of the bytes",
};

// --- what is judged -----------------------------------------------------------------------------

constexpr Cycle frame_cycles = c64::timing_of(c64::Model::pal).frame_cycles();

struct Boards : HashBoards {
    std::string about{};
    std::optional<Board> searched{};  ///< where the search began that met them,
    int depth = 0;                    ///< and how deep it was
};

/// Throws std::invalid_argument if they are too few.
Boards boards_of(const Values& values) {
    constexpr std::size_t fewest = 256;  // fill a table to more than a half
    Boards boards;
    if (values.text("positions") == "search") {
        const Board board =
            board_from(values.has("position") ? parse_position(values.text("position"), Geometry::a)
                                              : start_position());
        const int depth = values.has("depth") ? values.number<int>("depth") : 9;
        boards = {boards_of_search(board, depth), "", board, depth};
        boards.about =
            fmt::format("{} interior nodes of a search {} plies deep", boards.met.size(), depth);
        if (boards.distinct.size() < fewest) {
            throw std::invalid_argument(
                fmt::format("{}: only {} different ones, too few to judge a hash by", boards.about,
                            boards.distinct.size()));
        }
    } else if (values.has("depth") || values.has("position")) {
        throw std::invalid_argument(fmt::format("--{}: goes with --positions search only",
                                                values.has("depth") ? "depth" : "position"));
    } else {
        boards = {all_boards(), "all placements, cats numbered by ascending square"};
    }
    boards.about += fmt::format("; {} different, {} drawn in random order", boards.distinct.size(),
                                boards.sample);
    return boards;
}

std::optional<HashJury> call_jury(const Values& values, const HashBoards& boards,
                                  const harness::Watch& watch) {
    const auto jobs = values.number<unsigned>("jobs");
    return HashJury::call(boards, {.jobs = jobs != 0 ? jobs : std::thread::hardware_concurrency(),
                                   .stop = watch.stop,
                                   .progress = watch.progress});
}

// --- one set of tables --------------------------------------------------------------------------

std::string number_text(std::optional<double> value) {
    if (!value) return "-";
    return *value == std::round(*value) ? fmt::format("{:.0f}", *value)
                                        : fmt::format("{:.3f}", *value);
}

/// What a jury's members came to in a test.
Data members_data(std::span<const double> badness) {
    const auto count = static_cast<double>(badness.size());
    double mean = 0, variance = 0;
    for (const double value : badness) mean += value / count;
    for (const double value : badness) variance += (value - mean) * (value - mean) / count;
    return Data::Fields{
        {"mean", mean}, {"deviation", std::sqrt(variance)}, {"worst", badness.back()}};
}

void add_tests(Report& report, const HashFigures& figures, const HashJudgement& judgement,
               const HashJury& jury) {
    report.text += fmt::format("{:<34}{:>12}{:>12}{:>9}  {}\n", "test", "measured", "expected", "p",
                               "verdict");
    Data::List tests;
    const HashMeasures measures = measures_of(figures);
    for (std::size_t i = 0; i < hash_tests; ++i) {
        if (!measures[i]) continue;
        const auto& [measured, expected, badness] = *measures[i];
        const std::string_view verdict = to_string(judgement.verdicts[i]);
        report.text +=
            fmt::format("{:<34}{:>12}{:>12}{:>9.3f}  {}\n", titles[i], number_text(measured),
                        number_text(expected), *judgement.p[i], verdict);
        tests.push_back(
            Data::Fields{{"test", titles[i]},
                         {"measured", measured},
                         {"expected", expected},
                         {"p", *judgement.p[i]},
                         {"verdict", verdict},
                         {"members", members_data(jury.badness(static_cast<HashTest>(i)))}});
    }
    report.data.emplace_back("tests", std::move(tests));
}

void add_lock(Report& report, const HashFigures& figures) {
    const LockFigures& lock = figures.lock;
    report.text += fmt::format(
        "\nThe fill curve is below theory in {:.0f}% of its points.\n\n"
        "{} look-ups, each followed by a write: {} of an empty entry, {} of the board's own,\n"
        "{} of another board's with the same hash. Of these a lock takes for the board's own\n"
        "{:>10}{:>10}{:>12}\n",
        100 * figures.fill.below, lock.look_ups, lock.empty, lock.own, lock.other, "bits", "missed",
        "expected");
    Data::List locks;
    for (std::size_t width = 0; width < lock_widths.size(); ++width) {
        const unsigned bits = lock_widths[width];
        const double expected = figures.expected_collisions() / (1U << bits);
        report.text += fmt::format("{:>10}{:>10}{:>12.1f}\n", bits, lock.missed[width], expected);
        locks.push_back(
            Data::Fields{{"bits", bits}, {"missed", lock.missed[width]}, {"expected", expected}});
    }
    report.data.emplace_back("lock", Data::Fields{{"look_ups", lock.look_ups},
                                                  {"empty", lock.empty},
                                                  {"own", lock.own},
                                                  {"collisions", lock.other},
                                                  {"locks", std::move(locks)}});
}

/// What version 11 does with these tables where the boards come from.
void add_search(Report& report, const RandomTables& tables, const Boards& boards) {
    Thinker thinker{.random = tables};
    const Iteration search = thinker.think(*boards.searched, boards.depth).back();
    report.text += fmt::format(
        "\nVersion 11 searches with these tables in {} nodes. Of its look-ups {} find an "
        "empty\nentry, {} another lock, and {} a move, {} of them one that the board has.\n",
        search.nodes, search.counts.empty, search.counts.other_lock, search.counts.found,
        search.counts.hash_moves);
    report.data.emplace_back("version_11",
                             Data::Fields{{"nodes", search.nodes},
                                          {"empty", search.counts.empty},
                                          {"other_lock", search.counts.other_lock},
                                          {"found", search.counts.found},
                                          {"moves_of_the_board", search.counts.hash_moves}});
}

Report judge_one(const HashSource& source, const Boards& boards, const HashJury& jury,
                 const std::string& about) {
    const RandomTables tables = tables_of(source);
    const HashFigures figures = hash_figures(boards, tables);
    const HashJudgement judgement = jury.judge(measures_of(figures));
    const bool good = judgement.overall == HashVerdict::good;
    Report report{
        fmt::format("tables  {}\nboards  {}\njury    {} hashes of random bytes on the "
                    "same boards\n\n",
                    about, boards.about, HashJury::usual_members),
        {{"tables", about},
         {"boards", boards.about},
         {"verdict", to_string(judgement.overall)},
         {"below", figures.fill.below},
         {"fill", Data::List(figures.fill.taken.begin(), figures.fill.taken.end())},
         {"overwrites", Data::List(figures.counts.counts.begin(), figures.counts.counts.end())}},
        judgement.overall != HashVerdict::bad};
    add_tests(report, figures, judgement, jury);
    add_lock(report, figures);
    std::string reasons;
    for (std::size_t i = 0; i < hash_tests; ++i) {
        if (good || !judgement.p[i] || judgement.verdicts[i] != judgement.overall) continue;
        reasons += fmt::format("{}{}", reasons.empty() ? " (" : "; ", titles[i]);
    }
    report.text += fmt::format("\nverdict {}{}{}\n", to_string(judgement.overall), reasons,
                               reasons.empty() ? "" : ")");
    if (boards.searched) add_search(report, tables, boards);
    return report;
}

// --- many sets, and cadences --------------------------------------------------------------------

Report judge_many(HashSource source, const Boards& boards, const HashJury& jury,
                  const std::string& about, std::uint64_t sets, const harness::Watch& watch) {
    using Tally = std::array<std::uint64_t, 3>;  // good, suspicious, bad
    std::array<Tally, hash_tests + 1> tallies{};
    std::vector<std::uint32_t> equal;
    const Cycle first_idle = source.idle;
    std::uint64_t done = 0;
    while (done < sets && !watch.stopped()) {
        const HashFigures figures = hash_figures(boards, tables_of(source));
        equal.push_back(figures.tables.equal_hash);
        const auto judgement = jury.judge(measures_of(figures));
        for (std::size_t i = 0; i < hash_tests; ++i) {
            if (judgement.p[i]) ++tallies[i][static_cast<std::size_t>(judgement.verdicts[i])];
        }
        ++tallies.back()[static_cast<std::size_t>(judgement.overall)];
        ++done;
        if (source.seed) {
            ++*source.seed;
        } else {
            source.idle = first_idle + done * frame_cycles / sets;
        }
        if (watch.progress) watch.progress(done, sets);
    }
    if (done == 0) return {"Interrupted.\n", {{"interrupted", true}}};
    const auto [least, most] = std::ranges::minmax(equal);
    const double mean =
        std::accumulate(equal.begin(), equal.end(), 0.0) / static_cast<double>(done);
    Report report{
        fmt::format("tables  {}, and {}: {} sets\nboards  {}\n\n"
                    "{:<34}{:>8}{:>12}{:>8}\n",
                    about, source.seed ? "the seeds after it" : "at other times of a frame", done,
                    boards.about, "test", "good", "suspicious", "bad"),
        {{"tables", about}, {"boards", boards.about}, {"sets", done}}};
    Data::Fields tests;
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        const auto& [good, suspicious, bad] = tallies[i];
        if (good + suspicious + bad == 0) continue;  // the test does not apply to these boards
        const std::string title(i < hash_tests ? titles[i] : "the worst of all tests");
        report.text += fmt::format("{:<34}{:>8}{:>12}{:>8}\n", title, good, suspicious, bad);
        tests.emplace_back(title,
                           Data::Fields{{"good", good}, {"suspicious", suspicious}, {"bad", bad}});
    }
    report.text += fmt::format("\nEqual bytes in hash tables: {} to {} pairs, {:.1f} on average.\n",
                               least, most, mean);
    report.data.emplace_back("tests", std::move(tests));
    report.data.emplace_back("equal_pairs",
                             Data::Fields{{"least", least}, {"most", most}, {"mean", mean}});
    return report;
}

Report cadences() {
    const double band = 2.5758 / std::sqrt(double{cadence_readings});  // one in 100 is outside
    Report report;
    report.text = fmt::format("{:>7}{:>10}{:>14}{:>14}{:>16}\n{:>7}{:>10}{:>14}{:>14}{:>16}\n",
                              "cycles", "the", "correlation", "correlation", "equal pairs", "apart",
                              "same", "of readings", "of bytes", "in 64 bytes");
    Data::List list;
    for (const Cycle cadence : {4U, 8U, 12U, 16U, 24U, 26U, 32U, 48U, 96U, 144U}) {
        const CadenceFigures row = cadence_figures(cadence);
        report.text +=
            fmt::format("{:>7}{:>9.1f}%{:>+14.3f}{:>+14.3f}{:>16.2f}{}\n", cadence,
                        100 * row.repeated, row.of_readings, row.of_bytes, row.equal_in_table,
                        cadence == usual_cadence  ? "  randomize"
                        : cadence == seed_cadence ? "  without a test for zero"
                                                  : "");
        list.push_back(Data::Fields{{"cycles", cadence},
                                    {"repeated", row.repeated},
                                    {"correlation_of_readings", row.of_readings},
                                    {"correlation_of_bytes", row.of_bytes},
                                    {"equal_pairs_in_64", row.equal_in_table}});
    }
    const std::string around = fmt::format("+-{:.3f}", band);
    report.text += fmt::format("{:>7}{:>9.1f}%{:>14}{:>14}{:>16.2f}\n", "random", 100.0 / 256,
                               around, around, 64 * 63 / 2 / 256.0);
    report.data = {{"readings", cadence_readings}, {"band", band}, {"cadences", std::move(list)}};
    return report;
}

Report run(const Values& values, const harness::Watch& watch) {
    if (values.has("cadences")) return cadences();
    HashSource source = source_of(values);
    const bool drawn_by_beam = source.kind == HashSource::Kind::machine;
    if (values.has("sets") && !source.seed && !drawn_by_beam) source.seed = 1;
    const Boards boards = boards_of(values);
    const std::string about = describe(source);
    const auto jury = call_jury(values, boards, watch);
    if (!jury) return {"Interrupted.\n", {{"interrupted", true}}};
    return values.has("sets")
               ? judge_many(source, boards, *jury, about, values.number("sets"), watch)
               : judge_one(source, boards, *jury, about);
}

}  // namespace

harness::OwnTask hash_study() {
    constexpr std::uint64_t greatest_wait = 1'000'000'000;
    harness::OwnTask job;
    job.name = "hash";
    job.summary = "is the second engine's hash uniform, does its lock help?";
    job.about =
        "Puts boards into the second engine's hash table and judges the random tables that its\n"
        "hash and lock are made from: how the table fills, how often each entry is overwritten,\n"
        "which collisions the lock misses, equal bytes, serial correlation. The judge is a jury\n"
        "of 999 hashes of random bytes on the same boards. A test is bad if at most one in 1000\n"
        "is as bad, and suspicious if its p times the number of tests is at most 0.05; of random\n"
        "tables one set in 20 is not good. The exit status is 1 if the verdict is bad.\n"
        "Tables: sid (the chip's noise, read as the program reads it), machine (the program's own\n"
        "randomize, run on the C64), host (independent bytes), or a file of theirs, 640 bytes or "
        "a\n"
        "PRG of them. The chip has just been switched on unless there is a --seed.\n"
        "Positions: all placements, cats numbered by ascending square; or the interior nodes of a\n"
        "search. docs/hash.md shows the results.";
    std::vector<std::string_view> faults;
    for (const PlantedFault& fault : planted_faults()) faults.push_back(fault.name);
    job.options = {
        {.name = "tables", .help = "sid, machine, host or a file", .fallback = "sid"},
        number_option("seed",
                      "host: of the bytes (default: 1); sid, machine: of the state of a chip that "
                      "has run for long",
                      ""),
        number_option("wait", "sid, machine: cycles between starting the noise and reading it", "",
                      0, greatest_wait),
        number_option("idle", "machine: cycles to idle first, the noise not running", "", 0,
                      greatest_wait),
        number_option("cadence", "sid: cycles from reading to reading (default: the program's, 26)",
                      "", 4, 100'000),
        choice_option("plant", "spoil the tables", "", std::move(faults)),
        choice_option("timing", "machine: as in `ryg run` (default: stock)", "",
                      {"cpu", "badlines", "stock"}),
        choice_option("positions", "the boards", "all", {"all", "search"}),
        number_option("depth", "search: plies, 7 to 13 (default: 9)", "", least_depth, 13),
        {"position", "search: as in `ryg search` (default: the start)"},
        number_option("sets",
                      "judge this many sets and count the verdicts: of as many seeds, or of a cold "
                      "machine at as many times of a frame",
                      "", 1, 1'000'000),
        harness::flag_option(
            "cadences", "show only how reading the noise faster and slower changes the tables"),
        number_option("jobs", "threads; 0: one for each core", "0", 0, 1024)};
    for (const harness::Option& option : job.options) {
        if (option.name == "cadences" || option.name == "jobs") continue;
        std::ranges::find(job.options, "cadences", &harness::Option::name)
            ->excludes.push_back(option.name);
    }
    job.examples = {{},
                    {{"wait", "2000"}, {"positions", "search"}, {"depth", "10"}},
                    {{"tables", "machine"}, {"seed", "5"}},
                    {{"tables", "host"}, {"sets", "1000"}},
                    {{"tables", "host"}, {"plant", "four-bits"}, {"json", ""}},
                    {{"cadences", ""}}};
    job.run = run;
    return job;
}

}  // namespace ryg::engine::ryg3
