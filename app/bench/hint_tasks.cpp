// The contestants of `ryg bench hints`: each finder, kept and built anew, and both move generators.
#include "app/bench/hint_tasks.hpp"

#include "engine/hints/native/byte_board.hpp"
#include "engine/hints/native/find_plain.hpp"
#include "engine/hints/native/mask_board.hpp"

namespace ryg::app::hint_bench {

using namespace ryg::engine::hints;

namespace {

/// Cheap, and different when the list is.
std::uint64_t summary(const HintList& found) {
    if (found.empty()) return 1;
    const Hint& last = found.back();
    return found.size() * 0x10001 + static_cast<unsigned>(last.row) * 64 + last.column;
}

template <class Boards, class Place, class Find>
std::function<std::uint64_t()> changing(const std::vector<Change>& changes, Boards boards,
                                        Place place, Find find) {
    return [&changes, boards = std::move(boards), place, find, found = HintList{},
            turn = 0U]() mutable {
        std::uint64_t sum = 0;
        turn ^= 1U;
        for (std::size_t i = 0; i < boards.size(); ++i) {
            const Change& change = changes[i];
            place(boards[i], change, change.kinds[turn ^ 1U], change.kinds[turn]);
            find(boards[i], found);
            sum += summary(found);
        }
        return turn == 0 ? sum : 0;  // of every second pass: the boards are then what they were
    };
}

template <class Find>
std::function<std::uint64_t()> anew(const std::vector<Board>& boards, Find find) {
    return [&boards, find, found = HintList{}]() mutable {
        std::uint64_t sum = 0;
        for (const Board& board : boards) {
            find(board, found);
            sum += summary(found);
        }
        return sum;
    };
}

template <class Kept>
std::vector<Kept> kept(const std::vector<Board>& boards) {
    return {boards.begin(), boards.end()};
}

constexpr auto place_kind = [](auto& board, const Change& change, Kind, Kind now) {
    board.place(change.row, change.column, now);
};
constexpr auto place_both = [](auto& board, const Change& change, Kind before, Kind now) {
    board.place(change.row, change.column, before, now);
};
constexpr auto by_loops = [](Board& board, HintList& found) { find_plain(board, found); };
constexpr auto by_words = [](const auto& board, HintList& found) { list(board.find(), found); };

auto by_masks() {
    return [masks = HintMasks{}](const MaskBoard& board, HintList& found) mutable {
        board.find(masks);
        masks.list(found);
    };
}

}  // namespace

Tasks::Tasks() {
    engine::Random random(2004);
    fill(small_, random, 8, 1000);
    fill(large_, random, 64, 20);
    for (int i = 0; i < 4096; ++i) {
        positions_.push_back(engine::random_position(random));
        plain_positions_.emplace_back(positions_.back());
    }
    add_small();
    add_large();
    add_moves();
}

bool Tasks::agree() const {
    for (const Task& task : all) {
        for (const Contestant& contestant : task.contestants) {
            if (contestant.answer != task.contestants.front().answer) return false;
        }
    }
    return true;
}

void Tasks::fill(Sample& sample, engine::Random& random, int side, int count) {
    const auto below = [&](int limit) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(limit)));
    };
    for (int i = 0; i < count; ++i) {
        Board board = random_board(random, side, side, kinds);
        const int row = below(side), column = below(side);
        const Kind before = board.at(row, column);
        sample.changes.push_back(
            {row, column, {before, static_cast<Kind>(1 + (before + below(kinds - 1)) % kinds)}});
        sample.boards.push_back(std::move(board));
    }
}

void Tasks::add_small() {
    const auto& [boards, changes] = small_;
    all.push_back({"8 x 8, one stone changed",
                   "boards",
                   boards.size(),
                   {{"plain", changing(changes, boards, place_kind, by_loops)},
                    {"bytes", changing(changes, kept<ByteBoard>(boards), place_kind, by_words)},
                    {"masks", changing(changes, kept<MaskBoard>(boards), place_kind, by_masks())},
                    {"bits", changing(changes, kept<WordBoard>(boards), place_both, by_words)}}});
    // The plain finder works on the board that it is given; a copy would be a handicap.
    const auto plain = [](const Board& board, HintList& found) {
        find_plain(const_cast<Board&>(board), found);
    };
    const auto bytes = [](const Board& board, HintList& found) {
        list(ByteBoard(board).find(), found);
    };
    const auto bits = [](const Board& board, HintList& found) {
        list(WordBoard(board).find(), found);
    };
    all.push_back({"8 x 8, new board",
                   "boards",
                   boards.size(),
                   {{"plain", anew(boards, plain)},
                    {"bytes", anew(boards, bytes)},
                    {"bits", anew(boards, bits)}}});
}

void Tasks::add_large() {
    const auto& [boards, changes] = large_;
    all.push_back(
        {"64 x 64, one stone changed",
         "boards",
         boards.size(),
         {{"plain", changing(changes, boards, place_kind, by_loops)},
          {"masks", changing(changes, kept<MaskBoard>(boards), place_kind, by_masks())}}});
}

void Tasks::add_moves() {
    const auto count = [](const auto& boards, auto generate) {
        return [&boards, generate] {
            std::uint64_t sum = 0;
            for (const auto& board : boards) {
                const engine::MoveList moves = generate(board);
                sum += moves.size() * 64;
                if (!moves.empty()) sum += moves[moves.size() - 1].to;
            }
            return sum;
        };
    };
    all.push_back(
        {"moves of the mouse and the cats",
         "positions",
         positions_.size(),
         {{"plain", count(plain_positions_,
                          [](const auto& board) { return engine::generate_moves_plain(board); })},
          {"bits", count(positions_,
                         [](const auto& position) { return engine::generate_moves(position); })}}});
}

}  // namespace ryg::app::hint_bench
