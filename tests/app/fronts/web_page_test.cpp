// A web page in a browser that posts commands to the debugger's ports changes nothing.
#include <fcntl.h>
#include <fmt/format.h>

#include "tests/app/fronts/dap/client.hpp"
#include "tests/app/fronts/vice/client.hpp"

namespace ryg {
namespace {

using namespace ryg::binmon;

/// A web server of the test's own, by which the page says how far it has come.
class Harbour {
  public:
    static constexpr int patience = 120'000;  // milliseconds: a browser starts slowly

    Harbour() {
        sockaddr_in here{};
        here.sin_family = AF_INET;
        here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof here;
        EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&here), sizeof here), 0);
        EXPECT_EQ(::listen(socket_, 8), 0);
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&here), &size);
        port = ntohs(here.sin_port);
    }
    ~Harbour() { ::close(socket_); }
    Harbour(const Harbour&) = delete;
    Harbour& operator=(const Harbour&) = delete;

    /// Whether the page asks for this path; other requests are answered, too.
    [[nodiscard]] bool hears(const std::string& path) const {
        pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
        while (::poll(&waiting, 1, patience) > 0) {
            const int client = ::accept(socket_, nullptr, nullptr);
            std::string request;
            std::array<char, 4096> bytes;
            pollfd sent{.fd = client, .events = POLLIN, .revents = 0};
            while (request.find("\r\n\r\n") == request.npos && ::poll(&sent, 1, patience) > 0) {
                const auto count = ::recv(client, bytes.data(), bytes.size(), 0);
                if (count <= 0) break;
                request.append(bytes.data(), static_cast<std::size_t>(count));
            }
            constexpr std::string_view answer =
                "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
            (void)::send(client, answer.data(), answer.size(), MSG_NOSIGNAL);
            ::close(client);
            if (request.find(' ' + path + ' ') != request.npos) return true;
        }
        return false;
    }

    int port = 0;

  private:
    int socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
};

/// A page that says when it is there, posts each body to each port, and says when all is done.
std::string page_that_posts(const std::vector<std::string>& bodies, const std::vector<int>& ports,
                            int harbour) {
    std::string posts;
    for (const int port : ports) {
        for (const std::string& body : bodies) {
            std::vector<int> bytes;
            for (const char c : body) bytes.push_back(static_cast<unsigned char>(c));
            posts += fmt::format(
                "fetch('http://127.0.0.1:{}/', {{method: 'POST', mode: 'no-cors', "
                "body: new Uint8Array({})}}).catch(() => 0),\n",
                port, nlohmann::json(bytes).dump());
        }
    }
    const auto say = [harbour](const char* word) {
        return fmt::format("fetch('http://127.0.0.1:{}/{}', {{mode: 'no-cors'}})", harbour, word);
    };
    return fmt::format("<script>\n{}.then(() => Promise.all([\n{}])).then(() => {})\n</script>\n",
                       say("here"), posts, say("done"));
}

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
    const Harbour harbour;

    const std::string dump_it = bytes_of(dump, Body().word(0).text(target));
    const std::string text = "save \"" + target + "\" c000 c001\n";
    using dap_test::request;
    const std::string session =
        request(1, "initialize") + request(2, "launch", {{"program", prg}, {"stopOnEntry", true}}) +
        request(3, "configurationDone") +
        request(4, "evaluate",
                {{"expression", text.substr(0, text.size() - 1)}, {"context", "repl"}});
    const std::string page = folder.write(
        "page.html", page_that_posts({dump_it, text, session},
                                     {server.port, server.text_port, dap_port}, harbour.port));
    const int silence = open("/dev/null", O_WRONLY | O_CLOEXEC);
    program::Child browser(
        {"chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
         "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
         "--user-data-dir=" + folder.file("profile"), "file://" + page},
        silence);
    close(silence);
    if (!harbour.hears("/here")) GTEST_SKIP() << "this browser lets no page reach 127.0.0.1";
    EXPECT_TRUE(harbour.hears("/done")) << "a port does not hang up on the page";
    browser.interrupt();
    EXPECT_EQ(tests::content(target), "old");
    EXPECT_EQ(Client(server).call(ping).error, ok) << "the ports serve on";
    EXPECT_EQ(Client(server).call(memory_get, range(0xC100, 0xC100)).body.back(), 0)
        << "nothing has run";
}

}  // namespace
}  // namespace ryg
