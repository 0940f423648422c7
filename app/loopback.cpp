// The sockets behind Loopback: Boost.Asio's, none of them ever blocking.
#include "app/loopback.hpp"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <fmt/format.h>
#include <poll.h>

#include "app/verb.hpp"

namespace ryg::app {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;
namespace error = boost::asio::error;

/// Waits until the socket is ready for one of `events`. False after `longest`, or at a signal.
bool wait_for(int socket, short events, Loopback::Wait longest) {
    pollfd waiting{.fd = socket, .events = events, .revents = 0};
    return ::poll(&waiting, 1, static_cast<int>(longest.count())) > 0;
}

}  // namespace

struct Loopback::Sockets {
    boost::asio::io_context context;
    tcp::acceptor acceptor{context};
    tcp::socket client{context};
};

Loopback::Loopback(std::uint16_t port) : sockets_(std::make_unique<Sockets>()) {
    tcp::acceptor& acceptor = sockets_->acceptor;
    const tcp::endpoint here(boost::asio::ip::address_v4::loopback(), port);
    try {
        acceptor.open(here.protocol());
        acceptor.set_option(tcp::acceptor::reuse_address(true));
        acceptor.bind(here);
        acceptor.listen();
        acceptor.non_blocking(true);
    } catch (const boost::system::system_error& failure) {
        throw Trouble(
            fmt::format("cannot listen on 127.0.0.1, port {}: {}: choose another port, "
                        "or 0 for any that is free",
                        port, failure.code().message()));
    }
}

Loopback::~Loopback() = default;

std::uint16_t Loopback::port() const { return sockets_->acceptor.local_endpoint().port(); }

bool Loopback::accept(Wait longest) {
    if (connected()) return true;
    if (!wait_for(sockets_->acceptor.native_handle(), POLLIN, longest)) return false;
    error_code failure;
    sockets_->acceptor.accept(sockets_->client, failure);
    if (failure) return false;  // gone again before it was let in
    sockets_->client.non_blocking(true, failure);
    sockets_->client.set_option(tcp::no_delay(true), failure);
    return connected();
}

bool Loopback::connected() const { return sockets_->client.is_open(); }

bool Loopback::has_input(Wait longest) {
    return connected() && wait_for(sockets_->client.native_handle(), POLLIN, longest);
}

std::string Loopback::read() {
    if (!connected()) return {};
    std::string bytes(65536, '\0');
    error_code failure;
    const std::size_t count = sockets_->client.read_some(boost::asio::buffer(bytes), failure);
    if (failure && failure != error::would_block) hang_up();
    bytes.resize(count);
    return bytes;
}

void Loopback::write(std::string_view bytes) {
    using namespace std::chrono_literals;
    constexpr Wait slice = 100ms;
    constexpr int patience = 50;  // slices
    int waited = 0;
    while (connected() && !bytes.empty()) {
        error_code failure;
        const std::size_t count =
            sockets_->client.write_some(boost::asio::buffer(bytes.data(), bytes.size()), failure);
        bytes.remove_prefix(count);
        if (!failure) {
            waited = 0;
            continue;
        }
        const bool full = failure == error::would_block && waited++ < patience && !interrupted;
        if (!full) return hang_up();
        wait_for(sockets_->client.native_handle(), POLLOUT, slice);
    }
}

void Loopback::hang_up() {
    error_code ignored;
    sockets_->client.close(ignored);
}

}  // namespace ryg::app
