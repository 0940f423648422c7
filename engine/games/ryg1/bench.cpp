// Runs the fixed set and adds up.
#include "engine/games/ryg1/bench.hpp"

#include <algorithm>
#include <map>

#include "c64/debug/profile.hpp"
#include "engine/common/players.hpp"
#include "engine/games/ryg1/tree_view.hpp"

namespace ryg::engine::ryg1 {

namespace {

constexpr std::size_t set_size = 24;
constexpr Address kernal = 0xe000;
constexpr Cycle longest_search = 1'000'000'000;

std::vector<Position> make_positions() {
    std::vector<Position> positions;
    const Position start = start_position();
    for (const Move move : generate_moves(start)) {
        positions.push_back(apply(start, move));
    }
    Random random(6510);
    while (positions.size() < set_size) {
        const Position position = random_position(random);
        if (position.side == Side::cats) positions.push_back(position);
    }
    return positions;
}

}  // namespace

std::span<const Position> bench_positions() {
    static const std::vector<Position> positions = make_positions();
    return positions;
}

DepthCost search_all(harness::Searcher<Root>& searcher, int depth, Signature* signature) {
    searcher.setting.depth = depth;
    DepthCost cost{.depth = depth};
    std::vector<Cycle> cycles;
    for (const Position& position : bench_positions()) {
        const Cycle took = searcher.search({position});
        const auto search = outcome_in(searcher.host.machine(), searcher.host.labels());
        if (signature != nullptr) {
            signature->nodes += search.nodes;
            signature->cycles += took;
            const Move none{0xff, 0xff}, move = search.move.value_or(none);
            signature->add(move.from, move.to);
        }
        cost.nodes += search.nodes;
        cost.total += took;
        cost.largest_tree = std::max(cost.largest_tree, search.tree_bytes);
        cycles.push_back(took);
    }
    std::ranges::sort(cycles);
    cost.least = cycles.front();
    cost.median = cycles[cycles.size() / 2];
    cost.most = cycles.back();
    return cost;
}

BenchResult run_bench(harness::Searcher<Root>& searcher) {
    BenchResult result;
    for (const int depth : {1, 2, 3}) {
        result.depths.push_back(search_all(searcher, depth, &result.signature));
    }
    return result;
}

std::vector<RoutineShare> profile_searches(harness::Searcher<Root>& searcher, int depth) {
    searcher.setting.depth = depth;
    const c64::Labels& labels = searcher.host.labels();
    std::map<Address, RoutineShare> shares;
    for (const Position& position : bench_positions()) {
        searcher.prepare({position});
        for (const std::string_view routine : searcher.routines()) {
            const Address address = labels.at(routine);
            c64::debug::Profile profile(address, {.grouped_from = kernal});
            c64::debug::watched_call(searcher.host.machine(), address, longest_search,
                                     [&](const c64::debug::Step& step) { profile.note(step); });
            for (const c64::debug::RoutineCost& cost : profile.finish()) {
                RoutineShare& share = shares[cost.routine];
                share.routine = cost.routine == kernal ? "chrout" : labels.describe(cost.routine);
                share.calls += cost.calls;
                share.self += cost.self;
                share.inclusive += cost.inclusive;
            }
        }
    }
    std::vector<RoutineShare> sorted;
    for (auto& [address, share] : shares) sorted.push_back(std::move(share));
    std::ranges::sort(sorted, [](const RoutineShare& a, const RoutineShare& b) {
        return a.inclusive != b.inclusive ? a.inclusive > b.inclusive : a.routine < b.routine;
    });
    return sorted;
}

}  // namespace ryg::engine::ryg1
