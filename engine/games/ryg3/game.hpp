// The second game: RYG3, versions 3, 4 and 7 to 11, with hash tables.
#pragma once

#include "engine/claims/searcher.hpp"
#include "engine/games/ryg3/native/root.hpp"
#include "engine/games/ryg3/native/search.hpp"

namespace ryg::engine {

/// As CMakeLists.txt lists them: ryg3-03, -04, -07 .. -11.
[[nodiscard]] claims::Programs ryg3_programs();
[[nodiscard]] const claims::Game& ryg3_game();

namespace ryg3 {

using emu::Cycle;

/// The programs and their twin. Searches begin with fixed random tables, empty hash tables and no
/// game.
[[nodiscard]] const claims::Door<Ryg3Root>& door();
/// States what iterations of one search leave, each at its stage.
void state_iterations(const c64::Labels& labels, std::span<const Iteration> iterations,
                      const Thinker& thinker, claims::Expected& expected);
/// The random tables that `--tables` asks for, or else the fixed ones. Throws std::runtime_error.
[[nodiscard]] RandomTables tables_of(const claims::Setting& setting);
inline const work::Option tables_option{
    "tables",
    "random tables in place of ours: fixed, or a file's 640 bytes, hash_mouse, hash_cat1 .. 4 and "
    "the locks', or a PRG of them"};
/// The programs that search.
inline const std::vector<std::string_view> searching_programs{"ryg3-07", "ryg3-08", "ryg3-09",
                                                              "ryg3-10", "ryg3-11"};

/// `bench`, in place of the one made from the door.
[[nodiscard]] claims::Task bench_task();
/// What the header blocks of its programs are checked with.
[[nodiscard]] const claims::Suite& suite();

}  // namespace ryg3
}  // namespace ryg::engine
