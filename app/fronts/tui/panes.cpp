// What the full screen shows of the debugger, part by part.
#include "app/fronts/tui/panes.hpp"

#include <fmt/format.h>

#include "c64/debug/timeline.hpp"

namespace ryg::app::tui {

using c64::Address;
using c64::debug::Mark;

void draw_lines(const Window& window, Pane pane, const std::vector<std::string>& lines,
                std::string_view heading, bool tail) {
    window.put(pane.row, pane.column, pane.columns, fmt::format("-- {} ", heading), Ink::mark);
    const auto room = static_cast<std::size_t>(std::max(0, pane.rows - 1));
    std::size_t at = tail && lines.size() > room ? lines.size() - room : 0;
    for (int row = 1; row < pane.rows && at < lines.size(); ++row) {
        window.put(pane.row + row, pane.column, pane.columns, lines[at++]);
    }
}

void draw_source(const Window& window, const Commands& commands, Pane pane) {
    const Debugger& debugger = commands.debugger;
    const auto& symbols = commands.symbols;
    const Address pc = debugger.pc();
    const auto here = symbols.source_at(pc);
    window.put(pane.row, pane.column, pane.columns,
               fmt::format("-- {}  {}", symbols.describe(pc),
                           here ? symbols.info.describe(*here) : "no source"),
               Ink::mark);
    Address at = pc;
    const unsigned before = static_cast<unsigned>(pane.rows) / 2;
    for (int row = 1; row < pane.rows; ++row) {
        std::string text;
        bool is_here = row == 1;
        if (here) {
            const unsigned first = here->line - std::min(here->line - 1, before);
            const unsigned line = first + static_cast<unsigned>(row) - 1;
            is_here = line == here->line;
            text = fmt::format("{:>5} {}", line, symbols.text_of({here->file, line}).value_or(""));
        } else {
            text = commands.instruction_line(at);
            at = static_cast<Address>(at + emu::length(emu::opcodes[commands.peek(at)].mode));
        }
        window.put(pane.row + row, pane.column, pane.columns, text,
                   is_here ? Ink::here : Ink::plain);
    }
}

namespace {

std::vector<c64::debug::PastAccess> stores(const Debugger& debugger, std::size_t most) {
    try {
        return c64::debug::recent_stores(debugger, most);
    } catch (const c64::debug::Interrupted&) {
        return {};
    }
}

}  // namespace

void draw_state(const Window& window, const Commands& commands, Pane pane) {
    const Debugger& debugger = commands.debugger;
    const auto& r = debugger.machine().cpu.registers;
    std::string flags = "nv-bdizc";
    for (unsigned bit = 0; bit < 8; ++bit) {
        char& letter = flags[7 - bit];
        if ((r.p >> bit & 1) != 0 && letter >= 'a') letter = static_cast<char>(letter - 0x20);
    }
    std::vector<std::string> lines{
        fmt::format("PC {:04x}  A {:02x}  X {:02x}  Y {:02x}  SP {:02x}", r.pc, r.a, r.x, r.y, r.s),
        fmt::format("{}  raster line {}", flags,
                    debugger.machine().board.vic.raster_line(debugger.machine().cpu.cycle))};
    const auto& frames = debugger.frames();
    const std::size_t calls = std::min(frames.size(), static_cast<std::size_t>(pane.rows) / 3);
    lines.emplace_back("-- calls");
    for (std::size_t i = 0; i < calls; ++i) {
        const auto& frame = frames[frames.size() - 1 - i];
        lines.push_back(fmt::format("{} from {}", commands.symbols.describe(frame.routine),
                                    commands.symbols.describe(frame.call)));
    }
    lines.emplace_back("-- memory");
    const auto room = static_cast<std::size_t>(pane.rows) -
                      std::min<std::size_t>(static_cast<std::size_t>(pane.rows), lines.size() + 1);
    const std::size_t first_store = lines.size();
    for (const auto& store : stores(debugger, room)) {
        lines.push_back(fmt::format("{:04x} {} {:02x}>{:02x} {}", store.address,
                                    commands.symbols.labels.nearest(store.address)
                                        ? commands.symbols.describe(store.address)
                                        : "",
                                    store.before, store.value,
                                    commands.symbols.describe(store.pc)));
    }
    window.put(pane.row, pane.column, pane.columns, "-- registers", Ink::mark);
    for (std::size_t i = 0; i < lines.size() && static_cast<int>(i) + 1 < pane.rows; ++i) {
        const Ink ink = lines[i].starts_with("--") ? Ink::mark
                        : i >= first_store         ? Ink::changed
                                                   : Ink::plain;
        window.put(pane.row + 1 + static_cast<int>(i), pane.column, pane.columns, lines[i], ink);
    }
}

std::vector<std::string> data_lines(const Commands& commands, bool tree) {
    constexpr std::size_t most = 500;
    std::vector<std::string> lines;
    const auto add = [&](const auto& self, const c64::debug::View& view,
                         std::optional<Address> parent, std::size_t depth) -> void {
        for (const auto& each : view.variables(commands.debugger.machine(), parent)) {
            if (lines.size() >= most) return;
            lines.push_back(fmt::format("{:{}}{}  {}", "", 2 * depth, each.name, each.value));
            if (each.children && depth < 3) self(self, view, each.children, depth + 1);
        }
    };
    try {
        for (const auto& view : commands.views) {
            if ((view.name == "Tree") != tree) continue;
            lines.push_back(view.name);
            add(add, view, {}, 1);
        }
    } catch (const std::exception& trouble) {
        lines.emplace_back(trouble.what());
    }
    return lines;
}

void draw_timeline(const Window& window, const Commands& commands, int row) {
    const Debugger& debugger = commands.debugger;
    const auto parts = static_cast<std::size_t>(std::max(Window::columns(), 1));
    const auto routine = commands.symbols.labels.find(commands.symbols.routine_at(debugger.pc()));
    const auto marks = c64::debug::timeline(debugger, parts, routine);
    const auto now = c64::debug::part_of(debugger, parts, debugger.machine().cpu.cycle);
    for (std::size_t part = 0; part < marks.size(); ++part) {
        const char sign = (marks[part] & Mark::stop) != 0    ? '!'
                          : (marks[part] & Mark::trace) != 0 ? '+'
                          : (marks[part] & Mark::ran) != 0   ? '='
                                                             : '-';
        const Ink ink = part == now ? Ink::here : sign == '-' ? Ink::plain : Ink::mark;
        window.put(row, static_cast<int>(part), 1, std::string(1, part == now ? '|' : sign), ink);
    }
}

}  // namespace ryg::app::tui
