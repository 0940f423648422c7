// `ryg verify`: the main job. Both engines play and search the same; the first difference is told.
#include <fmt/format.h>

#include "app/position_options.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "engine/common/notation.hpp"
#include "engine/ryg/campaign.hpp"

namespace ryg::app {
namespace {

using crosscheck::CampaignOptions;
using crosscheck::CampaignResult;
using crosscheck::CampaignRow;

constexpr Help help{
    "verify [options]",
    "Plays complete games, the C64 program answering mice of three kinds (at random, straight for\n"
    "the goal, and one that searches deeper than the C64 can), and searches random reachable\n"
    "positions, with the 6502 program in the machine and with the native engine. Compares the\n"
    "depth used, every byte of every tree, the chosen moves, the boards after each move and the\n"
    "referee's verdicts. Reports the first difference and exits with 1 if there is one.",
    "./ryg verify\n"
    "./ryg verify --version 13 --depth 2 --positions 10000 --seed 7\n"
    "./ryg verify --position '8/8/c1c5/1c1c4/4M3/8/8/8 b' --depth 3\n"
    "./ryg verify --all --games 200 --positions 8000     (a long campaign)"};

/// Chosen so that the default run takes about ten seconds on two cores.
constexpr std::uint64_t default_games = 360, default_positions = 8000;
/// Each is noted until the end.
constexpr std::uint64_t most_pieces = 1'000'000;

CampaignOptions read_options(const Parsed& parsed) {
    CampaignOptions chosen;
    if (const auto& game = parsed.get<std::string>("game"); game != "ryg") {
        throw Trouble(fmt::format("--game: there is no '{}': use ryg, ryg3 or hints", game));
    }
    check_alone(parsed, "all", {"version"});
    check_alone(parsed, "position", {"games", "positions", "seed"});
    if (parsed.has("all")) {
        chosen.versions.assign(engine::all_versions.begin(), engine::all_versions.end());
    } else {
        chosen.versions = {engine::version_from(parsed.get<int>("version"))};
    }
    if (parsed.has("depth")) {
        const int depth = parsed.get<int>("depth");
        check_range(depth, engine::least_depth, engine::greatest_depth, "depth");
        chosen.depths = {depth};
    }
    const auto count = [&](const char* option) {
        return parse_number(parsed.get<std::string>(option), option, most_pieces);
    };
    chosen.games = count("games");
    chosen.positions = count("positions");
    chosen.seed = parse_number(parsed.get<std::string>("seed"), "seed", ~std::uint64_t{0});
    chosen.jobs = jobs_of(parsed);
    if (parsed.has("position")) {
        chosen.position = position_of(parsed);
    }
    chosen.stop = &interrupted;
    return chosen;
}

double megahertz(const CampaignResult& result) {
    return result.seconds > 0 ? static_cast<double>(result.total.cycles) / result.seconds / 1e6 : 0;
}

Json to_json(const CampaignRow& row) {
    return {{"version", engine::number_of(row.version)},
            {"depth", row.depth},
            {"games", row.games},
            {"searches", row.searches},
            {"nodes", row.nodes},
            {"referee_calls", row.referee_calls},
            {"cycles", row.cycles},
            {"differences", row.differences}};
}

Json to_json(const crosscheck::Difference& difference) {
    Json json{{"position", engine::to_fen(difference.position)},
              {"version", engine::number_of(difference.version)},
              {"depth", difference.depth},
              {"path", difference.path},
              {"field", difference.field},
              {"native", difference.native},
              {"assembly", difference.assembly},
              {"written_by", difference.written_by},
              {"reproduce", difference.reproduce}};
    json["address"] = difference.address ? Json(*difference.address) : Json();
    return json;
}

void print_json(const CampaignResult& result) {
    Json json = to_json(result.total);
    json.erase("version");
    json.erase("depth");
    json["mhz"] = megahertz(result);
    json["seconds"] = result.seconds;
    json["interrupted"] = result.stopped;
    json["rows"] = Json::array();
    for (const CampaignRow& row : result.rows) json["rows"].push_back(to_json(row));
    json["first_difference"] = result.first ? to_json(*result.first) : Json();
    print(json);
}

void print_row(std::string_view name, const CampaignRow& row) {
    fmt::print("{:<18} {:>7} {:>9} {:>10} {:>15} {:>12}\n", name, row.games, row.searches,
               row.nodes, row.cycles, row.differences);
}

void print_table(const CampaignResult& result) {
    fmt::print("{:<18} {:>7} {:>9} {:>10} {:>15} {:>12}\n", "ryg", "games", "searches", "nodes",
               "6502 cycles", "differences");
    for (const CampaignRow& row : result.rows) {
        print_row(fmt::format("version {} depth {}", engine::number_of(row.version), row.depth),
                  row);
    }
    if (result.rows.size() > 1) print_row("total", result.total);
    fmt::print("\n{} positions judged by both referees. {:.1f} s, {:.0f} emulated MHz.\n",
               result.total.referee_calls, result.seconds, megahertz(result));
    if (result.first) {
        fmt::print("\nThe engines differ. First difference:\n{}",
                   crosscheck::describe(*result.first));
    } else if (result.stopped) {
        fmt::print("Interrupted: no difference in what was compared until then.\n");
    } else {
        fmt::print("The 6502 engine and the native engine agree.\n");
    }
}

}  // namespace

Exit verify(Arguments arguments) {
    if (asks_for_game(arguments, "hints")) return verify_hints(arguments);
    if (asks_for_game(arguments, "ryg3")) return verify_ryg3(arguments);
    options::options_description own("What to compare");
    own.add_options()("game", options::value<std::string>()->default_value("ryg"),
                      "ryg, ryg3 or hints")("version", options::value<int>()->default_value(16),
                                            "12 to 16")("all", "all versions, 12 to 16")(
        "depth", options::value<int>(), "1 to 5 (default: 1, 2 and 3, each)")(
        "games", options::value<std::string>()->default_value(std::to_string(default_games)),
        "games for each version and depth")(
        "positions",
        options::value<std::string>()->default_value(std::to_string(default_positions)),
        "random positions for each version and depth")(
        "seed", options::value<std::string>()->default_value("1"), "of games and positions")(
        "position", options::value<std::string>(), "compare this position only (FEN)");
    add_jobs_option(own);
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;

    CampaignOptions chosen = read_options(parsed);
    CampaignResult result;
    {
        Progress progress("comparing");
        chosen.progress = [&](std::uint64_t done, std::uint64_t total) {
            progress.show(done, total);
        };
        result = crosscheck::run_campaign(chosen);
    }
    if (!result.stopped && result.total.searches == 0) {
        throw Trouble("nothing to compare: give more --positions, or --games from version 14 on");
    }
    parsed.json() ? print_json(result) : print_table(result);
    if (result.total.differences != 0) return exit_difference;
    return result.stopped ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
