// Keys, the mouse, and what they do; which parts of the screen there are.
#include "app/fronts/tui/tui.hpp"

#ifdef RYG_NCURSES
#include <algorithm>
#include <array>
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
        commands_.add({{"view"},
                       "name [address]",
                       "full screen: what the lower pane shows; in memory from an address on",
                       "session",
                       [view = view_](Commands& all, c64::debug::Arguments& arguments) -> Reply {
                           const std::string_view name = arguments.take("the name");
                           const auto known = std::ranges::find(views, name);
                           if (known == views.end()) {
                               throw c64::debug::BadCommand(
                                   fmt::format("{} is not one of {}", name, fmt::join(views, " ")));
                           }
                           const auto number = static_cast<std::size_t>(known - views.begin());
                           if (number == memory_view && !arguments.empty()) {
                               view->at = all.take_address(arguments);
                           }
                           arguments.end();
                           view->number = number;
                           return {};
                       },
                       "view memory .libreLo"});
        shown_[tree_view].kept = "Tree/-";
        say("F1 keys  F2 view  Tab panes  F10 prompt; help lists the commands");
    }

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
    static constexpr std::array<std::string_view, 11> views{
        "output", "screen", "tree",        "data",      "memory", "watches",
        "calls",  "costs",  "breakpoints", "bookmarks", "picture"};
    static constexpr std::size_t tree_view = 2, data_view = 3, memory_view = 4;
    /// What the keys are about.
    enum class Focus : unsigned { line, source, state, view };

    /// The lower pane: one of `views`, and the byte under the cursor if it is memory.
    struct LowerPane {
        std::size_t number = 0;
        Address at = 0;
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
                view_->number = 0;
                return say(
                    "F3 rreturn  F4 return  F5 exit  F6 rcontinue  F7 step-line  F8 next-line  "
                    "F9 rnext-line\nF2 view  F10 prompt  PgUp PgDn and, on an empty line, "
                    "arrows: through the run; or click on the time line\n"
                    "Tab gives the keys to another pane, Esc or a click takes them back. There:\n"
                    "arrows and PgUp PgDn move, right unfolds, left folds, f makes it full\n"
                    "Enter goes back to the last store to what is under the cursor (in the source: "
                    "to when the line ran), t on to its next change, b sets a breakpoint\n"
                    "memory: 0-9 a-f write a byte, u takes that back, g goes to an address, F "
                    "makes it full");
            case KEY_F(2): view_->number = (view_->number + 1) % views.size(); return;
            case KEY_F(10): left_ = HowLeft::for_the_prompt; return;
            case KEY_RESIZE: clear(); return;
            case KEY_MOUSE: return click();
            default: break;
        }
        const bool tab = (key == '\t' && line_.text().empty()) || key == KEY_BTAB;
        if (tab) {
            const unsigned by = key == KEY_BTAB ? 3 : 1;
            focus_ = static_cast<Focus>((static_cast<unsigned>(focus_) + by) % 4);
            if (focus_ == Focus::line) full_ = false;
            return;
        }
        if (focus_ != Focus::line) return press_in_pane(key);
        if (line_.text().empty() && scrub_by_key(key)) return;
        switch (key) {
            case KEY_PPAGE: return scrub(-16);
            case KEY_NPAGE: return scrub(16);
            case KEY_LEFT: return line_.move(-1);
            case KEY_RIGHT: return line_.move(1);
            case KEY_HOME: return line_.move(-4096);
            case KEY_END: return line_.move(4096);
            case KEY_UP: return line_.recall(-1);
            case KEY_DOWN: return line_.recall(1);
            case KEY_BACKSPACE:
            case 127:
            case '\b': return line_.erase_before();
            case KEY_DC: return line_.erase_here();
            case '\t': return complete();
            case '\n':
            case KEY_ENTER: return enter();
            case 4:  // Ctrl-D
                if (line_.text().empty()) left_ = HowLeft::for_good;
                return;
            default: break;
        }
        if (key >= 0x20 && key < 0x100) line_.insert(static_cast<char>(key));
    }

    /// False if the key has nothing to do with the run's time.
    bool scrub_by_key(int key) {
        switch (key) {
            case KEY_LEFT: scrub(-1); return true;
            case KEY_RIGHT: scrub(1); return true;
            case KEY_HOME: go_to(0); return true;
            case KEY_END: go_to(~Cycle{0}); return true;
            default: return false;
        }
    }

    void complete() {
        const auto found = line_.complete(commands_);
        if (!found.empty()) say(fmt::format("{}", fmt::join(found, "  ")));
    }
    void enter() {
        const std::string typed = line_.take();
        execute(typed.empty() ? again_ : typed);
    }

    void execute(const std::string& line) {
        say("> " + line);
        draw();
        interrupted_ = false;
        moving([&] {
            const Reply reply = commands_.execute(line);
            say(reply.text);
            again_ = reply.stop ? line : "";
            if (reply.quit) left_ = HowLeft::for_good;
        });
    }
    /// What changes meanwhile is marked.
    template <class Move>
    void moving(Move move) {
        auto before = std::make_unique<c64::Machine>(debugger_.machine());
        move();
        if (before->cpu.cycle != debugger_.machine().cpu.cycle) before_ = std::move(before);
    }
    void say(const std::string& text) {
        constexpr std::size_t most = 1000;
        for (std::string& line : lines_of(text)) output_.push_back({std::move(line)});
        if (output_.size() > most) {
            output_.erase(output_.begin(), output_.end() - static_cast<std::ptrdiff_t>(most));
        }
    }

    // --- a pane that has the keys -----------------------------------------------------------

    [[nodiscard]] PaneContent& shown_in(Focus pane) {
        return pane == Focus::source  ? source_
               : pane == Focus::state ? state_
                                      : shown_[view_->number];
    }
    [[nodiscard]] PaneContent& focused() { return shown_in(focus_); }

    void press_in_pane(int key) {
        PaneContent& pane = focused();
        const bool in_memory = focus_ == Focus::view && view_->number == memory_view;
        const auto by = [&](int rows) {
            if (in_memory) return move_byte(rows * 16);
            pane.move(rows);
        };
        switch (key) {
            case 27:
                focus_ = Focus::line;
                full_ = false;
                return;
            case KEY_UP: return by(-1);
            case KEY_DOWN: return by(1);
            case KEY_PPAGE: return by(-16);
            case KEY_NPAGE: return by(16);
            case KEY_HOME: return by(-0x10000);
            case KEY_END: return by(0x10000);
            case KEY_LEFT:
            case KEY_RIGHT:
                if (in_memory) return move_byte(key == KEY_LEFT ? -1 : 1);
                return fold(pane, key == KEY_RIGHT);
            case 'f':
                if (!in_memory) full_ = !full_;
                break;
            case 't': return to_next_change(pane);
            case '\n':
            case KEY_ENTER: return to_last_change(pane);
            default: break;
        }
        if (in_memory) return press_in_memory(key);
        if (key == 'b' && focus_ == Focus::source && row_of(pane) && row_of(pane)->at) {
            const Address at = *row_of(pane)->at;
            const auto& all = debugger_.checkpoints.all();
            const auto there = std::ranges::find_if(all, [&](const auto& each) {
                return each.first == at && each.last == at && each.kinds == c64::debug::Kind::exec;
            });
            execute(there == all.end() ? fmt::format("break {:04x}", at)
                                       : fmt::format("delete {}", there->number));
        }
    }

    /// A byte of which one digit is typed is left as it is.
    void move_byte(int by) {
        nibble_.reset();
        view_->at = static_cast<Address>(std::clamp(view_->at + by, 0, 0xFFFF));
    }

    void press_in_memory(int key) {
        if (key == 'F') full_ = !full_;
        if (key == 'g') {
            focus_ = Focus::line;
            full_ = false;
            line_.set("view memory ");
        }
        if (key == 'u') return take_back();
        const auto digit =
            key < 0x80 ? c64::digits_of(std::string(1, static_cast<char>(key)), 16) : std::nullopt;
        if (!digit) return;
        if (!nibble_) {
            nibble_ = static_cast<unsigned>(*digit);
            return;
        }
        // A write discards what came after it, and so the writes there.
        const std::uint64_t now = debugger_.history().now().steps;
        std::erase_if(written_, [&](const WrittenByte& each) { return each.steps > now; });
        written_.push_back({now, view_->at, commands_.peek(view_->at)});
        execute(fmt::format("> {:04x} {:x}{:x}", view_->at, *nibble_, *digit));
        move_byte(1);
    }

    /// Goes back to the last byte that was written here, and gives it its former value.
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

    /// The bytes under the cursor: in memory one. Where there are none, those of the last time.
    std::optional<std::pair<Address, unsigned>> chosen(PaneContent& pane) {
        if (focus_ == Focus::view && view_->number == memory_view) {
            return std::pair{view_->at, 1U};
        }
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
        const bool runs =
            focus_ == Focus::source || (focus_ == Focus::view && views[view_->number] == "calls");
        const auto last = static_cast<Address>(runs ? at : std::min(at + size - 1, 0xFFFFU));
        const auto found =
            debugger_.who(at, last, runs ? c64::debug::Kind::exec : c64::debug::Kind::store);
        if (found.empty()) {
            return say(fmt::format("${:04x}: not {} since the beginning", at,
                                   runs ? "executed" : "stored to"));
        }
        moving([&] { say(commands_.stopped(debugger_.go_to_step(found.front().steps)).text); });
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
        interrupted_ = false;
        moving([&] {
            const auto changes = [&, then = now()](const auto&) { return now() != then; };
            say(commands_.stopped(debugger_.run_until(changes, commands_.limit)).text);
        });
    }

    // --- the run's time ---------------------------------------------------------------------

    [[nodiscard]] static std::size_t parts() {
        return static_cast<std::size_t>(std::max(Window::columns(), 1));
    }
    void go_to(Cycle cycle) {
        interrupted_ = false;
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
    /// In a pane the mouse goes through that, and elsewhere through the run. A click gives the pane
    /// the keys, the wheel does not.
    void click() {
        MEVENT event{};
        if (getmouse(&event) != OK) return;
        const int wheel = (event.bstate & BUTTON4_PRESSED) != 0   ? -1
                          : (event.bstate & BUTTON5_PRESSED) != 0 ? 1
                                                                  : 0;
        if (event.y == Window::rows() - 2 && wheel == 0) return go_to(first_cycle(event.x));
        for (const auto& [focus, pane] : panes_) {
            const bool inside = event.y >= pane.row && event.y < pane.row + pane.rows &&
                                event.x >= pane.column && event.x < pane.column + pane.columns;
            if (!inside) continue;
            if (wheel == 0) focus_ = focus;
            PaneContent& shown = shown_in(focus);
            const bool in_memory = focus == Focus::view && view_->number == memory_view;
            const long by = wheel != 0 ? 3 * wheel
                                       : static_cast<long>(shown.top) + event.y - pane.row - 1 -
                                             static_cast<long>(shown.cursor);
            if (in_memory) return move_byte(static_cast<int>(by * 16));
            return shown.move(by);
        }
        if (wheel != 0) scrub(wheel);
    }

    // --- panes ------------------------------------------------------------------------------

    void draw() {
        const int rows = Window::rows(), columns = Window::columns();
        erase();
        const int below = std::max(1, std::min(std::max(4, rows / 3), rows - 4));
        const int above = rows - below - 3;  // title, time line, command line
        const int right = std::clamp(columns * 2 / 5, 34, 64);
        const bool wide = columns >= 140 && rows >= 40;
        const int left = columns - right - (wide ? 42 : 0);
        panes_ = {{Focus::source, {1, 0, above, left - 1}},
                  {Focus::state, {1, left, above, right}},
                  {Focus::view, {1 + above, 0, below, wide ? columns / 2 : columns}}};
        if (full_) panes_ = {{focus_, {1, 0, above + below, columns}}};
        draw_title();
        for (const auto& [focus, pane] : panes_) draw_pane(focus, pane);
        if (wide && !full_) {
            PaneContent screen{.rows = screen_rows()};
            draw_rows(window_, {1, left + right, above, 41}, screen, "screen", false);
            const std::size_t other = view_->number == tree_view ? 0 : tree_view;
            draw_view({1 + above, columns / 2, below, columns - columns / 2}, other, false);
        }
        draw_timeline(window_, commands_, rows - 2);
        window_.put(rows - 1, 0, columns, "(ryg) " + line_.text());
        move(rows - 1, std::min(columns - 1, 6 + static_cast<int>(line_.cursor())));
        refresh();
    }

    void draw_title() const {
        const auto& history = debugger_.history();
        window_.put(
            0, 0, Window::columns(),
            fmt::format(" {}  cycle {}  step {} of {}", name_, debugger_.machine().cpu.cycle,
                        history.now().steps, history.last_step()),
            Ink::title);
    }

    void draw_pane(Focus focus, Pane pane) {
        const bool has_keys = focus_ == focus;
        const Looked looked{commands_, before_.get()};
        if (focus == Focus::source) {
            PaneContent now = source_rows(looked);
            source_.rows = std::move(now.rows);
            const auto line = commands_.symbols.info.line_at(debugger_.pc());
            draw_rows(window_, pane, source_,
                      fmt::format("{}  {}", commands_.symbols.describe(debugger_.pc()),
                                  line ? commands_.symbols.info.describe(*line) : "no source"),
                      has_keys, now.anchor);
        } else if (focus == Focus::state) {
            state_.rows = state_rows(looked, pane.rows);
            draw_rows(window_, pane, state_, "registers", has_keys);
        } else {
            draw_view(pane, view_->number, has_keys);
        }
    }

    void draw_view(Pane pane, std::size_t view, bool has_keys) {
        PaneContent& shown = shown_[view];
        const Looked looked{commands_, before_.get()};
        std::string heading(views[view]);
        std::optional<std::size_t> anchor;
        const auto reply = [&](const std::string& line) {
            return text_rows(commands_.execute(line).text);
        };
        switch (view) {
            case 0:
                shown.rows = output_;
                anchor = output_.empty() ? 0 : output_.size() - 1;
                break;
            case 1: shown.rows = screen_rows(); break;
            case tree_view:
            case data_view: {
                shown.rows = data_rows(looked, view == tree_view, unfolded_, shown.kept);
                // The cursor stays at what it was at, though rows come and go above it.
                const auto same = std::ranges::find(shown.rows, shown.kept, &PaneRow::fold);
                if (same != shown.rows.end()) {
                    shown.cursor = static_cast<std::size_t>(same - shown.rows.begin());
                }
                if (shown.rows.empty()) shown.rows = {{"nothing yet"}};
                break;
            }
            case memory_view:
                heading += fmt::format(" ${:04x}{}", view_->at,
                                       nibble_ ? fmt::format(" {:x}_", *nibble_) : "");
                shown.rows = memory_rows(looked);
                shown.cursor = view_->at / 16U;
                if (!has_keys) anchor = shown.cursor;
                break;
            case 5:
                shown.rows = reply("display");
                if (shown.rows.empty()) shown.rows = {{"none: display EXPRESSION adds one"}};
                break;
            case 6: shown.rows = call_rows(commands_); break;
            case 7: shown.rows = cost_rows(); break;
            case 8: shown.rows = reply("break"); break;
            case 9: shown.rows = reply("bookmark"); break;
            default:
                if (window_.has_palette()) return draw_picture(window_, debugger_.machine(), pane);
                shown.rows = screen_rows();
        }
        draw_rows(window_, pane, shown, heading, has_keys, anchor);
    }

    /// Of the last million cycles, counted again after each movement.
    [[nodiscard]] std::vector<PaneRow> cost_rows() {
        constexpr Cycle enough = 1'000'000;
        const Cycle now = debugger_.machine().cpu.cycle;
        if (std::exchange(costs_at_, now) != now) {
            costs_ = text_rows(
                commands_.execute(fmt::format("profile flat from {}", now - std::min(now, enough)))
                    .text);
        }
        return costs_;
    }

    [[nodiscard]] std::vector<PaneRow> screen_rows() const {
        return text_rows(debugger_.machine().screen_text());
    }

    Commands& commands_;
    Debugger& debugger_;
    std::string name_;
    std::atomic<bool>& interrupted_;
    Window window_;
    std::optional<HowLeft> left_;
    std::shared_ptr<LowerPane> view_ = std::make_shared<LowerPane>();
    Focus focus_ = Focus::line;
    bool full_ = false;
    PaneContent source_, state_;
    std::array<PaneContent, views.size()> shown_;
    std::vector<std::pair<Focus, Pane>> panes_;
    std::set<std::string> unfolded_{"Tree/-"};
    std::unique_ptr<c64::Machine> before_;  // see moving()
    std::optional<unsigned> nibble_;        // of a byte that is being written
    /// A byte that was written in the memory pane, when, and what it was.
    struct WrittenByte {
        std::uint64_t steps = 0;
        Address at = 0;
        emu::Byte before = 0;
    };
    std::vector<WrittenByte> written_;
    std::vector<PaneRow> output_, costs_;
    Cycle costs_at_ = ~Cycle{0};
    TypedLine line_;
    std::string again_;
};

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
