// `ryg debug`: a monitor that moves forward and back in time, for people and for scripts.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <optional>
#include <sstream>
#include <unistd.h>

#include "app/debug_session.hpp"
#include "app/fronts/dap/session.hpp"
#include "app/fronts/monitor/lines.hpp"
#include "app/fronts/vice/session.hpp"
#include "app/game_verb.hpp"

namespace ryg::app {
namespace {

constexpr std::string_view debug_about =
    R"(Debugs FILE or PROGRAM from its start; with --position or --depth, a search by PROGRAM; without FILE
and PROGRAM, a search by the default program. The commands are those of VICE's monitor, and others that
go back in time: back, rnext, rreturn, rcontinue, goto-cycle, who-wrote. FILE is started from the SYS
number of its BASIC line; labels and source lines come from the .lbl and .dbg files beside it. An
assembly source is assembled first, without leaving files beside it. The command help lists all commands;
docs/debugging.md shows a session.

Commands come from the terminal, from --commands, or from standard input, one per line, each shown
before its output. A line with an error is reported on stderr, the remaining lines are executed, and the
exit status is 2. With --json each command prints an object.)";

const Options fronts_options{
    {.name = "commands",
     .help = "a file of commands, - for standard input; a server executes them first",
     .excludes = {"dap", "dap-port"}},
    {.name = "tui",
     .help = "full screen, at a terminal: source, calls, memory and the run's time line",
     .kind = work::OptionKind::flag,
     .excludes = {"commands", "dap", "dap-port", "binary-monitor", "remote-monitor", "json"}},
    flag_option("dap", "serve an editor: the Debug Adapter Protocol on stdin and stdout"),
    {.name = "dap-port",
     .help = "serve an editor on this port of 127.0.0.1; 0: any free port, which is printed",
     .excludes = {"dap"}},
    {.name = "binary-monitor",
     .help = "serve clients of VICE's binary monitor on this port of 127.0.0.1 (0: any free one); "
             "a path with a slash is a unix-domain socket, as with --dap-port",
     .excludes = {"dap", "dap-port"},
     .bare = "6502"},
    {.name = "remote-monitor",
     .help = "serve clients of VICE's text monitor on this port; combines with --binary-monitor",
     .excludes = {"dap", "dap-port"},
     .bare = "6510"},
    {"write-below", "the folder in which clients may write files (default: the current one)"},
    flag_option("overwrite", "clients may replace files of any kind")};

/// A port of 127.0.0.1, or a unix-domain socket.
void listener_of(const Parsed& parsed, const char* option, std::optional<Listener>& server) {
    const std::string text = parsed.text(option);
    if (text.find('/') != text.npos) {
        server.emplace(text, interrupted);
    } else {
        server.emplace(static_cast<std::uint16_t>(parse_number(text, option, 0, 0xFFFF)),
                       interrupted);
    }
}

/// Prints the address for clients, for people and for programs that have started ryg.
void say_where(std::string_view what, const Listener& server, bool json) {
    if (!json) {
        fmt::print("{} on {}\n", what, server.where());
    } else if (server.port() == 0) {
        print(Json{{"socket", server.where()}});
    } else {
        print(Json{{"address", "127.0.0.1"}, {"port", server.port()}});
    }
    std::fflush(stdout);
}

ClientFiles client_files_of(const Parsed& parsed) {
    ClientFiles files{.overwrites = parsed.has("overwrite")};
    if (!parsed.has("write-below")) return files;
    files.folder = std::filesystem::absolute(parsed.text("write-below"));
    if (!std::filesystem::is_directory(files.folder)) {
        throw Trouble(fmt::format("--write-below: {}: no such folder", files.folder.string()));
    }
    return files;
}

/// One client on standard input and output; or on a port one after the other, until Ctrl-C.
Exit serve_dap(const GameCommand& command) {
    const Parsed& parsed = command.parsed;
    constexpr std::array<std::string_view, 4> ours{"dap", "dap-port", "write-below", "overwrite"};
    Services services = debug_services(client_files_of(parsed), core_of(parsed.values));
    std::string debugged;
    if (!command.programs.empty()) debugged = command.programs.front()->name();
    for (const auto& [option, value] : parsed.given.all()) {
        if (!debugged.empty() || std::ranges::count(ours, option) != 0) continue;
        debugged = fmt::format("--{}", option);
    }
    if (!debugged.empty() && !parsed.has("dap-port")) {
        throw Trouble(
            fmt::format("{}: with --dap the client's launch request says what to debug", debugged));
    }
    if (!debugged.empty()) {
        services.running = std::make_shared<Debuggee>(debuggee_of(launch_of(command)));
    }
    if (!parsed.has("dap-port")) {
        StandardStream stream;
        dap::Session(stream, services).serve();
        return interrupted ? exit_interrupted : exit_done;
    }
    std::optional<Listener> listener;
    listener_of(parsed, "dap-port", listener);
    Listener& server = *listener;
    say(fmt::format("ryg debug: waiting for clients of the Debug Adapter Protocol on {}\n",
                    server.where()));
    say_where("debug adapter", server, false);
    while (!interrupted) {
        if (!server.accept(Wait(200))) continue;
        try {
            dap::Session(server, services).serve();
        } catch (const std::runtime_error& trouble) {
            say(fmt::format("ryg debug: {}\n", trouble.what()));
        }
        server.hang_up();
    }
    return exit_interrupted;
}

Exit serve_vice(const Parsed& parsed, const Debuggee& debuggee) {
    Services services = debug_services(client_files_of(parsed), core_of(parsed.values));
    std::optional<Listener> binary, text;
    const auto listen = [&](const char* option, const char* what, std::optional<Listener>& server) {
        if (!parsed.has(option)) return;
        listener_of(parsed, option, server);
        say_where(what, *server, parsed.json());
    };
    listen("binary-monitor", "binary monitor", binary);
    listen("remote-monitor", "text monitor", text);
    if (text) services.text_monitor = fmt::format("ip4://127.0.0.1:{}", text->port());
    debuggee.commands->write = [&services](const std::string& path, std::string_view bytes) {
        services.write(path, {reinterpret_cast<const emu::Byte*>(bytes.data()), bytes.size()});
    };
    debuggee.commands->limit = emu::never / 2;
    vice::serve(binary ? &*binary : nullptr, text ? &*text : nullptr, debuggee, services);
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace

Exit debug(Arguments arguments) {
    VerbOptions own = debug_command();
    own.about = debug_about;
    own.options.insert(own.options.end(), fronts_options.begin(), fronts_options.end());
    const GameCommand command = ask(arguments, "debug", job_of<&claims::Game::debug>, own);
    const Parsed& parsed = command.parsed;
    if (parsed.helped) return exit_done;
    const bool serves_vice = parsed.has("binary-monitor") || parsed.has("remote-monitor");
    const bool serves_dap = parsed.has("dap") || parsed.has("dap-port");
    for (const char* const option : {"write-below", "overwrite"}) {
        if (parsed.has(option) && !serves_vice && !serves_dap) {
            throw Trouble(fmt::format(
                "--{} is for clients: give --binary-monitor, --remote-monitor, --dap or --dap-port",
                option));
        }
    }
    if (serves_dap) return serve_dap(command);
    const std::string script = parsed.text("commands");
    const bool has_file = !script.empty() && script != "-";
    std::istringstream file;
    if (has_file) {
        try {
            const auto bytes = c64::read_bytes(script, 1 << 24);
            file.str({bytes.begin(), bytes.end()});
        } catch (const c64::ImageError& error) {
            throw Trouble(fmt::format("--commands: {}", error.what()));
        }
    }
    const Debuggee debuggee = debuggee_of(launch_of(command));
    debuggee.debugger->notices_endings = !serves_vice;
    const bool interactive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
    if (parsed.has("tui") && !interactive) throw Trouble("--tui needs a terminal");
    bool good = true;
    if (!script.empty() || (!serves_vice && (!interactive || parsed.json()))) {
        std::istream& lines = has_file ? file : std::cin;
        good = monitor::run_script(lines, debuggee, parsed.json(), interrupted);
    } else if (!serves_vice) {
        monitor::run_terminal(debuggee, interrupted, parsed.has("tui"));
    }
    if (serves_vice && !interrupted) return serve_vice(parsed, debuggee);
    return interrupted ? exit_interrupted : good ? exit_done : exit_trouble;
}

}  // namespace ryg::app
