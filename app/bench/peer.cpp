// A temporary file in, two bytes and a cycle count out.
#include "app/bench/peer.hpp"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

#include "app/child.hpp"
#include "app/verb.hpp"

namespace ryg::app::contest {
namespace {

/// A file with a name, for as long as the object lives.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& content) {
        path_ = (std::filesystem::temp_directory_path() / "ryg-bench-XXXXXX").string();
        const int file = mkstemp(path_.data());
        if (file < 0) throw Trouble(fmt::format("{}: cannot be made", path_));
        const auto written = ::write(file, content.data(), content.size());
        ::close(file);
        if (written != static_cast<ssize_t>(content.size())) {
            std::filesystem::remove(path_);
            throw Trouble(fmt::format("{}: cannot be written", path_));
        }
    }
    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
};

/// The number that begins at `text`'s character `at`, commas read over; 0 if none does.
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
    const ChildResult child = run_child({path_, "-c", file.path()});
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
    return count_host_instructions(valgrind, {path_, file.path()});
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
