// The first game as the harness knows it: RYG, versions 12 to 16, which build their tree in memory.
#pragma once

#include "ryg/engine/harness/game.hpp"
#include "ryg/engine/ryg/native/search.hpp"

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
