// The second engine once more, plainly: 64 bytes walked square by square, by definition.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"
#include "engine/games/ryg3/native/search.hpp"

namespace ryg::engine::ryg3 {

inline void PrintTo(const Board& board, std::ostream* out) {
    *out << to_fen(position_of(board), Geometry::b) << " cats";
    for (std::size_t cat = 1; cat < piece_count; ++cat) {
        *out << ' ' << square_name(mirrored(board.squares[cat]), Geometry::b);
    }
}

inline void PrintTo(const Ryg3Move& move, std::ostream* out) { *out << to_string(move); }

}  // namespace ryg::engine::ryg3

namespace ryg::naive3 {

using Cells = std::array<std::uint8_t, 64>;

/// Any random tables: the tests do not care how they came about.
inline engine::ryg3::RandomTables random_tables(std::uint64_t seed) {
    engine::Random random(seed);
    return engine::ryg3::draw_tables(
        [&random] { return static_cast<engine::Byte>(random.next()); });
}

/// The walk of the seed program: over 64 squares, a table for each piece that is met.
inline int walk(const Cells& cells, const std::array<std::array<std::uint8_t, 64>, 5>& tables) {
    int result = 0;
    for (std::size_t square = 0; square < 64; ++square) {
        if (cells[square] < 5) result ^= tables[cells[square]][square];
    }
    return result;
}

using Step = std::pair<int, int>;

/// Squares upward, directions in their order: SW, SE, NE, NW for the mouse (piece 0), SW, SE for
/// the cats.
inline std::vector<Step> steps(const Cells& cells, bool mouse) {
    static constexpr int directions[4][2] = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    std::vector<Step> found;
    for (int square = 0; square < 64; ++square) {
        const int piece = cells[static_cast<std::size_t>(square)];
        if (mouse ? piece != 0 : piece < 1 || piece > 4) continue;
        for (int i = 0; i < (mouse ? 4 : 2); ++i) {
            const int rank = square / 8 + directions[i][0], file = square % 8 + directions[i][1];
            if (rank < 0 || rank > 7 || file < 0 || file > 7) continue;
            if (cells[static_cast<std::size_t>(8 * rank + file)] != 6) continue;
            found.emplace_back(square, 8 * rank + file);
        }
    }
    return found;
}

inline Cells after(Cells cells, Step step) {
    std::swap(cells[static_cast<std::size_t>(step.first)],
              cells[static_cast<std::size_t>(step.second)]);
    return cells;
}

/// $80 + mouse's row - the cats' points, each on the squares that its own table names.
inline int evaluate(const Cells& cells) {
    static constexpr int points[8] = {28, 27, 25, 22, 18, 13, 7, 0};  // rows 7 to 0
    int value = 0x80;
    for (int square = 0; square < 64; ++square) {
        const int piece = cells[static_cast<std::size_t>(square)], row = square / 8;
        if (piece == 0) value += row;
        // B/A, D/C, F/E, H/G: 1, 3, 5, 7 on odd rows, 0, 2, 4, 6 on even ones.
        if (piece >= 1 && piece <= 4 && square % 8 == 2 * (piece - 1) + row % 2) {
            value -= points[7 - row];
        }
    }
    return value;
}

/// The value without any cuts, tables or windows.
inline int minimax(const Cells& cells, bool mouse, int depth) {
    if (depth == 0) return evaluate(cells);
    const std::vector<Step> moves = steps(cells, mouse);
    if (moves.empty()) return evaluate(cells);
    int best = mouse ? -1 : 256;
    for (const Step& move : moves) {
        const int value = minimax(after(cells, move), !mouse, depth - 1);
        if (mouse ? value > best : value < best) best = value;
    }
    return best;
}

/// The search as the 6502 programs are described: arrays by remaining depth, nothing clever.
struct Program {
    int version;
    engine::ryg3::RandomTables random;
    struct Table {
        std::vector<int> start = std::vector<int>(256, 0xff);
        std::vector<int> dest = start, lock = start;
        int collisions = 0;
    };
    Table tables[2] = {};  // mouse's, cats'
    std::vector<int> history = std::vector<int>(4096, 0);
    std::size_t list_length = 100;
    long nodes = 0;
    int alpha[21] = {}, beta[21] = {}, score[21] = {}, best_start[21] = {}, best_dest[21] = {};

