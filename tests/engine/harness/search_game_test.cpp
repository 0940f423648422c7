// A game of your own: what it may lack is said in one line, and what its campaign compares.
#include "engine/harness/search_game.hpp"

#include "engine/games.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/planted_faults.hpp"
#include "tests/support/testing.hpp"

namespace ryg::harness {
namespace {

const c64::EmbeddedImage& ryg16() { return *engine::find_program("ryg16"); }

/// Counts from 0 to 3; each position has one move.
SearchGame counting() {
    static const std::array<const c64::EmbeddedImage*, 1> programs{&ryg16()};
    return {.name = "counting",
            .programs = programs,
            .start = "0",
            .search = "hayMemoria",
            .results = {{"libreLo"}},
            .put = [](Host&, const std::string&) {},
            .native = [](const std::string&) { return Numbers{0}; },
            .moves = [](const std::string& at) -> std::vector<MoveTo> {
                if (at == "3") return {};
                return {{"on", std::to_string(std::stoi(at) + 1)}};
            }};
}

std::string trouble_of(SearchGame about) {
    const Game game = game_of(std::move(about));
    return tests::message_of([&] {
        Campaign campaign = game.verify->plan({{"positions", "1"}, {"seed", "1"}}, nullptr, {});
        static_cast<void>(campaign.make_worker()(0));
    });
}

struct Lack {
    std::string_view name;
    void (*leave_out)(SearchGame&);
    std::string_view why;
};
class SearchGameThatLacks : public testing::TestWithParam<Lack> {};

TEST_P(SearchGameThatLacks, IsRefused) {
    SearchGame game = counting();
    GetParam().leave_out(game);
    const std::string said = trouble_of(game);
    EXPECT_EQ(said.find("the game counting: "), 0u) << said;
    EXPECT_NE(said.find(GetParam().why), std::string::npos) << said;
}

const Lack lacks[]{
    {"Programs", [](SearchGame& game) { game.programs = {}; }, "`programs` is empty"},
    {"Results", [](SearchGame& game) { game.results.clear(); }, "`results` is empty"},
    {"Native", [](SearchGame& game) { game.native = nullptr; }, "`native` and `moves` are needed"},
    {"AMove", [](SearchGame& game) { game.start = "3"; }, "there is no move in `start`, 3"},
    {"AnEnd",
     [](SearchGame& game) {
         game.moves = [](const std::string& at) { return std::vector<MoveTo>{{"stay", at}}; };
     },
     "random games have to end"},
    {"ANumber", [](SearchGame& game) { game.results.push_back({"libreHi"}); },
     "`native` gives 1 numbers, and there are 2 `results`"}};
INSTANTIATE_TEST_SUITE_P(Of, SearchGameThatLacks, testing::ValuesIn(lacks), tests::name_of_row);

struct SearchGamesCampaign : testing::Test {
    SearchGame about = counting();
    tests::Folder folder;

    Survey survey(const std::string& positions = "all", const c64::Image* instead = nullptr) {
        return game_of(about).proof->plan({{"positions", positions}}, instead);
    }
};

TEST_F(SearchGamesCampaign, IsOfThePiecesThatTheGameOrAFileNumbers) {
    EXPECT_FALSE(game_of(about).proof);
    about.pieces = [this] { return reachable_from("1", about.moves); };
    EXPECT_EQ(survey().pieces, 3U);
    EXPECT_EQ(survey().name(0), "3");
    EXPECT_EQ(survey().series.front().name(), "ryg16");
    EXPECT_EQ(survey(folder.write("file", "0\n# none\n2\n")).name(1), "2");
    about.pieces = [] { return Pieces{}; };
    EXPECT_EQ(tests::message_of([&] { static_cast<void>(survey()); }),
              "the game counting: `pieces` has no position");
}

TEST_F(SearchGamesCampaign, ComparesAndExplainsPiecesInAnyOrder) {
    about.pieces = [this] { return reachable_from("0", about.moves); };
    const auto number = [](const std::string& at) { return static_cast<Byte>(at[0] - '0'); };
    about.put = [=](Host& host, const std::string& at) { host.set("libreLo", number(at)); };
    about.native = [=](const std::string& at) { return Numbers{at == "2" ? Byte{7} : number(at)}; };
    const Survey all = survey();
    const auto worker = all.make_worker();
    for (const std::uint64_t piece : {3U, 1U, 0U, 1U}) {
        EXPECT_EQ(worker(0, piece).differs, piece == 1) << piece;
    }
    EXPECT_EQ(worker(0, 3).cycles, all.make_worker()(0, 3).cycles);
    const Difference told = all.explain(0, 1);
    EXPECT_EQ(told.field + ' ' + told.native + ' ' + told.assembly, "libreLo 7 2");
    EXPECT_EQ(told.again.values.text("position"), "2");
}

TEST_F(SearchGamesCampaign, TellsOfAProgramThatNeverEnds) {
    about.pieces = [this] { return reachable_from("0", about.moves); };
    c64::Image program = tests::image_of("ryg16");
    const emu::Address at = program.labels.at("hayMemoria");
    program.bytes[static_cast<std::size_t>(at - program.load_address)] = 0x02;  // JAM
    const Survey all = survey("all", &program);
    EXPECT_TRUE(all.make_worker()(0, 0).differs);
    EXPECT_EQ(all.explain(0, 0).field, "end");
}

}  // namespace
}  // namespace ryg::harness
