// The state of a machine in a file.
#include "app/state_file.hpp"

#include "app/output_file.hpp"
#include "c64/board/state.hpp"

namespace ryg::app {

void write_state(c64::Machine& machine, const std::string& path) {
    write_output(path, c64::save_state(machine));
}

std::unique_ptr<c64::Machine> read_state(const std::string& path) {
    constexpr std::size_t most = 1 << 20;
    const auto bytes = c64::read_bytes(path, most);
    return std::make_unique<c64::Machine>(c64::load_state(bytes, path));
}

}  // namespace ryg::app
