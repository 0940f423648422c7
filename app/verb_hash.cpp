// `ryg hash`: is the second engine's hash uniform, and does its lock help?
#include <algorithm>
#include <fmt/format.h>

#include "app/hash_options.hpp"
#include "app/hash_report.hpp"
#include "app/progress.hpp"

namespace ryg::app {
namespace {

using namespace ryg::crosscheck;

constexpr Help help{
    .usage = "hash [options]",
    .about =
        "Puts boards into the second engine's hash table and judges the random tables that its\n"
        "hash and lock are made from: how the table fills, how often each entry is overwritten,\n"
        "which collisions the lock misses, equal bytes, serial correlation. The judge is a jury\n"
        "of hashes of random bytes on the same boards. A test is bad if at most one in 1000 of\n"
        "the jury is as bad, suspicious if its p times the number of tests is at most 0.05; of\n"
        "random tables one set in 20 is not good. Exit status 1 if the verdict is bad.\n"
        "Tables: sid (the chip's noise, read as the program reads it), machine (the program's own\n"
        "randomize, run on the C64), host (independent bytes) or dense (no tables: the board's\n"
        "number modulo 251). sid and machine are cold unless there is a --seed.\n"
        "Positions: all placements, cats numbered by ascending square; all reachable boards, six\n"
        "times as many, in which cats keep their numbers; games played at random; or the interior\n"
        "nodes of a search by version 09.",
    .examples =
        "./ryg hash\n"
        "./ryg hash --wait 2000 --positions search --depth 10\n"
        "./ryg hash --tables machine --seed 5\n"
        "./ryg hash --tables host --sets 1000\n"
        "./ryg hash --tables host --plant four-bits --json\n"
        "./ryg hash --cadences\n"
        "./ryg hash --report hash-report\n",
};

std::optional<HashJury> call_jury(const Parsed& parsed, const HashBoards& boards) {
    const unsigned jobs = jobs_of(parsed);
    Progress progress("hearing the jury");
    return HashJury::call(
        boards,
        {.members = number_of(parsed, "jury", HashJury::least_members, 1'000'000),
         .jobs = jobs,
         .stop = &interrupted,
         .progress = [&](std::uint64_t done, std::uint64_t total) { progress.show(done, total); }});
}

/// What version 11 of the engine does with these tables where the boards come from.
engine::ryg3::Iteration real_search(const HashPositions& positions,
                                    const engine::ryg3::RandomTables& tables) {
    engine::ryg3::Thinker thinker;
    thinker.random = tables;
    return thinker.think(*positions.searched, positions.depth).back();
}

void print_search(const engine::ryg3::Iteration& search) {
    const engine::ryg3::SearchCounts& counts = search.counts;
    fmt::print(
        "\nVersion 11 searches with these tables in {} nodes. Of its look-ups {} find an "
        "empty\nentry, {} another lock, and {} a move, {} of them one that the board has.\n",
        search.nodes, counts.empty, counts.other_lock, counts.found, counts.hash_moves);
}

Json search_json(const engine::ryg3::Iteration& search) {
    return {{"nodes", search.nodes},
            {"empty", search.counts.empty},
            {"other_lock", search.counts.other_lock},
            {"found", search.counts.found},
            {"moves_of_the_board", search.counts.hash_moves}};
}

Exit judge_one(const Parsed& parsed, const HashSource& source, const HashPositions& positions) {
    const HashFigures figures = source.figures(positions.boards, source.seed);
    const std::optional<HashJury> jury = call_jury(parsed, positions.boards);
    const HashCase what{source.describe(), positions.about, positions.independent,
                        jury ? jury->members() : 0};
    const HashJudgement judgement = jury ? jury->judge(badness_of(figures)) : HashJudgement{};
    std::optional<engine::ryg3::Iteration> search;
    if (positions.searched) {
        search = real_search(positions, source.draw(source.seed));
    }
    if (parsed.json()) {
        Json json = hash_json(what, figures, judgement, jury);
        if (search) json["version_11"] = search_json(*search);
        print(json);
    } else {
        print_hash(what, figures, judgement);
        if (search) print_search(*search);
    }
    if (!jury) return exit_interrupted;
    if (parsed.has("report")) {
        write_hash_report(parsed.get<std::string>("report"), what, figures, judgement, *jury);
    }
    return judgement.overall == HashVerdict::bad ? exit_difference : exit_done;
}

/// How many sets of tables were called what.
struct Tally {
    std::array<std::uint64_t, 3> overall{};
    std::array<std::array<std::uint64_t, 3>, hash_tests> by_test{};

