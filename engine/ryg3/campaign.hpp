// The second engine in large: its tables, its routines and its searches, over the host's cores.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/harness/pieces.hpp"
#include "engine/ryg3/compare.hpp"

namespace ryg::crosscheck {

/// The versions that are assembled.
inline constexpr std::array ryg3_versions{
    ryg3::Version::v03, ryg3::Version::v04, ryg3::Version::v07, ryg3::Version::v08,
    ryg3::Version::v09, ryg3::Version::v10, ryg3::Version::v11};

/// 3, 4 or 7..11, or std::invalid_argument.
[[nodiscard]] ryg3::Version ryg3_version_from(int number);

struct Ryg3CampaignOptions {
    std::vector<ryg3::Version> versions{ryg3_versions.begin(), ryg3_versions.end()};
    std::vector<int> depths{1, 2, 3, 4, 5, 6};
    std::uint64_t routines = 0;   ///< pieces of work with the routines, of each kind and version
    std::uint64_t games = 0;      ///< for each version and depth that searches
    std::uint64_t positions = 0;  ///< the same
    bool every_board = false;     ///< hash and lock of all reachable boards, for each version
    std::uint64_t seed = 1;
    /// Only this board instead: its hash and lock, and a search.
    std::optional<ryg3::Board> board{};
    /// Another program in place of the version's own, for planted faults.
    std::optional<c64::Image> program{};
    PieceOptions pieces{};
};

/// What one kind of work came to.
struct Ryg3CampaignRow {
    ryg3::Version version{};
    std::string name;  ///< randomize, hash, entries, moves, every board, or `depth 6`
    std::uint64_t games = 0;
    std::uint64_t calls = 0;     ///< routines called and compared
    std::uint64_t searches = 0;  ///< compared after each iteration
    std::uint64_t nodes = 0;
    Cycle cycles = 0;  ///< of the 6502
    std::uint64_t differences = 0;
};

struct Ryg3CampaignResult {
    std::vector<Ryg3CampaignRow> rows;
    Ryg3CampaignRow total;
    std::optional<Ryg3Difference> first;  ///< of the first differing piece of work
    bool stopped = false;
    double seconds = 0;  ///< host time
};

/// Kinds of work, for each version that can do it:
///
/// - randomize: the machine idles for some time, then draws its tables; a SID of its own, written
///   to and read in the same cycles, says what they must be.
/// - hash: getHash and getLock of played boards; `every board`: of all that
///   play can reach, with one set of tables for each version.
/// - entries: adds to the hash tables and look-ups at random; the tables whole at the end.
/// - moves: games by makeMove: the moves there are, value, board, hash and lock after each, and the
///   same all the way back by takeBack.
/// - searches: games from the start in which the program moves for both sides, now and then at
///   random; the hash tables stay from search to search. Positions: each with empty tables.
///
/// Every piece of work has a seed of its own, so neither the number of threads nor a stop changes
/// what the others find.
[[nodiscard]] Ryg3CampaignResult run_ryg3_campaign(const Ryg3CampaignOptions& options);

}  // namespace ryg::crosscheck
