// The state of a machine in a file.
#pragma once

#include <memory>
#include <string>

#include "c64/machine.hpp"

namespace app {

/// Writes it beside the file and renames it then, so that the file is the old or the new one.
/// Brings the machine's chips up to date. Throws Trouble.
void write_state(c64::Machine& machine, const std::string& path);

/// Throws what c64::read_bytes and c64::load_state throw.
[[nodiscard]] std::unique_ptr<c64::Machine> read_state(const std::string& path);

}  // namespace app
