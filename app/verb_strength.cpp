// `ryg strength`: how well the engines play, version by version and depth by depth, by exact
// answer.
#include <array>
#include <fmt/format.h>

#include "app/game_verb.hpp"
#include "app/progress.hpp"
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

constexpr std::string_view about =
    "Asks an engine for its move in the positions won for its side: how often is the win kept? In\n"
    "all of them; in those where some move would throw it away (critical); in those of the latter\n"
    "that play from the start can reach. Then shares of games won: from such positions and from\n"
    "the start, against perfect play, which delays its loss and draws among equals; and from the\n"
    "start against an opponent that wanders, drawing among all its moves, until it can win.\n"
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
    harness::Values values{};  ///< of the game's own options
    std::uint64_t asm_sample = 0;
    StrengthOptions options{};

    [[nodiscard]] const Contest& contest() const { return *game->contest; }
    /// What has a thread made its own player of an entry.
    [[nodiscard]] engine::MakeContestant player(const Contest::Make& make,
                                                const Entry& entry) const {
        return [this, &make, entry] { return make(entry.version, entry.depth, values); };
    }
};

/// What came of one entry.
struct Row {
    Entry entry;
    Strength strength;
    std::optional<Agreement> agreement{};  ///< with the 6502 program
};

std::string_view name_of(Side side) { return side == Side::cats ? "cats" : "mouse"; }

Side side_of(const Parsed& parsed) {
    const auto& name = parsed.get<std::string>("side");
    if (name == "cats") return Side::cats;
    if (name == "mouse") return Side::mouse;
    throw Trouble(fmt::format("--side: there is no '{}': use cats or mouse", name));
}

std::vector<Entry> entries_of(const Parsed& parsed, const Contest& contest) {
    const int first = contest.first_version, last = contest.last_version;
    std::vector<int> versions, depths;
    if (parsed.has("version")) {
        versions = {parsed.get<int>("version")};
        if (versions[0] < first || versions[0] > last) {
            throw Trouble(fmt::format("--version: {} chooses no moves: use {} to {}", versions[0],
                                      first, last));
        }
    } else {
        for (int version = first; version <= last; ++version) versions.push_back(version);
    }
    if (parsed.has("depth")) {
        depths = {parsed.get<int>("depth")};
        check_range(depths[0], 1, contest.greatest_depth, "depth");
    } else {
        depths = {1, 2, 3, 4, 5};
    }
    std::vector<Entry> entries;
    for (const int version : versions) {
        for (const int depth : depths) entries.push_back({version, depth});
    }
    return entries;
}

