// What the second game offers: its options, and who does the work.
#include "engine/ryg3/game.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/ryg3/engine.hpp"
#include "engine/ryg3/programs.hpp"

namespace ryg::engine {
namespace ryg3 {

using harness::number_option;
using harness::Option;
using harness::OptionKind;
using harness::Player;
using harness::Values;

namespace {

/// Chosen so that the default `verify` takes about ten seconds on two cores.
constexpr const char *default_routines = "60", *default_games = "60", *default_positions = "800";
constexpr std::uint64_t most_pieces = 1'000'000;

const Option tables_option{
    "tables",
    "random tables in place of ours: fixed, or a file's 640 bytes, hash_mouse, hash_cat1 .. 4 and "
    "the locks', or a PRG of them"};

harness::Verify verify() {
    harness::Verify job;
    job.about =
        R"(Compares the programs of the second engine with its native twin. Routines: random tables
with a SID read in the same cycles, hash and lock of boards, adds and look-ups in the hash
tables, moves made and taken back. Searches: games from the start, whose hash tables stay,
and random positions; node count, score, best move and all of both hash tables after each
iteration. Sessions: the program from RUN on, lines typed and all that is printed read, with
what it keeps of the game after each line. Reports the first difference and exits with 1 if there is one.)";
    job.options = {
        number_option("version", "3, 4 or 7 to 11 (default: all)", ""),
        number_option("depth", "1 to 20 (default: 1 to 6, each)", "", least_depth, greatest_depth),
        number_option("routines", "pieces of work of each kind", default_routines, 0, most_pieces),
        number_option("games", "for each version and depth", default_games, 0, most_pieces),
        number_option("positions", "for each version and depth", default_positions, 0, most_pieces),
        number_option("sessions", "games from RUN on, for each version from 9 (default: few)", "",
                      0, most_pieces),
        {"every-board", "hash and lock of all boards that play can reach, too", OptionKind::flag},
        number_option("seed", "of all random choices", "1"),
        tables_option,
        {"position", "compare this position only (FEN, cats on rank 8)"}};
    job.options.back().excludes = {"routines", "games", "positions", "sessions", "every-board"};
    job.examples = {{},
                    {{"version", "11"}, {"depth", "8"}, {"games", "2"}},
                    {{"position", "1c1c1c1c/8/8/8/8/8/8/4M3 w"}, {"depth", "5"}},
                    {{"version", "11"}, {"every-board", ""}, {"games", "0"}, {"positions", "0"}}};
    job.agree = "The 6502 programs and the native twin agree.";
    job.differ = "The engines differ.";
    job.nothing = "routines, or games and positions to a version that searches";
    job.plan = plan_campaign;
    return job;
}

harness::Task search() {
    harness::Task job;
    job.about = R"(Thinks about a position as a version of the second engine does, with fixed random
tables and empty hash tables, and shows what the program prints after each iteration:
depth, nodes, score (all in hex; higher is better for the mouse) and the line of play.
With the 6502 also the cycles up to there and the seconds that a PAL C64's processor
takes for them.)";
    job.options = {{"position", "in geometry B, cats on rank 8 at first (default: the start)"},
                   number_option("depth", "1 to 20", "6", least_depth, greatest_depth),
                   number_option("version", "7 to 11", "11"),
                   {"engine",
                    "who computes: asm (the 6502 program) or native",
                    OptionKind::choice,
                    "asm",
                    {"asm", "native"}},
                   tables_option};
    job.examples = {{{"depth", "8"}},
                    {{"version", "9"}, {"engine", "native"}, {"depth", "10"}},
                    {{"position", "8/8/8/6c1/3c1c1M/2c5/8/8 b"}, {"depth", "9"}}};
    job.run = search_report;
    return job;
}

harness::Task bench() {
    harness::Task job;
    job.about =
        R"(Searches a fixed set of 16 boards with versions 7 to 11 of the second engine to depth 7,
hash tables empty at first, and shows nodes and 6502 cycles of all of them, by depth; what
the look-ups before each sorting came to, how many of the moves found the board really
had, and how often a search was cut off. Then depth 7 beside the version before. The
signature tells whether behaviour or cost have changed.)";
    job.examples = {{}};
    job.run = [](const Values&, const harness::Watch&) { return bench_report(); };
    return job;
}

// --- play ---------------------------------------------------------------------------------------

/// The program begins the next game when one is won: then the moves made fall to 0. They are `hply`
/// less those of the search, `ply`; while the program counts one up or down they may be one more.
Player::Over one_game(const c64::Labels& labels) {
    return [labels, most = 0](const c64::Machine& machine) mutable -> std::optional<Address> {
        const auto byte = [&](const char* label) { return machine.peek(labels.at(label)); };
        const int made = byte("hply") - byte("ply");
        if (made + 1 < most) return labels.at("prompt");
        most = std::max(most, made);
        return std::nullopt;
    };
}

/// The board of the game, where `gameResult` and the prompts find it.
Player::See board_in(const c64::Labels& labels) {
    return [board = labels.at("board"),
            side = labels.at("side")](const c64::Machine& machine) -> std::optional<Position> {
        BoardBytes bytes{};
        for (Address i = 0; i < bytes.size(); ++i) {
            bytes[i] = machine.peek(static_cast<Address>(board + i));
        }
        const Byte to_move = machine.peek(side);
        const auto found =
            to_move > 1 ? std::nullopt : board_from(bytes, static_cast<Side>(to_move));
        return found ? std::optional(position_of(*found)) : std::nullopt;
    };
}

