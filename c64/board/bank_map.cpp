// The tables of the 32 modes, and what of them is plain.
#include "c64/board/bank_map.hpp"

namespace ryg::c64 {
namespace {

/// Offset such that array[offset + address] is the byte an area has at `address`, when the area's
/// block begins at `block`.
constexpr std::int32_t offset_of(Area area, unsigned block) {
    const auto rom = [block](Rom which) {
        return static_cast<std::int32_t>(place_of(which)) - static_cast<std::int32_t>(block);
    };
    switch (area) {
        case Area::ram: return 0;
        case Area::kernal: return rom(Rom::kernal);
        case Area::basic: return rom(Rom::basic);
        case Area::chargen: return rom(Rom::chargen);
        case Area::roml: return rom(Rom::roml);
        case Area::romh: return rom(Rom::romh);
        case Area::io:
        case Area::open: break;
    }
    return -1;
}

}  // namespace

/// Code may continue from page to page while the offset is the same. The last page before a change
/// stores the complement: plain except for the page's last three addresses. (Two would suffice, if
/// an instruction at $fffd did not end past the last address.)
const BankMap::Pages& BankMap::pages_of(const BankMode& mode) {
    static const auto all = [] {
        std::array<Pages, modes.size()> made;
        for (std::size_t i = 0; i < modes.size(); ++i) {
            auto& [read, code, ram_below] = made[i];
            const auto map = [&](unsigned first_page, unsigned pages, Area area) {
                std::fill_n(read.data() + first_page, pages, offset_of(area, first_page << 8));
            };
            map(0x10, 0x70, modes[i].at_1000);
            map(0x80, 0x20, modes[i].at_8000);
            map(0xA0, 0x20, modes[i].at_a000);
            map(0xC0, 0x10, modes[i].at_c000);
            map(0xD0, 0x10, modes[i].at_d000);
            map(0xE0, 0x20, modes[i].at_e000);
            for (unsigned page = 0; page < 256; ++page) {
                const std::int32_t here = read[page];
                const bool goes_on = page < 255 && read[page + 1] == here;
                code[page] = here < 0 ? nowhere : goes_on ? here : ~here;
            }
            const auto rom = std::ranges::find_if(read, [](auto offset) { return offset != 0; });
            ram_below = static_cast<unsigned>(rom - read.begin()) << 8;
        }
        return made;
    }();
    const auto found = std::ranges::find(modes, mode);
    return all[static_cast<std::size_t>(found - modes.begin())];
}

void BankMap::enter(const BankMode& mode) {
    mode_ = mode;
    map();
}

void BankMap::close() {
    closed_ = true;
    map();
}

void BankMap::watch(std::span<const Address> addresses) {
    watched_.assign(addresses.begin(), addresses.end());
    map();
}

void BankMap::map() {
    if (closed_) {
        static const Pages none = [] {
            Pages pages;
            pages.read.fill(-1);
            pages.code.fill(nowhere);
            return pages;
        }();
        pages_ = &none;
        code_ = none.code;
        ultimax_ = true;  // no write below the KERNAL
        ram_below_ = ram_code_below_ = plain_writes_ = 0;
        kernal_code_ = {};
        return;
    }
    ultimax_ = mode_.at_1000 == Area::open;
    // A write under ROM goes to RAM, in Ultimax modes to nothing.
    plain_writes_ = (ultimax_ ? 0x1000U : has_chips() ? 0xD000U : 0x10000U) - first_plain_write;
    pages_ = &pages_of(mode_);
    code_ = pages_->code;
    ram_below_ = pages_->ram_below;
    ram_code_below_ = std::min(ram_below_ - 2, 0xFFFDU);
    CodeRange before{kernal_at, 0xFFFD}, after = before;
    for (const Address address : watched_) {
        const unsigned page = address & 0xFF00U;
        code_[address >> 8] = nowhere;
        if (page >= kernal_at) {
            before.below = std::min(before.below, page);
            after.from = std::max(after.from, page + 0x100);
        }
        ram_code_below_ = std::min(ram_code_below_, page);
    }
    const auto size = [](const CodeRange& range) {
        return static_cast<int>(range.below - range.from);
    };
    kernal_code_ = mode_.at_e000 != Area::kernal ? CodeRange{}
                   : size(before) >= size(after) ? before
                                                 : after;
}

}  // namespace ryg::c64
