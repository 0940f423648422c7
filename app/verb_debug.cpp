// `ryg debug`: a monitor that goes forward and back in time, for people and for scripts.
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <unistd.h>

#include "app/debug_session.hpp"
#include "app/fronts/dap/serve.hpp"
#include "app/fronts/monitor/server.hpp"
#include "app/line_editor.hpp"

namespace ryg::app {
namespace {

using c64::debug::Commands;
using c64::debug::Reply;

constexpr Help help{
    .usage = "debug [FILE] [options]",
    .about =
        "A monitor with the commands that one knows from VICE's, and with the way back: back,\n"
        "rnext, rreturn, rcontinue, goto-cycle, who-wrote. FILE is started from the SYS number of\n"
        "its BASIC line; labels and source lines come from the .lbl and .dbg files beside it.\n"
        "Without FILE it is a search of --position by a RYG program, with commands that know the\n"
        "tree. The command help says what there is; docs/debugging.md shows a session.\n"
        "Commands come from the terminal, from --commands, or from standard input, one a line,\n"
        "each shown in front of what it brings. A line that is wrong gets a line on stderr, the\n"
        "rest is still done, and the exit status is 2. With --json there is an object a command.",
    .examples =
        "./ryg debug game.prg\n"
        "./ryg debug game.prg --binary-monitor 6502\n"
        "./ryg debug --position 'c1c1c1c1/8/8/8/8/8/2M5/8 b' --depth 2\n"
        "./ryg debug --program ryg16_fallo1 --commands session.txt\n"
        "echo 'break .miniMax' | ./ryg debug --json\n",
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
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

/// Lines from a file or a pipe.
Exit run_script(std::istream& lines, const DebugSession& session, bool json) {
    bool failed = false;
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (line.ends_with('\r')) line.pop_back();
        if (!json) fmt::print("> {}\n", line);
        const Reply reply = session.commands->execute(line);
        if (json) {
            print_json(line, reply, *session.debugger);
        } else if (!reply.failed) {
            fmt::print("{}", reply.text);
        }
        std::fflush(stdout);
        if (reply.failed) {
            failed = true;
            if (!json) fmt::print(stderr, "ryg debug: line {}: {}", number, reply.text);
        }
        if (interrupted) return exit_interrupted;
        if (reply.quit) break;
    }
    return failed ? exit_trouble : exit_done;
}

/// Somebody at a terminal. An empty line does the last movement again; Ctrl-C stops one.
Exit run_terminal(const DebugSession& session) {
    Commands& commands = *session.commands;
    const auto variable = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::string_view(value == nullptr ? "" : value);
    };
    commands.colour = variable("NO_COLOR").empty() && variable("TERM") != "dumb";
    commands.context = 3;
    fmt::print("{}: help says what there is\n{}", session.name, commands.where());
    LineEditor editor([&commands](const std::string& line) { return commands.completions(line); });
    const CatchInterrupts catching;
    std::string again;
    while (true) {
        const auto read = editor.read("(ryg) ");
        if (!read) {
            fmt::print("\n");  // behind the prompt
            break;
        }
        const std::string line = read->empty() ? again : *read;
        interrupted = false;
        const Reply reply = commands.execute(line);
        fmt::print("{}", reply.text);
        std::fflush(stdout);
        again = reply.stop ? line : "";
        if (reply.quit) break;
    }
    return exit_done;
}

}  // namespace

Exit debug(Arguments arguments) {
    options::options_description own;
    add_debug_options(own);
    own.add_options()("commands", options::value<std::string>(), "a file with command lines");
    dap::add_dap_options(own);
    binary_monitor::add_option(own);
    const Parsed parsed = parse(arguments, help, own, {"file"});
    if (parsed.helped) return exit_done;
    if (binary_monitor::is_asked_for(parsed)) {
        if (dap::is_asked_for(parsed)) {
            throw Trouble("--binary-monitor and --dap both serve a client: give one of them");
        }
        if (parsed.has("commands")) {
            throw Trouble("--binary-monitor and --commands both give commands: give one of them");
        }
    }
    if (dap::is_asked_for(parsed)) return dap::serve(parsed);
    std::ifstream file;
    if (parsed.has("commands")) {
        const auto& path = parsed.get<std::string>("commands");
        file.open(path);
        std::error_code ignored;
        if (!file || std::filesystem::is_directory(path, ignored)) {
            throw Trouble(fmt::format("--commands: {}: cannot be read", path));
        }
    }
    const DebugSession session = debug_session(parsed);
    if (binary_monitor::is_asked_for(parsed)) {
        return binary_monitor::serve(parsed, *session.debugger, session.commands->symbols.labels);
    }
    if (file.is_open()) return run_script(file, session, parsed.json());
    const bool somebody = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
    if (somebody && !parsed.json()) return run_terminal(session);
    return run_script(std::cin, session, parsed.json());
}

}  // namespace ryg::app
