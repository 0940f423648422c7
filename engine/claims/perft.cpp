// Counts lines of play by the door's moves, or by those that a program finds.
#include "engine/common/perft.hpp"

#include "engine/claims/jobs.hpp"
#include "engine/claims/searcher.hpp"

namespace ryg::claims {

bool is_on_board(const AnyDoor& door) { return door.contest && door.contest->board != nullptr; }

namespace {

/// The children in a tree of one ply in memory; none if the program says that the game is over.
std::vector<MoveTo<AnyPosition>> program_moves(Searcher<AnyPosition>& program,
                                               const AnyPosition& position) {
    const AnyDoor& door = *program.door;
    const TreeInMemory& tree = door.tree_in_memory;
    Host& host = program.host;
    program.prepare(position);
    std::vector<MoveTo<AnyPosition>> moves;
    if (door.is_over(host, position)) return moves;
    host.call(program.routines().front());
    const TreeInMemory::Ram ram = host.machine().ram();
    const Address root = tree.place(ram, host.labels()).first;
    for (const Address child : tree.children_of(ram, root)) {
        const auto next = tree.position(ram, child);
        if (!next) continue;
        moves.emplace_back(tree.move(ram, root, child, door.contest->geometry),
                           door.contest->begin(*next));
    }
    return moves;
}

/// The moves found by the program if there is one, otherwise by the door.
std::vector<MoveTo<AnyPosition>> moves_of(const AnyDoor& door, Searcher<AnyPosition>* program,
                                          const AnyPosition& position) {
    if (program != nullptr) return program_moves(*program, position);
    if (!is_on_board(door)) return door.moves(position);
    std::vector<MoveTo<AnyPosition>> moves;
    const engine::Position board = door.contest->board(position);
    if (is_over(board)) return moves;
    for (const engine::Move move : generate_moves(board)) {
        moves.emplace_back(to_string(move, door.contest->geometry),
                           door.contest->after(position, move));
    }
    return moves;
}

std::uint64_t count_plies(const AnyDoor& door, Searcher<AnyPosition>* program,
                          const AnyPosition& position, int plies, const std::atomic<bool>* stop) {
    constexpr int at_once = 10;  // plies that take a few milliseconds to count
    if (stop != nullptr && *stop) throw Stopped{};
    if (plies == 0) return 1;
    if (program == nullptr && is_on_board(door) && plies <= at_once) {
        return engine::perft(door.contest->board(position), plies);
    }
    const auto moves = moves_of(door, program, position);
    if (plies == 1) return moves.size();
    std::uint64_t leaves = 0;
    for (const auto& [name, next] : moves) {
        leaves += count_plies(door, program, next, plies - 1, stop);
    }
    return leaves;
}

}  // namespace

/// The door's own `perft`, with its missing parts filled in.
Perft perft_of(const SharedDoor& door) {
    Perft job = door->perft.value_or(Perft{});
    if (job.about.empty()) {
        job.about = "Counts the ways to play exactly N plies. A finished game has no continuation.";
    }
    job.options = {position_option(*door, true)};
    if (door->is_over != nullptr) job.options.push_back(engine_option("native"));
    if (job.examples.empty()) job.examples = {{{"", "4"}}, {{"", "3"}, {"divide", ""}}};
    if (job.greatest_plies == 0) job.greatest_plies = 100;
    job.moves = [door](const Order& order) {
        const work::Values& values = order.values;
        const AnyPosition position = door->read(values.text("position"));
        std::shared_ptr<Searcher<AnyPosition>> program;
        if (values.text("engine") == "asm") {
            const Subject& own = order.program();
            program = std::make_shared<Searcher<AnyPosition>>(
                *door, Setting{own.name(), own.version, door->depths.least},
                c64::from_embedded(*own.image), order.setup());
        }
        std::vector<PerftMove> moves;
        for (const auto& [name, next] : moves_of(*door, program.get(), position)) {
            moves.push_back({name, [door, program, stop = order.stop, after = next](int plies) {
                                 return count_plies(*door, program.get(), after, plies, stop);
                             }});
        }
        return moves;
    };
    return job;
}

}  // namespace ryg::claims
