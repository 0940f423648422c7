// Unbuffered file descriptors, so that poll() sees all input.
#include "app/fronts/stream.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace ryg::app {
namespace {

/// Waits until one of `events` can be done without blocking. False after `longest`, or at a signal.
bool wait_for(int descriptor, short events, Wait longest) {
    pollfd waiting{.fd = descriptor, .events = events, .revents = 0};
    return ::poll(&waiting, 1, static_cast<int>(longest.count())) > 0;
}

bool would_block() { return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK; }

/// The input that has arrived; sets `open` to false at the end.
std::string read_some(int descriptor, bool& open) {
    std::string bytes(65536, '\0');
    const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
    if (count == 0 || (count < 0 && !would_block())) open = false;
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
}

template <class Address>
bool listens_at(int descriptor, const Address& here) {
    return ::bind(descriptor, reinterpret_cast<const sockaddr*>(&here), sizeof here) == 0 &&
           ::listen(descriptor, SOMAXCONN) == 0;
}

/// Removes a socket on which no process listens any more.
void remove_abandoned(const sockaddr_un& there) {
    const int client = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto* const address = reinterpret_cast<const sockaddr*>(&there);
    if (::connect(client, address, sizeof there) != 0 && errno == ECONNREFUSED) {
        struct stat file {};
        if (::lstat(there.sun_path, &file) == 0 && S_ISSOCK(file.st_mode)) {
            ::unlink(there.sun_path);
        }
    }
    ::close(client);
}

}  // namespace

StandardStream::StandardStream() { std::signal(SIGPIPE, SIG_IGN); }

bool StandardStream::has_input(Wait longest) {
    return open_ && wait_for(STDIN_FILENO, POLLIN, longest);
}

std::string StandardStream::read() {
    return has_input(Wait(0)) ? read_some(STDIN_FILENO, open_) : std::string();
}

void StandardStream::write(std::string_view bytes) {
    while (open_ && !bytes.empty()) {
        const ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno != EINTR) {
            open_ = false;
        }
    }
}

Listener::Listener(std::uint16_t port, const std::atomic<bool>& interrupted)
    : interrupted_(interrupted) {
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_port = htons(port);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int yes = 1;
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (!listens_at(listener_, here)) {
        const int error = errno;
        ::close(listener_);
        throw std::runtime_error(
            fmt::format("cannot listen on 127.0.0.1, port {}: {}: choose another port, "
                        "or 0 for any free one",
                        port, std::strerror(error)));
    }
}

Listener::Listener(const std::string& path, const std::atomic<bool>& interrupted)
    : path_(path), interrupted_(interrupted) {
    sockaddr_un here{};
    here.sun_family = AF_UNIX;
    const bool fits = path.size() < sizeof here.sun_path;
    path.copy(here.sun_path, sizeof here.sun_path - 1);
    remove_abandoned(here);
    listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    ::fchmod(listener_, S_IRUSR | S_IWUSR);  // of the file that bind makes
    if (!fits || !listens_at(listener_, here)) {
        const int error = fits ? errno : ENAMETOOLONG;
        ::close(listener_);
        throw std::runtime_error(
            fmt::format("cannot listen on '{}': {}", path, std::strerror(error)));
    }
}

Listener::~Listener() {
    hang_up();
    ::close(listener_);
    if (!path_.empty()) ::unlink(path_.c_str());
}

std::uint16_t Listener::port() const {
    sockaddr_in here{};
    socklen_t size = sizeof here;
    if (!path_.empty()) return 0;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&here), &size);
    return ntohs(here.sin_port);
}

std::string Listener::where() const {
    return path_.empty() ? fmt::format("127.0.0.1, port {}", port()) : path_;
}

bool Listener::accept(Wait longest) {
    if (open()) return true;
    if (!wait_for(listener_, POLLIN, longest)) return false;
    client_ = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    const int yes = 1;
    ::setsockopt(client_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return open();
}

bool Listener::has_input(Wait longest) { return open() && wait_for(client_, POLLIN, longest); }

std::string Listener::read() {
    bool stays = open();
    std::string bytes = stays ? read_some(client_, stays) : std::string();
    if (!stays) hang_up();
    return bytes;
}

void Listener::write(std::string_view bytes) {
    constexpr Wait slice(100);
    constexpr int patience = 50;  // slices
    int waited = 0;
    while (open() && !bytes.empty()) {
        const ssize_t count = ::send(client_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
            waited = 0;
        } else if (would_block() && waited++ < patience && !interrupted_) {
            (void)wait_for(client_, POLLOUT, slice);
        } else {
            hang_up();
        }
    }
}

void Listener::hang_up() {
    if (open()) ::close(client_);
    client_ = -1;
}

}  // namespace ryg::app
