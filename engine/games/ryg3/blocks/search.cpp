// What RYG3's search promises: the native engine's nodes, scores, moves and hash tables.
#include <algorithm>

#include "engine/games/ryg3/blocks/values.hpp"
#include "engine/games/ryg3/game.hpp"

namespace ryg::engine::ryg3 {

using namespace claims;
namespace {

using ryg3::Iteration;

constexpr unsigned line_length = ryg3::greatest_depth + 1;

std::uint32_t nodes_in(In in) {
    std::uint32_t nodes = 0;
    for (unsigned i = 4; i-- > 0;) nodes = nodes << 8 | in.byte("nodes", i);
    return nodes;
}

// --- one iteration ------------------------------------------------------------------------------

/// The iterations before the one that is tried, from empty tables, and what they leave in memory.
void have_deepened(Call& call, Choices& choices) {
    const int depth = call.byte("depth");
    const std::uint32_t used = choices.one_in(4) ? 80 + choices.below(21) : 0;
    call.set("last_move", used, static_cast<unsigned>(depth + 1));
    ryg3::Thinker thinker = thinker_of(call);
    thinker.tables = {};
    thinker.move_places -= used;
    std::uint32_t nodes = choices.one_in(2) ? 0xffffffU : 0;
    if (ryg3::deepens(thinker.version) && depth > 1) {
        nodes += thinker.think(board_of(call), depth - 1).back().nodes;
    }
    put_hash_tables(call, thinker.tables);
    if (call.has("history")) call.set_bytes(call.address("history"), thinker.history);
    for (unsigned i = 0; i < 4; ++i) call.set("nodes", nodes >> 8 * i, i);
}

void search(In in, Out e) {
    const unsigned depth = in.byte("depth");
    ryg3::Thinker thinker = thinker_of(in);
    if (in.has("history")) std::ranges::copy(in.bytes("history"), thinker.history.begin());
    thinker.move_places -= in.byte("last_move", depth + 1);
    auto found = thinker.search(board_of(in), static_cast<int>(depth), in.byte("alpha", depth),
                                in.byte("beta", depth));
    found.nodes += nodes_in(in);
    state_iterations(in.program->image.labels, {&found, 1}, thinker, e);
    e.byte("used_depth", in.byte("used_depth"));  // stays
    if (!found.best) e.any("best_dest");
}

// --- the whole of it ----------------------------------------------------------------------------

/// Where there is no move, twenty plies are searched at once.
void be_patient(Call& call, Choices& choices) {
    if (can_move(call)) call.set("max_depth", choices.below(5));
}

void think(In in, Out e) {
    ryg3::Thinker thinker = thinker_of(in);
    const int depth = std::clamp<int>(in.byte("max_depth"), 1, ryg3::greatest_depth);
    const auto iterations = thinker.think(board_of(in), depth);
    state_iterations(in.program->image.labels, std::span(iterations).last(1), thinker, e);
    e.byte("max_depth", static_cast<unsigned>(depth));
    e.byte("ply", 0);
    if (!ryg3::deepens(thinker.version) || in.byte("show_lines") == 0) return;
    for (const Iteration& iteration : iterations) {
        e.print(shown_line(thinker.version, iteration) + '\r');
    }
}

constexpr std::size_t shown_score = 14;  // characters of depth, nodes and score in a line

void print_variation(In in, Out e) {
    const ryg3::Thinker thinker = thinker_of(in);
    const ryg3::HashedBoard board(board_of(in), thinker.random);
    const int length = in.byte("used_depth");
    const Iteration walked{.depth = length,
                           .best = {},
                           .line = line_in(thinker.tables, board, length),
                           .tables = {},
                           .counts = {}};
    e.print(shown_line(thinker.version, walked).substr(shown_score) + '\r');
    expect_board(in, e, board);
}

/// Lines that the search has left, of about the length that is asked for.
void have_thought(Call& call, Choices& choices) {
    if (choices.one_in(4)) return;
    ryg3::Thinker thinker = thinker_of(call);
    thinker.tables = {};
    thinker.think(board_of(call), 1 + static_cast<int>(choices.below(4)));
    put_hash_tables(call, thinker.tables);
    call.set("used_depth", 1 + choices.below(6));
}

// --- the order of moves -------------------------------------------------------------------------

/// The sum, at most $ff.
Value at_most_255(const Value& a, const Value& b) {
    const Value sum = a + b;
    return choose(sum < a, 0xff, sum);
}

/// The first of the node's moves that is the hash table's is worth more.
void score_hash_move(const Given& in, Stated& e) {
    const Value first = element(in.bytes("current_move", line_length), in.byte("depth"));
    const MoveValues known = answer_of(in);
    const Value place = place_in_list(in, first, known);
    const auto bonus = static_cast<unsigned>(
        ryg3::hash_move_bonus(in.has("history") ? ryg3::Ryg3Version::v11 : ryg3::Ryg3Version::v10));
    const Values scores = in.bytes("move_score", ListValues::size);
    const Value more = at_most_255(element(scores, place), bonus);
    e.bytes("move_score", replaced(scores, place, more, known.start != ryg3::no_square));
}

void know_a_move(Call& call, Choices& choices) {
    const std::uint32_t first = choices.below(93), count = 1 + choices.below(8);
    call.set("current_move", first, call.byte("depth"));
    call.set("move_end", std::min(100U, first + count));
    if (choices.one_in(8)) return;
    const std::string table = side_of(call) == Side::mouse ? "hashpos_mouse_" : "hashpos_cats_";
    const unsigned hash = call.byte("hash"), known = first + choices.below(count);
    call.set(table + "lock", call.byte("lock"), hash);
    if (choices.one_in(8)) return;
    call.set(table + "start", call.byte("move_start", known), hash);
    call.set(table + "dest", call.byte("move_dest", known), hash);
}

/// The first of the best moves that are left goes to the place of the next one.
void bring_best(const Given& in, Stated& e) {
    const Value depth = in.byte("depth");
    const Value first = element(in.bytes("current_move", line_length), depth);
    const Value last = element(in.bytes("last_move", line_length + 1), depth);
    const Values scores = in.bytes("move_score", ListValues::size);
    Value best = first, score = element(scores, first);
    for (unsigned i = 1; i < 8; ++i) {
        const Value other = element(scores, first + i);
        const Value is_better = (first + i < last) & (other > score);
        best = choose(is_better, first + i, best);
        score = choose(is_better, other, score);
    }
    for (const char* const name : {"move_start", "move_dest", "move_score"}) {
        const Values before = in.bytes(name, ListValues::size);
        Values after = replaced(before, first, element(before, best));
        for (unsigned i = 1; i < after.size(); ++i) {
            after[i] = choose((first < i) & (best >= i), before[i - 1], after[i]);
        }
        e.bytes(name, after);
    }
}

/// Eight moves, each better than the one before it; one time in 50 where that takes longest.
void put_best_last(Call& call, Choices& choices) {
    if (!choices.one_in(25)) return;
    const unsigned first = choices.one_in(2) ? 91 : choices.below(92);
    call.set("current_move", first, call.byte("depth"));
    call.set("last_move", first + 8, call.byte("depth"));
    for (unsigned i = 0; i < 8; ++i) call.set("move_score", 0x10 * i, first + i);
}

unsigned history_place(In in) { return 64U * in.byte("hash_start") + in.byte("hash_dest"); }

void add_history(const Given& in, Stated& e) {
    const Values before = in.bytes("history", 64 * 64);
    Values rows;
    for (unsigned start = 0; start < 64; ++start) {
        rows.push_back(element(std::span(before).subspan(64 * start, 64), in.byte("hash_dest")));
    }
    const Value merit = at_most_255(element(rows, in.byte("hash_start")), in.byte("depth"));
    Values after;
    for (unsigned start = 0; start < 64; ++start) {
        const auto row = std::span(before).subspan(64 * start, 64);
        const Values changed = replaced({row.begin(), row.end()}, in.byte("hash_dest"), merit,
                                        in.byte("hash_start") == start);
        after.insert(after.end(), changed.begin(), changed.end());
    }
    e.bytes("history", after);
}

/// Minutes in jiffies against what has passed: the clock's two low bytes never reach 19 of them.
void state_time_up(const Given& in, Stated& e) {
    const Value low = in.at(jiffy_low) - in.byte("tu_begin");
    const Value borrow = in.at(jiffy_low) < in.byte("tu_begin");
    const Value high = in.at(jiffy_mid) - in.byte("tu_begin", 1) - borrow;
    Value is_up = 0;
    for (unsigned minutes = 1; 3600 * minutes < 0x10000; ++minutes) {
        const unsigned end = 3600 * minutes;
        const Value has_passed = (high > end >> 8) | ((high == end >> 8) & (low >= (end & 0xff)));
        is_up |= (in.byte("time_limit") == minutes) & has_passed;
    }
    e.in('A', choose(is_up, 0xff, 0x00));
}

}  // namespace

// clang-format off
std::vector<Reference> search_references() {
    return {
        {"search", search, 1140, have_deepened},
        {"think", think, 120, be_patient},
        {"printVariation", print_variation, 300, have_thought},
        {.routine = "scoreHashMove", .agree = know_a_move, .state = score_hash_move},
        {.routine = "bringBest", .agree = put_best_last, .state = bring_best},
        {.routine = "clearHistory", .draws = 100, .state = [](const Given&, Stated& e) {
            e.bytes("history", Values(64 * 64));
        }},
        {.routine = "addHistory", .agree = [](Call& call, Choices& choices) {
            if (choices.one_in(2)) call.set("history", 0xff, history_place(call));
        }, .state = add_history},
        {.routine = "startClock", .state = [](const Given& in, Stated& e) {
            e.byte("tu_begin", in.at(jiffy_low));
            e.byte("tu_begin", in.at(jiffy_mid), 1);
        }},
        {.routine = "timeUp", .agree = [](Call& call, Choices& choices) {
            // About a full minute, and no limit that the clock never reaches.
            if (choices.one_in(3)) return;
            const std::uint32_t limit = 1 + choices.below(18), minutes = 1 + choices.below(limit);
            const unsigned passed = 3600 * minutes + choices.below(3) - 1;
            const unsigned now = emu::word(call.byte("tu_begin"), call.byte("tu_begin", 1)) + passed;
            call.set("time_limit", limit);
            call.set(jiffy_low, static_cast<Byte>(now));
            call.set(jiffy_mid, static_cast<Byte>(now >> 8));
        }, .state = state_time_up},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg3
