// What the hint finder offers: its options, and who does the work.
#include "engine/games/hints/game.hpp"

#include "engine/games/hints/engine.hpp"
#include "engine/games/hints/native/board.hpp"

namespace ryg::engine {
namespace hints {

using work::number_option;

namespace {

/// Chosen so that the default `verify` takes a few seconds on two cores.
constexpr const char *default_boards = "300000", *default_asm_boards = "20000";
constexpr std::uint64_t most_boards = 1'000'000'000;

harness::Verify verify() {
    harness::Verify job;
    job.about =
        R"(Finds the hints of adversarial and random match-three boards by nested loops, by bit masks
of any size, by bit masks in words, by bytes in words and with the 6502 program, and
compares: the same hints in the same order. Each native board is then changed in one cell,
masks and all, and compared again. Reports the first difference and exits with 1 if there
is one.)";
    job.options = {
        number_option("boards", "random boards of 8 x 8; of other sizes a hundredth of them",
                      default_boards, 0, most_boards),
        number_option("asm-boards", "random boards of 8 x 8 for the 6502 too", default_asm_boards,
                      0, most_boards),
        number_option("seed", "of the random boards", "1"),
        {"board", "compare this board only (see search)"}};
    job.options.back().excludes = {"boards", "asm-boards", "seed"};
    job.examples = {
        {}, {{"board", "AABA/BCDC/CDAD"}}, {{"boards", "10000000"}, {"asm-boards", "20000"}}};
    job.agree = "All finders agree.";
    job.differ = "The finders differ.";
    job.nothing = "boards";
    job.plan = [](const harness::Order& order) {
        return plan_campaign(order.values, order.instead, order.setup());
    };
    return job;
}

harness::Task search() {
    harness::Task job;
    job.about =
        R"(Shows the swaps of two neighbouring stones, of different kinds, that put one of them into
a row or column of three or more of its kind. In order: by row, by column, right before
down. A board is its rows from the top, divided by '/' or line breaks: A to Z a stone,
'.' an empty cell; '-' reads it from the standard input. Rows and columns count from 0.
Engines: plain (nested loops) and bits (masks) take any board up to 64 columns and 16
kinds; bytes (eight cells in a word) and asm (the 6502 program) take 8 x 8.)";
    job.options = {
        {.name = "board",
         .help = "the board",
         .excludes = {"random", "kinds", "seed"},
         .reads_input = true},
        {"random", "a random board instead: rows x columns"},
        number_option("kinds", "of stones on it, 1 to 16", "6", 1, most_kinds),
        number_option("seed", "of the random board", "1"),
        work::choice_option("engine", "the finder", "bits", {"bits", "bytes", "plain", "asm"})};
    job.examples = {{{"board", "AABA/BCDC/CDAD"}},
                    {{"random", "8x8"}, {"kinds", "6"}, {"seed", "7"}, {"engine", "asm"}}};
    job.run = [](const harness::Order& order, const harness::Watch&) {
        return search_report(order.values, order.setup());
    };
    return job;
}

harness::Task bench() {
    harness::Task job;
    job.about =
        R"(Measures the finders of hints on random boards of 6 kinds. Boards, or masks, are kept and
one stone changes before each search, as in a game; a list of all hints is made each time.
The methods take turns; medians count, in processor time. All must find the same.)";
    job.options = {
        number_option("rounds", "measurements of each contestant, in turns", "15", 1, 10'000)};
    job.examples = {{}, {{"rounds", "31"}}};
    job.run = [](const harness::Order& order, const harness::Watch& watch) {
        return bench_report(order.values, watch);
    };
    return job;
}

}  // namespace

}  // namespace hints

const harness::Game& hints_game() {
    using namespace hints;
    static const harness::Game all{.name = "hints",
                                   .programs = hints_programs(),
                                   .verify = verify(),
                                   .search = search(),
                                   .bench = bench(),
                                   .contracts = engine::hints::suite};
    return all;
}

}  // namespace ryg::engine
