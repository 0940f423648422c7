// `ryg strength`: how well the engines play, version by version and depth by depth, by exact
// answer.
#include <array>
#include <fmt/format.h>

#include "app/position_options.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "engine/ryg/asm_engine.hpp"
#include "engine/strength/contest.hpp"

namespace ryg::app {
namespace {

using crosscheck::Examination;
using crosscheck::Strength;
using crosscheck::StrengthOptions;
using engine::Share;
using engine::Side;

constexpr Help help{
    "strength [options]",
    "Asks an engine for its move in the positions won for its side: how often is the win kept? In\n"
    "all of them; in those where some move would throw it away (critical); in those of the latter\n"
    "that play from the start can reach. Then shares of games won: from such positions and from\n"
    "the start, against perfect play, which delays its loss and draws among equals; and from the\n"
    "start against an opponent that wanders, drawing among all its moves, until it can win.\n"
    "any def.: won positions from which the engine wins whatever is played.\n"
    "The first engine plays the cats (versions 14 to 16), the second (7 to 11) either side.",
    "./ryg strength\n"
    "./ryg strength --version 16 --depth 3 --asm-sample 5000\n"
    "./ryg strength --game ryg3 --version 11 --depth 9 --positions 2000 --games 50\n"
    "./ryg strength --game ryg3 --side mouse --depth 4 --positions 20000 --json"};

/// One engine, version and depth to be measured.
struct Entry {
    int version;
    int depth;
};

struct Request {
    bool second = false;  ///< the second engine, RYG3
    Side side = Side::cats;
    std::vector<Entry> entries;
    std::uint64_t asm_sample = 0;
    StrengthOptions options;

