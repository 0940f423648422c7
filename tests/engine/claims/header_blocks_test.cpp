// Runs every routine of every game and checks it against its header block.
//
// The tests after them show that the blocks can fail: planted faults, and blocks that lie.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/claims/host.hpp"
#include "tests/engine/claims/checkers.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/planted_faults.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using claims::Block;
using claims::Checker;
using claims::CheckReport;
using claims::Program;

struct Game {
    std::string_view name;
    const Checker& checker;
    std::size_t routines;  // at least
};

const std::vector<Game>& games() {
    static const std::vector<Game> all{{"ryg", ryg_checker(), 78},
                                       {"veloz", veloz_checker(), 37},
                                       {"ryg3", ryg3_checker(), 80},
                                       {"hints", hints_checker(), 11},
                                       {"perfecto", perfecto_checker(), 20}};
    return all;
}

void expect_that_all_hold(const Checker& checker) {
    for (const std::string& routine : checker.routines()) {
        const CheckReport report = checker.check(routine);
        EXPECT_TRUE(report.holds()) << report.text();
    }
}

TEST(HeaderBlocks, OfRygHold) { expect_that_all_hold(ryg_checker()); }

TEST(HeaderBlocks, OfVelozHold) { expect_that_all_hold(veloz_checker()); }

TEST(HeaderBlocks, OfRyg3Hold) { expect_that_all_hold(ryg3_checker()); }

TEST(HeaderBlocks, OfHintsHold) { expect_that_all_hold(hints_checker()); }

TEST(HeaderBlocks, OfPerfectoHold) { expect_that_all_hold(perfecto_checker()); }

TEST(HeaderBlocks, AreAllReadAndEveryRoutineThatIsCalledHasOne) {
    for (const Game& game : games()) {
        EXPECT_GE(game.checker.routines().size(), game.routines) << game.name;
        for (const std::string& gap : game.checker.gaps()) ADD_FAILURE() << gap;
        for (const claims::Subject& subject : game.checker.suite().subjects) {
            const auto& called = game.checker.program(subject.image->name).called;
            EXPECT_GE(called.size(), 6U) << subject.image->name;
        }
    }
}

/// While `verify` judges a faulty program, references meet inputs that `agree` would not have left
/// so: each index in its range, but not what the ranges together mean.
TEST(HeaderBlocks, HaveReferencesThatBearWhateverAFaultyProgramLeaves) {
    constexpr int calls = 40;
    for (const Game& game : games()) {
        const claims::Suite& suite = game.checker.suite();
        const Program& program = game.checker.program(suite.subjects.back().image->name);
        claims::Host host(program);
        for (const auto& [name, block] : program.blocks) {
            const claims::Reference* const reference = suite.reference(name);
            if (reference == nullptr || reference->type != nullptr) continue;
            if (reference->draws != 0 && reference->draws <= 120) continue;  // it may search deep
            engine::Random random(name.size());
            for (int i = 0; i < calls; ++i) {
                engine::Choices choices(random.next());
                auto call = draw_call(suite, program, block, host.background(), choices);
                for (const claims::Entry& entry : block.in) {
                    const claims::Extent place = program.extent(entry.symbol);
                    if (place.size() < 3 || !entry.kind.empty()) continue;
                    for (unsigned at = place.begin; at < place.end; ++at) {
                        call.set(at, static_cast<emu::Byte>(random.below(256)));
                    }
                }
                try {
                    if (unmet_input(suite, call) != nullptr) continue;
                    if (reference->accepts != nullptr && !reference->accepts(call)) continue;
                    claims::Expected expected(call);
                    suite.state_result(*reference, call, expected);
                } catch (const std::exception&) {  // nothing is known of such a call
                }
            }
        }
    }
}

// --- faults in the code -------------------------------------------------------------------------

/// A child gets no beta.
c64::Image without_beta() {
    c64::Image image = tests::image_of("ryg3-11");
    const auto beta = static_cast<emu::Address>(image.labels.at("beta") - 1);
    tests::patch(image, "search", {0x9d, emu::low(beta), emu::high(beta)},
                 {tests::nop, tests::nop, tests::nop}, 256);
    return image;
}

struct Fault {
    std::string_view name;
    const Checker& (*checker)();
    c64::Image (*program)();
    std::vector<std::string_view> found_in;
    std::string_view message;  // of the first of them
    std::string_view innocent{};
};

