// The hint finders on many boards: adversarial and random ones of every size, masks that follow when a
// stone changes; and the 6502: as a program, beside the plain finder, and with faults planted.
#include <algorithm>
#include <set>

#include "c64/board/machine.hpp"
#include "engine/games/hints/game.hpp"
#include "engine/games/hints/native/word_board.hpp"
#include "tests/support/hints_testing.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

using namespace ryg::hints_testing;
using work::Values;

using tests::image_of;

TEST(Boards, AdversarialOnesAreFoundByAll) {
    const std::vector<SampleBoard> boards = adversarial_boards();
    EXPECT_GT(boards.size(), 1000u);
    for (const auto& [name, board] : boards) expect_all_agree(board, name);
}

TEST(Boards, AdversarialOnesAreWhatTheirNamesSay) {
    std::set<std::pair<int, int>> sizes;
    int planted = 0;
    for (const auto& [name, board] : adversarial_boards()) {
        sizes.insert({board.rows(), board.columns()});
        const std::size_t hints = find_plain(board).size();
        if (name.starts_with("pattern")) {
            EXPECT_GE(hints, 1u) << name << ": " << to_text(board);
            ++planted;
        } else if (name.starts_with("no") || name.starts_with("all equal")) {
            EXPECT_EQ(hints, 0u) << name;
        } else if (name == "checkerboard 8x8") {
            EXPECT_GT(hints, 50u);
        }
    }
    EXPECT_GT(planted, 1000);
    EXPECT_TRUE(sizes.contains({64, 64}));
    EXPECT_TRUE(sizes.contains({130, 64}));
}

TEST(Boards, RandomOnesOf8x8AreFoundByAll) {
    engine::Random random(1);
    for (int i = 0; i < 20'000; ++i) expect_all_agree(varied_board(random, 8, 8), "random");
}

TEST(Boards, RandomOnesOfEverySizeAreFoundByAll) {
    engine::Random random(2);
    for (int columns = 1; columns <= most_columns; ++columns) {
        for (int i = 0; i < 20; ++i) {
            const int rows = 1 + static_cast<int>(random.below(40));
            expect_all_agree(varied_board(random, rows, columns), "random");
        }
    }
}

TEST(Boards, TallerThanAColumnsMaskAreFoundByAll) {
    engine::Random random(3);
    for (const int least : {58, 64, 120, 125}) {
        for (int i = 0; i < 140; ++i) {
            expect_all_agree(random_board(random, least + i % 7, 5, 3), "tall");
        }
    }
    expect_all_agree(random_board(random, 5000, 64, 5), "very tall");
}

TEST(Boards, OfUpTo16KindsAreFoundByAll) {
    engine::Random random(4);
    for (int kinds = 1; kinds <= most_kinds; ++kinds) {
        for (int i = 0; i < 100; ++i) expect_all_agree(random_board(random, 8, 8, kinds), "kinds");
    }
}

void expect_masks_to_follow(int rows, int columns, int changes, std::uint64_t seed) {
    engine::Random random(seed);
    Board board = varied_board(random, rows, columns);
    MaskBoard masks(board);
    const bool fits = fits_words(board);
    WordBoard words = fits ? WordBoard(board) : WordBoard(board.kinds());
    ByteBoard bytes = fits ? ByteBoard(board) : ByteBoard();
    const auto below = [&](int count) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    };
    for (int i = 0; i < changes; ++i) {
        const int row = below(rows), column = below(columns);
        const auto now = static_cast<Kind>(below(board.kinds() + 1));
        words.place(row % word_side, column % word_side, board.at(row, column), now);
        bytes.place(row % word_side, column % word_side, now);
        board.place(row, column, now);
        masks.place(row, column, now);
        ASSERT_EQ(masks.at(row, column), now);
        const HintList expected = find_plain(board);
        ASSERT_EQ(by_masks(masks), expected) << "after change " << i << ": " << to_text(board);
        if (!fits) continue;
        ASSERT_EQ(by_words(words), expected) << "after change " << i << ": " << to_text(board);
        ASSERT_EQ(by_words(bytes), expected) << "after change " << i << ": " << to_text(board);
    }
}

TEST(Masks, FollowWhenAStoneChanges) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) expect_masks_to_follow(8, 8, 500, seed);
    expect_masks_to_follow(64, 64, 50, 9);
    expect_masks_to_follow(130, 7, 400, 10);
}

TEST(Masks, StartFromAnEmptyBoard) {
    engine::Random random(5);
    const Board board = random_board(random, 8, 8, 6);
    WordBoard words(6);
    ByteBoard bytes;
    MaskBoard masks(Board(8, 8, 6));
    EXPECT_TRUE(by_words(words).empty());
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            words.place(row, column, empty, board.at(row, column));
            bytes.place(row, column, board.at(row, column));
            masks.place(row, column, board.at(row, column));
        }
    }
    const HintList expected = find_plain(board);
    EXPECT_EQ(by_words(words), expected);
    EXPECT_EQ(by_words(bytes), expected);
    EXPECT_EQ(by_masks(masks), expected);
}

