// `ryg verify --game ryg3`: the second engine's programs and its native twin, table by table.
#include <fmt/format.h>

#include "app/position_options.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "engine/common/notation.hpp"
#include "engine/ryg3/campaign.hpp"

namespace ryg::app {
namespace {

using crosscheck::Ryg3CampaignOptions;
using crosscheck::Ryg3CampaignResult;
using crosscheck::Ryg3CampaignRow;

constexpr Help help{
    "verify --game ryg3 [options]",
    "Holds the programs of the second engine to its native twin. Routines: random tables against\n"
    "a SID read in the same cycles, hash and lock of boards, adds and look-ups in the hash "
    "tables,\n"
    "moves made and taken back. Searches: games from the start, whose hash tables stay, and "
    "random\n"
    "positions; node count, score, best move and all of both hash tables after each iteration.\n"
    "Reports the first difference and exits with 1 if there is one.",
    "./ryg verify --game ryg3\n"
    "./ryg verify --game ryg3 --version 11 --depth 8 --games 2\n"
    "./ryg verify --game ryg3 --position '1c1c1c1c/8/8/8/8/8/8/4M3 w' --depth 5\n"
    "./ryg verify --game ryg3 --version 11 --every-board --games 0 --positions 0"};

/// Chosen so that the default run takes about ten seconds on two cores.
constexpr std::uint64_t default_routines = 60, default_games = 60, default_positions = 800;
/// Each is noted until the end.
constexpr std::uint64_t most_pieces = 100'000;

Ryg3CampaignOptions read_options(const Parsed& parsed) {
    Ryg3CampaignOptions chosen;
    check_alone(parsed, "position", {"routines", "games", "positions", "every-board"});
    if (parsed.has("version")) {
        chosen.versions = {crosscheck::ryg3_version_from(parsed.get<int>("version"))};
    }
    if (parsed.has("depth")) {
        const int depth = parsed.get<int>("depth");
        check_range(depth, engine::ryg3::least_depth, engine::ryg3::greatest_depth, "depth");
        chosen.depths = {depth};
    }
    const auto count = [&](const char* option) {
        return parse_number(parsed.get<std::string>(option), option, most_pieces);
    };
    chosen.routines = count("routines");
    chosen.games = count("games");
    chosen.positions = count("positions");
    chosen.every_board = parsed.has("every-board");
    chosen.seed = parse_number(parsed.get<std::string>("seed"), "seed", ~std::uint64_t{0});
    chosen.pieces.jobs = jobs_of(parsed);
    if (parsed.has("position")) {
        chosen.board = engine::ryg3::board_from(position_of(parsed, engine::Geometry::b));
    }
    chosen.pieces.stop = &interrupted;
    return chosen;
}

double megahertz(const Ryg3CampaignResult& result) {
    return result.seconds > 0 ? static_cast<double>(result.total.cycles) / result.seconds / 1e6 : 0;
}

Json to_json(const Ryg3CampaignRow& row) {
    return {{"calls", row.calls}, {"games", row.games},   {"searches", row.searches},
            {"nodes", row.nodes}, {"cycles", row.cycles}, {"differences", row.differences}};
}

Json to_json(const crosscheck::Ryg3Difference& difference) {
    Json json{{"position", crosscheck::to_text(difference.board)},
              {"version", number_of(difference.version)},
              {"depth", difference.depth},
              {"after", difference.stage},
              {"field", difference.field},
              {"native", difference.native},
              {"assembly", difference.assembly},
              {"written_by", difference.written_by},
              {"reproduce", difference.reproduce}};
    json["address"] = difference.address ? Json(*difference.address) : Json();
    return json;
}

void print_json(const Ryg3CampaignResult& result) {
    Json json = to_json(result.total);
    json["mhz"] = megahertz(result);
    json["seconds"] = result.seconds;
    json["interrupted"] = result.stopped;
    json["rows"] = Json::array();
    for (const Ryg3CampaignRow& row : result.rows) {
        Json one{{"version", number_of(row.version)}, {"work", row.name}};
        one.update(to_json(row));
        json["rows"].push_back(one);
    }
    json["first_difference"] = result.first ? to_json(*result.first) : Json();
    print(json);
}

void print_row(std::string_view name, const Ryg3CampaignRow& row) {
    fmt::print("{:<22} {:>9} {:>7} {:>9} {:>10} {:>15} {:>12}\n", name, row.calls, row.games,
               row.searches, row.nodes, row.cycles, row.differences);
}

void print_table(const Ryg3CampaignResult& result) {
    fmt::print("{:<22} {:>9} {:>7} {:>9} {:>10} {:>15} {:>12}\n", "ryg3", "calls", "games",
               "searches", "nodes", "6502 cycles", "differences");
    for (const Ryg3CampaignRow& row : result.rows) {
        print_row(fmt::format("version {:>2} {}", number_of(row.version), row.name), row);
    }
    if (result.rows.size() > 1) print_row("total", result.total);
    fmt::print("\n{:.1f} s, {:.0f} emulated MHz.\n", result.seconds, megahertz(result));
    if (result.first) {
        fmt::print("\nThe engines differ. First difference:\n{}",
                   crosscheck::describe(*result.first));
    } else if (result.stopped) {
        fmt::print("Interrupted: no difference in what was compared until then.\n");
    } else {
        fmt::print("The 6502 programs and the native twin agree.\n");
    }
}

options::options_description own_options() {
    using Text = std::string;
    const auto number = [](std::uint64_t value) {
        return options::value<Text>()->default_value(std::to_string(value));
    };
    options::options_description own("What to compare");
    own.add_options()                                                            //
        ("game", options::value<Text>(), "ryg3")                                 //
        ("version", options::value<int>(), "3, 4 or 7 to 11 (default: all)")     //
        ("depth", options::value<int>(), "1 to 20 (default: 1 to 6, each)")      //
        ("routines", number(default_routines), "pieces of work of each kind")    //
        ("games", number(default_games), "for each version and depth")           //
        ("positions", number(default_positions), "for each version and depth")   //
        ("every-board", "hash and lock of all boards that play can reach, too")  //
        ("seed", number(1), "of all random choices")                             //
        ("position", options::value<Text>(), "compare this position only (FEN, cats on rank 8)");
    add_jobs_option(own);
    return own;
}

}  // namespace

Exit verify_ryg3(Arguments arguments) {
    const Parsed parsed = parse(arguments, help, own_options());
    if (parsed.helped) return exit_done;

    Ryg3CampaignOptions chosen = read_options(parsed);
    Ryg3CampaignResult result;
    {
        Progress progress("comparing");
        chosen.pieces.progress = [&](std::uint64_t done, std::uint64_t total) {
            progress.show(done, total);
        };
        result = crosscheck::run_ryg3_campaign(chosen);
    }
    if (!result.stopped && result.total.calls + result.total.searches == 0) {
        throw Trouble(
            "nothing to compare: give more --routines, or --games and --positions to a version "
            "that searches");
    }
    parsed.json() ? print_json(result) : print_table(result);
    if (result.total.differences != 0) return exit_difference;
    return result.stopped ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
