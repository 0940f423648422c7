// A connection to a server of this host, every wait of which ends.
#pragma once

#include <arpa/inet.h>
#include <array>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace ryg::tests {

class Socket {
  public:
    /// To a port.
    explicit Socket(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in there{};
        there.sin_family = AF_INET;
        there.sin_port = htons(static_cast<std::uint16_t>(port));
        there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connect_to(there);
        const int yes = 1;
        ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }
    /// To a file.
    explicit Socket(const std::string& path)
        : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un there{};
        there.sun_family = AF_UNIX;
        path.copy(there.sun_path, sizeof there.sun_path - 1);
        connect_to(there);
    }
    ~Socket() { ::close(socket_); }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    [[nodiscard]] bool is_connected() const { return connected_; }

    void send(std::string_view bytes) const {
        while (!bytes.empty()) {
            const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) return;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    }
    void end_of_input() const { ::shutdown(socket_, SHUT_WR); }
    /// The end is a reset, which throws away what is under way.
    void will_break() const {
        const linger at_once{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }

    /// Adds what has come, or waits for something; false at the end, or after half a minute.
    bool receive(std::string& all) {
        constexpr int patience = 30'000;
        pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
        if (::poll(&waiting, 1, patience) <= 0) return false;
        std::array<char, 65536> bytes;
        const auto count = ::recv(socket_, bytes.data(), bytes.size(), 0);
        if (count > 0) all.append(bytes.data(), static_cast<std::size_t>(count));
        hung_up_ = count <= 0;
        return count > 0;
    }
    /// All up to the end.
    std::string receive_all() {
        std::string all;
        while (receive(all)) continue;
        return all;
    }
    /// Whether the other side has ended the connection, in what was received.
    [[nodiscard]] bool is_hung_up_on() const { return hung_up_; }

  private:
    template <class Address>
    void connect_to(const Address& there) {
        connected_ =
            ::connect(socket_, reinterpret_cast<const sockaddr*>(&there), sizeof there) == 0;
    }

    int socket_;
    bool connected_ = false, hung_up_ = false;
};

}  // namespace ryg::tests
