// A TCP server on 127.0.0.1 for one client at a time, asked between two pieces of work.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ryg::app {

/// Nobody but this host gets in. Nothing blocks for longer than it is told, so that whoever lets a
/// machine run can look for input after each piece:
///
///     Loopback server(6502);
///     while (!interrupted) {
///         if (!server.connected() && !server.accept(100ms)) continue;
///         if (server.has_input(running ? 0ms : 100ms)) answer(server.read());
///         if (running) work();
///     }
class Loopback {
  public:
    using Wait = std::chrono::milliseconds;

    /// Listens. Port 0 lets the system choose one. Throws Trouble, one line that names the port, if
    /// it is taken.
    explicit Loopback(std::uint16_t port);
    ~Loopback();
    Loopback(const Loopback&) = delete;
    Loopback& operator=(const Loopback&) = delete;

    /// The port that it listens on.
    [[nodiscard]] std::uint16_t port() const;

    /// Waits for a client, unless there is one. Who comes while one is there waits until that goes.
    bool accept(Wait longest);
    [[nodiscard]] bool connected() const;

    /// Waits until something has arrived or the client is gone; Ctrl-C ends the wait.
    [[nodiscard]] bool has_input(Wait longest);

    /// What has arrived, 64K at most; empty if nothing has. Hangs up when the client is gone.
    [[nodiscard]] std::string read();

    /// Sends all of it. Hangs up on a client that is gone, or that takes nothing for five seconds.
    void write(std::string_view bytes);

    void hang_up();

  private:
    struct Sockets;
    std::unique_ptr<Sockets> sockets_;
};

}  // namespace ryg::app
