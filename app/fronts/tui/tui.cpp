// The panes of the full screen, the keys and the mouse.
#include "app/fronts/tui/tui.hpp"

#ifdef RYG_NCURSES
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <ncurses.h>

#include "app/fronts/tui/panes.hpp"
#include "app/fronts/tui/typed_line.hpp"
#include "c64/debug/timeline.hpp"
#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"

namespace ryg::app::tui {
namespace {

using c64::Cycle;
using c64::lines_of;
using c64::debug::Reply;

constexpr std::string_view help_text =
    R"(Forward: F5 exit (run)  F7 step-line  F8 next-line   F4 return (to the end)
Back:    F6 rcontinue                 F9 rnext-line  F3 rreturn (to the call)
F1 this help   F2 next view   F10 the prompt without panes
Ctrl-C stops the running command, or discards the line that is being typed.
On an empty line PgUp, PgDn, arrows, Home and End move through the run, like a
click on the time line. Lines are edited with readline's keys: Ctrl-A E B F D K
U W Y, Ctrl-P N for earlier lines, Alt-B F D. Tab completes a word; on an empty
line it moves the focus to the next pane. Esc or a click moves it back.
In a pane:
  arrows, PgUp PgDn, Home End   move; right, left: unfold, fold (tree and data)
  Enter   go back to the last store to the selected value; in the source and
          in the calls, to the last time that the line was executed
  t       go forward to its next change
  f       full size, and back
  b       source: set or remove a breakpoint
In memory:
  Ins or Ctrl-O   write bytes, two digits each; any other key ends it
  u, g    undo the last byte; go to an address
Marks: > and yellow: the next line; red, ! and ~: changed since the last stop
(~: code); * breakpoint, in the tree a move of the best line.)";

class FullScreen {
  public:
    FullScreen(const Debuggee& debuggee, std::atomic<bool>& interrupted)
        : commands_(*debuggee.commands),
          debugger_(*debuggee.debugger),
          name_(debuggee.name),
          interrupted_(interrupted),
          window_(wants_colours()),
          asked_before_(std::exchange(debugger_.pause, [this] { return asked_to_pause(); })) {
        commands_.colour = false;
        commands_.context = 0;
        commands_.add(
            {{"view"},
             "name [address]",
             "full screen: choose the lower pane; memory from an address on",
             "session",
             [view = view_](Commands& all, c64::debug::Arguments& arguments) -> Reply {
                 const std::string_view name = arguments.take("the name");
                 const auto known =
                     std::find_if(kinds.begin() + first_view, kinds.end(),
                                  [&](const PaneKind& each) { return each.name == name; });
                 if (known == kinds.end()) {
                     std::string names;
                     for (std::size_t i = first_view; i < kinds.size(); ++i) {
                         names += fmt::format(" {}", kinds[i].name);
                     }
                     throw c64::debug::BadCommand(fmt::format("{} is not one of{}", name, names));
                 }
                 const auto number = static_cast<std::size_t>(known - kinds.begin());
                 if (number == memory && !arguments.empty()) {
                     view->at = all.take_address(arguments);
                 }
                 arguments.end();
                 view->number = number;
                 return {};
             },
             "view memory .libreLo"});
        shown_[tree].kept = "Tree/-";
        say("F1 help  F2 view  Tab panes  F10 prompt; help lists the commands");
    }
    ~FullScreen() { debugger_.pause = std::move(asked_before_); }
    FullScreen(const FullScreen&) = delete;
    FullScreen& operator=(const FullScreen&) = delete;

    HowLeft run() {
        while (!left_) {
            draw();
            int key = ERR;
            while (key == ERR && !interrupted_) key = getch();
            if (interrupted_.exchange(false)) line_.set("");
            if (key != ERR) press(key);
        }
        return *left_;
    }

  private:
    /// A kind of pane: the function or the command that makes its rows, and a handler of its own
    /// keys (false: key not handled).
    struct PaneKind {
        std::string_view name;
        void (FullScreen::*fill)(PaneContent& shown, const Pane& pane);
        bool (FullScreen::*press)(int key) = nullptr;
        std::string_view command{};
    };
    enum : std::size_t {
        source,
        state,
        output,
        screen,
        tree,
        data,
        memory,
        watches,
        calls,
        costs,
        breakpoints,
        bookmarks,
        chips,
        picture,
        help,
        kind_count,
        first_view = output
    };
    static const std::array<PaneKind, kind_count> kinds;

