// Everything but the processor: memory, the address decoder, the chips, and when they next act.
//
//  blob_   $00000 RAM | $10000 KERNAL | $12000 BASIC | $14000 CHARGEN | $15000 ROML | $17000 ROMH
//                 ^            ^
//  pages[page] =  0            $10000 - $e000    the byte is at blob_[pages[page] + address];
//                                                negative: chips, the port or nothing, by the
//                                                slow path
//
// Each mode that the port and the cartridge choose has two such tables, one for reads and one for
// code; most accesses are to the RAM below the first ROM and need neither. Chips are brought up
// to date when they are accessed or when the next event is due: nothing ticks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "c64/board/bank_map.hpp"
#include "c64/board/keyboard.hpp"
#include "c64/board/port.hpp"
#include "c64/cia/cia.hpp"
#include "c64/media/cartridge.hpp"
#include "c64/sid/sid.hpp"
#include "c64/vic/vic.hpp"
#include "emu/bus.hpp"
#include "emu/console.hpp"
#include "emu/device.hpp"

namespace ryg::c64 {

class Board;

/// How the C64 community's test programs report: the first write to $d7ff.
struct DebugcartWrite {
    Byte value = 0;  ///< 0: passed
    Cycle cycle = 0;
    static constexpr void members(auto list) {
        list(&DebugcartWrite::value, &DebugcartWrite::cycle);
    }
    bool operator==(const DebugcartWrite&) const = default;
};

/// A bus (emu/bus.hpp) that also runs fast (emu/fast_bus.hpp). Cartridge lines are inputs; with
/// nothing plugged in, GAME and EXROM are high. Without images, the KERNAL is empty and each byte
/// of BASIC is a JAM opcode, so that a program that calls BASIC stops where it called. RAM starts
/// as 64 bytes of $00 and 64 of $ff, alternating, as in most C64s at power-on; 4 of $00 come first.
///
/// Where nothing drives the bus, and in the upper four bits of colour RAM, a read gives what the
/// VIC-II read in the same cycle.  Sources: [PLA] [C64PRG] [VIC].
class Board {
    std::array<Byte, 0x19000> blob_{};  // first: an offset into it is one into the board

  public:
    explicit Board(Model model, CiaChip cias = CiaChip::mos6526);

    /// The reset line: resets port, CIAs and SID; memory and the VIC-II keep their state.
    void reset(Cycle now);

    /// Puts a ROM into its socket. A shorter image leaves the rest as it was; a longer one is
    /// truncated.
    void install(Rom rom, std::span<const Byte> image);
    [[nodiscard]] std::span<const Byte> rom(Rom rom) const;
    void set_cartridge_lines(bool exrom, bool game);
    /// Puts a cartridge into the expansion port; the reset line starts it.
    void plug_in(Cartridge cartridge);

    // --- emu::Bus: events happen in the cycle in which they are due, and reads wait while the
    //     VIC-II has the bus.
    Byte read(Address address, Cycle& now);
    void write(Address address, Byte value, Cycle now);
    emu::Lines lines;

