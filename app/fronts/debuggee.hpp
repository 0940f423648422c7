// What is debugged: how a client or a command line asks for it, and what a front is given.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "c64/debug/commands.hpp"
#include "c64/program/image.hpp"

namespace ryg::app {

/// What is asked for; what is left out has the value that `ryg debug --help` states.
struct Launch {
    /// A program's file or name; without it a search is debugged.
    std::optional<std::string> file{};
    std::optional<std::string> keys{}, model{}, timing{};  ///< of a file
    std::optional<int> ane{}, lxa{};                       ///< of a file: emu::Unstable
    std::optional<std::string> position{};                 ///< of a search: FEN
    std::optional<int> depth{}, version{};                 ///< of a search
    std::optional<std::string> program{};  ///< of a search: in place of the version's
    std::vector<std::string> sources{};    ///< folders to look for source files in, after others
    std::string squares = "names";         ///< of a search: names, or rc
    std::uint64_t memory = 64;             ///< megabytes for the past
    std::uint64_t limit = 1'000'000'000;   ///< cycles after which a command's movement ends
};

/// A machine about to execute the program's first instruction, its debugger, and the commands.
struct Debuggee {
    std::string name;              ///< of the program, for messages
    std::shared_ptr<void> kept{};  ///< what the commands refer to: it lives as long as they do
    std::unique_ptr<c64::debug::Debugger> debugger{};
    std::unique_ptr<c64::debug::Commands> commands{};
    emu::Address end = 0;      ///< where the processor is when the program has returned,
    emu::Byte stack_then = 0;  ///< and S there

    /// True when the program has returned to its starter.
    [[nodiscard]] bool has_returned() const {
        const emu::Registers& registers = debugger->machine().cpu.registers;
        return registers.pc == end && registers.s == stack_then;
    }
};

/// What the program lends its fronts. All functions throw what is wrong, as one line.
struct Host {
    std::function<Debuggee(const Launch&)> launch;
    std::function<c64::Image(const std::string&)> read_program;
    std::function<std::unique_ptr<c64::Machine>(const std::string&)> read_state;
    /// Files that clients write; see app/client_files.hpp for the rules.
    std::function<void(const std::string& path, std::span<const emu::Byte>)> write;
    /// Where a client finds the text monitor, as VICE names it ("ip4://127.0.0.1:6510"); or empty.
    std::string text_monitor{};
    const std::atomic<bool>& interrupted;  ///< Ctrl-C was pressed
};

}  // namespace ryg::app
