// `ryg strength`: how well the engines play, by program and depth, measured by the exact solution.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "app/board_game.hpp"
#include "app/game_verb.hpp"
#include "app/plot.hpp"
#include "app/results.hpp"
#include "app/terminal.hpp"
#include "engine/strength/contest.hpp"
#include "engine/work/work.hpp"

namespace ryg::app {
namespace {

using claims::Contest;
using engine::Agreement;
using engine::Examination;
using engine::Share;
using engine::Side;
using engine::Strength;
using engine::StrengthOptions;

constexpr std::string_view strength_about =
    R"(Asks an engine for its move in the positions that its side has won, and shows how often the
move keeps the win: in all of them; in those where some move would throw the win away (critical); and
in the critical ones that play from the start can reach. Then it plays games and shows the share that
the engine wins: from such positions and from the start against perfect play, which delays its loss
and chooses at random among equal moves; and from the start against an opponent that plays at random
until it can win (wandering). any def. is the share of won positions from which the engine wins
against every defence. Engines play the cats; some can also play the mouse (--side).)";

/// One program, or its twin, at a depth, to be measured.
struct MeasuredEntry {
    const claims::Subject* program;
    int depth;

    [[nodiscard]] std::string name() const { return work::part_name(program->name(), depth); }
};

struct StrengthRequest {
    const claims::Game* game = nullptr;
    Side side = Side::cats;
    std::vector<MeasuredEntry> entries{};
    claims::Order order{};  ///< its values are of the game's own options
    std::uint64_t asm_sample = 0;
    StrengthOptions options{};

