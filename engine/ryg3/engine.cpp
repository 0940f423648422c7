// Talks to the second engine through its labels.
#include "engine/ryg3/engine.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/ryg/asm_engine.hpp"
#include "engine/ryg3/programs.hpp"

namespace ryg::crosscheck {

using engine::Side;
using ryg3::Board;
using ryg3::Move;
using ryg3::Version;

namespace {

constexpr Cycle longest_call = 1'000'000;

constexpr std::array hash_labels{"hash_mouse", "hash_cat1", "hash_cat2", "hash_cat3", "hash_cat4"};
constexpr std::array lock_labels{"lock_mouse", "lock_cat1", "lock_cat2", "lock_cat3", "lock_cat4"};
constexpr std::array side_labels{"mouse", "cats"};

std::string_view add_routine(Side side) {
    return side == Side::mouse ? "addHashPosMouse" : "addHashPosCats";
}
std::string_view look_up_routine(Side side) {
    return side == Side::mouse ? "lookUpMouse" : "lookUpCats";
}

}  // namespace

AsmRyg3::AsmRyg3(Version version) : AsmRyg3(program(version), version) {}

AsmRyg3::AsmRyg3(const c64::Image& program, Version version)
    : version_(version),
      labels_(program.labels),
      board_(labels_.at("board")),
      side_(labels_.at("side")),
      hash_(labels_.at("hash")),
      get_hash_(labels_.at("getHash")) {
    machine_.boot();
    machine_.load(program);
    if (has_locks()) {
        lock_ = labels_.at("lock");
        get_lock_ = labels_.at("getLock");
    }
}

Cycle AsmRyg3::call(Address routine, std::string_view name) {
    const c64::CallResult result = machine_.call(routine, {}, longest_call);
    if (!result.returned()) {
        throw EngineFault(fmt::format("{} did not return: {} at {} after {} cycles", name,
                                      c64::to_string(result.ended),
                                      labels_.describe(result.registers.pc), result.cycles));
    }
    cycles_ += result.cycles;
    return result.cycles;
}

Cycle AsmRyg3::call(std::string_view routine) { return call(labels_.at(routine), routine); }

void AsmRyg3::set(std::string_view label, Byte value) { machine_.ram()[labels_.at(label)] = value; }
Byte AsmRyg3::byte_at(std::string_view label) const { return machine_.ram()[labels_.at(label)]; }

void AsmRyg3::put_column(std::string_view label, std::span<const Byte> bytes) {
    std::ranges::copy(bytes, machine_.ram().begin() + labels_.at(label));
}

void AsmRyg3::put(const ryg3::RandomTables& tables) {
    for (std::size_t piece = 0; piece < ryg3::piece_count; ++piece) {
        put_column(hash_labels[piece], tables.hash[piece]);
        if (has_locks()) put_column(lock_labels[piece], tables.lock[piece]);
    }
}

ryg3::RandomTables AsmRyg3::random_tables() const {
    ryg3::RandomTables tables;
    const auto get = [this](std::string_view label, ryg3::RandomTables::Table& table) {
        std::ranges::copy(machine_.ram().subspan(labels_.at(label), table.size()), table.begin());
    };
    for (std::size_t piece = 0; piece < ryg3::piece_count; ++piece) {
        get(hash_labels[piece], tables.hash[piece]);
        if (has_locks()) get(lock_labels[piece], tables.lock[piece]);
    }
    return tables;
}

void AsmRyg3::put(const ryg3::HashTables& tables) {
    for (const Side side : {Side::mouse, Side::cats}) {
        const std::string_view name = side_labels[static_cast<std::size_t>(side)];
        const ryg3::HashTable& table = tables.of(side);
        put_column(fmt::format("hashpos_{}_start", name), table.start());
        put_column(fmt::format("hashpos_{}_dest", name), table.dest());
        if (has_locks()) put_column(fmt::format("hashpos_{}_lock", name), table.lock());
        const std::array count{emu::low(table.collisions()), emu::high(table.collisions())};
        put_column(fmt::format("collisions_{}", name), count);
    }
}

ryg3::HashTables AsmRyg3::hash_tables() const {
    ryg3::HashTables tables;
    const auto column = [this](const std::string& label) {
        ryg3::HashTable::Column bytes{};
        std::ranges::copy(machine_.ram().subspan(labels_.at(label), bytes.size()), bytes.begin());
        return bytes;
    };
    for (const Side side : {Side::mouse, Side::cats}) {
        const std::string_view name = side_labels[static_cast<std::size_t>(side)];
        ryg3::HashTable::Column lock = tables.of(side).lock();
        if (has_locks()) lock = column(fmt::format("hashpos_{}_lock", name));
        const auto ram = machine_.ram();
        const Address count = labels_.at(fmt::format("collisions_{}", name));
        tables.of(side) = ryg3::HashTable(column(fmt::format("hashpos_{}_start", name)),
                                          column(fmt::format("hashpos_{}_dest", name)), lock,
                                          emu::word(ram[count], ram[count + 1U]));
    }
    return tables;
}

ryg3::History AsmRyg3::history() const {
    ryg3::History history{};
    if (!ryg3::has_history(version_)) return history;
    std::ranges::copy(machine_.ram().subspan(labels_.at("history"), history.size()),
                      history.begin());
    return history;
}

void AsmRyg3::put(const Board& board) {
    std::ranges::copy(ryg3::to_bytes(board), machine_.ram().begin() + board_);
    machine_.ram()[side_] = static_cast<Byte>(board.side);
    set("ply", 0);
    set("hply", 0);
    call("findPieces");
}

std::optional<Board> AsmRyg3::board() const {
    const Byte side = machine_.ram()[side_];
    if (side > 1) return std::nullopt;
    return ryg3::board_from(machine_.ram().subspan(board_).first<64>(), static_cast<Side>(side));
}

Byte AsmRyg3::get_hash() {
    call(get_hash_, "getHash");
    return machine_.ram()[hash_];
}

Byte AsmRyg3::get_lock() {
    call(get_lock_, "getLock");
    return machine_.ram()[lock_];
}

void AsmRyg3::add(Side side, Byte hash, Byte lock, Move move) {
    machine_.ram()[hash_] = hash;
    if (has_locks()) machine_.ram()[lock_] = lock;
    set("hash_start", move.start);
    set("hash_dest", move.dest);
    call(add_routine(side));
}

Move AsmRyg3::look_up(Side side, Byte hash, Byte lock) {
    machine_.ram()[hash_] = hash;
    if (has_locks()) machine_.ram()[lock_] = lock;
    call(look_up_routine(side));
    return {byte_at("hash_start"), byte_at("hash_dest")};
}

std::optional<ryg3::MoveList> AsmRyg3::generate_moves() {
    const bool mouse = machine_.ram()[side_] == 0;
    set("move_end", 0);
    call(mouse ? "genMovesMouse" : "genMovesCats");
    const std::size_t count = byte_at("move_end");
    ryg3::MoveList moves;
    if (count > ryg3::MoveList::capacity) return std::nullopt;
    const auto starts = machine_.ram().subspan(labels_.at("move_start"), count);
    const auto dests = machine_.ram().subspan(labels_.at("move_dest"), count);
    for (std::size_t i = 0; i < count; ++i) moves.push_back({starts[i], dests[i]});
    return moves;
}

void AsmRyg3::make(Move move) {
    set("mv_start", move.start);
    set("mv_dest", move.dest);
    call("makeMove");
}

void AsmRyg3::take_back() { call("takeBack"); }

Byte AsmRyg3::evaluate() {
    call("evalBoard");
    return byte_at("eval");
}

void AsmRyg3::prepare(const Board& board, int depth) {
    put(board);
    set("max_depth", static_cast<Byte>(depth));
    if (version_ >= Version::v08) set("show_lines", 0);
    if (version_ >= Version::v09) set("time_limit", 0);
}

AsmIteration AsmRyg3::read_iteration(int depth) const {
    const auto at = [&](std::string_view label, unsigned offset) {
        return machine_.ram()[labels_.at(label) + offset];
    };
    const auto index = static_cast<unsigned>(depth);
    AsmIteration iteration;
    iteration.depth = depth;
    for (unsigned i = 0; i < 4; ++i) {
        iteration.nodes |= std::uint32_t{at("nodes", i)} << 8 * i;
    }
    iteration.score = at("score", index);
    if (at("best_start", index) != ryg3::no_square) {
        iteration.best = {at("best_start", index), at("best_dest", index)};
    }
    iteration.tables = hash_tables();
    return iteration;
}

/// Runs `think` from stop to stop. A run can wait for one address only: so the address that is
/// passed once an iteration is also the one to which `think` returns, and S tells which it was.
std::vector<AsmIteration> AsmRyg3::think(const Board& board, int depth,
                                         const ryg3::SearchWatch& watch, Cycle limit) {
    constexpr Cycle piece = 50'000'000;  // between two looks at whether to stop
    prepare(board, depth);
    const Address routine = labels_.at("think");
    const Address stop = ryg3::deepens(version_) ? labels_.at("iterationDone") : routine;
    emu::Registers& registers = machine_.cpu.registers;
    const emu::Registers before = registers;
    for (const Byte byte :
         {emu::high(static_cast<Address>(stop - 1)), emu::low(static_cast<Address>(stop - 1))}) {
        machine_.ram()[0x100U + registers.s] = byte;
        registers.s = static_cast<Byte>(registers.s - 1);
    }
    registers.p |= emu::Flag::I;
    machine_.cpu.jump(routine);

    std::vector<AsmIteration> iterations;
    Cycle cycles = 0;
    const auto note_iteration = [&] {
        iterations.push_back(read_iteration(byte_at("used_depth")));
        iterations.back().cycles = cycles;
        if (watch.iterated) watch.iterated(iterations.back().depth);
    };
    bool complete = false;
    while (!complete && (watch.stop == nullptr || !*watch.stop)) {
        const c64::RunResult run = machine_.run_to(stop, std::min(piece, limit - cycles));
        cycles += run.cycles;
        if (run.ended == c64::Ended::cycle_limit && cycles < limit) continue;
        if (run.ended != c64::Ended::address) {
            throw EngineFault(fmt::format("think did not return: {} at {} after {} cycles",
                                          c64::to_string(run.ended), labels_.describe(registers.pc),
                                          cycles));
        }
        complete = registers.s == before.s;
        if (!complete || !ryg3::deepens(version_)) note_iteration();
    }
    if (complete) iterations.back().cycles = cycles;
    cycles_ += cycles;
    registers = before;
    machine_.cpu.jump(before.pc);
    return iterations;
}

}  // namespace ryg::crosscheck
