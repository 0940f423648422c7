// Talks to the second engine through its labels.
#include "engine/ryg3/engine.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/ryg3/layout.hpp"
#include "engine/ryg3/programs.hpp"

namespace ryg::engine::ryg3 {

namespace {

constexpr Cycle longest_call = 1'000'000;

}  // namespace

c64::Image program(Version version) {
    const std::string name =
        version == Version::v11 ? "ryg3" : fmt::format("ryg3-{:02}", number_of(version));
    return c64::from_embedded(*harness::find_program(ryg3_programs(), name));
}

RandomTables read_tables(const std::string& path) {
    constexpr std::size_t address = 2;
    const std::vector<Byte> file = c64::read_bytes(path, address + RandomTables::bytes);
    if (file.size() != RandomTables::bytes && file.size() != address + RandomTables::bytes) {
        throw c64::ImageError(fmt::format("{}: {} bytes: random tables are {}, or a PRG of them",
                                          path, file.size(), RandomTables::bytes));
    }
    return tables_from(std::span(file).last<RandomTables::bytes>());
}

AsmRyg3::AsmRyg3(Version version) : AsmRyg3(program(version), version) {}

AsmRyg3::AsmRyg3(const c64::Image& program, Version version)
    : Host(program, c64::Model::pal, longest_call),
      version_(version),
      board_(labels().at("board")),
      side_(labels().at("side")),
      hash_(labels().at("hash")),
      get_hash_(labels().at("getHash")) {
    if (has_locks()) {
        lock_ = labels().at("lock");
        get_lock_ = labels().at("getLock");
    }
}

Cycle AsmRyg3::call(Address routine, std::string_view name) {
    const Cycle cycles = Host::call(routine, name).cycles;
    cycles_ += cycles;
    return cycles;
}

void AsmRyg3::put(const RandomTables& tables) {
    for_each_table(tables, [this](const std::string& label, const RandomTables::Table& table) {
        if (has(label)) put(label, table);
    });
}

RandomTables AsmRyg3::random_tables() const {
    RandomTables tables;
    for_each_table(tables, [this](const std::string& label, RandomTables::Table& table) {
        if (has(label)) std::ranges::copy(bytes_at(label, table.size()), table.begin());
    });
    return tables;
}

void AsmRyg3::put(const HashTables& tables) {
    for_each_column(tables, [this](const std::string& label, std::span<const Byte> bytes) {
        if (has(label)) put(label, bytes);
    });
}

HashTables AsmRyg3::hash_tables() const {
    return hash_tables_from([this](const std::string& label, std::span<Byte> bytes) {
        if (has(label)) std::ranges::copy(bytes_at(label, bytes.size()), bytes.begin());
    });
}

History AsmRyg3::history() const {
    History history{};
    if (!has_history(version_)) return history;
    std::ranges::copy(bytes_at("history", history.size()), history.begin());
    return history;
}

void AsmRyg3::put(const Board& board) {
    std::ranges::copy(to_bytes(board), machine().ram().begin() + board_);
    machine().ram()[side_] = static_cast<Byte>(board.side);
    set("ply", 0);
    set("hply", 0);
}

std::optional<Board> AsmRyg3::board() const {
    const Byte side = machine().ram()[side_];
    if (side > 1) return std::nullopt;
    return board_from(machine().ram().subspan(board_).first<64>(), static_cast<Side>(side));
}

Byte AsmRyg3::get_hash() {
    call(get_hash_, "getHash");
    return machine().ram()[hash_];
}

Byte AsmRyg3::get_lock() {
    call(get_lock_, "getLock");
    return machine().ram()[lock_];
}

void AsmRyg3::add(Side side, Byte hash, Byte lock, Move move) {
    machine().ram()[hash_] = hash;
    if (has_locks()) machine().ram()[lock_] = lock;
    set("hash_start", move.start);
    set("hash_dest", move.dest);
    call(side == Side::mouse ? "addHashPosMouse" : "addHashPosCats");
}

Move AsmRyg3::look_up(Side side, Byte hash, Byte lock) {
    machine().ram()[hash_] = hash;
    if (has_locks()) machine().ram()[lock_] = lock;
    call(side == Side::mouse ? "lookUpMouse" : "lookUpCats");
    return {byte_at("hash_start"), byte_at("hash_dest")};
}

std::optional<MoveList> AsmRyg3::generate_moves() {
    const bool mouse = machine().ram()[side_] == 0;
    set("move_end", 0);
    call(mouse ? "genMovesMouse" : "genMovesCats");
    const std::size_t count = byte_at("move_end");
    MoveList moves;
    if (count > MoveList::capacity) return std::nullopt;
    const auto starts = bytes_at("move_start", count), dests = bytes_at("move_dest", count);
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
}

AsmIteration AsmRyg3::read_iteration(int depth) const {
    const auto at = [&](std::string_view label, unsigned offset) {
        return machine().ram()[labels().at(label) + offset];
    };
    const auto index = static_cast<unsigned>(depth);
    AsmIteration iteration;
    iteration.depth = depth;
    for (unsigned i = 0; i < 4; ++i) {
        iteration.nodes |= std::uint32_t{at("nodes", i)} << 8 * i;
    }
    iteration.score = at("score", index);
    if (at("best_start", index) != no_square) {
        iteration.best = {at("best_start", index), at("best_dest", index)};
    }
    iteration.tables = hash_tables();
    return iteration;
}

/// Runs `think` from stop to stop. A run can wait for one address only: so the address that is
/// passed once an iteration is also the one to which `think` returns, and S tells which it was.
std::vector<AsmIteration> AsmRyg3::think(const Board& board, int depth, const SearchWatch& watch,
                                         Cycle limit) {
    constexpr Cycle piece = 50'000'000;  // between two looks at whether to stop
    prepare(board, depth);
    const Address routine = labels().at("think");
    const Address stop = deepens(version_) ? labels().at("iterationDone") : routine;
    emu::Registers& registers = machine().cpu.registers;
    const emu::Registers before = registers;
    for (const Byte byte :
         {emu::high(static_cast<Address>(stop - 1)), emu::low(static_cast<Address>(stop - 1))}) {
        machine().ram()[0x100U + registers.s] = byte;
        registers.s = static_cast<Byte>(registers.s - 1);
    }
    registers.p = emu::Flag::unused;
    const Kept kept = kept_in_calls();
    machine().board.connect_irq(false, machine().cpu.cycle);
    machine().cpu.jump(routine);

    std::vector<AsmIteration> iterations;
    Cycle cycles = 0;
    const auto note_iteration = [&] {
        iterations.push_back(read_iteration(byte_at("used_depth")));
        iterations.back().cycles = cycles;
        if (watch.iterated) watch.iterated(iterations.back().depth);
    };
    bool complete = false;
    while (!complete && (watch.stop == nullptr || !*watch.stop)) {
        const c64::RunResult run =
            machine().run({.cycles = std::min(piece, limit - cycles), .at = {stop}});
        cycles += run.cycles;
        if (run.ended == c64::Ended::cycle_limit && cycles < limit) continue;
        if (run.ended != c64::Ended::address) {
            throw EngineFault(
                fmt::format("think did not return: {} at {} after {} cycles",
                            c64::to_string(run.ended), describe(registers.pc), cycles),
                callers("think"));
        }
        complete = registers.s == before.s;
        if (!complete || !deepens(version_)) note_iteration();
        if (iterations.size() > static_cast<std::size_t>(std::max(depth, 1))) {
            throw EngineFault("think begins an iteration too many", "think",
                              labels().at("used_depth"));
        }
    }
    if (complete && iterations.empty()) throw EngineFault("think ends without one", "think");
    if (complete) {
        iterations.back().cycles = cycles;
        check_return("think", {before.s, kept.port}, registers);
    }
    cycles_ += cycles;
    machine().board.connect_irq(true, machine().cpu.cycle);
    registers = before;
    machine().cpu.jump(before.pc);
    return iterations;
}

}  // namespace ryg::engine::ryg3
