// Holds the reader of header blocks to the grammar: what it takes, and what it refuses by name.
#include <gtest/gtest.h>

#include "tests/engine/contracts/source.hpp"

namespace ryg {
namespace {

using namespace ryg::blocks;
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

Block read(const Lines& lines) { return parse_block(lines, "Test.s", 10); }

TEST(HeaderBlock, IsReadFieldByField) {
    const Block block = read(good);
    EXPECT_EQ(block.name, "dameGato");
    ASSERT_EQ(block.in.size(), 2U);
    EXPECT_EQ(block.in[0].symbol, "dgTableroLo/Hi");
    EXPECT_EQ(block.in[0].kind, Kind::node);
    EXPECT_EQ(block.in[1].kind, Kind::bytes);
    EXPECT_EQ(block.in[1].bytes, (ByteSet{{{0, 3}, {0xff, 0xff}}}));
    ASSERT_EQ(block.out.size(), 2U);
    EXPECT_EQ(block.out[0].kind, Kind::bytes);
    EXPECT_EQ(block.out[1].symbol, "dgTablero->valor");
    EXPECT_EQ(block.out[1].kind, Kind::unstated);
    EXPECT_EQ(block.uses.items, (Lines{"A", "X", "$fb/$fc"}));
    EXPECT_TRUE(block.uses.tree);
    EXPECT_FALSE(block.uses.screen);
    EXPECT_EQ(block.uses.stack, 12U);
    EXPECT_EQ(block.uses.routines, (Lines{"dameOffset", "dameRaton"}));
    EXPECT_EQ(block.time.least, 44U);
    EXPECT_EQ(block.time.most, 1188U);
    EXPECT_EQ(block.time_line, 21U);
    EXPECT_EQ(block.native, "dgOffset = 24 + square of the dgGato-th cat");
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
    } catch (const BlockError& error) {
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
    expect_refused(2, "; Note    nothing", "unknown word in column 3");
}

TEST(HeaderBlock, IsRefusedWithAFieldMissingOrOutOfOrder) {
    expect_refused(11, ";         , mxfg", "misplaced field 'Native'");
    Lines lines(good.begin(), good.begin() + 12);
    EXPECT_THROW(static_cast<void>(read(lines)), BlockError);
    lines = good;
    std::swap(lines[7], lines[9]);
    EXPECT_THROW(static_cast<void>(read(lines)), BlockError);
}

TEST(ByteSets, HoldRangesAndSingleValues) {
    const ByteSet set{{{0x00, 0x02}, {0xff, 0xff}}};
    EXPECT_EQ(set.size(), 4U);
    EXPECT_EQ(set.at(2), 0x02);
    EXPECT_EQ(set.at(3), 0xff);
    EXPECT_TRUE(set.contains(0x01));
    EXPECT_FALSE(set.contains(0x03));
}

TEST(AssembledLines, LeaveOutWhatTheVersionLeavesOut) {
    const Lines lines{"a",      ".if VERSION >= 13",
                      "b",      ".if FALLO = 1 ; planted",
                      "c",      ".else",
                      "d",      ".endif",
                      ".else",  "e",
                      ".endif", "f"};
    const auto text = [&lines](const Options& options) {
        std::string joined;
        for (const Line& line : assembled_lines(lines, options)) joined += line.text;
        return joined;
    };
    EXPECT_EQ(text({.version = 12}), "aef");
    EXPECT_EQ(text({.version = 16}), "abdf");
    EXPECT_EQ(text({.version = 16, .fault = 1}), "abcf");
    EXPECT_THROW(text({}) + std::string(assembled_lines(Lines{".if SONDA"}, {}).size(), ' '),
                 BlockError);
}

Source source_of(const Lines& texts) {
    std::vector<Line> lines;
    for (const std::string& text : texts) lines.push_back({lines.size() + 1, text});
    Source source;
    read_lines(lines, "Test.s", source);
    return source;
}

TEST(Sources, GiveBlocksCallsAndFaults) {
    const std::string ruler = "; " + std::string(75, '-');
    Lines lines{ruler};
    lines.insert(lines.end(), good.begin(), good.end());
    lines.push_back(ruler);
    lines.emplace_back("dameGato:");
    lines.emplace_back("@bucle: jsr dameNadie");
    lines.emplace_back("        jsr chrout");
    Source source = source_of(lines);
    EXPECT_TRUE(source.blocks.contains("dameGato"));
    EXPECT_EQ(source.called, (std::set<std::string, std::less<>>{"dameNadie"}));
    lines[16] = "otraCosa:";
    source = source_of(lines);
    EXPECT_TRUE(source.blocks.empty());
    EXPECT_TRUE(source.faults.contains("dameGato"));
}

}  // namespace
}  // namespace ryg
