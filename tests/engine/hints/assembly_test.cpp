// The hint finder on the 6502: as a program, beside the plain finder, and with faults planted.
#include "c64/board/machine.hpp"
#include "engine/hints/campaign.hpp"
#include "engine/hints/engine.hpp"
#include "engine/programs.hpp"
#include "tests/support/hints_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::hints_testing;
using crosscheck::AsmHints;
using crosscheck::HintsCampaignOptions;

c64::Image image(std::string_view name) {
    return c64::from_embedded(*crosscheck::find_program(name));
}

TEST(AsmHints, AsAProgramShowsTheBoardInItsMemoryAndItsHints) {
    c64::Machine machine;
    machine.boot();
    machine.start(image("hints"));
    EXPECT_EQ(machine.run(10'000'000).ended, c64::Ended::returned);

    const std::string screen = machine.screen_text();
    const std::string text =
        "ABCDABDC\nBDAACCBA\nBABDCBBA\nDCDBADCB\nAACBDABD\nCBDABCDA\nDCACDBAB\nBDCAADBC\n";
    EXPECT_NE(screen.find(text), std::string::npos) << screen;
    std::string list;
    for (const Hint& hint : find_plain(board_of(text))) {
        list += static_cast<char>('0' + hint.row);
        list += static_cast<char>('0' + hint.column);
        list += hint.toward == Toward::right ? "> " : "V ";
    }
    std::string shown = screen.substr(screen.find("HINTS (ROW, COLUMN, > OR V):") + 28);
    std::erase(shown, '\n');
    std::erase(shown, ' ');
    std::erase(list, ' ');
    EXPECT_TRUE(shown.starts_with(list)) << screen << "\nexpected " << list;
    EXPECT_GT(list.size(), 3u);
}

TEST(AsmHints, FindsTheSeedsMissingStones) {
    c64::Machine machine;
    machine.boot();
    const c64::Image program = image("hints");
    machine.load(program);
    machine.ram()[program.labels.at("mask")] = 0b01100101;
    const auto call = machine.call(program.labels.at("findMissing"));
    ASSERT_TRUE(call.returned());
    EXPECT_EQ(machine.ram()[program.labels.at("missHigh")], 0b10000000);
    EXPECT_EQ(machine.ram()[program.labels.at("missLow")], 0b00010000);
    EXPECT_EQ(machine.ram()[program.labels.at("missAny")], 0b10010010);
}

TEST(AsmHints, AreThoseOfThePlainFinder) {
    AsmHints assembly;
    engine::Random random(8);
    for (int i = 0; i < 500; ++i) {
        const Board board = varied_board(random, 8, 8);
        EXPECT_EQ(assembly.find(board).hints, find_plain(board)) << testing::PrintToString(board);
    }
    EXPECT_THROW((void)assembly.find(Board(8, 9, 3)), std::invalid_argument);
}

TEST(AsmHints, TakeAsLongWhateverLiesThereButForTheList) {
    AsmHints assembly;
    engine::Random random(9);
    const auto base = assembly.find(Board(8, 8, 6)).cycles;
    for (int i = 0; i < 50; ++i) {
        const auto found = assembly.find(random_board(random, 8, 8, 6));
        // A hint takes the store and the two instructions round it, and a branch saved.
        EXPECT_EQ(found.cycles - base, 10 * found.hints.size());
    }
}

HintsCampaignOptions small_campaign() {
    HintsCampaignOptions options;
    options.boards = 3000;
    options.sizes = 100;
    options.asm_boards = 600;
    return options;
}

TEST(HintsCampaign, FindsNoDifference) {
    const auto result = crosscheck::run_hints_campaign(small_campaign());
    EXPECT_EQ(result.total.differences, 0u);
    EXPECT_FALSE(result.first) << result.first->reproduce;
    ASSERT_EQ(result.rows.size(), 4u);
    EXPECT_EQ(result.rows[1].boards, 600u);
    EXPECT_EQ(result.rows[1].asm_boards, 600u);
    EXPECT_EQ(result.rows[2].boards, 3000u);
    EXPECT_EQ(result.rows[2].changed, 3000u);
    EXPECT_EQ(result.rows[2].comparisons, 3u * 6000u);
    EXPECT_GT(result.total.hints, 1000u);
    EXPECT_LT(result.total.least_cycles, result.total.most_cycles);
}

TEST(HintsCampaign, DoesNotDependOnTheNumberOfThreads) {
    HintsCampaignOptions options = small_campaign();
    const auto one = crosscheck::run_hints_campaign(options);
    options.jobs = 3;
    const auto three = crosscheck::run_hints_campaign(options);
    EXPECT_EQ(one.total.hints, three.total.hints);
    EXPECT_EQ(one.total.cycles, three.total.cycles);
    options.seed = 2;
    EXPECT_NE(crosscheck::run_hints_campaign(options).total.hints, one.total.hints);
}

TEST(HintsCampaign, FindsFaultsPlantedInTheProgram) {
    for (const char* fault : {"hints_fault1", "hints_fault2", "hints_fault3"}) {
        HintsCampaignOptions options;
        options.asm_boards = 200;
        options.adversarial = false;
        options.program = image(fault);
        const auto result = crosscheck::run_hints_campaign(options);
        EXPECT_GT(result.total.differences, 0u) << fault;
        ASSERT_TRUE(result.first) << fault;
        EXPECT_EQ(result.first->finder, "asm");
        EXPECT_NE(result.first->plain, result.first->found);
        EXPECT_EQ(result.first->reproduce,
                  "./ryg verify --game hints --board " + result.first->board);

        options.board = board_of(result.first->board);
        EXPECT_EQ(crosscheck::run_hints_campaign(options).total.differences, 1u) << fault;
    }
}

TEST(HintsCampaign, StopsWhenItIsTold) {
    std::atomic<bool> stop = true;
    HintsCampaignOptions options = small_campaign();
    options.stop = &stop;
    const auto result = crosscheck::run_hints_campaign(options);
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.total.boards, 0u);
}

}  // namespace
}  // namespace ryg
