// What RYG3's search promises: the native engine's nodes, scores, moves and hash tables.
#include <algorithm>

#include "engine/games/ryg3/blocks/memory.hpp"

namespace ryg::engine::ryg3 {

using namespace contracts;
namespace {

using ryg3::Iteration;

std::uint32_t nodes_in(In in) {
    std::uint32_t nodes = 0;
    for (unsigned i = 4; i-- > 0;) nodes = nodes << 8 | in.byte("nodes", i);
    return nodes;
}

void expect_iteration(In in, Out e, const Iteration& found, const ryg3::Thinker& thinker) {
    expect_memory(in, e, memory_after(found));
    if (ryg3::has_history(thinker.version)) e.bytes("history", thinker.history);
}

// --- one iteration ------------------------------------------------------------------------------

/// The iterations before the one that is tried, from empty tables, and what they leave in memory.
void have_deepened(Call& call, Choices& choices) {
    const int depth = call.byte("depth");
    put_hash(call);
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
    expect_iteration(in, e, found, thinker);
    e.byte("used_depth", in.byte("used_depth"));  // stays
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
    expect_iteration(in, e, iterations.back(), thinker);
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
    put_hash(call);
    if (choices.one_in(4)) return;
    ryg3::Thinker thinker = thinker_of(call);
    thinker.tables = {};
    thinker.think(board_of(call), 1 + static_cast<int>(choices.below(4)));
    put_hash_tables(call, thinker.tables);
    call.set("used_depth", 1 + choices.below(6));
}

// --- the order of moves -------------------------------------------------------------------------

void score_hash_move(In in, Out e) {
    std::vector<Byte> scores = in.bytes("move_score");
    const ryg3::HashTable table = hash_tables_of(in).of(side_of(in));
    const Byte hash = in.byte("hash");
    if (table.look_up(hash, in.byte("lock")) == ryg3::LookUp::found) {
        const unsigned first = in.byte("current_move", in.byte("depth"));
        for (unsigned i = first; i < in.byte("move_end"); ++i) {
            const ryg3::Move listed{in.byte("move_start", i), in.byte("move_dest", i)};
            if (listed != table.move_at(hash)) continue;
            scores[i] =
                static_cast<Byte>(std::min(255, scores[i] + ryg3::hash_move_bonus(version_of(in))));
            break;
        }
    }
    e.bytes("move_score", scores);
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

/// The next move of the node and the place after its last one.
std::pair<int, int> moves_left(In in) {
    const Byte depth = in.byte("depth");
    return {in.byte("current_move", depth), in.byte("last_move", depth)};
}

void bring_best(In in, Out e) {
    const auto scores = in.bytes("move_score");
    const auto [first, last] = moves_left(in);
    const auto best =
        std::max_element(scores.begin() + first, scores.begin() + last) - scores.begin();
    for (const char* const name : {"move_start", "move_dest", "move_score"}) {
        std::vector<Byte> column = in.bytes(name);
        std::rotate(column.begin() + first, column.begin() + best, column.begin() + best + 1);
        e.bytes(name, column);
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

}  // namespace

// clang-format off
std::vector<Reference> search_references() {
    return {
        {"search", search, 1140, have_deepened},
        {"think", think, 120, be_patient},
        {"printVariation", print_variation, 300, have_thought},
        {"scoreHashMove", score_hash_move, 0, know_a_move},
        {"bringBest", bring_best, 0, put_best_last},
        {"clearHistory", [](In in, Out e) {
            e.bytes("history", std::vector<Byte>(in.bytes("history").size()));
        }, 100},
        {"addHistory", [](In in, Out e) {
            std::vector<Byte> history = in.bytes("history");
            Byte& merit = history[history_place(in)];
            merit = static_cast<Byte>(std::min(255, merit + in.byte("depth")));
            e.bytes("history", history);
        }, 0, [](Call& call, Choices& choices) {
            if (choices.one_in(2)) call.set("history", 0xff, history_place(call));
        }},
        {"startClock", [](In in, Out e) {
            e.byte("tu_begin", in.ram[jiffy_low]);
            e.byte("tu_begin", in.ram[jiffy_mid], 1);
        }},
        {"timeUp", [](In in, Out e) {
            const int now = emu::word(in.ram[jiffy_low], in.ram[jiffy_mid]);
            const int began = emu::word(in.byte("tu_begin"), in.byte("tu_begin", 1));
            const int limit = in.byte("time_limit");
            e.a(limit != 0 && ((now - began) & 0xffff) >= 3600 * limit ? 0xff : 0x00);
        }, 0, [](Call& call, Choices& choices) {
            // About a full minute, and no limit that the clock never reaches.
            if (choices.one_in(3)) return;
            const std::uint32_t limit = 1 + choices.below(18), minutes = 1 + choices.below(limit);
            const unsigned passed = 3600 * minutes + choices.below(3) - 1;
            const unsigned now = emu::word(call.byte("tu_begin"), call.byte("tu_begin", 1)) + passed;
            call.set("time_limit", limit);
            call.set(jiffy_low, static_cast<Byte>(now));
            call.set(jiffy_mid, static_cast<Byte>(now >> 8));
        }},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg3
