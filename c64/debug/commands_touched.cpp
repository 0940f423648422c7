// Commands that say what was touched: the heat of memory, and the source lines that were executed.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "c64/program/coverage.hpp"
#include "c64/program/files.hpp"
#include "c64/program/text.hpp"

namespace ryg::c64::debug {
namespace {

/// How often each address was touched.
struct Touched {
    Coverage run;
    std::vector<std::uint64_t> loads = std::vector<std::uint64_t>(0x10000), stores = loads;
};

Touched touched_in(const Debugger& debugger, Steps steps) {
    static const std::vector<Byte> everything(0x10000, Kind::load | Kind::store);
    Touched touched;
    Tap tap{.wanted = everything.data()};
    debugger.replay(
        steps.first, steps.last,
        [&touched, &tap](const Executed& done, const Moment&) {
            const Address pc = done.before.pc;
            if (!done.interrupt) ++touched.run.executed[pc];
            if (!done.interrupt && done.after.pc != static_cast<Address>(pc + 2)) {
                ++touched.run.taken[pc];
            }
            for (const Access& each : tap.found) {
                ++(each.is_store ? touched.stores : touched.loads)[each.address];
            }
        },
        tap);
    return touched;
}

/// A picture of all memory, a page a line, in which stores are red, loads green and instructions
/// blue, the brighter the more often: a bitmap of 256 by 256 points.
std::string bitmap_of(const Touched& touched) {
    constexpr std::uint32_t side = 256, header = 54, size = header + side * side * 3;
    std::string bytes = "BM";
    const auto put = [&bytes](std::uint32_t value, int count) {
        for (; count > 0; --count, value >>= 8) bytes += static_cast<char>(value & 0xFF);
    };
    put(size, 4);
    put(0, 4);
    put(header, 4);
    put(40, 4);  // of the second header
    put(side, 4);
    put(0U - side, 4);  // the first line is the top
    put(1, 2);
    put(24, 2);
    put(0, 4);  // not compressed
    put(side * side * 3, 4);
    for (int unused = 0; unused < 4; ++unused) put(0, 4);
    const auto shade = [](std::uint64_t count) {
        return count == 0 ? 0U
                          : std::min(255U, 80U + 16U * static_cast<unsigned>(std::log2(count)));
    };
    for (std::size_t at = 0; at < 0x10000; ++at) {
        put(shade(touched.run.executed[at]), 1);
        put(shade(touched.loads[at]), 1);
        put(shade(touched.stores[at]), 1);
    }
    return bytes;
}

/// `[from cycle] [to cycle] [file]`, in any order; `root folder`, too, where there is a `root`.
std::pair<Steps, std::string> take_part(const Commands& commands, Arguments& arguments,
                                        Path* root = nullptr) {
    Steps steps{0, commands.debugger.history().now().steps};
    std::string path;
    while (!arguments.empty()) {
        if (commands.take_bound(arguments, steps)) continue;
        if (root != nullptr && arguments.take_if("root")) {
            const std::string folder = arguments.quoted("the folder");
            if (!is_folder(folder)) {
                throw BadCommand(fmt::format("{}: there is no such folder", folder));
            }
            *root = absolute_path(folder);
            continue;
        }
        if (!path.empty()) arguments.end();
        path = arguments.quoted("the file");
    }
    if (steps.first >= steps.last) throw BadCommand("nothing has been done in that time");
    return {steps, path};
}

/// A picture in a file, or a line for each page that was touched.
Reply show_heat(Commands& commands, Arguments& arguments) {
    const auto [steps, path] = take_part(commands, arguments);
    if (!path.empty() && !lower_case(path).ends_with(".bmp")) {
        throw BadCommand(fmt::format("{}: the picture is a bitmap: name the file .bmp", path));
    }
    const Touched touched = touched_in(commands.debugger, steps);
    if (!path.empty()) {
        commands.write(path, bitmap_of(touched));
        return fmt::format("a picture of 256 pages: {}\n", path);
    }
    std::string text = fmt::format("page  {:>12} {:>12} {:>12}\n", "executed", "loads", "stores");
    for (std::size_t page = 0; page < 0x10000; page += 0x100) {
        const auto sum = [page](const std::vector<std::uint64_t>& counts) {
            std::uint64_t all = 0;
            for (std::size_t at = page; at < page + 0x100; ++at) all += counts[at];
            return all;
        };
        const auto executed = sum(touched.run.executed), loads = sum(touched.loads),
                   stores = sum(touched.stores);
        if (executed + loads + stores == 0) continue;
        text += fmt::format("${:04x} {:>12} {:>12} {:>12}\n", page, executed, loads, stores);
    }
    return text;
}

/// The code that source lines have made, as it is in memory, and $00 everywhere else.
Image code_in(const Machine& machine, const Symbols& symbols) {
    Image code{.name = "the program",
               .bytes = std::vector<Byte>(0x10000),
               .info = std::make_shared<const DebugInfo>(symbols.info)};
    for (std::size_t at = 0; at < code.bytes.size(); ++at) {
        if (symbols.is_code(static_cast<Address>(at))) code.bytes[at] = machine.ram()[at];
    }
    return code;
}

/// Source lines and branches for `lcov` and `genhtml`, of the program as it was at the beginning.
Reply write_coverage(Commands& commands, Arguments& arguments) {
    Path root;
    const auto [steps, path] = take_part(commands, arguments, &root);
    if (path.empty()) throw BadCommand("the file is missing");
    const auto begin = commands.debugger.history().copy_at(steps.first);
    const Image program = code_in(begin->machine, commands.symbols);
    std::uint64_t lines = 0, hit = 0;
    std::string text;
    for (std::string line : lines_of(lcov(touched_in(commands.debugger, steps).run, program))) {
        if (line.starts_with("DA:")) {
            ++lines;
            if (!line.ends_with(",0")) ++hit;
        } else if (line.starts_with("SF:")) {
            const auto& files = program.info->files();
            const auto file = std::ranges::find(files, line.substr(3)) - files.begin();
            const auto& source = commands.symbols.sources[static_cast<std::size_t>(file)].path;
            line = "SF:" + (root.empty() ? source : source.lexically_proximate(root)).string();
        }
        text += line + '\n';
    }
    commands.write(path, text);
    return fmt::format("{} of {} source lines were executed: {}\n", hit, lines, path);
}

// clang-format off
const Command touched_rows[]{
    {{"heat"}, "[from cycle] [to cycle] [file]",
     "count accesses by page; write a picture (BMP), a row per page", "history",
     show_heat, "heat heat.bmp"},
    {{"coverage", "cov"}, "[from cycle] [to cycle] [root folder] file",
     "write executed lines and branches for lcov; paths are absolute, or below root",
     "history", write_coverage, "coverage run.info"},
};
// clang-format on

}  // namespace

std::span<const Command> touched_commands() { return touched_rows; }

}  // namespace ryg::c64::debug
