// Connections to the debugger's ports that begin as they like, and end at any moment.
//
// The servers run in threads of this program, on real sockets. A fault is a server that does not
// answer the next client, or a connection that did not begin as its protocol requires and has
// changed, started or written something all the same.
#include <thread>

#include "app/fronts/dap/session.hpp"
#include "app/fronts/vice/session.hpp"
#include "tests/app/fronts/vice/rig.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/socket.hpp"

namespace ryg {
namespace {

using namespace ryg::binmon;
using app::Listener;
using app::Wait;
using app::dap::Json;
using tests::Dice;
using tests::Socket;

enum class Port { binary, text, dap };

/// The servers, with one machine for the monitors; what clients ask of the host is counted.
class Servers {
  public:
    Servers() {
        debuggee_.debugger = std::make_unique<c64::debug::Debugger>(small_program());
        debuggee_.commands = std::make_unique<c64::debug::Commands>(*debuggee_.debugger, symbols_);
        debuggee_.commands->write = [this](const std::string&, std::string_view) { ++asked; };
        monitors_ =
            std::thread([this] { app::vice::serve(&binary_, &text_, debuggee_, services_); });
        adapter_ = std::thread([this] { serve_dap(); });
    }
    ~Servers() {
        interrupted_ = true;
        monitors_.join();
        adapter_.join();
    }
    Servers(const Servers&) = delete;
    Servers& operator=(const Servers&) = delete;

    [[nodiscard]] std::uint16_t port(Port which) const {
        return (which == Port::binary ? binary_ : which == Port::text ? text_ : dap_).port();
    }

    std::atomic<unsigned> asked = 0;  ///< of the host: files to be read or written, programs

  private:
    void serve_dap() {
        while (!interrupted_) {
            if (!dap_.accept(Wait(50))) continue;
            try {
                app::dap::Session(dap_, services_).serve();
            } catch (const std::runtime_error&) {  // what was sent cannot be read
            }
            dap_.hang_up();
        }
    }

