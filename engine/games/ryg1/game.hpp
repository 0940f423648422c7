// The first game as the harness knows it: RYG, versions 12 to 16, which build their tree in memory.
#pragma once

#include <fmt/format.h>

#include "engine/games/ryg1/native/root.hpp"
#include "engine/harness/searcher.hpp"

namespace ryg::engine {

/// As CMakeLists.txt lists them: ryg12 .. ryg16, and ryg16_desempate (ties broken by the jiffy
/// clock).
[[nodiscard]] harness::Programs ryg1_programs();
[[nodiscard]] const harness::Game& ryg1_game();

namespace ryg1 {

/// The programs and their twin.
[[nodiscard]] const harness::Door<Root>& door();
/// The program of a version, with its labels.
[[nodiscard]] inline c64::Image program(Version version) {
    return c64::from_embedded(
        *harness::find_program(ryg1_programs(), fmt::format("ryg{}", number_of(version))));
}
/// The same, ready to search to a depth.
[[nodiscard]] inline harness::Searcher<Root> searcher(Version version, int depth = 1) {
    return {door(), fmt::format("ryg{}", number_of(version)), depth};
}
/// What a routine of the program's referee, from version 15, says of its board.
[[nodiscard]] bool referee_says(harness::Host& host, std::string_view routine);
/// What the header blocks of its programs are checked with.
[[nodiscard]] const contracts::Suite& suite();

}  // namespace ryg1
}  // namespace ryg::engine
