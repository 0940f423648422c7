// What PERFECTO offers: to be verified, played with and measured.
#include "engine/games/perfecto/game.hpp"

#include <fmt/format.h>

#include "engine/games/perfecto/engine.hpp"
#include "engine/games/perfecto/screen.hpp"

namespace ryg::engine {
namespace perfecto {

using work::number_option;
using work::OptionKind;
using work::Values;

namespace {

harness::Verify verify() {
    harness::Verify job;
    job.about =
        "Asks the 6502 program PERFECTO about all sets of cats and all 2,013,760 positions, both\n"
        "sides to move: the same table, costs and choice as its native twin, and never a move "
        "that\n"
        "loses what the exact solution says is won. Then its cats play whole games against every\n"
        "mouse there is. Reports the first difference and exits with 1 if there is one.";
    job.options = {number_option("games", "against each mouse", "20", 0, 1'000'000),
                   number_option("keyed", "against each mouse, typed and read from the screen", "2",
                                 0, 100'000),
                   {"only",
                    "sets, positions or games (default: all)",
                    OptionKind::choice,
                    "",
                    {"sets", "positions", "games"}},
                   number_option("seed", "of the mice", "1"),
                   {"position", "compare this position only (FEN, cats on rank 8 at first)"}};
    job.options.back().excludes = {"games", "keyed", "only"};
    job.examples = {{},
                    {{"position", "c1c1c1c1/8/8/8/8/8/8/3M4 w"}},
                    {{"only", "games"}, {"games", "10000"}, {"keyed", "100"}}};
    job.agree = "The 6502 program and its native twin agree, and neither makes a mistake.";
    job.differ = "The program is not perfect.";
    job.nothing = "games";
    job.plan = [](const harness::Order& order) {
        return plan_campaign(order.values, order.instead, order.setup());
    };
    return job;
}

harness::Play play() {
    harness::Play job;
    job.about =
        "You are the mouse (M) or the cats (C), or both; the C64 plays the others and makes no\n"
        "mistake. Moves are typed as D1E2, RETURN after them; ? lists the moves that keep the "
        "win,\n"
        "N is another game. You win as the mouse on rank 8 or where the cats cannot move, as the\n"
        "cats where the mouse cannot. q, Ctrl-C or Ctrl-D leaves.\n"
        "Where there is no terminal, the words of the input are the lines, and the screen is\n"
        "printed as it is when they have been used up.";
    job.options = {
        {"side",
         "yours: mouse, cats, both or none",
         OptionKind::choice,
         "mouse",
         {"mouse", "cats", "both", "none"}},
        number_option("advice", "0: none, 1: who wins, 2: and by which moves", "1", 0, 2)};
    job.examples = {{}, {{"side", "cats"}, {"advice", "2"}}, {{"side", "none"}}};
    job.begin = [](const harness::Order& order) {
        const c64::Image image = program();
        harness::Player player(image, order.setup());
        follow(player, image.labels);
        player.signs = "?\x7f\b";  // rubout, as terminals send it, takes a character back
        player.reads_lines = true;
        const std::string side = order.values.text("side");
        player.plays_alone = side == "none";
        player.press(side == "cats" ? "C" : side == "both" ? "B" : side == "none" ? "N" : "M");
        player.press(order.values.text("advice"));
        return player;
    };
    return job;
}

/// Either of the two: `answer` gives its move in a position.
class Remembering final : public Contestant {
  public:
    using Answer = std::function<std::optional<Move>(const Position&)>;
    explicit Remembering(Answer answer) : answer_(std::move(answer)) {}
    void begin(const Position& position) override { position_ = position; }
    void play(Move move) override { position_ = apply(position_, move); }
    [[nodiscard]] Choice choose() override { return {answer_(position_)}; }

  private:
    Answer answer_;
    Position position_;
};

harness::Contest contest() {
    harness::Contest contest;
    contest.examples = {{}, {{"side", "mouse"}, {"asm-sample", "5000"}}};
    contest.first_version = contest.last_version = contest.greatest_depth = 1;
    contest.sides = {Side::cats, Side::mouse};
    contest.native = [](int, int, const harness::Order&) {
        return std::make_unique<Remembering>(
            [](const Position& position) { return think(position, table()).move(); });
    };
    contest.assembly = [](int, int, const harness::Order& order) {
        return std::make_unique<Remembering>(
            [player = AsmPlayer(program(), order.setup())](const Position& position) mutable {
                return player.think(position).thought.move();
            });
    };
    contest.again = [](int, int, const Position& position) {
        return Values{{"position", to_fen(position)}};
    };
    return contest;
}

}  // namespace

}  // namespace perfecto

const harness::Game& perfecto_game() {
    static const harness::Game all{.name = "perfecto",
                                   .programs = perfecto_programs(),
                                   .guesses = {{"perfecto", "rygp"}},
                                   .verify = perfecto::verify(),
                                   .search = {},
                                   .bench = {},
                                   .perft = {},
                                   .play = perfecto::play(),
                                   .contest = perfecto::contest(),
                                   .contracts = engine::perfecto::suite};
    return all;
}

}  // namespace ryg::engine
