// `bench` of the hint finder: how fast bits are, compared with nested loops.
#include <fmt/format.h>

#include "engine/games/hints/game.hpp"
#include "engine/games/hints/native/board.hpp"
#include "engine/games/hints/native/byte_board.hpp"
#include "engine/games/hints/native/mask_board.hpp"
#include "engine/games/hints/native/sample_boards.hpp"
#include "engine/work/difference.hpp"
#include "engine/work/report.hpp"

namespace ryg::engine::hints {
namespace {

/// A method on some boards, on which all find the same; the first of them is the plain one.
struct Row {
    std::string_view size, method;
    double boards;                        ///< how many
    std::function<std::uint64_t()> pass;  ///< over all boards; the sum tells lists apart
    std::vector<double> per_second{}, times_plain{};
};

/// Before each search `place` puts another kind of stone on the diagonal, and in the next pass the
/// board's own again; `find(kept, found)` makes a list of all hints.
template <class Kept, class Place, class Find>
Row row(std::string_view size, std::string_view method, const std::vector<Board>& boards,
        Place place, Find find) {
    return {size, method, static_cast<double>(boards.size()),
            [&boards, kept = std::vector<Kept>(boards.begin(), boards.end()), place, find,
             found = HintList{}, back = true]() mutable {
                std::uint64_t sum = 0;
                back = !back;
                for (std::size_t i = 0; i < boards.size(); ++i) {
                    const int at = static_cast<int>(i) % boards[i].rows();
                    const Kind own = boards[i].at(at, at), other = static_cast<Kind>(own % 6 + 1);
                    place(kept[i], at, back ? other : own, back ? own : other);
                    find(kept[i], found);
                    sum = sum * 3 + found.size() + (found.empty() ? 0U : found.back().column * 64U);
                }
                return sum;
            }};
}

work::Report bench(const claims::Order& order, const claims::Watch& watch) {
    Random random(2004);
    std::vector<Board> small, large;
    while (small.size() < 1000) small.push_back(random_board(random, 8, 8, 6));
    while (large.size() < 20) large.push_back(random_board(random, 64, 64, 6));
    const auto place = [](auto& board, int at, Kind, Kind now) { board.place(at, at, now); };
    const auto both = [](auto& board, int at, auto... kinds) { board.place(at, at, kinds...); };
    const auto plain = [](Board& board, HintList& found) { find_plain(board, found); };
    const auto words = [](auto& board, HintList& found) { list(board.find(), found); };
    const auto masks = [masks = HintMasks{}](auto& board, HintList& found) mutable {
        board.find(masks);
        masks.list(found);
    };
    std::vector<Row> rows{row<Board>("8 x 8", "plain", small, place, plain),
                          row<ByteBoard>("8 x 8", "bytes", small, place, words),
                          row<MaskBoard>("8 x 8", "masks", small, place, masks),
                          row<WordBoard>("8 x 8", "bits", small, both, words),
                          row<Board>("64 x 64", "plain", large, place, plain),
                          row<MaskBoard>("64 x 64", "masks", large, place, masks)};
    const std::uint64_t rounds = order.values.number("rounds");
    std::uint64_t done = 0, answer = 0;
    work::Report report;
    for (; done == 0 || (done < rounds && !watch.stopped()); ++done) {
        if (watch.progress) watch.progress(done, rounds);
        double of_plain = 0;
        for (Row& row : rows) {
            constexpr int passes = 20;  // even: the boards are then what they were
            const double begin = work::processor_seconds();
            std::uint64_t found = 0;
            for (int i = 0; i < passes; ++i) found = found * 3 + row.pass();
            const double speed = passes * row.boards / (work::processor_seconds() - begin);
            if (row.method == "plain") of_plain = speed, answer = found;
            report.agrees = report.agrees && found == answer;
            row.per_second.push_back(speed);
            row.times_plain.push_back(speed / of_plain);
        }
    }
    work::Rows list;
    for (const Row& row : rows) {
        const double speed = work::median(row.per_second), times = work::median(row.times_plain);
        report.text += fmt::format("{:<9}{:<6}{:>12.0f} a second{:>10.1f} ns{:>8.1f} x plain\n",
                                   row.size, row.method, speed, 1e9 / speed, times);
        list.push_back(work::Record{{"board", row.size},
                                    {"method", row.method},
                                    {"per_second", speed},
                                    {"times_plain", times}});
    }
    report.data = {{"rounds", done},
                   {"interrupted", watch.stopped()},
                   {"agree", report.agrees},
                   {"rows", std::move(list)}};
    return report;
}

}  // namespace

claims::Task bench_task() {
    claims::Task job;
    job.about =
        R"(Measures the finders of hints on random boards of 6 kinds. Boards, or masks, are kept and
one stone changes before each search, as in a game; a list of all hints is made each time.
The methods take turns; medians count, in processor time. All must find the same.)";
    job.options = {work::number_option("rounds", "measurements of each method", "15", 1, 10'000)};
    job.examples = {{}, {{"rounds", "31"}}};
    job.plot = work::Plot{.title = "Searches for hints",
                          .rows = "rows",
                          .x = "method",
                          .y = {"per_second"},
                          .y_title = "searches a second",
                          .series = "board",
                          .y_logarithmic = true};
    job.run = bench;
    return job;
}

}  // namespace ryg::engine::hints
