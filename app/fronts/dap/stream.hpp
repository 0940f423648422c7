// Bytes to and from a client: over standard input and output, or over a port of this computer.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "app/loopback.hpp"

namespace ryg::app::dap {

using Wait = std::chrono::milliseconds;

class Stream {
  public:
    virtual ~Stream() = default;

    /// Waits until something has arrived or nothing more will; Ctrl-C ends the wait.
    [[nodiscard]] virtual bool has_input(Wait longest) = 0;
    /// What has arrived, without waiting; empty if nothing has.
    [[nodiscard]] virtual std::string read() = 0;
    /// False once the client has gone.
    [[nodiscard]] virtual bool open() const = 0;
    virtual void write(std::string_view bytes) = 0;
};

class StandardStream : public Stream {
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

class LoopbackStream : public Stream {
  public:
    /// Needs a server with a client.
    explicit LoopbackStream(Loopback& server) : server_(server) {}

    [[nodiscard]] bool has_input(Wait longest) override { return server_.has_input(longest); }
    [[nodiscard]] std::string read() override { return server_.read(); }
    [[nodiscard]] bool open() const override { return server_.connected(); }
    void write(std::string_view bytes) override { server_.write(bytes); }

  private:
    Loopback& server_;
};

}  // namespace ryg::app::dap
