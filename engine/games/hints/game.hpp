// The hint finder as the harness knows it: boards, and every way of finding hints on them.
#pragma once

#include "engine/harness/game.hpp"

namespace ryg::contracts {
struct Suite;
}
namespace ryg::engine::hints {
/// What the header blocks of its programs are checked with.
[[nodiscard]] const contracts::Suite& suite();
}  // namespace ryg::engine::hints

namespace ryg::engine {

[[nodiscard]] const harness::Game& hints_game();

namespace hints {

/// Each board goes through all finders that can take it, and what they find is compared with what
/// the plain finder says; then, bar those for the 6502, with one cell changed.
/// Values: boards, asm-boards, seed, board. Throws what the finders throw.
[[nodiscard]] work::Campaign plan_campaign(const work::Values& values,
                                           const c64::Image* instead = nullptr,
                                           const c64::Setup& setup = {});

/// Values: board or random, kinds and seed; engine. Throws BoardError.
[[nodiscard]] work::Report search_report(const work::Values& values, const c64::Setup& setup = {});
/// Values: rounds. Of a round at least, however soon it is stopped.
[[nodiscard]] work::Report bench_report(const work::Values& values, const harness::Watch& watch);

}  // namespace hints
}  // namespace ryg::engine
