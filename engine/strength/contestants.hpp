// Both engines as players of whole games, to be measured by the exact solution.
#pragma once

#include <optional>
#include <vector>

#include "engine/common/players.hpp"
#include "engine/common/solution.hpp"
#include "engine/ryg/native/search.hpp"
#include "engine/ryg3/native/search.hpp"

namespace ryg::engine {

/// What an engine answers; no move where it finds none.
struct Choice {
    std::optional<Move> move;
    bool full_depth = true;  ///< false if memory did not suffice for the depth asked for
};

/// Somebody who is told how a game goes and asked for a move when it is their turn.
class Contestant {
  public:
    virtual ~Contestant() = default;
    /// A game starts here; nothing is left of the one before.
    virtual void begin(const Position& position) = 0;
    /// A legal move, made by either side.
    virtual void play(Move move) = 0;
    /// Which move the side to move should make.
    [[nodiscard]] virtual Choice choose() = 0;
};

/// The first engine, from version 14 on: it looks at the board and remembers nothing. Made to play
/// the cats; `options` say where its tree lies, for that is what limits its depth.
class RygContestant final : public Contestant {
  public:
    explicit RygContestant(const SearchOptions& options) : options_(options) {}
    void begin(const Position& position) override { position_ = position; }
    void play(Move move) override { position_ = apply(position_, move); }
    [[nodiscard]] Choice choose() override;

  private:
    SearchOptions options_;
    Position position_;
};

/// The second engine, versions 07 to 11, either side, with the fixed random tables. In a game the
/// cats keep their numbers and the hash tables what they hold. Where one begins in the middle the
/// cats are numbered from left to right, as at the start, since each is valued on a lane of its
/// own; the hash tables are empty then.
class Ryg3Contestant final : public Contestant {
  public:
    Ryg3Contestant(ryg3::Version version, int depth)
        : thinker_{.version = version, .random = ryg3::fixed_tables()}, depth_(depth) {}
    void begin(const Position& position) override;
    void play(Move move) override { board_ = ryg3::apply(board_, ryg3::mirrored(move)); }
    [[nodiscard]] Choice choose() override;
    [[nodiscard]] const ryg3::Board& board() const { return board_; }

  private:
    ryg3::Thinker thinker_;
    int depth_;
    ryg3::Board board_;
};

/// How the other side plays while it is losing: `perfect` delays its loss and draws among moves
/// that do so equally well, `wandering` draws among all its moves. Once it can win, it does.
enum class Opponent : std::uint8_t { perfect, wandering };

/// The moves until it was clear who wins: to the end, or to the contestant's move that threw its
/// win away.
struct Game {
    std::vector<Move> moves;
    bool won = false;  ///< by the contestant
};

/// A game from a position that is won for `side`, whose moves the contestant makes.
[[nodiscard]] Game play_game(Contestant& contestant, Side side, const Position& start,
                             Opponent opponent, const Solution& solution, Random& random);

}  // namespace ryg::engine
