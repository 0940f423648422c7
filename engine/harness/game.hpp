// A game: its name, its programs, and what can be done with it. All that a stranger's game brings.
#pragma once

#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"
#include "engine/harness/campaign.hpp"
#include "engine/harness/host.hpp"
#include "engine/harness/player.hpp"

namespace ryg::c64::debug {
class Commands;
class Symbols;
}  // namespace ryg::c64::debug

namespace ryg::harness {

/// A job as its user sees it.
struct Job {
    std::string_view about;  ///< what it does and shows, a few lines
    std::vector<Option> options;
    std::vector<Values> examples;
};

/// While a job runs.
struct Watch {
    const std::atomic<bool>* stop = nullptr;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress{};

    [[nodiscard]] bool stopped() const { return stop != nullptr && *stop; }
};

/// The program and its native twin do the same work and are compared.
struct Verify : Job {
    std::string_view agree;    ///< "All finders agree."
    std::string_view differ;   ///< "The finders differ."
    std::string_view nothing;  ///< what to ask for where there would be nothing to compare
    /// `instead` takes the place of the programs, for planted faults.
    std::function<Campaign(const Values&, const c64::Image* instead, const std::atomic<bool>* stop)>
        plan;
};

/// A search or a bench. One that is stopped reports what it has.
struct Task : Job {
    std::function<Report(const Values&, const Watch&)> run;
};

/// A move, and the number of ways to go on for a number of plies.
struct PerftMove {
    std::string name;
    std::function<std::uint64_t(int plies)> count;
};
struct Perft : Job {
    int greatest_plies = 0;
    std::function<std::vector<PerftMove>(const Values&, const std::atomic<bool>* stop)> moves;
};
/// Thrown out of a count when it is to stop.
struct Stopped {};

/// Somebody plays against the program, or the program plays with itself.
struct Play : Job {
    std::function<Player(const Values&)> begin;
};

/// The program and its twin as players whose strength is measured.
struct Contest : Job {
    int first_version = 0, last_version = 0, greatest_depth = 0;
    std::vector<engine::Side> sides;
    bool remembers = false;  ///< the moves before, and not the board alone
    engine::Geometry geometry{};
    using Make = std::function<std::unique_ptr<engine::Contestant>(int version, int depth,
                                                                   const Values& values)>;
    Make native, assembly;
    /// What compares both on one position, if there is something that does.
    std::function<Values(int version, int depth, const engine::Position&)> again{};
};

/// A name that somebody may guess, and the program that is meant.
using Guess = std::pair<std::string_view, std::string_view>;

/// A search that is about to begin, and what a debugger has to know of it.
struct Watched {
    std::string program;
    const c64::Machine* machine = nullptr;
    c64::debug::Symbols* symbols = nullptr;
    emu::Address done = 0;  ///< where the processor is when it is over
    /// Adds what the game's own commands can show of it.
    std::function<void(c64::debug::Commands&)> add_commands;
    std::shared_ptr<void> kept;  ///< owns all of this
};
struct Debug : Job {
    std::function<Watched(const Values&)> begin;
    /// Adds views of the game's data, if the program has them.
    std::function<void(c64::debug::Commands&)> add_views;
};

/// A task that no other game has: a verb of its own.
struct OwnTask : Task {
    std::string_view name;
    std::string_view summary;  ///< one line
};

struct Game {
    std::string_view name;
    Programs programs;
    std::vector<Guess> guesses{};
    std::optional<Verify> verify{};
    std::optional<Task> search{}, bench{};
    std::optional<Perft> perft{};
    std::optional<Play> play{};
    std::optional<Contest> contest{};
    std::optional<Debug> debug{};
    std::vector<OwnTask> own{};
    /// What is special about the memory of a program: a few lines, and fields.
    std::function<Report(const c64::EmbeddedImage&)> memory{};
};

}  // namespace ryg::harness