const std::vector<Fault> faults{
    {"ValidaJugadaThatLooksAtTheGamesBoard",
     ryg_checker,
     [] { return tests::faulty_ryg16(1); },
     {"validaJugada", "generaJugadasGato"},
     "vjValida",
     "dameContenido"},
    {"AWrongEntryInTheTableOfRows",
     ryg_checker,
     [] { return tests::faulty_ryg16(2); },
     {"evaluaFilaRaton", "evaluaTablero"},
     "etValor",
     "evaluaMovsRaton"},
    {"ABranchTheWrongWayInMinValorHijos",
     ryg_checker,
     [] { return tests::faulty_ryg16(3); },
     {"minValorHijos", "miniMax"},
     "mnvhMinimo",
     "maxValorHijos"},
    {"ALockOfTheOtherSidesTable",
     ryg3_checker,
     [] { return tests::faulty_ryg3(1); },
     {"lookUpCats"},
     "hash_start",
     "lookUpMouse"},
    {"AHashThatForgetsTheSquareLeft",
     ryg3_checker,
     [] { return tests::faulty_ryg3(2); },
     {"movePiece"},
     " hash is ",
     "getHash"},
    {"AChildThatGetsNoBeta",
     ryg3_checker,
     without_beta,
     {"search"},
     "search in ryg3-11",
     "movePiece"},
    {"AStoneThatIsNotMissedBetweenTwo",
     hints_checker,
     [] { return tests::faulty_hints(1); },
     {"findMissing"},
     "$00fe",
     "turnBoard"},
};

class HeaderBlocksFindPlanted : public testing::TestWithParam<Fault> {};

TEST_P(HeaderBlocksFindPlanted, Fault) {
    const Fault& fault = GetParam();
    const Checker& checker = fault.checker();
    const c64::Image image = fault.program();
    Program faulty = checker.program(image.name);
    faulty.image = image;
    const auto report = [&](std::string_view routine) {
        return checker.check(faulty, *faulty.block(routine), {.draws = 400});
    };
    const std::string text = report(fault.found_in[0]).text();
    EXPECT_NE(text.find(fault.message), std::string::npos) << text;
    for (const std::string_view routine : fault.found_in) {
        EXPECT_FALSE(report(routine).holds()) << routine;
    }
    const CheckReport other = report(fault.innocent);
    EXPECT_TRUE(other.holds()) << fault.innocent << " is not to blame: " << other.text();
}

INSTANTIATE_TEST_SUITE_P(Code, HeaderBlocksFindPlanted, testing::ValuesIn(faults),
                         tests::name_of_row);

// --- faults in the block ------------------------------------------------------------------------

TEST(HeaderBlocksFind, NothingInTheBlocksAsTheyAre) {
    for (const std::string_view routine : {"dameGato", "dameHijo", "creaHijo", "pintaHex"}) {
        const CheckReport report = ryg_checker().check(routine);
        EXPECT_TRUE(report.holds()) << report.text();
    }
}

struct Lie {
    std::string_view name, routine;
    void (*tell)(Block&);
    std::string_view message;
    const Checker& (*checker)() = ryg_checker;
    std::string_view program = "ryg16";
};

