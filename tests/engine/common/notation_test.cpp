// Notation: round trips in both geometries, and texts that are not positions or moves.
#include "engine/common/notation.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "tests/support/naive_game.hpp"

using namespace ryg::engine;

namespace ryg {
namespace {

constexpr Geometry both[] = {Geometry::a, Geometry::b};

struct BadText {
    const char* text;
    std::size_t character;
    const char* said;  // a part of the message
};

template <typename Parse>
void expect_error(const BadText& bad, Parse parse) {
    try {
        parse(bad.text);
        ADD_FAILURE() << "accepted: " << bad.text;
    } catch (const NotationError& error) {
        const std::string what = error.what();
        EXPECT_NE(what.find(bad.said), std::string::npos) << bad.text << "\n" << what;
        EXPECT_EQ(error.character(), bad.character) << bad.text << "\n" << what;
        EXPECT_NE(what.find("character " + std::to_string(bad.character) + ": "), std::string::npos)
            << what;
        EXPECT_TRUE(std::all_of(what.begin(), what.end(), [](char c) { return c >= ' '; }))
            << "not one printable line: " << what;
    }
}

}  // namespace

TEST(NativeNotation, StartIsWrittenAsTheTwoSeriesDrawIt) {
    EXPECT_EQ(to_fen(start_position(), Geometry::a), "c1c1c1c1/8/8/8/8/8/8/3M4 w");
    EXPECT_EQ(to_fen(start_position(), Geometry::b), "1c1c1c1c/8/8/8/8/8/8/4M3 w");
    EXPECT_EQ(parse_fen("c1c1c1c1/8/8/8/8/8/8/3M4 w"), start_position());
    EXPECT_EQ(parse_fen("1c1c1c1c/8/8/8/8/8/8/4M3 w", Geometry::b), start_position());
}

TEST(NativeNotation, ThousandsOfPositionsComeBackFromTheirText) {
    Random random(1);
    for (int count = 0; count < 5000; ++count) {
        const Position position = naive::random_placement(random);
        for (const Geometry geometry : both) {
            EXPECT_EQ(parse_fen(to_fen(position, geometry), geometry), position);
        }
    }
}

TEST(NativeNotation, TheTwoGeometriesAreMirrorImages) {
    Random random(2);
    for (int count = 0; count < 1000; ++count) {
        const Position position = naive::random_placement(random);
        std::string ranks = to_fen(position, Geometry::a);
        // Turning the order of a rank's letters round mirrors it; the ranks keep their places.
        for (auto begin = ranks.begin(); begin < ranks.end() - 2;) {
            const auto end =
                std::find_if(begin, ranks.end(), [](char c) { return c == '/' || c == ' '; });
            std::reverse(begin, end);
            begin = end + 1;
        }
        EXPECT_EQ(ranks, to_fen(position, Geometry::b));
    }
}

TEST(NativeNotation, OtherFenFieldsAreIgnored) {
    for (const char* rest : {" - - 0 1", " -", " KQkq e3 12 40", " 0 1", "  ", "\t- -"}) {
        EXPECT_EQ(parse_fen(std::string("c1c1c1c1/8/8/8/8/8/8/3M4 w") + rest), start_position());
    }
    EXPECT_EQ(parse_fen(" c1c1c1c1/8/8/8/8/8/8/12M22 \t w "), start_position());
}

TEST(NativeNotation, BadPositionsAreRefusedWithThePlaceAndTheReason) {
    const BadText table[] = {
        {"", 1, "no position"},
        {"   ", 1, "no position"},
        {"c1c1c1c1/8/8/8/8/8/8/3M4", 25, "no side to move"},
        {"c1c1c1c1/8/8/8/8/8/8/3M4 x", 26, "unknown side 'x'"},
        {"c1c1c1c1/8/8/8/8/8/8/3M4 W", 26, "unknown side"},
        {"c1c1c1c1/8/8/8/8/8/8/3M4 wb", 26, "unknown side"},
        {"c1c1c1c1/8/8/8/8/8/2M5 w", 23, "only 7 of 8 ranks"},
        {"c1c1c1c1/8/8/8/8/8/8/8/3M4 w", 23, "a ninth rank"},
        {"c1c1c1c1/8/8/8/8/8/8/3M4/ w", 25, "a ninth rank"},
        {"c1c1c1c1/8/8/8/7/8/8/3M4 w", 17, "rank 4 has less than 8 squares"},
        {"c1c1c1c1//8/8/8/8/8/8/3M4 w", 10, "rank 7 has less than 8 squares"},
        {"c1c1c1c1/8/8/8/8/8/8/3M3 w", 25, "rank 1 has less than 8 squares"},
        {"c1c1c1c1/8/8/8/8/8/8/3M5 w", 24, "rank 1 has more than 8 squares"},
        {"c1c1c1c11/8/8/8/8/8/8/3M4 w", 9, "rank 8 has more than 8 squares"},
        {"c1c1c1c1c/8/8/8/8/8/8/3M4 w", 9, "rank 8 has more than 8 squares"},
        {"c1c1c1c1/9/8/8/8/8/8/3M4 w", 10, "unknown letter '9'"},
        {"c1c1c1c1/08/8/8/8/8/8/3M4 w", 10, "unknown letter '0'"},
        {"c1c1c1c1/8/8/8/8/8/8/3m4 w", 23, "unknown letter 'm'"},
        {"C1c1c1c1/8/8/8/8/8/8/3M4 w", 1, "unknown letter 'C'"},
        {"c1c1\nc1c1/8/8/8/8/8/8/3M4 w", 5, "unknown letter '\\x0a'"},
        {"c1c1c1c1/8/8/8/8/8/8/3\xff"
         "4 w",
         23, "unknown letter '\\xff'"},
        {"1c1c1c1c/8/8/8/8/8/8/4M3 w", 2, "a piece on b8"},
        {"c1c1c1c1/8/8/8/8/8/8/4M3 w", 23, "a piece on e1"},
        {"c1c1c1c1/8/8/8/8/8/8/8 w", 23, "no mouse"},
        {"c1c1c1c1/8/8/8/8/8/8/1M1M4 w", 25, "a second mouse"},
        {"c1c1c3/8/8/8/8/8/8/3M4 w", 23, "only 3 of 4 cats"},
        {"8/8/8/8/8/8/8/3M4 w", 18, "only 0 of 4 cats"},
        {"c1c1c1c1/1c6/8/8/8/8/8/3M4 w", 11, "a fifth cat"},
        {"c1c1c1c1/8/8/8/8/8/8/3M4 w hello", 28, "something else"},
        {"c1c1c1c1/8/8/8/8/8/8/3M4 w - - 0 1 2", 36, "something else"},
    };
    for (const BadText& bad : table) {
        expect_error(bad, [](const char* text) { (void)parse_fen(text); });
    }
}

TEST(NativeNotation, OneMoveHasOneNameInEachGeometry) {
    const Move move{square_at(7, 3), square_at(6, 2)};
    EXPECT_EQ(to_string(move, Geometry::a), "d1c2");
    EXPECT_EQ(to_string(move, Geometry::b), "e1f2");
    EXPECT_EQ(parse_move("d1c2", Geometry::a), move);
    EXPECT_EQ(parse_move("e1f2", Geometry::b), move);
    EXPECT_EQ(parse_move("E1F2", Geometry::b), move);
    EXPECT_EQ(to_string(move, Geometry::rows), "(7,3)(6,2)") << "as the texts write squares";
    EXPECT_EQ(parse_move("(7,3)(6,2)", Geometry::rows), move);
    EXPECT_THROW((void)parse_move("(7,3)(6,8)", Geometry::rows), NotationError);
    EXPECT_THROW((void)parse_square("d1", Geometry::rows), NotationError);
}

TEST(NativeNotation, AllSquaresComeBackFromTheirNames) {
    for (int square = 0; square < 64; ++square) {
        const auto expected = static_cast<Square>(square);
        for (const Geometry geometry : {Geometry::a, Geometry::b, Geometry::rows}) {
            EXPECT_EQ(parse_square(square_name(expected, geometry), geometry), expected);
        }
    }
    EXPECT_EQ(square_name(0, Geometry::a), "a8");
    EXPECT_EQ(square_name(0, Geometry::b), "h8");
    EXPECT_EQ(square_name(63, Geometry::a), "h1");
}

TEST(NativeNotation, BadMovesAndSquaresAreRefusedWithThePlaceAndTheReason) {
    const BadText moves[] = {
        {"", 1, "not a move"},       {"e1", 3, "not a move"},
        {"e1-f2", 5, "not a move"},  {"i1f2", 1, "unknown file 'i'"},
        {"e1I2", 3, "unknown file"}, {"e9f2", 2, "unknown rank '9'"},
        {"e1f0", 4, "unknown rank"}, {"e1f\n", 4, "unknown rank '\\x0a'"},
    };
    for (const BadText& bad : moves) {
        expect_error(bad, [](const char* text) { (void)parse_move(text); });
    }
    const BadText squares[] = {
        {"e", 2, "not a square"}, {"e10", 3, "not a square"}, {"ee", 2, "unknown rank 'e'"}};
    for (const BadText& bad : squares) {
        expect_error(bad, [](const char* text) { (void)parse_square(text); });
    }
}

}  // namespace ryg