    std::atomic<bool> interrupted_ = false;
    c64::debug::Symbols symbols_;
    app::Debuggee debuggee_;
    app::Services services_{
        .launch = [this](std::span<const std::string>) -> app::Debuggee {
            ++asked;
            throw std::runtime_error("no such program");
        },
        .read_program =
            [this](const std::string& name) {
                ++asked;
                return load(name);
            },
        .read_state = [this](const std::string&) -> std::unique_ptr<c64::Machine> {
            ++asked;
            throw c64::ImageError("no such state");
        },
        .write = [this](const std::string&, std::span<const Byte>) { ++asked; },
        .interrupted = interrupted_};
    Listener binary_{0, interrupted_}, text_{0, interrupted_}, dap_{0, interrupted_};
    std::thread monitors_, adapter_;
};

/// Whether an answer with this in it comes.
bool hears(Socket& client, std::string_view wanted) {
    std::string all;
    while (all.find(wanted) == all.npos) {
        if (!client.receive(all)) return false;
    }
    return true;
}

std::string command(Type type, const Body& body = {}) {
    const auto length = static_cast<std::uint32_t>(body.str().size());
    const auto number = static_cast<unsigned>(type);
    return Body().byte(2).byte(2).long_word(length).long_word(7).byte(number).append(body).str();
}

std::string request(int seq, const char* name, const Json& arguments = Json::object()) {
    const Json message{
        {"seq", seq}, {"type", "request"}, {"command", name}, {"arguments", arguments}};
    return app::dap::framed(message.dump());
}

constexpr Address mark = 0xC200;  ///< nobody who begins well writes there

/// What changes or starts something on a port, if it is taken for messages.
std::string harm(Port port) {
    switch (port) {
        case Port::binary:
            return command(Type::memory_set,
                           Body().byte(0).word(mark).word(mark).byte(0).word(0).byte(0x55)) +
                   command(Type::dump, Body().word(0).text("state"));
        case Port::text: return "> c200 55\nsave \"file\" 0 c000 c001\n";
        case Port::dap: break;
    }
    return request(1, "initialize") + request(2, "launch", {{"program", "good.prg"}});
}

/// What a client says, which changes nothing that is checked.
std::string talk(Port port, Dice& below) {
    std::string all;
    for (auto count = 1 + below(6); count-- > 0;) {
        if (port == Port::binary) {
            constexpr std::array types{Type::ping, Type::info, Type::registers_get, Type::exit};
            const Type type = types[below(types.size())];
            all += command(type, type == Type::registers_get ? Body().byte(0) : Body());
        } else if (port == Port::text) {
            constexpr std::array lines{"r\n", "z 3\n", "x\n", "m c000\n", "\n", "nonsense\n"};
            all += lines[below(lines.size())];
        } else {
            constexpr std::array names{"initialize", "threads", "pause", "launch", "disconnect"};
            all += request(static_cast<int>(below(9)), names[below(names.size())]);
        }
    }
    return all;
}

/// A start that no client makes: of HTTP, of TLS, or of nothing that is known.
std::string foreign_start(Port port, Dice& below) {
    constexpr std::array methods{"POST", "GET", "OPTIONS", "HEAD", "SAVE", "Content-Length"};
    if (below(3) != 0) {
        std::string head = fmt::format("{} /{} HTTP/1.1\r\nHost: 127.0.0.1\r\n",
                                       methods[below(methods.size())], below(2) == 0 ? "" : "?:2");
        if (below(2) == 0) head += fmt::format("Content-Length: {}\r\n", below(500));
        return head + (below(4) == 0 ? "" : "\r\n");
    }
    std::string noise;
    for (auto count = 1 + below(40); count-- > 0;) noise += static_cast<char>(below.byte());
    if (port == Port::binary && noise[0] == 2) noise[0] = 3;
    if (port == Port::dap) noise = "\x16:" + noise + "\r\n\r\n";
    if (port == Port::text) noise = "\x16" + noise + '\n';
    return noise;
}

/// Bytes in pieces, up to some moment.
void send_part(const Socket& connection, const std::string& bytes, Dice& below) {
    std::size_t end = below(2) == 0 ? bytes.size() : below(bytes.size() + 1);
    for (std::size_t at = 0; at < end;) {
        const std::size_t size = std::min<std::size_t>(end - at, 1 + below(200));
        connection.send(std::string_view(bytes).substr(at, size));
        at += size;
    }
}

std::string name_of(Port port) {
    return port == Port::binary ? "binary monitor"
           : port == Port::text ? "text monitor"
                                : "adapter";
}

/// Whether the next client is served, and finds that nothing has been changed.
std::string fault_after(const Servers& servers, Port port) {
    Socket client(servers.port(port));
    if (port == Port::dap) {
        client.send(request(1, "initialize"));
        return hears(client, "supportsStepBack") ? "" : "no answer to initialize";
    }
    if (port == Port::text) {
        client.send("p @c200 == 0\n");
        return hears(client, "$01  1\n") ? "" : "memory has been changed, or no answer";
    }
    client.send(command(Type::memory_get, Body().byte(0).word(mark).word(mark).byte(0).word(0)));
    const std::string wanted = Body().word(1).byte(0).str();
    const std::string header = std::string("\x02\x02\x03\0\0\0\x01\0\x07\0\0\0", 12);
    return hears(client, header + wanted) ? "" : "memory has been changed, or no answer";
}

}  // namespace
}  // namespace ryg

std::string ryg::fuzz::fault_of(std::uint64_t seed) {
    static Servers servers;
    Dice below(seed);
    const auto port = static_cast<Port>(below(3));
    const bool is_foreign = below(2) == 0;
    const unsigned asked = servers.asked;
    {
        Socket connection(servers.port(port));
        if (is_foreign) {
            send_part(connection, foreign_start(port, below) + harm(port), below);
        } else {
            send_part(connection, talk(port, below), below);
        }
        switch (below(4)) {
            case 0: connection.will_break(); break;
            case 1:
                connection.end_of_input();
                (void)connection.receive_all();
                break;
            default: break;
        }
    }
    const std::string fault = fault_after(servers, port);
    if (!fault.empty()) return fmt::format("{}: {}", name_of(port), fault);
    if (is_foreign && servers.asked != asked) {
        return fmt::format("{}: a foreign connection has asked for a file or a program",
                           name_of(port));
    }
    return "";
}
