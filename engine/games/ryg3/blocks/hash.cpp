// What RYG3's hash, locks, random tables and hash tables promise, and the tests of versions 3 and 4.
#include <fmt/format.h>

#include "engine/games/ryg3/blocks/values.hpp"

namespace ryg::engine::ryg3 {

using namespace claims;
namespace {

constexpr std::array routine_names{"Mouse", "Cat1", "Cat2", "Cat3", "Cat4"};

// --- noise --------------------------------------------------------------------------------------

/// The readings that a loop of `fillTable` gets: what the SID shows in the cycle of each.
///
///     cycle  0  ldx #0        5  the reading        26 cycles to the next one that is not zero,
///            2  again: lda       beq again ...        7 to the next after one that is zero;
///                                                     one more for a branch over a page's end
class Readings {
  public:
    explicit Readings(In in) : sid_(c64::SidChip::mos6581, {.noise = in.value<std::uint32_t>()}) {
        start_voice3(sid_, 0);
    }

    Byte at(Cycle cycle) { return sid_.read(0x1b, cycle); }

    /// Fills a table by the loop at an address, from the cycle in which that begins.
    void fill(Address loop, Cycle& cycle, Byte& seed, ryg3::RandomTables::Table& table) {
        const auto crosses = [](unsigned from, unsigned to) { return from >> 8 != to >> 8; };
        const unsigned again = loop + 2U;
        const Cycle repeated = crosses(loop + 7U, again) ? 8 : 7;
        const Cycle next = crosses(loop + 21U, again) ? 27 : 26;
        cycle += 2;
        for (Byte& byte : table) {
            Byte reading = 0;
            while ((reading = at(cycle + 3)) == 0) cycle += repeated;
            byte = seed = static_cast<Byte>(seed ^ reading);
            cycle += next;
        }
        cycle -= 1;  // the last branch is not taken
        if (next == 27) cycle -= 1;
    }