const std::vector<Lie> lies{
    {"LeastTimeOffByOne", "dameGato", [](Block& b) { ++b.time.least; }, "cycles, its block says"},
    {"MostTimeOffByOne", "dameGato", [](Block& b) { --b.time.most; }, "cycles, its block says"},
    {"RegisterMissingInUses", "dameGato", [](Block& b) { std::erase(b.uses.items, "X"); },
     "changes X"},
    {"PointerMissingInUses", "dameGato", [](Block& b) { std::erase(b.uses.items, "$fb/$fc"); },
     "changes $00fb"},
    {"VariableMissingInUses", "maxFilaGatos",
     [](Block& b) { std::erase(b.uses.items, "mxfgGato"); }, "mxfgGato"},
    {"RoutineMissingInUses", "validaJugada", [](Block& b) { b.uses.routines.clear(); },
     "neither Out nor Uses"},
    {"StackMissingInUses", "dameHijo", [](Block& b) { b.uses.stack.reset(); }, "on the stack"},
    {"ScreenMissingInUses", "pintaHex", [](Block& b) { b.uses.screen = false; },
     "calls the KERNAL"},
    {"RegisterThatNeverChanges", "dameOffset", [](Block& b) { b.uses.items.emplace_back("Y"); },
     "Uses Y, which never changes"},
    {"AreaThatNeverChanges", "dameOffset", [](Block& b) { b.uses.areas.emplace_back("tree"); },
     "Uses tree, which never changes"},
    {"RoutineThatIsNeverCalled", "dameOffset",
     [](Block& b) { b.uses.routines.emplace_back("dameGato"); },
     "Uses = dameGato, which is never called"},
    {"OutThatIsNotAnswered", "dameOffset",
     [](Block& b) {
         b.out.push_back({"dfcFila", "the row too", {}, {}});
     },
     "Out dfcFila"},
    {"OutThatIsNotStated", "dameOffset", [](Block& b) { b.out.clear(); }, "doOffset"},
    {"RangeThatIsTooNarrow", "dameOffset", [](Block& b) { b.out[0].bytes.ranges[0].last = 0x56; },
     "outside its stated range"},
    {"RangeThatIsTooWide", "dameOffset", [](Block& b) { b.out[0].bytes.ranges[0].last = 0x58; },
     "Out doOffset is never $58"},
    // doColumna is noise then: the answer cannot stay in its range
    {"InputThatIsNotStated", "dameOffset", [](Block& b) { b.in.pop_back(); },
     "outside its stated range"},
    {"KindInTheWrongPlace", "evaluaTablero", [](Block& b) { b.in[0].kind = "room"; },
     "does each (kind) fit?"},
    {"DeclaredKindInTheWrongPlace", "evalBoard", [](Block& b) { b.in[0].kind = "last"; },
     "does each (kind) fit?", ryg3_checker, "ryg3-11"},
    {"UnknownVariable", "dameOffset", [](Block& b) { b.uses.items.emplace_back("doFile"); },
     "unknown word 'doFile'"},
    {"UnknownRoutine", "dameOffset", [](Block& b) { b.uses.routines.emplace_back("dameOfset"); },
     "unknown routine 'dameOfset'"},
    {"UnknownField", "creaHijo", [](Block& b) { b.out[2].symbol = "chPadre->hijas"; },
     "unknown field 'hijas'"},
    {"InputThatGoesTooFar", "dameHijo", [](Block& b) { b.in[1].bytes.ranges[0].last = 0x70; }, "",
     ryg_checker, "ryg16"},
    {"BoardWithoutBoard", "turnBoard", [](Block& b) { b.out.clear(); }, "board", hints_checker,
     "hints"},
    {"ZeroPageMissingInUses", "turnBoard", [](Block& b) { std::erase(b.uses.items, "$02"); },
     "$0002", hints_checker, "hints"},
    {"OutOfThreeMissing", "findMissing",
     [](Block& b) { std::erase_if(b.out, [](auto& e) { return e.symbol == "$fd"; }); }, "$00fd",
     hints_checker, "hints"},
    {"TimeThatNothingTakes", "findMissing", [](Block& b) { b.time.most = 54; }, "54", hints_checker,
     "hints"},
    {"InputThatIsNoise", "evalBoard", [](Block& b) { b.in.clear(); }, "eval is", ryg3_checker,
     "ryg3-11"},
    {"RegisterMissingBesideAnother", "evalBoard", [](Block& b) { std::erase(b.uses.items, "Y"); },
     "changes Y", ryg3_checker, "ryg3-11"},
    {"FormulaOfAnother", "addHistory", [](Block& b) { b.out[0].text = "= depth"; }, "history",
     ryg3_checker, "ryg3-11"},
    {"StackTooShallow", "printHex", [](Block& b) { b.uses.stack = 2; }, "on the stack",
     ryg3_checker, "ryg3-11"},
    {"TimeOfARareInput", "addHistory", [](Block& b) { b.time.most = 48; }, "cycles, its block says",
     ryg3_checker, "ryg3-11"},
};

class HeaderBlocksFindALie : public testing::TestWithParam<Lie> {};

TEST_P(HeaderBlocksFindALie, InABlock) {
    const Lie& lie = GetParam();
    const Checker& checker = lie.checker();
    const Program& in = checker.program(lie.program);
    Block block = *in.block(lie.routine);
    const auto effort = checker.effort(in, block);
    lie.tell(block);
    const CheckReport report = checker.check(in, block, effort);
    EXPECT_FALSE(report.holds());
    EXPECT_NE(report.text().find(lie.message), std::string::npos)
        << "should say '" << lie.message << "' and says:\n"
        << report.text();
    EXPECT_NE(report.text().find(lie.routine), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Block, HeaderBlocksFindALie, testing::ValuesIn(lies), tests::name_of_row);

}  // namespace
}  // namespace ryg
