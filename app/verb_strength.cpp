// `ryg strength`: how well the engines play, by version and depth, measured by the exact solution.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "app/board_game.hpp"
#include "app/game_verb.hpp"
#include "app/terminal.hpp"
#include "engine/strength/contest.hpp"

namespace ryg::app {
namespace {

using engine::Agreement;
using engine::Examination;
using engine::Share;
using engine::Side;
using engine::Strength;
using engine::StrengthOptions;
using harness::Contest;
using work::Data;

constexpr std::string_view strength_about =
    "Asks an engine for its move in the positions that its side has won: how often does it keep\n"
    "the win? In all of them; in those where some move would throw the win away (critical); in\n"
    "those of the latter that play from the start can reach. Then the shares of games that it\n"
    "wins: from such positions and from the start, against perfect play, which delays its loss\n"
    "and draws among equals; and from the start against an opponent that wanders, drawing among\n"
    "all its moves, until it can win.\n"
    "any def.: won positions from which the engine wins whatever is played.\n"
    "Engines play the cats, and where they can the mouse.";

/// One engine, version and depth to be measured.
struct Entry {
    int version;
    int depth;
};

struct Request {
    const harness::Game* game = nullptr;
    Side side = Side::cats;
    std::vector<Entry> entries{};
    harness::Order order{};  ///< its values are of the game's own options
    std::uint64_t asm_sample = 0;
    StrengthOptions options{};

