// `ryg play` at the board: what is drawn, what lines mean, undo, save and load, and what is reported.
#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;

const std::string at_board = "play --depth 2 --view board";

TEST(PlayAtTheBoard, TakesCapitalsAndAnswersATypo) {
    expect_prints(ryg(at_board, "D1C2\n"), {"moves: d1c2 "});
    expect_prints(
        ryg(at_board, "TRUTH\nudno\n"),
        {"the exact solution judges", "there is no command 'udno': did you mean 'undo'?"});
}

TEST(Play, ShowsWhatProgramsPrintThatChooseNoMove) {
    for (const std::string program : {"ryg12", "ryg13"}) {
        expect_prints(ryg("play " + program, "1 62\n"), {"NIVEL $01", "PADRE $", "HIJOS $0000"});
    }
}

TEST(PlayAtTheBoard, DrawsCoordinatesPiecesAndWhereTheMouseCanGo) {
    const auto start = expect_prints(ryg(at_board, ""), {});
    EXPECT_EQ(start.out,
              "    a  b  c  d  e  f  g  h \n"
              " 8  c     c     c     c     8\n"
              " 7     .     .     .     .  7\n"
              " 6  .     .     .     .     6\n"
              " 5     .     .     .     .  5\n"
              " 4  .     .     .     .     4\n"
              " 3     .     .     .     .  3\n"
              " 2  .     *     *     .     2\n"
              " 1     .     M     .     .  1\n"
              "    a  b  c  d  e  f  g  h \n"
              "\n"
              "mouse to move: d1c2 d1e2\n");
    expect_prints(ryg("play ryg3 --depth 2 --view board", ""),
                  {" 8     c     c     c     c  8\n", "mouse to move: e1f2 e1d2\n"});
    expect_prints(ryg("play --view board", "hint\n"),
                  {"depth 3: --depth", "cats win in 44", "mouse to move: "});
    expect_prints(ryg("play --depth 2 --view board --squares rc", ""),
                  {"    0  1  2  3  4", "mouse to move: (7,3)(6,2) (7,3)(6,4)\n"});
}

TEST(PlayAtTheBoard, TakesAMoveByNameBySquareAndAsTheProgramDoes) {
    const std::string played = expect_prints(ryg(at_board, "d1c2\n"), {"moves: d1c2 a8b7\n"}).out;
    EXPECT_EQ(ryg(at_board, "c2\n").out, played);
    EXPECT_EQ(ryg(at_board, "62\n").out, played);
    for (const std::string game : {"ryg3 --depth 2", "perfecto"}) {
        const std::string move = game.starts_with("ryg3") ? "e1f2" : "d1c2";
        expect_prints(ryg("play " + game + " --view board", move + "\n"), {"moves: " + move + " "});
    }
}

TEST(PlayAtTheBoard, RefusesAMoveThatIsNone) {
    expect_prints(ryg(at_board, "d1d2\n"),
                  {"d1d2 is not a move here\n", "mouse to move: d1c2 d1e2\n"});
}

TEST(PlayAtTheBoard, TakesMovesBackAndBeginsAnew) {
    const std::string start = ryg(at_board, "").out, one = ryg(at_board, "d1c2\n").out;
    EXPECT_EQ(ryg(at_board, "d1c2\nundo\n").out, start);
    EXPECT_EQ(ryg(at_board, "d1c2\nc2b3\nundo\n").out, one);
    EXPECT_EQ(ryg(at_board, "d1c2\nc2b3\nnew\n").out, start);
    expect_prints(ryg(at_board, "undo\n"), {"there is no move of yours to take back"});
}

TEST(PlayAtTheBoard, KnowsTheTruth) {
    expect_prints(ryg(at_board, "hint\n"), {"d1c2: the cats win in 44 plies\n"});
    expect_prints(ryg(at_board, "truth\nd1e2\n"),
                  {"d1e2: this loses in ", "e2d3 loses in ", "mouse to move: "});
    // c8b7 is the one move that throws the cats' win away.
    const auto cats = ryg("play perfecto --side cats --view board", "truth\n");
    expect_prints(cats, {"cats to move: ", " wins in "});
}

TEST(PlayAtTheBoard, ChangesSidesWhereTheProgramCan) {
    expect_prints(ryg("play perfecto --view board", "side cats\n"), {"cats to move: "});
    expect_prints(ryg("play perfecto --view board", "side dog\n"), {"--side: there is no 'dog'"});
    expect_prints(ryg(at_board, "side cats\n"), {"one side only"});
}

TEST(PlayAtTheBoard, SavesAndGoesOn) {
    const Folder folder;
    const std::string file = folder.file("game.state");
    const std::string saved = ryg(at_board, "d1c2\nsave " + file + "\nc2b3\n").out;
    const std::string board = saved.substr(saved.find("    a  b"));
    const std::string loaded = ryg(at_board, "load " + file + "\nc2b3\n").out;
    EXPECT_EQ(loaded.substr(loaded.find("    a  b"), 300), board.substr(0, 300));
    expect_prints(ryg(at_board, "load " + folder.file("none") + "\nload\nsave\n"),
                  {"none: no such file", "it is: load FILE", "it is: save FILE"});
    expect_prints(ryg("play perfecto --view board", "load " + file + "\n"), {"has no board"});
}

TEST(PlayAtTheBoard, ListsItsCommandsAndLeavesAtQ) {
    const auto help = expect_prints(ryg(at_board, "help\nq\nd1c2\n"), {"  save FILE    "});
    EXPECT_EQ(ryg(at_board, "exit\nd1c2\n").out, ryg(at_board, "q\n").out);
    expect_prints(ryg(at_board, "dance\n"), {"typed on the C64: dance\n"});
    for (const char* command : {"undo", "new", "side NAME", "hint", "truth", "load FILE", "quit"}) {
        EXPECT_TRUE(contains(help.out, std::string("  ") + command + " ")) << command;
    }
    EXPECT_FALSE(contains(help.out, "moves: ")) << "q comes first";
    expect_prints(ryg(at_board, "screen\n"), {"JUGADA DEL RATON"});
}

TEST(PlayAtTheBoard, ReportsPositionMovesAndWinner) {
    const auto one = ryg(at_board + " --json", "d1c2\n");
    EXPECT_TRUE(holds(json::parse(one.out), json_of(R"({game: "ryg", winner: null,
        position: "2c1c1c1/1c6/8/8/8/8/2M5/8 w", moves: ["d1c2", "a8b7"]})")))
        << one.out;
    const json game = ryg_json("play ryg3 --side none --depth 1");
    EXPECT_FALSE(game["winner"].is_null());
    EXPECT_GT(game["moves"].size(), 10U);
    const json perfect = ryg_json("play perfecto --side none");
    EXPECT_EQ(perfect["winner"], "cats");
    EXPECT_EQ(perfect["moves"].size(), 44U) << "as the exact solution says";
}

TEST(PlayRyg3, TakesBackTheMovesOfBothSides) {
    const auto played =
        expect_prints(ryg("play ryg3 --depth 2", "E1F2\n.u\n"), {"MOUSE: .U\nCATS: .U\n"});
    EXPECT_TRUE(played.out.ends_with("HPLY:00 HASH:15 LOCK:F9\nMOUSE:\n") ||
                played.out.ends_with("MOUSE:\n"))
        << played.out;
    const json after = json::parse(ryg("play ryg3 --depth 2 --json", "E1F2\n.U\nE1D2\n").out);
    EXPECT_EQ(after["moves"].size(), 2U);
    EXPECT_EQ(after["moves"][0], "e1d2");
}

}  // namespace
}  // namespace ryg
