// Bytes to and from a client: over standard input and output, or over a socket of this computer.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace ryg::app {

using Wait = std::chrono::milliseconds;

/// A connection to one client.
class ClientStream {
  public:
    virtual ~ClientStream() = default;

    /// Waits until input or its end has arrived; Ctrl-C ends the wait.
    [[nodiscard]] virtual bool has_input(Wait longest) = 0;
    /// The input that has arrived, at most 64K, without waiting.
    [[nodiscard]] virtual std::string read() = 0;
    /// False once the client has gone.
    [[nodiscard]] virtual bool open() const = 0;
    /// Sends all bytes, unless the client has gone.
    virtual void write(std::string_view bytes) = 0;
};

class StandardStream : public ClientStream {
  public:
    /// A client that goes away while we write must not end the program: ignores SIGPIPE.
    StandardStream();

    [[nodiscard]] bool has_input(Wait longest) override;
    [[nodiscard]] std::string read() override;
    [[nodiscard]] bool open() const override { return open_; }
    void write(std::string_view bytes) override;

  private:
    bool open_ = true;
};

/// A server for one client at a time, on a port of 127.0.0.1, where any user and any program of
/// this host can connect, or on a unix-domain socket, where only this user can. No call blocks
/// longer than requested, so that a machine can run between two checks for input:
///
///     Listener server(6502, interrupted);
///     while (!interrupted) {
///         if (!server.accept(100ms)) continue;
///         if (server.has_input(running ? 0ms : 100ms)) answer(server.read());
///         if (running) work();
///     }
class Listener : public ClientStream {
  public:
    /// Listens. Port 0 lets the system choose one. Throws std::runtime_error, one line that names
    /// the port, if it is taken.
    Listener(std::uint16_t port, const std::atomic<bool>& interrupted);
    /// Listens on a socket at a path, which is removed at the end. Replaces an abandoned socket.
    Listener(const std::string& path, const std::atomic<bool>& interrupted);
    ~Listener() override;
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    /// The port that it listens on; 0 for a unix-domain socket.
    [[nodiscard]] std::uint16_t port() const;
    /// "127.0.0.1, port 6502", or the path.
    [[nodiscard]] std::string where() const;

    /// Waits for a client, unless there is one. A second client waits until the first has gone.
    bool accept(Wait longest);
    void hang_up();

    [[nodiscard]] bool has_input(Wait longest) override;
    /// Hangs up when the client is gone.
    [[nodiscard]] std::string read() override;
    [[nodiscard]] bool open() const override { return client_ >= 0; }
    /// Hangs up on a client that is gone, or that takes nothing for five seconds.
    void write(std::string_view bytes) override;

  private:
    int listener_ = -1, client_ = -1;
    std::string path_;  // path of a unix-domain socket
    const std::atomic<bool>& interrupted_;
};

}  // namespace ryg::app
