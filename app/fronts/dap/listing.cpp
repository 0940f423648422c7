// Reads forward from a known start; 6502 code falls into step within a few bytes anyway.
#include "app/fronts/dap/listing.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "emu/disassemble.hpp"

namespace ryg::app::dap {
namespace {

using emu::Address;
using emu::Byte;

constexpr std::int64_t memory_end = 0x10000;
constexpr std::int64_t longest = 3;  // bytes of an instruction

Row row_at(const Code& code, std::int64_t at, std::int64_t fixed) {
    if (at < 0 || at >= memory_end) return {at, {}, "no memory"};
    const auto byte = [&](std::int64_t offset) {
        return code.peek(static_cast<Address>(at + offset));
    };
    const emu::Disassembly read =
        emu::disassemble(static_cast<Address>(at), {byte(0), byte(1), byte(2)});
    const auto reaches_over = [&](std::int64_t start) {
        return start == fixed || start >= memory_end || code.is_start(static_cast<Address>(start));
    };
    Row row{at, {byte(0)}, read.text};
    for (std::int64_t next = 1; next < read.length; ++next) {
        if (reaches_over(at + next)) return {at, {byte(0)}, fmt::format(".byte ${:02x}", byte(0))};
        row.bytes.push_back(byte(next));
    }
    return row;
}

std::int64_t behind(const Row& row) {
    return row.address + std::max<std::int64_t>(1, static_cast<std::int64_t>(row.bytes.size()));
}

/// Where to begin to read, so that at least `rows` rows come before `address`.
std::int64_t begin_of(const Code& code, std::int64_t address, std::int64_t rows) {
    constexpr std::int64_t search = 64;
    const std::int64_t enough = address - longest * rows;
    for (std::int64_t at = enough; at > std::max<std::int64_t>(0, enough - search); --at) {
        if (at < memory_end && code.is_start(static_cast<Address>(at))) return at;
    }
    return enough;
}

}  // namespace

std::vector<Row> list_rows(const Code& code, std::int64_t address, std::int64_t first,
                           std::size_t count) {
    std::vector<Row> before, rows;
    if (first < 0) {
        for (auto at = begin_of(code, address, -first); at < address; at = behind(before.back())) {
            before.push_back(row_at(code, at, address));
        }
        const auto wanted = std::min<std::size_t>(count, static_cast<std::size_t>(-first));
        const auto from = before.end() + first;
        rows.assign(from, from + static_cast<std::ptrdiff_t>(wanted));
    }
    for (std::int64_t at = address, number = 0; rows.size() < count; ++number) {
        Row row = row_at(code, at, address);
        at = behind(row);
        if (number >= first) rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace ryg::app::dap
