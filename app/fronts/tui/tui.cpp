// Keys, the mouse, and what they do; which parts of the screen there are.
#include "app/fronts/tui/tui.hpp"

#ifdef RYG_NCURSES
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <ncurses.h>

#include "app/fronts/tui/panes.hpp"
#include "app/fronts/tui/typed_line.hpp"
#include "c64/debug/timeline.hpp"
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
        say("F1 keys  F2 view  F10 prompt; help lists the commands");
    }

    Left run() {
        while (!left_) {
            draw();
            const int key = getch();
            if (interrupted_.exchange(false)) line_.set("");
            if (key != ERR) press(key);
        }
        return *left_;
    }

  private:
    enum class View : unsigned { output, screen, tree, data };

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
        if (line_.text().empty() && scrub_by_key(key)) return;
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
                if (line_.text().empty()) left_ = Left::for_good;
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

    [[nodiscard]] static std::size_t parts() {
        return static_cast<std::size_t>(std::max(Window::columns(), 1));
    }
    void go_to(Cycle cycle) {
        interrupted_ = false;
        debugger_.go_to_cycle(std::min(cycle, debugger_.history().last_cycle()));
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
    void click() {
        MEVENT event{};
        if (getmouse(&event) != OK) return;
        if ((event.bstate & BUTTON4_PRESSED) != 0) return scrub(-1);
        if ((event.bstate & BUTTON5_PRESSED) != 0) return scrub(1);
        if (event.y == Window::rows() - 2) go_to(first_cycle(event.x));
    }

    // --- panes ------------------------------------------------------------------------------

    void draw() const {
        const int rows = Window::rows(), columns = Window::columns();
        erase();
        const int below = std::max(1, std::min(std::max(4, rows / 3), rows - 4));
        const int above = rows - below - 3;  // title, time line, command line
        const int right = std::clamp(columns * 2 / 5, 30, 64);
        const bool wide = columns >= 140 && rows >= 40;
        const int left = columns - right - (wide ? 42 : 0);
        draw_title();
        draw_source(window_, commands_, {1, 0, above, left - 1});
        draw_state(window_, commands_, {1, left, above, right - 1});
        if (wide) draw_lines(window_, {1, left + right, above, 41}, screen_lines(), "screen");
        draw_view({1 + above, 0, below, columns});
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

    void draw_view(Pane pane) const {
        switch (view_) {
            case View::output: return draw_lines(window_, pane, output_, "output", true);
            case View::screen: return draw_lines(window_, pane, screen_lines(), "screen");
            case View::tree: return draw_lines(window_, pane, data_lines(commands_, true), "tree");
            case View::data: return draw_lines(window_, pane, data_lines(commands_, false), "data");
        }
    }

    [[nodiscard]] std::vector<std::string> screen_lines() const {
        return lines_of(debugger_.machine().screen_text());
    }

    Commands& commands_;
    Debugger& debugger_;
    std::string name_;
    std::atomic<bool>& interrupted_;
    Window window_;
    std::optional<Left> left_;
    View view_ = View::output;
    TypedLine line_;
    std::vector<std::string> output_;
    std::string again_;
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
