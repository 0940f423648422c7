// `ryg search --game ryg3`: one position, iteration by iteration, by either side of the comparison.
#include <fmt/format.h>

#include "app/position_options.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "engine/common/notation.hpp"
#include "engine/ryg/bench.hpp"
#include "engine/ryg3/engine.hpp"

namespace ryg::app {
namespace {

using engine::ryg3::Iteration;

constexpr Help help{
    "search --game ryg3 [--position FEN] [options]",
    "Thinks about a position as a version of the second engine does, with its fixed random tables\n"
    "and empty hash tables, and shows what the program prints after each iteration: depth, nodes,\n"
    "score (all in hex; higher is better for the mouse) and the line of play. With the 6502 also\n"
    "the cycles up to there and the seconds that a PAL C64's processor takes for them.",
    "./ryg search --game ryg3 --depth 8\n"
    "./ryg search --game ryg3 --version 9 --engine native --depth 10 --json\n"
    "./ryg search --game ryg3 --position '8/8/8/6c1/3c1c1M/2c5/8/8 b' --depth 9"};

struct Found {
    std::vector<Iteration> iterations{};
    std::vector<emu::Cycle> cycles{};  ///< by iteration; none for the native engine
};

Found search_with(Who who, engine::ryg3::Version version, const engine::ryg3::Board& board,
                  int depth) {
    const auto random = engine::ryg3::fixed_tables();
    Progress progress("thinking: depth");
    const auto show = [&](int done) {
        progress.show(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(depth));
    };
    const engine::ryg3::SearchWatch watch{&interrupted, show};
    if (who == Who::native) {
        engine::ryg3::Thinker thinker{.version = version, .random = random};
        return {thinker.think(board, depth, nullptr, watch)};
    }
    crosscheck::AsmRyg3 assembly(version);
    assembly.put(random);
    assembly.put(engine::ryg3::HashTables{});
    Found found;
    for (const crosscheck::AsmIteration& iteration :
         assembly.think(board, depth, watch, emu::never)) {
        found.iterations.push_back(
            {.depth = iteration.depth,
             .nodes = iteration.nodes,
             .score = iteration.score,
             .best = iteration.best,
             .line = line_in(iteration.tables, {board, random}, iteration.depth),
             .tables = iteration.tables,
             .counts = {}});
        found.cycles.push_back(iteration.cycles);
    }
    return found;
}

void print_json(const Found& found) {
    Json json{{"iterations", Json::array()}, {"interrupted", interrupted.load()}};
    for (std::size_t i = 0; i < found.iterations.size(); ++i) {
        const Iteration& iteration = found.iterations[i];
        Json one{{"depth", iteration.depth},
                 {"nodes", iteration.nodes},
                 {"score", iteration.score},
                 {"move", iteration.best ? Json(to_string(*iteration.best)) : Json()},
                 {"line", Json::array()},
                 {"cycles", found.cycles.empty() ? Json() : Json(found.cycles[i])}};
        for (const auto move : iteration.line) one["line"].push_back(to_string(move));
        json["iterations"].push_back(one);
    }
    print(json);
}

void print_text(const engine::ryg3::Board& board, engine::ryg3::Version version,
                const Found& found) {
    fmt::print("position  {}\n", engine::to_fen(position_of(board), engine::Geometry::b));
    if (found.iterations.empty()) {
        fmt::print("move      not known before the first iteration has ended\n");
        return;
    }
    const auto& best = found.iterations.back().best;
    fmt::print("move      {}\n\n", best ? to_string(*best) : "none");
    for (std::size_t i = 0; i < found.iterations.size(); ++i) {
        if (!found.cycles.empty()) {
            fmt::print("{:>12} {:>8.2f} s  ", found.cycles[i],
                       crosscheck::seconds_on(c64::Model::pal, found.cycles[i]));
        }
        fmt::print("{}\n", shown_line(version, found.iterations[i]));
    }
}

}  // namespace

Exit search_ryg3(Arguments arguments) {
    options::options_description own("What to search");
    own.add_options()("game", options::value<std::string>(), "ryg3")(
        "position", options::value<std::string>(),
        "in geometry B, cats on rank 8 at first (default: the start)")(
        "depth", options::value<int>()->default_value(6), "1 to 20")(
        "version", options::value<int>()->default_value(11), "7 to 11");
    add_engine_option(own, "asm");
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;

    const int depth = parsed.get<int>("depth");
    check_range(depth, engine::ryg3::least_depth, engine::ryg3::greatest_depth, "depth");
    const auto version = engine::ryg3::searching_version_from(parsed.get<int>("version"));
    const auto board = engine::ryg3::board_from(position_of(parsed, engine::Geometry::b));
    const Found found = search_with(engine_of(parsed), version, board, depth);
    parsed.json() ? print_json(found) : print_text(board, version, found);
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
