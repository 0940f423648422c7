// Runs the fixed set of the second engine and adds up.
#include "engine/ryg3/bench.hpp"

#include <algorithm>
#include <stdexcept>

#include "engine/ryg3/work.hpp"

namespace ryg::engine::ryg3 {

namespace {

constexpr std::size_t set_size = 16;
constexpr std::uint32_t most_plies = 24;

std::vector<Board> make_boards() {
    std::vector<Board> boards{Board{}};
    Random random(6510);
    while (boards.size() < set_size) {
        const Board board = played_board(random, most_plies);
        if (!is_over(position_of(board))) boards.push_back(board);
    }
    return boards;
}

void add(SearchCounts& sum, const SearchCounts& counts) {
    sum.leaves += counts.leaves;
    sum.cut_offs += counts.cut_offs;
    sum.found += counts.found;
    sum.empty += counts.empty;
    sum.other_lock += counts.other_lock;
    sum.hash_moves += counts.hash_moves;
}

/// Adds the iterations of one search to the costs of their depths.
void add_search(AsmRyg3& assembly, const Board& board, int depth, std::span<Cost> costs) {
    Thinker thinker{.version = assembly.version(), .random = fixed_tables()};
    assembly.put(thinker.tables);
    const auto native = thinker.think(board, depth);
    const auto found = assembly.think(board, depth);
    if (native.size() != found.size()) throw std::logic_error("a search that ends early");
    for (std::size_t i = 0; i < found.size(); ++i) {
        Cost& cost = costs[static_cast<std::size_t>(found[i].depth) - 1];
        cost.nodes += found[i].nodes;
        cost.cycles += found[i].cycles;
        add(cost.counts, native[i].counts);
    }
}

}  // namespace

std::span<const Board> bench_boards() {
    static const std::vector<Board> boards = make_boards();
    return boards;
}

const Cost& BenchResult::at(Version version, int depth) const {
    return *std::ranges::find_if(
        costs, [&](const Cost& cost) { return cost.version == version && cost.depth == depth; });
}

BenchResult run_bench() {
    BenchResult result;
    for (const Version version : searching_versions) {
        std::vector<Cost> costs;
        for (int depth = 1; depth <= bench_depth; ++depth) {
            costs.push_back({.version = version, .depth = depth, .counts = {}});
        }
        AsmRyg3 assembly(version);
        assembly.call("fixedTables");
        for (const Board& board : bench_boards()) {
            const int first = deepens(version) ? bench_depth : 1;
            for (int depth = first; depth <= bench_depth; ++depth) {
                add_search(assembly, board, depth, costs);
            }
            const auto index = static_cast<unsigned>(bench_depth);
            const auto ram = assembly.machine().ram();
            result.signature.add(ram[assembly.labels().at("best_start") + index],
                                 ram[assembly.labels().at("best_dest") + index]);
        }
        result.signature.nodes += costs.back().nodes;
        result.signature.cycles += costs.back().cycles;
        result.costs.insert(result.costs.end(), costs.begin(), costs.end());
    }
    return result;
}

}  // namespace ryg::engine::ryg3
