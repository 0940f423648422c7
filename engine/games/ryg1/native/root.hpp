// What a search of the first engine begins with: a position, memory for its tree, and the clock.
#pragma once

#include <string>

#include "engine/common/players.hpp"
#include "engine/games/ryg1/native/search.hpp"

namespace ryg::engine::ryg1 {

constexpr Address jiffy_clock = 0xa2;  // its low byte

/// Written `c1c1c1c1/8/8/8/8/8/2M5/8 b tree $4001 end $9fff clock $05`.
struct Root {
    Position position = start_position();
    std::optional<Address> tree_base{}, tree_end{};  ///< the program's own if not given
    Byte clock = 0;  ///< the jiffy clock's low byte, where that breaks ties
};

[[nodiscard]] std::string to_text(const Root& root);
/// Reads that. Throws std::invalid_argument.
[[nodiscard]] Root root_from(const std::string& text);

/// The cats to move after each of the mouse's first moves, and positions from random games; none
/// finished. The signature depends on them: never change them.
[[nodiscard]] std::vector<Root> bench_roots();

/// One in four has its tree elsewhere than at the program's `start`, half of these where nodes can
/// have a low byte of 0; one in four has less memory for it, ending within a page. Every eighth is
/// finished: the side that lost has no move, or has one and no use for it.
[[nodiscard]] Root drawn_root(std::uint64_t index, Address start, Random& random);

/// The reachable roots that a program is asked about: the cats to move, the mouse not yet home.
[[nodiscard]] std::vector<Root> asked_roots();

/// A program's own options, changed as a root says.
[[nodiscard]] SearchOptions with_root(SearchOptions own, const Root& root);

/// Throws std::invalid_argument if the tree, which the program has at `start`, cannot lie there.
void check_tree(const SearchOptions& options, Address start);

/// The cycles that a program of any version takes for a search like this, rather more than less.
[[nodiscard]] std::uint64_t expected_cycles(const SearchResult& native,
                                            const SearchOptions& options);

}  // namespace ryg::engine::ryg1
