// Panes, keys and the mouse, by ncurses.
#include "app/fronts/tui/tui.hpp"

#ifdef RYG_NCURSES
#include <clocale>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <ncurses.h>
#include <sstream>

#include "c64/debug/timeline.hpp"

namespace ryg::app::tui {
namespace {

using c64::Address;
using c64::Cycle;
using c64::debug::Commands;
using c64::debug::Debugger;
using c64::debug::Mark;
using c64::debug::Reply;

enum Ink : short { plain_ink, title_ink, here_ink, changed_ink, mark_ink };

/// While it lives the terminal belongs to ncurses.
class Window {
  public:
    explicit Window(bool colours) {
        if (std::setlocale(LC_CTYPE, "") == nullptr || MB_CUR_MAX == 1) {
            std::setlocale(LC_CTYPE, "C.UTF-8");
        }
        initscr();
        cbreak();
        noecho();
        keypad(stdscr, TRUE);
        set_escdelay(25);
        mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, nullptr);
        mouseinterval(0);
        colours_ = colours && has_colors();
        if (!colours_) return;
        start_color();
        use_default_colors();
        init_pair(title_ink, COLOR_BLACK, COLOR_CYAN);
        init_pair(here_ink, COLOR_BLACK, COLOR_YELLOW);
        init_pair(changed_ink, COLOR_RED, -1);
        init_pair(mark_ink, COLOR_GREEN, -1);
    }
    ~Window() { endwin(); }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// A text within `width` columns; the rest of them is cleared. Without colours what is to be
    /// seen is in bold or inverse.
    void put(int row, int column, int width, std::string_view text, Ink ink = plain_ink) const {
        if (row < 0 || row >= LINES || column >= COLS || width <= 0) return;
        width = std::min(width, COLS - column);
        std::string shown;
        int used = 0;
        for (const char c : text) {
            const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
            if (begins && used == width) break;
            if (begins) ++used;
            shown += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
        shown.append(static_cast<std::size_t>(width - used), ' ');
        const attr_t look = attributes(ink);
        attron(look);
        mvaddstr(row, column, shown.c_str());
        attroff(look);
    }

  private:
    [[nodiscard]] attr_t attributes(Ink ink) const {
        if (ink == plain_ink) return A_NORMAL;
        if (colours_) return static_cast<attr_t>(COLOR_PAIR(ink));
        return ink == title_ink || ink == here_ink ? A_REVERSE : A_BOLD;
    }
    bool colours_ = false;
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// A part of the screen.
struct Pane {
    int row = 0, column = 0, rows = 0, columns = 0;
};

class FullScreen {
  public:
    FullScreen(const Debuggee& debuggee, std::atomic<bool>& interrupted)
        : commands_(*debuggee.commands),
          debugger_(*debuggee.debugger),
          name_(debuggee.name),
          interrupted_(interrupted),
          window_(wants_colours()) {
        commands_.colour = false;
        commands_.context = 0;
        say("F1 keys  F2 view  F10 prompt; help lists the commands");
    }

    Left run() {
        while (!left_) {
            draw();
            const int key = getch();
            if (interrupted_.exchange(false)) set_line("");
            if (key != ERR) press(key);
        }
        return *left_;
    }

  private:
    enum class View : unsigned { output, screen, data, views };

    static bool wants_colours() {
        const char* const plain = std::getenv("NO_COLOR");
        return plain == nullptr || *plain == '\0';
    }

    // --- keys -------------------------------------------------------------------------------

    void press(int key) {
        static const std::map<int, const char*> commands{
            {KEY_F(5), "exit"},      {KEY_F(6), "rcontinue"},  {KEY_F(7), "step-line"},
            {KEY_F(8), "next-line"}, {KEY_F(9), "rnext-line"}, {KEY_F(4), "return"},
            {KEY_F(3), "rreturn"}};
        const auto command = commands.find(key);
        if (command != commands.end()) return execute(command->second);
        switch (key) {
            case KEY_F(1):
                return say(
                    "F3 rreturn  F4 return  F5 exit  F6 rcontinue  F7 step-line  F8 next-line  "
                    "F9 rnext-line\nF2 view  F10 prompt  PgUp PgDn and, on an empty line, "
                    "arrows: through the run; or click on the time line");
            case KEY_F(2):
                view_ = static_cast<View>((static_cast<unsigned>(view_) + 1) % 4);
                return;
            case KEY_F(10): left_ = Left::for_the_prompt; return;
            case KEY_RESIZE: clear(); return;
            case KEY_MOUSE: return click();
            case KEY_PPAGE: return scrub(-16);
            case KEY_NPAGE: return scrub(16);
            case KEY_LEFT: return line_.empty() ? scrub(-1) : move_cursor(-1);
            case KEY_RIGHT: return line_.empty() ? scrub(1) : move_cursor(1);
            case KEY_HOME: return line_.empty() ? go_to(0) : move_cursor(-4096);
            case KEY_END: return line_.empty() ? go_to(~Cycle{0}) : move_cursor(4096);
            case KEY_UP: return recall(-1);
            case KEY_DOWN: return recall(1);
            case KEY_BACKSPACE:
            case 127:
            case '\b':
                if (cursor_ > 0) line_.erase(--cursor_, 1);
                return;
            case KEY_DC: line_.erase(std::min(cursor_, line_.size()), 1); return;
            case '\t': return complete();
            case '\n':
            case KEY_ENTER: return enter();
            case 4:  // Ctrl-D
                if (line_.empty()) left_ = Left::for_good;
                return;
            default: break;
        }
        if (key >= 0x20 && key < 0x100) line_.insert(cursor_++, 1, static_cast<char>(key));
    }

    void move_cursor(int by) {
        const auto end = static_cast<int>(line_.size());
        cursor_ = static_cast<std::size_t>(std::clamp(static_cast<int>(cursor_) + by, 0, end));
    }
    void set_line(const std::string& line) {
        line_ = line;
        cursor_ = line_.size();
    }
    void recall(int by) {
        const auto end = static_cast<int>(history_.size());
        recalled_ = std::clamp(recalled_ + by, 0, end);
        set_line(recalled_ == end ? "" : history_[static_cast<std::size_t>(recalled_)]);
    }
    void complete() {
        const auto found = commands_.completions(line_.substr(0, cursor_));
        if (found.empty()) return;
        std::string common = found.front();
        for (const std::string& each : found) {
            const auto [here, there] = std::ranges::mismatch(common, each);
            common.erase(here, common.end());
        }
        const std::size_t begin = line_.find_last_of(" \t", cursor_ - 1) + 1;  // npos + 1 is 0
        const std::size_t word = cursor_ == 0 ? 0 : begin;
        line_.replace(word, cursor_ - word, common);
        cursor_ = word + common.size();
        if (found.size() > 1) say(fmt::format("{}", fmt::join(found, "  ")));
    }
    void enter() {
        const std::string typed = line_.empty() ? again_ : line_;
        if (!line_.empty()) history_.push_back(line_);
        recalled_ = static_cast<int>(history_.size());
        set_line("");
        execute(typed);
    }

    void execute(const std::string& line) {
        say("> " + line);
        draw();
        interrupted_ = false;
        const Reply reply = commands_.execute(line);
        say(reply.text);
        again_ = reply.stop ? line : "";
        if (reply.quit) left_ = Left::for_good;
    }
    void say(const std::string& text) {
        constexpr std::size_t most = 1000;
        for (std::string& line : lines_of(text)) output_.push_back(std::move(line));
        if (output_.size() > most) {
            output_.erase(output_.begin(), output_.end() - static_cast<std::ptrdiff_t>(most));
        }
    }

    // --- the run's time ---------------------------------------------------------------------

    [[nodiscard]] static std::size_t parts() { return static_cast<std::size_t>(std::max(COLS, 1)); }
    void go_to(Cycle cycle) {
        interrupted_ = false;
        debugger_.go_to_cycle(std::min(cycle, debugger_.history().last_cycle()));
    }
    void scrub(int by) {
        const auto now = static_cast<int>(c64::debug::part_of(debugger_, parts(), now_cycle()));
        const int part = std::clamp(now + by, 0, static_cast<int>(parts()) - 1);
        if (part != now) go_to(first_cycle(part));
    }
    [[nodiscard]] Cycle first_cycle(int part) const {
        return c64::debug::first_cycle_of(debugger_, parts(), static_cast<std::size_t>(part));
    }
    [[nodiscard]] Cycle now_cycle() const { return debugger_.machine().cpu.cycle; }
    void click() {
        MEVENT event{};
        if (getmouse(&event) != OK) return;
        if ((event.bstate & BUTTON4_PRESSED) != 0) return scrub(-1);
        if ((event.bstate & BUTTON5_PRESSED) != 0) return scrub(1);
        if (event.y == LINES - 2) go_to(first_cycle(event.x));
    }

    // --- panes ------------------------------------------------------------------------------

    void draw() {
        erase();
        const int below = std::max(1, std::min(std::max(4, LINES / 3), LINES - 4));
        const int above = LINES - below - 3;  // title, time line, command line
        const int right = std::clamp(COLS * 2 / 5, 30, 64);
        const bool wide = COLS >= 140 && LINES >= 40;
        const int left = COLS - right - (wide ? 42 : 0);
        draw_title();
        draw_source({1, 0, above, left - 1});
        draw_state({1, left, above, right - 1});
        if (wide) draw_lines({1, left + right, above, 41}, screen_lines(), "screen");
        draw_view({1 + above, 0, below, COLS});
        draw_timeline(LINES - 2);
        window_.put(LINES - 1, 0, COLS, "(ryg) " + line_);
        move(LINES - 1, std::min(COLS - 1, 6 + static_cast<int>(cursor_)));
        refresh();
    }

    void draw_title() const {
        window_.put(0, 0, COLS,
                    fmt::format(" {}  cycle {}  step {} of {}", name_, now_cycle(),
                                debugger_.history().now().steps, debugger_.history().last_step()),
                    title_ink);
    }

    /// Lines under a heading, the last ones if there is not room for all and `tail` says so.
    void draw_lines(Pane pane, const std::vector<std::string>& lines, std::string_view heading,
                    bool tail = false) const {
        window_.put(pane.row, pane.column, pane.columns, fmt::format("-- {} ", heading), mark_ink);
        const auto room = static_cast<std::size_t>(std::max(0, pane.rows - 1));
        std::size_t at = tail && lines.size() > room ? lines.size() - room : 0;
        for (int row = 1; row < pane.rows && at < lines.size(); ++row) {
            window_.put(pane.row + row, pane.column, pane.columns, lines[at++]);
        }
    }

    void draw_source(Pane pane) const {
        const auto& symbols = commands_.symbols;
        const Address pc = debugger_.pc();
        const auto here = symbols.source_at(pc);
        window_.put(pane.row, pane.column, pane.columns,
                    fmt::format("-- {}  {}", symbols.describe(pc),
                                here ? symbols.info.describe(*here) : "no source"),
                    mark_ink);
        Address at = pc;
        const unsigned before = static_cast<unsigned>(pane.rows) / 2;
        for (int row = 1; row < pane.rows; ++row) {
            std::string text;
            bool is_here = row == 1;
            if (here) {
                const unsigned first = here->line - std::min(here->line - 1, before);
                const unsigned line = first + static_cast<unsigned>(row) - 1;
                is_here = line == here->line;
                text =
                    fmt::format("{:>5} {}", line, symbols.text_of({here->file, line}).value_or(""));
            } else {
                text = commands_.instruction_line(at);
                at = static_cast<Address>(at + emu::length(emu::opcodes[commands_.peek(at)].mode));
            }
            window_.put(pane.row + row, pane.column, pane.columns, text,
                        is_here ? here_ink : plain_ink);
        }
    }

    /// Registers, the open calls, and the memory that has just changed with those who changed it.
    void draw_state(Pane pane) const {
        const auto& r = debugger_.machine().cpu.registers;
        std::string flags = "nv-bdizc";
        for (unsigned bit = 0; bit < 8; ++bit) {
            char& letter = flags[7 - bit];
            if ((r.p >> bit & 1) != 0 && letter >= 'a') letter = static_cast<char>(letter - 0x20);
        }
        std::vector<std::string> lines{
            fmt::format("PC {:04x}  A {:02x}  X {:02x}  Y {:02x}  SP {:02x}", r.pc, r.a, r.x, r.y,
                        r.s),
            fmt::format("{}  raster line {}", flags,
                        debugger_.machine().board.vic.raster_line(now_cycle()))};
        const auto& frames = debugger_.frames();
        const std::size_t calls = std::min(frames.size(), static_cast<std::size_t>(pane.rows) / 3);
        lines.emplace_back("-- calls");
        for (std::size_t i = 0; i < calls; ++i) {
            const auto& frame = frames[frames.size() - 1 - i];
            lines.push_back(fmt::format("{} from {}", commands_.symbols.describe(frame.routine),
                                        commands_.symbols.describe(frame.call)));
        }
        lines.emplace_back("-- memory");
        const auto room =
            static_cast<std::size_t>(pane.rows) -
            std::min<std::size_t>(static_cast<std::size_t>(pane.rows), lines.size() + 1);
        const std::size_t first_store = lines.size();
        for (const auto& store : stores(room)) {
            lines.push_back(fmt::format("{:04x} {} {:02x}>{:02x} {}", store.address,
                                        commands_.symbols.labels.nearest(store.address)
                                            ? commands_.symbols.describe(store.address)
                                            : "",
                                        store.before, store.value,
                                        commands_.symbols.describe(store.pc)));
        }
        window_.put(pane.row, pane.column, pane.columns, "-- registers", mark_ink);
        for (std::size_t i = 0; i < lines.size() && static_cast<int>(i) + 1 < pane.rows; ++i) {
            const Ink ink = lines[i].starts_with("--") ? mark_ink
                            : i >= first_store         ? changed_ink
                                                       : plain_ink;
            window_.put(pane.row + 1 + static_cast<int>(i), pane.column, pane.columns, lines[i],
                        ink);
        }
    }
    [[nodiscard]] std::vector<c64::debug::Deed> stores(std::size_t most) const {
        try {
            return c64::debug::recent_stores(debugger_, most);
        } catch (const c64::debug::Interrupted&) {
            return {};
        }
    }

    [[nodiscard]] std::vector<std::string> screen_lines() const {
        return lines_of(debugger_.machine().screen_text());
    }

    /// The program's data as the game or the debug file tells them: the tree as it has grown.
    [[nodiscard]] std::vector<std::string> data_lines() const {
        constexpr std::size_t most = 500;
        std::vector<std::string> lines;
        const auto add = [&](const auto& self, const c64::debug::View& view,
                             std::optional<Address> parent, std::size_t depth) -> void {
            for (const auto& each : view.variables(debugger_.machine(), parent)) {
                if (lines.size() >= most) return;
                lines.push_back(fmt::format("{:{}}{}  {}", "", 2 * depth, each.name, each.value));
                if (each.children && depth < 3) self(self, view, each.children, depth + 1);
            }
        };
        try {
            for (const auto& view : commands_.views) {
                const bool is_tree = view.name == "Tree";
                if ((view_ == View::data) != is_tree) continue;
                lines.push_back(view.name);
                add(add, view, {}, 1);
            }
        } catch (const std::exception& trouble) {
            lines.emplace_back(trouble.what());
        }
        return lines;
    }

    void draw_view(Pane pane) const {
        switch (view_) {
            case View::output: return draw_lines(pane, output_, "output", true);
            case View::screen: return draw_lines(pane, screen_lines(), "screen");
            case View::data: return draw_lines(pane, data_lines(), "tree");
            case View::views: return draw_lines(pane, data_lines(), "data");
        }
    }

    void draw_timeline(int row) const {
        const auto routine =
            commands_.symbols.labels.find(commands_.symbols.routine_at(debugger_.pc()));
        const auto marks = c64::debug::timeline(debugger_, parts(), routine);
        const auto now = c64::debug::part_of(debugger_, parts(), now_cycle());
        for (std::size_t part = 0; part < marks.size(); ++part) {
            const char sign = (marks[part] & Mark::stop) != 0    ? '!'
                              : (marks[part] & Mark::trace) != 0 ? '+'
                              : (marks[part] & Mark::ran) != 0   ? '='
                                                                 : '-';
            const Ink ink = part == now ? here_ink : sign == '-' ? plain_ink : mark_ink;
            window_.put(row, static_cast<int>(part), 1, std::string(1, part == now ? '|' : sign),
                        ink);
        }
    }

    Commands& commands_;
    Debugger& debugger_;
    std::string name_;
    std::atomic<bool>& interrupted_;
    Window window_;
    std::optional<Left> left_;
    View view_ = View::output;
    std::vector<std::string> output_, history_;
    std::string line_, again_;
    std::size_t cursor_ = 0;
    int recalled_ = 0;
};

}  // namespace

Left run(const Debuggee& debuggee, std::atomic<bool>& interrupted) {
    return FullScreen(debuggee, interrupted).run();
}

}  // namespace ryg::app::tui

#else

namespace ryg::app::tui {

Left run(const Debuggee&, std::atomic<bool>&) {
    throw std::runtime_error(
        "--tui: this ryg was built without ncurses: install libncurses-dev, then build again");
}

}  // namespace ryg::app::tui
#endif
