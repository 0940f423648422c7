// Runs child processes: input and output through one socket, or output into a file.
#include "app/child.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "app/verb.hpp"

namespace ryg::app {
namespace {

pid_t spawn(std::vector<std::string>& words, const posix_spawn_file_actions_t& actions) {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawnattr_t own_group;
    posix_spawnattr_init(&own_group);
    posix_spawnattr_setflags(&own_group, POSIX_SPAWN_SETPGROUP);
    pid_t child = 0;
    const int error =
        posix_spawnp(&child, pointers[0], &actions, &own_group, pointers.data(), environ);
    if (error == 0) return child;
    throw Trouble(fmt::format("{} cannot be started: {}", words.front(), std::strerror(error)));
}

/// The changes to the child's file descriptors before it runs.
struct FileActions {
    posix_spawn_file_actions_t actions;
    FileActions() { posix_spawn_file_actions_init(&actions); }
    ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
};

/// A file without a name, for a program's output.
class OutputFile {
  public:
    OutputFile() : file_(std::tmpfile(), &std::fclose) {
        if (!file_) throw Trouble(fmt::format("no temporary file: {}", std::strerror(errno)));
    }

    [[nodiscard]] int number() const { return fileno(file_.get()); }
    [[nodiscard]] std::string content() const {
        std::string text;
        std::rewind(file_.get());
        std::array<char, 4096> block;
        while (const std::size_t count = std::fread(block.data(), 1, block.size(), file_.get())) {
            text.append(block.data(), count);
        }
        return text;
    }

  private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

int status_of(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

Child::Child(std::vector<std::string> words, bool errors_too) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        throw Trouble(fmt::format("{}: {}", words.front(), std::strerror(errno)));
    }
    FileActions files;
    for (int file = 0; file < (errors_too ? 3 : 2); ++file) {
        posix_spawn_file_actions_adddup2(&files.actions, ends[1], file);
    }
    try {
        child_ = spawn(words, files.actions);
    } catch (...) {
        close(ends[0]);
        close(ends[1]);
        throw;
    }
    close(ends[1]);
    socket_ = ends[0];
}

void Child::write_line(std::string_view line) {
    const std::string text = std::string(line) + '\n';
    for (std::string_view rest = text; !rest.empty();) {
        const ssize_t sent = send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return;
        rest.remove_prefix(static_cast<std::size_t>(sent));
    }
}

std::optional<std::string> Child::read_line() {
    std::array<char, 4096> bytes{};
    while (waiting_.find('\n') == waiting_.npos) {
        pollfd answer{socket_, POLLIN, 0};
        if (interrupted) return {};
        if (poll(&answer, 1, 100) <= 0) continue;
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
    if (interrupted) kill(-child_, SIGKILL);
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    return status_ = status_of(status);
}

ProcessEnd run(std::vector<std::string> words, const Limits& limits) {
    const OutputFile output, errors;
    FileActions files;
    posix_spawn_file_actions_addopen(&files.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files.actions, output.number(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files.actions, errors.number(), STDERR_FILENO);
    const pid_t child = spawn(words, files.actions);
    const auto until = std::chrono::steady_clock::now() + limits.time;
    int status = 0;
    rusage used{};
    bool is_late = false;
    for (int options = WNOHANG;;) {
        const pid_t ended = wait4(child, &status, options, &used);
        if (ended == child) break;
        if (ended < 0 && errno != EINTR) {
            throw Trouble(fmt::format("{}: {}", words.front(), std::strerror(errno)));
        }
        is_late = is_late || (limits.stop != nullptr && *limits.stop) ||
                  std::chrono::steady_clock::now() >= until;
        if (is_late) {
            kill(-child, SIGKILL);
            options = 0;
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    return {is_late ? std::nullopt : std::optional(status_of(status)), output.content(),
            errors.content(), seconds_of(used.ru_utime) + seconds_of(used.ru_stime)};
}

}  // namespace ryg::app
