// The state of a machine in a file.
#include "app/state_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

#include "app/verb.hpp"
#include "c64/state.hpp"

namespace app {

void write_state(c64::Machine& machine, const std::string& path) {
    const auto bytes = c64::save_state(machine);
    const std::string beside = fmt::format("{}.{}.part", path, getpid());
    std::FILE* const file = std::fopen(beside.c_str(), "wbx");
    bool done = file != nullptr;
    if (done) {
        done = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() &&
               std::fflush(file) == 0 && fsync(fileno(file)) == 0;
        done = std::fclose(file) == 0 && done;
        done = done && std::rename(beside.c_str(), path.c_str()) == 0;
    }
    if (done) return;
    const int error = errno;
    if (file != nullptr) std::remove(beside.c_str());
    throw Trouble(fmt::format("cannot write {}: {}", path, std::strerror(error)));
}

std::unique_ptr<c64::Machine> read_state(const std::string& path) {
    constexpr std::size_t most = 1 << 20;
    const auto bytes = c64::read_bytes(path, most);
    return std::make_unique<c64::Machine>(c64::load_state(bytes, path));
}

}  // namespace app
