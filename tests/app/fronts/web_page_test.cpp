// A web page in a browser that posts commands to the debugger's ports changes nothing.
#include <fstream>

#include "tests/app/fronts/dap/client.hpp"
#include "tests/app/fronts/vice/client.hpp"

namespace ryg {
namespace {

using namespace ryg::binmon;

/// A port of the test's own, to see that the page's requests really go out.
struct Trap {
    int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int port = 0;
    Trap() {
        sockaddr_in here{};
        here.sin_family = AF_INET;
        here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof here;
        EXPECT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&here), sizeof here), 0);
        EXPECT_EQ(::listen(socket, 8), 0);
        ::getsockname(socket, reinterpret_cast<sockaddr*>(&here), &size);
        port = ntohs(here.sin_port);
    }
    ~Trap() { ::close(socket); }
    Trap(const Trap&) = delete;
    Trap& operator=(const Trap&) = delete;
    [[nodiscard]] bool was_reached() const { return ::accept(socket, nullptr, nullptr) >= 0; }
};

TEST(WebPage, InChromiumChangesNothingThroughThePorts) {
    if (program::run({"sh", "-c", "command -v chromium"}).status != 0) {
        GTEST_SKIP() << "chromium is not there (Debian package chromium)";
    }
    const program::Folder folder;
    const std::string prg = folder.prg("endless", "@1:     inc $c100\n        jmp @1\n");
    const std::string target = folder.write("target.state", "old");
    const Server server("--write-below '" + folder.path() + "' --overwrite " + prg +
                        " --remote-monitor 0");
    program::Child adapter(
        {RYG_PROGRAM, "debug", "--dap-port", "0", "--write-below", folder.path(), "--overwrite"});
    std::string line;
    while (line.find('\n') == line.npos && adapter.receive(line)) continue;
    const int dap_port = std::atoi(line.c_str() + line.find_last_of(' '));
    const Trap trap;

    const std::string dump_it = bytes_of(dump, Body().word(0).text(target));
    const std::string text = "save \"" + target + "\" c000 c001\n";
    using dap_test::request;
    const std::string session =
        request(1, "initialize") + request(2, "launch", {{"program", prg}, {"stopOnEntry", true}}) +
        request(3, "configurationDone") +
        request(4, "evaluate",
                {{"expression", text.substr(0, text.size() - 1)}, {"context", "repl"}});
    std::string page = "<script>\n";
    for (const int port : {server.port, server.text_port, dap_port, trap.port}) {
        for (const std::string& body : {dump_it, text, session}) {
            std::vector<int> bytes;
            for (const char c : body) bytes.push_back(static_cast<unsigned char>(c));
            page += "fetch('http://127.0.0.1:" + std::to_string(port) +
                    "/', {method: 'POST', mode: 'no-cors', body: new Uint8Array(" +
                    nlohmann::json(bytes).dump() + ")}).catch(() => 0);\n";
        }
    }
    const std::string file = folder.write("page.html", page + "</script>\n");
    program::run({"timeout", "120", "chromium", "--headless", "--no-sandbox", "--disable-gpu",
                  "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
                  "--user-data-dir=" + folder.file("profile"), "--virtual-time-budget=3000",
                  "--dump-dom", "file://" + file});
    if (!trap.was_reached()) GTEST_SKIP() << "this browser lets no page reach 127.0.0.1";
    EXPECT_EQ(tests::content(target), "old");
    EXPECT_EQ(Client(server).call(ping).error, ok) << "the ports serve on";
    EXPECT_EQ(Client(server).call(memory_get, range(0xC100, 0xC100)).body.back(), 0)
        << "nothing has run";
}

}  // namespace
}  // namespace ryg
