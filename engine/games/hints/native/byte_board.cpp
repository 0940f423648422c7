// Seed 004's other way: XOR, shifts by bytes, and finding zero bytes.
#include "engine/games/hints/native/byte_board.hpp"

namespace ryg::engine::hints {
namespace {

/// Eight cells of one line.
using Cells = std::uint64_t;
/// Of each byte the top bit: whether something holds for that cell.
using Flags = std::uint64_t;

constexpr std::uint64_t every_byte = 0x0101010101010101;
constexpr std::uint64_t top_bits = 0x80 * every_byte;

/// Which bytes of a word are not zero. The low seven bits of each are added to $7f, which carries
/// into the top bit and no further, so that no byte disturbs its neighbour.
constexpr Flags not_zero(std::uint64_t word) {
    return (((word & ~top_bits) + ~top_bits) | word) & top_bits;
}
constexpr Flags equal(Cells left, Cells right) { return not_zero(left ^ right) ^ top_bits; }

/// Every cell sees the cell `by` places higher, or lower, along the line; past the end nothing.
constexpr Cells higher(Cells line, int by) { return line >> 8 * by; }
constexpr Cells lower(Cells line, int by) { return line << 8 * by; }

/// One bit a cell: flag i becomes bit i.
constexpr Mask gathered(Flags flags) {
    // Bit 8i times 2^(7 * (8 - i)) lies at 56 + i; the other products stay clear of the top byte.
    return (flags >> 7) * 0x0102040810204080 >> 56;
}

static_assert(not_zero(0x8000017f00ff0010) == 0x8000808000800080);
static_assert(gathered(0x8000008000000080) == 0b10010001);

struct Swaps {
    Mask along = 0, across = 0;  // as in word_board.cpp
};

/// `lines` begin with the padding.
template <class Words>
Swaps swaps_in(const Words& lines) {
    Swaps found;
    for (std::size_t line = 1; line <= word_side; ++line) {
        const Cells cells = lines[line];
        const Cells below = lower(cells, 1), above = higher(cells, 1);  // neighbours in the line
        const Flags stones = not_zero(cells);

        // What would complete a run at each cell: the kind of the lower neighbour, or of the higher
        // one. Equal neighbours may both be nothing, but then so is what would be brought there.
        const Flags pair_below = equal(below, lower(cells, 2));
        const Flags pair_above = equal(above, higher(cells, 2));
        const Flags between = equal(below, above);
        const Flags wants_below = (pair_below | between) & ~equal(cells, below) & stones;
        const Flags wants_above = pair_above & ~equal(cells, above) & stones;

        // Along the line a stone comes from the side where the pair is not, which then holds the
        // same kind as the pair: "between" with a pair.
        const Flags from_above = pair_below & between & wants_below & not_zero(above);
        const Flags from_below = pair_above & between & wants_above & not_zero(below);
        const Mask along = gathered(from_above) | gathered(from_below) >> 1;

        const auto across = [&](Cells neighbour) {
            const Flags fits =
                (wants_below & equal(neighbour, below)) | (wants_above & equal(neighbour, above));
            return gathered(fits & not_zero(neighbour));
        };
        const int shift = word_side * static_cast<int>(line - 1);
        found.along |= along << shift;
        found.across |= across(lines[line + 1]) << shift;
        if (line > 1) found.across |= across(lines[line - 1]) << (shift - word_side);
    }
    return found;
}

}  // namespace

ByteBoard::ByteBoard(const Board& board) {
    need_word_side(board, "a board of bytes");
    for (int row = 0; row < word_side; ++row) {
        for (int column = 0; column < word_side; ++column)
            place(row, column, board.at(row, column));
    }
}

void ByteBoard::place(int row, int column, Kind kind) {
    const auto set = [kind](std::uint64_t& line, int place) {
        line = (line & ~(std::uint64_t{0xff} << 8 * place)) | std::uint64_t{kind} << 8 * place;
    };
    set(rows_[static_cast<std::size_t>(row) + 1], column);
    set(columns_[static_cast<std::size_t>(column) + 1], row);
}

HintWord ByteBoard::find() const {
    const Swaps in_rows = swaps_in(rows_);
    const Swaps in_columns = swaps_in(columns_);
    return {in_rows.along | transposed(in_columns.across),
            in_rows.across | transposed(in_columns.along)};
}

}  // namespace ryg::engine::hints
