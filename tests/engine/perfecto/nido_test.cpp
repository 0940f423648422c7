// NIDO: its strategy, its book, and all that the mouse can do against the 6502 program.
#include "engine/perfecto/nido.hpp"

#include <gtest/gtest.h>
#include <map>
#include <set>

#include "engine/common/notation.hpp"
#include "engine/perfecto/engine.hpp"

namespace ryg {
namespace {

using namespace engine;
using engine::perfecto::Book;
using engine::perfecto::Strategy;
using harness::CampaignResult;
using harness::Values;

/// Whether the cats win each line, whatever the mouse does; and it has a reply to nothing else.
bool wins_all(const Strategy& strategy) {
    std::map<Position, Move> replies;
    for (const auto& [position, move] : strategy) replies[position] = move;
    std::set<Position> asked;
    std::vector<Position> open{start_position()};
    while (!open.empty()) {
        const Position position = open.back();
        open.pop_back();
        if (is_over(position)) {
            if (winner(position) != Side::cats) return false;
            continue;
        }
        for (const Move& move : generate_moves(position)) {
            const Position after = apply(position, move);
            const auto reply = replies.find(after);
            if (is_over(after) || reply == replies.end()) return false;
            if (!is_legal(after, reply->second)) return false;
            if (asked.insert(after).second) open.push_back(apply(after, reply->second));
        }
    }
    return asked.size() == strategy.size();
}

TEST(Nido, HasAStrategyOfFewPositionsThatWinsEveryLine) {
    EXPECT_EQ(perfecto::strategy().size(), 241u) << "docs/perfect.md has this figure";
    EXPECT_TRUE(wins_all(perfecto::strategy()));
}

TEST(Nido, EverySearchFindsAStrategyThatWins) {
    for (const std::uint64_t seed : {7U, 8U}) {
        const Strategy found = perfecto::find_strategy(perfecto::solution(), {seed, 2'000});
        EXPECT_TRUE(wins_all(found)) << seed;
    }
    const Strategy unimproved = perfecto::find_strategy(perfecto::solution(), {1, 0});
    EXPECT_EQ(unimproved.size(), 888u) << "docs/perfect.md has this figure";
    EXPECT_THROW(Book{unimproved}, std::invalid_argument);
}

TEST(Nido, ABookHasWhatTheStrategySaysAndNoMoreOfItsSets) {
    EXPECT_EQ(perfecto::book().bytes.size(), 361u) << "docs/perfect.md has this figure";
    std::set<DarkSet> sets;
    std::map<Position, Move> replies;
    for (const auto& [position, move] : perfecto::strategy()) {
        sets.insert(position.cats);
        replies[position] = move;
    }
    for (const DarkSet cats : sets) {
        for (DarkSet free = ~cats; free != 0;) {
            const Position position{cats, take_first(free), Side::cats};
            const auto reply = replies.find(position);
            EXPECT_EQ(perfecto::book()[position],
                      reply == replies.end() ? std::nullopt : std::optional(reply->second))
                << to_fen(position);
        }
    }
}

CampaignResult verify(const Values& values, const c64::Image* instead = nullptr) {
    return run(nido_game().verify->plan(values, instead, nullptr), {.jobs = 2});
}

TEST(Nido, WinsEveryLineOnTheMachineAndIsSmallAndQuick) {
    EXPECT_LE(2 + perfecto::nido_program().bytes.size(), 1'408u);
    const CampaignResult result = verify({});
    ASSERT_FALSE(result.first) << describe(*result.first, "");
    EXPECT_EQ(result.count("positions"), perfecto::strategy().size());
    EXPECT_EQ(result.count("lines"), 1'757'955'272u);
    EXPECT_EQ(result.count("mistakes"), 0u);
    EXPECT_GT(result.count("games"), 50u);
    EXPECT_LT(result.count("dearest"), 2'500u);
}

TEST(Nido, AFlippedBitInItsBookOrItsWeightsIsFoundAndLocated) {
    for (const auto& [label, byte] :
         {std::pair{"book", 3U}, {"book", 100U}, {"book", 358U}, {"weights", 0U}}) {
        c64::Image faulty = perfecto::nido_program();
        const unsigned address = faulty.labels.at(label) + byte;
        faulty.bytes[address - faulty.load_address] ^= 1;
        const CampaignResult result = verify({{"only", "answers"}}, &faulty);
        ASSERT_TRUE(result.first) << label << " " << byte;
        EXPECT_EQ(result.first->field, std::string(label) + "[" + std::to_string(byte) + "]");
        EXPECT_EQ(result.first->address, address);
    }
}

}  // namespace
}  // namespace ryg