    [[nodiscard]] const Contest& contest() const { return *game->contest; }
    /// Makes a player of an entry, one for each thread.
    [[nodiscard]] engine::MakeContestant player(const Contest::Make& make,
                                                const MeasuredEntry& entry) const {
        return [this, &make, entry] {
            claims::Order one = order;
            one.programs = {entry.program};
            return make(one, entry.depth);
        };
    }
};

/// The result of one entry.
struct Measured {
    MeasuredEntry entry;
    Strength strength;
    std::optional<Agreement> agreement{};  ///< comparison with the 6502 program
};

/// The named programs, or all that choose moves, at the requested depths.
std::vector<MeasuredEntry> entries_of(const GameCommand& command) {
    const Contest& contest = *command.game->contest;
    const Parsed& parsed = command.parsed;
    std::vector<const claims::Subject*> programs = command.programs;
    for (const claims::Subject& program : command.game->programs) {
        const bool chooses =
            contest.programs.empty() || std::ranges::count(contest.programs, program.name()) != 0;
        if (command.programs.empty() && chooses) programs.push_back(&program);
    }
    const int deepest = contest.greatest_depth;
    const std::string depths =
        parsed.has("depth") ? parsed.text("depth") : fmt::format("1-{}", std::min(deepest, 5));
    std::vector<MeasuredEntry> entries;
    for (const claims::Subject* program : programs) {
        for (const int depth : claims::depths_in(depths, 1, deepest)) {
            entries.push_back({program, depth});
        }
    }
    return entries;
}

StrengthRequest read_request(const GameCommand& asked) {
    const Parsed& parsed = asked.parsed;
    StrengthRequest request{.game = asked.game,
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
    request.entries = entries_of(asked);
    return request;
}

/// Measures until it is done, interrupted, or a difference is found.
std::vector<Measured> measure(const StrengthRequest& request, const Examination& examination) {
    std::vector<Measured> rows;
    for (const MeasuredEntry& entry : request.entries) {
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

/// The columns of each entry: keys and headings.
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

/// The command of `verify` for this position alone.
std::string reproduce(const StrengthRequest& request, const Measured& row) {
    const auto& [program, depth] = row.entry;
    const std::string name(program->name());
    const Contest& contest = request.contest();
    work::Values values = request.order.values;
    if (contest.greatest_depth > 1) values.set("depth", depth);
    values.set("position", contest.again(row.agreement->difference->position));
    return command_line("verify", {name, values});
}

Json json_of(const Measured& row) {
    const auto& [entry, strength, agreement] = row;
    Json json{{"program", entry.program->name()},
              {"version", entry.program->version},
              {"depth", entry.depth}};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto share = shares_of(strength)[i];
        Json& column = json[columns[i].first] = nullptr;
        if (!share) continue;
        column = {{"count", share->count}, {"of", share->of}, {"percent", share->percent()}};
    }
    Json& lost_game = json["lost_game"] = Json::array();
    for (const engine::Move& move : strength.lost_game) {
        lost_game.push_back(engine::to_string(move));
    }
    json["without_move"] = strength.without_move;
    json["shallower"] = strength.shallower;
    json["interrupted"] = strength.stopped;
    json["compared_with_asm"] = agreement ? Json(agreement->compared) : Json();
    return json;
}

/// `cell` makes the text of a share; the last column has the positions searched less deep.
template <class Cell>
work::TableRow row_of(const StrengthRequest& request, const std::string& name,
                      const Strength& strength, Cell&& cell) {
    work::TableRow row{name};
    const auto add = [&](const std::optional<Share>& share) {
        row.push_back(share && share->of != 0 ? cell(*share) : "-");
    };
    std::ranges::for_each(shares_of(strength), add);
    const Share shallower{strength.shallower, strength.all.of};
    add(request.contest().remembers ? std::nullopt : std::optional(shallower));
    return row;
}

std::string percent(double value) { return fmt::format("{:.2f}%", value); }

std::string table_of(const StrengthRequest& request, const Examination::Chance& chance,
                     const std::vector<Measured>& rows) {
    std::vector<work::TableRow> table{
        {fmt::format("{}, the {}", request.game->name, name_of(request.side))},
        {"chance", percent(chance.all), percent(chance.critical), percent(chance.reachable)}};
    for (const auto& [key, heading] : columns) table[0].emplace_back(heading);
    table[0].emplace_back("shallower");
    table[1].resize(table[0].size(), "-");
    for (const auto& [entry, strength, agreement] : rows) {
        table.push_back(row_of(request, entry.name(), strength,
                               [](const Share& share) { return percent(share.percent()); }));
    }
    if (rows.empty()) return work::table_text(table);
    const auto& [entry, strength, agreement] = rows.back();
    table.push_back(row_of(request, "of", strength,
                           [](const Share& share) { return std::to_string(share.of); }));
    for (std::size_t i = table[0].size(); --i > 0;) {  // what nothing was measured of
        const auto is_none = [&](const work::TableRow& row) {
            return &row == &table[0] || row[i] == "-";
        };
        if (!std::ranges::all_of(table, is_none)) continue;
        for (work::TableRow& row : table) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
    }
    std::string text = work::table_text(table);
    if (strength.lost_game.empty()) return text;
    text += fmt::format("\n{} loses from the start, by the last of these moves:\n", entry.name());
    constexpr std::size_t on_a_line = 16;
    for (std::size_t i = 0; i < strength.lost_game.size(); ++i) {
        if (i != 0) text += i % on_a_line == 0 ? '\n' : ' ';
        text += engine::to_string(strength.lost_game[i], request.contest().geometry);
    }
    return text + '\n';
}

VerbReport report_of(const StrengthRequest& request, const Examination::Chance& chance,
                     const std::vector<Measured>& rows) {
    VerbReport report{table_of(request, chance, rows), {}};
    Json list = Json::array();
    std::uint64_t compared = 0;
    for (const Measured& row : rows) {
        list.push_back(json_of(row));
        compared += row.agreement ? row.agreement->compared : 0;
    }
    Json difference;
    if (!rows.empty() && rows.back().agreement && rows.back().agreement->difference) {
        const auto& [position, native, assembly] = *rows.back().agreement->difference;
        const std::string again = reproduce(request, rows.back());
        report.agrees = false;
        difference = Json{{"position", engine::to_fen(position)},
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
    if (interrupted) report.text += "\nInterrupted: the last row is incomplete.\n";
    report.data = {
        {"game", request.game->name},
        {"side", name_of(request.side)},
        {"seed", request.options.seed},
        {"interrupted", interrupted.load()},
        {"chance",
         Json{{"all", chance.all}, {"critical", chance.critical}, {"reachable", chance.reachable}}},
        {"rows", std::move(list)},
        {"difference", std::move(difference)}};
    return report;
}

}  // namespace

Exit strength(Arguments arguments) {
    constexpr auto positions = engine::indexing::position_count;
    const GameCommand asked = ask(
        arguments, "strength", job_of<&claims::Game::contest>,
        {.options = {{"depth", "depths of the searches, such as 3 or 1-5 (default: 1-5)"},
                     choice_option("side", "side of the engine", "cats", {"cats", "mouse"}),
                     number_option("positions",
                                   "number of won positions, chosen by the seed; 0: all", "0", 0,
                                   positions),
                     number_option("games", "number of games of each of the three kinds", "1000", 0,
                                   1'000'000),
                     number_option("asm-sample",
                                   "also run the 6502 program on this many positions and require "
                                   "the same moves",
                                   "0", 0, positions),
                     number_option("seed", "seed of positions and games", "1"),
                     jobs_option(),
                     plot_option(),
                     csv_option()},
         .about = strength_about,
         .needs_program = false});
    const Parsed& parsed = asked.parsed;
    if (parsed.helped) return exit_done;
    check_plot(parsed);

    const StrengthRequest request = read_request(asked);
    const engine::Solution solution;
    const Examination examination(solution, request.side);
    const std::vector<Measured> rows = measure(request, examination);
    const VerbReport report = report_of(request, examination.chance(), rows);
    write_plot(parsed,
               {.title = fmt::format("Won positions in which the {}' move keeps the win",
                                     name_of(request.side)),
                .rows = "rows",
                .x = "depth",
                .x_title = "depth",
                .y = {"all.percent"},
                .y_title = "% of the positions",
                .series = "program",
                .levels = {{"exact solution", 100}, {"chance", examination.chance().all}}},
               report.data);
    return finish(report, parsed, "rows");
}

}  // namespace ryg::app
