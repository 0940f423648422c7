// What the hint finder offers: to be verified.
#include "engine/hints/game.hpp"

#include "engine/hints/engine.hpp"

namespace ryg::engine {
namespace hints {

using harness::number_option;

namespace {

/// Chosen so that the default `verify` takes a few seconds on two cores.
constexpr const char *default_boards = "300000", *default_asm_boards = "20000";
constexpr std::uint64_t most_boards = 1'000'000'000;

harness::Verify verify() {
    harness::Verify job;
    job.about =
        "Finds the hints of adversarial and random match-three boards by nested loops, by bit "
        "masks\n"
        "of any size, by bit masks in words, by bytes in words and with the 6502 program, and\n"
        "compares: the same hints in the same order. Each native board is then changed in one "
        "cell,\n"
        "masks and all, and compared again. Reports the first difference and exits with 1 if "
        "there\n"
        "is one.";
    job.options = {
        number_option("boards", "random boards of 8 x 8; of other sizes a hundredth of them",
                      default_boards, 0, most_boards),
        number_option("asm-boards", "random boards of 8 x 8 for the 6502 too", default_asm_boards,
                      0, most_boards),
        number_option("seed", "of the random boards", "1"),
        {"board", "compare this board only (see ryg hints --help)"}};
    job.options.back().excludes = {"boards", "asm-boards", "seed"};
    job.examples = {
        {}, {{"board", "AABA/BCDC/CDAD"}}, {{"boards", "10000000"}, {"asm-boards", "20000"}}};
    job.agree = "All finders agree.";
    job.differ = "The finders differ.";
    job.nothing = "boards";
    job.plan = [](const harness::Values& values, const c64::Image* instead,
                  const std::atomic<bool>*) { return plan_campaign(values, instead); };
    return job;
}

}  // namespace

}  // namespace hints

const harness::Game& hints_game() {
    static const harness::Game all{
        .name = "hints", .programs = hints_programs(), .verify = hints::verify()};
    return all;
}

}  // namespace ryg::engine
