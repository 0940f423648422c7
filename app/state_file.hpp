// The state of a machine in a file.
#pragma once

#include <memory>
#include <string>

#include "c64/board/machine.hpp"

namespace ryg::app {

/// Brings the machine's chips up to date. Throws Trouble when the file cannot be written; it is
/// then what it was.
void write_state(c64::Machine& machine, const std::string& path);

/// Throws what c64::read_bytes and c64::load_state throw.
[[nodiscard]] std::unique_ptr<c64::Machine> read_state(const std::string& path);

}  // namespace ryg::app
