// `ryg prove` on the reference data: what it has to prove, and what misled other provers.
#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using Prove = WithFolder;

std::string reference(const std::string& file) {
    const auto path = tests::reference_data(file);
    return path ? "'" + path->string() + "'" : "";
}

/// The verdicts of a file's only routine: "proved undecided unstated ".
std::string verdicts_of(const std::string& command, int status) {
    const auto report = ryg_json("prove " + command, status);
    std::string all;
    for (const auto& clause : report["routines"][0]["clauses"]) {
        all += clause["verdict"].get<std::string>() + ' ';
    }
    return all;
}

TEST(ProveReference, IsProvedInEveryClauseThatItStates) {
    if (reference("prove").empty()) GTEST_SKIP() << "no reference data 'prove'";
    // A product by four tables takes half a minute.
    const bool has_time = std::getenv("RYG_LONG") != nullptr;
    std::string short_styles;
    for (const char* const label : {"bcd", "mul16n", "onstack", "ptrmul", "rtsjmp", "skip", "smmul",
                                    "smten", "sqmul", "undoc", "unmul"}) {
        short_styles += std::string(" --label ") + label;
    }
    for (const auto& file : std::filesystem::directory_iterator(*tests::reference_data("prove"))) {
        if (file.path().extension() != ".s") continue;
        const std::string name = file.path().stem();
        const bool is_part = name == "styles" && !has_time;
        const auto report =
            ryg_json("prove '" + file.path().string() + "'" + (is_part ? short_styles : ""));
        EXPECT_EQ(report["routines"].size(), name != "styles" ? 1U : has_time ? 12U : 11U);
        for (const auto& routine : report["routines"]) {
            EXPECT_EQ(routine["clauses"][0]["verdict"], name == "crc16" ? "unstated" : "proved")
                << routine.dump(1);
        }
    }
}

TEST_F(Prove, IsNotMisledByWhatMisledOthers) {
    if (reference("attacks").empty()) GTEST_SKIP() << "no reference data 'attacks'";
    const auto attack = [](const std::string& file) { return reference("attacks/" + file); };
    EXPECT_EQ(verdicts_of(attack("io3.s"), 1), "refuted undecided undecided ");
    expect_trouble(ryg("prove " + attack("noise2.s")), "mode");
    EXPECT_TRUE(contains(verdicts_of(attack("stk.s"), 1), "refuted"));
    EXPECT_EQ(verdicts_of(attack("row.s"), 0), "proved proved unstated ");
    EXPECT_EQ(verdicts_of(attack("both.s"), 0), "proved proved unstated ");
    const std::string neg0 =
        folder.write("neg0.py", tests::content(*tests::reference_data("attacks/neg0.py")));
    EXPECT_FALSE(verdicts_of(attack("neg0.s") + " --reference 'python3 " + neg0 + "'", 1)
                     .starts_with("proved"))
        << "of 2^32 inputs some are asked about";
}

}  // namespace
}  // namespace ryg
