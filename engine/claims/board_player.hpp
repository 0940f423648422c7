// A program or its twin as a player of the board game, for measuring its strength.
#pragma once

#include "engine/claims/searcher.hpp"

namespace ryg::claims {

/// Unless `Contest::remembers`, earlier searches do not influence later ones. The door must outlive
/// the player.
template <class P>
class BoardPlayer final : public engine::Contestant {
  public:
    /// Which engine chooses the moves.
    enum class By : std::uint8_t { twin, program };

    BoardPlayer(const Door<P>& door, const Order& order, int depth, By by)
        : door_(door),
          game_(*door.contest),
          by_(by),
          values_(order.values),
          program_(door, {order.program().name(), order.program().version, depth, &values_},
                   by == By::program && order.instead != nullptr
                       ? *order.instead
                       : c64::from_embedded(*order.program().image),
                   order.setup()),
          twin_(door.twin(program_.host, program_.setting)),
          position_(door.start) {
        expected_.is_outcome_only = by == By::twin;
    }
    BoardPlayer(const BoardPlayer&) = delete;  // the twin refers to the program
    BoardPlayer& operator=(const BoardPlayer&) = delete;

    void begin(const engine::Position& position) override {
        position_ = game_.begin(position);
        forget();
    }
    void play(engine::Move move) override { position_ = game_.after(position_, turned(move)); }
    [[nodiscard]] engine::Choice choose() override {
        if (!game_.remembers && has_searched_) forget();
        expected_.clear();
        expected_.continues = std::exchange(has_searched_, true);
        twin_(position_, expected_);
        const work::Outcome found = by_ == By::twin ? expected_.outcome : by_program();
        engine::Choice choice{.move = {}, .full_depth = !found.fell_back, .cycles = found.cycles};
        if (found.from != 0xff) choice.move = turned({found.from, found.to});
        return choice;
    }

  private:
    void forget() {
        has_searched_ = false;
        if (by_ == By::program) program_.host.restore();
    }
    /// The twin sets the cycle limit.
    work::Outcome by_program() {
        program_.host.limit_calls(expected_.limit);
        const Cycle cycles = program_.search_as_it_is(position_);
        work::Outcome found = door_.answer(program_.host, position_, program_.setting);
        found.cycles = cycles;
        return found;
    }
    /// Converts a move from geometry A to the game's geometry, and back.
    [[nodiscard]] engine::Move turned(engine::Move move) const {
        if (game_.geometry != engine::Geometry::b) return move;
        return {engine::mirrored(move.from), engine::mirrored(move.to)};
    }

    const Door<P>& door_;
    const BoardGame<P>& game_;
    By by_;
    work::Values values_;
    Searcher<P> program_;
    Twin<P> twin_;
    Expected expected_;
    P position_;
    bool has_searched_ = false;
};

}  // namespace ryg::claims
