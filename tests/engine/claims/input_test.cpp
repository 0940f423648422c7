// Inputs that are declared once, read in five ways: the known spaces have the known numbers of inputs.
#include "engine/claims/input.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "tests/engine/claims/symbols.hpp"

namespace ryg {
namespace {

using namespace claims;

// --- three declarations -----------------------------------------------------------------------------

constexpr Among marks{0, 1, 2};

struct Board {
    std::array<Byte, 9> squares{};
};

/// Noughts and crosses: the crosses, 1, move if the counts are equal.
void declare_board(Inputs& in, const Board& given) {
    Value crosses, noughts;
    for (unsigned i = 0; i < 9; ++i) {
        const Value mark = in.pick(marks, given.squares[i]);
        in.put("board", mark, i);
        crosses = crosses + (mark == 1);
        noughts = noughts + (mark == 2);
    }
    in.need((crosses == noughts) | (crosses == noughts + 1));
    in.put("side", choose(crosses == noughts, 1, 2));
}

std::optional<Board> board_in(const Memory& memory) {
    Board board;
    std::ranges::copy(memory.bytes("board", 9), board.squares.begin());
    return board;
}

struct Pieces {
    std::array<Byte, 5> squares{};
};

/// PERFECTO: four cats in ascending order, and a mouse elsewhere.
void declare_pieces(Inputs& in, const Pieces& given) {
    static constexpr Among squares = Among::range(0, 31);
    Picks pieces = in.pick_ascending(squares, std::span(given.squares).first(4));
    pieces.push_back(in.pick(squares, given.squares[4]));
    in.need_different(pieces);
    for (unsigned i = 0; i < 5; ++i) in.put("cats", pieces[i], i);
}

std::optional<Pieces> pieces_in(const Memory& memory) {
    Pieces pieces;
    std::ranges::copy(memory.bytes("cats", 5), pieces.squares.begin());
    return pieces;
}

struct Text {
    Address at = 0;
    bool is_long = false;
    Address end = 0;
};

/// A pointer to a room in which a byte at an index is set, a limit, and a register.
void declare_text(Inputs& in, const Text& given) {
    const unsigned size = in.choose(2, given.is_long ? 1 : 0) == 0 ? 4 : 40;
    const Room room = in.room(size, given.at);
    in.point("textLo/Hi", room.to);
    in.put_at(room.at, in.in('X'), 0xaa);
    in.need(in.at(room.at, in.in('X')) == 0xaa);
    in.put_register('Y', size);
    const Word end = in.between(room.to, room.to.plus(size), given.end);
    in.point("limitLo/Hi", end);
    in.area("text", room.to, end);
}

std::optional<Text> text_in(const Memory& memory) {
    return Text{memory.word("textLo/Hi"), memory.in('Y') == 40, memory.word("limitLo/Hi")};
}

const InputKind board_kind =
    input<Board>({.word = "board", .declare = declare_board, .get = board_in});
const InputKind pieces_kind =
    input<Pieces>({.word = "pieces", .declare = declare_pieces, .get = pieces_in});
const InputKind text_kind =
    input<Text>({.word = "text", .declare = declare_text, .get = text_in, .each = true});
const std::vector<Asked> asked_board{{&board_kind, "board"}}, asked_pieces{{&pieces_kind, "cats"}},
    asked_text{{&text_kind, "textLo/Hi"}};

std::optional<unsigned> address_of(std::string_view symbol) {
    static const std::map<std::string_view, unsigned> labels{{"board", 0x4000},
                                                             {"side", 0x4009},
                                                             {"cats", 0x4100},
                                                             {"textLo/Hi", 0xfb},
                                                             {"limitLo/Hi", 0xfd}};
    return labels.at(symbol);
}

const Site site{.find = address_of,
                .free = {0x6000, 0xa000},
                .named = {{0xfb, 0xff}, {0x4000, 0x400a}, {0x4100, 0x4105}},
                .registers = "XY"};

// --- listing, sampling, recognising, putting ----------------------------------------------------------

TEST(Inputs, ListingGivesEachInputOnce) {
    EntryState machine;
    std::set<std::vector<Byte>> boards;
    for (Listing all(site, machine, asked_board); all.next();) {
        const auto board = machine.ram.begin() + 0x4000;
        EXPECT_TRUE(boards.emplace(board, board + 10).second);
    }
    EXPECT_EQ(boards.size(), 6046U);
    unsigned crosses_to_move = 0;
    for (const auto& board : boards) crosses_to_move += board[9] == 1 ? 1U : 0U;
    EXPECT_EQ(crosses_to_move, 3139U);
    unsigned placements = 0;
    for (Listing all(site, machine, asked_pieces); all.next();) ++placements;
    EXPECT_EQ(placements, 1'006'880U) << "C(32, 4) x 28";
}

TEST(Inputs, RecognisingAcceptsAllThatListingGivesAndNoOtherByte) {
    EntryState machine;
    engine::Random random(7);
    Recognising recognising(site, machine);
    for (Listing all(site, machine, asked_board); all.next();) {
        ASSERT_EQ(recognising.first_unmet(asked_board), nullptr);
        const unsigned at = 0x4000 + random.below(10);
        const Byte before = std::exchange(machine.ram[at], static_cast<Byte>(random.below(256)));
        // Another mark changes whose turn it is, or makes the counts impossible.
        const bool is_same = machine.ram[at] == before;
        EXPECT_EQ(recognising.first_unmet(asked_board) == nullptr, is_same) << at;
    }
    unsigned number = 0, rejected = 0;
    for (Listing all(site, machine, asked_pieces); all.next();) {
        if (++number % 1000 != 0) continue;
        ASSERT_EQ(recognising.first_unmet(asked_pieces), nullptr);
        machine.ram[0x4100 + random.below(4)] = machine.ram[0x4104];
        rejected += recognising.first_unmet(asked_pieces) != nullptr ? 1U : 0U;
    }
    EXPECT_EQ(rejected, 1006U) << "a cat stands where the mouse is";
}

TEST(Inputs, PuttingWhatWasSampledGivesTheSameMemory) {
    engine::Choices choices(3);
    for (const auto& asked : {asked_board, asked_pieces, asked_text}) {
        std::set<std::vector<Byte>> seen;
        for (unsigned i = 0; i < 500; ++i) {
            EntryState sampled, put;
            sampled.registers.x = put.registers.x = static_cast<Byte>(i % 4);
            Sampling(site, sampled, choices).sample(asked);
            Recognising recognising(site, sampled);
            ASSERT_EQ(recognising.first_unmet(asked), nullptr);
            const auto value = asked[0].kind->get(Memory(site, sampled, asked[0].symbol));
            Putting putting(site, put);
            ASSERT_TRUE(putting.put_value(asked[0], value));
            ASSERT_EQ(put.ram, sampled.ram);
            ASSERT_EQ(put.registers, sampled.registers);
            seen.insert(sampled.ram);
        }
        EXPECT_GT(seen.size(), 250U);
    }
}

TEST(Inputs, PutNothingThatInDoesNotName) {
    const Site small{address_of, {0x6000, 0x7000}, {{0x4000, 0x4009}}, ""};
    EntryState machine;
    engine::Choices choices(3);
    for (unsigned i = 0; i < 20; ++i) {
        Sampling(small, machine, choices).sample(asked_board);
        EXPECT_EQ(machine.ram[0x4009], 0) << "In does not name `side`";
    }
    Sampling(small, machine, choices).sample(asked_text);
    EXPECT_EQ(machine.registers.y, 0);
    EXPECT_EQ(std::ranges::count(machine.ram, 0xaa), 1) << "a room is put, whatever In names";
}

TEST(Inputs, RejectsValuesOutsideADeclaration) {
    EntryState machine;
    Putting putting(site, machine);
    EXPECT_TRUE(putting.put_value(asked_pieces[0], Pieces{{1, 2, 3, 4, 5}}));
    EXPECT_FALSE(putting.put_value(asked_pieces[0], Pieces{{1, 3, 2, 4, 5}})) << "not in order";
    EXPECT_FALSE(putting.put_value(asked_pieces[0], Pieces{{1, 2, 3, 32, 5}})) << "no square";
    EXPECT_FALSE(putting.put_value(asked_pieces[0], Pieces{{1, 2, 3, 4, 4}})) << "on a cat";
    EXPECT_TRUE(putting.put_value(asked_text[0], Text{0x6001, false, 0x6005}));
    EXPECT_FALSE(putting.put_value(asked_text[0], Text{0x6001, false, 0x6006}));
    EXPECT_FALSE(putting.put_value(asked_text[0], Text{0x6001, false, 0x6000}));
    EXPECT_FALSE(putting.put_value(asked_text[0], Text{0xfffe, false, 0xfffe})) << "beyond $ffff";
}

TEST(Inputs, SamplingGivesUpWhereNothingMeetsTheConditions) {
    const InputKind none = input<int>({.declare =
                                           [](Inputs& in, const int&) {
                                               in.need(in.pick({1, 2}, 0) == 3);
                                           },
                                       .get = [](const Memory&) { return std::optional(0); }});
    const std::vector<Asked> asked{{&none, ""}};
    EntryState machine;
    engine::Choices choices(1);
    EXPECT_THROW(Sampling(site, machine, choices).sample(asked), std::runtime_error);
    EXPECT_FALSE(Listing(site, machine, asked).next());
}

// --- bytes that are not known ---------------------------------------------------------------------

TEST(Inputs, AreConstrainedByTheSameDeclaration) {
    tests::Symbols symbols(site);
    declare(symbols, asked_board);
    ASSERT_EQ(symbols.picks.size(), 9U);
    unsigned solutions = 0, crosses_to_move = 0;
    std::vector<Byte> board(9);
    for (unsigned number = 0; number < 19683; ++number) {
        for (unsigned i = 0, left = number; i < 9; ++i, left /= 3) {
            board[i] = static_cast<Byte>(left % 3);
        }
        const auto values = symbols.evaluate(board);
        if (!symbols.meets_conditions(values)) continue;
        ++solutions;
        crosses_to_move += symbols.byte(symbols.at(0x4009), values) == 1 ? 1U : 0U;
    }
    EXPECT_EQ(solutions, 6046U);
    EXPECT_EQ(crosses_to_move, 3139U);
    EXPECT_THROW(static_cast<void>(symbols.conditions[0].known()), Unknown);
}

TEST(Value, ComputesWithBytes) {
    for (unsigned a = 0; a < 256; a += 3) {
        for (unsigned b = 0; b < 256; b += 5) {
            const Value x = a, y = b;
            EXPECT_EQ((x + y).known(), (a + b) % 256);
            EXPECT_EQ((x - y).known(), (a - b) % 256);
            EXPECT_EQ(((x & y) | (x ^ y)).known(), a | b);
            EXPECT_EQ((x < y).known(), a < b);
            EXPECT_EQ((x > y).known(), a > b);
            EXPECT_EQ((x <= y).known() & (x != y).known(), a < b);
            EXPECT_EQ(((x << b % 8) >> 1).known(), (a << b % 8 & 0xff) >> 1);
            EXPECT_EQ(choose(x >= y, x, y).known(), std::max(a, b));
            EXPECT_EQ((Word(static_cast<Address>(256 * a + b)) <= Word(0x7f80)).known(),
                      256 * a + b <= 0x7f80);
        }
        EXPECT_EQ(Word(0x12f0).plus(a).known(), 0x12f0 + a);
        EXPECT_EQ((!Value(a)).known(), a == 0);
        EXPECT_EQ(Value(a).bit(3).known(), a >> 3 & 1);
    }
}

}  // namespace
}  // namespace ryg
