// The services that the program offers the debugger's front ends.
#pragma once

#include <atomic>
#include <functional>
#include <span>

#include "c64/session/session.hpp"

namespace ryg::app {

using c64::Debuggee;

/// All functions throw errors as one line.
struct Services {
    /// Starts what the words after `ryg debug` say.
    std::function<Debuggee(std::span<const std::string>)> launch;
    std::function<c64::Image(const std::string&)> read_program;
    std::function<std::unique_ptr<c64::Machine>(const std::string&)> read_state;
    /// Files that clients write; see app/files.hpp for the rules.
    std::function<void(const std::string& path, std::span<const emu::Byte>)> write;
    /// The address of the text monitor in VICE's form ("ip4://127.0.0.1:6510"); or empty.
    std::string text_monitor{};
    /// A debuggee to attach to, which outlives the client's connection; or nullptr.
    std::shared_ptr<Debuggee> running{};
    const std::atomic<bool>& interrupted;  ///< Ctrl-C was pressed
};

}  // namespace ryg::app
