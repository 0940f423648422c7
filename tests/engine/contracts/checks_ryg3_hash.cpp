// What RYG3's hash, locks, random tables and hash tables promise.
#include <array>
#include <fmt/format.h>

#include "tests/engine/contracts/rig.hpp"
#include "tests/engine/contracts/ryg3.hpp"

namespace ryg::blocks {
namespace {

using namespace second;

void get_hash(const Call& in, Expected& e) {
    e.byte("hash", hash_of(*in.pieces, random_tables_of(in)));
}
void get_lock(const Call& in, Expected& e) {
    e.byte("lock", lock_of(*in.pieces, random_tables_of(in)));
}

// --- noise ---------------------------------------------------------------------------------------

/// The readings that a loop of `fillTable` gets: what the SID shows in the cycle of each.
///
///     cycle  0  ldx #0        5  the reading        26 cycles to the next one that is not zero,
///            2  again: lda       beq again ...        7 to the next after one that is zero;
///                                                     one more for a branch over a page's end
class Readings {
  public:
    explicit Readings(std::uint32_t noise) : sid_(c64::SidChip::mos6581, {.noise = noise}) {
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
void fill_one(const Call& in, Expected& e) {
    static constexpr std::array names{"Mouse", "Cat1", "Cat2", "Cat3", "Cat4"};
    static constexpr std::array tables{"mouse", "cat1", "cat2", "cat3", "cat4"};
    Readings readings(*in.noise);
    Cycle cycle = 0;
    Byte seed = in.byte("seed");
    ryg3::RandomTables::Table table{};
    const auto routine = fmt::format("rand{}{}", IsLock ? "Lock" : "Hash", names[Piece]);
    readings.fill(in.address(routine), cycle, seed, table);
    e.bytes(fmt::format("{}_{}", IsLock ? "lock" : "hash", tables[Piece]), table);
    e.byte("seed", seed);
}

/// lda #, sta, sta, lda #, sta: 16 cycles, then the first reading; then each loop by jsr and rts.
void randomize(const Call& in, Expected& e) {
    Readings readings(*in.noise);
    Cycle cycle = 16;
    Byte seed = 0;
    const unsigned again = in.address("randomize") + 13U;
    const Cycle repeated = again >> 8 != (again + 5U) >> 8 ? 8 : 7;
    while ((seed = readings.at(cycle + 3)) == 0) cycle += repeated;
    cycle += 4 + 2 + 4;
    ryg3::RandomTables tables;
    const auto fill = [&](std::string_view routine, ryg3::RandomTables::Table& table) {
        cycle += 6;  // jsr
        readings.fill(in.address(routine), cycle, seed, table);
        cycle += 6;  // rts
    };
    constexpr std::array names{"Mouse", "Cat1", "Cat2", "Cat3", "Cat4"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        fill(fmt::format("randHash{}", names[i]), tables.hash[i]);
    }
    for (std::size_t i = 0; i < names.size() && has(in, "lock"); ++i) {
        fill(fmt::format("randLock{}", names[i]), tables.lock[i]);
    }
    expect_random_tables(in, e, tables);
    e.byte("seed", seed);
}

void fixed_tables(const Call& in, Expected& e) {
    expect_random_tables(in, e, ryg3::fixed_tables());
}

void next_byte(const Call& in, Expected& e) {
    unsigned state = emu::word(in.byte("state_lo"), in.byte("state_hi"));
    state ^= state << 7 & 0xffffU;
    state ^= state >> 9;
    state ^= state << 8 & 0xffffU;
    e.byte("state_lo", static_cast<Byte>(state));
    e.byte("state_hi", static_cast<Byte>(state >> 8));
    e.a(static_cast<Byte>(state >> 8));
}

// --- hash tables ---------------------------------------------------------------------------------

void clear_hash_pos(const Call& in, Expected& e) { expect_hash_tables(in, e, {}); }

void add_to(const Call& in, Expected& e, engine::Side side) {
    ryg3::HashTables tables = hash_tables_of(in);
    tables.of(side).add(in.byte("hash"), has(in, "lock") ? in.byte("lock") : Byte{0},
                        move_in(in, "hash_start", "hash_dest"));
    expect_hash_tables(in, e, tables);
}
void add_mouse(const Call& in, Expected& e) { add_to(in, e, engine::Side::mouse); }
void add_cats(const Call& in, Expected& e) { add_to(in, e, engine::Side::cats); }
engine::Side side_in(const Call& in) {
    return in.byte("side") == 0 ? engine::Side::mouse : engine::Side::cats;
}
void add_side(const Call& in, Expected& e) { add_to(in, e, side_in(in)); }

/// The carry into the counter's high byte, which is rare.
void carry(Call& call, Choices& choices) {
    if (!choices.one_in(3)) return;
    call.set(call.address("collisions_mouse"), 0xff);
    call.set(call.address("collisions_cats"), 0xff);
}

void look_up_in(const Call& in, Expected& e, engine::Side side) {
    const ryg3::HashTable table = hash_tables_of(in).of(side);
    const Byte hash = in.byte("hash");
    const bool splits = version_of(in) >= ryg3::Version::v05;
    ryg3::Move answer = table.move_at(hash);
    switch (table.look_up(hash, has(in, "lock") ? in.byte("lock") : Byte{0})) {
        case ryg3::LookUp::found: break;
        case ryg3::LookUp::empty: answer = {0xff, splits ? Byte{1} : Byte{0xff}}; break;
        case ryg3::LookUp::other_lock: answer = {0xff, splits ? Byte{2} : Byte{0xff}}; break;
    }
    e.byte("hash_start", answer.start);
    e.byte("hash_dest", answer.dest);
}
void look_up_mouse(const Call& in, Expected& e) { look_up_in(in, e, engine::Side::mouse); }
void look_up_cats(const Call& in, Expected& e) { look_up_in(in, e, engine::Side::cats); }
void look_up_side(const Call& in, Expected& e) { look_up_in(in, e, side_in(in)); }

constexpr unsigned few = 200;  // long loops that always do the same

constexpr std::array checks{
    Check{"getHash", get_hash},
    Check{"getLock", get_lock},
    Check{"randomize", randomize, nullptr, nullptr, few},
    Check{"randHashMouse", fill_one<0, false>, nullptr, nullptr, few},
    Check{"randHashCat1", fill_one<1, false>, nullptr, nullptr, few},
    Check{"randHashCat2", fill_one<2, false>, nullptr, nullptr, few},
    Check{"randHashCat3", fill_one<3, false>, nullptr, nullptr, few},
    Check{"randHashCat4", fill_one<4, false>, nullptr, nullptr, few},
    Check{"randLockMouse", fill_one<0, true>, nullptr, nullptr, few},
    Check{"randLockCat1", fill_one<1, true>, nullptr, nullptr, few},
    Check{"randLockCat2", fill_one<2, true>, nullptr, nullptr, few},
    Check{"randLockCat3", fill_one<3, true>, nullptr, nullptr, few},
    Check{"randLockCat4", fill_one<4, true>, nullptr, nullptr, few},
    Check{"fixedTables", fixed_tables, nullptr, nullptr, few},
    Check{"nextByte", next_byte},
    Check{"clearHashPos", clear_hash_pos, nullptr, nullptr, few},
    Check{"addHashPosMouse", add_mouse, nullptr, nullptr, 0, carry},
    Check{"addHashPosCats", add_cats, nullptr, nullptr, 0, carry},
    Check{"addHashPos", add_side, nullptr, nullptr, 0, carry},
    Check{"lookUpMouse", look_up_mouse, nullptr, nullptr, 0, put_lock},
    Check{"lookUpCats", look_up_cats, nullptr, nullptr, 0, put_lock},
    Check{"lookUp", look_up_side, nullptr, nullptr, 0, put_lock},
};

}  // namespace

std::span<const Check> ryg3_hash_checks() { return checks; }

}  // namespace ryg::blocks
