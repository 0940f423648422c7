// The first game as its verbs know it: RYG, versions 12 to 16, which build their tree in memory.
#pragma once

#include <fmt/format.h>

#include "engine/claims/searcher.hpp"
#include "engine/games/ryg1/native/root.hpp"

namespace ryg::engine {

/// As CMakeLists.txt lists them: ryg12 .. ryg16, and ryg16_desempate (ties broken by the jiffy
/// clock).
[[nodiscard]] claims::Programs ryg1_programs();
[[nodiscard]] const claims::Game& ryg1_game();

namespace ryg1 {

/// Where the tree of a search is.
extern const claims::TreeInMemory tree_in_memory;
/// The programs and their twin.
[[nodiscard]] const claims::Door<Root>& door();
/// The program of a version, with its labels.
[[nodiscard]] inline c64::Image program(Version version) {
    return c64::from_embedded(
        *claims::find_program(ryg1_programs(), fmt::format("ryg{}", number_of(version))));
}
/// The same, ready to search to a depth.
[[nodiscard]] inline claims::Searcher<Root> searcher(Version version, int depth = 1) {
    return {door(), fmt::format("ryg{}", number_of(version)), depth};
}
/// What a routine of the program's referee, from version 15, says of its board.
[[nodiscard]] bool referee_says(claims::Host& host, std::string_view routine);
/// What the header blocks of its programs are checked with.
[[nodiscard]] const claims::Suite& suite();

}  // namespace ryg1
}  // namespace ryg::engine
