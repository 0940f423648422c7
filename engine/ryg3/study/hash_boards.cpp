// Enumerates boards or plays games, leaves each placement once, and shuffles.
#include "engine/ryg3/study/hash_boards.hpp"

#include <algorithm>
#include <utility>

#include "engine/common/indexing/positions.hpp"
#include "engine/ryg3/native/moves.hpp"

namespace ryg::crosscheck {

using engine::ryg3::Board;

namespace {

/// Any order is as likely as any other. Our own, because std::shuffle differs between libraries.
void shuffle(std::vector<Board>& boards, engine::Random& random) {
    for (std::size_t left = boards.size(); left > 1; --left) {
        std::swap(boards[left - 1], boards[random.below(static_cast<std::uint32_t>(left))]);
    }
}

/// The first `usual_sample` of the boards go into the tables, and nothing else is met.
HashBoards in_random_order(std::vector<Board> boards, std::uint64_t order) {
    engine::Random random(order);
    shuffle(boards, random);
    HashBoards all{.distinct = std::move(boards), .sample = usual_sample, .met = {}};
    all.met.assign(all.sampled().begin(), all.sampled().end());
    return all;
}

/// The program's own numbering: a cat that moves keeps its number.
void make(Board& board, engine::Move move) {
    board.squares[piece_at(board, engine::mirrored(move.from))] = engine::mirrored(move.to);
    board.side = other(board.side);
}

}  // namespace

HashBoards all_boards(std::uint64_t order) {
    using namespace engine::indexing;
    std::vector<Board> boards;
    boards.reserve(all_placements);
    for (PositionIndex i = 0; i < position_count; ++i) {
        const engine::Position position = position_at(i);
        if (position.side == engine::Side::mouse) {
            boards.push_back(engine::ryg3::board_from(position));
        }
    }
    return in_random_order(std::move(boards), order);
}

HashBoards reachable_boards_in(std::uint64_t order) {
    std::vector<Board> boards = reachable_boards();
    for (Board& board : boards) board.side = engine::Side::mouse;
    return in_random_order(std::move(boards), order);
}

std::vector<Board> reachable_boards() {
    std::vector<bool> met(std::size_t{1} << 5 * engine::ryg3::piece_count);
    std::vector<Board> boards, open;
    const auto meet = [&](const Board& board) {
        std::size_t key = 0;
        for (const engine::Square square : board.squares) key = key << 5 | square / 2U;
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
        for (const auto move : engine::ryg3::generate_moves(board)) meet(apply(board, move));
    }
    return boards;
}

HashBoards boards_of_games(std::size_t count, std::uint64_t order) {
    engine::Random random(order);
    std::vector<Board> met;
    met.reserve(count);
    Board board;
    while (met.size() < count) {
        met.push_back(board);
        const engine::Position position = position_of(board);
        if (is_over(position)) {
            board = Board{};
            continue;
        }
        const engine::MoveList moves = generate_moves(position);
        make(board, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return boards_met(std::move(met), order);
}

HashBoards boards_met(std::vector<Board> met, std::uint64_t order) {
    HashBoards boards;
    boards.distinct = met;
    boards.met = std::move(met);
    std::ranges::sort(boards.distinct, {}, &Board::squares);
    const auto repeated = std::ranges::unique(boards.distinct, {}, &Board::squares);
    boards.distinct.erase(repeated.begin(), repeated.end());
    engine::Random random(order);
    shuffle(boards.distinct, random);
    boards.sample = std::min(usual_sample, boards.distinct.size());
    return boards;
}

}  // namespace ryg::crosscheck
