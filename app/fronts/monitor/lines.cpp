// Command lines in, text or JSON out.
#include "app/fronts/monitor/lines.hpp"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <istream>
#include <nlohmann/json.hpp>

#include "app/fronts/monitor/line_editor.hpp"

namespace ryg::app::monitor {
namespace {

using c64::debug::Commands;
using c64::debug::Reply;
using Json = nlohmann::ordered_json;

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
            if (!json) fmt::print(stderr, "ryg debug: line {}: {}", number, reply.text);
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
    LineEditor editor([&commands](const std::string& line) { return commands.completions(line); });
    const CatchInterrupts catching(interrupted);
    std::string again;
    while (true) {
        const auto read = editor.read("(ryg) ");
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
