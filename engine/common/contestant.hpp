// A player of whole games who is told how they go and asked for moves.
#pragma once

#include <optional>

#include "engine/common/notation.hpp"

namespace ryg::engine {

/// What an engine answers; no move where it finds none.
struct Choice {
    std::optional<Move> move;
    bool full_depth = true;  ///< false if memory did not suffice for the depth asked for
};

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

}  // namespace ryg::engine