    void add(const HashJudgement& judgement) {
        ++overall[static_cast<std::size_t>(judgement.overall)];
        for (std::size_t i = 0; i < hash_tests; ++i) {
            if (judgement.p[i]) ++by_test[i][static_cast<std::size_t>(judgement.verdicts[i])];
        }
    }
    [[nodiscard]] std::uint64_t sets() const { return overall[0] + overall[1] + overall[2]; }
};

void print_tally(const Tally& tally, const HashSource& source, const HashPositions& positions,
                 bool json) {
    const auto counts = [](const std::array<std::uint64_t, 3>& row) -> Json {
        return {{"good", row[0]}, {"suspicious", row[1]}, {"bad", row[2]}};
    };
    if (json) {
        Json report{{"tables", source.describe()},
                    {"boards", positions.about},
                    {"sets", tally.sets()},
                    {"overall", counts(tally.overall)}};
        for (std::size_t i = 0; i < hash_tests; ++i) {
            const auto test = static_cast<HashTest>(i);
            report["tests"][std::string(key_of(test))] = counts(tally.by_test[i]);
        }
        print(report);
        return;
    }
    fmt::print("tables  {}, and the seeds behind it: {} sets\nboards  {}\n\n", source.describe(),
               tally.sets(), positions.about);
    fmt::print("{:<34}{:>8}{:>12}{:>8}\n", "test", "good", "suspicious", "bad");
    const auto line = [](std::string_view name, const std::array<std::uint64_t, 3>& row) {
        if (row[0] + row[1] + row[2] == 0) return;  // the test does not apply to these boards
        fmt::print("{:<34}{:>8}{:>12}{:>8}\n", name, row[0], row[1], row[2]);
    };
    for (std::size_t i = 0; i < hash_tests; ++i) {
        line(name_of(static_cast<HashTest>(i)), tally.by_test[i]);
    }
    line("the worst of all tests", tally.overall);
}

Exit judge_many(const Parsed& parsed, HashSource source, const HashPositions& positions) {
    const std::uint64_t sets = number_of(parsed, "sets", 1, 1'000'000);
    if (!source.seed) source.seed = 1;
    const std::optional<HashJury> jury = call_jury(parsed, positions.boards);
    Tally tally;
    if (jury) {
        Progress progress("judging");
        for (std::uint64_t i = 0; i < sets && !interrupted; ++i) {
            tally.add(jury->judge(badness_of(source.figures(positions.boards, *source.seed + i))));
            progress.show(i + 1, sets);
        }
    }
    print_tally(tally, source, positions, parsed.json());
    return interrupted ? exit_interrupted : exit_done;
}

Exit show_cadences(const Parsed& parsed) {
    std::vector<CadenceFigures> rows;
    for (const Cycle cadence : shown_cadences) rows.push_back(cadence_of(cadence));
    if (parsed.json()) {
        print(cadences_json(rows));
    } else {
        print_cadences(rows);
    }
    return exit_done;
}

}  // namespace

Exit hash(Arguments arguments) {
    const Parsed parsed = parse(arguments, help, hash_options());
    if (parsed.helped) return exit_done;
    check_alone(parsed, "cadences",
                {"tables", "seed", "wait", "idle", "cadence", "plant", "timing", "positions",
                 "boards", "depth", "order", "position", "jury", "sets", "report"});
    if (parsed.has("cadences")) return show_cadences(parsed);
    const HashSource source = hash_source_of(parsed);
    if (parsed.has("report")) {
        if (parsed.has("sets")) throw Trouble("--report: is of one set of tables, not of --sets");
        check_hash_report(parsed.get<std::string>("report"));
    }
    const HashPositions positions = hash_positions_of(parsed);
    return parsed.has("sets") ? judge_many(parsed, source, positions)
                              : judge_one(parsed, source, positions);
}

}  // namespace ryg::app
