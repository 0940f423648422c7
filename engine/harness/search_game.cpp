// Every job of a game from what a SearchGame knows: positions by chance, both engines on each.
#include <fmt/format.h>
#include <unordered_set>

#include "c64/board/state.hpp"
#include "c64/debug/commands.hpp"
#include "engine/harness/both_engines.hpp"

namespace ryg::harness {
namespace {

using Known = std::shared_ptr<const SearchGame>;
using Machine = c64::Machine;

constexpr std::array<Column, 3> columns{
    {{"positions", "positions", 9}, {"cycles", "cycles", 12}, {"differences", "differences", 12}}};
constexpr emu::Address tape_buffer = 0x033c;

constexpr std::size_t longest_game = 100'000;  // plies

/// Of a random game, any position from which play goes on.
std::string random_position(const SearchGame& game, std::uint64_t seed) {
    engine::Random random(seed * 0x9e3779b97f4a7c15U);
    std::vector<std::string> met;
    std::string position = game.start;
    for (auto moves = game.moves(position); !moves.empty(); moves = game.moves(position)) {
        met.push_back(position);
        position = random.pick(moves).second;
        if (met.size() > longest_game) refuse(game, "random games have to end");
    }
    if (met.empty()) refuse(game, fmt::format("there is no move in `start`, {}", game.start));
    const std::size_t first = std::min<std::size_t>(game.opening, met.size() - 1);
    return random.pick(std::span<const std::string>(met).subspan(first));
}

Host host_of(const SearchGame& game, const c64::Image* instead = nullptr) {
    return Host(image_of(game, instead));
}

Outcome compare(const SearchGame& game, Host& host, const std::string& position) {
    const Both both = search_by_both(game, host, position);
    Outcome outcome{.counts = {1, both.program.cycles, both.agree() ? 0U : 1U}};
    if (!both.agree()) outcome.first = explain(game, host, position, both);
    return outcome;
}

Option position_option(const SearchGame& game) {
    return {"position", "the position", OptionKind::text, game.start};
}

Verify verify_of(const Known& game) {
    Verify job;
    job.about =
        "Searches positions of random games by the 6502 program and by its native twin, and "
        "compares\nwhat both answer. Reports the first difference and exits with 1 if "
        "there is one.";
    job.options = {number_option("positions", "how many", "200", 1, 1'000'000'000),
                   number_option("seed", "of the random games", "1"),
                   {"position", "compare this position only"}};
    job.options.back().excludes = {"positions", "seed"};
    job.examples = {{}, {{"position", game->start}}};
    job.agree = "Program and twin agree.";
    job.differ = "Program and twin differ.";
    job.nothing = "positions";
    job.plan = [game](const Values& values, const c64::Image* instead, const auto*) {
        Campaign campaign{.columns = columns, .rows = {{.name = "searches"}}, .make_worker = {}};
        const bool one = values.has("position");
        campaign.pieces = one ? 1 : values.number("positions");
        campaign.make_worker = [game, values, one, host = host_of(*game, instead)] {
            return [=](std::uint64_t piece) mutable {
                const auto position = one ? values.text("position")
                                          : random_position(*game, values.number("seed") + piece);
                return compare(*game, host, position);
            };
        };
        return campaign;
    };
    return job;
}

Task search_of(const Known& game) {
    Task job;
    job.about = "Searches one position with either engine.";
    job.options = {position_option(*game),
                   choice_option("engine", "who searches", "asm", {"asm", "native"})};
    job.examples = {{}, {{"position", game->start}, {"engine", "native"}}};
    job.run = [game](const Values& values, const Watch&) {
        const std::string position = values.text("position"), engine = values.text("engine");
        Host host = host_of(*game);
        const Found found = engine == "asm" ? search_on(*game, host, position)
                                            : Found{native_answer(*game, position)};
        Report report;
        report.text = position + '\n';
        report.data = {{"position", position}, {"engine", engine}};
        for (std::size_t i = 0; i < found.numbers.size(); ++i) {
            const std::string label(game->results[i].label);
            report.text += fmt::format("{:<10} {}\n", label, found.numbers[i]);
            report.data.push_back({label, found.numbers[i]});
        }
        if (engine == "asm") {
            report.text += fmt::format("{:<10} {}\n", "cycles", found.cycles);
            report.data.push_back({"cycles", found.cycles});
        }
        return report;
    };
    return job;
}

Task bench_of(const Known& game) {
    Task job;
    job.about =
        "Searches positions of random games, always the same, by the 6502 program, and "
        "shows the\nsignature: the cycles, and a checksum of all answers.";
    job.options = {number_option("positions", "how many", "50", 1, 1'000'000)};
    job.examples = {{}};
    job.run = [game](const Values& values, const Watch& watch) {
        Host host = host_of(*game);
        const auto count = values.number("positions");
        std::uint64_t done = 0;
        Cycle cycles = 0;
        std::uint32_t checksum = hash({});
        for (; done < count && !watch.stopped(); ++done) {
            if (watch.progress) watch.progress(done, count);
            const Found found = search_on(*game, host, random_position(*game, done));
            cycles += found.cycles;
            checksum = hash(found.numbers, checksum);
        }
        const std::string answers = fmt::format("{:08x}", checksum);
        return Report{fmt::format("{} positions, {} cycles, answers {}\n", done, cycles, answers),
                      {{"positions", done}, {"cycles", cycles}, {"answers", answers}}};
    };
    return job;
}

std::uint64_t count(const SearchGame& game, const std::string& position, int plies,
                    const std::atomic<bool>* stop) {
    if (stop != nullptr && *stop) throw Stopped{};
    if (plies == 0) return 1;
    std::uint64_t leaves = 0;
    for (const auto& [move, next] : game.moves(position)) {
        leaves += count(game, next, plies - 1, stop);
    }
    return leaves;
}

Perft perft_of(const Known& game) {
    Perft job;
    job.about = "Counts the ways to play exactly N plies. A finished game has no continuation.";
    job.options = {position_option(*game)};
    job.examples = {{{"", "4"}}, {{"", "3"}, {"divide", ""}}};
    job.greatest_plies = 100;
    job.moves = [game](const Values& values, const std::atomic<bool>* stop) {
        check(*game);
        std::vector<PerftMove> moves;
        for (const auto& [name, next] : game->moves(values.text("position"))) {
            moves.push_back({name, [game, stop, after = next](int plies) {
                                 return count(*game, after, plies, stop);
                             }});
        }
        return moves;
    };
    return job;
}

// --- a campaign -------------------------------------------------------------------------------

Pieces listed(std::vector<std::string> positions) {
    const auto count = positions.size();
    return {count, [list = std::make_shared<const std::vector<std::string>>(std::move(positions))](
                       std::uint64_t number) { return list->at(number); }};
}

/// The results with these names stand for themselves, and a hash of all for the move.
Answer answer_of(const SearchGame& game, const Both& both) {
    const std::uint32_t bits = hash(both.program.numbers);
    Answer answer{.from = emu::high(static_cast<emu::Address>(bits)),
                  .to = emu::low(static_cast<emu::Address>(bits)),
                  .differs = !both.agree()};
    answer.cycles = both.program.cycles;
    for (std::size_t i = 0; i < both.program.numbers.size(); ++i) {
        const std::uint64_t number = both.program.numbers[i];
        if (game.results[i].label == "value") answer.value = static_cast<Byte>(number);
        if (game.results[i].label == "nodes") answer.nodes = static_cast<std::uint32_t>(number);
    }
    return answer;
}

Survey survey_of(const Known& game, const Values& values, const c64::Image* instead) {
    const c64::Image image = image_of(*game, instead);
    const std::string which = values.text("positions");
    const Pieces pieces = which == "all" ? game->pieces() : listed(lines_of(which));
    if (pieces.count == 0) refuse(*game, "`pieces` has no position");
    Survey survey;
    survey.pieces_are = which == "all" ? "positions" : pieces_named("positions", which);
    survey.pieces = pieces.count;
    survey.series = {{.program = image.name, .crc = c64::crc_32(image.bytes)}};
    survey.name = pieces.position;
    survey.make_worker = [game, pieces, host = Host(image)] {
        return [game, pieces, host = host](std::size_t, std::uint64_t piece) mutable {
            return answer_of(*game, search_by_both(*game, host, pieces.position(piece)));
        };
    };
    survey.explain = [game, pieces, host = Host(image)](std::size_t, std::uint64_t piece) {
        Host own = host;
        const std::string position = pieces.position(piece);
        return explain(*game, own, position, search_by_both(*game, own, position));
    };
    return survey;
}

Proof proof_of(const Known& game) {
    Proof job;
    job.about =
        "Searches every position that the game numbers, by the 6502 program and by its native "
        "twin, and\ncompares what both answer.";
    job.options = {{.name = "positions", .help = "all, or a file of positions", .fallback = "all"}};
    job.examples = {{{"into", std::string(game->name) + ".sqlite"}}};
    job.plan = [game](const Values& values, const c64::Image* instead) {
        return survey_of(game, values, instead);
    };
    job.again = [](int, int, const std::string& piece) { return Values{{"position", piece}}; };
    return job;
}

// --- the tree of a search ---------------------------------------------------------------------

/// A search that has not begun, under the labels `search` and `searchDone`.
struct Watching {
    Known game;
    c64::debug::Symbols symbols;
    Machine start;
};

/// The nodes entered by now, in that order: what a machine passes that starts again.
std::string tree_until(const Watching& watching, Cycle now, std::uint64_t deepest) {
    struct Node {
        std::size_t depth;
        std::string move, value{"?"};
    };
    const TreeLabels& tree = watching.game->tree;
    const c64::Labels& labels = watching.symbols.labels;
    const emu::Address enter = labels.at(tree.enter), leave = labels.at(tree.leave),
                       moves = labels.at(tree.moves), values = labels.at(tree.values);
    Machine machine = watching.start;
    std::vector<Node> nodes;
    std::vector<std::size_t> open;
    while (machine.cpu.cycle < now) {
        const auto run = machine.run({.cycles = now - machine.cpu.cycle, .at = {enter, leave}});
        if (run.ended != c64::Ended::address) break;
        const unsigned ply = machine.ram()[labels.at(tree.ply)];
        if (machine.cpu.registers.pc == enter) {
            const unsigned move = ply == 0 ? 0 : machine.ram()[moves + ply - 1];
            open.push_back(nodes.size());
            nodes.push_back({open.size() - 1, ply == 0 ? "root" : std::to_string(move)});
        } else if (!open.empty()) {
            nodes[open.back()].value = std::to_string(machine.ram()[values + ply]);
            open.pop_back();
        }
    }
    std::string text;
    for (const Node& node : nodes) {
        if (node.depth > deepest) continue;
        text += fmt::format("{:{}}{} = {}\n", "", 2 * node.depth, node.move, node.value);
    }
    return text + fmt::format("{} nodes\n", nodes.size());
}

Watched watch(const Known& game, const Values& values) {
    Host host = host_of(*game);
    game->put(host, values.text("position"));
    const auto watching = std::make_shared<Watching>(Watching{
        game, c64::debug::Symbols(c64::from_embedded(*game->programs[0])), host.machine()});
    Machine& machine = watching->start;
    const emu::Address routine = host.labels().at(game->search), done = tape_buffer + 3;
    const Byte code[]{0x20, emu::low(routine), emu::high(routine),
                      0x4c, emu::low(done),    emu::high(done)};
    std::ranges::copy(code, machine.ram().begin() + tape_buffer);
    watching->symbols.labels.add("searchDone", done);
    machine.cpu.registers.p |= emu::Flag::I;
    machine.board.connect_irq(false, machine.cpu.cycle);
    machine.cpu.jump(tape_buffer);
    return {.program = std::string(game->programs[0]->name),
            .machine = &watching->start,
            .symbols = &watching->symbols,
            .done = done,
            .add_commands =
                [watching](c64::debug::Commands& commands) {
                    commands.add({{"tree"},
                                  "[depth]",
                                  "the tree of the search so far, down to a depth (default: 2)",
                                  "game tree",
                                  [watching](auto& all, auto& arguments) -> c64::debug::Reply {
                                      const auto deepest = arguments.last_count("the depth", 2);
                                      return {tree_until(
                                          *watching, all.debugger.machine().cpu.cycle, deepest)};
                                  }});
                },
            .kept = watching};
}

Debug debug_of(const Known& game) {
    Debug job;
    job.about =
        "Without FILE: a search of the program, which is about to begin. The command tree "
        "shows its\ntree.\n";
    job.options = {position_option(*game)};
    job.examples = {{{"position", game->start}}};
    job.begin = [game](const Values& values) { return watch(game, values); };
    job.add_views = [](auto&) {};
    return job;
}

Play play_of(const Known& game) {
    Play job;
    job.about = "Play against the program in the machine, with its own keys; q leaves.";
    job.examples = {{}};
    job.begin = [game](const Values&) { return Player(c64::from_embedded(*game->programs[0])); };
    return job;
}

}  // namespace

Pieces reachable_from(const std::string& start, const Moves& moves) {
    std::vector<std::string> all{start};
    std::unordered_set<std::string> met{start};
    for (std::size_t at = 0; at < all.size(); ++at) {
        for (const auto& [move, next] : moves(all[at])) {
            if (met.insert(next).second) all.push_back(next);
        }
    }
    std::ranges::reverse(all);
    return listed(std::move(all));
}

Game game_of(SearchGame about) {
    const Known game = std::make_shared<const SearchGame>(std::move(about));
    Game made{.name = game->name, .programs = game->programs};
    made.verify = verify_of(game);
    made.search = search_of(game);
    made.bench = bench_of(game);
    made.perft = perft_of(game);
    made.play = play_of(game);
    if (!game->tree.enter.empty()) made.debug = debug_of(game);
    if (game->pieces) made.proof = proof_of(game);
    made.contracts = game->contracts;
    return made;
}

}  // namespace ryg::harness
