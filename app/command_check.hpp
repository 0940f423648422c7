// A user's command that checks programs, which `ryg mutate` runs on faulty ones.
#pragma once

#include "engine/mutation/checks.hpp"

namespace ryg::app {

/// `{}` in the command is replaced by a PRG file with its debug file next to it. The command finds
/// a fault if its status is not 0, or if it takes ten times as long as with the original program.
/// Throws Trouble if there is no `{}`.
[[nodiscard]] std::unique_ptr<mutation::Check> by_command(const std::string& command,
                                                          const c64::Image& image,
                                                          std::string debug_file,
                                                          const std::atomic<bool>* stop);

}  // namespace ryg::app
