// The alpha-beta of the second engine, one function for all its versions.
#include "engine/games/ryg3/native/search.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "engine/games/ryg3/native/evaluate.hpp"

namespace ryg::engine::ryg3 {
namespace {

constexpr Byte saturating_sum(int a, int b) { return static_cast<Byte>(std::min(a + b, 255)); }

std::size_t history_index(Ryg3Move move) {
    return static_cast<std::size_t>(move.start * 64 + move.dest);
}

std::string hex(std::uint32_t value, int digits) {
    std::string text;
    for (int digit = digits - 1; digit >= 0; --digit) {
        text += "0123456789ABCDEF"[value >> 4 * digit & 0xf];
    }
    return text;
}

/// Thrown out of a search that is stopped.
struct SearchStopped {};

/// One think, from its first iteration to its last.
class Think {
  public:
    Think(Thinker& thinker, const Board& board, std::vector<Board>* visited,
          const std::atomic<bool>* stop)
        : thinker_(thinker),
          version_(thinker.version),
          board_(board, thinker.random),
          visited_(visited),
          stop_(stop) {}

    Iteration iterate(int depth, Byte alpha = 0x00, Byte beta = 0xff) {
        Iteration iteration;
        iteration.depth = depth;
        iteration.score = value(depth, alpha, beta, thinker_.move_places);
        iteration.best = best_;
        iteration.nodes = nodes_;
        iteration.line = line_in(thinker_.tables, board_, depth);
        iteration.tables = thinker_.tables;
        iteration.counts = counts_;
        return iteration;
    }

  private:
    /// The moves of the board and the order in which they will be tried.
    struct Candidates {
        MoveList moves;
        std::array<Byte, MoveList::capacity> scores{};

        /// Brings the highest-scored of the moves from `slot` on there, the first of equals; those
        /// that it jumps over shift by one.
        void bring_best_to(std::size_t slot) {
            const auto first = scores.begin() + static_cast<std::ptrdiff_t>(slot);
            const auto last = scores.begin() + static_cast<std::ptrdiff_t>(moves.size());
            const auto jump = std::max_element(first, last) - first;
            std::rotate(first, first + jump, first + jump + 1);
            Ryg3Move* const move = moves.begin() + slot;
            std::rotate(move, move + jump, move + jump + 1);
        }
    };

    [[nodiscard]] Side side() const { return board_.board().side; }

    Byte leaf_value() {
        ++counts_.leaves;
        return evaluate(board_.board());
    }

    /// `room`: places left in the list of moves.
    Byte value(int depth, Byte alpha, Byte beta, std::size_t room) {
        if (depth == 0) return leaf_value();
        if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw SearchStopped{};
        ++nodes_;
        if (visited_ != nullptr) visited_->push_back(board_.board());
        best_ = std::nullopt;
        if (room < MoveList::capacity) return leaf_value();
        Candidates candidates{.moves = generate_moves(board_.board())};
        if (candidates.moves.empty() && values_dead_ends(version_)) return leaf_value();
        if (sorts_moves(version_)) score_moves(candidates);

        const bool mouse = side() == Side::mouse;
        Byte& bound = mouse ? alpha : beta;
        std::optional<Ryg3Move> best;
        for (std::size_t slot = 0; slot < candidates.moves.size(); ++slot) {
            if (sorts_moves(version_)) candidates.bring_best_to(slot);
            const Ryg3Move move = candidates.moves[slot];
            board_.make(move);
            const Byte score = value(depth - 1, alpha, beta, room - candidates.moves.size());
            board_.take_back(move);
            if (!improves(version_, side(), score, bound)) continue;
            bound = score;
            best = move;
            if (alpha >= beta) {
                ++counts_.cut_offs;
                break;
            }
        }
        if (best) {
            remember(*best, depth);
        } else if (empties_slots(version_)) {
            remember({no_square, no_square}, depth);
        }
        best_ = best;
        return bound;
    }

    void score_moves(Candidates& candidates) {
        if (has_history(version_)) {
            for (std::size_t i = 0; i < candidates.moves.size(); ++i) {
                candidates.scores[i] = thinker_.history[history_index(candidates.moves[i])];
            }
        }
        const HashTable& table = thinker_.tables.of(side());
        switch (table.look_up(board_.hash(), board_.lock())) {
            case LookUp::empty: ++counts_.empty; return;
            case LookUp::other_lock: ++counts_.other_lock; return;
            case LookUp::found: ++counts_.found; break;
        }
        const auto known = std::ranges::find(candidates.moves, table.move_at(board_.hash()));
        if (known == candidates.moves.end()) return;
        ++counts_.hash_moves;
        Byte& score = candidates.scores[static_cast<std::size_t>(known - candidates.moves.begin())];
        score = saturating_sum(score, hash_move_bonus(version_));
    }

    void remember(Ryg3Move best, int depth) {
        thinker_.tables.of(side()).add(board_.hash(), board_.lock(), best);
        if (!has_history(version_)) return;
        Byte& merit = thinker_.history[history_index(best)];
        merit = saturating_sum(merit, depth);
    }

    Thinker& thinker_;
    const Ryg3Version version_;
    HashedBoard board_;
    std::vector<Board>* visited_;
    const std::atomic<bool>* stop_;
    std::uint32_t nodes_ = 0;
    SearchCounts counts_;
    std::optional<Ryg3Move> best_;  ///< of the node that was left last
};

}  // namespace

std::vector<Iteration> Thinker::think(const Board& board, int depth, std::vector<Board>* visited,
                                      const SearchWatch& watch) {
    if (depth < least_depth || depth > greatest_depth) {
        throw std::invalid_argument("a search of depth " + std::to_string(depth) +
                                    ": use a depth from 1 to " + std::to_string(greatest_depth));
    }
    version = searching_version_from(number_of(version));
    history.fill(0);
    Think search(*this, board, visited, watch.stop);
    std::vector<Iteration> iterations;
    try {
        for (int d = deepens(version) ? 1 : depth; d <= depth; ++d) {
            iterations.push_back(search.iterate(d));
            if (watch.iterated) watch.iterated(d);
        }
    } catch (const SearchStopped&) {
    }
    return iterations;
}

Iteration Thinker::search(const Board& board, int depth, Byte alpha, Byte beta) {
    return Think(*this, board, nullptr, nullptr).iterate(depth, alpha, beta);
}

std::vector<Ryg3Move> line_in(const HashTables& tables, HashedBoard board, int depth) {
    std::vector<Ryg3Move> moves;
    for (int ply = 0; ply < depth; ++ply) {
        const HashTable& table = tables.of(board.board().side);
        if (table.look_up(board.hash(), board.lock()) != LookUp::found) break;
        const Ryg3Move move = table.move_at(board.hash());
        if (!is_legal(board.board(), move)) break;
        moves.push_back(move);
        board.make(move);
    }
    return moves;
}

std::string shown_line(Ryg3Version version, const Iteration& iteration) {
    std::string text = hex(static_cast<unsigned>(iteration.depth), 2) + ':' +
                       hex(iteration.nodes, 8) + ',' + hex(iteration.score, 2);
    for (const Ryg3Move move : iteration.line) text += ' ' + to_string(move);
    const bool broken = iteration.line.size() < static_cast<std::size_t>(iteration.depth);
    return broken && version >= Ryg3Version::v10 ? text + " ..." : text;
}

}  // namespace ryg::engine::ryg3
