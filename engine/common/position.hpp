// A position of the game as a value: the squares of the cats and the mouse, and the side to move.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

namespace ryg::engine {

using Byte = std::uint8_t;
using Address = std::uint16_t;

/// 8 * row + column; row 0 is the cats' home row and drawn on top (geometry A, the engine's own).
using Square = std::uint8_t;
/// A set of dark squares: bit i is the dark square of index i.
using DarkSet = std::uint32_t;

/// A side of the game; in text `w` and `b`.
enum class Side : std::uint8_t { mouse, cats };

constexpr Side other(Side side) { return side == Side::mouse ? Side::cats : Side::mouse; }

constexpr Square square_at(int row, int column) { return static_cast<Square>(8 * row + column); }
constexpr int row_of(Square square) { return square / 8; }
constexpr int column_of(Square square) { return square % 8; }
constexpr bool is_dark(Square square) { return (row_of(square) + column_of(square)) % 2 == 0; }

/// The index of a dark square, 0 to 31, four to a row: half the square's number, rounded down,
/// since every second square is dark.
constexpr int dark_index(Square square) { return square / 2; }
constexpr Square dark_square(int index) { return static_cast<Square>(2 * index + (index / 4) % 2); }
constexpr DarkSet dark_bit(Square square) { return DarkSet{1} << dark_index(square); }

/// The square's number in geometry B, that of the second series (A1 = 0 .. H8 = 63), and back.
constexpr Square mirrored(Square square) { return static_cast<Square>(63 - square); }

/// The squares of all pieces, and the side to move. By default the start position:
///
///        0   1   2   3   4   5   6   7    column
///      +---+---+---+---+---+---+---+---+
///    0 | c |   | c |   | c |   | c |   |  the mouse's goal; dark squares  0  1  2  3
///    1 |   | . |   | . |   | . |   | . |                                  4  5  6  7
///    2 | . |   | . |   | . |   | . |   |                                  8  9 10 11
///    3 |   | . |   | . |   | . |   | . |                                 12 13 14 15
///    4 | . |   | . |   | . |   | . |   |                                 16 17 18 19
///    5 |   | . |   | . |   | . |   | . |                                 20 21 22 23
///    6 | . |   | . |   | . |   | . |   |                                 24 25 26 27
///    7 |   | . |   | M |   | . |   | . |                                 28 29 30 31
///      +---+---+---+---+---+---+---+---+
///
/// The cats are a set because the game does not distinguish them: a cat's number is its rank when
/// the board is scanned upward, and changes as they move.
struct Position {
    DarkSet cats = 0x0000000f;
    Square mouse = 59;
    Side side = Side::mouse;  ///< to move

    auto operator<=>(const Position&) const = default;
};

constexpr Position start_position() { return {}; }

constexpr bool has_cat(const Position& position, Square square) {
    return is_dark(square) && (position.cats & dark_bit(square)) != 0;
}

/// Whether there are four cats, and the mouse is on a dark square without a cat.
constexpr bool is_well_formed(const Position& position) {
    return std::popcount(position.cats) == 4 && position.mouse < 64 && is_dark(position.mouse) &&
           !has_cat(position, position.mouse);
}

/// Takes the lowest square out of a set that is not empty.
constexpr Square take_first(DarkSet& set) {
    const Square square = dark_square(std::countr_zero(set));
    set &= set - 1;
    return square;
}

/// The cats by number: their squares in ascending order.
constexpr std::array<Square, 4> cat_squares(const Position& position) {
    std::array<Square, 4> squares{};
    DarkSet rest = position.cats;
    for (Square& square : squares) square = take_first(rest);
    return squares;
}

static_assert(sizeof(Position) == 8);
static_assert(is_well_formed(start_position()));
static_assert(start_position().mouse == square_at(7, 3));
static_assert(cat_squares(start_position()) == std::array<Square, 4>{0, 2, 4, 6});
static_assert(mirrored(59) == 4 && mirrored(0) == 63 && mirrored(6) == 57);
static_assert(dark_square(dark_index(59)) == 59 && dark_index(63) == 31);
static_assert([] {
    for (int index = 0; index < 32; ++index) {
        const Square square = dark_square(index);
        if (!is_dark(square) || dark_index(square) != index) return false;
        if (!is_dark(mirrored(square)) || dark_index(mirrored(square)) != 31 - index) return false;
    }
    return true;
}());

}  // namespace ryg::engine
