// An engine's strength, measured on many positions and in games, spread over the host's cores.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/strength/strength.hpp"

namespace ryg::engine {

using indexing::PositionIndex;

/// What to measure, in how many threads.
struct StrengthOptions {
    /// Number of won positions to test, chosen by the seed; 0: all.
    std::uint64_t positions = 0;
    std::uint64_t games = 1000;  ///< number of games of each of the three kinds
    std::uint64_t seed = 1;
    unsigned jobs = 1;  ///< threads; the result does not depend on it
    /// Checked between two work items.
    const std::atomic<bool>* stop = nullptr;
    /// Called from time to time on the calling thread.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
};

/// An engine's strength; each share counts cases out of a total.
struct Strength {
    Share all;        ///< won positions whose win the engine's move keeps
    Share critical;   ///< the same where another move would lose the win
    Share reachable;  ///< the same where the position is reachable from the start
    /// Games won against perfect play, from won, critical, reachable positions.
    Share games;
    /// Games won from the start against perfect play, and against a wandering opponent; none if
    /// the start is lost for the engine's side.
    Share from_start, wandering;
    std::vector<Move> lost_game{};  ///< the shortest lost game of these
    /// Won positions from which the engine wins against every defence. Set only if it does not
    /// remember the game and was asked about all positions.
    std::optional<Share> any_defence{};
    std::uint64_t without_move = 0;  ///< positions without a move from the engine: not kept
    std::uint64_t shallower = 0;     ///< positions where memory did not suffice for the depth
    bool stopped = false;            ///< stopped early: the shares cover the work done
};

/// Gives a thread its own contestant. Throws what the engine throws.
using MakeContestant = std::function<std::unique_ptr<Contestant>()>;

/// A side's won positions by the exact solution, computed once for all engines. The solution must
/// outlive it.
class Examination {
  public:
    Examination(const Solution& solution, Side side);

    [[nodiscard]] Strength measure(const MakeContestant& make, bool remembers,
                                   const StrengthOptions& options) const;

    /// The percentages to expect from moves drawn at random.
    struct Chance {
        double all = 0, critical = 0, reachable = 0;
    };
    [[nodiscard]] const Chance& chance() const { return chance_; }

    /// `count` won positions chosen by the seed; for 0 all of them, in random order.
    [[nodiscard]] std::vector<PositionIndex> draw(std::uint64_t count, std::uint64_t seed) const;

  private:
    class Run;

    const Solution& solution_;
    Side side_;
    std::vector<PositionIndex> won_;
    std::vector<PositionIndex> game_starts_;  ///< won, critical, reachable
    std::vector<bool> reachable_;
    Chance chance_;
};

/// A position for which the 6502 program chooses another move than the native engine.
struct ChoiceDifference {
    Position position;
    std::optional<Move> native, assembly;
};

/// The result of the comparison: the first difference in the order of the positions.
struct Agreement {
    std::uint64_t compared = 0;
    std::optional<ChoiceDifference> difference{};
};

/// Compares both engines' moves in these positions; each thread has its own pair of engines.
[[nodiscard]] Agreement compare_choices(const MakeContestant& native,
                                        const MakeContestant& assembly,
                                        std::span<const PositionIndex> positions,
                                        const StrengthOptions& options);

}  // namespace ryg::engine
