// Events on the board: chips that act, and the lines they pull.
#include <algorithm>

#include "c64/board/board.hpp"

namespace ryg::c64 {

void Board::watch(std::span<const Address> addresses) { map_.watch(addresses); }

void Board::press_restore(Cycle now) {
    lines.pull_nmi(now);
    if (!cia2.interrupt()) lines.release_nmi(now + 1);
    fast_until = 0;
}

Cycle Board::wait_for_bus(Cycle now, Address address) {
    vic.release_bus(now);
    const bool draws = vic.draws_picture();
    if (draws) on_bus_ = peek_cheaply(address, now);
    if (vic.ba_low().from <= now) {
        now = vic.ba_low().to;
        if (draws) vic.draw(now, seen_by_vic());
        vic.release_bus(now);
    }
    if (now < chips_event_) {
        expect_event();
    } else {
        happen(now);
    }
    on_bus_ = 0xFF;
    return now;
}

/// Like `peek`, without copying the picture.
Byte Board::peek_cheaply(Address address, Cycle now) {
    const unsigned index = address & 0x3F;
    const bool is_vic = map_.has_chips() && address >> 10 == 0xD000 >> 10;
    return is_vic && !Vic::tells_collisions(index) ? vic.read(index, now) : peek(address, now);
}

void Board::happen_at_write(Byte value, Cycle now) {
    if (vic.draws_picture()) on_bus_ = value;
    happen(now);
    on_bus_ = 0xFF;
}

void Board::connect_ba(bool connected, Cycle now) {
    vic.connect_ba(connected, now);
    schedule();
}

void Board::connect_irq(bool connected, Cycle now) {
    irq_connected_ = connected;
    drive_lines(now);
}

void Board::happen(Cycle now) {
    while (now >= vic.next_draw()) vic.draw(vic.next_draw() + 1, seen_by_vic());
    cia1.catch_up(now);
    cia2.catch_up(now);
    vic.catch_up(now);
    vic.release_bus(now);
    if (now >= port.next_event()) {
        port.catch_up(now);
        show_port();
    }
    drive_lines(now);
    schedule();
}

/// IRQ is wired to CIA 1 and the VIC-II, NMI to CIA 2. A line that is no longer pulled rises in
/// cycle `now`; one that is pulled fell in the cycle that the chip reports.
void Board::drive_lines(Cycle now) {
    if (irq_connected_ && (cia1.interrupt() || vic.interrupt())) {
        const Cycle by_cia = cia1.interrupt() ? cia1.interrupt_since() : emu::never;
        const Cycle by_vic = vic.interrupt() ? vic.interrupt_since() : emu::never;
        if (!lines.irq_low()) {
            lines.pull_irq(std::min(by_cia, by_vic));
            fast_until = 0;
        }
    } else {
        lines.release_irq(now);
    }
    if (cia2.interrupt()) {
        lines.pull_nmi(cia2.interrupt_since());
        fast_until = 0;
    } else {
        lines.release_nmi(now);
    }
}

void Board::schedule() {
    const Cycle before = chips_event_;
    chips_event_ = std::min({cia1.next_event(), cia2.next_event(), vic.next_interrupt(),
                             vic.next_draw(), port.next_event()});
    if (chips_event_ != before) fast_until = 0;  // it may now be in the cycles with BA low
    expect_event();
}

void Board::catch_up(Cycle now) {
    happen(now);
    sid.catch_up(now);
    vic.settle(now);
    fast_until = 0;    // plan again
    last_write_ = {};  // the next access is a read
}

void Board::rebuild() {
    map_.enter(mode_of_lines());
    schedule();
    fast_until = 0;
    last_write_ = {};
}

void Board::expect_event() {
    const Cycle before = next_event_;
    next_event_ = std::min(chips_event_, vic.ba_low().from);
    // Plan again, even if only the end of the stall has moved.
    if (next_event_ != before || vic.ba_low() != fast_until.halt) fast_until = 0;
}

}  // namespace ryg::c64
