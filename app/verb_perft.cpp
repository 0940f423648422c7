// `ryg perft`: the classic test of move generators, on either engine.
#include <fmt/format.h>

#include "app/game_verb.hpp"
#include "app/terminal.hpp"

namespace ryg::app {
namespace {

struct Counted {
    std::vector<std::pair<std::string, std::uint64_t>> moves;
    std::uint64_t leaves = 0;
    bool stopped = false;
};

Counted count_by_move(const GameCommand& asked, int plies) {
    Counted counted;
    if (plies == 0) return {{}, 1, false};
    try {
        Progress progress("root moves");
        const auto moves = asked.game->perft->moves(asked.order());
        for (const auto& [name, count] : moves) {
            counted.moves.emplace_back(name, count(plies - 1));
            counted.leaves += counted.moves.back().second;
            progress.show(counted.moves.size(), moves.size());
        }
    } catch (const claims::Stopped&) {
        counted.stopped = true;
    }
    return counted;
}

Json moves_of(const Counted& counted) {
    Json moves = Json::array();
    for (const auto& [name, leaves] : counted.moves) {
        moves.push_back({{"move", name}, {"leaves", leaves}});
    }
    return moves;
}

void print_json(const Counted& counted, int plies, bool divide) {
    Json json{{"depth", plies}, {"leaves", counted.leaves}, {"interrupted", counted.stopped}};
    if (divide) json["moves"] = moves_of(counted);
    print(json);
}

}  // namespace

Exit perft(Arguments arguments) {
    const VerbOptions own{
        .options = {number_option("plies", "number of plies; the word --plies may be left out", ""),
                    flag_option("divide", "show the count after each first move"), csv_option()},
        .positional = {"plies"}};
    const GameCommand asked = ask(arguments, "perft", job_of<&claims::Game::perft>, own);
    if (asked.parsed.helped) return exit_done;
    if (!asked.parsed.has("plies")) throw Trouble("no number of plies: e.g. ryg perft 6");
    const int most = asked.game->perft->greatest_plies;
    const int plies = static_cast<int>(
        parse_number(asked.parsed.text("plies"), "plies", 0, static_cast<std::uint64_t>(most)));

    const Counted counted = count_by_move(asked, plies);
    const bool divide = asked.parsed.has("divide");
    if (asked.parsed.csv()) {
        print_csv(moves_of(counted));
    } else if (asked.parsed.json()) {
        print_json(counted, plies, divide);
    } else {
        if (divide) {
            for (const auto& [name, leaves] : counted.moves) fmt::print("{}  {}\n", name, leaves);
        }
        fmt::print("{}perft {} = {}\n", counted.stopped ? "interrupted: so far " : "", plies,
                   counted.leaves);
    }
    return counted.stopped ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