    /// The lower pane, and the byte under the cursor in memory.
    struct LowerPane {
        std::size_t number = output;
        Address at = 0;
    };
    struct PlacedPane {
        std::size_t kind;
        Pane pane;
    };

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
                full_ = true;
                focus_ = view_->number = help;
                return;
            case KEY_F(2):
                leave_pane();
                view_->number =
                    std::max<std::size_t>((view_->number + 1) % kinds.size(), first_view);
                return;
            case KEY_F(10): left_ = HowLeft::for_the_prompt; return;
            case KEY_RESIZE: clear(); return;
            case KEY_MOUSE: return click();
            default: break;
        }
        if ((key == '\t' && line_.text().empty()) || key == KEY_BTAB) return focus_next(key);
        if (focus_) return press_in_pane(key);
        if (line_.text().empty() && scrub_by_key(key)) return;
        press_in_line(key);
    }

    void press_in_line(int key) {
        static const std::map<int, char> same{
            {KEY_LEFT, 'B'}, {KEY_RIGHT, 'F'}, {KEY_HOME, 'A'},      {KEY_END, 'E'}, {KEY_UP, 'P'},
            {KEY_DOWN, 'N'}, {KEY_DC, 'D'},    {KEY_BACKSPACE, 'H'}, {127, 'H'}};
        constexpr int escape = 27, ctrl_d = 4;
        if (key == escape) {  // Alt, if another key follows at once
            timeout(25);
            const int with_alt = getch();
            timeout(CursesWindow::wait);
            if (with_alt != ERR) line_.edit_word(static_cast<char>(with_alt));
        } else if (key == '\n' || key == KEY_ENTER) {
            const std::string typed = line_.take();
            execute(typed.empty() ? again_ : typed);
        } else if (key == '\t') {
            const auto found = line_.complete(commands_);
            if (!found.empty()) say(fmt::format("{}", fmt::join(found, "  ")));
        } else if (key == ctrl_d && line_.text().empty()) {
            left_ = HowLeft::for_good;
        } else if (const auto known = same.find(key); known != same.end()) {
            line_.edit(known->second);
        } else if (key < 0x20) {
            line_.edit(static_cast<char>(key + '@'));
        } else if (key < 0x100) {
            line_.insert(static_cast<char>(key));
        }
    }

    /// Moves through the run's time. False for any other key.
    bool scrub_by_key(int key) {
        switch (key) {
            case KEY_PPAGE: scrub(-16); return true;
            case KEY_NPAGE: scrub(16); return true;
            case KEY_LEFT: scrub(-1); return true;
            case KEY_RIGHT: scrub(1); return true;
            case KEY_HOME: go_to(0); return true;
            case KEY_END: go_to(~Cycle{0}); return true;
            default: return false;
        }
    }

    void execute(const std::string& line) {
        say("> " + line);
        draw();
        moving([&] {
            const Reply reply = commands_.execute(line);
            say(reply.text);
            again_ = reply.stop ? line : "";
            if (reply.quit) left_ = HowLeft::for_good;
        });
    }
    /// Makes a movement, and marks what changes.
    template <class Move>
    void moving(Move move) {
        interrupted_ = false;
        shown_at_ = std::chrono::steady_clock::now();
        auto before = std::make_unique<c64::Machine>(debugger_.machine());
        move();
        if (before->cpu.cycle != debugger_.machine().cpu.cycle) before_ = std::move(before);
    }
    /// Shows where the program is, while it runs.
    bool asked_to_pause() {
        const auto now = std::chrono::steady_clock::now();
        if (now - shown_at_ > std::chrono::milliseconds(200)) {
            shown_at_ = now;
            draw_title(true);
            refresh();
        }
        return asked_before_ && asked_before_();
    }
    void say(const std::string& text) {
        constexpr std::size_t most = 1000;
        for (std::string& line : lines_of(text)) output_.push_back(std::move(line));
        if (output_.size() > most) {
            output_.erase(output_.begin(), output_.end() - static_cast<std::ptrdiff_t>(most));
        }
    }

    // --- the pane with the focus ------------------------------------------------------------

    void leave_pane() {
        if (view_->number == help) view_->number = output;
        focus_.reset();
        full_ = writes_ = false;
    }
    void focus_next(int key) {
        const auto count = static_cast<std::ptrdiff_t>(placed_.size()) + 1;  // and the line
        const auto now =
            std::ranges::find(placed_, focus_.value_or(kinds.size()), &PlacedPane::kind);
        const std::ptrdiff_t next =
            (now - placed_.begin() + (key == KEY_BTAB ? count - 1 : 1)) % count;
        leave_pane();
        if (next + 1 != count) focus_ = placed_[static_cast<std::size_t>(next)].kind;
    }

    void press_in_pane(int key) {
        PaneContent& pane = shown_[*focus_];
        const auto own = kinds[*focus_].press;
        if (own != nullptr && (this->*own)(key)) return;
        switch (key) {
            case 27: return leave_pane();
            case KEY_UP: return pane.move(-1);
            case KEY_DOWN: return pane.move(1);
            case KEY_PPAGE: return pane.move(-16);
            case KEY_NPAGE: return pane.move(16);
            case KEY_HOME: return pane.move(-0x10000);
            case KEY_END: return pane.move(0x10000);
            case KEY_LEFT:
            case KEY_RIGHT: return fold(pane, key == KEY_RIGHT);
            case 'f': full_ = !full_; return;
            case 't': return to_next_change(pane);
            case '\n':
            case KEY_ENTER: return to_last_change(pane);
            default: return;
        }
    }

    bool press_in_source(int key) {
        const PaneRow* const row = row_of(shown_[source]);
        if (key != 'b' || row == nullptr || !row->at) return false;
        const Address at = *row->at;
        const auto& all = debugger_.checkpoints.all();
        const auto there = std::ranges::find_if(all, [&](const auto& each) {
            return each.first == at && each.last == at &&
                   each.kinds == c64::debug::AccessKind::exec;
        });
        execute(there == all.end() ? fmt::format("break {:04x}", at)
                                   : fmt::format("delete {}", there->number));
        return true;
    }

    bool press_in_help(int key) {
        if (key == KEY_UP || key == KEY_DOWN) return false;
        leave_pane();
        if (key > ' ' && key < 0x7f) press(key);
        return true;
    }

    /// Moves the cursor; drops the typed digit of an incomplete byte.
    void move_byte(int by) {
        nibble_.reset();
        view_->at = static_cast<Address>(std::clamp(view_->at + by, 0, 0xFFFF));
    }

    bool press_in_memory(int key) {
        static const std::map<int, int> ways{
            {KEY_UP, -16},  {KEY_DOWN, 16}, {KEY_PPAGE, -256},    {KEY_NPAGE, 256},
            {KEY_LEFT, -1}, {KEY_RIGHT, 1}, {KEY_HOME, -0x10000}, {KEY_END, 0x10000}};
        constexpr int ctrl_o = 15;
        if (const auto way = ways.find(key); way != ways.end()) {
            move_byte(way->second);
            return true;
        }
        if (key == KEY_IC || key == ctrl_o) {
            writes_ = true;
            return true;
        }
        const auto digit =
            key < 0x80 ? c64::digits_of(std::string(1, static_cast<char>(key)), 16) : std::nullopt;
        if (writes_ && digit) {
            write_digit(static_cast<unsigned>(*digit));
            return true;
        }
        const bool wrote = std::exchange(writes_, false);
        nibble_.reset();
        if (key == 'g') {
            leave_pane();
            line_.set("view memory ");
        } else if (key == 'u') {
            take_back();
        } else {
            return wrote;
        }
        return true;
    }

    void write_digit(unsigned digit) {
        if (!nibble_) {
            nibble_ = digit;
            return;
        }
        // A write discards the history after it, including later writes.
        const std::uint64_t now = debugger_.history().now().steps;
        std::erase_if(written_, [&](const WrittenByte& each) { return each.steps > now; });
        written_.push_back({now, view_->at, commands_.peek(view_->at)});
        execute(fmt::format("> {:04x} {:x}{:x}", view_->at, *nibble_, digit));
        move_byte(1);
    }

    /// Undoes the last byte written here: goes to it and restores its value.
    void take_back() {
        if (written_.empty()) return;
        const WrittenByte last = written_.back();
        written_.pop_back();
        view_->at = last.at;
        moving([&] { debugger_.go_to_step(last.steps); });
        execute(fmt::format("> {:04x} {:02x}", last.at, last.before));
    }

    static const PaneRow* row_of(const PaneContent& pane) {
        return pane.cursor < pane.rows.size() ? &pane.rows[pane.cursor] : nullptr;
    }

    void fold(PaneContent& pane, bool open) {
        const PaneRow* const row = row_of(pane);
        if (row == nullptr || row->fold.empty()) return;
        if (open) {
            unfolded_.insert(row->fold);
        } else {
            unfolded_.erase(row->fold);
        }
    }

    /// The bytes under the cursor: one in memory. If there are none, those of the last query.
    std::optional<std::pair<Address, unsigned>> chosen(PaneContent& pane) {
        if (focus_ == memory) return std::pair{view_->at, 1U};
        const PaneRow* const row = row_of(pane);
        if (row != nullptr && row->at && (pane.kept.empty() || pane.kept == row->fold)) {
            pane.asked = {*row->at, std::max(1U, row->size)};
        }
        return pane.asked;
    }

    void to_last_change(PaneContent& pane) {
        const auto bytes = chosen(pane);
        if (!bytes) return;
        const auto [at, size] = *bytes;
        const bool runs = focus_ == source || focus_ == calls;
        const auto last = static_cast<Address>(runs ? at : std::min(at + size - 1, 0xFFFFU));
        moving([&, first = at] {
            const auto found = debugger_.who(
                first, last, runs ? c64::debug::AccessKind::exec : c64::debug::AccessKind::store);
            if (found.empty()) {
                return say(fmt::format("${:04x}: not {} since the beginning", first,
                                       runs ? "executed" : "stored to"));
            }
            say(commands_.stopped(debugger_.go_to_step(found.front().steps)).text);
        });
    }

    void to_next_change(PaneContent& pane) {
        const auto bytes = chosen(pane);
        if (!bytes) return;
        const auto [at, size] = *bytes;
        const auto now = [&, first = at, count = size] {
            std::string all;
            for (unsigned i = 0; i < count; ++i) {
                all +=
                    static_cast<char>(debugger_.machine().ram()[static_cast<Address>(first + i)]);
            }
            return all;
        };
        moving([&] {
            const auto changes = [&, then = now()](const auto&) { return now() != then; };
            say(commands_.stopped(debugger_.run_until(changes, commands_.limit)).text);
        });
    }

    // --- the run's time ---------------------------------------------------------------------

    [[nodiscard]] static std::size_t parts() {
        return static_cast<std::size_t>(std::max(CursesWindow::columns(), 1));
    }
    void go_to(Cycle cycle) {
        moving([&] { debugger_.go_to_cycle(std::min(cycle, debugger_.history().last_cycle())); });
    }
    void scrub(int by) {
        const Cycle cycle = debugger_.machine().cpu.cycle;
        const auto now = static_cast<int>(c64::debug::part_of(debugger_, parts(), cycle));
        const int part = std::clamp(now + by, 0, static_cast<int>(parts()) - 1);
        if (part != now) go_to(first_cycle(part));
    }
    [[nodiscard]] Cycle first_cycle(int part) const {
        return c64::debug::first_cycle_of(debugger_, parts(), static_cast<std::size_t>(part));
    }
    /// In a pane the mouse scrolls the pane, elsewhere it moves through the run. A click sets the
    /// focus, the wheel does not.
    void click() {
        MEVENT event{};
        if (getmouse(&event) != OK) return;
        const int wheel = (event.bstate & BUTTON4_PRESSED) != 0   ? -1
                          : (event.bstate & BUTTON5_PRESSED) != 0 ? 1
                                                                  : 0;
        if (event.y == CursesWindow::rows() - 2 && wheel == 0) return go_to(first_cycle(event.x));
        for (const auto& [kind, pane] : placed_) {
            const bool inside = event.y >= pane.row && event.y < pane.row + pane.rows &&
                                event.x >= pane.column && event.x < pane.column + pane.columns;
            if (!inside) continue;
            if (wheel == 0) focus_ = kind;
            PaneContent& shown = shown_[kind];
            const long by = wheel != 0 ? 3 * wheel
                                       : static_cast<long>(shown.top) + event.y - pane.row - 1 -
                                             static_cast<long>(shown.cursor);
            if (kind == memory) return move_byte(static_cast<int>(by * 16));
            return shown.move(by);
        }
        if (wheel != 0) scrub(wheel);
    }

    // --- panes ------------------------------------------------------------------------------

    /// The panes that fit, in the order in which Tab moves the focus.
    [[nodiscard]] std::vector<PlacedPane> places() const {
        const int rows = CursesWindow::rows(), columns = CursesWindow::columns();
        const int below = std::max(1, std::min(std::max(4, rows / 3), rows - 4));
        const int above = rows - below - 3;  // title, time line, command line
        if (full_ && focus_) return {{*focus_, {1, 0, above + below, columns}}};
        const bool wide = columns >= 140 && rows >= 40;
        constexpr int screen_columns = 41;
        const int right = std::clamp(columns * 2 / 5, 34, 46);
        const int left = columns - right - (wide ? screen_columns + 1 : 0);
        std::vector<PlacedPane> all{
            {source, {1, 0, above, left - 1}},
            {state, {1, left, above, right}},
            {view_->number, {1 + above, 0, below, wide ? columns / 2 : columns}}};
        if (!wide) return all;
        all.push_back({screen, {1, left + right, above, screen_columns}});
        all.push_back({view_->number == tree ? output : tree,
                       {1 + above, columns / 2, below, columns - columns / 2}});
        return all;
    }

    void draw() {
        const int rows = CursesWindow::rows(), columns = CursesWindow::columns();
        placed_ = places();
        erase();
        draw_title(false);
        for (const auto& [kind, pane] : placed_) {
            PaneContent& shown = shown_[kind];
            if (kind == picture && window_.has_palette()) {
                draw_picture(window_, debugger_.machine(), pane);
                continue;
            }
            shown.heading = kinds[kind].name;
            shown.wanted.reset();
            if (kinds[kind].fill != nullptr) {
                (this->*kinds[kind].fill)(shown, pane);
            } else {
                shown.rows = text_rows(commands_.execute(std::string(kinds[kind].command)).text);
            }
            if (shown.rows.empty()) shown.rows = {{"nothing yet"}};
            draw_rows(window_, pane, shown, focus_ == kind);
        }
        draw_timeline(window_, commands_, rows - 2);
        window_.put(rows - 1, 0, columns, "(ryg) " + line_.text());
        move(rows - 1, std::min(columns - 1, 6 + static_cast<int>(line_.cursor())));
        refresh();
    }

    void draw_title(bool runs) const {
        const auto& history = debugger_.history();
        const Cycle cycle = debugger_.machine().cpu.cycle;
        std::string routine(commands_.symbols.routine_at(debugger_.pc()));
        if (routine.empty()) routine = commands_.symbols.describe(debugger_.pc());
        window_.put(0, 0, CursesWindow::columns(),
                    runs ? fmt::format(" {}  running: cycle {} in {}  Ctrl-C stops it", name_,
                                       cycle, routine)
                         : fmt::format(" {}  cycle {}  step {} of {}", name_, cycle,
                                       history.now().steps, history.last_step()),
                    runs ? Ink::here : Ink::title);
    }

    [[nodiscard]] Looked looked() const { return {commands_, before_.get()}; }

    void fill_source(PaneContent& shown, const Pane&) {
        PaneContent now = source_rows(looked());
        shown.rows = std::move(now.rows);
        shown.wanted = now.wanted;
        const auto line = commands_.symbols.info.line_at(debugger_.pc());
        shown.heading = fmt::format("{}  {}", commands_.symbols.describe(debugger_.pc()),
                                    line ? commands_.symbols.info.describe(*line) : "no source");
    }
    void fill_state(PaneContent& shown, const Pane& pane) {
        shown.rows = state_rows(looked(), pane.rows);
    }
    void fill_output(PaneContent& shown, const Pane& pane) {
        const auto columns = static_cast<std::size_t>(std::max(1, pane.columns));
        shown.rows.clear();
        for (const std::string& line : output_) {
            std::size_t at = 0;
            do {
                shown.rows.push_back({line.substr(at, columns)});
                at += columns;
            } while (at < line.size());
        }
        shown.wanted = shown.rows.size() - 1;
    }
    void fill_screen(PaneContent& shown, const Pane&) {
        shown.rows = text_rows(debugger_.machine().screen_text());
    }
    template <bool is_tree>
    void fill_data(PaneContent& shown, const Pane&) {
        shown.rows = data_rows(looked(), is_tree, unfolded_, shown.kept);
        // Keep the cursor on its row when rows above it appear or disappear.
        const auto same = std::ranges::find(shown.rows, shown.kept, &PaneRow::fold);
        if (same != shown.rows.end()) {
            shown.cursor = static_cast<std::size_t>(same - shown.rows.begin());
        }
    }
    void fill_memory(PaneContent& shown, const Pane&) {
        shown.heading = fmt::format("memory ${:04x}{}{}", view_->at, writes_ ? "  writing " : "",
                                    nibble_ ? fmt::format("{:x}_", *nibble_) : "");
        shown.rows = memory_rows(looked());
        shown.cursor = view_->at / 16U;
        if (focus_ != memory) shown.wanted = shown.cursor;
    }
    void fill_calls(PaneContent& shown, const Pane&) { shown.rows = call_rows(commands_); }
    /// Profiles the last million cycles, again after each movement.
    void fill_costs(PaneContent& shown, const Pane&) {
        constexpr Cycle enough = 1'000'000;
        const Cycle now = debugger_.machine().cpu.cycle;
        if (std::exchange(costs_at_, now) == now) return;
        shown.rows = text_rows(
            commands_.execute(fmt::format("profile flat from {}", now - std::min(now, enough)))
                .text);
    }
    void fill_help(PaneContent& shown, const Pane&) {
        shown.heading = "help: any key except up and down closes it";
        shown.rows = text_rows(std::string(help_text));
    }

    Commands& commands_;
    Debugger& debugger_;
    std::string name_;
    std::atomic<bool>& interrupted_;
    CursesWindow window_;
    std::function<bool()> asked_before_;  // the debugger's `pause`
    std::chrono::steady_clock::time_point shown_at_{};
    std::optional<HowLeft> left_;
    std::shared_ptr<LowerPane> view_ = std::make_shared<LowerPane>();
    std::optional<std::size_t> focus_;  // the pane with the focus; nullopt: the command line
    bool full_ = false;
    std::array<PaneContent, kind_count> shown_;
    std::vector<PlacedPane> placed_;
    std::set<std::string> unfolded_{"Tree/-"};
    std::unique_ptr<c64::Machine> before_;  // see moving()
    bool writes_ = false;                   // writing bytes in the memory pane
    std::optional<unsigned> nibble_;        // first digit of an incomplete byte
    /// A byte written in the memory pane, with its time and former value.
    struct WrittenByte {
        std::uint64_t steps = 0;
        Address at = 0;
        emu::Byte before = 0;
    };
    std::vector<WrittenByte> written_;
    std::vector<std::string> output_;
    Cycle costs_at_ = ~Cycle{0};
    TypedLine line_;
    std::string again_;
};

