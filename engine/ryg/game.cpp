// What the first game offers: its options, and who does the work.
#include "engine/ryg/game.hpp"

#include <fmt/format.h>

#include "engine/common/perft.hpp"
#include "engine/ryg/asm_engine.hpp"
#include "engine/ryg/programs.hpp"
#include "engine/ryg/tree_commands.hpp"

namespace ryg::engine {
namespace first {

using harness::number_option;
using harness::Option;
using harness::OptionKind;
using harness::Values;

namespace {

/// Chosen so that the default `verify` takes about ten seconds on two cores.
constexpr const char *default_games = "360", *default_positions = "8000";
constexpr std::uint64_t most_pieces = 1'000'000;

const Option position_option{
    "position",
    "FEN as geometry A draws it: cats' home row first, M mouse, c cat; w = mouse to move, b = cats "
    "(default: the start)"};
const Option version_option = number_option("version", "of the 6502 program, 12 to 16", "16");
const Option squares_option = harness::choice_option(
    "squares", "of moves: names, d1e2, or rc, (row,column) as the texts write them", "names",
    {"names", "rc"});
const std::string example = "c1c1c1c1/8/8/8/8/8/2M5/8 b";

Option engine_option(std::string fallback) {
    return {"engine",
            "who computes: asm (the 6502 program) or native",
            OptionKind::choice,
            std::move(fallback),
            {"asm", "native"}};
}

harness::Verify verify() {
    harness::Verify job;
    job.about =
        R"(Plays complete games, the C64 program answering mice of three kinds (at random, straight for
the goal, and one that searches deeper than the C64 can), some of them from RUN on by typing
and reading, and searches random reachable positions, with the 6502 program in the machine
and with the native engine. Compares the depth used, every byte of every tree, the chosen
moves, every byte of the board after each move, the referee's verdicts, what is printed, and
memory that is to stay as it is. Reports the first difference and exits with 1 if there is
one.)";
    job.options = {
        number_option("version", "12 to 16", "16"),
        {"all", "all versions, 12 to 16", OptionKind::flag},
        number_option("depth", "1 to 5 (default: 1, 2 and 3, each, and a few of 4 and 5)", "", 1,
                      5),
        number_option("games", "games for each version and depth", default_games, 0, most_pieces),
        number_option("positions", "random positions for each version and depth", default_positions,
                      0, most_pieces),
        number_option("sessions", "games from RUN on, for each version and depth (default: few)",
                      "", 0, most_pieces),
        number_option("seed", "of games and positions", "1"),
        number_option("tree-base", "address of the root (default: after the program)", "", 0,
                      0xffff),
        number_option("tree-end", "first address after the tree's memory (default: the program's)",
                      "", 0, 0xffff),
        {"position", "compare this position only (FEN)"}};
    job.options[1].excludes = {"version"};
    job.options.back().excludes = {"games", "positions", "sessions", "seed"};
    job.examples = {{},
                    {{"version", "13"}, {"depth", "2"}, {"positions", "10000"}, {"seed", "7"}},
                    {{"position", "8/8/c1c5/1c1c4/4M3/8/8/8 b"}, {"depth", "3"}},
                    {{"all", ""}, {"games", "200"}, {"positions", "8000"}}};
    job.agree = "The 6502 engine and the native engine agree.";
    job.differ = "The engines differ.";
    job.nothing = "positions or sessions, or games from version 14 on";
    job.plan = [](const Values& values, const c64::Image* instead, const std::atomic<bool>*) {
        return plan_campaign(values, instead);
    };
    return job;
}

harness::Task search() {
    harness::Task job;
    job.about =
        R"(Builds the tree of a position as the chosen version does, values it and chooses a move.
Shows the move, the root's value (0 to 255, 128 is neutral, higher is better for the mouse)
and every child with its value and the address of its node.)";
    job.options = {position_option,
                   number_option("depth", "1 to 5", "3", 1, 5),
                   version_option,
                   engine_option("asm"),
                   squares_option,
                   number_option("tree-base", "address of the root (default: after the program)",
                                 "", 0, 0xffff)};
    job.examples = {{{"position", example}, {"depth", "2"}},
                    {{"engine", "native"}, {"version", "13"}, {"depth", "3"}},
                    {{"depth", "2"}, {"tree-base", "0x4000"}}};
    job.run = [](const Values& values, const harness::Watch&) { return search_report(values); };
    return job;
}

