// Command lines in, text or JSON out.
#include "app/fronts/monitor/lines.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <editline/readline.h>
#include <fmt/format.h>
#include <istream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ryg::app::monitor {
namespace {

using c64::debug::Commands;
using c64::debug::Reply;
using Json = nlohmann::ordered_json;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
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

// --- a line from the terminal, by libedit, whose callbacks know no object ------------------------

Commands* completing = nullptr;
std::vector<std::string> candidates;

char* next_candidate(const char* /*word*/, int state) {
    const auto index = static_cast<std::size_t>(state);
    return index < candidates.size() ? strdup(candidates[index].c_str()) : nullptr;
}

char** complete(const char* word, int start, int /*end*/) {
    const std::string before(rl_line_buffer, static_cast<std::size_t>(start));
    candidates = completing->completions(before + word);
    rl_attempted_completion_over = 1;  // no names of files
    return candidates.empty() ? nullptr : rl_completion_matches(word, next_candidate);
}

/// Lines are kept, and come back with the arrow keys; the tab key completes commands and labels.
void prepare_editing(Commands& commands) {
    completing = &commands;
    static char breaks[] = " \t";
    static char name[] = "ryg";
    rl_readline_name = name;
    rl_catch_signals = 0;  // else Ctrl-C leaves the terminal without editing
    rl_initialize();
    rl_completer_word_break_characters = breaks;
    rl_basic_word_break_characters = breaks;
    rl_attempted_completion_function = complete;
}

/// Nothing at the end of input.
std::optional<std::string> read_line(const char* prompt) {
    char* const typed = ::readline(prompt);
    if (typed == nullptr) return {};
    std::string line(typed);
    if (!line.empty()) add_history(typed);
    std::free(typed);
    return line;
}

std::atomic<bool>* to_set = nullptr;  // nor does a signal handler

extern "C" void catch_interrupt(int) { *to_set = true; }

/// While it lives, Ctrl-C sets `interrupted` however often it is pressed.
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

void run_terminal(const Debuggee& debuggee, std::atomic<bool>& interrupted) {
    Commands& commands = *debuggee.commands;
    const auto variable = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::string_view(value == nullptr ? "" : value);
    };
    commands.colour = variable("NO_COLOR").empty() && variable("TERM") != "dumb";
    commands.context = 3;
    fmt::print("{}: help says what there is\n{}", debuggee.name, commands.where());
    prepare_editing(commands);
    const CatchInterrupts catching(interrupted);
    std::string again;
    while (true) {
        const auto read = read_line("(ryg) ");
        if (!read) {
            fmt::print("\n");  // after the prompt
            return;
        }
        const std::string line = read->empty() ? again : *read;
        interrupted = false;
        const Reply reply = commands.execute(line);
        fmt::print("{}", reply.text);
        std::fflush(stdout);
        again = reply.stop ? line : "";
        if (reply.quit) return;
    }
}

}  // namespace ryg::app::monitor
