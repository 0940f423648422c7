// `ryg hash`: is the second engine's hash uniform, and does its lock help?
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

#include "app/hash_plot.hpp"
#include "app/machine_options.hpp"
#include "app/position_options.hpp"
#include "app/progress.hpp"
#include "engine/ryg3/native/search.hpp"
#include "engine/ryg3/programs.hpp"
#include "engine/ryg3/study/hash_jury.hpp"
#include "engine/ryg3/study/hash_sources.hpp"

namespace ryg::app {
namespace {

using namespace ryg::engine::ryg3;
namespace ryg3 = engine::ryg3;

constexpr Help help{
    .usage = "hash [options]",
    .about =
        "Puts boards into the second engine's hash table and judges the random tables that its\n"
        "hash and lock are made from: how the table fills, how often each entry is overwritten,\n"
        "which collisions the lock misses, equal bytes, serial correlation. The judge is a jury\n"
        "of 999 hashes of random bytes on the same boards. A test is bad if at most one in 1000\n"
        "is as bad, and suspicious if its p times the number of tests is at most 0.05; of random\n"
        "tables one set in 20 is not good. The exit status is 1 if the verdict is bad.\n"
        "Tables: sid (the chip's noise, read as the program reads it), machine (the program's own\n"
        "randomize, run on the C64), host (independent bytes) or dense (no tables: the board's\n"
        "number modulo 251); or a file of theirs, 640 bytes, or a PRG of them. The chip has just "
        "been switched on unless there is a --seed.\n"
        "Positions: all placements, cats numbered by ascending square; all reachable boards, six\n"
        "times as many, in which cats keep their numbers; or the interior nodes of a search.",
    .examples =
        "./ryg hash\n"
        "./ryg hash --wait 2000 --positions search --depth 10\n"
        "./ryg hash --tables machine --seed 5\n"
        "./ryg hash --tables host --sets 1000\n"
        "./ryg hash --tables host --plant four-bits --json\n"
        "./ryg hash --cadences\n"
        "./ryg hash --plot hash.svg\n",
};

constexpr std::array<std::string_view, 5> kinds{"sid", "machine", "host", "dense", "file"};
constexpr std::array<Cycle, 10> shown_cadences{4, 8, 12, 16, 24, 26, 32, 48, 96, 144};

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

options::options_description own_options() {
    options::options_description own;
    const auto text = [] { return options::value<std::string>(); };
    own.add_options()                                                                    //
        ("tables", text()->default_value("sid"), "sid, machine, host, dense or a file")  //
        ("seed", text(),
         "host: of the bytes (default: 1); sid, machine: of the state of a chip that has run for "
         "long")("wait", text(), "sid, machine: cycles between starting the noise and reading it")(
            "idle", text(), "machine: cycles to idle first, the noise not running")(
            "cadence", text(), "sid: cycles from reading to reading (default: the program's, 26)")(
            "plant", text(),
            "spoil the tables: four-bits, equal-tables, constant, counter, lock-is-hash, no-lock");
    add_timing_option(own);
    own.add_options()                                                          //
        ("positions", text()->default_value("all"), "all, reachable, search")  //
        ("depth", options::value<int>()->default_value(9), "search: plies, 7 to 13");
    add_position_option(own);
    own.add_options()  //
        ("sets", text(), "judge this many sets, of as many seeds, and count the verdicts")(
            "cadences", "show what comes of reading the noise faster and slower, nothing else")(
            "plot", text(), "draw the fill curve and the overwrites into this SVG file");
    add_jobs_option(own);
    return own;
}

std::uint64_t number_of(const Parsed& parsed, const char* option, std::uint64_t least,
                        std::uint64_t greatest) {
    const std::uint64_t value = parse_number(parsed.get<std::string>(option), option, greatest);
    if (value < least) {
        throw Trouble(
            fmt::format("--{}: {} is too small: use {} to {}", option, value, least, greatest));
    }
    return value;
}

const PlantedFault* find_fault(const std::string& name) {
    std::string names;
    for (const PlantedFault& fault : planted_faults()) {
        if (fault.name == name) return &fault;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", fault.name);
    }
    throw Trouble(fmt::format("--plant: there is no '{}': use {}", name, names));
}

/// Throws Trouble for an option that the tables do not have.
HashSource source_of(const Parsed& parsed) {
    const auto& given = parsed.get<std::string>("tables");
    const auto kind = std::ranges::find(kinds, given);
    const auto name = kind == kinds.end() ? kinds.back() : *kind;
    HashSource source;
    source.kind = static_cast<HashSource::Kind>(std::ranges::find(kinds, name) - kinds.begin());
    if (source.kind == HashSource::Kind::given) {
        if (!std::filesystem::exists(given)) {
            throw Trouble(fmt::format(
                "--tables: there is no '{}': use sid, machine, host, dense or a file", given));
        }
        source.given = ryg3::read_tables(given);
    }
    for (const auto& [option, having] : {std::pair{"seed", "sid machine host"},
                                         {"sets", "sid machine host"},
                                         {"plant", "sid machine host file"},
                                         {"wait", "sid machine"},
                                         {"cadence", "sid"},
                                         {"idle", "machine"},
                                         {"timing", "machine"}}) {
        if (parsed.given(option) && std::string_view(having).find(name) == std::string::npos) {
            throw Trouble(fmt::format("--{}: --tables {} does not have it", option, given));
        }
    }
    constexpr Cycle greatest_wait = 1'000'000'000, greatest_cadence = 100'000;
    const auto read = [&parsed](const char* option, auto& value, std::uint64_t least,
                                std::uint64_t greatest) {
        if (parsed.has(option)) value = number_of(parsed, option, least, greatest);
    };
    read("seed", source.seed, 0, ~std::uint64_t{0});
    if (source.kind == HashSource::Kind::host && !source.seed) source.seed = 1;
    read("wait", source.wait, 0, greatest_wait);
    read("idle", source.idle, 0, greatest_wait);
    read("cadence", source.cadence, 4, greatest_cadence);
    source.timing = timing_of(parsed);
    if (parsed.has("plant")) source.plant = find_fault(parsed.get<std::string>("plant"));
    return source;
}

std::string describe(const HashSource& source) {
    std::string text(kinds[static_cast<std::size_t>(source.kind)]);
    const bool from_sid =
        source.kind == HashSource::Kind::sid || source.kind == HashSource::Kind::machine;
    if (from_sid) text += source.seed ? ", warm" : ", cold";
    if (source.seed) text += fmt::format(", seed {}", *source.seed);
    if (source.idle != 0) text += fmt::format(", after idling for {} cycles", source.idle);
    if (source.wait != 0) text += fmt::format(", noise running for {} cycles", source.wait);
    if (source.kind == HashSource::Kind::sid) {
        text += fmt::format(", a reading in {} cycles", source.cadence);
    }
    if (source.kind == HashSource::Kind::dense) {
        text += ": the board's number modulo 251, the lock the quotient";
    }
    if (source.plant != nullptr) text += fmt::format("; planted: {}", source.plant->about);
    return text;
}

struct Boards : HashBoards {
    std::string about;
    std::optional<ryg3::Board> searched{};  ///< where the search began that met them,
    int depth = 0;                          ///< and how deep it was
};

/// Throws Trouble for an option that does not go with the positions, or if they are too few.
Boards boards_of(const Parsed& parsed) {
    const auto& kind = parsed.get<std::string>("positions");
    for (const char* option : {"depth", "position"}) {
        if (kind != "search" && parsed.given(option)) {
            throw Trouble(fmt::format("--{}: goes with --positions search only", option));
        }
    }
    if (kind != "all" && parsed.get<std::string>("tables") == "dense") {
        throw Trouble(
            "--tables: dense numbers positions, in which cats have no numbers of their own: use "
            "--positions all");
    }
    Boards boards;
    if (kind == "all") {
        boards = {all_boards(), "all placements, cats numbered by ascending square"};
    } else if (kind == "reachable") {
        boards = {all_reachable_boards(), "all that play can reach, each cat with its number"};
    } else if (kind == "search") {
        const ryg3::Board board = ryg3::board_from(position_of(parsed));
        const int depth = parsed.get<int>("depth");
        check_range(depth, ryg3::least_depth, 13, "depth");
        boards = {boards_of_search(board, depth), "", board, depth};
        boards.about =
            fmt::format("{} interior nodes of a search {} plies deep", boards.met.size(), depth);
    } else {
        throw Trouble(
            fmt::format("--positions: there is no '{}': use all, reachable or search", kind));
    }
    constexpr std::size_t fewest = 256;  // fill a table to more than a half
    if (boards.distinct.size() < fewest) {
        throw Trouble(fmt::format("{}: only {} different ones, too few to judge a hash by",
                                  boards.about, boards.distinct.size()));
    }
    boards.about += fmt::format("; {} different, {} drawn in random order", boards.distinct.size(),
                                boards.sample);
    return boards;
}

std::optional<HashJury> call_jury(const Parsed& parsed, const HashBoards& boards) {
    const unsigned jobs = jobs_of(parsed);
    Progress progress("hearing the jury");
    return HashJury::call(boards, {.jobs = jobs,
                                   .stop = &interrupted,
                                   .progress = [&](std::uint64_t done, std::uint64_t total) {
                                       progress.show(done, total);
                                   }});
}

Json members_json(std::span<const double> badness) {
    if (badness.empty()) return {};
    const auto count = static_cast<double>(badness.size());
    double mean = 0, variance = 0;
    for (const double value : badness) mean += value / count;
    for (const double value : badness) variance += (value - mean) * (value - mean) / count;
    return {{"mean", mean}, {"deviation", std::sqrt(variance)}, {"worst", badness.back()}};
}

Json tests_json(const HashFigures& figures, const HashJudgement& judgement, const HashJury& jury) {
    Json json = Json::array();
    const HashMeasures measures = measures_of(figures);
    for (std::size_t i = 0; i < hash_tests; ++i) {
        if (!measures[i]) continue;
        const auto& expected = measures[i]->expected;
        json.push_back({{"test", titles[i]},
                        {"measured", measures[i]->measured},
                        {"expected", expected ? Json(*expected) : Json()},
                        {"p", *judgement.p[i]},
                        {"verdict", to_string(judgement.verdicts[i])},
                        {"members", members_json(jury.badness(static_cast<HashTest>(i)))}});
    }
    return json;
}

Json lock_json(const HashFigures& figures) {
    const LockFigures& lock = figures.lock;
    Json json{{"look_ups", lock.look_ups},
              {"empty", lock.empty},
              {"own", lock.own},
              {"collisions", lock.other}};
    for (std::size_t width = 0; width < lock_widths.size(); ++width) {
        const unsigned bits = lock_widths[width];
        json["locks"].push_back({{"bits", bits},
                                 {"missed", lock.missed[width]},
                                 {"expected", figures.expected_collisions() / (1U << bits)}});
    }
    return json;
}

std::string number_text(const Json& number) {
    if (number.is_null()) return "-";
    const double value = number;
    return value == std::round(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.3f}", value);
}

std::string_view word(const Json& json) { return json.get_ref<const std::string&>(); }

void print_judgement(const Json& json) {
    fmt::print("tables  {}\nboards  {}\njury    {} hashes of random bytes on the same boards\n\n",
               word(json["tables"]), word(json["boards"]), HashJury::usual_members);
    fmt::print("{:<34}{:>12}{:>12}{:>9}  {}\n", "test", "measured", "expected", "p", "verdict");
    std::string reasons;
    for (const Json& test : json["tests"]) {
        fmt::print("{:<34}{:>12}{:>12}{:>9.3f}  {}\n", word(test["test"]),
                   number_text(test["measured"]), number_text(test["expected"]),
                   test["p"].get<double>(), word(test["verdict"]));
        if (word(json["verdict"]) == "good" || test["verdict"] != json["verdict"]) continue;
        reasons += fmt::format("{}{}", reasons.empty() ? " (" : "; ", word(test["test"]));
    }
    const Json& lock = json["lock"];
    fmt::print(
        "\nThe fill curve is below theory in {:.0f}% of its points.\n\n"
        "{} look-ups, each followed by a write: {} of an empty entry, {} of the board's own,\n"
        "{} of another board's with the same hash. Of these a lock takes for the board's own\n"
        "{:>10}{:>10}{:>12}\n",
        100 * json["below"].get<double>(), lock["look_ups"].dump(), lock["empty"].dump(),
        lock["own"].dump(), lock["collisions"].dump(), "bits", "missed", "expected");
    for (const Json& row : lock["locks"]) {
        fmt::print("{:>10}{:>10}{:>12.1f}\n", row["bits"].dump(), row["missed"].dump(),
                   row["expected"].get<double>());
    }
    fmt::print("\nverdict {}{}{}\n", word(json["verdict"]), reasons, reasons.empty() ? "" : ")");
    if (!json.contains("version_11")) return;
    const Json& search = json["version_11"];
    fmt::print(
        "\nVersion 11 searches with these tables in {} nodes. Of its look-ups {} find an "
        "empty\nentry, {} another lock, and {} a move, {} of them one that the board has.\n",
        search["nodes"].dump(), search["empty"].dump(), search["other_lock"].dump(),
        search["found"].dump(), search["moves_of_the_board"].dump());
}

Exit judge_one(const Parsed& parsed, const HashSource& source, const Boards& boards) {
    const std::optional<HashJury> jury = call_jury(parsed, boards);
    if (!jury) return exit_interrupted;
    const HashFigures figures = figures_of(source, boards);
    const HashJudgement judgement = jury->judge(measures_of(figures));
    Json json{{"tables", describe(source)},
              {"boards", boards.about},
              {"verdict", to_string(judgement.overall)},
              {"tests", tests_json(figures, judgement, *jury)},
              {"lock", lock_json(figures)},
              {"slots", figures.slots},
              {"below", figures.fill.below},
              {"fill", figures.fill.taken},
              {"overwrites", figures.counts.counts}};
    if (boards.searched) {
        // What version 11 does with these tables where the boards come from.
        ryg3::Thinker thinker;
        thinker.random = tables_of(source);
        const ryg3::Iteration search = thinker.think(*boards.searched, boards.depth).back();
        json["version_11"] = {{"nodes", search.nodes},
                              {"empty", search.counts.empty},
                              {"other_lock", search.counts.other_lock},
                              {"found", search.counts.found},
                              {"moves_of_the_board", search.counts.hash_moves}};
    }
    parsed.json() ? print(json) : print_judgement(json);
    if (parsed.has("plot")) draw_hash_plot(parsed.get<std::string>("plot"), figures);
    return judgement.overall == HashVerdict::bad ? exit_difference : exit_done;
}

/// How many sets of tables were good, suspicious and bad.
using Tally = std::array<std::uint64_t, 3>;

void print_tallies(const Json& json) {
    fmt::print(
        "tables  {}, and the seeds after it: {} sets\nboards  {}\n\n{:<34}{:>8}{:>12}{:>8}\n",
        word(json["tables"]), json["sets"].dump(), word(json["boards"]), "test", "good",
        "suspicious", "bad");
    for (const auto& [title, tally] : json["tests"].items()) {
        fmt::print("{:<34}{:>8}{:>12}{:>8}\n", title, tally["good"].dump(),
                   tally["suspicious"].dump(), tally["bad"].dump());
    }
}

Exit judge_many(const Parsed& parsed, HashSource source, const Boards& boards) {
    const std::uint64_t sets = number_of(parsed, "sets", 1, 1'000'000);
    if (!source.seed) source.seed = 1;
    Json json{{"tables", describe(source)}, {"boards", boards.about}, {"sets", 0}};
    const std::optional<HashJury> jury = call_jury(parsed, boards);
    if (!jury) return exit_interrupted;
    std::array<Tally, hash_tests> tallies{};
    Tally worst{};
    {
        Progress progress("judging");
        for (std::uint64_t done = 0; done < sets && !interrupted; ++*source.seed) {
            const HashJudgement judgement = jury->judge(measures_of(figures_of(source, boards)));
            for (std::size_t i = 0; i < hash_tests; ++i) {
                if (judgement.p[i]) ++tallies[i][static_cast<std::size_t>(judgement.verdicts[i])];
            }
            ++worst[static_cast<std::size_t>(judgement.overall)];
            progress.show(++done, sets);
            json["sets"] = done;
        }
    }
    const auto add = [&json](std::string_view title, const Tally& tally) {
        if (tally == Tally{}) return;  // the test does not apply to these boards
        json["tests"][std::string(title)] = {
            {"good", tally[0]}, {"suspicious", tally[1]}, {"bad", tally[2]}};
    };
    for (std::size_t i = 0; i < hash_tests; ++i) add(titles[i], tallies[i]);
    add("the worst of all tests", worst);
    parsed.json() ? print(json) : print_tallies(json);
    return interrupted ? exit_interrupted : exit_done;
}

Exit show_cadences(bool json) {
    const double band = 2.5758 / std::sqrt(double{cadence_readings});  // one in 100 is outside
    if (json) {
        Json list = Json::array();
        for (const Cycle cadence : shown_cadences) {
            const CadenceFigures row = cadence_figures(cadence);
            list.push_back({{"cycles", cadence},
                            {"repeated", row.repeated},
                            {"correlation_of_readings", row.of_readings},
                            {"correlation_of_bytes", row.of_bytes},
                            {"equal_pairs_in_64", row.equal_in_table}});
        }
        print({{"readings", cadence_readings}, {"band", band}, {"cadences", list}});
        return exit_done;
    }
    fmt::print("{:>7}{:>10}{:>14}{:>14}{:>16}\n{:>7}{:>10}{:>14}{:>14}{:>16}\n", "cycles", "the",
               "correlation", "correlation", "equal pairs", "apart", "same", "of readings",
               "of bytes", "in 64 bytes");
    for (const Cycle cadence : shown_cadences) {
        const CadenceFigures row = cadence_figures(cadence);
        fmt::print("{:>7}{:>9.1f}%{:>+14.3f}{:>+14.3f}{:>16.2f}{}\n", cadence, 100 * row.repeated,
                   row.of_readings, row.of_bytes, row.equal_in_table,
                   cadence == usual_cadence  ? "  randomize"
                   : cadence == seed_cadence ? "  without a test for zero"
                                             : "");
    }
    const std::string around = fmt::format("+-{:.3f}", band);
    fmt::print("{:>7}{:>9.1f}%{:>14}{:>14}{:>16.2f}\n", "random", 100.0 / 256, around, around,
               64 * 63 / 2 / 256.0);
    return exit_done;
}

}  // namespace

Exit hash(Arguments arguments) {
    const Parsed parsed = parse(arguments, help, own_options());
    if (parsed.helped) return exit_done;
    check_alone(parsed, "cadences",
                {"tables", "seed", "wait", "idle", "cadence", "plant", "timing", "positions",
                 "depth", "position", "sets", "plot"});
    check_alone(parsed, "plot", {"sets"});
    if (parsed.has("cadences")) return show_cadences(parsed.json());
    if (parsed.has("plot")) check_hash_plot();
    const HashSource source = source_of(parsed);
    const Boards boards = boards_of(parsed);
    return parsed.has("sets") ? judge_many(parsed, source, boards)
                              : judge_one(parsed, source, boards);
}

}  // namespace ryg::app
