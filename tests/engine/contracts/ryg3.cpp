// Reads and states RYG3's variables label by label.
#include "tests/engine/contracts/ryg3.hpp"

#include <fmt/format.h>

namespace ryg::blocks::second {
namespace {

constexpr std::array<std::string_view, ryg3::piece_count> piece_names{"mouse", "cat1", "cat2",
                                                                      "cat3", "cat4"};

ryg3::HashTable::Column column(const Call& in, std::string_view side, std::string_view part) {
    ryg3::HashTable::Column bytes{};
    const std::string name = fmt::format("hashpos_{}_{}", side, part);
    if (has(in, name)) std::copy_n(in.ram.begin() + in.address(name), 256, bytes.begin());
    return bytes;
}

}  // namespace

std::vector<Byte> bytes_of(const Call& in, std::string_view name) {
    const Extent extent = in.program->variable(name);
    return {in.ram.begin() + extent.begin, in.ram.begin() + extent.end};
}

ryg3::Board board_of(const Call& in) {
    ryg3::Board board = in.pieces.value();
    board.side = in.byte("side") == 0 ? engine::Side::mouse : engine::Side::cats;
    return board;
}

ryg3::RandomTables random_tables_of(const Call& in) {
    ryg3::RandomTables tables;
    for (std::size_t piece = 0; piece < ryg3::piece_count; ++piece) {
        const auto take = [&](std::string_view kind, ryg3::RandomTables::Table& table) {
            const std::string name = fmt::format("{}_{}", kind, piece_names[piece]);
            if (has(in, name)) std::copy_n(in.ram.begin() + in.address(name), 64, table.begin());
        };
        take("hash", tables.hash[piece]);
        take("lock", tables.lock[piece]);
    }
    return tables;
}

std::uint16_t collisions_of(const Call& in, std::string_view side) {
    const Address at = in.address(fmt::format("collisions_{}", side));
    return emu::word(in.ram[at], in.ram[at + 1U]);
}

ryg3::HashTables hash_tables_of(const Call& in) {
    ryg3::HashTables tables;
    for (const std::string_view side : {"mouse", "cats"}) {
        tables.of(side == "cats" ? engine::Side::cats : engine::Side::mouse) =
            ryg3::HashTable(column(in, side, "start"), column(in, side, "dest"),
                            column(in, side, "lock"), collisions_of(in, side));
    }
    return tables;
}

void put_hash(Call& call) {
    const ryg3::RandomTables random = random_tables_of(call);
    const ryg3::HashedBoard board(board_of(call), random);
    call.set(call.address("hash"), board.hash());
    call.set(call.address("lock"), board.lock());
}

void put_last_move(Call& call, Choices& choices) {
    const ryg3::Board& board = *call.pieces;
    engine::Square from = 0;
    do {
        from = static_cast<engine::Square>(choices.below(64));
    } while (piece_at(board, from) != ryg3::empty_square);
    const auto last = static_cast<Byte>(call.byte("hply") - 1);
    const engine::Square to = board.squares[choices.below(ryg3::piece_count)];
    call.set(static_cast<Address>(call.address("made_start") + last), from);
    call.set(static_cast<Address>(call.address("made_dest") + last), to);
}

void put_lock(Call& call, Choices& choices) {
    for (const char* const table : {"hashpos_mouse_lock", "hashpos_cats_lock"}) {
        if (!has(call, table) || choices.one_in(2)) continue;
        call.set(static_cast<Address>(call.address(table) + call.byte("hash")), call.byte("lock"));
    }
}

void put_hash_tables(Call& call, const ryg3::HashTables& tables) {
    const auto put = [&call](std::string_view name, std::span<const Byte> bytes) {
        std::ranges::copy(bytes, call.ram.begin() + call.address(name));
    };
    for (const auto& [name, table] : {std::pair{"mouse", &tables.of(engine::Side::mouse)},
                                      {"cats", &tables.of(engine::Side::cats)}}) {
        put(fmt::format("hashpos_{}_start", name), table->start());
        put(fmt::format("hashpos_{}_dest", name), table->dest());
        put(fmt::format("hashpos_{}_lock", name), table->lock());
        const std::array collisions{emu::low(table->collisions()), emu::high(table->collisions())};
        put(fmt::format("collisions_{}", name), collisions);
    }
}

void expect_board(const Call& in, Expected& e, const ryg3::HashedBoard& board) {
    e.bytes("board", ryg3::to_bytes(board.board()));
    e.bytes("square_of", board.board().squares);
    e.byte("side", board.board().side == engine::Side::mouse ? 0 : 1);
    e.byte("hash", board.hash());
    if (has(in, "lock")) e.byte("lock", board.lock());
}

void expect_random_tables(const Call& in, Expected& e, const ryg3::RandomTables& tables) {
    for (std::size_t piece = 0; piece < ryg3::piece_count; ++piece) {
        e.bytes(fmt::format("hash_{}", piece_names[piece]), tables.hash[piece]);
        const std::string lock = fmt::format("lock_{}", piece_names[piece]);
        if (has(in, lock)) e.bytes(lock, tables.lock[piece]);
    }
}

void expect_hash_tables(const Call& in, Expected& e, const ryg3::HashTables& tables) {
    for (const std::string_view side : {"mouse", "cats"}) {
        const ryg3::HashTable& table =
            tables.of(side == "cats" ? engine::Side::cats : engine::Side::mouse);
        e.bytes(fmt::format("hashpos_{}_start", side), table.start());
        e.bytes(fmt::format("hashpos_{}_dest", side), table.dest());
        const std::string lock = fmt::format("hashpos_{}_lock", side);
        if (has(in, lock)) e.bytes(lock, table.lock());
        const Address at = in.address(fmt::format("collisions_{}", side));
        e.at(at, emu::low(table.collisions()));
        e.at(static_cast<Address>(at + 1), emu::high(table.collisions()));
    }
}

void expect_element(const Call& in, Expected& e, std::string_view array, unsigned index,
                    int value) {
    e.at(static_cast<Address>(in.address(array) + index), static_cast<Byte>(value));
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
    text += fmt::format("SIDE:{:02X} PLY:{:02X} HPLY:{:02X} HASH:{:02X}",
                        board.side == engine::Side::mouse ? 0 : 1, ply, hply, hash);
    if (has(in, "lock")) text += fmt::format(" LOCK:{:02X}", lock);
    return text + '\r';
}

std::string line_text(const ryg3::Iteration& iteration, ryg3::Version version) {
    std::string text;
    for (const ryg3::Move move : iteration.line) text += ' ' + to_string(move);
    const bool whole = iteration.line.size() == static_cast<std::size_t>(iteration.depth);
    if (version >= ryg3::Version::v10 && !whole) text += " ...";
    return text + '\r';
}

std::string iteration_text(const ryg3::Iteration& iteration, ryg3::Version version) {
    return fmt::format("{:02X}:{:08X},{:02X}", iteration.depth, iteration.nodes, iteration.score) +
           line_text(iteration, version);
}

std::string slot_text(const Call& in, unsigned slot, ryg3::Move move, Byte lock) {
    const std::string locked = has(in, "lock") ? fmt::format("{:02X}", lock) : "";
    return fmt::format("{:02X}:{}{},", slot, to_string(move), locked);
}

std::string positions_text(const Call& in, const ryg3::HashTables& tables, engine::Side side) {
    const ryg3::HashTable& table = tables.of(side);
    std::string text;
    for (unsigned slot = 0; slot < 256; ++slot) {
        const auto hash = static_cast<Byte>(slot);
        if (table.start()[slot] == 0xff) continue;
        text += slot_text(in, slot, table.move_at(hash), table.lock()[slot]);
    }
    return text + '\r';
}

std::string hash_tables_text(const Call& in, const ryg3::HashTables& tables) {
    return "HASHPOS MOUSE\r" + positions_text(in, tables, engine::Side::mouse) + "HASHPOS CATS\r" +
           positions_text(in, tables, engine::Side::cats);
}

std::string history_text(const ryg3::History& history) {
    std::string text;
    for (unsigned move = 0; move < history.size(); ++move) {
        const ryg3::Move played{static_cast<Byte>(move / 64), static_cast<Byte>(move % 64)};
        if (history[move] != 0) text += fmt::format("{}:{:02X},", to_string(played), history[move]);
    }
    return text + '\r';
}

}  // namespace ryg::blocks::second
