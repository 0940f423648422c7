// The second game as the harness knows it: RYG3, versions 3, 4 and 7 to 11, with hash tables.
#pragma once

#include "engine/harness/game.hpp"
#include "engine/ryg3/native/search.hpp"

namespace ryg::contracts {
/// What the header blocks of its programs are checked with.
[[nodiscard]] const Suite& ryg3_suite();
}  // namespace ryg::contracts

namespace ryg::engine {

[[nodiscard]] const harness::Game& ryg3_game();

namespace ryg3 {

/// What `verify` compares, for each version that can do it:
///
/// - randomize: the machine idles for some time, then draws its tables; a SID of its own, written
///   to and read in the same cycles, says what they must be.
/// - hash: getHash and getLock of played boards; `every board`: of all that
///   play can reach, with one set of tables for each version.
/// - entries: adds to the hash tables and look-ups at random; the tables whole at the end.
/// - moves: games by makeMove: the moves there are, value, board, hash and lock after each, and the
///   same all the way back by takeBack.
/// - searches: games from the start in which the program moves for both sides, now and then at
///   random; the hash tables stay from search to search. Positions: each with empty tables.
///
/// Values: version, depth, routines, games, positions, every-board, seed, position, tables. `stop`
/// is looked at in searches, too.
[[nodiscard]] harness::Campaign plan_campaign(const harness::Values& values,
                                              const c64::Image* instead = nullptr,
                                              const std::atomic<bool>* stop = nullptr);

/// All boards, searched by versions at depths with the fixed random tables and empty hash tables:
/// what a campaign goes through. Values: versions, depths, positions.
[[nodiscard]] harness::Survey plan_survey(const harness::Values& values,
                                          const c64::Image* instead = nullptr);
[[nodiscard]] harness::Proof proof();

/// Values: position, depth, version, engine, tables.
[[nodiscard]] harness::Report search_report(const harness::Values& values,
                                            const harness::Watch& watch);
[[nodiscard]] harness::Report bench_report();

/// How good the hash and the lock are: docs/hash.md.
[[nodiscard]] harness::OwnTask hash_study();

/// Those of the file that the value `tables` names, or the fixed ones.
[[nodiscard]] RandomTables tables_in(const harness::Values& values);

/// The native twin, versions 07 to 11, either side, with random tables that are given. In a game the
/// cats keep their numbers and the hash tables what they hold. Where one begins in the middle the
/// cats are numbered from left to right, as at the start, since each is valued on a lane of its
/// own; the hash tables are empty then.
class NativeContestant final : public Contestant {
  public:
    NativeContestant(Version version, int depth, const RandomTables& random = fixed_tables())
        : thinker_{.version = version, .random = random}, depth_(depth) {}
    void begin(const Position& position) override;
    void play(engine::Move move) override { board_ = apply(board_, mirrored(move)); }
    [[nodiscard]] Choice choose() override;

  private:
    Thinker thinker_;
    int depth_;
    Board board_;
};

/// It and the program as players. `instead` takes the place of the programs, for planted faults.
[[nodiscard]] harness::Contest contest(const c64::Image* instead = nullptr);

}  // namespace ryg3
}  // namespace ryg::engine
