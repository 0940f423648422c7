// What RYG3 prints: boards, numbers, moves, and the tests of versions 3 and 4.
#include <array>
#include <fmt/format.h>

#include "tests/engine/contracts/ryg3.hpp"

namespace ryg::blocks {
namespace {

using namespace second;

void print_text(const Call& in, Expected& e) {
    for (unsigned at = in.word("text"); in.ram[at] != 0; ++at) {
        e.print(static_cast<char>(in.ram[at]));
    }
}

void print_hex(const Call& in, Expected& e) { e.print(fmt::format("{:02X}", in.registers.a)); }

std::string square_text(Byte square) { return to_string(ryg3::Move{square, 0}).substr(0, 2); }

void print_square(const Call& in, Expected& e) { e.print(square_text(in.registers.a)); }

void new_line(const Call& /*in*/, Expected& e) { e.print('\r'); }

void display_board(const Call& in, Expected& e) {
    // The routine prints `side` as the byte that it is, so the board's own does not count.
    std::string text = board_text(in, *in.pieces, in.byte("ply"), in.byte("hply"), in.byte("hash"),
                                  has(in, "lock") ? in.byte("lock") : Byte{0});
    const auto place = text.find("SIDE:") + 5;
    text.replace(place, 2, fmt::format("{:02X}", in.byte("side")));
    e.print(text);
}

void print_score(const Call& in, Expected& e) {
    const unsigned depth = in.byte("used_depth");
    e.print(fmt::format("{:02X}:", depth));
    for (unsigned i = 4; i-- > 0;) {
        e.print(fmt::format("{:02X}", in.ram[in.address("nodes") + i]));
    }
    e.print(fmt::format(",{:02X}", in.ram[in.address("score") + depth]));
}

// --- tables -------------------------------------------------------------------------------------

std::string random_tables_text(const Call& in) {
    const ryg3::RandomTables tables = random_tables_of(in);
    const bool locks = has(in, "lock");
    std::string text = locks ? "LOCK TABLES\r" : "HASH TABLES\r";
    for (const auto& table : locks ? tables.lock : tables.hash) {
        for (const Byte byte : table) text += fmt::format("{:02X}", byte);
        text += '\r';
    }
    return text;
}

void print_random_tables(const Call& in, Expected& e) { e.print(random_tables_text(in)); }

/// What comes behind the first tables depends on the cycles that CHROUT takes.
void any_text(const Call& /*in*/, Expected& e) { e.any_text = true; }

std::string found_text(int start, int dest) {
    if (start == 0xff) return "NOT FOUND\r";
    return fmt::format("{:02X}{:02X}\r", start, dest);
}

void print_found(const Call& in, Expected& e) {
    e.print(found_text(in.byte("hash_start"), in.byte("hash_dest")));
}

void test_add_and_look_up(const Call& in, Expected& e) {
    ryg3::HashTable table = hash_tables_of(in).of(engine::Side::mouse);
    const Byte hash = in.byte("hash");
    const Byte lock = has(in, "lock") ? in.byte("lock") : Byte{0};
    const bool found = table.look_up(hash, lock) == ryg3::LookUp::found;
    e.print(found_text(found ? table.move_at(hash).start : 0xff, table.move_at(hash).dest));
    e.print(found_text(4, 13));
    expect_element(in, e, "hashpos_mouse_start", hash, 4);
    expect_element(in, e, "hashpos_mouse_dest", hash, 13);
}

void print_positions_mouse(const Call& in, Expected& e) {
    e.print(positions_text(in, hash_tables_of(in), engine::Side::mouse));
}
void print_positions_cats(const Call& in, Expected& e) {
    e.print(positions_text(in, hash_tables_of(in), engine::Side::cats));
}
void test_hash_positions(const Call& in, Expected& e) {
    e.print(hash_tables_text(in, hash_tables_of(in)));
}

void print_slot(const Call& in, Expected& e) {
    e.print(slot_text(in, in.registers.x, move_in(in, "hash_start", "hash_dest"), in.registers.y));
}

void print_history(const Call& in, Expected& e) {
    ryg3::History history{};
    std::ranges::copy(bytes_of(in, "history"), history.begin());
    e.print(history_text(history));
}

constexpr std::array checks{
    Check{"printText", print_text},
    Check{"printHex", print_hex},
    Check{"printSquare", print_square},
    Check{"newLine", new_line},
    Check{"displayBoard", display_board, nullptr, nullptr, 100},
    Check{"printScore", print_score},
    Check{"printRandomTables", print_random_tables, nullptr, nullptr, 30},
    Check{"testRandomizeHashes", any_text, nullptr, nullptr, 30},
    Check{"testRandomizeLocks", any_text, nullptr, nullptr, 30},
    Check{"printFound", print_found},
    Check{"testAddHashAndLookUp", test_add_and_look_up, nullptr, nullptr, 0, put_lock},
    Check{"printPositionsMouse", print_positions_mouse, nullptr, nullptr, 60},
    Check{"printPositionsCats", print_positions_cats, nullptr, nullptr, 60},
    Check{"testHashPositions", test_hash_positions, nullptr, nullptr, 60},
    Check{"printSlot", print_slot},
    Check{"printHistory", print_history, nullptr, nullptr, 20},
};

}  // namespace

std::span<const Check> ryg3_screen_checks() { return checks; }

}  // namespace ryg::blocks
