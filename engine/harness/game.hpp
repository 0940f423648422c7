// A game: its name, its programs, and what can be done with it. A new game provides one of these.
#pragma once

#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"
#include "engine/harness/host.hpp"
#include "engine/harness/player.hpp"
#include "engine/work/campaign.hpp"
#include "engine/work/survey.hpp"

namespace ryg::c64::debug {
class Commands;
class Symbols;
}  // namespace ryg::c64::debug
namespace ryg::contracts {
struct Suite;
}  // namespace ryg::contracts

namespace ryg::harness {

using namespace work;

/// What a user can ask of a game.
struct Job {
    std::string_view about;  ///< what it does and shows, a few lines
    std::vector<Option> options;
    std::vector<Values> examples;
};

/// What a verb asks a job to do, and what its machines are to run on.
struct Order {
    Values values{};
    const c64::Image* instead = nullptr;  ///< replaces the programs, for planted faults
    emu::Core core = emu::Core::interpreter;
    c64::Recording* recording = nullptr;  ///< watches the machines
    const std::atomic<bool>* stop = nullptr;

    [[nodiscard]] c64::Setup setup(c64::Model model = c64::Model::pal) const {
        return {model, core, recording};
    }
};

/// The caller's view of a running job: how to stop it, and where progress is reported.
struct Watch {
    const std::atomic<bool>* stop = nullptr;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress{};

    [[nodiscard]] bool stopped() const { return stop != nullptr && *stop; }
};

/// Compares the program with its native twin on the same work.
struct Verify : Job {
    std::string_view agree;    ///< "All finders agree."
    std::string_view differ;   ///< "The finders differ."
    std::string_view nothing;  ///< what to ask for if there is nothing to compare
    std::function<Campaign(const Order&)> plan;
};

/// All of a kind of work, enumerated: what a campaign goes through, in days or on many hosts.
struct Proof : Job {
    std::function<Survey(const Order&)> plan;
    /// The options of `verify` that compare both on the piece of this name.
    std::function<Values(int version, int depth, const std::string& piece)> again;
};

/// A search or a bench. One that is stopped reports what it has.
struct Task : Job {
    std::function<Report(const Order&, const Watch&)> run;
};

/// A move, and the number of ways to continue after it for a number of plies.
struct PerftMove {
    std::string name;
    std::function<std::uint64_t(int plies)> count;
};
struct Perft : Job {
    int greatest_plies = 0;
    std::function<std::vector<PerftMove>(const Order&)> moves;
};

/// A user plays against the program, or the program plays against itself.
struct Play : Job {
    std::function<Player(const Order&)> begin;
};

/// The program and its twin as players whose strength is measured.
struct Contest : Job {
    int first_version = 0, last_version = 0, greatest_depth = 0;
    std::vector<engine::Side> sides;
    bool remembers = false;  ///< whether earlier moves matter, not only the board
    engine::Geometry geometry{};
    using Make =
        std::function<std::unique_ptr<engine::Contestant>(int version, int depth, const Order&)>;
    Make native, assembly;
    /// The options of `verify` that compare both on one position, if it can.
    std::function<Values(int version, int depth, const engine::Position&)> again{};
};

/// A name that a user may guess, and the program that it means.
using Guess = std::pair<std::string_view, std::string_view>;

/// A search that is about to begin, and what a debugger needs to know about it.
struct Watched {
    std::string program;
    const c64::Machine* machine = nullptr;
    c64::debug::Symbols* symbols = nullptr;
    emu::Address done = 0;  ///< where the processor is when the search is over
    /// Adds the game's own commands for this search.
    std::function<void(c64::debug::Commands&)> add_commands;
    std::shared_ptr<void> kept;  ///< owns all of this
};
struct Debug : Job {
    std::function<Watched(const Order&)> begin;
    /// Adds views of the game's data, if the program has them.
    std::function<void(c64::debug::Commands&)> add_views;
};

struct Game {
    std::string_view name;
    Programs programs;
    std::vector<Guess> guesses{};
    std::optional<Verify> verify{};
    std::optional<Proof> proof{};
    std::optional<Task> search{}, bench{};
    std::optional<Perft> perft{};
    std::optional<Play> play{};
    std::optional<Contest> contest{};
    std::optional<Debug> debug{};
    /// What the header blocks of its programs are checked with.
    const contracts::Suite& (*contracts)() = nullptr;
    /// What is special about the memory of a program, as a few lines of text and as fields.
    std::function<Report(const c64::EmbeddedImage&)> memory{};
    std::shared_ptr<const void> kept{};  ///< owns what it refers to
};

/// Any game's program by name, or by that of its file (`NAME.prg`); nullptr if there is none.
[[nodiscard]] const c64::EmbeddedImage* find_program(std::span<const Game* const> games,
                                                     std::string_view name);

}  // namespace ryg::harness
