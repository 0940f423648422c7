// What is done in each kind of work on the second engine, and compared at once.
#include "engine/ryg3/work.hpp"

#include <fmt/format.h>
#include <utility>

#include "c64/debug/step.hpp"
#include "engine/ryg3/native/evaluate.hpp"

namespace ryg::engine::ryg3 {

using harness::Outcome;

namespace {

constexpr int randomizes_a_piece = 4, boards_a_piece = 250, games_a_piece = 2;
constexpr int entry_rounds_a_piece = 500, looks_a_round = 2;
constexpr std::uint32_t most_plies = 60, most_idle_cycles = 200'000;
constexpr std::uint32_t moves_an_own = 4;  // in games: one move in four is random
constexpr Cycle longest_call = 1'000'000;

std::string hex(Byte byte) { return fmt::format("${:02x}", byte); }
std::string hex(Move move) { return fmt::format("${:02x} ${:02x}", move.start, move.dest); }

std::string text_of(const MoveList& moves) {
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : " ") + to_string(move);
    return text.empty() ? "none" : text;
}

/// Calls `randomize` with every access recorded, asks a SID that only the program's own writes have
/// reached what it reads in the same cycles, and makes tables of that.
RandomTables randomize_and_foretell(AsmRyg3& assembly, c64::Sid& sid) {
    constexpr Address first = 0xd400, last = 0xd7ff, noise = 0xd41b;
    std::vector<Byte> readings;
    const auto observe = [&](const c64::debug::Step& step) {
        for (const emu::BusAccess& access : step.accesses) {
            if (access.address < first || access.address > last) continue;
            const unsigned index = access.address & 0x1fU;
            if (access.is_write) {
                sid.write(index, access.value, access.cycle);
            } else if (access.address == noise) {
                readings.push_back(sid.read(index, access.cycle));
            }
        }
    };
    c64::debug::watched_call(assembly.machine(), assembly.labels().at("randomize"), longest_call,
                             observe);
    std::size_t next = 0;
    return draw_tables([&] { return next < readings.size() ? readings[next++] : Byte{0xff}; },
                       assembly.has_locks());
}

}  // namespace

Board played_board(Random& random, std::uint32_t plies) {
    Board board;
    for (std::uint32_t rest = random.below(plies + 1); rest > 0; --rest) {
        const MoveList moves = generate_moves(board);
        if (moves.empty()) break;
        board = apply(board, random.pick(moves));
    }
    return board;
}

RandomTables drawn_tables(Random& random) {
    return draw_tables([&random] { return static_cast<Byte>(random.next()); });
}

void Worker::note(Difference difference) {
    ++outcome_.counts[differences];
    if (!outcome_.first) outcome_.first = std::move(difference);
}

void Worker::note(const Board& board, std::string_view stage, Mismatch mismatch,
                  std::string written_by) {
    Difference difference =
        difference_at(board, assembly_.version(), 0, std::string(stage), std::move(mismatch));
    difference.written_by = std::move(written_by);
    note(std::move(difference));
}

Outcome Worker::finish() {
    outcome_.counts[cycles] = assembly_.cycles();
    return std::move(outcome_);
}

void Worker::put_random_tables() {
    tables_ = given_ ? *given_ : drawn_tables(random_);
    if (!assembly_.has_locks()) tables_.lock = {};
    assembly_.put(tables_);
}

Outcome Worker::randomize() {
    c64::Sid sid;
    for (int i = 0; i < randomizes_a_piece; ++i) {
        assembly_.machine().run(random_.below(most_idle_cycles));
        const Cycle begin = assembly_.machine().cpu.cycle;
        const RandomTables foretold = randomize_and_foretell(assembly_, sid);
        outcome_.counts[cycles] += assembly_.machine().cpu.cycle - begin;
        ++outcome_.counts[calls];
        if (auto mismatch = compare(assembly_, foretold)) {
            const Address address = *mismatch->address;
            AsmRyg3 again = assembly_;
            note({}, "randomize", std::move(*mismatch), again.last_writer("randomize", address));
        }
    }
    return std::move(outcome_);
}

void Worker::compare_hash(const Board& board) {
    assembly_.put(board);
    const auto hold = [&](const char* routine, const char* label, Byte expected, Byte found) {
        ++outcome_.counts[calls];
        if (expected == found) return;
        const Address address = assembly_.labels().at(label);
        note(board, routine, {label, hex(expected), hex(found), address},
             assembly_.last_writer(routine, address));
    };
    hold("getHash", "hash", hash_of(board, tables_), assembly_.get_hash());
    if (assembly_.has_locks()) {
        hold("getLock", "lock", lock_of(board, tables_), assembly_.get_lock());
    }
}

Outcome Worker::hashes() {
    put_random_tables();
    for (int i = 0; i < boards_a_piece; ++i) compare_hash(played_board(random_, most_plies));
    return finish();
}

Outcome Worker::hashes_of(std::span<const Board> boards) {
    put_random_tables();
    for (const Board& board : boards) compare_hash(board);
    return finish();
}

