// One piece of a campaign on the second engine: routines, games or positions, compared.
#pragma once

#include "ryg/engine/common/players.hpp"
#include "ryg/engine/harness/campaign.hpp"
#include "ryg/engine/ryg3/compare.hpp"

namespace ryg::engine::ryg3 {

/// A board that random play from the start leads to within a number of plies.
[[nodiscard]] Board played_board(Random& random, std::uint32_t most_plies);

/// Random tables that owe nothing to the SID.
[[nodiscard]] RandomTables drawn_tables(Random& random);

/// Does pieces of work on one program, each on a fresh copy of it, so that none depends on another.
class Worker {
  public:
    /// What is counted: the columns of the campaign.
    enum Count { calls, games, searches, nodes, cycles, differences, counts };

    /// Every random choice comes from `seed`, random tables unless there are `given` ones. `stop` is
    /// looked at in searches.
    Worker(const AsmRyg3& loaded, std::uint64_t seed, const std::atomic<bool>* stop = nullptr,
           const std::optional<RandomTables>& given = {})
        : assembly_(loaded), random_(seed), stop_(stop), given_(given) {
        outcome_.counts.resize(counts);
    }

    harness::Outcome randomize();
    harness::Outcome hashes();
    harness::Outcome hashes_of(std::span<const Board> boards);
    harness::Outcome entries();
    harness::Outcome moves();
    harness::Outcome game(int depth);
    harness::Outcome position(int depth);
    /// Hash, lock and, where there is one, a search of this board.
    harness::Outcome board(const Board& board, int depth);

  private:
    void note(Difference difference);
    void note(const Board& board, std::string_view stage, Mismatch mismatch,
              std::string written_by);
    harness::Outcome finish();

    void put_random_tables();
    void compare_hash(const Board& board);
    std::optional<Move> search(Thinker& thinker, const Board& board, int depth);

    AsmRyg3 assembly_;
    Random random_;
    const std::atomic<bool>* stop_;
    std::optional<RandomTables> given_;
    RandomTables tables_;
    harness::Outcome outcome_;
};

}  // namespace ryg::engine::ryg3