    [[nodiscard]] engine::SearchOptions search(const Entry& entry) const {
        const engine::Version version = engine::version_from(entry.version);
        return {.version = version,
                .depth = entry.depth,
                .tree_base = crosscheck::tree_memory(version).start};
    }
    [[nodiscard]] Examination::MakeContestant contestant(const Entry& entry) const {
        if (second) {
            return [entry] {
                return std::make_unique<engine::Ryg3Contestant>(
                    engine::ryg3::searching_version_from(entry.version), entry.depth);
            };
        }
        return [search = search(entry)] { return std::make_unique<engine::RygContestant>(search); };
    }
};

/// What came of one entry.
struct Row {
    Entry entry;
    Strength strength;
    std::optional<crosscheck::Agreement> agreement{};  ///< with the 6502 program
};

Side side_of(const Parsed& parsed) {
    const auto& name = parsed.get<std::string>("side");
    if (name == "cats") return Side::cats;
    if (name == "mouse") return Side::mouse;
    throw Trouble(fmt::format("--side: there is no '{}': use cats or mouse", name));
}

std::vector<Entry> entries_of(const Parsed& parsed, bool second) {
    const int first = second ? 7 : 14, last = second ? 11 : 16;
    const int deepest = second ? engine::ryg3::greatest_depth : engine::greatest_depth;
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
        check_range(depths[0], 1, deepest, "depth");
    } else {
        depths = {1, 2, 3, 4, 5};
    }
    std::vector<Entry> entries;
    for (const int version : versions) {
        for (const int depth : depths) entries.push_back({version, depth});
    }
    return entries;
}

Request read_request(const Parsed& parsed) {
    Request request;
    const auto& game = parsed.get<std::string>("game");
    if (game != "ryg" && game != "ryg3") {
        throw Trouble(fmt::format("--game: there is no '{}': use ryg or ryg3", game));
    }
    request.second = game == "ryg3";
    request.side = side_of(parsed);
    if (!request.second && request.side == Side::mouse) {
        throw Trouble("--side: the first engine plays the cats: use --game ryg3 for the mouse");
    }
    request.entries = entries_of(parsed, request.second);
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

/// Asks the entry's 6502 program, too.
crosscheck::Agreement agreement(const Request& request, const Entry& entry,
                                std::span<const engine::indexing::PositionIndex> positions,
                                const StrengthOptions& options) {
    if (request.second) {
        const auto version = engine::ryg3::searching_version_from(entry.version);
        return crosscheck::compare_choices(crosscheck::AsmRyg3(version), positions, entry.depth,
                                           options);
    }
    const engine::SearchOptions search = request.search(entry);
    return crosscheck::compare_choices(crosscheck::AsmEngine(search.version), positions, search,
                                       options);
}

/// Measures until it is done, interrupted, or a difference is found.
std::vector<Row> measure(const Request& request, const Examination& examination) {
    std::vector<Row> rows;
    for (const Entry& entry : request.entries) {
        if (interrupted) break;
        Progress progress("positions and games");
        StrengthOptions options = request.options;
        options.progress = [&](std::uint64_t done, std::uint64_t all) { progress.show(done, all); };
        rows.push_back(
            {entry, examination.measure(request.contestant(entry), request.second, options)});
        if (request.asm_sample == 0) continue;
        rows.back().agreement =
            agreement(request, entry, examination.draw(request.asm_sample, options.seed), options);
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

/// The second engine has no verb that begins with given hash tables and numbers of the cats.
std::string reproduce(const Request& request, const Row& row) {
    if (request.second) {
        return fmt::format(
            "./ryg strength --game ryg3 --side {} --version {} --depth {} --positions 1 --games 1 "
            "--asm-sample {} --seed {}",
            request.side == Side::cats ? "cats" : "mouse", row.entry.version, row.entry.depth,
            request.asm_sample, request.options.seed);
    }
    return fmt::format("./ryg verify --version {} --depth {} --position '{}'", row.entry.version,
                       row.entry.depth, engine::to_fen(row.agreement->difference->position));
}

const crosscheck::ChoiceDifference* difference_in(const std::vector<Row>& rows) {
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
        {"game", request.second ? "ryg3" : "ryg"},
        {"side", request.side == Side::cats ? "cats" : "mouse"},
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
                 request.second ? "-" : cell({strength.shallower, strength.all.of})});
}

void print_lost_game(const Request& request, const Row& row) {
    if (row.strength.lost_game.empty()) return;
    fmt::print("\nVersion {} at depth {} loses from the start, by the last of these moves:\n",
               row.entry.version, row.entry.depth);
    const auto geometry = request.second ? engine::Geometry::b : engine::Geometry::a;
    for (const engine::Move& move : row.strength.lost_game) {
        fmt::print("{} ", engine::to_string(move, geometry));
    }
    fmt::print("\n");
}

void print_table(const Request& request, const Examination::Chance& chance,
                 const std::vector<Row>& rows) {
    print_cells(fmt::format("{}, the {}", request.second ? "ryg3" : "ryg",
                            request.side == Side::cats ? "cats" : "mouse"),
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
                 request.second ? "-" : of(last.all)});
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
    own.add_options()("game", options::value<std::string>()->default_value("ryg"), "ryg or ryg3")(
        "version", options::value<int>(), "14 to 16, of ryg3 7 to 11 (default: each)")(
        "depth", options::value<int>(), "1 to 5, of ryg3 1 to 20 (default: 1 to 5, each)")(
        "side", options::value<std::string>()->default_value("cats"),
        "the engine's: cats or mouse")("positions",
                                       options::value<std::string>()->default_value("0"),
                                       "so many won positions, drawn by the seed; 0: all")(
        "games", options::value<std::string>()->default_value("1000"),
        "of each of the three kinds")(
        "asm-sample", options::value<std::string>()->default_value("0"),
        "positions for which the 6502 program is asked, too, and must choose the same")(
        "seed", options::value<std::string>()->default_value("1"), "of positions and games");
    add_jobs_option(own);
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;

    const Request request = read_request(parsed);
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
