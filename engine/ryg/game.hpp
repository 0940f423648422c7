// The first game as the harness knows it: RYG, versions 12 to 16, which build their tree in memory.
#pragma once

#include "engine/harness/game.hpp"
#include "engine/ryg/native/search.hpp"

namespace ryg::contracts {
/// What the header blocks of its programs are checked with.
[[nodiscard]] const Suite& ryg_suite();
}  // namespace ryg::contracts

namespace ryg::engine {

[[nodiscard]] const harness::Game& ryg_game();

namespace first {

/// What `verify` compares.
///
/// A game: the mouse plays by one of three kinds, drawn with the game, and the 6502 program
/// answers; each ply goes through the program's own move, search, choice and, from version 15,
/// referee. A position: random, reachable, either side to move.
/// Values: version or all, depth, games, positions, seed, position. Throws what the engines throw.
[[nodiscard]] harness::Campaign plan_campaign(const harness::Values& values,
                                              const c64::Image* instead = nullptr);

/// All positions, searched by versions at depths: what a campaign goes through. Values: versions,
/// depths, positions.
[[nodiscard]] harness::Survey plan_survey(const harness::Values& values,
                                          const c64::Image* instead = nullptr);
[[nodiscard]] harness::Proof proof();

/// How --squares has moves written.
[[nodiscard]] inline Geometry geometry_of(const harness::Values& values) {
    return values.text("squares") == "rc" ? Geometry::rows : Geometry::a;
}

/// Values: position, depth, version, engine, squares, tree-base.
[[nodiscard]] harness::Report search_report(const harness::Values& values);
/// Values: version, model.
[[nodiscard]] harness::Report bench_report(const harness::Values& values);

/// The native engine, from version 14 on: it looks at the board and remembers nothing. Made to play
/// the cats; `options` say where its tree lies, for that is what limits its depth.
class NativeContestant final : public Contestant {
  public:
    explicit NativeContestant(const SearchOptions& options) : options_(options) {}
    void begin(const Position& position) override { position_ = position; }
    void play(Move move) override { position_ = apply(position_, move); }
    [[nodiscard]] Choice choose() override;

  private:
    SearchOptions options_;
    Position position_;
};

/// It and the program as players. `instead` takes the place of the programs, for planted faults.
[[nodiscard]] harness::Contest contest(const c64::Image* instead = nullptr);

}  // namespace first
}  // namespace ryg::engine
