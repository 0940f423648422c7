// What RYG3's search promises: the native engine's nodes, scores, moves and hash tables.
#include <array>

#include "engine/ryg3/native/evaluate.hpp"
#include "tests/engine/contracts/ryg3.hpp"

namespace ryg::blocks {
namespace {

using namespace second;
using ryg3::Iteration;

std::uint32_t nodes_in(const Call& in) {
    const Address at = in.address("nodes");
    return static_cast<std::uint32_t>(in.ram[at] | in.ram[at + 1U] << 8 | in.ram[at + 2U] << 16) |
           std::uint32_t{in.ram[at + 3U]} << 24;
}

void put_nodes(std::vector<Byte>& ram, Address at, std::uint32_t nodes) {
    for (unsigned i = 0; i < 4; ++i) ram[at + i] = static_cast<Byte>(nodes >> 8 * i);
}

void expect_nodes(const Call& in, Expected& e, std::uint32_t nodes) {
    for (unsigned i = 0; i < 4; ++i) {
        expect_element(in, e, "nodes", i, static_cast<Byte>(nodes >> 8 * i));
    }
}

ryg3::Thinker thinker_of(const Call& in) {
    return {
        .version = version_of(in), .random = random_tables_of(in), .tables = hash_tables_of(in)};
}

void expect_result(const Call& in, Expected& e, const Iteration& found,
                   const ryg3::Thinker& thinker, unsigned depth) {
    expect_element(in, e, "score", depth, found.score);
    expect_element(in, e, "best_start", depth, found.best ? found.best->start : 0xff);
    if (found.best) expect_element(in, e, "best_dest", depth, found.best->dest);
    expect_hash_tables(in, e, found.tables);
    if (ryg3::has_history(thinker.version)) e.bytes("history", thinker.history);
}

// --- one iteration -------------------------------------------------------------------------------

/// The iterations before the one that is tried, from empty tables, and what they leave in memory.
void have_deepened(Call& call, Choices& choices) {
    const int depth = call.byte("depth");
    put_hash(call);
    const std::uint32_t used = choices.one_in(4) ? 80 + choices.below(21) : 0;
    call.set(static_cast<Address>(call.address("last_move") + depth + 1), static_cast<Byte>(used));
    ryg3::Thinker thinker = thinker_of(call);
    thinker.tables = {};
    thinker.move_places -= used;
    std::uint32_t nodes = choices.one_in(2) ? 0xffffffU : 0;
    if (ryg3::deepens(thinker.version) && depth > 1) {
        nodes += thinker.think(board_of(call), depth - 1).back().nodes;
    }
    put_hash_tables(call, thinker.tables);
    if (has(call, "history")) {
        std::ranges::copy(thinker.history, call.ram.begin() + call.address("history"));
    }
    put_nodes(call.ram, call.address("nodes"), nodes);
}

void search(const Call& in, Expected& e) {
    const unsigned depth = in.byte("depth");
    ryg3::Thinker thinker = thinker_of(in);
    thinker.tables = {};
    thinker.move_places -= in.ram[in.address("last_move") + depth + 1];
    const auto found = thinker.think(board_of(in), static_cast<int>(depth));
    expect_result(in, e, found.back(), thinker, depth);
    const std::uint32_t before = found.size() > 1 ? found[found.size() - 2].nodes : 0;
    expect_nodes(in, e, nodes_in(in) + found.back().nodes - before);
}

// --- the whole of it -----------------------------------------------------------------------------

/// Where there is no move, twenty plies are searched at once.
void be_patient(Call& call, Choices& choices) {
    if (generate_moves(board_of(call)).empty()) return;
    call.set(call.address("max_depth"), static_cast<Byte>(choices.below(5)));
}

void think(const Call& in, Expected& e) {
    ryg3::Thinker thinker = thinker_of(in);
    const int depth = std::clamp<int>(in.byte("max_depth"), 1, ryg3::greatest_depth);
    const auto iterations = thinker.think(board_of(in), depth);
    const Iteration& last = iterations.back();
    expect_result(in, e, last, thinker, static_cast<unsigned>(depth));
    expect_nodes(in, e, last.nodes);
    e.byte("used_depth", depth);
    e.byte("max_depth", depth);
    e.byte("ply", 0);
    if (!ryg3::deepens(thinker.version) || in.byte("show_lines") == 0) return;
    for (const Iteration& iteration : iterations) {
        e.print(iteration_text(iteration, thinker.version));
    }
}

void print_variation(const Call& in, Expected& e) {
    ryg3::Thinker thinker = thinker_of(in);
    const ryg3::RandomTables& random = thinker.random;
    ryg3::HashedBoard board(board_of(in), random);
    Iteration walked;
    walked.depth = in.byte("used_depth");
    while (static_cast<int>(walked.line.size()) < walked.depth) {
        const ryg3::HashTable& table = thinker.tables.of(board.board().side);
        if (table.look_up(board.hash(), board.lock()) != ryg3::LookUp::found) break;
        const ryg3::Move move = table.move_at(board.hash());
        if (!is_legal(board.board(), move)) break;
        walked.line.push_back(move);
        board.make(move);
    }
    e.print(line_text(walked, thinker.version));
    expect_board(in, e, ryg3::HashedBoard(board_of(in), random));
}

/// Lines that the search has left, of about the length that is asked for.
void have_thought(Call& call, Choices& choices) {
    put_hash(call);
    if (choices.one_in(4)) return;
    ryg3::Thinker thinker = thinker_of(call);
    thinker.tables = {};
    thinker.think(board_of(call), 1 + static_cast<int>(choices.below(4)));
    put_hash_tables(call, thinker.tables);
    call.set(call.address("used_depth"), static_cast<Byte>(1 + choices.below(6)));
}

// --- the order of moves --------------------------------------------------------------------------

void score_hash_move(const Call& in, Expected& e) {
    std::vector<Byte> scores = bytes_of(in, "move_score");
    const std::vector<Byte> starts = bytes_of(in, "move_start"), dests = bytes_of(in, "move_dest");
    const ryg3::HashTable table =
        hash_tables_of(in).of(in.byte("side") == 0 ? engine::Side::mouse : engine::Side::cats);
    const Byte hash = in.byte("hash");
    if (table.look_up(hash, in.byte("lock")) == ryg3::LookUp::found) {
        const unsigned first = in.ram[in.address("current_move") + in.byte("depth")];
        for (unsigned i = first; i < in.byte("move_end"); ++i) {
            if (ryg3::Move{starts[i], dests[i]} != table.move_at(hash)) continue;
            scores[i] =
                static_cast<Byte>(std::min(255, scores[i] + ryg3::hash_move_bonus(version_of(in))));
            break;
        }
    }
    e.bytes("move_score", scores);
}

void know_a_move(Call& call, Choices& choices) {
    const Address current = static_cast<Address>(call.address("current_move") + call.byte("depth"));
    const auto first = static_cast<Byte>(choices.below(93));
    const auto count = static_cast<Byte>(1 + choices.below(8));
    call.set(current, first);
    call.set(call.address("move_end"), static_cast<Byte>(std::min(100, first + count)));
    if (choices.one_in(8)) return;
    const std::string_view side = call.byte("side") == 0 ? "mouse" : "cats";
    const unsigned hash = call.byte("hash"), known = first + choices.below(count);
    const auto put = [&](std::string_view part, Byte value) {
        const std::string name = "hashpos_" + std::string(side) + std::string(part);
        call.set(static_cast<Address>(call.address(name) + hash), value);
    };
    put("_lock", call.byte("lock"));
    if (choices.one_in(8)) return;
    put("_start", call.ram[call.address("move_start") + known]);
    put("_dest", call.ram[call.address("move_dest") + known]);
}

void bring_best(const Call& in, Expected& e) {
    std::vector<Byte> starts = bytes_of(in, "move_start"), dests = bytes_of(in, "move_dest"),
                      scores = bytes_of(in, "move_score");
    const auto at = [&](std::string_view array) {
        return static_cast<std::ptrdiff_t>(in.ram[in.address(array) + in.byte("depth")]);
    };
    const auto first = at("current_move"), last = at("last_move");
    const auto best = std::max_element(scores.begin() + first, scores.begin() + last);
    const auto jump = best - scores.begin();
    for (auto* column : {&starts, &dests, &scores}) {
        std::rotate(column->begin() + first, column->begin() + jump, column->begin() + jump + 1);
    }
    e.bytes("move_start", starts);
    e.bytes("move_dest", dests);
    e.bytes("move_score", scores);
}

void have_moves_left(Call& call, Choices& choices) {
    const unsigned depth = call.byte("depth");
    const auto first = static_cast<Byte>(choices.below(92));
    call.set(static_cast<Address>(call.address("current_move") + depth), first);
    call.set(static_cast<Address>(call.address("last_move") + depth),
             static_cast<Byte>(first + 1 + choices.below(8)));
}

// --- history -------------------------------------------------------------------------------------

void clear_history(const Call& in, Expected& e) {
    e.bytes("history", std::vector<Byte>(bytes_of(in, "history").size()));
}

void add_history(const Call& in, Expected& e) {
    std::vector<Byte> history = bytes_of(in, "history");
    Byte& merit = history[64U * in.byte("hash_start") + in.byte("hash_dest")];
    merit = static_cast<Byte>(std::min(255, merit + in.byte("depth")));
    e.bytes("history", history);
}

void be_much(Call& call, Choices& choices) {
    if (!choices.one_in(2)) return;
    const unsigned place = 64U * call.byte("hash_start") + call.byte("hash_dest");
    call.set(static_cast<Address>(call.address("history") + place), 0xff);
}

// --- the clock -----------------------------------------------------------------------------------

constexpr Address jiffy_mid = 0xa1, jiffy_low = 0xa2;

void start_clock(const Call& in, Expected& e) {
    expect_element(in, e, "tu_begin", 0, in.ram[jiffy_low]);
    expect_element(in, e, "tu_begin", 1, in.ram[jiffy_mid]);
}

void time_up(const Call& in, Expected& e) {
    const Address begin = in.address("tu_begin");
    const int now = emu::word(in.ram[jiffy_low], in.ram[jiffy_mid]);
    const int elapsed = (now - emu::word(in.ram[begin], in.ram[begin + 1U])) & 0xffff;
    const int limit = in.byte("time_limit");
    e.a(limit != 0 && elapsed >= 3600 * limit ? 0xff : 0x00);
}

constexpr std::array checks{
    Check{"search", search, nullptr, nullptr, 120, have_deepened},
    Check{"think", think, nullptr, nullptr, 120, be_patient},
    Check{"printVariation", print_variation, nullptr, nullptr, 300, have_thought},
    Check{"scoreHashMove", score_hash_move, nullptr, nullptr, 0, know_a_move},
    Check{"bringBest", bring_best, nullptr, nullptr, 0, have_moves_left},
    Check{"clearHistory", clear_history, nullptr, nullptr, 100},
    Check{"addHistory", add_history, nullptr, nullptr, 0, be_much},
    Check{"startClock", start_clock},
    Check{"timeUp", time_up},
};

}  // namespace

std::span<const Check> ryg3_search_checks() { return checks; }

}  // namespace ryg::blocks
