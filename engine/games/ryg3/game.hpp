// The second game: RYG3, versions 3, 4 and 7 to 11, with hash tables. Its programs are searched with here.
#pragma once

#include "engine/games/ryg3/native/search.hpp"
#include "engine/harness/game.hpp"

namespace ryg::contracts {
struct Suite;
}

namespace ryg::engine {

/// As CMakeLists.txt lists them: ryg3-03, -04, -07 .. -11.
[[nodiscard]] harness::Programs ryg3_programs();
[[nodiscard]] const harness::Game& ryg3_game();

namespace ryg3 {

using emu::Byte;
using emu::Cycle;

/// The program of a version, with its labels.
[[nodiscard]] c64::Image program(Version version);

/// A file of 640 bytes, in the order in which tables are drawn, or a PRG of them, wherever it
/// loads. Throws c64::ImageError.
[[nodiscard]] RandomTables read_tables(const std::string& path);
/// Those of the file that the value `tables` names, or the fixed ones.
[[nodiscard]] RandomTables tables_in(const work::Values& values);
extern const work::Option tables_option;

[[nodiscard]] inline Version version_of(const harness::Program& program) {
    return static_cast<Version>(program.version);
}
/// Those that search.
inline const std::vector<std::string_view> searching_programs{"ryg3-07", "ryg3-08", "ryg3-09",
                                                              "ryg3-10", "ryg3-11"};

/// Puts random tables into a program's memory, as far as its version has them.
void put(harness::Host& host, const RandomTables& random);
[[nodiscard]] RandomTables random_tables_in(const harness::Host& host);
/// Puts a board where the program has its own, and how deep it is to be searched.
void put(harness::Host& host, const Board& board, int depth);
/// Makes a program ready to search: these tables, empty hash tables, no game, nothing printed.
void prepare(harness::Host& host, const RandomTables& random);

/// A routine that searches passes this after each iteration; one of version 7 passes it never again.
[[nodiscard]] constexpr std::string_view stage_of(Version version) {
    return deepens(version) ? "iterationDone" : "think";
}

/// The iterations of a search, and the cycles up to the end of each.
struct Thought {
    std::vector<Iteration> iterations{};
    std::vector<Cycle> cycles{};  ///< none by the native engine
};
/// Lets a program that is ready think, with the tables that it has. Throws EngineFault.
[[nodiscard]] Thought think(harness::Host& host, Version version, const Board& board, int depth,
                            const SearchWatch& watch = {});

// What the verbs do with it, in place of what is made of the door.
[[nodiscard]] harness::Task search_task();
[[nodiscard]] harness::Task bench_task();
[[nodiscard]] harness::Play play();
/// What the header blocks of its programs are checked with.
[[nodiscard]] const contracts::Suite& suite();

}  // namespace ryg3
}  // namespace ryg::engine
