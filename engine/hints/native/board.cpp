// The limits of a match-three board.
#include "engine/hints/native/board.hpp"

#include <stdexcept>
#include <string>

namespace ryg::engine::hints {
namespace {

int checked(int value, int greatest, const char* what) {
    if (value >= 1 && value <= greatest) return value;
    throw std::invalid_argument("a board cannot have " + std::to_string(value) + ' ' + what +
                                ": use 1 to " + std::to_string(greatest));
}

}  // namespace

Board::Board(int rows, int columns, int kinds)
    : rows_(checked(rows, most_rows, "rows")),
      columns_(checked(columns, most_columns, "columns")),
      kinds_(checked(kinds, most_kinds, "kinds")),
      cells_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), empty) {}

}  // namespace ryg::engine::hints
