// Standard input and output without a buffer of the library's, so that poll tells the truth.
#include "app/fronts/dap/stream.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

namespace ryg::app::dap {

StandardStream::StandardStream() { std::signal(SIGPIPE, SIG_IGN); }

bool StandardStream::has_input(Wait longest) {
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    return open_ && ::poll(&input, 1, static_cast<int>(longest.count())) > 0;
}

std::string StandardStream::read() {
    if (!has_input(Wait(0))) return {};
    std::array<char, 65536> bytes;
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) open_ = false;
    return count > 0 ? std::string(bytes.data(), static_cast<std::size_t>(count)) : std::string();
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

}  // namespace ryg::app::dap
