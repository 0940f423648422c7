// What is to be debugged, as a command line or a client asks for it, and how that begins.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/fronts/debuggee.hpp"
#include "engine/claims/game.hpp"

namespace ryg::app {

struct Launch {
    /// A program's file or name; without it a search is debugged.
    std::optional<std::string> file{};

    // Of a program:
    std::string keys{};                    ///< to type
    std::optional<emu::Address> start{};   ///< where it starts, in place of its SYS line
    std::optional<emu::Address> load{};    ///< of a raw binary: where it goes
    std::optional<std::string> program{};  ///< of a diskette or tape, if not the first
    bool on_ram = false;                   ///< on RAM alone, not on a C64
    std::string end{};                     ///< on RAM: the address or label where it has ended
    c64::Model model = c64::Model::pal;
    c64::Timing timing = c64::Timing::stock;
    emu::Unstable unstable{};
    work::Values inputs{};  ///< options of `ryg run` for chips and input that were given

    // Of a search:
    std::string searcher{};  ///< the program that searches; empty: the usual one
    work::Values search{};   ///< the game's options that were given

    emu::Core core = emu::usual_core;
    std::vector<std::filesystem::path> source_folders{};  ///< in addition to the known ones
    std::size_t memory = std::size_t{64} << 20;           ///< bytes, for the history
    emu::Cycle limit = 1'000'000'000;  ///< cycles after which a movement ends by itself
};

/// Where launches find programs and searches. All functions throw errors as one line.
struct Programs {
    std::function<c64::Image(const std::string&)> read;  ///< of a file or name
    c64::CiaChip cia = c64::CiaChip::mos6526;
    /// app/program_file.hpp has it.
    std::function<c64::ReturnPlace(c64::Machine&, const c64::Image&, const c64::StartOptions&,
                                   std::string_view keys)>
        start;
    /// What else happens to the machine, before the program's first instruction.
    std::function<void(c64::Machine&)> prepare;
    /// By this program, of an order whose values were given: the others have the game's defaults.
    std::function<claims::Watched(const std::string& program, claims::Order)> search;
    /// Adds views of the game's data, if the program has them.
    std::function<void(c64::debug::Commands&)> add_views;
};

[[nodiscard]] Debuggee begin(const Launch& launch, const Programs& programs);

}  // namespace ryg::app
