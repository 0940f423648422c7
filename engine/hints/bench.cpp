// `bench` of the hint finder: how fast bits are beside nested loops, on stones and on squares.
#include <fmt/format.h>

#include "engine/common/moves_plain.hpp"
#include "engine/harness/report.hpp"
#include "engine/hints/game.hpp"
#include "engine/hints/native/byte_board.hpp"
#include "engine/hints/native/find_plain.hpp"
#include "engine/hints/native/mask_board.hpp"
#include "engine/hints/native/sample_boards.hpp"

namespace ryg::engine::hints {
namespace {

using harness::Data;

constexpr int kinds = 6;

/// Does a task on all boards; the answer tells whether it was done.
struct Contestant {
    std::string name;
    std::function<std::uint64_t()> pass;
    std::vector<double> per_second{}, times_plain{};
    std::uint64_t answer = 0;
};

struct Task {
    std::string name, unit;
    std::size_t size;  ///< boards, or positions, in a pass
    std::vector<Contestant> contestants;
};

/// A cell of each board, and the two kinds that take turns there.
struct Change {
    int row, column;
    std::array<Kind, 2> kinds;
};

/// Random boards and positions, always the same, which the tasks look at.
struct Samples {
    struct Sample {
        std::vector<Board> boards{};
        std::vector<Change> changes{};
    };
    Sample small{}, large{};
    std::vector<Position> positions{};
    std::vector<PlainBoard> plain_positions{};

