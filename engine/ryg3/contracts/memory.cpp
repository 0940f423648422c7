// Reads and states RYG3's variables label by label.
#include "engine/ryg3/contracts/memory.hpp"

namespace ryg::contracts::second {

ryg3::Board board_of(const Call& in, Side side) {
    ryg3::Board board = in.value<Pieces>().value();
    board.side = side;
    return board;
}

ryg3::RandomTables random_tables_of(const Call& in) {
    ryg3::RandomTables tables;
    for_each_table(tables, [&](const std::string& name, ryg3::RandomTables::Table& table) {
        if (in.has(name)) std::copy_n(in.ram.begin() + in.address(name), 64, table.begin());
    });
    return tables;
}

ryg3::HashTables hash_tables_of(const Call& in) {
    return ryg3::hash_tables_from([&](const std::string& name, std::span<Byte> bytes) {
        if (!in.has(name)) return;
        std::copy_n(in.ram.begin() + in.address(name), bytes.size(), bytes.begin());
    });
}

ryg3::Thinker thinker_of(const Call& in) {
    return {
        .version = version_of(in), .random = random_tables_of(in), .tables = hash_tables_of(in)};
}

void put_hash(Call& call) {
    const ryg3::RandomTables random = random_tables_of(call);
    const ryg3::HashedBoard board(board_of(call), random);
    call.set("hash", board.hash());
    call.set("lock", board.lock());
}

void put_last_move(Call& call, Choices& choices) {
    const ryg3::Board board = board_of(call);
    engine::Square from = 0;
    do {
        from = static_cast<engine::Square>(choices.below(64));
    } while (piece_at(board, from) != ryg3::empty_square);
    const auto last = static_cast<Byte>(call.byte("hply") - 1);
    call.set("made_start", from, last);
    call.set("made_dest", board.squares[choices.below(ryg3::piece_count)], last);
}

void put_lock(Call& call, Choices& choices) {
    for (const char* const table : {"hashpos_mouse_lock", "hashpos_cats_lock"}) {
        if (!call.has(table) || choices.one_in(2)) continue;
        call.set(table, call.byte("lock"), call.byte("hash"));
    }
}

void put_hash_tables(Call& call, const ryg3::HashTables& tables) {
    for_each_column(tables, [&](const std::string& name, std::span<const Byte> bytes) {
        if (call.has(name)) call.set_bytes(call.address(name), bytes);
    });
}

void expect_board(const Call& in, Expected& e, const ryg3::HashedBoard& board) {
    e.bytes("board", ryg3::to_bytes(board.board()));
    e.bytes("square_of", board.board().squares);
    e.byte("side", side_byte(board.board().side));
    e.byte("hash", board.hash());
    if (in.has("lock")) e.byte("lock", board.lock());
}

void expect_random_tables(const Call& in, Expected& e, const ryg3::RandomTables& tables) {
    for_each_table(tables, [&](const std::string& name, std::span<const Byte> bytes) {
        if (in.has(name)) e.bytes(name, bytes);
    });
}

void expect_hash_tables(const Call& in, Expected& e, const ryg3::HashTables& tables) {
    for_each_column(tables, [&](const std::string& name, std::span<const Byte> bytes) {
        if (in.has(name)) e.bytes(name, bytes);
    });
}

std::string board_text(const Call& in, const ryg3::Board& board, int ply, int hply, Byte hash,
                       Byte lock) {
    std::string text = "  ABCDEFGH\r";
    for (int rank = 7; rank >= 0; --rank) {
        text += fmt::format("{} ", rank + 1);
        for (int file = 0; file < 8; ++file) {
            const ryg3::Piece piece = piece_at(board, static_cast<engine::Square>(8 * rank + file));
            const char empty = (rank + file) % 2 == 0 ? 'X' : '.';
            text += piece == ryg3::mouse_piece ? 'M' : piece == ryg3::empty_square ? empty : 'C';
        }
        text += '\r';
    }
    text += fmt::format("SIDE:{:02X} PLY:{:02X} HPLY:{:02X} HASH:{:02X}", side_byte(board.side),
                        ply, hply, hash);
    if (in.has("lock")) text += fmt::format(" LOCK:{:02X}", lock);
    return text + '\r';
}

std::string slot_text(const Call& in, unsigned slot, ryg3::Move move, Byte lock) {
    const std::string locked = in.has("lock") ? fmt::format("{:02X}", lock) : "";
    return fmt::format("{:02X}:{}{},", slot, to_string(move), locked);
}

std::string positions_text(const Call& in, const ryg3::HashTables& tables, Side side) {
    const ryg3::HashTable& table = tables.of(side);
    std::string text;
    for (unsigned slot = 0; slot < 256; ++slot) {
        if (table.start()[slot] == 0xff) continue;
        text += slot_text(in, slot, table.move_at(static_cast<Byte>(slot)), table.lock()[slot]);
    }
    return text + '\r';
}

std::string hash_tables_text(const Call& in, const ryg3::HashTables& tables) {
    return "HASHPOS MOUSE\r" + positions_text(in, tables, Side::mouse) + "HASHPOS CATS\r" +
           positions_text(in, tables, Side::cats);
}

std::string history_text(const ryg3::History& history) {
    std::string text;
    for (unsigned move = 0; move < history.size(); ++move) {
        const ryg3::Move played{static_cast<Byte>(move / 64), static_cast<Byte>(move % 64)};
        if (history[move] != 0) text += fmt::format("{}:{:02X},", to_string(played), history[move]);
    }
    return text + '\r';
}

}  // namespace ryg::contracts::second