    struct Shown {
        int depth;
        long nodes;
        int score;
        Step best;
    };

    std::vector<Shown> think(const Cells& cells, bool mouse, int max_depth) {
        std::vector<Shown> shown;
        nodes = 0;
        std::fill(history.begin(), history.end(), 0);
        for (int depth = version == 7 ? max_depth : 1; depth <= max_depth; ++depth) {
            alpha[depth] = 0;
            beta[depth] = 255;
            node(cells, mouse, depth, 0);
            shown.push_back({depth, nodes, score[depth], {best_start[depth], best_dest[depth]}});
        }
        return shown;
    }

    void node(const Cells& cells, bool mouse, int d, std::size_t places_taken) {
        if (d == 0) {
            score[d] = evaluate(cells);
            return;
        }
        ++nodes;
        best_start[d] = best_dest[d] = 0xff;
        std::vector<Step> moves = steps(cells, mouse);
        if ((moves.empty() && version >= 9) || list_length - places_taken < 8) {
            score[d] = evaluate(cells);
            return;
        }
        std::vector<int> merits = initial_merits(cells, mouse, moves);
        for (std::size_t current = 0; current < moves.size(); ++current) {
            if (version >= 10) select(moves, merits, current);
            alpha[d - 1] = alpha[d];
            beta[d - 1] = beta[d];
            node(after(cells, moves[current]), !mouse, d - 1, places_taken + moves.size());
            if (!is_better(mouse, d)) continue;
            (mouse ? alpha : beta)[d] = score[d - 1];
            best_start[d] = moves[current].first;
            best_dest[d] = moves[current].second;
            if (alpha[d] >= beta[d]) break;
        }
        score[d] = mouse ? alpha[d] : beta[d];
        if (best_start[d] != 0xff || version == 7) store(cells, mouse, d);
    }

    bool is_better(bool mouse, int d) const {
        const int s = score[d - 1];
        if (version == 7) return mouse ? s >= alpha[d] : s < beta[d];
        if (version <= 9) return mouse ? s >= alpha[d] : s <= beta[d];
        return mouse ? s > alpha[d] : s < beta[d];
    }

    std::vector<int> initial_merits(const Cells& cells, bool mouse,
                                    const std::vector<Step>& moves) const {
        std::vector<int> merits(moves.size(), 0);
        const Table& table = tables[mouse ? 0 : 1];
        const auto hash = static_cast<std::size_t>(walk(cells, random.hash));
        const bool known =
            table.start[hash] != 0xff && table.lock[hash] == walk(cells, random.lock);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const auto [start, dest] = moves[i];
            if (version == 11) merits[i] = history[static_cast<std::size_t>(64 * start + dest)];
            if (known && table.start[hash] == start && table.dest[hash] == dest) {
                merits[i] += version == 11 ? 255 : 10;
            }
            if (merits[i] > 255) merits[i] = 255;
        }
        return merits;
    }

    static void select(std::vector<Step>& moves, std::vector<int>& merits, std::size_t current) {
        std::size_t best = current;
        for (std::size_t i = current; i < moves.size(); ++i) {
            if (merits[i] > merits[best]) best = i;
        }
        for (; best > current; --best) {
            std::swap(moves[best], moves[best - 1]);
            std::swap(merits[best], merits[best - 1]);
        }
    }

    void store(const Cells& cells, bool mouse, int d) {
        Table& table = tables[mouse ? 0 : 1];
        const auto hash = static_cast<std::size_t>(walk(cells, random.hash));
        if (table.start[hash] != 0xff) table.collisions = (table.collisions + 1) % 65536;
        table.start[hash] = best_start[d];
        table.dest[hash] = best_dest[d];
        table.lock[hash] = walk(cells, random.lock);
        if (version < 11) return;
        int& merit = history[static_cast<std::size_t>(64 * best_start[d] + best_dest[d])];
        merit = merit + d > 255 ? 255 : merit + d;
    }
};

}  // namespace ryg::naive3