    Samples() {
        Random random(2004);
        fill(small, random, 8, 1000);
        fill(large, random, 64, 20);
        for (int i = 0; i < 4096; ++i) {
            positions.push_back(random_position(random));
            plain_positions.emplace_back(positions.back());
        }
    }
    static void fill(Sample& sample, Random& random, int side, int count) {
        const auto below = [&](int limit) {
            return static_cast<int>(random.below(static_cast<std::uint32_t>(limit)));
        };
        for (int i = 0; i < count; ++i) {
            Board board = random_board(random, side, side, kinds);
            const int row = below(side), column = below(side);
            const Kind before = board.at(row, column);
            const auto now = static_cast<Kind>(1 + (before + below(kinds - 1)) % kinds);
            sample.changes.push_back({row, column, {before, now}});
            sample.boards.push_back(std::move(board));
        }
    }
};

/// Cheap, and different when the list is.
std::uint64_t summary(const HintList& found) {
    if (found.empty()) return 1;
    const Hint& last = found.back();
    return found.size() * 0x10001 + static_cast<unsigned>(last.row) * 64 + last.column;
}

/// Boards of a type that is kept while stones change: one cell each before each search.
template <class Kept, class Place, class Find>
std::function<std::uint64_t()> changing(const Samples::Sample& sample, Place place, Find find) {
    return [&changes = sample.changes,
            boards = std::vector<Kept>(sample.boards.begin(), sample.boards.end()), place, find,
            found = HintList{}, turn = 0U]() mutable {
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

template <class Boards, class Generate>
std::function<std::uint64_t()> count(const Boards& boards, Generate generate) {
    return [&boards, generate] {
        std::uint64_t sum = 0;
        for (const auto& board : boards) {
            const MoveList moves = generate(board);
            sum += moves.size() * 64;
            if (!moves.empty()) sum += moves[moves.size() - 1].to;
        }
        return sum;
    };
}

std::vector<Task> tasks_on(const Samples& samples) {
    const auto place_kind = [](auto& board, const Change& change, Kind, Kind now) {
        board.place(change.row, change.column, now);
    };
    const auto place_both = [](auto& board, const Change& change, Kind before, Kind now) {
        board.place(change.row, change.column, before, now);
    };
    const auto by_loops = [](Board& board, HintList& found) { find_plain(board, found); };
    const auto by_words = [](const auto& board, HintList& found) { list(board.find(), found); };
    const auto by_masks = [masks = HintMasks{}](const MaskBoard& board, HintList& found) mutable {
        board.find(masks);
        masks.list(found);
    };
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
    const auto& [small, large, positions, plain_positions] = samples;
    return {{"8 x 8, one stone changed",
             "boards",
             small.boards.size(),
             {{"plain", changing<Board>(small, place_kind, by_loops)},
              {"bytes", changing<ByteBoard>(small, place_kind, by_words)},
              {"masks", changing<MaskBoard>(small, place_kind, by_masks)},
              {"bits", changing<WordBoard>(small, place_both, by_words)}}},
            {"8 x 8, new board",
             "boards",
             small.boards.size(),
             {{"plain", anew(small.boards, plain)},
              {"bytes", anew(small.boards, bytes)},
              {"bits", anew(small.boards, bits)}}},
            {"64 x 64, one stone changed",
             "boards",
             large.boards.size(),
             {{"plain", changing<Board>(large, place_kind, by_loops)},
              {"masks", changing<MaskBoard>(large, place_kind, by_masks)}}},
            {"moves of the mouse and the cats",
             "positions",
             positions.size(),
             {{"plain", count(plain_positions,
                              [](const auto& board) { return generate_moves_plain(board); })},
              {"bits",
               count(positions, [](const auto& position) { return generate_moves(position); })}}}};
}

/// Passes a second. Passes come in pairs: that is the period of the changing boards.
double measure(Contestant& contestant) {
    constexpr double least_seconds = 0.004;  // many passes over the boards
    const double begin = harness::processor_seconds();
    double seconds = 0;
    unsigned passes = 0;
    do {
        contestant.answer = contestant.pass();
        contestant.answer += contestant.pass();
        passes += 2;
        seconds = harness::processor_seconds() - begin;
    } while (seconds < least_seconds);
    return passes / seconds;
}

/// The contestants take turns: a slow spell of the host hits all of them alike.
void do_round(std::vector<Task>& tasks) {
    for (Task& task : tasks) {
        const Contestant& first = task.contestants.front();
        for (Contestant& contestant : task.contestants) {
            const double speed = measure(contestant) * static_cast<double>(task.size);
            contestant.per_second.push_back(speed);
            contestant.times_plain.push_back(speed / first.per_second.back());
        }
    }
}

}  // namespace

harness::Report bench_report(const harness::Values& values, const harness::Watch& watch) {
    const Samples samples;
    std::vector<Task> tasks = tasks_on(samples);
    const auto rounds = values.number("rounds");
    std::uint64_t done = 0;
    for (; done == 0 || (done < rounds && !watch.stopped()); ++done) {
        if (watch.progress) watch.progress(done, rounds);
        do_round(tasks);
    }
    harness::Report report;
    Data::List list;
    for (const Task& task : tasks) {
        report.text += fmt::format("{:<34} {:>14} {:>9} {:>12}\n", task.name, task.unit + "/s",
                                   "ns", "times plain");
        Data::List contestants;
        for (const Contestant& contestant : task.contestants) {
            const double speed = harness::median(contestant.per_second),
                         times_plain = harness::median(contestant.times_plain);
            report.text += fmt::format("  {:<32} {:>14.0f} {:>9.1f} {:>12.1f}\n", contestant.name,
                                       speed, 1e9 / speed, times_plain);
            contestants.push_back(Data::Fields{
                {"name", contestant.name}, {"per_second", speed}, {"times_plain", times_plain}});
            if (contestant.answer != task.contestants.front().answer) report.agrees = false;
        }
        list.push_back(Data::Fields{
            {"name", task.name}, {"unit", task.unit}, {"contestants", std::move(contestants)}});
    }
    if (watch.stopped()) report.text += fmt::format("\nInterrupted: {} rounds.\n", done);
    if (!report.agrees) {
        report.text += "\nThe finders do not find the same: see ryg verify --game hints.\n";
    }
    report.data = {{"rounds", done},
                   {"interrupted", watch.stopped()},
                   {"kinds", kinds},
                   {"agree", report.agrees},
                   {"tasks", std::move(list)}};
    return report;
}

}  // namespace ryg::engine::hints
