// What is done in each kind of work on the second engine, and compared at once.
#include "engine/ryg3/work.hpp"

#include <fmt/format.h>
#include <utility>

#include "c64/debug/step.hpp"
#include "engine/harness/session.hpp"
#include "engine/ryg3/native/evaluate.hpp"

namespace ryg::engine::ryg3 {

using harness::Outcome;

namespace {

constexpr int randomizes_a_piece = 4, boards_a_piece = 250, games_a_piece = 2;
constexpr int entry_rounds_a_piece = 500, looks_a_round = 2;
constexpr std::uint32_t most_plies = 60, most_idle_cycles = 200'000;
constexpr std::uint32_t moves_an_own = 4;  // in games: one move in four is random
constexpr Cycle longest_randomize = 1'000'000;

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
    const emu::Registers before = assembly.machine().cpu.registers;
    const c64::Ended ended = c64::debug::watched_call(
        assembly.machine(), assembly.labels().at("randomize"), longest_randomize, observe);
    if (ended != c64::Ended::returned) {
        throw EngineFault(fmt::format("randomize did not return: {}", c64::to_string(ended)),
                          assembly.callers("randomize"));
    }
    assembly.machine().cpu.registers = before;
    assembly.machine().cpu.jump(before.pc);  // back to where it idles
    std::size_t next = 0;
    return draw_tables([&] { return next < readings.size() ? readings[next++] : Byte{0xff}; },
                       assembly.has_locks());
}

/// What is typed into a session: first what is asked of a new game only, then anything, then only
/// moves against the computer, and in the end what it remembers of them. Now and then a key too
/// many is taken back, or no line has such a key. The computer is not to think for hours.
std::string session_line(int typed, const Board& board, Choices& choices) {
    static constexpr std::array first{".U", ".T3", ".D1"};
    static constexpr std::array last{".F", ".E", ".B", ".Q"};
    constexpr int any = 40, moves = 70;
    const auto at = static_cast<std::size_t>(typed);
    if (at < first.size()) return std::string(first[at]) + '\r';
    if (typed == any) return fmt::format(".D{}\r", 1 + choices.below(4));
    if (typed == any + 1) return ".G\r";
    if (typed >= moves) return std::string(last[at - moves]) + '\r';
    if (typed > any) return to_string(choices.pick(generate_moves(board))) + '\r';
    std::string line;
    if (choices.one_in(12)) return "E1F2 IS A LINE THAT IS TOO LONG\r";
    do {
        line = draw_line(board, choices);
    } while (line == ".D9" || (line == ".M" && generate_moves(board).empty()));
    const auto place = choices.below(static_cast<std::uint32_t>(line.size() + 1));
    if (choices.one_in(6)) line.insert(place, "A\x14");
    if (choices.one_in(6)) line.insert(0, "\x14\x5b\x1f");
    return line + '\r';
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

void Worker::note(const Board& board, std::string stage, Mismatch mismatch,
                  const std::function<std::string()>& writer) {
    Difference difference =
        difference_at(board, assembly_.version(), depth_, std::move(stage), std::move(mismatch));
    if (writer && !outcome_.first) {
        harness::attribute(difference, writer(), owner_of(difference.field));
    }
    note(std::move(difference));
}

Outcome Worker::fault(const EngineFault& fault) {
    note(difference_of(fault, at_, assembly_.version(), depth_, "a call"));
    return finish();
}

Outcome Worker::finish() {
    if (!outcome_.first) {
        if (auto mismatch = compare_memory(assembly_)) note(at_, "all calls", std::move(*mismatch));
    }
    outcome_.counts[cycles] += assembly_.cycles();
    return std::move(outcome_);
}

void Worker::put_random_tables() {
    tables_ = given_ ? *given_ : drawn_tables(random_);
    if (!assembly_.has_locks()) tables_.lock = {};
    assembly_.put(tables_);
}

Outcome Worker::randomize() {
    c64::Sid sid;
    for (int i = 0; i < randomizes_a_piece && !outcome_.first; ++i) {
        assembly_.machine().run(random_.below(most_idle_cycles));
        const Cycle begin = assembly_.machine().cpu.cycle;
        const RandomTables foretold = randomize_and_foretell(assembly_, sid);
        outcome_.counts[cycles] += assembly_.machine().cpu.cycle - begin;
        ++outcome_.counts[calls];
        if (auto mismatch = compare(assembly_, foretold)) {
            const Address address = *mismatch->address;
            note({}, "randomize", std::move(*mismatch), [&] {
                AsmRyg3 again = assembly_;
                return again.last_writer("randomize", address);
            });
        }
    }
    return finish();
}

void Worker::compare_hash(const Board& board) {
    at_ = board;
    assembly_.put_and_find(board);
    const auto compare = [&](const char* routine, const char* label, Byte expected, Byte found) {
        ++outcome_.counts[calls];
        if (expected == found) return;
        const Address address = assembly_.labels().at(label);
        note(board, routine, {label, hex(expected), hex(found), address},
             [&] { return assembly_.last_writer(routine, address); });
    };
    compare("getHash", "hash", hash_of(board, tables_), assembly_.get_hash());
    if (assembly_.has_locks()) {
        compare("getLock", "lock", lock_of(board, tables_), assembly_.get_lock());
    }
}

Outcome Worker::hashes() {
    put_random_tables();
    for (int i = 0; i < boards_a_piece && !outcome_.first; ++i) {
        compare_hash(played_board(random_, most_plies));
    }
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
    for (int round = 0; round < entry_rounds_a_piece && !outcome_.first; ++round) {
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
                 [&] { return assembly_.last_writer(routine, address); });
        }
    }
    if (auto mismatch = compare(assembly_, tables, assembly_.hash_tables())) {
        const char* adds = mismatch->field.find("mouse") != std::string::npos ? "addHashPosMouse"
                                                                              : "addHashPosCats";
        note({}, fmt::format("{} entries", entry_rounds_a_piece), std::move(*mismatch),
             [&] { return fmt::format("a call of {}", adds); });
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
        const auto compare = [&](const char* routine, const char* label,
                                 const std::string& expected, const std::string& found) {
            ++outcome_.counts[calls];
            if (expected == found) return;
            const Address address = assembly_.labels().at(label);
            note(board.board(), routine, {label, expected, found, address}, [&] {
                AsmRyg3 again = assembly_;
                again.machine() = before;
                return again.last_writer(routine, address);
            });
        };
        const auto compare_board = [&](const char* routine) {
            const std::optional<Board> found = assembly_.board();
            compare(routine, "board", to_text(board.board()), found ? to_text(*found) : "none");
            compare(routine, "hash", hex(board.hash()), hex(assembly_.byte_at("hash")));
            compare(routine, "lock", hex(board.lock()), hex(assembly_.byte_at("lock")));
            compare(routine, "ply", std::to_string(made.size()),
                    std::to_string(assembly_.byte_at("ply")));
        };
        while (made.size() < greatest_depth) {
            at_ = board.board();
            const MoveList moves = generate_moves(board.board());
            const bool mouse = board.board().side == Side::mouse;
            before = assembly_.machine();
            const auto found = assembly_.generate_moves();
            compare(mouse ? "genMovesMouse" : "genMovesCats", "move_start", text_of(moves),
                    found ? text_of(*found) : "too many");
            compare("evalBoard", "eval", hex(evaluate(board.board())), hex(assembly_.evaluate()));
            if (moves.empty() || outcome_.first) break;
            made.push_back(random_.pick(moves));
            before = assembly_.machine();
            board.make(made.back());
            assembly_.make(made.back());
            compare_board("makeMove");
        }
        while (!made.empty() && !outcome_.first) {
            board.take_back(made.back());
            made.pop_back();
            before = assembly_.machine();
            assembly_.take_back();
            compare_board("takeBack");
        }
    }
    return finish();
}

