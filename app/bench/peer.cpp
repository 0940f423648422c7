// A temporary file in, two bytes and a cycle count out.
#include "app/bench/peer.hpp"

#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <spawn.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/verb.hpp"

namespace ryg::app::contest {
namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

File temporary() {
    File file(std::tmpfile());
    if (!file) throw Trouble(fmt::format("no temporary file: {}", std::strerror(errno)));
    return file;
}

std::string content(std::FILE* file) {
    std::string text;
    std::rewind(file);
    std::array<char, 4096> block;
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), file)) {
        text.append(block.data(), count);
    }
    return text;
}

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

struct ChildResult {
    int status = 0;  ///< exit status; 128 + n if signal n ended it
    std::string output, errors;
    double seconds = 0;  ///< processor time, user and system
};

/// Runs `words` (the first is a path) without standard input, in a process group of its own, so
/// that a Ctrl-C at the terminal is for us alone. Throws Trouble if that cannot be done.
ChildResult run_child(const std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);

    const File output = temporary(), errors = temporary();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(output.get()), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(errors.get()), STDERR_FILENO);
    posix_spawnattr_t own_group;
    posix_spawnattr_init(&own_group);
    posix_spawnattr_setflags(&own_group, POSIX_SPAWN_SETPGROUP);
    pid_t child = 0;
    const int failed =
        posix_spawn(&child, pointers[0], &actions, &own_group, pointers.data(), environ);
    posix_spawnattr_destroy(&own_group);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw Trouble(fmt::format("{}: {}", words[0], std::strerror(failed)));

    int status = 0;
    rusage used{};
    while (wait4(child, &status, 0, &used) < 0) {
        if (errno != EINTR) throw Trouble(fmt::format("{}: {}", words[0], std::strerror(errno)));
    }
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), content(output.get()),
            content(errors.get()), seconds(used.ru_utime) + seconds(used.ru_stime)};
}

/// A file with a name, for as long as the object lives.
struct TemporaryFile {
    explicit TemporaryFile(const std::string& text) {
        path = (std::filesystem::temp_directory_path() / "ryg-bench-XXXXXX").string();
        const int file = mkstemp(path.data());
        if (file < 0) throw Trouble(fmt::format("{}: cannot be made", path));
        const auto written = ::write(file, text.data(), text.size());
        ::close(file);
        if (written == static_cast<ssize_t>(text.size())) return;
        std::filesystem::remove(path);
        throw Trouble(fmt::format("{}: cannot be written", path));
    }
    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    std::string path;
};

/// The number that begins at `text`'s character `at`, commas left out; 0 if none does.
std::uint64_t number_at(const std::string& text, std::size_t at) {
    std::uint64_t number = 0;
    for (; at < text.size() &&
           (std::isdigit(static_cast<unsigned char>(text[at])) != 0 || text[at] == ',');
         ++at) {
        if (text[at] != ',') number = 10 * number + static_cast<unsigned>(text[at] - '0');
    }
    return number;
}

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
        if (access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    return std::nullopt;
}

std::optional<Peer> Peer::find() {
    const auto path = find_program("sim65");
    if (!path) return std::nullopt;
    Peer peer;
    peer.path_ = *path;
    const ChildResult said = run_child({*path, "--version"});
    peer.version_ = said.output + said.errors;
    peer.version_.erase(peer.version_.find_last_not_of(" \r\n") + 1);
    return peer;
}

Sample Peer::run(const Workload& workload, unsigned rounds) const {
    const Sample first = run_whole(workload, 1), all = run_whole(workload, rounds);
    return {all.cycles - first.cycles, all.seconds - first.seconds, all.result};
}

Sample Peer::run_whole(const Workload& workload, unsigned rounds) const {
    const TemporaryFile file(sim65_file(workload, rounds));
    const ChildResult child = run_child({path_, "-c", file.path});
    if (child.status != 0 || child.output.size() < 3) {
        throw Trouble(fmt::format("{} cannot run workload {}: status {}", version_, workload.name,
                                  child.status));
    }
    const auto byte = [&](std::size_t i) { return static_cast<emu::Byte>(child.output[i]); };
    return {number_at(child.output, 2), child.seconds, emu::word(byte(0), byte(1))};
}

std::uint64_t Peer::host_instructions(const Workload& workload, unsigned rounds,
                                      const std::string& valgrind) const {
    const TemporaryFile file(sim65_file(workload, rounds));
    return count_host_instructions(valgrind, {path_, file.path});
}

std::uint64_t count_host_instructions(const std::string& valgrind,
                                      const std::vector<std::string>& command) {
    std::vector<std::string> words{valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null"};
    words.insert(words.end(), command.begin(), command.end());
    const ChildResult child = run_child(words);
    constexpr std::string_view marker = "Collected : ";
    const std::size_t found = child.errors.find(marker);
    if (child.status != 0 || found == std::string::npos) {
        throw Trouble(fmt::format("callgrind cannot run {}: status {}", command[0], child.status));
    }
    return number_at(child.errors, found + marker.size());
}

}  // namespace ryg::app::contest
