// Starting, talking and waiting, over one socket that is the child's input and output.
#include "app/child.hpp"

#include <array>
#include <cstring>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/verb.hpp"

namespace ryg::app {

Child::Child(std::vector<std::string> words, bool errors_too) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        throw Trouble(fmt::format("{}: {}", words.front(), std::strerror(errno)));
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int file = 0; file < (errors_too ? 3 : 2); ++file) {
        posix_spawn_file_actions_adddup2(&actions, ends[1], file);
    }
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const int error =
        posix_spawnp(&child_, pointers[0], &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    socket_ = ends[0];
    if (error == 0) return;
    close(socket_);
    throw Trouble(fmt::format("{} cannot be started: {}", words.front(), std::strerror(error)));
}

void Child::write_line(std::string_view line) {
    const std::string text = std::string(line) + '\n';
    for (std::string_view rest = text; !rest.empty();) {
        const ssize_t sent = send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent <= 0) return;
        rest.remove_prefix(static_cast<std::size_t>(sent));
    }
}

std::optional<std::string> Child::read_line() {
    std::array<char, 4096> bytes{};
    while (waiting_.find('\n') == waiting_.npos) {
        const ssize_t count = recv(socket_, bytes.data(), bytes.size(), 0);
        if (count > 0) {
            waiting_.append(bytes.data(), static_cast<std::size_t>(count));
        } else if (count == 0 || errno != EINTR) {
            if (waiting_.empty()) return {};
            waiting_ += '\n';
        }
    }
    const auto end = waiting_.find('\n');
    std::string line = waiting_.substr(0, end);
    waiting_.erase(0, end + 1);
    return line;
}

int Child::end() {
    if (socket_ < 0) return status_;
    close(socket_);
    socket_ = -1;
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    return status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace ryg::app
