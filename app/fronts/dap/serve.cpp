// Finds the client; what is debugged the client says.
#include "app/fronts/dap/serve.hpp"

#include <cstdio>
#include <fmt/format.h>

#include "app/fronts/dap/session.hpp"

namespace ryg::app::dap {
namespace {

Exit serve_port(std::uint16_t port) {
    using namespace std::chrono_literals;
    Loopback server(port);
    fmt::print(stderr,
               "ryg debug: waiting for clients of the Debug Adapter Protocol on "
               "127.0.0.1, port {}\n",
               server.port());
    fmt::print("debug adapter on 127.0.0.1, port {}\n", server.port());
    std::fflush(stdout);
    while (!interrupted) {
        if (!server.accept(200ms)) continue;
        LoopbackStream stream(server);
        try {
            Session(stream).serve();
        } catch (const Trouble& trouble) {
            fmt::print(stderr, "ryg debug: {}\n", trouble.what());
        }
        server.hang_up();
    }
    return exit_interrupted;
}

}  // namespace

void add_dap_options(options::options_description& own) {
    own.add_options()("dap", "serve an editor: the Debug Adapter Protocol on stdin and stdout")(
        "dap-port", options::value<std::string>(),
        "the same on this port of 127.0.0.1; 0 takes a free one and says which");
}

bool is_asked_for(const Parsed& parsed) { return parsed.has("dap") || parsed.has("dap-port"); }

Exit serve(const Parsed& parsed) {
    for (const char* const option : {"file", "position", "program", "depth", "version", "keys",
                                     "model", "timing", "memory", "limit", "commands", "json"}) {
        if (!parsed.given(option)) continue;
        throw Trouble(fmt::format(
            "--{}: with --dap the client says in its launch request what is debugged", option));
    }
    if (parsed.has("dap-port")) {
        if (parsed.has("dap")) throw Trouble("--dap or --dap-port: give one of them");
        const auto port = parse_number(parsed.get<std::string>("dap-port"), "dap-port", 0xffff);
        return serve_port(static_cast<std::uint16_t>(port));
    }
    StandardStream stream;
    return Session(stream).serve();
}

}  // namespace ryg::app::dap
