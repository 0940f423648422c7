// `ryg bench hints`: how fast bits are beside nested loops, on stones and on the game's squares.
#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <functional>

#include "app/progress.hpp"
#include "app/verb.hpp"
#include "engine/native/hints/byte_board.hpp"
#include "engine/native/hints/find_plain.hpp"
#include "engine/native/hints/mask_board.hpp"
#include "engine/native/hints/sample_boards.hpp"
#include "engine/native/moves_plain.hpp"

namespace app {
namespace {

using namespace engine::hints;

constexpr Help help{
    "bench hints [options]",
    "Measures the finders of match-three hints on random boards of 6 kinds, and the moves of the\n"
    "native engine, both beside plain nested loops. A list of all hints, or moves, is made each\n"
    "time. \"one stone changed\": the boards, or masks, are kept and one cell changes before each\n"
    "search, as in a game; \"new board\": the masks are built from the cells each time.\n"
    "The contestants take turns; medians count, in processor time. All must find the same.",
    "./ryg bench hints\n"
    "./ryg bench hints --rounds 31 --json"};

constexpr int kinds = 6;
constexpr double least_seconds = 0.004;  // of a measurement: many passes over the boards

/// Somebody who does a task on all boards; the answer tells whether it was done.
struct Contestant {
    std::string name;
    std::function<std::uint64_t()> pass;
    std::vector<double> per_second{}, times_plain{};
    std::uint64_t answer = 0;
};

struct Task {
    std::string name;
    std::string unit;
    std::size_t size;  ///< boards, or positions, in a pass
    std::vector<Contestant> contestants;
};

/// Cheap, and different when the list is.
std::uint64_t summary(const HintList& found) {
    if (found.empty()) return 1;
    const Hint& last = found.back();
    return found.size() * 0x10001 + static_cast<unsigned>(last.row) * 64 + last.column;
}

/// A cell of each board, and the two kinds that take turns there.
struct Change {
    int row, column;
    std::array<Kind, 2> kinds;
};

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

class Bench {
  public:
    explicit Bench(unsigned rounds) : rounds_(rounds) {
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
    Bench(const Bench&) = delete;  // the tasks look at its boards
    Bench& operator=(const Bench&) = delete;

    void run();
    /// Has everybody found the same?
    [[nodiscard]] bool agree() const;
    [[nodiscard]] const std::vector<Task>& tasks() const { return tasks_; }

  private:
    struct Sample {
        std::vector<Board> boards;
        std::vector<Change> changes;
    };

    static void fill(Sample& sample, engine::Random& random, int side, int count);
    void add_small();
    void add_large();
    void add_moves();

    unsigned rounds_;
    Sample small_, large_;
    std::vector<engine::Position> positions_;
    std::vector<engine::PlainBoard> plain_positions_;
    std::vector<Task> tasks_;
};

void Bench::fill(Sample& sample, engine::Random& random, int side, int count) {
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

void Bench::add_small() {
    const auto& [boards, changes] = small_;
    tasks_.push_back(
        {"8 x 8, one stone changed",
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
    tasks_.push_back({"8 x 8, new board",
                      "boards",
                      boards.size(),
                      {{"plain", anew(boards, plain)},
                       {"bytes", anew(boards, bytes)},
                       {"bits", anew(boards, bits)}}});
}

void Bench::add_large() {
    const auto& [boards, changes] = large_;
    tasks_.push_back(
        {"64 x 64, one stone changed",
         "boards",
         boards.size(),
         {{"plain", changing(changes, boards, place_kind, by_loops)},
          {"masks", changing(changes, kept<MaskBoard>(boards), place_kind, by_masks())}}});
}

void Bench::add_moves() {
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
    tasks_.push_back(
        {"moves of the mouse and the cats",
         "positions",
         positions_.size(),
         {{"plain", count(plain_positions_,
                          [](const auto& board) { return engine::generate_moves_plain(board); })},
          {"bits", count(positions_,
                         [](const auto& position) { return engine::generate_moves(position); })}}});
}

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Passes a second. Passes come in pairs: that is the period of the changing boards.
double measure(Contestant& contestant) {
    const double begin = processor_seconds();
    double seconds = 0;
    unsigned passes = 0;
    do {
        contestant.answer = contestant.pass();
        contestant.answer += contestant.pass();
        passes += 2;
        seconds = processor_seconds() - begin;
    } while (seconds < least_seconds);
    return passes / seconds;
}

void Bench::run() {
    Progress progress("rounds");
    for (unsigned round = 0; round < rounds_ && !interrupted; ++round) {
        progress.show(round, rounds_);
        for (Task& task : tasks_) {
            for (Contestant& contestant : task.contestants) {
                const double speed = measure(contestant) * static_cast<double>(task.size);
                contestant.per_second.push_back(speed);
                contestant.times_plain.push_back(speed /
                                                 task.contestants.front().per_second.back());
            }
        }
    }
}

bool Bench::agree() const {
    for (const Task& task : tasks_) {
        for (const Contestant& contestant : task.contestants) {
            if (contestant.answer != task.contestants.front().answer) return false;
        }
    }
    return true;
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

void print_json(const Bench& bench, unsigned rounds) {
    Json json{{"rounds", rounds}, {"kinds", kinds}, {"agree", bench.agree()}};
    json["tasks"] = Json::array();
    for (const Task& task : bench.tasks()) {
        Json one{{"name", task.name}, {"unit", task.unit}, {"contestants", Json::array()}};
        for (const Contestant& contestant : task.contestants) {
            one["contestants"].push_back({{"name", contestant.name},
                                          {"per_second", median(contestant.per_second)},
                                          {"times_plain", median(contestant.times_plain)}});
        }
        json["tasks"].push_back(one);
    }
    print(json);
}

void print_table(const Bench& bench) {
    for (const Task& task : bench.tasks()) {
        fmt::print("{:<34} {:>14} {:>9} {:>12}\n", task.name, task.unit + "/s", "ns",
                   "times plain");
        for (const Contestant& contestant : task.contestants) {
            const double speed = median(contestant.per_second);
            fmt::print("  {:<32} {:>14.0f} {:>9.1f} {:>12.1f}\n", contestant.name, speed,
                       1e9 / speed, median(contestant.times_plain));
        }
    }
}

}  // namespace

Exit bench_hints(Arguments arguments) {
    options::options_description own("What to measure");
    own.add_options()("rounds", options::value<int>()->default_value(15),
                      "measurements of each contestant, in turns");
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;
    const int rounds = parsed.get<int>("rounds");
    check_range(rounds, 1, 10'000, "rounds");

    Bench bench(static_cast<unsigned>(rounds));
    bench.run();
    if (interrupted) return exit_interrupted;
    parsed.json() ? print_json(bench, static_cast<unsigned>(rounds)) : print_table(bench);
    if (bench.agree()) return exit_done;
    fmt::print(stderr,
               "ryg bench hints: the finders do not find the same: see ryg verify --game "
               "hints\n");
    return exit_difference;
}

}  // namespace app