/// The best move, if there is one and the search was not stopped.
std::optional<Move> Worker::search(Thinker& thinker, const Board& board, int depth) {
    at_ = board;
    depth_ = depth;
    Checked checked = check(assembly_, thinker, board, depth, stop_);
    if (checked.difference) note(std::move(*checked.difference));
    outcome_.stopped = checked.stopped;
    if (checked.stopped || checked.assembly.empty()) return std::nullopt;
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

Outcome Worker::session(const c64::Image& program) {
    constexpr Cycle a_letter = 40'000, at_least = 4'000'000;  // scrolling is the dearest
    Choices choices(random_.next());
    std::string text;
    Dialogue native{.printed = text, .thinker = {.version = assembly_.version(), .random = {}}};
    harness::Session session(assembly_, program);
    native.begin();
    for (int typed = 0; true; ++typed) {
        const Cycle limit =
            at_least + a_letter * text.size() +
            10 * expected_cycles(std::exchange(native.nodes, 0), std::exchange(native.searches, 0));
        at_ = native.board;
        session.expect(std::exchange(text, {}), limit, native.quits);
        auto mismatch = compare(assembly_, native);
        if (mismatch) {
            const Address address = mismatch->address.value();
            note(native.board, fmt::format("line {} of a session", typed), std::move(*mismatch),
                 [&] { return session.last_writer(address); });
        }
        if (native.quits || outcome_.first || (stop_ != nullptr && *stop_)) break;
        std::string line = session_line(typed, native.board, choices);
        session.type(line);
        for (const char key : line) {
            if (native.hear(static_cast<Byte>(key))) native.go_on();
        }
    }
    ++outcome_.counts[games];
    outcome_.counts[cycles] += session.cycles();
    return std::move(outcome_);
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
