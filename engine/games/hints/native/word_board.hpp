// The bit-parallel board of 8 x 8: a kind's eight row masks are the eight bytes of one word.
#pragma once

#include <array>
#include <span>

#include "engine/common/labelled_memory.hpp"
#include "engine/games/hints/native/board.hpp"

namespace ryg::engine::hints {

inline constexpr int word_side = 8;  ///< rows and columns of a board that fits the words

/// Swaps found on 8 x 8, one bit a cell.
struct HintWord {
    Mask right = 0, down = 0;

    bool operator==(const HintWord&) const = default;
};

/// Replaces the contents of `into` with all of them, in order.
void list(const HintWord& found, HintList& into);

/// Rows become columns: bit 8 * r + c goes to 8 * c + r.
constexpr Mask transposed(Mask m) {
    // Half by half: the off-diagonal 1 x 1, 2 x 2 and 4 x 4 blocks change places.
    Mask t = (m ^ m >> 7) & 0x00aa00aa00aa00aa;
    m ^= t ^ t << 7;
    t = (m ^ m >> 14) & 0x0000cccc0000cccc;
    m ^= t ^ t << 14;
    t = (m ^ m >> 28) & 0x00000000f0f0f0f0;
    return m ^ t ^ t << 28;
}

static_assert(transposed(0x00000000000000ff) == 0x0101010101010101);
static_assert(transposed(transposed(0x0123456789abcdef)) == 0x0123456789abcdef);

/// The masks of MaskBoard, eight lines to a word, once by rows and once, transposed, by columns.
/// The zeros that shifts bring in do here what the padding lines do there.
///
/// Time: about 30 operations for each kind, both ways, and two transpositions.
class WordBoard {
  public:
    /// An empty board with this number of kinds.
    explicit WordBoard(int kinds) : kinds_(kinds) {}
    /// Throws std::invalid_argument unless the board is 8 x 8.
    explicit WordBoard(const Board& board);

    void place(int row, int column, Kind before, Kind now);

    [[nodiscard]] HintWord find() const;

  private:
    int kinds_;
    // Kind 0 holds the stones of all kinds together.
    std::array<Mask, most_kinds + 1> rows_{}, columns_{};
};

/// Throws std::invalid_argument, naming the caller `who`, unless the board is 8 x 8.
void need_word_side(const Board& board, const char* who);

/// The masks of an 8 x 8 board in the order in which they are made: runs in the columns (`along`)
/// come before those in the rows (`across`).
[[nodiscard]] LabelledMemory memory_of_runs(const Board& board);
/// All hints as masks, `right` and `down`, and as a list.
[[nodiscard]] LabelledMemory memory_of_masks(const HintList& hints);
[[nodiscard]] LabelledMemory memory_of_list(const HintList& hints);

/// The hints of a list in memory.
[[nodiscard]] HintList hints_of(std::span<const std::uint8_t> list);

}  // namespace ryg::engine::hints
