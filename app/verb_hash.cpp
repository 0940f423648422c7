// `ryg hash`: is the second engine's hash uniform, and does its lock help?
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>

#include "app/game_verb.hpp"
#include "app/plot.hpp"
#include "app/terminal.hpp"
#include "app/verb.hpp"
#include "engine/games/ryg3/game.hpp"
#include "engine/games/ryg3/study/hash_jury.hpp"
#include "engine/games/ryg3/study/hash_sources.hpp"

namespace ryg::app {
namespace {

using namespace engine::ryg3;
using TableSource = HashSource::TableSource;

constexpr Help help{
    "hash [options]",
    R"(Tests the random tables from which the second engine computes its hash and its lock. Puts boards into
the hash table, and compares the result with that of 999 sets of random bytes on the same boards. A test
is bad if at most one set in 1000 is as bad, and suspicious if its p times the number of tests is at most
0.05. The exit status is 1 if the result is bad. Tables: sid (the chip's noise, read as the program
reads it), machine (the program's own randomize), host (independent bytes), or a file (640 bytes, or
a PRG of them). Positions: all placements, or the interior nodes of a search. See docs/games.md.)",
    "hash\n"
    "hash --tables host --positions search --depth 7 --json\n"
    "hash --sets 20 --plot verdicts.svg"};

Options options() {
    constexpr std::uint64_t greatest_wait = 1'000'000'000;
    std::vector<std::string_view> faults;
    for (const PlantedFault& fault : planted_faults()) faults.push_back(fault.name);
    Options all{
        {.name = "tables", .help = "sid, machine, host or a file", .fallback = "sid"},
        number_option("seed",
                      "host: seed of the bytes (default: 1); sid, machine: seed of the state of a "
                      "chip that has run for a long time",
                      ""),
        number_option("wait", "sid, machine: cycles between starting the noise and reading it", "",
                      0, greatest_wait),
        number_option("idle", "machine: cycles to idle before it starts the noise", "", 0,
                      greatest_wait),
        number_option("cadence", "sid: cycles between two readings (default: the program's, 26)",
                      "", 4, 100'000),
        choice_option("plant", "corrupt the tables", "", std::move(faults)),
        choice_option("positions", "the boards", "all", {"all", "search"}),
        number_option("depth", "search: plies, 7 to 13 (default: 9)", "", 7, 13),
        number_option(
            "sets",
            "test this many sets and count the results: one set per seed, or one per time "
            "of a frame at which a cold machine starts",
            "", 1, 1'000'000)};
    Option cadences =
        flag_option("cadences", "show only how the distance between readings changes the tables");
    for (const Option& option : all) cadences.excludes.push_back(option.name);
    all.push_back(std::move(cadences));
    all.push_back(jobs_option());
    all.push_back(plot_option());
    return all;
}

constexpr std::array<std::string_view, 4> kinds{"sid", "machine", "host", "file"};

/// The source of random bytes. Throws Trouble for an option that such tables do not support.
HashSource source_of(const Parsed& parsed) {
    const std::string given = parsed.text("tables");
    const auto known = std::ranges::find(kinds, given);
    const auto kind = known == kinds.end() ? kinds.back() : *known;
    HashSource source{
        .kind = static_cast<TableSource>(std::ranges::find(kinds, kind) - kinds.begin()),
        .wait = parsed.number("wait"),
        .idle = parsed.number("idle")};
    if (source.kind == TableSource::file) {
        if (!std::filesystem::exists(given)) {
            throw Trouble(
                fmt::format("--tables: there is no '{}': use sid, machine, host or a file", given));
        }
        source.given = read_tables(given);
    }
    for (const auto& [option, having] : {std::pair{"seed", "sid machine host"},
                                         {"sets", "sid machine host"},
                                         {"wait", "sid machine"},
                                         {"cadence", "sid"},
                                         {"idle", "machine"}}) {
        if (parsed.has(option) && std::string_view(having).find(kind) == std::string::npos) {
            throw Trouble(fmt::format("--{} cannot be used with --tables {}", option, given));
        }
    }
    const bool by_seed = parsed.has("sets") && source.kind != TableSource::machine;
    if (source.kind == TableSource::host || by_seed) source.seed = 1;
    if (parsed.has("seed")) source.seed = parsed.number("seed");
    if (parsed.has("cadence")) source.cadence = parsed.number("cadence");
    for (const PlantedFault& fault : planted_faults()) {
        if (fault.name == parsed.text("plant")) source.plant = &fault;
    }
    return source;
}

std::string describe(const HashSource& source) {
    std::string text(kinds[static_cast<std::size_t>(source.kind)]);
    if (source.kind <= TableSource::machine) text += source.seed ? ", warm" : ", cold";
    if (source.seed) text += fmt::format(", seed {}", *source.seed);
    if (source.idle != 0) text += fmt::format(", after idling for {} cycles", source.idle);
    if (source.wait != 0) text += fmt::format(", noise running for {} cycles", source.wait);
    if (source.kind == TableSource::sid)
        text += fmt::format(", a reading in {} cycles", source.cadence);
    if (source.plant != nullptr) text += fmt::format("; planted: {}", source.plant->about);
    return text;
}

/// Mean, deviation and maximum of sorted values.
Json spread_of(const std::vector<double>& values) {
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double variance = 0;
    for (const double value : values) variance += (value - mean) * (value - mean) / count;
    return {{"mean", mean}, {"deviation", std::sqrt(variance)}, {"worst", values.back()}};
}

/// The result of version 11 with these tables in the search that gives the boards.
Json search_with(const RandomTables& tables, int depth) {
    Thinker thinker{.random = tables};
    const Iteration search = thinker.think(Board{}, depth).back();
    return {{"nodes", search.nodes},
            {"empty", search.counts.empty},
            {"other_lock", search.counts.other_lock},
            {"found", search.counts.found},
            {"moves_of_the_board", search.counts.hash_moves}};
}

/// The sample in the program's number of entries, then in a prime number of entries.
Json ideal_hashes(const RandomTables& tables, const HashBoards& boards) {
    const std::vector<HashKey> ours = keys_of(boards.sampled(), tables);
    Json rows = Json::array();
    const auto add = [&](std::string_view hash, std::span<const HashKey> keys, unsigned slots) {
        const CountFigures counts = count_figures(keys, slots);
        rows.push_back({{"keys", hash},
                        {"entries", slots},
                        {"fill_sigmas", fill_figures(keys, slots).sigmas},
                        {"farthest_sigmas", counts.sigmas},
                        {"chi_square", counts.chi_square},
                        {"expected", slots - 1}});
    };
    add("hash", ours, hash_slots);
    add("with lock", ours, prime_slots);
    add("perfect", perfect_keys(boards), prime_slots);
    return rows;
}

Json judge_one(const RandomTables& tables, const HashBoards& boards, const HashJury& jury) {
    const HashFigures figures = hash_figures(boards, tables);
    const HashJudgement judgement = jury.judge(figures);
    const LockFigures& lock = figures.lock;
    Json tests = Json::array(), locks = Json::array();
    for (const JudgedMeasure& test : judgement.tests) {
        tests.push_back({{"test", test.test},
                         {"measured", test.measured},
                         {"expected", test.expected ? Json(*test.expected) : Json()},
                         {"p", test.p},
                         {"verdict", to_string(test.verdict)},
                         {"members", spread_of(jury.badness()[tests.size()])}});
    }
    for (std::size_t width = 0; width < lock_widths.size(); ++width) {
        const double expected = figures.expected_collisions() / (1U << lock_widths[width]);
        locks.push_back(
            {{"bits", lock_widths[width]}, {"missed", lock.missed[width]}, {"expected", expected}});
    }
    return {{"fill", figures.fill.taken},
            {"overwrites", figures.counts.counts},
            {"tests", tests},
            {"lock",
             {{"look_ups", lock.look_ups},
              {"empty", lock.empty},
              {"own", lock.own},
              {"collisions", lock.other},
              {"locks", locks}}},
            {"modulus", ideal_hashes(tables, boards)},
            {"verdict", to_string(judgement.overall)}};
}

/// Tests many sets: one per seed, or per time of a frame at which a cold machine starts.
Json judge_many(HashSource source, const HashBoards& boards, const HashJury& jury,
                std::uint64_t sets) {
    constexpr Cycle frame = c64::timing_of(c64::Model::pal).frame_cycles();
    constexpr std::string_view overall = "the worst of all tests";
    std::vector<double> equal;
    Json tests = Json::array();
    const Cycle first_idle = source.idle;
    Progress progress("hash");
    while (equal.size() < sets && !interrupted) {
        const HashFigures figures = hash_figures(boards, tables_of(source));
        HashJudgement judgement = jury.judge(figures);
        judgement.tests.push_back({{overall}, 0, judgement.overall});
        for (std::size_t i = 0; i < judgement.tests.size(); ++i) {
            const JudgedMeasure& test = judgement.tests[i];
            if (tests.size() == i) {
                tests.push_back({{"test", test.test}, {"good", 0}, {"suspicious", 0}, {"bad", 0}});
            }
            Json& count = tests[i][std::string(to_string(test.verdict))];
            count = count.get<int>() + 1;
        }
        equal.push_back(figures.tables.equal_hash);
        source.seed ? ++* source.seed : source.idle = first_idle + equal.size() * frame / sets;
        progress.show(equal.size(), sets);
    }
    Json report{{"sets", equal.size()}, {"interrupted", interrupted.load()}, {"tests", tests}};
    if (equal.empty()) return report;
    std::ranges::sort(equal);
    report["equal_pairs"] = {
        {"least", equal.front()}, {"most", equal.back()}, {"mean", spread_of(equal)["mean"]}};
    return report;
}

Json cadences() {
    const double band = 2.5758 / std::sqrt(double{cadence_readings});  // one in 100 is outside
    Json list = Json::array();
    for (const Cycle cadence : {4U, 8U, 12U, 16U, 24U, 26U, 32U, 48U, 96U, 144U}) {
        const CadenceFigures row = cadence_figures(cadence);
        list.push_back({{"cycles", cadence},
                        {"repeated", row.repeated},
                        {"correlation_of_readings", row.of_readings},
                        {"correlation_of_bytes", row.of_bytes},
                        {"equal_pairs_in_64", row.equal_in_table}});
    }
    return {{"readings", cadence_readings}, {"band", band}, {"cadences", list}};
}

/// The result of one set. Throws Trouble.
Json study(const Parsed& parsed) {
    const bool of_search = parsed.text("positions") == "search";
    if (parsed.has("depth") && !of_search) {
        throw Trouble("--depth needs --positions search");
    }
    const HashSource source = source_of(parsed);
    const int depth = parsed.has("depth") ? parsed.number<int>("depth") : 9;
    const HashBoards boards = of_search ? boards_of_search(Board{}, depth) : all_boards();
    const auto jury = [&] {
        Progress progress("hash");
        return HashJury::call(
            boards, {.jobs = jobs_of(parsed),
                     .stop = &interrupted,
                     .progress = [&](auto done, auto total) { progress.show(done, total); }});
    }();
    if (!jury) return {{"interrupted", true}};
    Json report{{"tables", describe(source)},
                {"boards", of_search ? fmt::format("{} interior nodes of a search {} plies deep",
                                                   boards.met.size(), depth)
                                     : "all placements, cats numbered by ascending square"},
                {"different", boards.distinct.size()},
                {"drawn", boards.sample}};
    const RandomTables tables = tables_of(source);
    report.update(parsed.has("sets") ? judge_many(source, boards, *jury, parsed.number("sets"))
                                     : judge_one(tables, boards, *jury));
    if (of_search && !parsed.has("sets")) report["version_11"] = search_with(tables, depth);
    return report;
}

/// The plot of a report: the results of many sets, of one set, or of the cadences.
work::Plot plot_of(const Json& report) {
    if (report.contains("cadences")) {
        return {.title = "Readings of the noise, by the cycles from one to the next",
                .rows = "cadences",
                .x = "cycles",
                .x_title = "cycles",
                .y = {"repeated", "correlation_of_readings", "correlation_of_bytes"},
                .y_title = "share, correlation",
                .levels = {{"most by chance", report["band"]},
                           {"least by chance", -report["band"].get<double>()}}};
    }
    work::Plot plot{.title = "Tables: " + report["tables"].get<std::string>(),
                    .rows = "tests",
                    .x = "test",
                    .y_title = "sets",
                    .stacked = true};
    if (report.contains("sets")) {
        plot.y = {"bad", "suspicious", "good"};
    } else {
        plot.y = {"p"};
        plot.y_title = "share of random hashes that are as bad";
        plot.y_logarithmic = true;
        plot.stacked = false;
        plot.levels = {{"bad", HashJury::bad_level}};
    }
    return plot;
}

/// A value, a line for each field, a table for objects in a list; lists of numbers are left out.
std::string text_of(const Json& value, const std::string& name = "") {
    const auto cell = [](const Json& one) {
        return one.is_null()           ? "-"
               : one.is_number_float() ? fmt::format("{:.3f}", one.get<double>())
               : one.is_string()       ? one.get<std::string>()
                                       : one.dump();
    };
    std::string text;
    if (value.is_object()) {
        for (const auto& [field, one] : value.items()) text += text_of(one, name + field + ' ');
    } else if (!value.is_array()) {
        text = fmt::format("{:<26}{}\n", name, cell(value));
    } else if (value.front().is_object()) {
        std::string head;
        for (const Json& row : value) {
            std::string line;
            for (const auto& [field, one] : row.items()) {
                if (one.is_object()) continue;
                const std::size_t width =
                    field == "test" ? 34 : std::max<std::size_t>(field.size() + 2, 12);
                if (&row == &value.front()) head += fmt::format("{:<{}}", field, width);
                line += fmt::format("{:<{}}", cell(one), width);
            }
            text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
        }
        text = '\n' + head.substr(0, head.find_last_not_of(' ') + 1) + '\n' + text + '\n';
    }
    return text;
}

}  // namespace

Exit hash(Arguments arguments) {
    const Parsed parsed = parse(arguments, help, options());
    if (parsed.helped) return exit_done;
    check_plot(parsed);
    const Json report = parsed.has("cadences") ? cadences() : study(parsed);
    if (parsed.has("plot") && !interrupted) write_plot(parsed, plot_of(report), report);
    return finish({text_of(report), report, report.value("verdict", "") != "bad"}, parsed);
}

}  // namespace ryg::app
