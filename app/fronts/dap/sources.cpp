// Maps paths of the assembler to paths of clients. Listings are decoded forward from a known start:
// 6502 code synchronises within a few bytes anyway.
#include "app/fronts/dap/sources.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "emu/disassemble.hpp"

namespace ryg::app::dap {

namespace fs = std::filesystem;

std::optional<std::size_t> SourceFiles::find(const std::string& path) const {
    std::error_code ignored;
    const fs::path wanted = fs::weakly_canonical(path, ignored);
    const auto& files = symbols_.sources;
    const auto same = std::ranges::find(files, wanted, &c64::debug::Symbols::SourceFile::path);
    if (same != files.end()) return static_cast<std::size_t>(same - files.begin());
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i].path.filename() != wanted.filename()) continue;
        if (found) return std::nullopt;
        found = i;
    }
    return found;
}

Json SourceFiles::body(std::size_t file) const {
    const fs::path& path = symbols_.sources[file].path;
    return {{"name", path.filename().string()}, {"path", path.string()}};
}

Json SourceFiles::all() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < symbols_.sources.size(); ++i) {
        if (symbols_.sources[i].at_hand) list.push_back(body(i));
    }
    return list;
}

std::string SourceFiles::missing() const {
    std::string names;
    for (const auto& file : symbols_.sources) {
        if (file.at_hand) continue;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", file.path.string());
    }
    if (names.empty()) return "";
    return fmt::format(
        "no source file {}: 'sourceFolders' in the launch request says where to look\n", names);
}

namespace {

using c64::debug::Symbols;
using emu::Address;
using emu::Byte;

constexpr std::int64_t memory_end = 0x10000;
constexpr std::int64_t longest_instruction = 3;  // bytes

struct CodeLine {
    const c64::Machine& machine;
    const Symbols& symbols;
};

/// Whether an instruction is known to begin here: at a label or a source line.
bool is_start(const Symbols& symbols, Address address) {
    if (symbols.labels.nearest(address, 0)) return true;
    const auto line = symbols.info.line_at(address);
    return line && address > 0 && line != symbols.info.line_at(static_cast<Address>(address - 1));
}

ListedRow row_at(const CodeLine& code, std::int64_t at, std::int64_t fixed) {
    if (at < 0 || at >= memory_end) return {at, {}, "no memory"};
    const auto byte = [&](std::int64_t offset) {
        return code.machine.peek(static_cast<Address>(at + offset));
    };
    const auto here = static_cast<Address>(at);
    const std::array bytes{byte(0), byte(1), byte(2)};
    const emu::Disassembly read =
        emu::disassemble(here, bytes, code.symbols.operand_name(here, bytes));
    const auto reaches_over = [&](std::int64_t start) {
        return start == fixed || start >= memory_end ||
               is_start(code.symbols, static_cast<Address>(start));
    };
    ListedRow row{at, {byte(0)}, read.text};
    for (std::int64_t next = 1; next < read.length; ++next) {
        if (reaches_over(at + next)) return {at, {byte(0)}, fmt::format(".byte ${:02x}", byte(0))};
        row.bytes.push_back(byte(next));
    }
    return row;
}

std::int64_t end_of(const ListedRow& row) {
    return row.address + std::max<std::int64_t>(1, static_cast<std::int64_t>(row.bytes.size()));
}

/// The address at which to begin decoding, so that at least `rows` rows precede `address`.
std::int64_t begin_of(const CodeLine& code, std::int64_t address, std::int64_t rows) {
    constexpr std::int64_t search = 64;
    const std::int64_t enough = address - longest_instruction * rows;
    for (std::int64_t at = enough; at > std::max<std::int64_t>(0, enough - search); --at) {
        if (at < memory_end && is_start(code.symbols, static_cast<Address>(at))) return at;
    }
    return enough;
}

}  // namespace

std::vector<ListedRow> list_rows(const c64::Machine& machine, const Symbols& symbols,
                                 std::int64_t address, std::int64_t first, std::size_t count) {
    const CodeLine code{machine, symbols};
    std::vector<ListedRow> before, rows;
    if (first < 0) {
        for (auto at = begin_of(code, address, -first); at < address; at = end_of(before.back())) {
            before.push_back(row_at(code, at, address));
        }
        const auto wanted = std::min<std::size_t>(count, static_cast<std::size_t>(-first));
        const auto from = before.end() + first;
        rows.assign(from, from + static_cast<std::ptrdiff_t>(wanted));
    }
    for (std::int64_t at = address, number = 0; rows.size() < count; ++number) {
        ListedRow row = row_at(code, at, address);
        at = end_of(row);
        if (number >= first) rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace ryg::app::dap
