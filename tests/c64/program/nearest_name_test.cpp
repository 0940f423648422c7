// What is suggested for a word that nothing is called: a slip of the fingers, and nothing far off.
#include <array>
#include <gtest/gtest.h>

#include "c64/program/text.hpp"

namespace ryg::c64 {
namespace {

constexpr std::array<std::string_view, 5> names{"search", "verify", "depth", "a", "miniMax"};

TEST(NearestName, IsTheOneOfASlip) {
    EXPECT_EQ(nearest_name("serch", names), "search");
    EXPECT_EQ(nearest_name("detph", names), "depth") << "two letters exchanged";
    EXPECT_EQ(nearest_name("MINIMAX", names), "miniMax");
    EXPECT_EQ(nearest_name("verifyy", names), "verify");
}

TEST(NearestName, IsNoneThatIsFarAway) {
    for (const std::string_view word : {"b", "at", "vary", "xyzzy", "deepest", ""}) {
        EXPECT_EQ(nearest_name(word, names), "") << word;
        EXPECT_EQ(did_you_mean(word, names, ": see help"), ": see help");
    }
    EXPECT_EQ(did_you_mean("serch", names), ": did you mean 'search'?");
}

}  // namespace
}  // namespace ryg::c64
