// The program of a SearchGame and its native twin on one position, and what differs.
#pragma once

#include "engine/harness/search_game.hpp"

namespace ryg::harness {

struct Found {
    Numbers numbers;
    Cycle cycles = 0;
};

/// What both engines answer, or why the program does not.
struct Both {
    Found program;
    Numbers native;
    std::optional<EngineFault> fault{};

    [[nodiscard]] bool agree() const { return !fault && native == program.numbers; }
};

/// Throws std::invalid_argument, which names the game.
[[noreturn]] void refuse(const SearchGame& game, std::string_view why);

/// Refuses a game that lacks what it cannot be played without.
void check(const SearchGame& game);

/// The game's first program, or the one that replaces it, after that check.
[[nodiscard]] c64::Image image_of(const SearchGame& game, const c64::Image* instead = nullptr);

/// Searches always begin on the machine that `host` has kept, so that none depends on those before.
[[nodiscard]] Found search_on(const SearchGame& game, Host& host, const std::string& position);
[[nodiscard]] Numbers native_answer(const SearchGame& game, const std::string& position);
[[nodiscard]] Both search_by_both(const SearchGame& game, Host& host, const std::string& position);

/// The first thing in which both differ.
[[nodiscard]] Difference explain(const SearchGame& game, Host& host, const std::string& position,
                                 const Both& both);

/// FNV-1a, a number at a time.
[[nodiscard]] std::uint32_t hash(const Numbers& numbers, std::uint32_t before = 0x811c9dc5);

}  // namespace ryg::harness