Outcome Worker::entries() {
    HashTables tables;
    assembly_.put(tables);
    const auto& labels = assembly_.labels();
    // Few locks and hashes, so that slots are met again, with their own lock and with others.
    const auto hash = [this] {
        return static_cast<Byte>(random_.below(8) * 37 + random_.below(8));
    };
    const auto lock = [this] { return static_cast<Byte>(random_.below(3) * 100); };
    const auto side = [this] { return static_cast<Side>(random_.below(2)); };
    for (int round = 0; round < entry_rounds_a_piece; ++round) {
        const Side adding = side();
        const Byte slot = hash(), its_lock = assembly_.has_locks() ? lock() : Byte{0xff};
        const Move move{static_cast<Byte>(random_.below(64)), static_cast<Byte>(random_.below(64))};
        tables.of(adding).add(slot, its_lock, move);
        assembly_.add(adding, slot, its_lock, move);
        ++outcome_.counts[calls];
        for (int i = 0; i < looks_a_round; ++i) {
            const Side asking = side();
            const Byte asked = hash(), asked_lock = assembly_.has_locks() ? lock() : Byte{0xff};
            const HashTable& table = tables.of(asking);
            const LookUp answer = table.look_up(asked, asked_lock);
            const Move expected = answer == LookUp::found ? table.move_at(asked)
                                                          : signal_of(assembly_.version(), answer);
            const Move found = assembly_.look_up(asking, asked, asked_lock);
            ++outcome_.counts[calls];
            if (expected == found) continue;
            const char* routine = asking == Side::mouse ? "lookUpMouse" : "lookUpCats";
            const Address address = labels.at("hash_dest");
            note({}, fmt::format("{} of hash {}, lock {}", routine, hex(asked), hex(asked_lock)),
                 {"hash_start, hash_dest", hex(expected), hex(found), address},
                 assembly_.last_writer(routine, address));
        }
    }
    if (auto mismatch = compare(assembly_, tables, assembly_.hash_tables())) {
        note({}, fmt::format("{} entries", entry_rounds_a_piece), std::move(*mismatch), "-");
    }
    return finish();
}

Outcome Worker::moves() {
    for (int game = 0; game < games_a_piece; ++game) {
        put_random_tables();
        HashedBoard board(Board{}, tables_);
        compare_hash(board.board());
        std::vector<Move> made;
        c64::Machine before = assembly_.machine();
        const auto hold = [&](const char* routine, const char* label, const std::string& expected,
                              const std::string& found) {
            ++outcome_.counts[calls];
            if (expected == found) return;
            const Address address = assembly_.labels().at(label);
            AsmRyg3 again = assembly_;
            again.machine() = before;
            note(board.board(), routine, {label, expected, found, address},
                 again.last_writer(routine, address));
        };
        const auto hold_board = [&](const char* routine) {
            const std::optional<Board> found = assembly_.board();
            hold(routine, "board", to_text(board.board()), found ? to_text(*found) : "none");
            hold(routine, "hash", hex(board.hash()), hex(assembly_.byte_at("hash")));
            hold(routine, "lock", hex(board.lock()), hex(assembly_.byte_at("lock")));
            hold(routine, "ply", std::to_string(made.size()),
                 std::to_string(assembly_.byte_at("ply")));
        };
        while (made.size() < greatest_depth) {
            const MoveList moves = generate_moves(board.board());
            const bool mouse = board.board().side == Side::mouse;
            before = assembly_.machine();
            const auto found = assembly_.generate_moves();
            hold(mouse ? "genMovesMouse" : "genMovesCats", "move_start", text_of(moves),
                 found ? text_of(*found) : "too many");
            hold("evalBoard", "eval", hex(evaluate(board.board())), hex(assembly_.evaluate()));
            if (moves.empty() || outcome_.first) break;
            made.push_back(random_.pick(moves));
            before = assembly_.machine();
            board.make(made.back());
            assembly_.make(made.back());
            hold_board("makeMove");
        }
        while (!made.empty() && !outcome_.first) {
            board.take_back(made.back());
            made.pop_back();
            before = assembly_.machine();
            assembly_.take_back();
            hold_board("takeBack");
        }
    }
    return finish();
}

/// The best move, if there is one and the search was not stopped.
std::optional<Move> Worker::search(Thinker& thinker, const Board& board, int depth) {
    Checked checked = check(assembly_, thinker, board, depth, stop_);
    if (checked.difference) note(std::move(*checked.difference));
    outcome_.stopped = checked.stopped;
    if (checked.stopped) return std::nullopt;
    ++outcome_.counts[searches];
    outcome_.counts[nodes] += checked.native.back().nodes;
    return checked.native.back().best;
}

Outcome Worker::game(int depth) {
    put_random_tables();
    Thinker thinker{.version = assembly_.version(), .random = tables_};
    assembly_.put(thinker.tables);
    Board board;
    while (!is_over(position_of(board))) {
        const std::optional<Move> best = search(thinker, board, depth);
        if (outcome_.first || outcome_.stopped) break;
        const bool obeys = best && random_.below(moves_an_own) != 0;
        board = apply(board, obeys ? *best : random_.pick(generate_moves(board)));
    }
    outcome_.counts[games] = outcome_.stopped ? 0 : 1;
    return finish();
}

Outcome Worker::position(int depth) {
    put_random_tables();
    Thinker thinker{.version = assembly_.version(), .random = tables_};
    assembly_.put(thinker.tables);
    search(thinker, played_board(random_, most_plies), depth);
    return finish();
}

Outcome Worker::board(const Board& board, int depth) {
    put_random_tables();
    compare_hash(board);
    if (assembly_.version() < Version::v07) return finish();
    Thinker thinker{.version = assembly_.version(), .random = tables_};
    assembly_.put(thinker.tables);
    search(thinker, board, depth);
    return finish();
}

}  // namespace ryg::engine::ryg3