    [[nodiscard]] const Contest& contest() const { return *game->contest; }
    /// Makes a player of an entry, one for each thread.
    [[nodiscard]] engine::MakeContestant player(const Contest::Make& make,
                                                const Entry& entry) const {
        return [this, &make, entry] { return make(entry.version, entry.depth, order); };
    }
};

/// What came of one entry.
struct Row {
    Entry entry;
    Strength strength;
    std::optional<Agreement> agreement{};  ///< with the 6502 program
};

/// The number that an option gives, or all from `first` to `last`.
std::vector<int> one_or_all(const Parsed& parsed, const char* option, int first, int last) {
    if (parsed.has(option)) return {parsed.number<int>(option)};
    std::vector<int> all;
    for (int number = first; number <= last; ++number) all.push_back(number);
    return all;
}

std::vector<Entry> entries_of(const Parsed& parsed, const Contest& contest) {
    const int first = contest.first_version, last = contest.last_version;
    const auto versions = one_or_all(parsed, "version", first, last);
    if (versions.front() < first || versions.front() > last) {
        throw Trouble(
            fmt::format("--version: {} chooses no moves: use {} to {}", versions[0], first, last));
    }
    const auto depths = one_or_all(parsed, "depth", 1, std::min(contest.greatest_depth, 5));
    if (depths.front() < 1 || depths.front() > contest.greatest_depth) {
        throw Trouble(fmt::format("--depth: {} is out of range: use 1 to {}", depths[0],
                                  contest.greatest_depth));
    }
    std::vector<Entry> entries;
    for (const int version : versions) {
        for (const int depth : depths) entries.push_back({version, depth});
    }
    return entries;
}

Request read_request(const Asked& asked) {
    const Parsed& parsed = asked.parsed;
    Request request{.game = asked.game,
                    .side = parsed.text("side") == "cats" ? Side::cats : Side::mouse,
                    .order = asked.order(),
                    .asm_sample = parsed.number("asm-sample"),
                    .options = {.positions = parsed.number("positions"),
                                .games = parsed.number("games"),
                                .seed = parsed.number("seed"),
                                .jobs = jobs_of(parsed),
                                .stop = &interrupted}};
    if (std::ranges::count(request.contest().sides, request.side) == 0) {
        throw Trouble(fmt::format("--side: {} plays the {} only", request.game->name,
                                  name_of(request.contest().sides.front())));
    }
    request.entries = entries_of(parsed, request.contest());
    return request;
}

/// Measures until it is done, interrupted, or a difference is found.
std::vector<Row> measure(const Request& request, const Examination& examination) {
    std::vector<Row> rows;
    for (const Entry& entry : request.entries) {
        if (interrupted) break;
        Progress progress("positions and games");
        StrengthOptions options = request.options;
        options.progress = [&](std::uint64_t done, std::uint64_t all) { progress.show(done, all); };
        const Contest& contest = request.contest();
        const auto native = request.player(contest.native, entry);
        rows.push_back({entry, examination.measure(native, contest.remembers, options)});
        if (request.asm_sample == 0) continue;
        rows.back().agreement =
            engine::compare_choices(native, request.player(contest.assembly, entry),
                                    examination.draw(request.asm_sample, options.seed), options);
        if (rows.back().agreement->difference) break;
    }
    return rows;
}

/// What is shown of each entry: keys and headings, and the shares, where they were asked for.
constexpr std::array<std::pair<const char*, const char*>, 7> columns{{{"all", "all"},
                                                                      {"critical", "critical"},
                                                                      {"reachable", "reachable"},
                                                                      {"games", "games"},
                                                                      {"from_start", "from start"},
                                                                      {"wandering", "wandering"},
                                                                      {"any_defence", "any def."}}};
std::array<std::optional<Share>, columns.size()> shares_of(const Strength& of) {
    return {of.all,        of.critical,  of.reachable,  of.games,
            of.from_start, of.wandering, of.any_defence};
}

/// By `verify` if the game has a way to compare one position there, else by this verb.
std::string reproduce(const Request& request, const Row& row) {
    const auto& [version, depth] = row.entry;
    if (request.contest().again) {
        return command_line("verify", {std::string(request.game->name),
                                       request.contest().again(
                                           version, depth, row.agreement->difference->position)});
    }
    work::Values values = request.order.values;
    values.set("side", std::string(name_of(request.side)));
    values.set("version", std::to_string(version)).set("depth", std::to_string(depth));
    values.set("positions", 1).set("games", 1);
    values.set("asm-sample", request.asm_sample).set("seed", request.options.seed);
    return command_line("strength", {std::string(request.game->name), values});
}

Data data_of(const Row& row) {
    const auto& [entry, strength, agreement] = row;
    Data::Fields data{{"version", entry.version}, {"depth", entry.depth}};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto share = shares_of(strength)[i];
        data.emplace_back(columns[i].first, Data());
        if (!share) continue;
        data.back().second =
            Data::Fields{{"count", share->count}, {"of", share->of}, {"percent", share->percent()}};
    }
    Data::List lost_game;
    for (const engine::Move& move : strength.lost_game) {
        lost_game.emplace_back(engine::to_string(move));
    }
    data.emplace_back("lost_game", std::move(lost_game));
    data.emplace_back("without_move", strength.without_move);
    data.emplace_back("shallower", strength.shallower);
    data.emplace_back("interrupted", strength.stopped);
    data.emplace_back("compared_with_asm", agreement ? Data(agreement->compared) : Data());
    return data;
}

/// `cell` makes the text of a share; the last column has the positions searched less deep.
template <class Cell>
std::string line_of(const Request& request, std::string_view name, const Strength& strength,
                    Cell&& cell) {
    std::string line = fmt::format("{:<19}", name);
    const auto add = [&](const std::optional<Share>& share) {
        line += fmt::format(" {:>10}", share && share->of != 0 ? cell(*share) : "-");
    };
    std::ranges::for_each(shares_of(strength), add);
    const Share shallower{strength.shallower, strength.all.of};
    add(request.contest().remembers ? std::nullopt : std::optional(shallower));
    return line + '\n';
}

std::string percent(double value) { return fmt::format("{:.2f}%", value); }

std::string table_of(const Request& request, const Examination::Chance& chance,
                     const std::vector<Row>& rows) {
    std::string text =
        fmt::format("{:<19}", fmt::format("{}, the {}", request.game->name, name_of(request.side)));
    for (const auto& [key, heading] : columns) text += fmt::format(" {:>10}", heading);
    text += fmt::format(" {:>10}\n{:<19} {:>10} {:>10} {:>10}", "shallower", "chance",
                        percent(chance.all), percent(chance.critical), percent(chance.reachable));
    for (std::size_t i = 3; i <= columns.size(); ++i) text += fmt::format(" {:>10}", "-");
    text += '\n';
    for (const auto& [entry, strength, agreement] : rows) {
        text +=
            line_of(request, fmt::format("version {:>2} depth {:>2}", entry.version, entry.depth),
                    strength, [](const Share& share) { return percent(share.percent()); });
    }
    if (rows.empty()) return text;
    const auto& [entry, strength, agreement] = rows.back();
    text += line_of(request, "of", strength,
                    [](const Share& share) { return std::to_string(share.of); });
    if (strength.lost_game.empty()) return text;
    text +=
        fmt::format("\nVersion {} at depth {} loses from the start, by the last of these moves:\n",
                    entry.version, entry.depth);
    for (const engine::Move& move : strength.lost_game) {
        text += engine::to_string(move, request.contest().geometry) + ' ';
    }
    return text + '\n';
}

work::Report report_of(const Request& request, const Examination::Chance& chance,
                       const std::vector<Row>& rows) {
    work::Report report{table_of(request, chance, rows), {}};
    Data::List list;
    std::uint64_t compared = 0;
    for (const Row& row : rows) {
        list.push_back(data_of(row));
        compared += row.agreement ? row.agreement->compared : 0;
    }
    Data difference;
    if (!rows.empty() && rows.back().agreement && rows.back().agreement->difference) {
        const auto& [position, native, assembly] = *rows.back().agreement->difference;
        const std::string again = reproduce(request, rows.back());
        report.agrees = false;
        difference = Data::Fields{{"position", engine::to_fen(position)},
                                  {"native", to_string(native)},
                                  {"assembly", to_string(assembly)},
                                  {"reproduce", again}};
        report.text += fmt::format(
            "\nThe 6502 program chooses another move:\n  position    {}\n  native      {}\n"
            "  6502        {}\n  again       {}\n",
            engine::to_fen(position), to_string(native), to_string(assembly), again);
    } else if (compared != 0) {
        report.text +=
            fmt::format("\nThe 6502 program chose the same move in {} searches.\n", compared);
    }
    if (interrupted) report.text += "\nInterrupted: the last row is of what was done.\n";
    report.data = {{"game", request.game->name},
                   {"side", name_of(request.side)},
                   {"seed", request.options.seed},
                   {"interrupted", interrupted.load()},
                   {"chance", Data::Fields{{"all", chance.all},
                                           {"critical", chance.critical},
                                           {"reachable", chance.reachable}}},
                   {"rows", std::move(list)},
                   {"difference", std::move(difference)}};
    return report;
}

}  // namespace

