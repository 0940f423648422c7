// The command that shows how often memory was accessed, as a table or as a picture.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "c64/board/state.hpp"
#include "c64/debug/commands.hpp"
#include "c64/program/text.hpp"

namespace ryg::c64::debug {
namespace {

/// Number of accesses by address.
struct AccessCounts {
    std::vector<std::uint64_t> executed = std::vector<std::uint64_t>(0x10000), loads = executed,
                               stores = executed;
};

AccessCounts touched_in(const Debugger& debugger, StepRange steps) {
    static const std::vector<Byte> everything(0x10000, AccessKind::load | AccessKind::store);
    AccessCounts touched;
    Tap tap{.wanted = everything.data()};
    debugger.replay(
        steps.first, steps.last,
        [&touched, &tap](const Executed& done, const Moment&) {
            if (!done.interrupt) ++touched.executed[done.before.pc];
            for (const WatchedAccess& each : tap.found) {
                ++(each.is_store ? touched.stores : touched.loads)[each.address];
            }
        },
        tap);
    return touched;
}

void put(std::string& bytes, std::uint32_t value) {  // the high byte first
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
}

void put_chunk(std::string& png, const std::string& content) {  // content: name and bytes
    put(png, static_cast<std::uint32_t>(content.size() - 4));
    png += content;
    put(png, crc_32(std::vector<Byte>(content.begin(), content.end())));
}

/// All memory as an uncompressed PNG of 256 by 256 pixels, one page per line (RFC 1950, 1951).
/// Stores are red, loads green, instructions blue; brighter means more often.
std::string png_of(const AccessCounts& touched) {
    constexpr std::uint32_t side = 256, most = 0xFFFF, modulus = 65'521;
    const auto shade = [](std::uint64_t count) {
        return count == 0 ? 0U
                          : std::min(255U, 80U + 16U * static_cast<unsigned>(std::log2(count)));
    };
    std::string rows;
    for (std::size_t at = 0; at < 0x10000; ++at) {
        if (at % side == 0) rows += '\0';  // no filter
        for (const auto* counts : {&touched.stores, &touched.loads, &touched.executed}) {
            rows += static_cast<char>(shade((*counts)[at]));
        }
    }
    std::string data = "IDAT\x78\x01";
    for (std::size_t at = 0; at < rows.size(); at += most) {
        const std::string block = rows.substr(at, most);
        const auto size = static_cast<unsigned>(block.size());
        data += at + most < rows.size() ? '\0' : '\1';
        for (const unsigned word : {size, ~size}) {
            data += static_cast<char>(word & 0xFF);
            data += static_cast<char>(word >> 8 & 0xFF);
        }
        data += block;
    }
    std::uint32_t low = 1, high = 0;
    for (const char byte : rows) {
        low = (low + static_cast<Byte>(byte)) % modulus;
        high = (high + low) % modulus;
    }
    put(data, high << 16 | low);
    std::string head = "IHDR";
    put(head, side);
    put(head, side);
    head += {8, 2, 0, 0, 0};  // bits of a colour, RGB
    std::string png = "\x89PNG\r\n\x1a\n";
    for (const std::string& chunk : {head, data, std::string("IEND")}) put_chunk(png, chunk);
    return png;
}

/// `[from cycle] [to cycle] [file]`, in any order.
std::pair<StepRange, std::string> take_part(const Commands& commands, Arguments& arguments) {
    StepRange steps{0, commands.debugger.history().now().steps};
    std::string path;
    while (!arguments.empty()) {
        if (commands.take_bound(arguments, steps)) continue;
        if (!path.empty()) arguments.end();
        path = arguments.quoted("the file");
    }
    if (steps.first >= steps.last) throw BadCommand("nothing has been done in that time");
    return {steps, path};
}

/// A picture in a file, or a line for each page that was touched.
Reply show_heat(Commands& commands, Arguments& arguments) {
    const auto [steps, path] = take_part(commands, arguments);
    if (!path.empty() && !lower_case(path).ends_with(".png")) {
        throw BadCommand(fmt::format("{}: the picture is a PNG: name the file .png", path));
    }
    const AccessCounts touched = touched_in(commands.debugger, steps);
    if (!path.empty()) {
        commands.write(path, png_of(touched));
        return fmt::format("a picture of 256 pages: {}\n", path);
    }
    std::string text = fmt::format("page  {:>12} {:>12} {:>12}\n", "executed", "loads", "stores");
    for (std::size_t page = 0; page < 0x10000; page += 0x100) {
        const auto sum = [page](const std::vector<std::uint64_t>& counts) {
            std::uint64_t all = 0;
            for (std::size_t at = page; at < page + 0x100; ++at) all += counts[at];
            return all;
        };
        const auto executed = sum(touched.executed), loads = sum(touched.loads),
                   stores = sum(touched.stores);
        if (executed + loads + stores == 0) continue;
        text += fmt::format("${:04x} {:>12} {:>12} {:>12}\n", page, executed, loads, stores);
    }
    return text;
}

// clang-format off
const Command touched_rows[]{
    {{"heat"}, "[from cycle] [to cycle] [file]",
     "count accesses by page; write a picture (PNG), a row per page", "history",
     show_heat, "heat heat.png"},
};
// clang-format on

}  // namespace

std::span<const Command> touched_commands() { return touched_rows; }

}  // namespace ryg::c64::debug
