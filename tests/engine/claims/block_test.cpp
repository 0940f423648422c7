// The grammar of header blocks: what their reader takes, and what it refuses by name.
#include <gtest/gtest.h>

#include "tests/engine/claims/checkers.hpp"

namespace ryg {
namespace {

using namespace ryg::claims;
using Lines = std::vector<std::string>;

const Lines good{
    "; dameGato -- where a cat is",
    ";",
    ";   A cat has no name of its own.",
    ";",
    "; In      dgTableroLo/Hi    the board                               (node)",
    ";         dgGato            number of the cat,",
    ";                           from 0 on                               ($00..$03|$ff)",
    "; Out     dgOffset          its cell's offset ($58: no such cat)    ($18..$57)",
    ";         dgTablero->valor  least value of the children ($ff: none)",
    "; Uses    A, X; $fb/$fc; tree; stack 12; = dameOffset,",
    ";         dameRaton",
    "; Time    44..1188",
    "; Native  dgOffset = 24 + square of the",
    ";         dgGato-th cat",
};

const Vocabulary words{.kinds = {"any", "node"}, .areas = {"tree"}};

Block read(const Lines& lines) { return parse_block(lines, "Test.s", 10, words); }

TEST(HeaderBlock, IsReadFieldByField) {
    const Block block = read(good);
    EXPECT_EQ(block.name, "dameGato");
    ASSERT_EQ(block.in.size(), 2U);
    EXPECT_EQ(block.in[0].symbol, "dgTableroLo/Hi");
    EXPECT_EQ(block.in[0].kind, "node");
    EXPECT_EQ(block.in[1].bytes, (ByteSet{{{0, 3}, {0xff, 0xff}}}));
    ASSERT_EQ(block.out.size(), 2U);
    EXPECT_EQ(block.out[0].bytes, (ByteSet{{{0x18, 0x57}}}));
    EXPECT_EQ(block.out[1].symbol, "dgTablero->valor");
    EXPECT_EQ(block.out[1].kind, "");
    EXPECT_EQ(block.out[1].bytes, ByteSet{});
    EXPECT_EQ(block.uses.items, (Lines{"A", "X", "$fb/$fc"}));
    EXPECT_EQ(block.uses.areas, Lines{"tree"});
    EXPECT_FALSE(block.uses.screen);
    EXPECT_EQ(block.uses.stack, 12U);
    EXPECT_EQ(block.uses.routines, (Lines{"dameOffset", "dameRaton"}));
    EXPECT_EQ(block.time.least, 44U);
    EXPECT_EQ(block.time.most, 1188U);
    EXPECT_EQ(block.time_line, 21U);
    EXPECT_EQ(block.native, "dgOffset = 24 + square of the dgGato-th cat");
}

TEST(HeaderBlock, MayHaveAnInvariantIfItWaitsForKeys) {
    const Lines asks{"; leeTecla -- waits for a key", "; Out     A     (any)", "; Uses    -",
                     "; Time    keys", "; Invariant In"};
    EXPECT_EQ(read(asks).invariant_line, 14U);
    EXPECT_EQ(read(good).invariant_line, 0U);
    for (const auto& [line, text] :
         {std::pair{4, "; Invariant Out"}, {4, "; Invariant"}, {3, "; Time    12..34"}}) {
        Lines wrong = asks;
        wrong[static_cast<std::size_t>(line)] = text;
        EXPECT_THROW(static_cast<void>(read(wrong)), ContractError) << text;
    }
}

TEST(HeaderBlock, SaysNothingWithADash) {
    const Block block = read({"; pensando -- one dot", ";", "; In      -", "; Out     -",
                              "; Uses    A; screen", "; Time    printing", "; Native  -"});
    EXPECT_TRUE(block.in.empty());
    EXPECT_TRUE(block.out.empty());
    EXPECT_TRUE(block.uses.screen);
    EXPECT_EQ(block.time.kind, TimeKind::printing);
}

/// Reads `good` with one line changed; the message has to name the routine and say what is wrong.
void expect_refused(std::size_t line, const std::string& text, std::string_view message) {
    Lines lines = good;
    lines[line] = text;
    try {
        static_cast<void>(read(lines));
        ADD_FAILURE() << "accepted: " << text;
    } catch (const ContractError& error) {
        const std::string what = error.what();
        EXPECT_NE(what.find(message), std::string::npos) << what;
        EXPECT_NE(what.find("dameGato"), std::string::npos) << what;
        EXPECT_NE(what.find("Test.s:"), std::string::npos) << what;
    }
}

TEST(HeaderBlock, IsRefusedForAWordThatTheGrammarDoesNotKnow) {
    expect_refused(4, "; In      dgTableroLo/Hi    the board    (nodo)", "unknown kind '(nodo)'");
    expect_refused(4, "; In      dgTableroLo/Hi    the board", "has no kind");
    expect_refused(6, ";                           up    ($03..$00)", "unknown kind");
    expect_refused(9, "; Uses    A, two flags; = dameOffset,", "unknown word 'two flags' in Uses");
    expect_refused(11, "; Time    about 40", "unknown word 'about 40' in Time");
    expect_refused(11, "; Times   44..1188", "unknown or misplaced field 'Times'");
    expect_refused(2, "; Note    nothing", "unknown or misplaced field 'Note'");
    expect_refused(12, "; Native  engine::minimax, cats to move",
                   "'cats to move dgGato-th cat' is not the name");
}

TEST(HeaderBlock, LeavesOutInOutAndNativeThatSayNothing) {
    const Block block =
        read({"; pensando -- one dot", ";", "; Uses    A", "; Time    seen 10..12"});
    EXPECT_TRUE(block.in.empty() && block.out.empty() && block.native.empty());
    EXPECT_EQ(block.time.most, 12U);
    EXPECT_TRUE(block.time.seen);
}

TEST(HeaderBlock, IsEndlessInProgramsThatHaveALabel) {
    const Block block = read({"; inicio -- a game", "; Uses    A", "; Time    endless with pasa"});
    EXPECT_EQ(block.time.kind, TimeKind::endless);
    EXPECT_EQ(block.time.with, "pasa");
}

TEST(HeaderBlock, IsRefusedWithUsesOrTimeMissingOrFieldsOutOfOrder) {
    expect_refused(9, ";         , mxfg", "no field Uses");
    Lines lines(good.begin(), good.begin() + 11);
    EXPECT_THROW(static_cast<void>(read(lines)), ContractError);
    lines = good;
    std::swap(lines[7], lines[9]);
    EXPECT_THROW(static_cast<void>(read(lines)), ContractError);
}

TEST(ByteSets, HoldRangesAndSingleValues) {
    const ByteSet set{{{0x00, 0x02}, {0xff, 0xff}}};
    EXPECT_EQ(set.size(), 4U);
    EXPECT_EQ(set.at(2), 0x02);
    EXPECT_EQ(set.at(3), 0xff);
    EXPECT_TRUE(set.contains(0x01));
    EXPECT_FALSE(set.contains(0x03));
}

const std::string ruler = "; " + std::string(75, '-');

/// A file with the two lists between rulers.
Lines with_rulers(Lines group, const Lines& block) {
    group.insert(group.begin(), ruler);
    group.insert(group.end(), {ruler, "Neutro = $80", ruler});
    group.insert(group.end(), block.begin(), block.end());
    group.push_back(ruler);
    return group;
}

TEST(HeaderBlock, MayBeAnotherWithNamesChangedAndATimeOfItsOwn) {
    const Lines file{ruler,
                     "; dameUno -- gets it",
                     "; In      unoA     what    (any)",
                     "; Uses    A; unoB",
                     "; Time    1..2",
                     "dameUno:",
                     "        rts",
                     ruler,
                     "; dameDos -- as dameUno, with dos for uno",
                     "; Time    3..4",
                     "dameDos:",
                     "        rts",
                     ruler,
                     "; dameTres -- as dameUno, with tres for uno",
                     "dameTres:"};
    Sources sources;
    sources.add(file, "Test.s", words);
    ASSERT_EQ(sources.blocks.size(), 3U);
    for (const auto& found : sources.blocks) EXPECT_EQ(found.fault, "");
    const Block &second = sources.blocks[1].block, &third = sources.blocks[2].block;
    EXPECT_EQ(second.in[0].symbol, "dosA");
    EXPECT_EQ(second.uses.items, (std::vector<std::string>{"A", "dosB"}));
    EXPECT_EQ(second.time.most, 4U);
    EXPECT_EQ(second.time_line, 10U);
    EXPECT_EQ(third.in[0].symbol, "tresA");
    EXPECT_EQ(third.time.most, 2U);
    EXPECT_EQ(third.time_line, 0U);
}

TEST(Groups, StandForTheirEntriesInTheirPlace) {
    const Lines file =
        with_rulers({"; (game) -- what is played", ";", "; In      board    the pieces    (any)",
                     ";         side     to move       ($00..$01)", "; Out     board    the same"},
                    {"; mueve -- moves", "; In      A        what    ($01)", ";         (game)",
                     "; Out     (game)", "; Uses    A", "; Time    1..2"});
    Vocabulary grown = words;
    read_groups(file, "Test.inc", grown);
    Sources sources;
    sources.add(file, "Test.s", grown);
    ASSERT_EQ(sources.blocks.size(), 1U);
    EXPECT_EQ(sources.blocks[0].fault, "Test.s:10: mueve: its label does not follow the block");
    const Block block = parse_block(std::span(file).subspan(9, 6), "Test.s", 10, grown);
    ASSERT_EQ(block.in.size(), 3U);
    EXPECT_EQ(block.in[1].symbol, "board");
    EXPECT_EQ(block.in[2].bytes, (ByteSet{{{0, 1}}}));
    ASSERT_EQ(block.out.size(), 1U);
    EXPECT_EQ(block.out[0].text, "the same");
    EXPECT_THROW(read_groups(file, "Other.inc", grown), ContractError) << "there already";
    EXPECT_THROW(static_cast<void>(parse_block(std::span(file).subspan(9, 6), "Test.s", 10, words)),
                 ContractError)
        << "no such group";
}

TEST(Sources, GiveBlocksAndCalls) {
    Lines lines = with_rulers({}, good);
    lines.insert(lines.end(), {"dameGato:", "@bucle: jsr dameNadie", "        jsr chrout"});
    Sources sources;
    sources.add(lines, "Test.s", words);
    ASSERT_EQ(sources.blocks.size(), 1U);
    EXPECT_EQ(sources.blocks[0].name, "dameGato");
    EXPECT_EQ(sources.blocks[0].fault, "");
    EXPECT_EQ(lines[sources.blocks[0].label_line - 1], "dameGato:");
    ASSERT_EQ(sources.calls.size(), 2U);
    EXPECT_EQ(sources.calls[0].routine, "dameNadie");
    EXPECT_EQ(lines[sources.calls[1].line - 1], "        jsr chrout");
    lines[lines.size() - 3] = "otraCosa:";
    Sources others;
    others.add(lines, "Test.s", words);
    EXPECT_NE(others.blocks[0].fault, "");
}

/// The assembler's `.if` is not read: the debug file knows which label is there.
TEST(Programs, HaveTheBlocksWhoseLabelsWereAssembled) {
    const auto has = [](std::string_view program, std::string_view routine) {
        return ryg_checker().program(program).block(routine) != nullptr;
    };
    EXPECT_TRUE(has("ryg12", "evaluaArbol"));
    EXPECT_FALSE(has("ryg13", "evaluaArbol"));
    EXPECT_FALSE(has("ryg15", "evaluaDifFilasGatos"));
    EXPECT_TRUE(has("ryg16", "evaluaDifFilasGatos"));
    EXPECT_FALSE(has("ryg16", "sorteaEmpate"));
    EXPECT_TRUE(has("ryg16_desempate", "sorteaEmpate"));
}

}  // namespace
}  // namespace ryg