    // --- emu::HaltedBus: a few host instructions each where memory is plain. Functions without a
    //     body are used by the loops alone, and are inline where these are compiled (fast.cpp).
    bool run_fast(emu::Core core, emu::State& state, const emu::RunLimit& stop);
    emu::ExactEnd run_exactly(emu::State& state, const emu::RunLimit& stop,
                              const emu::Unstable& unstable);
    Byte read_exactly(Address address, Cycle& now);
    void write_exactly(Address address, Byte value, Cycle now);
    Byte read_fast(Address address, const Cycle& now);
    void look_fast(Address address, const Cycle& now);
    void write_fast(Address address, Byte value, Cycle now);
    void write_low(Address address, Byte value, Cycle now);
    [[gnu::always_inline]] Byte read_low(Address address) const { return blob_[address]; }
    [[gnu::always_inline]] bool is_plain(Address address) const { return map_.reads_ram(address); }
    [[gnu::always_inline]] const Byte* code(Address pc) const {
        return map_.code(blob_.data(), pc);
    }
    /// emu::QuietBus, for the exact core.
    [[nodiscard]] Cycle quiet_until() const {
        return next_event_ >= longest ? next_event_ - (longest - 1) : 0;
    }
    [[nodiscard, gnu::always_inline]] bool plain_to_read(Address address) const {
        return map_.reads_ram(address) || map_.read_offset(address) >= 0;
    }
    [[nodiscard, gnu::always_inline]] Byte read_plain(Address address) const {
        if (map_.reads_ram(address)) [[likely]]
            return blob_[address];
        return blob_[static_cast<std::uint32_t>(map_.read_offset(address)) + address];
    }
    [[gnu::always_inline]] bool write_plain(Address address, Byte value) {
        if (!map_.writes_ram(address) && !map_.writes_below_kernal(address)) [[unlikely]]
            return false;
        blob_[address] = value;
        return true;
    }
    [[nodiscard]] emu::recompiler::Window window() {
        emu::recompiler::Window made = map_.window();
        made.ram = blob_.data();
        made.nibbles_from = 0xD800;
        made.nibbles_below = map_.has_chips() && devices.empty() ? 0xDC00 : 0;
        made.nibbles = static_cast<unsigned>(colour_.data() - blob_.data()) - 0xD800;
        made.read_nibble = read_colour;
        made.owner = this;
        return made;
    }
    void plan(Cycle until);
    [[nodiscard]] BaWindow halt() const { return vic.ba_low(); }
    [[nodiscard]] emu::Repetitions halts_like_it(Cycle until) const;
    [[nodiscard]] Cycle wait(Cycle now) {
        return now >= vic.ba_low().from ? wait_for_bus(now) : now;
    }
    /// The end of a plan, which is made again whenever the processor continues: not compared.
    struct Planned {
        Cycle until = 0;
        BaWindow halt{};

        Planned& operator=(Cycle cycle) {
            until = cycle;
            return *this;
        }
        operator Cycle() const { return until; }
        bool operator==(const Planned&) const { return true; }
    } fast_until;
    // --------------------------------------------------------------------------------------------

    /// The byte that a read would give, without the read's side effects.
    [[nodiscard]] Byte peek(Address address, Cycle now) const;

    /// The chips at $d000-$dfff in exactly this cycle, in any mode: accesses with their side
    /// effects, and a peek without.
    Byte read_chip(Address address, Cycle now);
    void write_chip(Address address, Byte value, Cycle now);
    [[nodiscard]] Byte peek_chip(Address address, Cycle now) const;

    /// RAM under everything; index = address. The first two bytes are the port's, as read.
    [[nodiscard]] std::span<Byte, 65536> ram() { return std::span(blob_).first<65536>(); }
    [[nodiscard]] std::span<const Byte, 65536> ram() const {
        return std::span(blob_).first<65536>();
    }
    /// The bytes of RAM under the port, which the processor cannot read.
    [[nodiscard]] std::array<Byte, 2>& ram_below_port() { return below_port_; }
    [[nodiscard]] const std::array<Byte, 2>& ram_below_port() const { return below_port_; }
    /// The colour nibbles of $d800-$dbff.
    [[nodiscard]] std::span<const Byte, 1024> colour_ram() const { return colour_; }

    [[nodiscard]] BankMode mode() const { return map_.mode(); }
    [[nodiscard]] Cycle next_event() const { return next_event_; }

    /// Presses RESTORE, which is wired to NMI, bypassing the CIA: one pulse however long it is
    /// pressed, and no effect while CIA 2 holds the line.
    void press_restore(Cycle now);

    /// Leaves the pages with these addresses to the exact core, so that Cpu::run_to can stop at any
    /// of them; an empty list ends that.
    void watch(std::span<const Address> addresses);

    /// Brings every chip up to the end of cycle `now`; no program can notice.
    void catch_up(Cycle now);
    /// Whether the members of all chips are consistent in cycle `now`, up to which they have caught
    /// up.
    [[nodiscard]] bool is_possible(Model model, Cycle now) const;
    /// Recomputes what follows from the saved members: maps and events.
    void rebuild();

    /// Handles every event due in or before cycle `now`.
    void happen(Cycle now);
    /// Like happen(), for a read: returns the cycle in which the read takes place, once the VIC-II
    /// has released the bus.
    [[nodiscard]] Cycle wait_for_bus(Cycle now, Address address = 0);
    /// Connects the VIC-II's BA to the processor's RDY, or disconnects it: then nothing stalls the
    /// processor.
    void connect_ba(bool connected, Cycle now);
    /// Connects the IRQ line, or disconnects it: then the chips still pull it, but the processor
    /// does not see it.
    void connect_irq(bool connected, Cycle now);

    /// The memory that the VIC-II currently sees.
    [[nodiscard]] VicMemory seen_by_vic() const;