harness::Task bench() {
    harness::Task job;
    job.about =
        R"(Searches a fixed set of 24 positions at depths 1 to 3 and shows the 6502 cycles of a search,
what each routine takes of them (with all it calls, and by itself; recursion counted once;
printing the dots apart, as chrout); and the median search on a C64 with its text screen on:
the processor alone, with badlines, with badlines and jiffy interrupt, and the seconds that
means. The signature tells whether behaviour or cost have changed.)";
    job.options = {version_option,
                   {"model",
                    "the C64: pal, ntsc or ntsc-old (default: pal and ntsc)",
                    OptionKind::choice,
                    "",
                    {"pal", "ntsc", "ntsc-old"}}};
    job.examples = {{}, {{"version", "14"}}};
    job.run = [](const Values& values, const harness::Watch&) { return bench_report(values); };
    return job;
}

// --- perft --------------------------------------------------------------------------------------

using Child = AsmEngine::Child;
using Stop = const std::atomic<bool>*;

/// The continuations of a game, none when it is over: by the 6502's generators and its referee, or
/// where there is no 6502 by the native engine.
std::vector<Child> continuations(AsmEngine* assembly, const Position& position) {
    std::vector<Child> children;
    if (assembly != nullptr) {
        const Referee verdict = assembly->referee(position);
        const bool stuck = position.side == Side::cats ? verdict.cats_stuck : verdict.mouse_stuck;
        return verdict.mouse_on_goal || stuck ? children : assembly->children(position);
    }
    if (is_over(position)) return children;
    for (const Move move : generate_moves(position)) {
        children.push_back({move, apply(position, move)});
    }
    return children;
}

std::uint64_t count(AsmEngine* assembly, const Position& position, int plies, Stop stop) {
    constexpr int at_once = 10;  // plies that take the native engine some milliseconds
    if (stop != nullptr && *stop) throw harness::Stopped{};
    if (assembly == nullptr && plies <= at_once) return engine::perft(position, plies);
    if (plies == 0) return 1;
    const std::vector<Child> children = continuations(assembly, position);
    if (plies == 1) return children.size();
    std::uint64_t leaves = 0;
    for (const Child& child : children) leaves += count(assembly, child.position, plies - 1, stop);
    return leaves;
}

harness::Perft perft_job() {
    harness::Perft job;
    job.about =
        R"(Counts the ways to play exactly N plies. A finished game has no continuation. With the
assembly engine every position is expanded and judged by the program's own routines.)";
    job.options = {position_option, engine_option("native")};
    job.options.front().fallback = to_fen(start_position());
    job.examples = {{{"", "8"}},
                    {{"", "6"}, {"divide", ""}, {"engine", "asm"}},
                    {{"", "10"}, {"position", "8/8/c1c5/1c1c4/4M3/8/8/8 w"}}};
    job.greatest_plies = 60;  // no game is longer than 57
    job.moves = [](const Values& values, Stop stop) {
        const Position position = parse_position(values.text("position"), Geometry::a);
        std::shared_ptr<AsmEngine> assembly;
        if (values.text("engine") == "asm") assembly = std::make_shared<AsmEngine>(Version::v16);
        std::vector<harness::PerftMove> moves;
        for (const Child& child : continuations(assembly.get(), position)) {
            moves.push_back({to_string(child.move), [child, assembly, stop](int plies) {
                                 return count(assembly.get(), child.position, plies, stop);
                             }});
        }
        return moves;
    };
    return job;
}

/// The board of the game; what is being written is none.
harness::Player::See board_at(Address board) {
    return [=](const c64::Machine& machine) {
        NodeBytes node{};
        for (Address i = 0; i < node.size(); ++i) {
            node[i] = machine.peek(static_cast<Address>(board + i));
        }
        return position_in(node);
    };
}

harness::Play play() {
    harness::Play job;
    job.about =
        R"(You are the mouse (R), the C64 plays the cats (G). The program asks for the depth of its
search and then for your moves: two digits, row and column of the square to go to. You
win in row 0, the cats by shutting you in. (6,2), as the texts write it, is 62, too. q,
Ctrl-C or Ctrl-D leaves.
Where there is no terminal, keys come from the input (blanks and line ends mean
nothing) and the screen is printed as it is when they have been used up.)";
    job.options = {
        number_option("version", "of the program, 14 to 16", "16", 14, 16),
        number_option("depth", "1 to 5: answer the program's question so", "", 1, 5),
        harness::choice_option("squares",
                               "show the moves of the game, too: names, d1e2, or rc, (row,column) "
                               "as the texts write them",
                               "", {"names", "rc"})};
    job.examples = {{}, {{"depth", "3"}, {"squares", "rc"}}};
    job.begin = [](const Values& values) {
        const auto image = program(version_from(values.number<int>("version")));
        harness::Player player(image);
        player.geometry = geometry_of(values);
        player.keys_of = [](Move move) {
            return fmt::format("{}{}", row_of(move.to), column_of(move.to));
        };
        player.follow(image.labels.at("pintaTableroActual"),
                      board_at(image.labels.at("tableroActual")));
        if (values.has("depth")) player.answer({"PROFUNDIDAD (1-5):", values.text("depth")});
        return player;
    };
    return job;
}

