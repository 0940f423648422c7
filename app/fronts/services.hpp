// The services that the program offers the debugger's fronts.
#pragma once

#include <atomic>
#include <functional>
#include <span>

#include "c64/session/session.hpp"

namespace ryg::app {

using c64::Debuggee, c64::Launch;

/// All functions throw errors as one line.
struct Services {
    std::function<Debuggee(const Launch&)> launch;
    std::function<c64::Image(const std::string&)> read_program;
    std::function<std::unique_ptr<c64::Machine>(const std::string&)> read_state;
    /// Files that clients write; see app/files.hpp for the rules.
    std::function<void(const std::string& path, std::span<const emu::Byte>)> write;
    /// Where a client finds the text monitor, as VICE names it ("ip4://127.0.0.1:6510"); or empty.
    std::string text_monitor{};
    /// What a client may attach to, which stays when the client goes; or nullptr.
    std::shared_ptr<Debuggee> running{};
    const std::atomic<bool>& interrupted;  ///< Ctrl-C was pressed
};

}  // namespace ryg::app