Exit strength(Arguments arguments) {
    constexpr auto positions = engine::indexing::position_count;
    const Asked asked = ask(
        arguments, "strength", job_of<&harness::Game::contest>,
        {.options = {number_option("version", "one that chooses moves (default: each)", ""),
                     number_option("depth", "of its search (default: 1 to 5, each)", ""),
                     choice_option("side", "the engine's", "cats", {"cats", "mouse"}),
                     number_option("positions", "how many won positions, drawn by the seed; 0: all",
                                   "0", 0, positions),
                     number_option("games", "of each of the three kinds", "1000", 0, 1'000'000),
                     number_option("asm-sample",
                                   "positions in which the 6502 program is asked, too, and must "
                                   "choose the same move",
                                   "0", 0, positions),
                     number_option("seed", "of positions and games", "1"), jobs_option(),
                     csv_option()},
         .about = strength_about});
    const Parsed& parsed = asked.parsed;
    if (parsed.helped) return exit_done;

    const Request request = read_request(asked);
    const engine::Solution solution;
    const Examination examination(solution, request.side);
    const std::vector<Row> rows = measure(request, examination);
    const work::Report report = report_of(request, examination.chance(), rows);
    parsed.csv() ? print_csv(to_json(report.data)["rows"]) : print(report, parsed);
    if (!report.agrees) return exit_difference;
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
