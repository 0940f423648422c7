// What RYG3's hash, locks, random tables and hash tables promise, and the tests of versions 3 and 4.
#include <fmt/format.h>

#include "engine/games/ryg3/blocks/memory.hpp"

namespace ryg::engine::ryg3 {

using namespace contracts;
namespace {

using claims::Given;
using claims::Stated;
using claims::Value;

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

void add_to(In in, Out e, Side side) {
    ryg3::HashTables tables = hash_tables_of(in);
    tables.of(side).add(in.byte("hash"), lock_in(in), move_in(in));
    expect_memory(in, e, memory_of(tables));
}

/// The carry into the counter's high byte, which is rare.
void carry(Call& call, Choices& choices) {
    if (!choices.one_in(3)) return;
    call.set("collisions_mouse", 0xff);
    call.set("collisions_cats", 0xff);
}

void look_up_in(In in, Out e, Side side) {
    const ryg3::HashTable table = hash_tables_of(in).of(side);
    const ryg3::Move answer = table.answer(in.byte("hash"), lock_in(in), version_of(in));
    e.byte("hash_start", answer.start);
    e.byte("hash_dest", answer.dest);
}

// --- printed ----------------------------------------------------------------

std::string random_tables_text(In in) {
    const ryg3::RandomTables tables = random_tables_of(in);
    const bool locks = in.has("lock");
    std::string text = locks ? "LOCK TABLES\r" : "HASH TABLES\r";
    for (const auto& table : locks ? tables.lock : tables.hash) {
        for (const Byte byte : table) text += fmt::format("{:02X}", byte);
        text += '\r';
    }
    return text;
}

/// What comes after the first tables depends on the cycles that CHROUT takes.
void any_text(In, Out e) { e.any_text = true; }

std::string found_text(int start, int dest) {
    if (start == 0xff) return "NOT FOUND\r";
    return fmt::format("{:02X}{:02X}\r", start, dest);
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

// --- printed, of bytes that are not known -------------------------------------------------------

void print_square(Stated& e, const Value& square, const Value& when) {
    e.print((square & 7) + 'A', when);
    e.print((square >> 3) + '1', when);
}

void print_positions(const Given& in, Stated& e, const std::string& table) {
    for (unsigned slot = 0; slot < 256; ++slot) {
        const auto part = [&](const char* name) { return in.byte(table + name, slot); };
        const Value is_full = part("start") != ryg3::no_square;
        e.print_hex(slot, is_full);
        e.print(":", is_full);
        print_square(e, part("start"), is_full);
        print_square(e, part("dest"), is_full);
        if (in.has("lock")) e.print_hex(part("lock"), is_full);
        e.print(",", is_full);
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
        {.routine = "getHash", .expect = [](In in, Out e) {
            e.byte("hash", hash_of(board_of(in, Side::mouse), random_tables_of(in)));
        }, .state = mix_pieces<false>},
        {.routine = "getLock", .expect = [](In in, Out e) {
            e.byte("lock", lock_of(board_of(in, Side::mouse), random_tables_of(in)));
        }, .state = mix_pieces<true>},
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
        {"fixedTables", [](In in, Out e) { expect_memory(in, e, memory_of(ryg3::fixed_tables())); }, few},
        {"nextByte", [](In in, Out e) {
            unsigned state = emu::word(in.byte("state_lo"), in.byte("state_hi"));
            state ^= state << 7 & 0xffffU;
            state ^= state >> 9;
            state ^= state << 8 & 0xffffU;
            e.byte("state_lo", state);
            e.byte("state_hi", state >> 8);
            e.a(state >> 8);
        }},
        {"clearHashPos", [](In in, Out e) { expect_memory(in, e, memory_of(ryg3::HashTables{})); }, few},
        {"addHashPosMouse", [](In in, Out e) { add_to(in, e, Side::mouse); }, 0, carry},
        {"addHashPosCats", [](In in, Out e) { add_to(in, e, Side::cats); }, 0, carry},
        {"addHashPos", [](In in, Out e) { add_to(in, e, side_of(in)); }, 0, carry},
        {"lookUpMouse", [](In in, Out e) { look_up_in(in, e, Side::mouse); }, 0, put_lock},
        {"lookUpCats", [](In in, Out e) { look_up_in(in, e, Side::cats); }, 0, put_lock},
        {"lookUp", [](In in, Out e) { look_up_in(in, e, side_of(in)); }, 0, put_lock},
        // versions 3 and 4
        {"printRandomTables", [](In in, Out e) { e.print(random_tables_text(in)); }, 30},
        {"testRandomizeHashes", any_text, 30},
        {"testRandomizeLocks", any_text, 30},
        {"printFound", [](In in, Out e) {
            e.print(found_text(in.byte("hash_start"), in.byte("hash_dest")));
        }},
        {"testAddHashAndLookUp", [](In in, Out e) {
            const Byte hash = in.byte("hash");
            ryg3::HashTable table = hash_tables_of(in).of(Side::mouse);
            const bool found = table.look_up(hash, lock_in(in)) == ryg3::LookUp::found;
            e.print(found_text(found ? table.move_at(hash).start : 0xff, table.move_at(hash).dest));
            e.print(found_text(4, 13));
            e.byte("hashpos_mouse_start", 4, hash);
            e.byte("hashpos_mouse_dest", 13, hash);
        }, 0, put_lock},
        {.routine = "printPositionsMouse", .expect = [](In in, Out e) {
            e.print(ryg3::positions_text(hash_tables_of(in), Side::mouse, in.has("lock")));
        }, .draws = 60, .state = print_mouse_positions},
        {.routine = "printPositionsCats", .expect = [](In in, Out e) {
            e.print(ryg3::positions_text(hash_tables_of(in), Side::cats, in.has("lock")));
        }, .draws = 60, .state = print_cats_positions},
        {.routine = "testHashPositions", .expect = [](In in, Out e) {
            e.print(ryg3::hash_tables_text(hash_tables_of(in), in.has("lock")));
        }, .draws = 60, .state = print_all_positions},
        {"printSlot", [](In in, Out e) {
            e.print(ryg3::slot_text(in.registers.x, move_in(in), some_lock(in, in.registers.y)));
        }},
        {.routine = "printHistory", .expect = [](In in, Out e) {
            ryg3::History history{};
            std::ranges::copy(in.bytes("history"), history.begin());
            e.print(ryg3::history_text(history));
        }, .draws = 20, .state = print_history},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg3
