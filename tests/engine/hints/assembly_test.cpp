// The hint finder on the 6502: as a program, beside the plain finder, and with faults planted.
#include "c64/board/machine.hpp"
#include "engine/hints/engine.hpp"
#include "engine/hints/game.hpp"
#include "tests/support/hints_testing.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

using namespace ryg::hints_testing;
using harness::Values;

using tests::image_of;

TEST(AsmHints, AsAProgramShowsTheBoardInItsMemoryAndItsHints) {
    c64::Machine machine;
    machine.boot();
    machine.start(image_of("hints"));
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
    const c64::Image program = image_of("hints");
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

harness::CampaignResult campaign_of(const Values& values, const c64::Image* program = nullptr,
                                    const harness::PieceOptions& options = {}) {
    return harness::run(plan_campaign(values, program), options);
}

const Values small{{"boards", "3000"}, {"asm-boards", "600"}, {"seed", "1"}};

TEST(HintsCampaign, FindsNoDifference) {
    const auto result = campaign_of(small);
    EXPECT_EQ(result.count("differences"), 0u);
    EXPECT_FALSE(result.first) << result.first->position;
    ASSERT_EQ(result.rows.size(), 4u);
    EXPECT_EQ(result.count("boards", result.rows[1]), 600u);
    EXPECT_EQ(result.count("asm_boards", result.rows[1]), 600u);
    EXPECT_EQ(result.count("boards", result.rows[2]), 3000u);
    EXPECT_EQ(result.count("changed", result.rows[2]), 3000u);
    EXPECT_EQ(result.count("comparisons", result.rows[2]), 3u * 6000u);
    EXPECT_EQ(result.count("boards", result.rows[3]), 30u);
    EXPECT_GT(result.count("hints"), 1000u);
}

TEST(HintsCampaign, DoesNotDependOnTheNumberOfThreads) {
    const auto one = campaign_of(small), three = campaign_of(small, nullptr, {.jobs = 3});
    EXPECT_EQ(one.total.counts, three.total.counts);
    EXPECT_NE(campaign_of(Values(small).set("seed", 2)).count("hints"), one.count("hints"));
}

TEST(HintsCampaign, FindsFaultsPlantedInTheProgram) {
    for (const int fault : {1, 2, 3}) {
        const c64::Image program = tests::faulty_hints(fault);
        const auto result = campaign_of({{"asm-boards", "200"}}, &program);
        EXPECT_GT(result.count("differences"), 0u) << fault;
        ASSERT_TRUE(result.first) << fault;
        EXPECT_EQ(result.first->assembly_name, "asm");
        EXPECT_NE(result.first->native, result.first->assembly);
        EXPECT_EQ(result.first->again.values.text("board"), result.first->position);

        EXPECT_EQ(campaign_of(result.first->again.values, &program).count("differences"), 1u);
    }
}

TEST(HintsCampaign, StopsWhenItIsTold) {
    std::atomic<bool> stop = true;
    const auto result = campaign_of(small, nullptr, {.stop = &stop});
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.count("boards"), 0u);
}

}  // namespace
}  // namespace ryg
