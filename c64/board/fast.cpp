// The loops of the board, compiled here with the frequent accesses inline.
#include <algorithm>

#include "c64/board/board.hpp"
#include "emu/recompiler/run.hpp"

/// A call that the fast path rarely makes. If the compiler supports it, the callee preserves all
/// registers, so that the many callers need not save theirs. That calling convention must not leave
/// this file, nor go through a linkage table.
#if defined(__clang__) && defined(__x86_64__)
#define C64_SELDOM __attribute__((noinline, visibility("hidden"), preserve_most))
#else
#define C64_SELDOM __attribute__((noinline))
#endif

namespace ryg::c64 {

struct Board::Seldom {
    C64_SELDOM static Byte read(Board& board, Address address, Cycle now) {
        return board.read_above(address, now);
    }
    /// Writes to colour RAM need no exact time; translated code makes them, too.
    C64_SELDOM static void write(Board& board, Address address, Byte value, Cycle now) {
        const bool is_timeless = address >> 10 == 0xD800 >> 10 && board.devices.empty();
        board.write_mapped(address, value, is_timeless ? now : board.write_with_halt(now));
    }
    C64_SELDOM static Cycle wait(Board& board, Address address, Cycle now) {
        return board.wait_for_bus(now, address);
    }
    C64_SELDOM static void happen(Board& board, Byte value, Cycle now) {
        board.happen_at_write(value, now);
    }
    C64_SELDOM static void write_exactly(Board& board, Address address, Byte value, Cycle now) {
        board.write_mapped(address, value, now);
    }
};

// clang-format off
[[gnu::always_inline]] inline Byte Board::read_exactly(Address address, Cycle& now) {
    if (now >= next_event_) [[unlikely]] now = Seldom::wait(*this, address, now);
    if (map_.reads_ram(address)) [[likely]] return blob_[address];
    return Seldom::read(*this, address, now);
}

[[gnu::always_inline]] inline void Board::write_exactly(Address address, Byte value, Cycle now) {
    if (now >= next_event_) [[unlikely]] Seldom::happen(*this, value, now);
    if (map_.writes_ram(address)) [[likely]] blob_[address] = value;
    else Seldom::write_exactly(*this, address, value, now);
}

[[gnu::always_inline]] inline Byte Board::read_fast(Address address, const Cycle& now) {
    if (map_.reads_ram(address)) [[likely]] return blob_[address];
    return Seldom::read(*this, address, now);
}

// Reads of colour RAM have no side effects, and the open bus's part of the value is slow to
// compute.
[[gnu::always_inline]] inline void Board::look_fast(Address address, const Cycle& now) {
    if (address >> 10 != 0xD800 >> 10 || !devices.empty()) Seldom::read(*this, address, now);
}

[[gnu::always_inline]] inline void Board::write_fast(Address address, Byte value, Cycle now) {
    if (map_.writes_ram(address)) [[likely]] blob_[address] = value;
    else Seldom::write(*this, address, value, now);
}

[[gnu::always_inline]] inline void Board::write_low(Address address, Byte value, Cycle now) {
    if (address > 1) [[likely]] blob_[address] = value;
    else Seldom::write(*this, address, value, now);
}
// clang-format on

void Board::plan(Cycle until) {
    const BaWindow ba = vic.ba_low();
    const bool nothing_else = ba.alone && ba.to + longest <= chips_event_;
    const Cycle plain = nothing_else ? ba.from : quiet_until();
    fast_until = until < plain ? until : plain;
    fast_until.halt = ba;
}

emu::Repetitions Board::halts_like_it(Cycle until) const {
    const BaWindow ba = vic.ba_low();
    const Cycle end = std::min(until, chips_event_), last = ba.to + longest;
    const auto [count, period] = vic.repeats_of_ba();
    if (count == 0 || end < last) return {};
    return {static_cast<unsigned>(std::min<Cycle>(count, (end - last) / period)), period};
}

/// False while a picture is drawn, which needs the byte on the bus in each cycle.
bool Board::run_fast(emu::Core core, emu::State& state, const emu::RunLimit& stop) {
    if (vic.draws_picture()) [[unlikely]]
        return false;
    return core == emu::Core::recompiler ? emu::recompiler::run_fast(*this, state, stop)
                                         : emu::run_fast(*this, state, stop);
}

emu::ExactEnd Board::run_exactly(emu::State& state, const emu::RunLimit& stop,
                                 const emu::Unstable& unstable) {
    return emu::Exactly<Board>::run(*this, state, stop, unstable);
}

static_assert(emu::HaltedBus<Board> && emu::FastBus<Board> && emu::ExactBus<Board> &&
              (emu::QuietBus<Board> || !emu::has_quiet_handlers));

}  // namespace ryg::c64
