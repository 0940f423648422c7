// Offsets between squares: how squares must be numbered so that the difference of two numbers
// determines their relation.
#pragma once

namespace ryg::engine::indexing {

// Squares are numbered stride * file + rank. If the difference of two numbers determines how many
// files and ranks apart the squares are, a table by offset can replace one by pairs of squares. If
// the stride is too small, one offset has two meanings:
//
//     9 x 9, stride 16                      33 - 25 = 8: a file on, eight ranks back
//                                           25 - 17 = 8: the same file, eight ranks on
//              rank  1   2   3  ..  8   9
//     file 1        17  18  19     24  25
//     file 2        33  34  35     40  41
//
// On a board of R ranks the offsets form a band of 2 R - 1 numbers around each multiple of the
// stride S, one for each difference of ranks:
//
//      files = -1              files = 0               files = 1
//     [-S-R+1 .. -S .. -S+R-1] [-R+1 .. 0 .. R-1] [S-R+1 .. S .. S+R-1]
//
// The bands are disjoint exactly if S is at least 2 R - 1. With S = 2 R - 2 the last number of one
// band is the first of the next (on two files or more). Seed 003 has the algebra; the tests try
// every pair of squares.

/// The size of a board.
struct BoardSize {
    int files = 8, ranks = 8;
};

/// The position of one square relative to another, in files and ranks.
struct Displacement {
    int files = 0, ranks = 0;

    bool operator==(const Displacement&) const = default;
};

constexpr int offset_of(Displacement relation, int stride) {
    return stride * relation.files + relation.ranks;
}

/// The smallest stride whose offsets distinguish all relations on a board of two files or more.
constexpr int least_stride(BoardSize board) { return 2 * board.ranks - 1; }

/// The relation that an offset stands for; `stride` must be at least the smallest one above. Bands
/// begin R - 1 before the multiples of the stride, so the files are a division that rounds down.
constexpr Displacement relation_at(int offset, BoardSize board, int stride) {
    const int from_band = offset + board.ranks - 1;
    const int files = from_band >= 0 ? from_band / stride : -((stride - 1 - from_band) / stride);
    return {files, offset - stride * files};
}

/// Whether all relations on the board have different offsets. Tries every pair of squares.
constexpr bool tells_relations(BoardSize board, int stride) {
    const auto is_told = [&](Displacement relation) {
        for (int files = 1 - board.files; files < board.files; ++files) {
            const int ranks = offset_of(relation, stride) - stride * files;
            const bool exists = -board.ranks < ranks && ranks < board.ranks;
            if (exists && Displacement{files, ranks} != relation) return false;
        }
        return true;
    };
    for (int files = 1 - board.files; files < board.files; ++files) {
        for (int ranks = 1 - board.ranks; ranks < board.ranks; ++ranks) {
            if (!is_told({files, ranks})) return false;
        }
    }
    return true;
}

static_assert(!tells_relations({9, 9}, 16) && tells_relations({9, 9}, 17));
static_assert(tells_relations({9, 9}, 32), "the least power of two for 9 x 9");
static_assert(offset_of({1, -8}, 16) == offset_of({0, 8}, 16), "33 - 25 = 25 - 17");
static_assert(!tells_relations({8, 8}, 14) && tells_relations({8, 8}, 15));
static_assert(tells_relations({8, 8}, 16), "the 0x88 board");
static_assert(relation_at(offset_of({-7, 7}, 16), {8, 8}, 16) == Displacement{-7, 7});

}  // namespace ryg::engine::indexing
