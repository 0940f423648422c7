// PERFECTO on the 6502: its limits, its comparison, and faults planted in its table and its ranking.
#include <algorithm>
#include <gtest/gtest.h>

#include "engine/games/games.hpp"
#include "engine/games/perfecto/native/table.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

using namespace engine;
using tests::image_of;
using work::Totals;
using work::Values;

/// Of a program that takes its place until something differs.
Totals verify(const Values& values, const c64::Image* instead = nullptr) {
    return tests::verify("perfecto", values, instead, {{.jobs = 2}, instead == nullptr ? 0U : 1U});
}

const Values all_positions{{"table", "1"}, {"positions", "2013760"}};

TEST(Perfecto, IsSmallAndUnpacksItsTableInLessThanTwoSeconds) {
    const c64::Image image = image_of("perfecto");
    EXPECT_LE(2 + image.bytes.size(), 7'168u);
    claims::Host host(image);
    const auto prepared = host.machine().call(image.labels.at("prepare"));
    EXPECT_LT(prepared.cycles, 1'700'000u) << "a PAL C64 has 985,248 a second";
    const auto& names = perfecto::table().names;
    EXPECT_TRUE(std::ranges::equal(host.bytes_at("names", names.size()), names));
}

TEST(Perfecto, CarriesWhatThePackerMakes) {
    const c64::Image image = image_of("perfecto");
    const auto packed = perfecto::pack(perfecto::table().names);
    const auto at = image.bytes.begin() + (image.labels.at("packed") - image.load_address);
    EXPECT_TRUE(std::equal(packed.begin(), packed.end(), at));
}

TEST(Perfecto, MakesNoMistakeInAnyPosition) {
    const Totals result = verify(all_positions);
    ASSERT_FALSE(result.first) << describe(*result.first, "");
    EXPECT_EQ(tests::own(result, "sets"), 35'960u);
    EXPECT_EQ(result.sum().searches, 2'013'760u);
    EXPECT_EQ(tests::own(result, "mistakes"), 0u);
    EXPECT_LT(tests::own(result, "costliest"), 10'000u);
}

TEST(Perfecto, WinsWholeGamesAgainstEveryMouseAlsoThroughKeysAndScreen) {
    const Values values{{"games", "5"}, {"seed", "5"}};
    const Totals result = verify(values);
    ASSERT_FALSE(result.first) << describe(*result.first, "");
    EXPECT_EQ(tests::own(result, "games"), 3u * 5) << "three mice";
    EXPECT_EQ(tests::own(result, "mistakes"), 0u);
}

/// A bit of a byte after a label is the other way round.
c64::Image with_flipped_bit(std::string_view label, unsigned byte, unsigned bit) {
    c64::Image image = image_of("perfecto");
    const auto at = static_cast<unsigned>(image.labels.at(label) - image.load_address) + byte;
    image.bytes[at] = static_cast<emu::Byte>(image.bytes[at] ^ 1U << bit);
    return image;
}

/// `verify` finds it, names the byte, and the request that it gives finds it again.
void expect_located(std::string_view label, unsigned byte, unsigned bit) {
    const c64::Image faulty = with_flipped_bit(label, byte, bit);
    const Totals result = verify({{"table", "1"}}, &faulty);
    ASSERT_TRUE(result.first) << label << " " << byte;
    EXPECT_EQ(result.first->field, std::string(label) + "[" + std::to_string(byte) + "]");
    EXPECT_EQ(result.first->address, faulty.labels.at(label) + byte);
    EXPECT_EQ(result.first->written_by, "the program file");
    EXPECT_TRUE(verify(result.first->again.values, &faulty).first);
}

TEST(Perfecto, AFlippedBitInThePackedTableIsFoundAndLocated) {
    const auto size = static_cast<unsigned>(perfecto::pack(perfecto::table().names).size());
    for (const unsigned byte : {0U, 1'000U, 2'345U, size - 2}) {
        expect_located("packed", byte, byte % 8);
    }
}

TEST(Perfecto, AFlippedBitInTheRankingOrInAMaskIsFoundAndLocated) {
    expect_located("place1Lo", 9, 0);
    expect_located("place2Hi", 30, 4);
    expect_located("place3Lo", 20, 7);
    expect_located("maskHi", 3, 5);
}

TEST(Perfecto, AFaultInItsCodeIsFoundAtTheFirstPositionThatShowsIt) {
    c64::Image faulty = image_of("perfecto");
    const auto code =
        faulty.bytes.begin() + (faulty.labels.at("safeFromAll") - faulty.load_address);
    constexpr emu::Byte eor_immediate = 0x49;
    *(std::find(code, code + 60, eor_immediate) + 1) = 0xfe;  // $fe: square 0 never has a cat
    const Totals result = verify(all_positions, &faulty);
    ASSERT_TRUE(result.first);
    EXPECT_EQ(result.first->place, "think");
    EXPECT_EQ(result.first->field, "moveCost[0]");
    EXPECT_TRUE(verify(result.first->again.values, &faulty).first);
}

}  // namespace
}  // namespace ryg
