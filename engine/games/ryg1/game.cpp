// What the first game offers: its options, and who does the work.
#include "engine/games/ryg1/game.hpp"

#include <fmt/format.h>

#include "engine/common/perft.hpp"
#include "engine/games/ryg1/programs.hpp"
#include "engine/games/ryg1/tree_view.hpp"
#include "engine/harness/make.hpp"

namespace ryg::engine {
namespace ryg1 {

using work::number_option;
using work::Option;
using work::OptionKind;
using work::Values;

namespace {

const Option position_option{
    "position",
    "FEN as geometry A draws it: cats' home row first, M mouse, c cat; w = mouse to move, b = cats "
    "(default: the start)"};
const Option squares_option = work::choice_option(
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

harness::Task search() {
    harness::Task job;
    job.about =
        R"(Builds the tree of a position as the chosen version does, values it and chooses a move.
Shows the move, the root's value (0 to 255, 128 is neutral, higher is better for the mouse)
and every child with its value and the address of its node.)";
    job.options = {position_option, number_option("depth", "1 to 5", "3", 1, 5),
                   engine_option("asm"), squares_option};
    job.examples = {{{"position", example}, {"depth", "2"}},
                    {{"", "ryg13"}, {"engine", "native"}, {"depth", "3"}},
                    {{"position", example + " tree $4000"}, {"depth", "2"}}};
    job.run = [](const harness::Order& order, const harness::Watch&) {
        return search_report(order);
    };
    return job;
}

// --- perft --------------------------------------------------------------------------------------

using Program = harness::Searcher<Root>;
using Continuation = std::pair<std::string, Position>;
using Stop = const std::atomic<bool>*;

/// The continuations of a game, none when it is over: by the 6502's generators and its referee, or
/// where there is no 6502 by the native engine.
std::vector<Continuation> continuations(Program* program, const Position& position) {
    std::vector<Continuation> all;
    if (program == nullptr) {
        if (is_over(position)) return all;
        for (const Move move : generate_moves(position)) {
            all.emplace_back(to_string(move), apply(position, move));
        }
        return all;
    }
    harness::Host& host = program->host;
    program->prepare({position});
    const bool is_stuck = position.side == Side::cats
                              ? referee_says(host, "verificaGatos0Jugs", "vg0j")
                              : referee_says(host, "verificaRaton0Jugs", "vr0j");
    if (is_stuck || referee_says(host, "verificaRatonFila0", "vrf0")) return all;
    host.call("desarrollaArbolJugadas");
    const Values values;
    const harness::Tree tree =
        harness::TreeReader{
            .memory = &tree_in_memory(), .labels = &host.labels(), .values = &values}
            .read(host.machine());
    for (const std::size_t child : tree.front().children) {
        const harness::TreeNode& node = tree[child];
        const auto next = position_in(node_at(host.machine(), *node.address));
        if (next) all.emplace_back(node.move, *next);
    }
    return all;
}

std::uint64_t count(Program* program, const Position& position, int plies, Stop stop) {
    constexpr int at_once = 10;  // plies that take the native engine some milliseconds
    if (stop != nullptr && *stop) throw harness::Stopped{};
    if (program == nullptr && plies <= at_once) return engine::perft(position, plies);
    if (plies == 0) return 1;
    const auto next = continuations(program, position);
    if (plies == 1) return next.size();
    std::uint64_t leaves = 0;
    for (const auto& [move, after] : next) leaves += count(program, after, plies - 1, stop);
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
    job.moves = [](const harness::Order& order) {
        const Values& values = order.values;
        const Stop stop = order.stop;
        const Position position = parse_position(values.text("position"), Geometry::a);
        std::shared_ptr<Program> program;
        if (values.text("engine") == "asm") {
            program = std::make_shared<Program>(searcher(order.program(), 1, order.setup()));
        }
        std::vector<harness::PerftMove> moves;
        for (const auto& [move, next] : continuations(program.get(), position)) {
            moves.push_back({move, [after = next, program, stop](int plies) {
                                 return count(program.get(), after, plies, stop);
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
    job.programs = {"ryg14", "ryg15", "ryg16", "ryg16_desempate"};
    job.options = {
        number_option("depth", "1 to 5: answer the program's question so", "", 1, 5),
        work::choice_option("squares",
                            "show the moves of the game, too: names, d1e2, or rc, (row,column) "
                            "as the texts write them",
                            "", {"names", "rc"})};
    job.examples = {{}, {{"depth", "3"}, {"squares", "rc"}}};
    job.begin = [](const harness::Order& order) {
        const Values& values = order.values;
        const auto image = c64::from_embedded(*order.program().image);
        harness::Player player(image, order.setup());
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
    job.options = {position_option, number_option("depth", "of the search, 1 to 5", "2", 1, 5),
                   squares_option};
    job.examples = {{{"", "game.prg"}},
                    {{"", "game.prg"}, {"binary-monitor", "6502"}},
                    {{"position", example}, {"depth", "2"}},
                    {{"depth", "3"}, {"commands", "session.txt"}}};
    job.add_views = add_board_view;
    return job;
}

/// Where the tree of a version is, and how many nodes it has room for.
work::Report memory_report(const c64::EmbeddedImage& program) {
    const int version = std::stoi(std::string(program.name.substr(3)));
    const unsigned start = c64::from_embedded(program).labels.at("raizArbol");
    const unsigned end = default_tree_end(version_from(version)), room = end - start;
    const std::size_t nodes = room / NodeLayout::size;
    return {fmt::format("tree:      ${:04x}-${:04x}, {} bytes, room for {} nodes\n", start, end - 1,
                        room, nodes),
            {{"tree_start", start}, {"tree_end", end}, {"tree_nodes", nodes}}};
}

}  // namespace

}  // namespace ryg1

const harness::Game& ryg1_game() {
    using namespace ryg1;
    static const harness::Door<Root> all = [] {
        harness::Door<Root> door = ryg1::door();
        door.search = search();
        door.perft = perft_job();
        door.play = play();
        door.debug = debug();
        door.memory = memory_report;
        return door;
    }();
    static const harness::Game made = harness::make(all);
    return made;
}

}  // namespace ryg::engine