Player begin_play(const Values& values) {
    const auto image = program(searching_version_from(values.number<int>("version")));
    const std::string side = values.text("side");
    Player player(image);
    player.signs = ".\x7f\b";  // rubout, as terminals send it, takes a character back
    player.reads_lines = true;
    player.geometry = Geometry::b;
    player.follow(image.labels.at("gameResult"), board_in(image.labels));
    if (values.has("depth")) {
        player.answer({"MOUSE:", fmt::format(".D{}\r", values.text("depth")), "", true});
    }
    // The command that lets the computer play the side to move, typed whenever the program asks for
    // a move of a side that is the computer's; unless somebody takes a move back: then the one before
    // is taken back, too.
    for (const auto& [yours, prompt] : {std::pair{"mouse", "MOUSE:"}, {"cats", "CATS:"}}) {
        if (side == yours) continue;
        player.answer({prompt, ".U\r", ".U"});
        player.answer({prompt, ".G\r"});
    }
    if (side == "none") {
        player.plays_alone = true;
        player.end_when(one_game(image.labels));
    }
    return player;
}

harness::Play play() {
    harness::Play job;
    job.about =
        R"(You are the mouse (M) or the cats (C), the C64 plays the others, or both sides of one
game. Moves are typed as E1F2, RETURN after them; .H lists the program's commands. You
win on rank 8 or where the cats cannot move, the cats where the mouse cannot. q, Ctrl-C
or Ctrl-D leaves.
Where there is no terminal, the words of the input are the lines, and the screen is
printed as it is when they have been used up.)";
    job.options = {
        number_option("version", "of the program, 9 to 11", "11", 9, 11),
        {"side",
         "yours: mouse, cats or none",
         OptionKind::choice,
         "mouse",
         {"mouse", "cats", "none"}},
        number_option("depth", "1 to 9, of the computer's search (default: 10; 4 in version 9)", "",
                      1, 9)};
    job.examples = {{}, {{"side", "cats"}, {"depth", "8"}}, {{"side", "none"}, {"depth", "6"}}};
    job.begin = begin_play;
    return job;
}

// --- strength -----------------------------------------------------------------------------------

/// Cat 1 is the one that stands furthest to the left as geometry B draws the board.
Board numbered_from_left(const Position& position) {
    Board board = board_from(position);
    std::sort(board.squares.begin() + 1, board.squares.end(), [](Square one, Square other) {
        return std::pair(column_of(one), one) < std::pair(column_of(other), other);
    });
    return board;
}

Choice choice_of(const std::optional<Move>& best) {
    if (!best) return {};
    return {mirrored(*best)};
}

/// The program as a player.
class AsmContestant final : public Contestant {
  public:
    AsmContestant(AsmRyg3 engine, int depth, const RandomTables& random)
        : engine_(std::move(engine)), depth_(depth) {
        engine_.put(random);
    }
    void begin(const Position& position) override {
        board_ = numbered_from_left(position);
        engine_.put(HashTables{});
    }
    void play(engine::Move move) override { board_ = apply(board_, mirrored(move)); }
    [[nodiscard]] Choice choose() override {
        return choice_of(engine_.think(board_, depth_).back().best);
    }

  private:
    AsmRyg3 engine_;
    int depth_;
    Board board_;
};

}  // namespace

RandomTables tables_in(const Values& values) {
    const std::string tables = values.text("tables");
    return tables.empty() || tables == "fixed" ? fixed_tables() : read_tables(tables);
}

void NativeContestant::begin(const Position& position) {
    board_ = numbered_from_left(position);
    thinker_.tables = {};
}

Choice NativeContestant::choose() { return choice_of(thinker_.think(board_, depth_).back().best); }

harness::Contest contest(const c64::Image* instead) {
    harness::Contest contest;
    contest.options = {tables_option};
    contest.examples = {{}, {{"depth", "7"}, {"positions", "5000"}, {"games", "300"}}};
    contest.first_version = 7;
    contest.last_version = 11;
    contest.greatest_depth = greatest_depth;
    contest.sides = {Side::cats, Side::mouse};
    contest.remembers = true;
    contest.geometry = Geometry::b;
    contest.native = [](int version, int depth, const Values& values) {
        return std::make_unique<NativeContestant>(searching_version_from(version), depth,
                                                  tables_in(values));
    };
    contest.assembly = [instead](int number, int depth, const Values& values) {
        const Version version = searching_version_from(number);
        return std::make_unique<AsmContestant>(
            AsmRyg3(instead != nullptr ? *instead : program(version), version), depth,
            tables_in(values));
    };
    return contest;
}

}  // namespace ryg3

const harness::Game& ryg3_game() {
    using namespace ryg3;
    static const harness::Game all{
        .name = "ryg3",
        .programs = ryg3_programs(),
        .guesses = {{"ryg3-3", "ryg3-03"},
                    {"ryg3-4", "ryg3-04"},
                    {"ryg3-7", "ryg3-07"},
                    {"ryg3-8", "ryg3-08"},
                    {"ryg3-9", "ryg3-09"},
                    {"ryg3-11", "ryg3"}},
        .verify = verify(),
        .proof = proof(),
        .search = search(),
        .bench = bench(),
        .perft = {},
        .play = play(),
        .contest = contest(),
        .debug = {},
        .own = {hash_study()},
        .contracts = contracts::ryg3_suite,
    };
    return all;
}

}  // namespace ryg::engine
