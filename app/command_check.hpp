// A command of the user's that checks a program, as `ryg mutate` runs it on faulty ones.
#pragma once

#include "engine/mutation/checks.hpp"

namespace ryg::app {

/// `{}` in the command stands for a PRG file with its debug file next to it. The command finds a
/// fault when its status is not 0, or when it takes ten times as long as with the healthy program.
/// Throws Trouble if there is no `{}`.
[[nodiscard]] std::unique_ptr<mutation::Check> by_command(const std::string& command,
                                                          const c64::Image& image,
                                                          std::string debug_file,
                                                          const std::atomic<bool>* stop);

}  // namespace ryg::app
