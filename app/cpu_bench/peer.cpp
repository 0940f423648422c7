// Runs sim65 on a temporary file, and reads two bytes and a cycle count from its output.
#include "app/cpu_bench/peer.hpp"

#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>
#include <unistd.h>

#include "app/child.hpp"
#include "app/files.hpp"
#include "app/verb.hpp"

namespace ryg::app::cpu_bench {
namespace {

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
    const ProcessEnd said = app::run({*path, "--version"}, {.stop = &interrupted});
    peer.version_ = said.output + said.errors;
    peer.version_.erase(peer.version_.find_last_not_of(" \r\n") + 1);
    return peer;
}

RunCost Peer::run(const Workload& workload, unsigned rounds) const {
    const RunCost first = run_whole(workload, 1), all = run_whole(workload, rounds);
    return {all.cycles - first.cycles, all.seconds - first.seconds, all.result};
}

RunCost Peer::run_whole(const Workload& workload, unsigned rounds) const {
    const TemporaryFolder folder;
    const ProcessEnd child =
        app::run({path_, "-c", folder.write("workload", sim65_file(workload, rounds))},
                 {.stop = &interrupted});
    if (interrupted) return {};
    if (child.status != 0 || child.output.size() < 3) {
        throw Trouble(fmt::format("{} cannot run workload {}: status {}", version_, workload.name,
                                  child.status.value_or(-1)));
    }
    const auto byte = [&](std::size_t i) { return static_cast<emu::Byte>(child.output[i]); };
    return {number_at(child.output, 2), child.seconds, emu::word(byte(0), byte(1))};
}

}  // namespace ryg::app::cpu_bench
