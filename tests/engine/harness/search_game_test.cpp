// What a game may lack is said in one line, whatever it is asked for first.
#include "engine/harness/search_game.hpp"

#include "engine/games.hpp"
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

}  // namespace
}  // namespace ryg::harness
