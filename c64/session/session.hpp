// A debug session: what a command line or client requests, and the debugger made for it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "c64/debug/commands.hpp"
#include "c64/debug/symbols.hpp"

namespace ryg::c64 {

/// The request for a debug session.
struct Launch {
    /// Options given, as name and value.
    using Given = std::vector<std::pair<std::string, std::string>>;

    /// A program's file or name; without it a search is debugged.
    std::optional<std::string> file{};

    // Of a program:
    std::string keys{};                    ///< keys to type
    std::optional<emu::Address> start{};   ///< start address in place of its SYS line
    std::optional<emu::Address> load{};    ///< load address of a raw binary
    bool is_cartridge = false;             ///< a raw binary is a cartridge
    std::optional<std::string> program{};  ///< name on a disk or tape; default: the first
    bool on_ram = false;                   ///< run on RAM alone, not on a C64
    std::string end{}, success{};          ///< on RAM: the address or label that ends the program
    std::string putc{}, getc{};            ///< on RAM: the terminal's ports or routines
    Model model = Model::pal;
    Timing timing = Timing::stock;
    bool documented = false;  ///< stop at undocumented opcodes
    emu::Unstable unstable{};
    Given inputs{};  ///< options of `ryg run` for chips and input

    // Of a search:
    std::string searcher{};  ///< the program that searches; empty: the default
    Given search{};          ///< the game's options

    emu::Core core = emu::usual_core;
    std::vector<std::filesystem::path> source_folders{};  ///< in addition to the known ones
    std::size_t memory = std::size_t{64} << 20;           ///< bytes, for the history
    emu::Cycle limit = 1'000'000'000;                     ///< maximum cycles of a movement
};

/// A machine about to execute the program's first instruction, its debugger, and the commands.
struct Debuggee {
    std::string name;                        ///< name of the program, for messages
    std::shared_ptr<debug::Symbols> kept{};  ///< symbols that the commands refer to
    std::unique_ptr<debug::Debugger> debugger{};
    std::unique_ptr<debug::Commands> commands{};
    std::vector<std::string> warnings{};  ///< about the files beside the program
};

/// Makes a debugger with a copy of the machine, which is at the first instruction of a program or a
/// search. `end` is the address where that ends; `add` adds commands and views of a game.
[[nodiscard]] Debuggee debuggee(const Launch& launch, std::string name,
                                std::shared_ptr<debug::Symbols> symbols, const Machine& machine,
                                ReturnPlace end, const std::function<void(debug::Commands&)>& add);

}  // namespace ryg::c64