TEST(Boards, OtherThan8x8DoNotFitTheWords) {
    EXPECT_THROW(WordBoard(Board(8, 7, 3)), std::invalid_argument);
    EXPECT_THROW(ByteBoard(Board(9, 8, 3)), std::invalid_argument);
    EXPECT_THROW(Board(0, 8, 3), std::invalid_argument);
    EXPECT_THROW(Board(8, 65, 3), std::invalid_argument);
    EXPECT_THROW(Board(8, 8, 17), std::invalid_argument);
    EXPECT_THROW(Board(8, 8, 0), std::invalid_argument);
}

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

HintList hints_in(const claims::Host& host) {
    return hints_of(host.bytes_at("hintList", host.byte_at("numHints")));
}

claims::Searcher<Board> searcher() { return {door(), {"hints"}, image_of("hints")}; }

TEST(AsmHints, AreThoseOfThePlainFinder) {
    auto assembly = searcher();
    engine::Random random(8);
    for (int i = 0; i < 500; ++i) {
        const Board board = varied_board(random, 8, 8);
        assembly.search(board);
        EXPECT_EQ(hints_in(assembly.host), find_plain(board)) << testing::PrintToString(board);
    }
    EXPECT_THROW((void)assembly.search(Board(8, 9, 3)), std::invalid_argument);
}

TEST(AsmHints, TakeAsLongWhateverLiesThereButForTheList) {
    auto assembly = searcher();
    engine::Random random(9);
    for (int i = 0; i < 200; ++i) {
        const Board board = varied_board(random, 8, 8);
        const auto kinds = static_cast<emu::Cycle>(board.kinds());
        const emu::Cycle cycles = assembly.search(board);
        // A hint takes the store and the two instructions round it, and a branch saved.
        EXPECT_EQ(cycles, 13'453 + 2'612 * kinds + 2'689 + 10 * hints_in(assembly.host).size())
            << "docs/games.md has these figures";
    }
}

work::Totals verify(const Values& values, const c64::Image* program = nullptr,
                    const work::RunOptions& options = {}) {
    return tests::verify("hints", values, program, options);
}

const Values small{{"adversarial", "4016"},
                   {"boards", "3000"},
                   {"sizes", "30"},
                   {"positions", "600"},
                   {"seed", "1"}};

TEST(VerifyHints, FindsNoDifference) {
    EXPECT_EQ(adversarial_boards().size(), 4016u);
    const auto result = verify(small);
    EXPECT_EQ(result.sum().differing, 0u);
    EXPECT_FALSE(result.first) << result.first->position;
    const auto adversarial = verify({{"adversarial", "4016"}});
    EXPECT_EQ(tests::own(adversarial, "boards"), 4016u);
    EXPECT_EQ(adversarial.sum().searches, 680u) << "of 8 x 8";
    EXPECT_EQ(tests::own(adversarial, "comparisons"), 10752u);
    EXPECT_EQ(result.sum().searches, 680u + 600u);
    EXPECT_EQ(tests::own(result, "boards"), 4016u + 600u + 3000u + 30u);
    EXPECT_EQ(tests::own(result, "changed"), 4016u + 3000u + 30u);
    EXPECT_EQ(tests::own(result, "comparisons"), 10752u + 3u * (600u + 6000u) + 60u);
    EXPECT_GT(tests::own(result, "hints"), 1000u);
}

TEST(VerifyHints, DoesNotDependOnTheNumberOfThreads) {
    const auto one = verify(small), three = verify(small, nullptr, {{.jobs = 3}});
    EXPECT_EQ(one.checksum(), three.checksum());
    EXPECT_EQ(one.sum().own, three.sum().own);
    EXPECT_NE(verify(Values(small).set("seed", 2)).checksum(), one.checksum());
}

TEST(VerifyHints, FindsFaultsPlantedInTheProgram) {
    for (const int fault : {1, 2, 3}) {
        const c64::Image program = tests::faulty_hints(fault);
        for (const char* kind : {"positions", "adversarial"}) {
            const auto result = verify({{kind, "400"}}, &program);
            EXPECT_GT(result.sum().differing, 0u) << fault;
            ASSERT_TRUE(result.first) << fault;
            EXPECT_EQ(result.first->assembly_name, "6502");
            EXPECT_NE(result.first->native, result.first->assembly);
            const std::string by = fault == 3 ? "findHints@row+15" : "findLines@line+";
            EXPECT_TRUE(result.first->written_by.starts_with(by)) << result.first->written_by;
            EXPECT_GE(verify(result.first->again.values, &program).sum().differing, 1u);
        }
    }
}

TEST(VerifyHints, StopsWhenItIsTold) {
    std::atomic<bool> stop = true;
    const auto result = verify(small, nullptr, {{.stop = &stop}});
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(tests::own(result, "boards"), 0u);
}

}  // namespace
}  // namespace ryg
