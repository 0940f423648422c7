// Enumerates boards or searches, leaves each placement once, and shuffles.
#include "engine/games/ryg3/study/hash_boards.hpp"

#include <algorithm>
#include <utility>

#include "engine/common/indexing/positions.hpp"
#include "engine/common/players.hpp"
#include "engine/games/ryg3/native/moves.hpp"
#include "engine/games/ryg3/native/search.hpp"

namespace ryg::engine::ryg3 {

namespace {

/// Any order is as likely as any other. Our own, because std::shuffle differs between libraries.
void shuffle(std::vector<Board>& boards) {
    Random random(1);
    for (std::size_t left = boards.size(); left > 1; --left) {
        std::swap(boards[left - 1], boards[random.below(static_cast<std::uint32_t>(left))]);
    }
}

}  // namespace

HashBoards all_boards() {
    HashBoards all{.distinct = {}, .sample = usual_sample, .met = {}};
    all.distinct.reserve(all_placements);
    for (indexing::PositionIndex i = 0; i < indexing::position_count; ++i) {
        const Position position = indexing::position_at(i);
        if (position.side == Side::mouse) all.distinct.push_back(board_from(position));
    }
    shuffle(all.distinct);
    all.met.assign(all.sampled().begin(), all.sampled().end());
    return all;
}

std::vector<Board> reachable_boards() {
    std::vector<bool> met(std::size_t{1} << 5 * piece_count);
    std::vector<Board> boards, open;
    const auto meet = [&](const Board& board) {
        std::size_t key = 0;
        for (const Square square : board.squares) key = key << 5 | square / 2U;
        // Not the side: by their ranks an even or an odd number of moves has been made.
        if (met[key]) return;
        met[key] = true;
        open.push_back(board);
    };
    boards.reserve(all_reachable);
    meet(Board{});
    while (!open.empty()) {
        const Board board = open.back();
        open.pop_back();
        boards.push_back(board);
        if (is_over(position_of(board))) continue;
        for (const auto move : generate_moves(board)) meet(apply(board, move));
    }
    return boards;
}

HashBoards boards_of_search(const Board& board, int depth) {
    HashBoards boards;
    Thinker thinker;
    thinker.version = Ryg3Version::v09;
    thinker.think(board, depth, &boards.met);
    boards.distinct = boards.met;
    std::ranges::sort(boards.distinct, {}, &Board::squares);
    const auto repeated = std::ranges::unique(boards.distinct, {}, &Board::squares);
    boards.distinct.erase(repeated.begin(), repeated.end());
    shuffle(boards.distinct);
    boards.sample = std::min(usual_sample, boards.distinct.size());
    return boards;
}

}  // namespace ryg::engine::ryg3