Request read_request(const Asked& asked) {
    const Parsed& parsed = asked.parsed;
    Request request;
    request.game = asked.game;
    request.values = asked.values;
    request.side = side_of(parsed);
    if (std::ranges::count(request.contest().sides, request.side) == 0) {
        throw Trouble(fmt::format("--side: {} plays the {} only", request.game->name,
                                  name_of(request.contest().sides.front())));
    }
    request.entries = entries_of(parsed, request.contest());
    const auto number = [&](const char* option, std::uint64_t greatest) {
        return parse_number(parsed.get<std::string>(option), option, greatest);
    };
    request.asm_sample = number("asm-sample", engine::indexing::position_count);
    request.options.positions = number("positions", engine::indexing::position_count);
    request.options.games = number("games", 1'000'000);
    request.options.seed = number("seed", ~std::uint64_t{0});
    request.options.jobs = jobs_of(parsed);
    request.options.stop = &interrupted;
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

Json to_json(const Share& share) {
    return {{"count", share.count}, {"of", share.of}, {"percent", share.percent()}};
}

Json to_json(const Row& row) {
    const Strength& strength = row.strength;
    Json json{{"version", row.entry.version},
              {"depth", row.entry.depth},
              {"all", to_json(strength.all)},
              {"critical", to_json(strength.critical)},
              {"reachable", to_json(strength.reachable)},
              {"games", to_json(strength.games)},
              {"from_start", to_json(strength.from_start)},
              {"wandering", to_json(strength.wandering)},
              {"any_defence", strength.any_defence ? to_json(*strength.any_defence) : Json()},
              {"lost_game", Json::array()},
              {"without_move", strength.without_move},
              {"shallower", strength.shallower},
              {"interrupted", strength.stopped}};
    for (const engine::Move& move : strength.lost_game) {
        json["lost_game"].push_back(engine::to_string(move));
    }
    json["compared_with_asm"] = row.agreement ? Json(row.agreement->compared) : Json();
    return json;
}

/// A game has no other verb that begins with its tables as they are here, or it has.
std::string reproduce(const Request& request, const Row& row) {
    const auto& [version, depth] = row.entry;
    if (request.contest().again) {
        return command_line("verify", {std::string(request.game->name),
                                       request.contest().again(
                                           version, depth, row.agreement->difference->position)});
    }
    harness::Values values = request.values;
    values.set("side", std::string(name_of(request.side)));
    values.set("version", std::to_string(version)).set("depth", std::to_string(depth));
    values.set("positions", 1).set("games", 1);
    values.set("asm-sample", request.asm_sample).set("seed", request.options.seed);
    return command_line("strength", {std::string(request.game->name), values});
}

const engine::ChoiceDifference* difference_in(const std::vector<Row>& rows) {
    if (rows.empty() || !rows.back().agreement || !rows.back().agreement->difference)
        return nullptr;
    return &*rows.back().agreement->difference;
}

std::string text_of(const std::optional<engine::Move>& move) {
    return move ? engine::to_string(*move) : "none";
}

void print_json(const Request& request, const Examination::Chance& chance,
                const std::vector<Row>& rows) {
    Json json{
        {"game", request.game->name},
        {"side", name_of(request.side)},
        {"seed", request.options.seed},
        {"interrupted", interrupted.load()},
        {"chance",
         {{"all", chance.all}, {"critical", chance.critical}, {"reachable", chance.reachable}}},
        {"rows", Json::array()},
        {"difference", Json()}};
    for (const Row& row : rows) json["rows"].push_back(to_json(row));
    if (const auto* difference = difference_in(rows)) {
        json["difference"] = {{"position", engine::to_fen(difference->position)},
                              {"native", text_of(difference->native)},
                              {"assembly", text_of(difference->assembly)},
                              {"reproduce", reproduce(request, rows.back())}};
    }
    print(json);
}

using Cells = std::array<std::string, 8>;

void print_cells(std::string_view name, const Cells& cells) {
    fmt::print("{:<19}", name);
    for (const std::string& cell : cells) fmt::print(" {:>10}", cell);
    fmt::print("\n");
}

std::string percent(double value) { return fmt::format("{:.2f}%", value); }
std::string cell(const Share& share) { return share.of == 0 ? "-" : percent(share.percent()); }

void print_row(const Request& request, const Row& row) {
    const Strength& strength = row.strength;
    print_cells(fmt::format("version {:>2} depth {:>2}", row.entry.version, row.entry.depth),
                {cell(strength.all), cell(strength.critical), cell(strength.reachable),
                 cell(strength.games), cell(strength.from_start), cell(strength.wandering),
                 cell(strength.any_defence.value_or(Share{})),
                 request.contest().remembers ? "-" : cell({strength.shallower, strength.all.of})});
}

void print_lost_game(const Request& request, const Row& row) {
    if (row.strength.lost_game.empty()) return;
    fmt::print("\nVersion {} at depth {} loses from the start, by the last of these moves:\n",
               row.entry.version, row.entry.depth);
    const auto geometry = request.contest().geometry;
    for (const engine::Move& move : row.strength.lost_game) {
        fmt::print("{} ", engine::to_string(move, geometry));
    }
    fmt::print("\n");
}

void print_table(const Request& request, const Examination::Chance& chance,
                 const std::vector<Row>& rows) {
    print_cells(fmt::format("{}, the {}", request.game->name, name_of(request.side)),
                {"all", "critical", "reachable", "games", "from start", "wandering", "any def.",
                 "shallower"});
    print_cells("chance", {percent(chance.all), percent(chance.critical), percent(chance.reachable),
                           "-", "-", "-", "-", "-"});
    for (const Row& row : rows) print_row(request, row);
    if (rows.empty()) return;
    const Strength& last = rows.back().strength;
    const auto of = [](const Share& share) {
        return share.of == 0 ? "-" : std::to_string(share.of);
    };
    print_cells("of",
                {of(last.all), of(last.critical), of(last.reachable), of(last.games),
                 of(last.from_start), of(last.wandering), of(last.any_defence.value_or(Share{})),
                 request.contest().remembers ? "-" : of(last.all)});
    print_lost_game(request, rows.back());
}

void print_agreement(const Request& request, const std::vector<Row>& rows) {
    std::uint64_t compared = 0;
    for (const Row& row : rows) compared += row.agreement ? row.agreement->compared : 0;
    if (const auto* difference = difference_in(rows)) {
        fmt::print(
            "\nThe 6502 program chooses another move:\n  position    {}\n  native      {}\n"
            "  6502        {}\n  again       {}\n",
            engine::to_fen(difference->position), text_of(difference->native),
            text_of(difference->assembly), reproduce(request, rows.back()));
    } else if (compared != 0) {
        fmt::print("\nThe 6502 program chose the same move in {} searches.\n", compared);
    }
}

}  // namespace

Exit strength(Arguments arguments) {
    options::options_description own("What to measure");
    own.add_options()("version", options::value<int>(), "one that chooses moves (default: each)")(
        "depth", options::value<int>(), "of its search (default: 1 to 5, each)")(
        "side", options::value<std::string>()->default_value("cats"),
        "the engine's: cats or mouse")("positions",
                                       options::value<std::string>()->default_value("0"),
                                       "how many won positions, drawn by the seed; 0: all")(
        "games", options::value<std::string>()->default_value("1000"),
        "of each of the three kinds")(
        "asm-sample", options::value<std::string>()->default_value("0"),
        "positions for which the 6502 program is asked, too, and must choose the same")(
        "seed", options::value<std::string>()->default_value("1"), "of positions and games");
    add_jobs_option(own);
    const Asked asked = ask(arguments, "strength", job_of<&harness::Game::contest>, own, {}, about);
    const Parsed& parsed = asked.parsed;
    if (parsed.helped) return exit_done;

    const Request request = read_request(asked);
    const engine::Solution solution;
    const Examination examination(solution, request.side);
    const std::vector<Row> rows = measure(request, examination);
    if (parsed.json()) {
        print_json(request, examination.chance(), rows);
    } else {
        print_table(request, examination.chance(), rows);
        print_agreement(request, rows);
        if (interrupted) fmt::print("\nInterrupted: the last row is of what was done.\n");
    }
    if (difference_in(rows) != nullptr) return exit_difference;
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
