// Positions and moves as text: FEN-like boards and long algebraic moves, in both geometries.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/common/moves.hpp"

namespace ryg::engine {

/// How a board is drawn. Both draw the cats' home row on top, as rank 8, but one is the mirror
/// image of the other: the mouse's start (7,3) is d1 in A and e1 in B.
///
///     A, the first series     c1c1c1c1/8/8/8/8/8/8/3M4 w      square = 8 * (8 - rank) + file
///     B, the second series    1c1c1c1c/8/8/8/8/8/8/4M3 w      square = 63 - that of A
///
/// `rows` is A with squares named as the first series' prose does, by row and column: (7,3).
enum class Geometry { a, b, rows };

/// Text that is not a position, square or move. `what()` is one line: what is wrong, where
/// (characters count from 1), and how to correct it.
class NotationError : public std::runtime_error {
  public:
    NotationError(const std::string& message, std::size_t character)
        : std::runtime_error(message), character_(character) {}
    /// Position in the text, from 1; one past the end if something is missing there.
    [[nodiscard]] std::size_t character() const { return character_; }

  private:
    std::size_t character_;
};

/// Reads `ranks side`: the ranks from the top of the drawing, separated by `/`, with `M` the
/// mouse, `c` a cat, digits for empty squares; side `w` = the mouse moves, `b` = the cats. Up to
/// four more fields of the kinds that a chess FEN has (`- - 0 1`) are accepted and ignored.
/// Throws NotationError.
[[nodiscard]] Position parse_fen(std::string_view text, Geometry geometry = Geometry::a);

/// Reads a position that a user typed. For a board of the other geometry the error shows how to
/// write it in this one.
[[nodiscard]] Position parse_position(std::string_view text, Geometry geometry);

/// The position as text, which `parse_fen` reads back.
[[nodiscard]] std::string to_fen(const Position& position, Geometry geometry = Geometry::a);

/// `e1`, or `E1`: any of the 64 squares. Throws NotationError.
[[nodiscard]] Square parse_square(std::string_view text, Geometry geometry = Geometry::a);
[[nodiscard]] std::string square_name(Square square, Geometry geometry = Geometry::a);

/// `e1f2`, or `E1F2`: two squares, whether or not a piece can make the move. Throws NotationError.
[[nodiscard]] Move parse_move(std::string_view text, Geometry geometry = Geometry::a);
[[nodiscard]] std::string to_string(Move move, Geometry geometry = Geometry::a);
/// `e1f2`, or `none`.
[[nodiscard]] std::string to_string(const std::optional<Move>& move,
                                    Geometry geometry = Geometry::a);

/// `mouse` or `cats`.
constexpr std::string_view name_of(Side side) { return side == Side::mouse ? "mouse" : "cats"; }

}  // namespace ryg::engine