harness::Debug debug() {
    harness::Debug job;
    job.about =
        R"(Debugs FILE, or without it a search of --position by a RYG program, with commands that
know the tree.
)";
    job.options = {position_option,
                   number_option("depth", "of the search, 1 to 5", "2", 1, 5),
                   version_option,
                   {.name = "program",
                    .help = "that searches, in place of the version's: ryg16_desempate",
                    .excludes = {"version"}},
                   squares_option};
    job.examples = {{{"", "game.prg"}},
                    {{"", "game.prg"}, {"binary-monitor", "6502"}},
                    {{"position", example}, {"depth", "2"}},
                    {{"depth", "3"}, {"commands", "session.txt"}}};
    job.begin = watch;
    job.add_views = add_board_view;
    return job;
}

/// Where the tree of a version is, and how many nodes it has room for.
harness::Report memory_report(const c64::EmbeddedImage& program) {
    const int version = std::stoi(std::string(program.name.substr(3)));
    const TreeMemory memory = tree_memory(version_from(version));
    const unsigned room = memory.end - memory.start;
    const std::size_t nodes = room / NodeLayout::size;
    return {fmt::format("tree:      ${:04x}-${:04x}, {} bytes, room for {} nodes\n", memory.start,
                        memory.end - 1, room, nodes),
            {{"tree_start", memory.start}, {"tree_end", memory.end}, {"tree_nodes", nodes}}};
}

// --- strength -----------------------------------------------------------------------------------

SearchOptions options_of(int number, int depth) {
    const Version version = version_from(number);
    return {.version = version, .depth = depth, .tree_base = tree_memory(version).start};
}

/// The program as a player: it looks at the board and remembers nothing.
class AsmContestant final : public Contestant {
  public:
    AsmContestant(AsmEngine engine, const SearchOptions& options)
        : engine_(std::move(engine)), options_(options) {}
    void begin(const Position& position) override { position_ = position; }
    void play(Move move) override { position_ = apply(position_, move); }
    [[nodiscard]] Choice choose() override {
        const AsmSearch found = engine_.search(position_, options_);
        return {found.move, found.depth_used == options_.depth};
    }

  private:
    AsmEngine engine_;
    SearchOptions options_;
    Position position_;
};

}  // namespace

Choice NativeContestant::choose() {
    const SearchResult result = engine::search(position_, options_);
    return {result.move, result.depth_used == options_.depth};
}

harness::Contest contest(const c64::Image* instead) {
    harness::Contest contest;
    contest.examples = {
        {},
        {{"version", "16"}, {"depth", "3"}, {"asm-sample", "5000"}},
        {{"version", "14"}, {"depth", "4"}, {"positions", "20000"}, {"games", "50"}, {"json", ""}}};
    contest.first_version = 14;
    contest.last_version = 16;
    contest.greatest_depth = greatest_depth;
    contest.sides = {Side::cats};
    contest.native = [](int version, int depth, const Values&) {
        return std::make_unique<NativeContestant>(options_of(version, depth));
    };
    contest.assembly = [instead](int number, int depth, const Values&) {
        const Version version = version_from(number);
        return std::make_unique<AsmContestant>(
            AsmEngine(instead != nullptr ? *instead : program(version), version),
            options_of(number, depth));
    };
    contest.again = [](int version, int depth, const Position& position) {
        Values values;
        values.set("version", version);
        values.set("depth", depth);
        return values.set("position", to_fen(position));
    };
    return contest;
}

}  // namespace first

const harness::Game& ryg_game() {
    using namespace first;
    static const harness::Game all{.name = "ryg",
                                   .programs = ryg_programs(),
                                   .guesses = {{"ryg", "ryg16"}},
                                   .verify = verify(),
                                   .proof = proof(),
                                   .search = search(),
                                   .bench = bench(),
                                   .perft = perft_job(),
                                   .play = play(),
                                   .contest = contest(),
                                   .debug = debug(),
                                   .own = {},
                                   .contracts = contracts::ryg_suite,
                                   .memory = memory_report};
    return all;
}

}  // namespace ryg::engine
