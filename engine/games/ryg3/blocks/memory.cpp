// Reads and states RYG3's variables label by label.
#include "engine/games/ryg3/blocks/memory.hpp"

namespace ryg::engine::ryg3 {

using namespace claims;

namespace {

ReadLabelled reader(const Call& in) {
    return [&in](std::string_view name, std::span<Byte> bytes) {
        if (!in.has(name)) return;
        std::copy_n(in.ram.begin() + in.address(name), bytes.size(), bytes.begin());
    };
}

}  // namespace

ryg3::RandomTables random_tables_of(const Call& in) { return random_tables_from(reader(in)); }
ryg3::HashTables hash_tables_of(const Call& in) { return hash_tables_from(reader(in)); }

ryg3::Thinker thinker_of(const Call& in) {
    return {
        .version = version_of(in), .random = random_tables_of(in), .tables = hash_tables_of(in)};
}

void put_lock(Call& call, Choices& choices) {
    for (const char* const table : {"hashpos_mouse_lock", "hashpos_cats_lock"}) {
        if (!call.has(table) || choices.one_in(2)) continue;
        call.set(table, call.byte("lock"), call.byte("hash"));
    }
}

void put_hash_tables(Call& call, const ryg3::HashTables& tables) {
    for (const auto& [name, bytes, offset] : memory_of(tables)) {
        if (call.has(name)) call.set_bytes(call.address(name), bytes);
    }
}

void expect_board(const Call& in, Expected& e, const ryg3::HashedBoard& board) {
    e.bytes("board", ryg3::to_bytes(board.board()));
    e.bytes("square_of", board.board().squares);
    e.byte("side", side_byte(board.board().side));
    e.byte("hash", board.hash());
    if (in.has("lock")) e.byte("lock", board.lock());
}

void expect_memory(const Call& in, Expected& e, const LabelledMemory& memory) {
    for (const auto& [name, bytes, offset] : memory) {
        if (in.has(name)) e.bytes_at(in.address(name) + offset, bytes);
    }
}

}  // namespace ryg::engine::ryg3
