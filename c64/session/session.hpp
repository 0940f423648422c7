// What is to be debugged, as a command line or a client asks for it, and what then is debugged.
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

struct Launch {
    /// Options that were given, by name.
    using Given = std::vector<std::pair<std::string, std::string>>;

    /// A program's file or name; without it a search is debugged.
    std::optional<std::string> file{};

    // Of a program:
    std::string keys{};                    ///< to type
    std::optional<emu::Address> start{};   ///< where it starts, in place of its SYS line
    std::optional<emu::Address> load{};    ///< of a raw binary: where it goes
    std::optional<std::string> program{};  ///< of a diskette or tape, if not the first
    bool on_ram = false;                   ///< on RAM alone, not on a C64
    std::string end{};                     ///< on RAM: the address or label where it has ended
    Model model = Model::pal;
    Timing timing = Timing::stock;
    emu::Unstable unstable{};
    Given inputs{};  ///< options of `ryg run` for chips and input

    // Of a search:
    std::string searcher{};  ///< the program that searches; empty: the usual one
    Given search{};          ///< the game's options

    emu::Core core = emu::usual_core;
    std::vector<std::filesystem::path> source_folders{};  ///< in addition to the known ones
    std::size_t memory = std::size_t{64} << 20;           ///< bytes, for the history
    emu::Cycle limit = 1'000'000'000;  ///< cycles after which a movement ends by itself
};

/// A machine about to execute the program's first instruction, its debugger, and the commands.
struct Debuggee {
    std::string name;                        ///< of the program, for messages
    std::shared_ptr<debug::Symbols> kept{};  ///< the commands refer to them
    std::unique_ptr<debug::Debugger> debugger{};
    std::unique_ptr<debug::Commands> commands{};
    std::vector<std::string> warnings{};  ///< of the files beside the program
};

/// Copies the machine, which has come to the first instruction of a program or a search. `end` is
/// where that has ended, `add` adds commands and views of a game.
[[nodiscard]] Debuggee debuggee(const Launch& launch, std::string name,
                                std::shared_ptr<debug::Symbols> symbols, const Machine& machine,
                                ReturnPlace end, const std::function<void(debug::Commands&)>& add);

}  // namespace ryg::c64
