// What the processor reads where, and which of its accesses are plain.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "c64/board/pla.hpp"
#include "emu/recompiler/window.hpp"

namespace ryg::c64 {

using emu::Address;
using emu::Byte;

/// The sockets of the board, and the two windows of a cartridge.
enum class Rom : std::uint8_t { kernal, basic, chargen, roml, romh };

[[nodiscard]] constexpr std::size_t size_of(Rom rom) { return rom == Rom::chargen ? 4096 : 8192; }

/// Where a ROM is in the board's array, which begins with its RAM.
[[nodiscard]] constexpr std::size_t place_of(Rom rom) {
    constexpr std::array<std::size_t, 5> places{0x10000, 0x12000, 0x14000, 0x15000, 0x17000};
    return places[static_cast<std::size_t>(rom)];
}

/// An access is plain if it is one to the board's array of RAM and ROMs: no chip, port, cartridge
/// register or watched page. All cores ask here; whether an event is due first, they ask the board.
class BankMap {
  public:
    BankMap() { enter(modes[0]); }
    void enter(const BankMode& mode);
    /// From now on no access is plain.
    void close();
    /// Leaves the pages with these addresses out of plain code.
    void watch(std::span<const Address> addresses);

    [[nodiscard]] const BankMode& mode() const { return mode_; }
    [[nodiscard]] bool has_chips() const { return mode_.at_d000 == Area::io; }
    [[nodiscard]] bool is_ultimax() const { return ultimax_; }

    [[nodiscard, gnu::always_inline]] bool reads_ram(Address address) const {
        return address < ram_below_;
    }
    /// What to add to an address for the position of what is read there; negative: not plain.
    [[nodiscard, gnu::always_inline]] std::int32_t read_offset(Address address) const {
        return pages_->read[address >> 8];
    }
    [[nodiscard, gnu::always_inline]] bool writes_ram(Address address) const {
        return address - first_plain_write < plain_writes_;
    }
    [[nodiscard, gnu::always_inline]] bool writes_below_kernal(Address address) const {
        return address >= kernal_at && !ultimax_;
    }
    /// Where in `array`, less `pc`, the three bytes of code from `pc` on are; nullptr: not plain.
    [[nodiscard, gnu::always_inline]] const Byte* code(const Byte* array, Address pc) const {
        if (pc < ram_code_below_) [[likely]]
            return array;
        const std::int32_t offset = code_[pc >> 8];
        if (offset >= 0) [[likely]]
            return array + offset;
        if (offset == nowhere || emu::low(pc) > last_in_page) return nullptr;
        return array + ~offset;
    }
    /// All this for the recompiler, but for what the board has to add.
    [[nodiscard]] emu::recompiler::Window window() const {
        return {.code_below = ram_code_below_,
                .reads_below = ram_below_,
                .writes_from = first_plain_write,
                .writes_below = first_plain_write + plain_writes_,
                .rom_from = mode_.at_e000 == Area::kernal ? kernal_at : 0x10000,
                .rom_code_from = kernal_code_.from,
                .rom_code_below = kernal_code_.below,
                .rom = static_cast<unsigned>(place_of(Rom::kernal)) - kernal_at};
    }
    bool operator==(const BankMap&) const = default;

  private:
    static constexpr std::int32_t nowhere = std::numeric_limits<std::int32_t>::min();
    static constexpr unsigned first_plain_write = 2;
    static constexpr unsigned kernal_at = 0xE000;
    static constexpr unsigned last_in_page = 0xFC;  // the next instruction starts in it, too

    /// The two tables of a mode.
    struct Pages {
        std::array<std::int32_t, 256> read{}, code{};
        unsigned ram_below = 0;
    };
    struct CodeRange {
        unsigned from = 0, below = 0;
        bool operator==(const CodeRange&) const = default;
    };
    [[nodiscard]] static const Pages& pages_of(const BankMode& mode);
    void map();

    std::vector<Address> watched_;  // during a run
    BankMode mode_{};
    bool closed_ = false;
    bool ultimax_ = false;
    const Pages* pages_ = nullptr;          // of the current mode
    std::array<std::int32_t, 256> code_{};  // like its code table, without watched pages
    unsigned ram_below_ = 0;                // reads below this address are from RAM
    unsigned ram_code_below_ = 0;           // as are reads of three bytes from addresses below this
    CodeRange kernal_code_;                 // the longer part, before or after the watched pages
    unsigned plain_writes_ = 0;             // number of addresses from 2 on that are plain to write
};

}  // namespace ryg::c64