  private:
    c64::Sid sid_;
};

template <std::size_t Piece, bool IsLock>
void fill_one(In in, Out e) {
    Readings readings(in);
    Cycle cycle = 0;
    Byte seed = in.byte("seed");
    ryg3::RandomTables::Table table{};
    const auto routine = fmt::format("rand{}{}", IsLock ? "Lock" : "Hash", routine_names[Piece]);
    readings.fill(in.address(routine), cycle, seed, table);
    e.bytes(IsLock ? ryg3::lock_labels[Piece] : ryg3::hash_labels[Piece], table);
    e.byte("seed", seed);
}

/// One time in 100, the state from which a loop waits longest, which only the attempt at each of
/// them has found.
template <std::uint32_t Slowest>
void wait_longest(Call& call, Choices& choices) {
    if (choices.one_in(100)) set_noise(call, Slowest);
}
constexpr std::uint32_t slowest = 0x108421, slowest_across = 0x042100;  // a page's end in the loop

/// lda #, sta, sta, lda #, sta: 16 cycles, then the first reading; then each loop by jsr and rts.
void randomize(In in, Out e) {
    Readings readings(in);
    Cycle cycle = 16;
    Byte seed = 0;
    const unsigned again = in.address("randomize") + 13U;
    const Cycle repeated = again >> 8 != (again + 5U) >> 8 ? 8 : 7;
    while ((seed = readings.at(cycle + 3)) == 0) cycle += repeated;
    cycle += 4 + 2 + 4;
    ryg3::RandomTables tables;
    const auto fill = [&](const std::string& routine, ryg3::RandomTables::Table& table) {
        cycle += 6;  // jsr
        readings.fill(in.address(routine), cycle, seed, table);
        cycle += 6;  // rts
    };
    for (std::size_t i = 0; i < routine_names.size(); ++i) {
        fill(fmt::format("randHash{}", routine_names[i]), tables.hash[i]);
    }
    for (std::size_t i = 0; i < routine_names.size() && in.has("lock"); ++i) {
        fill(fmt::format("randLock{}", routine_names[i]), tables.lock[i]);
    }
    expect_memory(in, e, memory_of(tables));
    e.byte("seed", seed);
}

// --- hash tables --------------------------------------------------------------------------------

/// Where `when` is 1, the move goes into the board's slot of a table.
void state_added(const Given& in, Stated& e, const std::string& side, const Value& when = 1) {
    const std::string table = "hashpos_" + side + '_', count = "collisions_" + side;
    const Value hash = in.byte("hash");
    const Values starts = in.bytes(table + "start", 256);
    const Value counts = when & (element(starts, hash) != ryg3::no_square);
    const Value low = in.byte(count) + counts;
    e.byte(count, low);
    e.byte(count, in.byte(count, 1) + (counts & (low == 0)), 1);
    const auto keep = [&](const char* column, const char* kept) {
        const Values before = in.bytes(table + column, 256);
        e.bytes(table + column, replaced(before, hash, in.byte(kept), when));
    };
    keep("start", "hash_start");
    keep("dest", "hash_dest");
    if (in.has("lock")) keep("lock", "lock");
}

void state_answer(Stated& e, const MoveValues& answer) {
    e.byte("hash_start", answer.start);
    e.byte("hash_dest", answer.dest);
}

/// The carry into the counter's high byte, which is rare.
void carry(Call& call, Choices& choices) {
    if (!choices.one_in(3)) return;
    call.set("collisions_mouse", 0xff);
    call.set("collisions_cats", 0xff);
}

// --- printed ----------------------------------------------------------------

void print_random_tables(const Given& in, Stated& e) {
    const bool locks = in.has("lock");
    e.print(locks ? "LOCK TABLES\r" : "HASH TABLES\r");
    for (const std::string_view label : locks ? ryg3::lock_labels : ryg3::hash_labels) {
        for (const Value& byte : in.bytes(label, 64)) e.print_hex(byte);
        e.print("\r");
    }
}

/// What comes after the first tables depends on the cycles that CHROUT takes.
void any_text(In, Out e) { e.any_text = true; }

void print_found(Stated& e, const MoveValues& move) {
    const Value is_none = move.start == ryg3::no_square;
    e.print_hex(move.start, !is_none);
    e.print_hex(move.dest, !is_none);
    e.print("\r", !is_none);
    e.print("NOT FOUND\r", is_none);
}

/// The random bytes of all pieces, where they stand, exclusive-or.
template <bool IsLock>
void mix_pieces(const Given& in, Stated& e) {
    Value sum = 0;
    for (unsigned piece = 0; piece < ryg3::piece_count; ++piece) {
        const auto label = IsLock ? ryg3::lock_labels[piece] : ryg3::hash_labels[piece];
        for (unsigned square = 0; square < 64; ++square) {
            const Value is_here = in.byte("board", square) == piece;
            sum = sum ^ choose(is_here, in.byte(label, square), 0);
        }
    }
    e.bytes(IsLock ? "lock" : "hash", std::span(&sum, 1));
}

void print_slot(const Given& in, Stated& e, const Value& slot, const MoveValues& move,
                const Value& lock, const Value& when = 1) {
    e.print_hex(slot, when);
    e.print(":", when);
    print_square(e, move.start, when);
    print_square(e, move.dest, when);
    if (in.has("lock")) e.print_hex(lock, when);
    e.print(",", when);
}

void print_positions(const Given& in, Stated& e, const std::string& table) {
    for (unsigned slot = 0; slot < 256; ++slot) {
        const auto part = [&](const char* name) { return in.byte(table + name, slot); };
        print_slot(in, e, slot, {part("start"), part("dest")},
                   in.has("lock") ? part("lock") : Value(0), part("start") != ryg3::no_square);
    }
    e.print("\r");
}

void print_mouse_positions(const Given& in, Stated& e) { print_positions(in, e, "hashpos_mouse_"); }
void print_cats_positions(const Given& in, Stated& e) { print_positions(in, e, "hashpos_cats_"); }

void print_all_positions(const Given& in, Stated& e) {
    e.print("HASHPOS MOUSE\r");
    print_mouse_positions(in, e);
    e.print("HASHPOS CATS\r");
    print_cats_positions(in, e);
}

void print_history(const Given& in, Stated& e) {
    for (unsigned start = 0; start < 64; ++start) {
        for (unsigned dest = 0; dest < 64; ++dest) {
            const Value merit = in.byte("history", 64 * start + dest), is_known = merit != 0;
            print_square(e, start, is_known);
            print_square(e, dest, is_known);
            e.print(":", is_known);
            e.print_hex(merit, is_known);
            e.print(",", is_known);
        }
    }
    e.print("\r");
}

constexpr unsigned few = 200;  // long loops that always do the same

}  // namespace

// clang-format off
std::vector<Reference> hash_references() {
    return {
        {.routine = "getHash", .state = mix_pieces<false>},
        {.routine = "getLock", .state = mix_pieces<true>},
        {"randomize", randomize, few},
        {"randHashMouse", fill_one<0, false>, few, wait_longest<slowest>},
        {"randHashCat1", fill_one<1, false>, few, wait_longest<slowest>},
        {"randHashCat2", fill_one<2, false>, few, wait_longest<slowest>},
        {"randHashCat3", fill_one<3, false>, few, wait_longest<slowest>},
        {"randHashCat4", fill_one<4, false>, few, wait_longest<slowest>},
        {"randLockMouse", fill_one<0, true>, few, wait_longest<slowest>},
        {"randLockCat1", fill_one<1, true>, few, wait_longest<slowest>},
        {"randLockCat2", fill_one<2, true>, few, wait_longest<slowest>},
        {"randLockCat3", fill_one<3, true>, few, wait_longest<slowest_across>},
        {"randLockCat4", fill_one<4, true>, few, wait_longest<slowest>},
        {.routine = "fixedTables", .draws = few, .state = [](const Given& in, Stated& e) {
            state_memory(in, e, memory_of(ryg3::fixed_tables()));
        }},
        {.routine = "nextByte", .state = [](const Given& in, Stated& e) {
            const Value low = in.byte("state_lo"), high = in.byte("state_hi");
            const Value high_7 = high ^ ((high << 7) | (low >> 1));  // s ^= s << 7
            const Value low_9 = low ^ (low << 7) ^ (high_7 >> 1);  // s ^= s >> 9
            e.byte("state_lo", low_9);
            e.byte("state_hi", high_7 ^ low_9);  // s ^= s << 8
            e.in('A', high_7 ^ low_9);
        }},
        {.routine = "clearHashPos", .draws = few, .state = [](const Given& in, Stated& e) {
            state_memory(in, e, memory_of(ryg3::HashTables{}));
        }},
        {.routine = "addHashPosMouse", .agree = carry, .state = [](const Given& in, Stated& e) {
            state_added(in, e, "mouse");
        }},
        {.routine = "addHashPosCats", .agree = carry, .state = [](const Given& in, Stated& e) {
            state_added(in, e, "cats");
        }},
        {.routine = "addHashPos", .agree = carry, .state = [](const Given& in, Stated& e) {
            state_added(in, e, "mouse", !in.byte("side"));
            state_added(in, e, "cats", in.byte("side"));
        }},
        {.routine = "lookUpMouse", .agree = put_lock, .state = [](const Given& in, Stated& e) {
            state_answer(e, answer_of(in, "mouse"));
        }},
        {.routine = "lookUpCats", .agree = put_lock, .state = [](const Given& in, Stated& e) {
            state_answer(e, answer_of(in, "cats"));
        }},
        {.routine = "lookUp", .agree = put_lock, .state = [](const Given& in, Stated& e) {
            state_answer(e, answer_of(in));
        }},
        // versions 3 and 4
        {.routine = "printRandomTables", .draws = 30, .state = print_random_tables},
        {"testRandomizeHashes", any_text, 30},
        {"testRandomizeLocks", any_text, 30},
        {.routine = "printFound", .state = [](const Given& in, Stated& e) {
            print_found(e, {in.byte("hash_start"), in.byte("hash_dest")});
        }},
        {.routine = "testAddHashAndLookUp", .agree = put_lock,
         .state = [](const Given& in, Stated& e) {
            print_found(e, answer_of(in, "mouse"));
            print_found(e, {4, 13});
            const auto put = [&](const char* column, unsigned kept) {
                e.bytes(column, replaced(in.bytes(column, 256), in.byte("hash"), kept));
            };
            put("hashpos_mouse_start", 4);
            put("hashpos_mouse_dest", 13);
        }},
        {.routine = "printPositionsMouse", .draws = 60, .state = print_mouse_positions},
        {.routine = "printPositionsCats", .draws = 60, .state = print_cats_positions},
        {.routine = "testHashPositions", .draws = 60, .state = print_all_positions},
        {.routine = "printSlot", .state = [](const Given& in, Stated& e) {
            print_slot(in, e, in.in('X'), {in.byte("hash_start"), in.byte("hash_dest")},
                       in.in('Y'));
        }},
        {.routine = "printHistory", .draws = 20, .state = print_history},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg3
