// What is debugged, and the services that the program offers the debugger's fronts.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "c64/debug/commands.hpp"
#include "c64/program/image.hpp"

namespace ryg::app {

struct Launch;  // app/fronts/launch.hpp

/// A machine about to execute the program's first instruction, its debugger, and the commands.
struct Debuggee {
    std::string name;              ///< of the program, for messages
    std::shared_ptr<void> kept{};  ///< what the commands refer to: it lives as long as they do
    std::unique_ptr<c64::debug::Debugger> debugger{};
    std::unique_ptr<c64::debug::Commands> commands{};
    std::vector<std::string> warnings{};  ///< of the files beside the program
};

/// The services that the program offers its fronts. All functions throw errors as one line.
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