    Keyboard keyboard;
    Port port;
    Vic vic;
    Sid sid;
    Cia cia1, cia2;
    Byte user_port = 0xFF;  ///< levels that a device puts on PB0 to PB7, CIA 2's port B
    std::optional<DebugcartWrite> debugcart;  ///< the SID at this address gets the write, too
    emu::Devices devices;                     ///< in $d000-$dfff; not saved

    /// From now on the processor sees 64 KB of RAM and a terminal in place of the C64.
    void become_ram(emu::Terminal its_terminal);
    std::optional<emu::Terminal> terminal;  ///< set by become_ram(); not saved

    /// Every member, for saving and loading (c64/board/members.hpp), and what is not saved.
    static constexpr void members(auto list) {
        list(&Board::blob_, &Board::lines, &Board::keyboard, &Board::port, &Board::vic, &Board::sid,
             &Board::cia1, &Board::cia2, &Board::user_port, &Board::debugcart,
             &Board::irq_connected_, &Board::cartridge_, &Board::exrom_, &Board::game_,
             &Board::below_port_, &Board::colour_);
    }
    static constexpr void rebuilt(auto list) {
        list(&Board::fast_until, &Board::map_, &Board::next_event_, &Board::chips_event_,
             &Board::last_write_, &Board::on_bus_, &Board::devices, &Board::terminal);
    }
    bool operator==(const Board&) const = default;
    /// Copies all of `other` except its RAM and ROMs, which are most of it.
    void copy_without_memory(const Board& other) {
        const auto copy_one = [&]<class T>(T Board::*member) {
            if constexpr (sizeof(T) < sizeof blob_) this->*member = other.*member;
        };
        const auto copy = [&](auto... member) { (copy_one(member), ...); };
        members(copy), rebuilt(copy);
    }

  private:
    static constexpr Cycle longest = 8;  // no instruction takes longer

    struct Seldom;
    Byte read_above(Address address, Cycle now);
    static Byte read_colour(void* board, Address address, Cycle now);
    [[nodiscard]] Cycle with_halt(Cycle now) const;
    [[nodiscard]] Cycle write_with_halt(Cycle now);
    void write_mapped(Address address, Byte value, Cycle now);
    Byte read_keys(Cia& cia, unsigned index, Cycle now) const;
    Byte read_vic(Vic& chip, unsigned index, Cycle now) const;
    void write_port(Address address, Byte value, Cycle now);
    void show_port();

    void show_cartridge();
    [[nodiscard]] BankMode mode_of_lines() const;
    void choose_mode();
    [[nodiscard]] Byte open_bus(Cycle now) { return seen_by_vic(vic.read_by_chip(now)); }
    [[nodiscard]] Byte peek_open_bus(Cycle now) const {
        return seen_by_vic(Vic(vic).read_by_chip(now));
    }
    [[nodiscard]] Byte seen_by_vic(const VicRead& read) const;
    [[nodiscard]] const Byte* block_seen_by_vic(unsigned bank, unsigned block) const;

    [[nodiscard]] Byte peek_cheaply(Address address, Cycle now);
    void happen_at_write(Byte value, Cycle now);
    void drive_lines(Cycle now);
    void schedule();
    void expect_event();

    bool irq_connected_ = true;
    Cartridge cartridge_;
    bool exrom_ = true, game_ = true;
    BankMap map_;
    Cycle next_event_ = emu::never;   // the next of all events, BA falling included
    Cycle chips_event_ = emu::never;  // the next one, BA excluded
    std::array<Byte, 2> below_port_{};
    /// Used within one instruction only (write_with_halt), so not compared.
    struct LastWrite {
        Cycle cycle = 0, wait = 0;
        bool operator==(const LastWrite&) const { return true; }
    } last_write_;
    Byte on_bus_ = 0xFF;  // the processor's byte, while a picture is drawn
    std::array<Byte, 1024> colour_{};
};

inline Byte Board::read(Address address, Cycle& now) {
    if (now >= next_event_) now = wait_for_bus(now, address);
    return map_.reads_ram(address) ? blob_[address] : read_above(address, now);
}

inline void Board::write(Address address, Byte value, Cycle now) {
    if (now >= next_event_) happen_at_write(value, now);
    if (map_.writes_ram(address)) {
        blob_[address] = value;
    } else {
        write_mapped(address, value, now);
    }
}

}  // namespace ryg::c64
