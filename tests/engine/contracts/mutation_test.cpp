// Shows that the header blocks can fail: planted faults, doctored blocks and damaged sources.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/engine/contracts/hold.hpp"

namespace ryg {
namespace {

using namespace ryg::blocks;

Report held(std::string_view program_name, const Block& block) {
    const Program& in = program(program_name);
    const Check& check = *find_check(block.name);
    return hold(in, block, check, effort_for(program("ryg16"), block, check));
}

/// A routine's block, which holds: a complaint is due to what a test changes in it.
Block true_block(std::string_view routine) { return *program("ryg16").block(routine); }

Report held_with_fault(int fault, std::string_view routine,
                       std::string_view program_name = "ryg16_fallo") {
    const std::string name = fmt::format("{}{}", program_name, fault);
    const Block& block = *program(name).block(routine);
    const Check& check = *find_check(routine);
    return hold(program(name), block, check, {.draws = 400});
}

// --- faults in the code -------------------------------------------------------------------------

TEST(HeaderBlocksFind, ValidaJugadaThatLooksAtTheGamesBoard) {
    const Report report = held_with_fault(1, "validaJugada");
    EXPECT_NE(report.text().find("vjValida"), std::string::npos) << report.text();
    EXPECT_TRUE(held_with_fault(1, "dameContenido").holds()) << "it is not to blame";
}

TEST(HeaderBlocksFind, AWrongEntryInTheTableOfRows) {
    const Report report = held_with_fault(2, "evaluaFilaRaton");
    EXPECT_NE(report.text().find("etValor"), std::string::npos) << report.text();
    EXPECT_TRUE(held_with_fault(2, "evaluaMovsRaton").holds()) << "it is not to blame";
}

TEST(HeaderBlocksFind, ABranchTheWrongWayInMinValorHijos) {
    const Report report = held_with_fault(3, "minValorHijos");
    EXPECT_NE(report.text().find("mnvhMinimo"), std::string::npos) << report.text();
    EXPECT_TRUE(held_with_fault(3, "maxValorHijos").holds()) << "it is not to blame";
}

TEST(HeaderBlocksFind, ALockOfTheOtherSidesTable) {
    const Report report = held_with_fault(1, "lookUpCats", "ryg3_fault");
    EXPECT_NE(report.text().find("hash_start"), std::string::npos) << report.text();
    EXPECT_TRUE(held_with_fault(1, "lookUpMouse", "ryg3_fault").holds()) << "it is not to blame";
}

TEST(HeaderBlocksFind, AHashThatForgetsTheSquareLeft) {
    const Report report = held_with_fault(2, "movePiece", "ryg3_fault");
    EXPECT_NE(report.text().find(" hash is "), std::string::npos) << report.text();
    EXPECT_TRUE(held_with_fault(2, "getHash", "ryg3_fault").holds()) << "it is not to blame";
}

TEST(HeaderBlocksFind, AChildThatGetsNoBeta) {
    const Report report = held_with_fault(3, "search", "ryg3_fault");
    EXPECT_FALSE(report.holds());
    EXPECT_TRUE(held_with_fault(3, "movePiece", "ryg3_fault").holds()) << "it is not to blame";
}

TEST(HeaderBlocksFind, PlantedFaultsAlsoInTheRoutinesThatRestOnThem) {
    EXPECT_FALSE(held_with_fault(1, "generaJugadasGato").holds());
    EXPECT_FALSE(held_with_fault(2, "evaluaTablero").holds());
    EXPECT_FALSE(held_with_fault(3, "miniMax").holds());
}

// --- faults in the block ------------------------------------------------------------------------

TEST(HeaderBlocksFind, NothingInTheBlocksAsTheyAre) {
    for (const std::string_view routine : {"dameGato", "dameHijo", "creaHijo", "pintaHex"}) {
        const Report report = held("ryg16", true_block(routine));
        EXPECT_TRUE(report.holds()) << report.text();
    }
}

void expect_found(const Block& block, std::string_view message) {
    const Report report = held("ryg16", block);
    EXPECT_NE(report.text().find(message), std::string::npos)
        << "should say '" << message << "' and says:\n"
        << report.text();
    EXPECT_NE(report.text().find(block.name), std::string::npos);
}

TEST(HeaderBlocksFind, ATimeThatIsOffByOneCycle) {
    Block block = true_block("dameGato");
    ++block.time.least;
    expect_found(block, "cycles, its block says");
    block = true_block("dameGato");
    --block.time.most;
    expect_found(block, "cycles, its block says");
}

TEST(HeaderBlocksFind, AVariableARegisterOrAPointerMissingInUses) {
    Block block = true_block("dameGato");
    std::erase(block.uses.items, "X");
    expect_found(block, "changes X");
    block = true_block("dameGato");
    std::erase(block.uses.items, "$fb/$fc");
    expect_found(block, "changes $00fb");
    block = true_block("maxFilaGatos");
    std::erase(block.uses.items, "mxfgGato");
    expect_found(block, "mxfgGato");
}

TEST(HeaderBlocksFind, ARoutineMissingInUses) {
    Block block = true_block("validaJugada");
    block.uses.routines.clear();
    expect_found(block, "neither Out nor Uses");
}

TEST(HeaderBlocksFind, StackOrScreenMissingInUses) {
    Block block = true_block("dameHijo");
    block.uses.stack.reset();
    expect_found(block, "on the stack");
    block = true_block("pintaHex");
    block.uses.screen = false;
    expect_found(block, "calls the KERNAL");
}

TEST(HeaderBlocksFind, UsesThatNeverHappen) {
    Block block = true_block("dameOffset");
    block.uses.items.emplace_back("Y");
    expect_found(block, "Uses Y, which never changes");
    block = true_block("dameOffset");
    block.uses.routines.emplace_back("dameGato");
    expect_found(block, "Uses = dameGato, which is never called");
}

TEST(HeaderBlocksFind, AnOutThatTheRoutineDoesNotAnswer) {
    Block block = true_block("dameOffset");
    block.out.push_back({"dfcFila", "the row too", Kind::unstated, {}});
    expect_found(block, "Out dfcFila");
}

TEST(HeaderBlocksFind, AnOutThatIsNotStated) {
    Block block = true_block("dameOffset");
    block.out.clear();
    expect_found(block, "doOffset");
}

TEST(HeaderBlocksFind, RangesThatAreTooNarrowOrTooWide) {
    Block block = true_block("dameOffset");
    block.out[0].bytes.ranges[0].last = 0x56;
    expect_found(block, "outside its stated range");
    block = true_block("dameOffset");
    block.out[0].bytes.ranges[0].last = 0x58;
    expect_found(block, "Out doOffset is never $58");
}

TEST(HeaderBlocksFind, AnInputThatIsNotStated) {
    Block block = true_block("dameOffset");
    block.in.pop_back();  // doColumna is noise then: the answer cannot stay in its range
    expect_found(block, "outside its stated range");
}

TEST(HeaderBlocksFind, WordsThatNoProgramKnows) {
    Block block = true_block("dameOffset");
    block.uses.items.emplace_back("doFile");
    expect_found(block, "unknown word 'doFile'");
    block = true_block("dameOffset");
    block.uses.routines.emplace_back("dameOfset");
    expect_found(block, "unknown routine 'dameOfset'");
    block = true_block("creaHijo");
    block.out[2].symbol = "chPadre->hijas";
    expect_found(block, "unknown field 'hijas'");
}

}  // namespace
}  // namespace ryg
