// The first game as the harness knows it: RYG, versions 12 to 16, which build their tree in memory.
#pragma once

#include "engine/games/ryg1/native/root.hpp"
#include "engine/harness/searcher.hpp"

namespace ryg::contracts {
struct Suite;
}
namespace ryg::engine::ryg1 {
/// What the header blocks of its programs are checked with.
[[nodiscard]] const contracts::Suite& suite();
}  // namespace ryg::engine::ryg1

namespace ryg::engine {

[[nodiscard]] const harness::Game& ryg1_game();

namespace ryg1 {

using emu::Cycle;

/// The programs and their twin; without what is no comparison, which ryg1_game() adds.
[[nodiscard]] const harness::Door<Root>& door();
/// A program, ready to search to a depth. `instead` takes its place.
[[nodiscard]] harness::Searcher<Root> searcher(const harness::Program& program, int depth = 1,
                                               const c64::Setup& setup = {},
                                               const c64::Image* instead = nullptr);
/// A version's.
[[nodiscard]] harness::Searcher<Root> searcher(Version version, int depth = 1);

[[nodiscard]] inline Version version_of(const harness::Setting& setting) {
    return static_cast<Version>(setting.version);
}
[[nodiscard]] SearchOptions options_of(const harness::Host& host, const Root& root,
                                       const harness::Setting& setting);
/// What a routine of the program's referee, from version 15, says of its board.
[[nodiscard]] bool referee_says(harness::Host& host, std::string_view routine,
                                std::string_view initials);
/// How --squares has moves written.
[[nodiscard]] inline Geometry geometry_of(const work::Values& values) {
    return values.text("squares") == "rc" ? Geometry::rows : Geometry::a;
}

/// Values: position, depth, engine, squares.
[[nodiscard]] work::Report search_report(const harness::Order& order);

}  // namespace ryg1
}  // namespace ryg::engine
