// Makes the rows of each pane of the full screen.
#include "app/fronts/tui/panes.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/timeline.hpp"
#include "c64/program/text.hpp"
#include "c64/vic/picture.hpp"

namespace ryg::app::tui {

using c64::debug::Mark;

void PaneContent::move(long by) {
    const auto last = static_cast<long>(rows.empty() ? 0 : rows.size() - 1);
    cursor = static_cast<std::size_t>(std::clamp(static_cast<long>(cursor) + by, 0L, last));
    if (by != 0 && !rows.empty()) kept = rows[cursor].fold;
}

void draw_rows(const CursesWindow& window, Pane pane, PaneContent& shown, bool has_keys) {
    window.put(pane.row, pane.column, pane.columns,
               fmt::format("{} {}", has_keys ? "==" : "--", shown.heading), Ink::mark);
    const auto room = static_cast<std::size_t>(std::max(1, pane.rows - 1));
    shown.move(0);
    const auto bring = [&](std::size_t row) {
        if (row < shown.top || row >= shown.top + room) {
            shown.top = row - std::min(row, room / 2);
        }
    };
    if (shown.wanted && shown.wanted != shown.anchor) {
        shown.anchor = shown.wanted;
        shown.cursor = *shown.wanted;
        bring(*shown.wanted);
    }
    if (has_keys) {
        if (shown.cursor < shown.top) shown.top = shown.cursor;
        if (shown.cursor >= shown.top + room) shown.top = shown.cursor - room + 1;
    }
    shown.top = std::min(shown.top, shown.rows.size() - std::min(shown.rows.size(), room));
    std::size_t at = shown.top;
    for (int row = 1; row < pane.rows && at < shown.rows.size(); ++row, ++at) {
        const bool chosen = has_keys && at == shown.cursor;
        window.put(pane.row + row, pane.column, pane.columns, shown.rows[at].text,
                   chosen ? Ink::title : shown.rows[at].ink);
    }
}

bool Looked::changed(Address at, unsigned size) const {
    if (before == nullptr) return false;
    const auto now = commands.debugger.machine().ram();
    for (std::size_t i = at; i < std::min<std::size_t>(at + size, now.size()); ++i) {
        if (now[i] != before->ram()[i]) return true;
    }
    return false;
}

bool Looked::is_stale(Address at, unsigned size) const {
    return Looked{commands, &commands.debugger.history().start_of(0).machine}.changed(at, size);
}

PaneContent source_rows(const Looked& looked) {
    const Commands& commands = looked.commands;
    const Debugger& debugger = commands.debugger;
    const auto& symbols = commands.symbols;
    const auto& checkpoints = debugger.checkpoints;
    PaneContent shown;
    const auto add = [&](std::string text, Address at, unsigned size, bool code) {
        const bool stale = code && looked.is_stale(at, size);
        const bool stops =
            size != 0 && (checkpoints.kinds_at(at) & c64::debug::AccessKind::exec) != 0;
        text.insert(0, fmt::format("{}{}", stops ? '*' : ' ', stale ? '~' : ' '));
        const Ink ink = at == debugger.pc() && size != 0 ? Ink::here
                        : stale                          ? Ink::changed
                                                         : Ink::plain;
        shown.rows.push_back({std::move(text), ink, at, size});
    };
    const auto here = symbols.source_at(debugger.pc());
    if (!here) {
        shown.wanted = 0;
        Address at = debugger.pc();
        for (unsigned row = 0; row < 256; ++row) {
            const auto size = emu::length(emu::opcodes[commands.peek(at)].mode);
            add(commands.instruction_line(at), at, size, true);
            at = static_cast<Address>(at + size);
        }
        return shown;
    }
    // Spans are in the order of file, line, address.
    std::map<unsigned, c64::Span> spans;
    for (const c64::Span& span : symbols.info.spans()) {
        if (span.source.file == here->file) spans.try_emplace(span.source.line, span);
    }
    for (unsigned line = 1;; ++line) {
        const auto text = symbols.text_of({here->file, line});
        if (!text) break;
        const auto span = spans.find(line);
        const bool made = span != spans.end();
        const Address at = made ? span->second.first : Address{0};
        add(fmt::format("{:>4} {}", line, *text), at, made ? span->second.size : 0,
            made && !symbols.info.is_data(at));
        if (!made) shown.rows.back().at.reset();
        if (line == here->line) {
            shown.wanted = shown.rows.size() - 1;
            shown.rows.back().ink = Ink::here;
        }
    }
    return shown;
}

std::vector<PaneRow> state_rows(const Looked& looked, int room) {
    const Commands& commands = looked.commands;
    const Debugger& debugger = commands.debugger;
    const auto& r = debugger.machine().cpu.registers;
    std::string flags = "nv-bdizc";
    for (unsigned bit = 0; bit < 8; ++bit) {
        char& letter = flags[7 - bit];
        if ((r.p >> bit & 1) != 0 && letter >= 'a') letter = static_cast<char>(letter - 0x20);
    }
    std::vector<PaneRow> rows{
        {fmt::format("PC {:04x} A {:02x} X {:02x} Y {:02x} SP {:02x}", r.pc, r.a, r.x, r.y, r.s)},
        {fmt::format("{}  raster line {}", flags,
                     debugger.machine().board.vic.raster_line(debugger.machine().cpu.cycle))},
        {"-- calls", Ink::mark}};
    const auto& frames = debugger.frames();
    const std::size_t calls = std::min(frames.size(), static_cast<std::size_t>(room) / 3);
    for (std::size_t i = 0; i < calls; ++i) {
        const auto& frame = frames[frames.size() - 1 - i];
        rows.push_back({fmt::format("{} from {}", commands.symbols.describe(frame.routine),
                                    commands.symbols.describe(frame.call))});
    }
    rows.push_back({"-- memory", Ink::mark});
    try {
        for (const auto& store : c64::debug::recent_stores(debugger, 50)) {
            const bool named = commands.symbols.labels.nearest(store.address).has_value();
            rows.push_back(
                {fmt::format("{:04x} {} {:02x}>{:02x} {}", store.address,
                             named ? commands.symbols.describe(store.address) : "", store.before,
                             store.value, commands.symbols.describe(store.pc)),
                 Ink::changed, store.address});
        }
    } catch (const c64::debug::Interrupted&) {
        rows.push_back({"interrupted"});
    }
    return rows;
}

std::vector<PaneRow> data_rows(const Looked& looked, bool tree,
                               const std::set<std::string>& unfolded, const std::string& cursor) {
    constexpr std::size_t most = 5000;
    std::vector<PaneRow> rows;
    const auto add = [&](const auto& self, const c64::debug::View& view,
                         std::optional<Address> parent, const std::string& path,
                         std::size_t depth) -> void {
        const std::string owner = cursor.substr(0, cursor.find('.'));
        for (const auto& each : view.variables(looked.commands.debugger.machine(), parent)) {
            const bool field = tree && !each.children && parent.has_value();
            if (rows.size() >= most || (field && path != owner)) continue;
            const std::string fold = path + (field ? "." : "/") + each.name;
            const bool open = each.children && unfolded.contains(fold);
            const bool changed = each.address && looked.changed(*each.address, each.size);
            rows.push_back({fmt::format("{:{}}{}{}{}  {}", changed ? "!" : "", 2 * depth + 1,
                                        !each.children ? (field ? "." : " ")
                                        : open         ? "-"
                                                       : "+",
                                        each.is_best ? '*' : ' ', each.name, each.value),
                            changed ? Ink::changed : Ink::plain, each.address, each.size, fold});
            // A folded node's fields are also shown while the cursor is on it.
            if (open || (tree && fold == owner)) {
                const std::size_t before = rows.size();
                self(self, view, each.children, fold, depth + 1);
                if (!open) {
                    std::erase_if(rows, [&, at = std::size_t{0}](const PaneRow& row) mutable {
                        return at++ >= before && row.fold.find('.') == row.fold.npos;
                    });
                }
            }
        }
    };
    try {
        for (const auto& view : looked.commands.views) {
            if ((view.name == "Tree") != tree) continue;
            if (!tree) rows.push_back({view.name, Ink::mark});
            add(add, view, {}, view.name, 0);
        }
    } catch (const std::exception& trouble) {
        rows.push_back({trouble.what()});
    }
    return rows;
}

std::vector<PaneRow> memory_rows(const Looked& looked) {
    constexpr unsigned width = 16;
    std::vector<PaneRow> rows;
    for (unsigned first = 0; first < 0x10000; first += width) {
        std::string bytes, characters;
        for (unsigned at = first; at < first + width; ++at) {
            const emu::Byte byte = looked.commands.peek(at);
            bytes += fmt::format("{:02x} ", byte);
            characters += byte >= 0x20 && byte < 0x7F ? static_cast<char>(byte) : '.';
        }
        const auto at = static_cast<Address>(first);
        rows.push_back({fmt::format("{:04x}  {} {}", first, bytes, characters),
                        looked.changed(at, width) ? Ink::changed : Ink::plain, at, width});
    }
    return rows;
}

namespace {

/// The text after the name in the header block above a routine: `; miniMax -- the value of a node`.
std::string block_of(const c64::debug::Symbols& symbols, Address routine) {
    constexpr unsigned most = 60;
    const auto line = symbols.source_at(routine);
    if (!line) return "";
    const std::string start = fmt::format("; {} -- ", symbols.routine_at(routine));
    for (unsigned up = 0; up < std::min(most, line->line); ++up) {
        const auto text = symbols.text_of({line->file, line->line - up});
        if (text && text->starts_with(start)) return text->substr(start.size());
    }
    return "";
}

}  // namespace

std::vector<PaneRow> call_rows(const Commands& commands) {
    std::vector<PaneRow> rows;
    const auto& frames = commands.debugger.frames();
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
        const std::string name = commands.symbols.describe(frame->routine);
        const std::string text = block_of(commands.symbols, frame->routine);
        rows.push_back({fmt::format("{:<24} from {:<28} {}", name,
                                    commands.symbols.describe(frame->call), text),
                        Ink::plain, frame->call});
    }
    return rows;
}

