// `ryg debug`: a monitor that goes forward and back in time, for people and for scripts.
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <unistd.h>

#include "app/debug_session.hpp"
#include "app/fronts/dap/session.hpp"
#include "app/fronts/monitor/lines.hpp"
#include "app/fronts/vice/server.hpp"

namespace ryg::app {
namespace {

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
        "./ryg debug --depth 3 --commands session.txt\n"
        "echo 'break .miniMax' | ./ryg debug --json\n",
};

/// A port of 127.0.0.1, or a unix-domain socket.
Listener listener_of(const Parsed& parsed, const char* option) {
    const auto& text = parsed.get<std::string>(option);
    if (text.find('/') != text.npos) return {text, interrupted};
    return {static_cast<std::uint16_t>(parse_number(text, option, 0xFFFF)), interrupted};
}

/// The line that says where clients find us, for people and for programs that have started us.
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
    files.folder = std::filesystem::absolute(parsed.get<std::string>("write-below"));
    if (!std::filesystem::is_directory(files.folder)) {
        throw Trouble(fmt::format("--write-below: {}: no such folder", files.folder.string()));
    }
    return files;
}

/// One client on standard input and output; or on a port one after the other, until Ctrl-C.
Exit serve_dap(const Parsed& parsed) {
    for (const char* const option :
         {"file", "position", "program", "depth", "version", "keys", "model", "timing", "ane",
          "lxa", "memory", "limit", "commands", "json"}) {
        if (!parsed.given(option)) continue;
        throw Trouble(fmt::format(
            "--{}: with --dap the client says in its launch request what is debugged", option));
    }
    check_alone(parsed, "dap", {"dap-port"});
    const Host host = debug_host(client_files_of(parsed));
    if (!parsed.has("dap-port")) {
        StandardStream stream;
        dap::Session(stream, host).serve();
        return interrupted ? exit_interrupted : exit_done;
    }
    Listener server = listener_of(parsed, "dap-port");
    fmt::print(stderr,
               "ryg debug: waiting for clients of the Debug Adapter Protocol on "
               "{}\n",
               server.where());
    say_where("debug adapter", server, false);
    while (!interrupted) {
        if (!server.accept(Wait(200))) continue;
        try {
            dap::Session(server, host).serve();
        } catch (const std::runtime_error& trouble) {
            fmt::print(stderr, "ryg debug: {}\n", trouble.what());
        }
        server.hang_up();
    }
    return exit_interrupted;
}

Exit serve_vice(const Parsed& parsed, const Debuggee& debuggee) {
    const Host host = debug_host(client_files_of(parsed));
    Listener server = listener_of(parsed, "binary-monitor");
    say_where("binary monitor", server, parsed.json());
    vice::serve(server, debuggee, host);
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace

Exit debug(Arguments arguments) {
    options::options_description own;
    add_debug_options(own);
    own.add_options()("commands", options::value<std::string>(), "a file with command lines")(
        "dap", "serve an editor: the Debug Adapter Protocol on stdin and stdout")(
        "dap-port", options::value<std::string>(),
        "the same on this port of 127.0.0.1; 0 takes a free one and says which")(
        "binary-monitor", options::value<std::string>()->implicit_value("6502"),
        "serve clients of VICE's binary monitor on this port of 127.0.0.1; 0: any "
        "that is free; with a slash it is the path of a unix-domain socket, for --dap-port, too")(
        "write-below", options::value<std::string>(),
        "the folder that clients may write files in (default: the one ryg is started in)")(
        "overwrite", "clients may replace files of any kind");
    const Parsed parsed = parse(arguments, help, own, {"file"});
    if (parsed.helped) return exit_done;
    const bool serves_vice = parsed.has("binary-monitor");
    const bool serves_dap = parsed.has("dap") || parsed.has("dap-port");
    if (serves_vice && serves_dap) {
        throw Trouble("--binary-monitor and --dap both serve a client: give one of them");
    }
    if (serves_vice && parsed.has("commands")) {
        throw Trouble("--binary-monitor and --commands both give commands: give one of them");
    }
    for (const char* const option : {"write-below", "overwrite"}) {
        if (parsed.has(option) && !serves_vice && !serves_dap) {
            throw Trouble(fmt::format(
                "--{} is for clients: give --binary-monitor, --dap or --dap-port", option));
        }
    }
    if (serves_dap) return serve_dap(parsed);
    std::ifstream file;
    if (parsed.has("commands")) {
        const auto& path = parsed.get<std::string>("commands");
        file.open(path);
        std::error_code ignored;
        if (!file || std::filesystem::is_directory(path, ignored)) {
            throw Trouble(fmt::format("--commands: {}: cannot be read", path));
        }
    }
    const Debuggee debuggee = debuggee_of(launch_of(parsed));
    if (serves_vice) return serve_vice(parsed, debuggee);
    const bool somebody = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
    if (somebody && !parsed.json() && !file.is_open()) {
        monitor::run_terminal(debuggee, interrupted);
        return exit_done;
    }
    std::istream& lines = file.is_open() ? file : std::cin;
    const bool good = monitor::run_script(lines, debuggee, parsed.json(), interrupted);
    return interrupted ? exit_interrupted : good ? exit_done : exit_trouble;
}

}  // namespace ryg::app
