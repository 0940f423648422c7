// A search and a bench of the second engine as text and as data.
#include <fmt/format.h>

#include "engine/ryg3/bench.hpp"
#include "engine/ryg3/game.hpp"

namespace ryg::engine::ryg3 {

using harness::Data;
using harness::Report;
using harness::Values;

namespace {

struct Found {
    std::vector<Iteration> iterations{};
    std::vector<Cycle> cycles{};  ///< by iteration; none for the native engine
};

Found search_with(bool native, Version version, const Board& board, int depth,
                  const RandomTables& random, const harness::Watch& watch) {
    const SearchWatch own{watch.stop, [&](int done) {
                              if (!watch.progress) return;
                              watch.progress(static_cast<std::uint64_t>(done),
                                             static_cast<std::uint64_t>(depth));
                          }};
    if (native) {
        Thinker thinker{.version = version, .random = random};
        return {thinker.think(board, depth, nullptr, own)};
    }
    AsmRyg3 assembly(version);
    assembly.put(random);
    assembly.put(HashTables{});
    Found found;
    for (const AsmIteration& iteration : assembly.think(board, depth, own, emu::never)) {
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

std::optional<std::string> text_of(const std::optional<Move>& move) {
    return move ? std::optional(to_string(*move)) : std::nullopt;
}

Data::List data_of(const Found& found) {
    Data::List list;
    for (std::size_t i = 0; i < found.iterations.size(); ++i) {
        const Iteration& iteration = found.iterations[i];
        Data::List line;
        for (const Move move : iteration.line) line.push_back(to_string(move));
        list.push_back(
            Data::Fields{{"depth", iteration.depth},
                         {"nodes", iteration.nodes},
                         {"score", iteration.score},
                         {"move", text_of(iteration.best)},
                         {"line", std::move(line)},
                         {"cycles", found.cycles.empty() ? Data() : Data(found.cycles[i])}});
    }
    return list;
}

/// What an idea has brought: a version beside the one before, at the last depth.
struct Effect {
    std::string_view idea;
    double nodes, cycles;
};

std::vector<Effect> effects_of(const BenchResult& result) {
    const auto beside = [&](std::string_view idea, Version now, Version before) {
        const Cost &a = result.at(now, bench_depth), &b = result.at(before, bench_depth);
        const auto ratio = [](std::uint64_t one, std::uint64_t other) {
            return static_cast<double>(one) / static_cast<double>(other);
        };
        return Effect{idea, ratio(a.nodes, b.nodes), ratio(a.cycles, b.cycles)};
    };
    return {beside("iterations (08 / 07)", Version::v08, Version::v07),
            beside("hash move (10 / 09)", Version::v10, Version::v09),
            beside("history (11 / 10)", Version::v11, Version::v10)};
}

}  // namespace

Report search_report(const Values& values, const harness::Watch& watch) {
    const auto version = searching_version_from(values.number<int>("version"));
    Board board;
    if (values.has("position")) {
        board = board_from(parse_position(values.text("position"), Geometry::b));
    }
    const Found found = search_with(values.text("engine") == "native", version, board,
                                    values.number<int>("depth"), tables_in(values), watch);
    Report report;
    report.data = {{"iterations", data_of(found)}, {"interrupted", watch.stopped()}};
    report.text = fmt::format("position  {}\n", to_fen(position_of(board), Geometry::b));
    if (found.iterations.empty()) {
        report.text += "move      not known before the first iteration has ended\n";
        return report;
    }
    report.text +=
        fmt::format("move      {}\n\n", text_of(found.iterations.back().best).value_or("none"));
    for (std::size_t i = 0; i < found.iterations.size(); ++i) {
        if (!found.cycles.empty()) {
            report.text += fmt::format("{:>12} {:>8.2f} s  ", found.cycles[i],
                                       harness::seconds_on(c64::Model::pal, found.cycles[i]));
        }
        report.text += shown_line(version, found.iterations[i]) + '\n';
    }
    return report;
}

Report bench_report() {
    const BenchResult result = run_bench();
    Report report;
    report.text = fmt::format("{:<8} {:>5} {:>9} {:>13} {:>12} {:>8} {:>8} {:>8} {:>10} {:>9}\n",
                              "version", "depth", "nodes", "cycles", "cycles/node", "found",
                              "empty", "lock", "hash moves", "cut-offs");
    Data::List costs, effects;
    for (const Cost& cost : result.costs) {
        report.text +=
            fmt::format("{:<8} {:>5} {:>9} {:>13} {:>12.0f} {:>8} {:>8} {:>8} {:>10} {:>9}\n",
                        number_of(cost.version), cost.depth, cost.nodes, cost.cycles,
                        cost.cycles_per_node(), cost.counts.found, cost.counts.empty,
                        cost.counts.other_lock, cost.counts.hash_moves, cost.counts.cut_offs);
        costs.push_back(Data::Fields{{"version", number_of(cost.version)},
                                     {"depth", cost.depth},
                                     {"nodes", cost.nodes},
                                     {"cycles", cost.cycles},
                                     {"cycles_per_node", cost.cycles_per_node()},
                                     {"found", cost.counts.found},
                                     {"empty", cost.counts.empty},
                                     {"other_lock", cost.counts.other_lock},
                                     {"hash_moves", cost.counts.hash_moves},
                                     {"cut_offs", cost.counts.cut_offs}});
    }
    report.text += fmt::format("\n{:<24} {:>8} {:>8}\n", fmt::format("depth {}", bench_depth),
                               "x nodes", "x cycles");
    for (const auto& [idea, nodes, cycles] : effects_of(result)) {
        report.text += fmt::format("{:<24} {:>8.3f} {:>8.3f}\n", idea, nodes, cycles);
        effects.push_back(Data::Fields{{"idea", idea}, {"nodes", nodes}, {"cycles", cycles}});
    }
    report.text += fmt::format("\nSignature: {}\n", to_string(result.signature));
    report.data = {{"boards", bench_boards().size()},
                   {"costs", std::move(costs)},
                   {"effects", std::move(effects)},
                   {"signature", to_data(result.signature)}};
    return report;
}

}  // namespace ryg::engine::ryg3
