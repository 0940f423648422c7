// What the second engine's searches cost, and what each idea of its versions has brought.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "engine/claims/searcher.hpp"
#include "engine/games/ryg3/game.hpp"
#include "engine/games/ryg3/native/layout.hpp"
#include "engine/work/report.hpp"

namespace ryg::engine::ryg3 {

using work::Report;

namespace {

constexpr int deepest = 7;

/// One version and depth over the whole set, all iterations up to that depth together.
struct VersionCost {
    Ryg3Version version{};
    int depth = 0;
    std::uint64_t nodes = 0;
    Cycle cycles = 0;     // of the processor alone
    SearchCounts counts;  // by the native twin, which counts what the program does not
};

/// The start, and boards from random games; none finished. Searched with empty hash tables. The
/// signature depends on them: never change them.
std::vector<Board> bench_boards() {
    constexpr std::size_t set_size = 16;
    constexpr std::uint32_t most_plies = 24;
    std::vector<Board> boards{Board{}};
    Random random(6510);
    while (boards.size() < set_size) {
        const Board board = played_board(random, most_plies);
        if (!is_over(position_of(board))) boards.push_back(board);
    }
    return boards;
}

void add(SearchCounts& sum, const SearchCounts& counts) {
    sum.cut_offs += counts.cut_offs;
    sum.found += counts.found;
    sum.empty += counts.empty;
    sum.other_lock += counts.other_lock;
    sum.hash_moves += counts.hash_moves;
}

/// By version, then depth. Adds the searches to the last depth to the signature.
std::vector<VersionCost> costs_of(std::span<const Board> boards, const claims::Order& order,
                                  work::Signature& signature) {
    std::vector<VersionCost> costs;
    for (const claims::Subject* const program : order.programs) {
        const auto version = static_cast<Ryg3Version>(program->version);
        for (int depth = 1; depth <= deepest; ++depth) costs.push_back({version, depth, 0, 0, {}});
        const auto own = std::span(costs).last(deepest);
        const claims::Setting setting{program->name(), program->version, deepest, &order.values};
        claims::Searcher<Ryg3Root> searcher(door(), setting, c64::from_embedded(*program->image),
                                            order.setup());
        const RandomTables tables = tables_of(setting);
        for (const Board& board : boards) {
            std::optional<Ryg3Move> best;
            for (int depth = deepens(version) ? deepest : 1; depth <= deepest; ++depth) {
                Thinker thinker{.version = version, .random = tables};
                const auto native = thinker.think(board, depth);
                searcher.setting.depth = depth;
                searcher.prepare({board});
                std::vector<Iteration> found;
                const auto cycles = claims::search_in_stages(searcher, [&] {
                    found.push_back(iteration_from(searcher.host.reader(), board));
                });
                for (std::size_t i = 0; i < found.size(); ++i) {
                    VersionCost& cost = own[static_cast<std::size_t>(found[i].depth) - 1];
                    cost.nodes += found[i].nodes;
                    cost.cycles += cycles[i];
                    add(cost.counts, native.at(i).counts);
                }
                best = found.back().best;
            }
            signature.add(best ? best->start : no_square, best ? best->dest : no_square);
        }
        signature.nodes += costs.back().nodes;
        signature.cycles += costs.back().cycles;
    }
    return costs;
}

Report bench(const claims::Order& order) {
    const std::vector<Board> boards = bench_boards();
    work::Signature signature;
    const std::vector<VersionCost> costs = costs_of(boards, order, signature);
    Report report;
    std::vector<work::TableRow> table{{"version", "depth", "nodes", "cycles", "cycles/node",
                                       "found", "empty", "lock", "hashed", "cuts"}};
    work::Rows rows, effects;
    for (const auto& [version, depth, nodes, cycles, counts] : costs) {
        const double a_node = static_cast<double>(cycles) / static_cast<double>(nodes);
        work::TableRow& row =
            table.emplace_back(work::TableRow{fmt::format("{}", number_of(version))});
        for (const std::uint64_t value :
             {std::uint64_t(depth), nodes, cycles, std::uint64_t(std::lround(a_node)), counts.found,
              counts.empty, counts.other_lock, counts.hash_moves, counts.cut_offs}) {
            row.push_back(std::to_string(value));
        }
        rows.push_back(work::Record{{"version", number_of(version)},
                                    {"depth", depth},
                                    {"nodes", nodes},
                                    {"cycles", cycles},
                                    {"cycles_per_node", a_node},
                                    {"found", counts.found},
                                    {"empty", counts.empty},
                                    {"other_lock", counts.other_lock},
                                    {"hash_moves", counts.hash_moves},
                                    {"cut_offs", counts.cut_offs}});
    }
    report.text = work::table_text(table);
    // A version compared with the one before, at the last depth.
    const auto last = [&](Ryg3Version version) {
        return std::ranges::find_if(costs, [&](const VersionCost& cost) {
            return cost.version == version && cost.depth == deepest;
        });
    };
    for (const auto& [idea, now, before] :
         {std::tuple{"iterations (08 / 07)", last(Ryg3Version::v08), last(Ryg3Version::v07)},
          {"hash move (10 / 09)", last(Ryg3Version::v10), last(Ryg3Version::v09)},
          {"history (11 / 10)", last(Ryg3Version::v11), last(Ryg3Version::v10)}}) {
        if (now == costs.end() || before == costs.end()) continue;
        if (effects.empty()) {
            report.text += fmt::format("\n{:<24} {:>8} {:>8}\n", fmt::format("depth {}", deepest),
                                       "x nodes", "x cycles");
        }
        const double nodes = static_cast<double>(now->nodes) / static_cast<double>(before->nodes);
        const double cycles =
            static_cast<double>(now->cycles) / static_cast<double>(before->cycles);
        report.text += fmt::format("{:<24} {:>8.3f} {:>8.3f}\n", idea, nodes, cycles);
        effects.push_back(work::Record{{"idea", idea}, {"nodes", nodes}, {"cycles", cycles}});
    }
    report.data = {
        {"boards", boards.size()}, {"costs", std::move(rows)}, {"effects", std::move(effects)}};
    report.add(signature);
    return report;
}

}  // namespace

claims::Task bench_task() {
    claims::Task job;
    job.about =
        R"(Searches 16 fixed boards to depth 7, from empty hash tables. Shows nodes, cycles, look-ups and
cut-offs by depth, and compares depth 7 with the version before. If the signature is the same as before,
neither behaviour nor cost has changed.)";
    job.options = {tables_option};
    job.examples = {{{"", "ryg3:all"}}, {{"", "ryg3-09"}}};
    job.programs = searching_programs;
    job.several = true;
    job.plot = work::Plot{.title = "Cycles of the searches of 16 boards",
                          .rows = "costs",
                          .x = "depth",
                          .x_title = "depth",
                          .y = {"cycles"},
                          .y_title = "6502 cycles",
                          .series = "version",
                          .y_logarithmic = true};
    job.run = [](const claims::Order& order, const claims::Watch&) { return bench(order); };
    return job;
}

}  // namespace ryg::engine::ryg3