constexpr std::array<FullScreen::PaneKind, FullScreen::kind_count> FullScreen::kinds{
    {{"source", &FullScreen::fill_source, &FullScreen::press_in_source},
     {"registers", &FullScreen::fill_state},
     {"output", &FullScreen::fill_output},
     {"screen", &FullScreen::fill_screen},
     {"tree", &FullScreen::fill_data<true>},
     {"data", &FullScreen::fill_data<false>},
     {"memory", &FullScreen::fill_memory, &FullScreen::press_in_memory},
     {"watches", nullptr, nullptr, "display"},
     {"calls", &FullScreen::fill_calls},
     {"costs", &FullScreen::fill_costs},
     {"breakpoints", nullptr, nullptr, "break"},
     {"bookmarks", nullptr, nullptr, "bookmark"},
     {"chips", nullptr, nullptr, "io"},
     {"picture", &FullScreen::fill_screen},
     {"help", &FullScreen::fill_help, &FullScreen::press_in_help}}};

}  // namespace

HowLeft run(const Debuggee& debuggee, std::atomic<bool>& interrupted) {
    return FullScreen(debuggee, interrupted).run();
}

}  // namespace ryg::app::tui

#else

namespace ryg::app::tui {

HowLeft run(const Debuggee&, std::atomic<bool>&) {
    throw std::runtime_error(
        "--tui: this ryg was built without ncurses: install libncurses-dev, then build again");
}

}  // namespace ryg::app::tui
#endif
