// Executes command lines and prints text or JSON.
#include "app/fronts/monitor/lines.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>
#ifdef RYG_LINE_EDITING
#include <histedit.h>
#include <unistd.h>
#endif

#include "app/fronts/tui/tui.hpp"
#include "c64/program/text.hpp"

namespace ryg::app::monitor {
namespace {

using c64::lines_of;
using c64::debug::Commands;
using c64::debug::Reply;
using Json = nlohmann::ordered_json;

std::string_view variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// The path of a user's file for ryg, in the folder of an environment variable or below the home;
/// empty if neither is set.
std::string own_file(const char* name, const char* below_home, const char* file) {
    const std::string_view folder = variable(name), home = variable("HOME");
    if (!folder.empty()) return fmt::format("{}/ryg/{}", folder, file);
    return home.empty() ? "" : fmt::format("{}/{}/ryg/{}", home, below_home, file);
}

Json hit_json(const c64::debug::Hit& hit) {
    Json json{{"checkpoint", hit.checkpoint}, {"pc", hit.pc}, {"cycle", hit.cycle}};
    if (hit.access) {
        json["access"] = hit.access->is_store ? "store" : "load";
        json["address"] = hit.access->address;
        json["value"] = hit.access->value;
        if (hit.access->is_store) json["before"] = hit.access->before;
    }
    if (!hit.note.empty()) json["note"] = hit.note;
    return json;
}

void print_json(const std::string& line, const Reply& reply, const c64::debug::Debugger& debugger) {
    const emu::Cpu& cpu = debugger.machine().cpu;
    Json json{{"command", line}, {"ok", !reply.failed}, {"output", lines_of(reply.text)}};
    if (reply.stop) {
        json["stop"] = c64::debug::to_string(reply.stop->reason);
        json["hits"] = Json::array();
        for (const auto& hit : reply.stop->hits) json["hits"].push_back(hit_json(hit));
    }
    json["pc"] = cpu.registers.pc;
    json["a"] = cpu.registers.a;
    json["x"] = cpu.registers.x;
    json["y"] = cpu.registers.y;
    json["sp"] = cpu.registers.s;
    json["fl"] = cpu.registers.p;
    json["cycle"] = cpu.cycle;
    fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

#ifdef RYG_LINE_EDITING
// --- a line from the terminal, by libedit, whose callbacks know no object ------------------------

Commands* completing = nullptr;

char* prompt(EditLine*) {
    static char text[] = "(ryg) ";
    return text;
}

/// Inserts the common prefix of all candidates, and shows them if there are several.
unsigned char complete(EditLine* editor, int) {
    const LineInfo* const info = el_line(editor);
    const std::string line(info->buffer, info->cursor);
    const auto candidates = completing->completions(line);
    if (candidates.empty()) return CC_ERROR;
    std::string common = c64::debug::common_beginning(candidates);
    const std::size_t word = line.size() - (line.find_last_of(" \t") + 1);  // npos + 1 is 0
    if (candidates.size() == 1 && !common.ends_with('/')) common += ' ';
    if (common.size() > word) {
        el_insertstr(editor, common.substr(word).c_str());
        return CC_REFRESH;
    }
    fmt::print("\n{}\n", fmt::join(candidates, "  "));
    std::fflush(stdout);
    return CC_REDISPLAY;
}

/// Ctrl-C while a line is being typed drops the line.
unsigned char drop_line(EditLine* editor, int) {
    const LineInfo* const info = el_line(editor);
    el_cursor(editor, static_cast<int>(info->lastchar - info->cursor));
    el_deletestr(editor, static_cast<int>(info->lastchar - info->buffer));
    fmt::print("^C\n");
    std::fflush(stdout);
    return CC_REDISPLAY;
}

/// Whether the window has been resized since the line was drawn.
volatile std::sig_atomic_t resized = 0;
struct sigaction resized_before {};

/// Passes the signal on to ncurses if the full screen has been open.
void catch_resize(int signal) {
    resized = 1;
    const auto before = resized_before.sa_handler;
    if (before != SIG_DFL && before != SIG_IGN) before(signal);
}

/// One character; 0 at the end of input. libedit 3.1's own handler of a new size (EL_SIGNAL) keeps
/// a cursor that may be outside of the window now, and then writes before its buffers.
int read_character(EditLine* editor, wchar_t* character) {
    std::mbstate_t state{};
    while (true) {
        if (resized != 0) {
            resized = 0;
            el_resize(editor);
            std::fputs("\r\033[J", stdout);
            el_set(editor, EL_REFRESH);
        }
        char byte = 0;
        const ::ssize_t count = ::read(STDIN_FILENO, &byte, 1);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return static_cast<int>(count);
        const std::size_t length = std::mbrtowc(character, &byte, 1, &state);
        if (length == static_cast<std::size_t>(-2)) continue;  // the beginning of a character
        if (length == static_cast<std::size_t>(-1)) {
            *character = static_cast<unsigned char>(byte);
        }
        return 1;
    }
}

/// Lines are kept, in a file, too, and come back with the arrow keys; the tab key completes.
class Editor {
  public:
    explicit Editor(Commands& commands) {
        constexpr int most = 1000;
        completing = &commands;
        HistEvent event{};
        history(history_, &event, H_SETSIZE, most);
        history(history_, &event, H_SETUNIQUE, 1);
        if (!file_.empty()) history(history_, &event, H_LOAD, file_.c_str());
        el_set(editor_, EL_PROMPT, &prompt);
        el_set(editor_, EL_EDITOR, "emacs");
        el_set(editor_, EL_HIST, &::history, history_);
        el_set(editor_, EL_GETCFN, &read_character);
        el_set(editor_, EL_ADDFN, "complete", "complete", &complete);
        el_set(editor_, EL_BIND, "\t", "complete", nullptr);
        el_set(editor_, EL_ADDFN, "drop-line", "drop the line", &drop_line);
        el_set(editor_, EL_BIND, "^C", "drop-line", nullptr);
        el_set(editor_, EL_SETTY, "-d", "-isig", nullptr);
    }
    ~Editor() {
        HistEvent event{};
        std::error_code ignored;
        if (!file_.empty()) {
            std::filesystem::create_directories(std::filesystem::path(file_).parent_path(),
                                                ignored);
            history(history_, &event, H_SAVE, file_.c_str());
        }
        history_end(history_);
        el_end(editor_);
    }
    Editor(const Editor&) = delete;
    Editor& operator=(const Editor&) = delete;

    /// nullopt at the end of input.
    std::optional<std::string> line() {
        int length = 0;
        struct sigaction catching {};
        catching.sa_handler = catch_resize;  // reading a character ends for it
        sigaction(SIGWINCH, &catching, &resized_before);
        const char* const typed = el_gets(editor_, &length);
        sigaction(SIGWINCH, &resized_before, nullptr);
        if (typed == nullptr || length <= 0) return {};
        std::string line(typed, static_cast<std::size_t>(length));
        HistEvent event{};
        if (line.find_first_not_of(" \t\r\n") != line.npos) {
            history(history_, &event, H_ENTER, line.c_str());
        }
        line.erase(line.find_last_not_of("\r\n") + 1);
        return line;
    }

  private:
    std::string file_ = own_file("XDG_STATE_HOME", ".local/state", "debug-history");
    History* history_ = history_init();
    EditLine* editor_ = el_init("ryg", stdin, stdout, stderr);
};
#else
/// Reads lines without editing.
struct Editor {
    explicit Editor(const Commands&) {}

    /// Nothing at the end of input.
    static std::optional<std::string> line() {
        fmt::print("(ryg) ");
        std::fflush(stdout);
        std::string line;
        if (!std::getline(std::cin, line)) return {};
        return line;
    }
};
#endif

std::atomic<bool>* to_set = nullptr;  // nor does a signal handler

void catch_interrupt(int) { *to_set = true; }

/// During its lifetime every Ctrl-C sets `interrupted`.
class CatchInterrupts {
  public:
    explicit CatchInterrupts(std::atomic<bool>& interrupted) {
        to_set = &interrupted;
        struct sigaction catching {};
        catching.sa_handler = catch_interrupt;
        catching.sa_flags = SA_RESTART;  // nothing happens to a line that is being typed
        sigaction(SIGINT, &catching, &before_);
    }
    ~CatchInterrupts() { sigaction(SIGINT, &before_, nullptr); }
    CatchInterrupts(const CatchInterrupts&) = delete;
    CatchInterrupts& operator=(const CatchInterrupts&) = delete;

  private:
    struct sigaction before_ {};
};

}  // namespace

bool run_script(std::istream& lines, const Debuggee& debuggee, bool json,
                const std::atomic<bool>& interrupted) {
    bool failed = false;
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (line.ends_with('\r')) line.pop_back();
        if (!json) fmt::print("> {}\n", line);
        const Reply reply = debuggee.commands->execute(line);
        if (json) {
            print_json(line, reply, *debuggee.debugger);
        } else if (!reply.failed) {
            fmt::print("{}", reply.text);
        }
        std::fflush(stdout);
        if (reply.failed) {
            failed = true;
            const auto said = fmt::format("ryg debug: line {}: {}", number, reply.text);
            if (!json) std::fputs(said.c_str(), stderr);
        }
        if (interrupted || reply.quit) break;
    }
    return !failed;
}

/// The user's own start-up file, if there is one.
void run_startup(Commands& commands) {
    const std::string path = own_file("XDG_CONFIG_HOME", ".config", "debug");
    std::error_code ignored;
    if (path.empty() || !std::filesystem::is_regular_file(path, ignored)) return;
    fmt::print("{}", commands.execute(fmt::format("playback \"{}\"", path)).text);
}

void run_terminal(const Debuggee& debuggee, std::atomic<bool>& interrupted, bool full_screen) {
    Commands& commands = *debuggee.commands;
    const CatchInterrupts catching(interrupted);
    bool started = false;
    std::string again;
    while (true) {
        if (full_screen && tui::run(debuggee, interrupted) == tui::HowLeft::for_good) return;
        full_screen = false;
        commands.colour = variable("NO_COLOR").empty() && variable("TERM") != "dumb";
        commands.context = 3;
        fmt::print("{}: help lists the commands\n{}", debuggee.name, commands.where());
        if (!std::exchange(started, true)) run_startup(commands);
        Editor editor(commands);
        while (!full_screen) {
            const auto read = editor.line();
            if (!read) {
                fmt::print("\n");  // after the prompt
                return;
            }
            const std::string line = read->empty() ? again : *read;
            if (line == "tui") {
                full_screen = true;
                continue;
            }
            interrupted = false;
            const Reply reply = commands.execute(line);
            fmt::print("{}", reply.text);
            std::fflush(stdout);
            again = reply.stop ? line : "";
            if (reply.quit) return;
        }
    }
}

}  // namespace ryg::app::monitor
