// The versions of the second engine, and what each of them does differently from the last.
#pragma once

#include <array>
#include <stdexcept>
#include <string>

#include "engine/common/position.hpp"

namespace ryg::engine::ryg3 {

/// 03 has hash and hash tables, 04 the lock, 05 makes moves, 06 values boards, 07 searches, 08
/// deepens step by step, 09 plays, 10 tries the hash move first, 11 keeps a history.
enum class Ryg3Version : std::uint8_t { v03 = 3, v04, v05, v06, v07, v08, v09, v10, v11 };

inline constexpr std::array searching_versions{Ryg3Version::v07, Ryg3Version::v08, Ryg3Version::v09,
                                               Ryg3Version::v10, Ryg3Version::v11};

constexpr int number_of(Ryg3Version version) { return static_cast<int>(version); }

/// 7..11, or std::invalid_argument.
constexpr Ryg3Version searching_version_from(int number) {
    if (number < 7 || number > 11) {
        throw std::invalid_argument("version " + std::to_string(number) +
                                    " of the second engine does not search: use 7 to 11");
    }
    return static_cast<Ryg3Version>(number);
}

constexpr bool has_locks(Ryg3Version version) { return version >= Ryg3Version::v04; }

/// Before 08 the whole depth is searched at once.
constexpr bool deepens(Ryg3Version version) { return version >= Ryg3Version::v08; }

/// Before 09 a node without moves keeps its window, as if no move had been good enough. The
/// original plays on there with what is left in its list of moves, and corrupts the board.
constexpr bool values_dead_ends(Ryg3Version version) { return version >= Ryg3Version::v09; }

/// Before 08 a node without a best move empties the slot of its board.
constexpr bool empties_slots(Ryg3Version version) { return version <= Ryg3Version::v07; }

/// The bonus of the hash table's move, so that it is tried first; 0 before version 10.
constexpr int hash_move_bonus(Ryg3Version version) {
    return version >= Ryg3Version::v11 ? 255 : version == Ryg3Version::v10 ? 10 : 0;
}

constexpr bool sorts_moves(Ryg3Version version) { return version >= Ryg3Version::v10; }
constexpr bool has_history(Ryg3Version version) { return version >= Ryg3Version::v11; }

/// Whether a move with this score is the new best. The mouse raises alpha, the cats lower beta: 07
/// lets the mouse take equals, 08 and 09 let both, so the last of equals is kept; from 10 the
/// first.
constexpr bool improves(Ryg3Version version, Side side, Byte score, Byte bound) {
    if (score == bound) {
        return side == Side::mouse ? version <= Ryg3Version::v09
                                   : version == Ryg3Version::v08 || version == Ryg3Version::v09;
    }
    return (score > bound) == (side == Side::mouse);
}

}  // namespace ryg::engine::ryg3
