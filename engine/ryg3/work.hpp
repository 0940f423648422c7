// One piece of a campaign on the second engine: routines, games or positions, compared.
#pragma once

#include "engine/common/players.hpp"
#include "engine/ryg3/compare.hpp"

namespace ryg::crosscheck {

/// A board that play from the start leads to, of at most so many plies.
[[nodiscard]] ryg3::Board played_board(engine::Random& random, std::uint32_t most_plies);

/// Random tables that owe nothing to the SID.
[[nodiscard]] ryg3::RandomTables drawn_tables(engine::Random& random);

/// Does pieces of work on one program, each on a fresh copy of it, so that none depends on another.
class Ryg3Worker {
  public:
    struct Outcome {
        std::uint64_t calls = 0, searches = 0, nodes = 0;
        Cycle cycles = 0;
        std::uint64_t differences = 0;
        std::optional<Ryg3Difference> first{};
        bool stopped = false;  ///< in a search, which is not counted
    };

    /// Every random choice comes from `seed`. `stop` is looked at in searches.
    Ryg3Worker(const AsmRyg3& loaded, std::uint64_t seed, const std::atomic<bool>* stop = nullptr)
        : assembly_(loaded), random_(seed), stop_(stop) {}

    Outcome randomize();
    Outcome hashes();
    Outcome hashes_of(std::span<const ryg3::Board> boards);
    Outcome entries();
    Outcome moves();
    Outcome game(int depth);
    Outcome position(int depth);
    /// Hash, lock and, where there is one, a search of this board.
    Outcome board(const ryg3::Board& board, int depth);

  private:
    void note(Ryg3Difference difference);
    void note(const ryg3::Board& board, std::string_view stage, Ryg3Mismatch mismatch,
              std::string written_by);
    Outcome finish();

    void put_random_tables(const ryg3::RandomTables& tables);
    void compare_hash(const ryg3::Board& board);
    std::optional<ryg3::Move> search(ryg3::Thinker& thinker, const ryg3::Board& board, int depth);

    AsmRyg3 assembly_;
    engine::Random random_;
    const std::atomic<bool>* stop_;
    ryg3::RandomTables tables_;
    Outcome outcome_;
};

}  // namespace ryg::crosscheck
