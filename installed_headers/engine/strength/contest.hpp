// An engine's strength, measured on many positions and in games, spread over the host's cores.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ryg/engine/strength/strength.hpp"

namespace ryg::engine {

using indexing::PositionIndex;

struct StrengthOptions {
    /// How many won positions are asked about, drawn by the seed; 0: all.
    std::uint64_t positions = 0;
    std::uint64_t games = 1000;  ///< of each of three kinds
    std::uint64_t seed = 1;
    unsigned jobs = 1;  ///< threads; the result does not depend on it
    /// Looked at between two pieces of work.
    const std::atomic<bool>* stop = nullptr;
    /// Called on the calling thread now and then with how much is done of how much.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
};

struct Strength {
    Share all;        ///< won positions whose win the engine's move keeps
    Share critical;   ///< .. of those where some other move throws it away
    Share reachable;  ///< .. and that play from the start can reach
    /// Games won against perfect play, from won, critical, reachable positions.
    Share games;
    /// Games won from the start against perfect play, and against a wandering opponent; none if
    /// the start is lost for the engine's side.
    Share from_start, wandering;
    std::vector<Move> lost_game{};  ///< the shortest of these that were lost
    /// Won positions from which it wins against every defence. Not for an engine that remembers
    /// the game, nor unless it was asked about all positions.
    std::optional<Share> any_defence{};
    std::uint64_t without_move = 0;  ///< positions for which the engine had no answer: not kept
    std::uint64_t shallower = 0;     ///< positions where memory did not suffice for the depth
    bool stopped = false;            ///< the shares are of what was done until then
};

/// Gives a thread its own contestant. Throws what the engine throws.
using MakeContestant = std::function<std::unique_ptr<Contestant>()>;

/// What the exact solution knows of a side's won positions: computed once, for all engines. The
/// solution must outlive it.
class Examination {
  public:
    Examination(const Solution& solution, Side side);

    [[nodiscard]] Strength measure(const MakeContestant& make, bool remembers,
                                   const StrengthOptions& options) const;

    /// The percentages that one who draws among the moves can expect.
    struct Chance {
        double all = 0, critical = 0, reachable = 0;
    };
    [[nodiscard]] const Chance& chance() const { return chance_; }

    /// `count` won positions, drawn by the seed; for 0 all of them, in a drawn order.
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

/// What asking both came to: the first difference in the order of the positions.
struct Agreement {
    std::uint64_t compared = 0;
    std::optional<ChoiceDifference> difference{};
};

/// Asks both about these positions; each thread has its own pair.
[[nodiscard]] Agreement compare_choices(const MakeContestant& native,
                                        const MakeContestant& assembly,
                                        std::span<const PositionIndex> positions,
                                        const StrengthOptions& options);

}  // namespace ryg::engine
