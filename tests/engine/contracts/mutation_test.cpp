// Shows that the header blocks can fail: planted faults, and blocks that lie.
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/engine/contracts/checkers.hpp"

namespace ryg {
namespace {

using contracts::Block;
using contracts::Byte;
using contracts::Checker;
using contracts::Program;
using contracts::Report;
using Bytes = std::vector<Byte>;

// --- faults in the code -------------------------------------------------------------------------

/// An instruction with the address of a label, or some bytes from it.
Bytes absolute(Byte opcode, const Program& in, std::string_view label, int offset = 0) {
    const auto at = static_cast<emu::Address>(in.image.labels.at(label) + offset);
    return {opcode, emu::low(at), emu::high(at)};
}

/// Replaces bytes of a program from a label on, wherever in the next 256 they are.
void plant(Program& in, std::string_view label, const Bytes& healthy, const Bytes& faulty) {
    const auto begin = in.image.bytes.begin() + (in.image.labels.at(label) - in.image.load_address);
    const auto end = begin + std::min<std::ptrdiff_t>(256, in.image.bytes.end() - begin);
    auto at = std::search(begin, end, healthy.begin(), healthy.end());
    ASSERT_NE(at, end) << label << " has no such code";
    for (; at != end; at = std::search(at, end, healthy.begin(), healthy.end())) {
        at = std::copy(faulty.begin(), faulty.end(), at);
    }
}

constexpr Byte nop = 0xea;

struct Fault {
    std::string_view name;
    const Checker& (*checker)();
    std::string_view program;
    void (*put)(Program&);
    std::vector<std::string_view> found_in;
    std::string_view message;  // of the first of them
    std::string_view innocent{};
};

const std::vector<Fault>& faults() {
    static const std::vector<Fault> all{
        {"ValidaJugadaThatLooksAtTheGamesBoard",
         ryg_checker,
         "ryg16",
         [](Program& in) {
             const emu::Address board = in.image.labels.at("tableroActual");
             plant(in, "validaJugada", absolute(0xad, in, "vjTableroLo"),
                   {0xa9, emu::low(board), nop});
             plant(in, "validaJugada", absolute(0xad, in, "vjTableroHi"),
                   {0xa9, emu::high(board), nop});
         },
         {"validaJugada", "generaJugadasGato"},
         "vjValida",
         "dameContenido"},
        {"AWrongEntryInTheTableOfRows",
         ryg_checker,
         "ryg16",
         [](Program& in) {
             plant(in, "filasRaton", {0x20, 6, 5, 4, 3, 2}, {0x20, 6, 5, 4, 3, 3});
         },
         {"evaluaFilaRaton", "evaluaTablero"},
         "etValor",
         "evaluaMovsRaton"},
        {"ABranchTheWrongWayInMinValorHijos",
         ryg_checker,
         "ryg16",
         [](Program& in) {
             Bytes healthy = absolute(0xcd, in, "mnvhMinimo");
             Bytes faulty = healthy;
             healthy.push_back(0xb0);
             faulty.push_back(0x90);
             plant(in, "minValorHijos", healthy, faulty);
         },
         {"minValorHijos", "miniMax"},
         "mnvhMinimo",
         "maxValorHijos"},
        {"ALockOfTheOtherSidesTable",
         ryg3_checker,
         "ryg3",
         [](Program& in) {
             plant(in, "lookUpCats", absolute(0xbd, in, "hashpos_cats_lock"),
                   absolute(0xbd, in, "hashpos_mouse_lock"));
         },
         {"lookUpCats"},
         "hash_start",
         "lookUpMouse"},
        {"AHashThatForgetsTheSquareLeft",
         ryg3_checker,
         "ryg3",
         [](Program& in) {
             for (const char* const table : {"hash_mouse", "hash_cat1"}) {
                 plant(in, "movePiece", absolute(0x5d, in, table), {nop, nop, nop});
             }
         },
         {"movePiece"},
         " hash is ",
         "getHash"},
        {"AChildThatGetsNoBeta",
         ryg3_checker,
         "ryg3",
         [](Program& in) {
             plant(in, "search", absolute(0x9d, in, "beta", -1), {nop, nop, nop});
         },
         {"search"},
         "search in ryg3",
         "movePiece"},
        {"AStoneThatIsNotMissedBetweenTwo",
         hints_checker,
         "hints",
         [](Program& in) {
             plant(in, "findMissing", {0x25, 0xfb, 0x4a}, {0xa9, 0x00, 0x4a});
         },
         {"findMissing"},
         "$00fe",
         "turnBoard"},
    };
    return all;
}

class HeaderBlocksFindPlanted : public testing::TestWithParam<Fault> {};

TEST_P(HeaderBlocksFindPlanted, Fault) {
    const Fault& fault = GetParam();
    const Checker& checker = fault.checker();
    Program faulty = checker.program(fault.program);
    fault.put(faulty);
    const auto report = [&](std::string_view routine) {
        return checker.check(faulty, *faulty.block(routine), {.draws = 400});
    };
    const std::string text = report(fault.found_in[0]).text();
    EXPECT_NE(text.find(fault.message), std::string::npos) << text;
    for (const std::string_view routine : fault.found_in) {
        EXPECT_FALSE(report(routine).holds()) << routine;
    }
    const Report other = report(fault.innocent);
    EXPECT_TRUE(other.holds()) << fault.innocent << " is not to blame: " << other.text();
}

INSTANTIATE_TEST_SUITE_P(Code, HeaderBlocksFindPlanted, testing::ValuesIn(faults()),
                         [](const auto& fault) { return std::string(fault.param.name); });

// --- faults in the block ------------------------------------------------------------------------

TEST(HeaderBlocksFind, NothingInTheBlocksAsTheyAre) {
    for (const std::string_view routine : {"dameGato", "dameHijo", "creaHijo", "pintaHex"}) {
        const Report report = ryg_checker().check(routine);
        EXPECT_TRUE(report.holds()) << report.text();
    }
}

struct Lie {
    std::string_view name, routine;
    void (*tell)(Block&);
    std::string_view message;
};

const std::vector<Lie>& lies() {
    static const std::vector<Lie> all{
        {"LeastTimeOffByOne", "dameGato", [](Block& b) { ++b.time.least; },
         "cycles, its block says"},
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
        {"RangeThatIsTooNarrow", "dameOffset",
         [](Block& b) { b.out[0].bytes.ranges[0].last = 0x56; }, "outside its stated range"},
        {"RangeThatIsTooWide", "dameOffset", [](Block& b) { b.out[0].bytes.ranges[0].last = 0x58; },
         "Out doOffset is never $58"},
        // doColumna is noise then: the answer cannot stay in its range
        {"InputThatIsNotStated", "dameOffset", [](Block& b) { b.in.pop_back(); },
         "outside its stated range"},
        {"UnknownVariable", "dameOffset", [](Block& b) { b.uses.items.emplace_back("doFile"); },
         "unknown word 'doFile'"},
        {"UnknownRoutine", "dameOffset",
         [](Block& b) { b.uses.routines.emplace_back("dameOfset"); },
         "unknown routine 'dameOfset'"},
        {"UnknownField", "creaHijo", [](Block& b) { b.out[2].symbol = "chPadre->hijas"; },
         "unknown field 'hijas'"},
    };
    return all;
}

class HeaderBlocksFindALie : public testing::TestWithParam<Lie> {};

TEST_P(HeaderBlocksFindALie, InABlock) {
    const Lie& lie = GetParam();
    const Program& in = ryg_checker().program("ryg16");
    Block block = *in.block(lie.routine);
    const auto effort = ryg_checker().effort(in, block);
    lie.tell(block);
    const Report report = ryg_checker().check(in, block, effort);
    EXPECT_NE(report.text().find(lie.message), std::string::npos)
        << "should say '" << lie.message << "' and says:\n"
        << report.text();
    EXPECT_NE(report.text().find(lie.routine), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Block, HeaderBlocksFindALie, testing::ValuesIn(lies()),
                         [](const auto& lie) { return std::string(lie.param.name); });

}  // namespace
}  // namespace ryg
