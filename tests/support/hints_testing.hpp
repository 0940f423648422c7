// What the tests of the hint finders share: boards from text, every finder's list, messages.
#pragma once

#include <gtest/gtest.h>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "engine/games/hints/native/board.hpp"
#include "engine/games/hints/native/board_text.hpp"
#include "engine/games/hints/native/finders.hpp"
#include "engine/games/hints/native/sample_boards.hpp"

namespace ryg::engine::hints {

inline void PrintTo(const Hint& hint, std::ostream* out) { *out << to_text(hint); }
inline void PrintTo(const Board& board, std::ostream* out) {
    *out << to_text(board) << " (./ryg search hints --position " << to_text(board)
         << " --engine plain)";
}

}  // namespace ryg::engine::hints

namespace ryg::hints_testing {

using namespace ryg::engine::hints;

inline Board board_of(std::string_view text) { return parse_board(text).board; }

inline HintList by_masks(const MaskBoard& board) {
    HintMasks masks;
    HintList found;
    board.find(masks);
    masks.list(found);
    return found;
}

template <class Words>
HintList by_words(const Words& board) {
    HintList found;
    list(board.find(), found);
    return found;
}

/// All native finders on a board; a board below 8 x 8 also as the corner of an 8 x 8 one, the
/// rest of it empty.
inline void expect_all_find(const Board& board, const HintList& expected, std::string_view what) {
    EXPECT_EQ(find_plain(board), expected) << what << "\nplain: " << testing::PrintToString(board);
    EXPECT_EQ(by_masks(MaskBoard(board)), expected)
        << what << "\nmasks: " << testing::PrintToString(board);
    if (board.rows() > word_side || board.columns() > word_side) return;
    Board corner(word_side, word_side, board.kinds());
    for (int row = 0; row < board.rows(); ++row) {
        for (int column = 0; column < board.columns(); ++column) {
            corner.place(row, column, board.at(row, column));
        }
    }
    EXPECT_EQ(by_words(WordBoard(corner)), expected)
        << what << "\nwords: " << testing::PrintToString(corner);
    EXPECT_EQ(by_words(ByteBoard(corner)), expected)
        << what << "\nbytes: " << testing::PrintToString(corner);
}

inline void expect_all_agree(const Board& board, std::string_view what) {
    expect_all_find(board, find_plain(board), what);
}

constexpr Hint right(int row, int column) {
    return {row, static_cast<std::uint8_t>(column), Toward::right};
}
constexpr Hint down(int row, int column) {
    return {row, static_cast<std::uint8_t>(column), Toward::down};
}

}  // namespace ryg::hints_testing