std::vector<PaneRow> text_rows(const std::string& text) {
    std::vector<PaneRow> rows;
    for (std::string& line : c64::lines_of(text)) rows.push_back({std::move(line)});
    return rows;
}

void draw_picture(const CursesWindow& window, const Machine& machine, Pane pane) {
    using c64::Picture;
    const Picture picture = c64::picture_of(machine);
    const auto columns = static_cast<unsigned>(std::max(1, pane.columns)),
               rows = static_cast<unsigned>(std::max(1, pane.rows)) * 2;
    const auto colour = [&](unsigned x, unsigned y) {
        const std::size_t from_left = x * Picture::width / columns,
                          from_top = y * Picture::height / rows;
        return picture.colours[from_top * Picture::width + from_left];
    };
    for (unsigned y = 0; y < rows; y += 2) {
        for (unsigned x = 0; x < columns; ++x) {
            window.put_block(pane.row + static_cast<int>(y / 2), pane.column + static_cast<int>(x),
                             colour(x, y), colour(x, y + 1));
        }
    }
}

void draw_timeline(const CursesWindow& window, const Commands& commands, int row) {
    const Debugger& debugger = commands.debugger;
    const auto parts = static_cast<std::size_t>(std::max(CursesWindow::columns(), 1));
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
    for (const auto& [name, steps] : debugger.bookmarks) {
        const auto cycle = debugger.history().copy_at(steps)->machine.cpu.cycle;
        const auto part = static_cast<int>(c64::debug::part_of(debugger, parts, cycle));
        window.put(row, part, static_cast<int>(name.size()), name, Ink::title);
    }
}

}  // namespace ryg::app::tui
