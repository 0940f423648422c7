// A game: its name, its programs, and its jobs. A new game provides one of these.
#pragma once

#include "engine/claims/host.hpp"
#include "engine/claims/player.hpp"
#include "engine/claims/program.hpp"
#include "engine/claims/tree.hpp"
#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"
#include "engine/work/plot.hpp"
#include "engine/work/work.hpp"

namespace ryg::c64::debug {
class Commands;
class Symbols;
}  // namespace ryg::c64::debug
namespace ryg::work {
struct Report;
}  // namespace ryg::work

namespace ryg::claims {

using namespace work;

/// A job that a user can run for a game.
struct Job {
    std::string_view about{};  ///< description, a few lines
    std::vector<Option> options{};
    std::vector<Values> examples{};  ///< the value without a name: bare words
    std::vector<std::string_view>
        programs{};            ///< programs that support it; empty: all of the game's
    std::string_view usual{};  ///< the default program
    bool several = false;      ///< accepts more than one program at a time
};

/// A verb's request to a job, and the setup of its machines.
struct Order {
    Values values{};
    std::vector<const Subject*> programs{};  ///< at least one, except for `verify`
    const c64::Image* instead = nullptr;     ///< replaces the programs, for planted faults
    emu::Core core = emu::usual_core;
    c64::CoverageRecording* recording = nullptr;  ///< records what the machines execute
    const std::atomic<bool>* stop = nullptr;
    const Cycle* longest_call = nullptr;  ///< current limit for each call of `verify`, in cycles

    /// The only program, or the first.
    [[nodiscard]] const Subject& program() const { return *programs.at(0); }
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

/// Work that compares programs with their native twins. An order without programs means the default
/// work.
struct Verify : Job {
    std::vector<std::string_view> kinds{};  ///< options that select kinds of work items
    std::string_view set{};                 ///< default set of positions to fill a database with
    std::function<work::Work(const Order&)> work;
};

/// A search or a bench. If stopped, it reports the results so far.
struct Task : Job {
    std::function<Report(const Order&, const Watch&)> run{};
    std::optional<Plot> plot{};  ///< a plot of the report
};

/// A move, and a function that counts the lines of `plies` plies after it.
struct PerftMove {
    std::string name;
    std::function<std::uint64_t(int plies)> count;
};
/// The moves from an order's position, for counting lines of play.
struct Perft : Job {
    int greatest_plies = 0;
    std::function<std::vector<PerftMove>(const Order&)> moves{};
};

/// A user plays against the program, or the program plays against itself.
struct Play : Job {
    // Either the routine that shows the board, how to find the board in memory, and further
    // settings of the player; or `begin`, which does all of it.
    std::string_view shows{};
    std::optional<engine::Position> (*see)(const c64::Machine&, const c64::Labels&) = nullptr;
    void (*seat)(Player& player, const c64::Labels& labels, const Values& values) = nullptr;
    std::function<Player(const Order&)> begin{};
};

/// The program and its twin as players whose strength is measured.
struct Contest : Job {
    int greatest_depth = 0;
    std::vector<engine::Side> sides;
    bool remembers = false;  ///< whether the result depends on earlier moves, too
    engine::Geometry geometry{};
    /// Makes a player of the order's program.
    using Make = std::function<std::unique_ptr<engine::Contestant>(const Order&, int depth)>;
    Make native, assembly;
    /// The value of `verify`'s option `position` for this position.
    std::function<std::string(const engine::Position&)> again{};
};

/// A search that is about to begin, and the information that a debugger needs.
struct Watched {
    std::string program;
    const c64::Machine* machine = nullptr;
    c64::debug::Symbols* symbols = nullptr;
    emu::Address done = 0;  ///< address that the processor reaches when the search is over
    TreeReader tree{};
    /// Adds the game's own commands for this search.
    std::function<void(c64::debug::Commands&)> add_commands;
    std::shared_ptr<void> kept;  ///< owns everything that the other members refer to
};
/// Prepares searches for the debugger, and adds views of the game's data to any debug session.
struct Debug : Job {
    std::function<Watched(const Order&)> begin{};
    const TreeInMemory* tree = nullptr;  ///< the tree in any machine that runs one of the programs
    /// Adds views of the game's data, if the program has them.
    std::function<void(c64::debug::Commands&)> add_views{};
};

/// A game with its jobs; those that it lacks are empty.
struct Game {
    std::string_view name;
    std::vector<Subject> programs;
    std::optional<Verify> verify{};
    std::optional<Task> search{}, bench{};
    std::optional<Perft> perft{};
    std::optional<Play> play{};
    std::optional<Contest> contest{};
    std::optional<Debug> debug{};
    /// The suite for checking the header blocks of its programs.
    const Suite& (*contracts)() = nullptr;
};

/// By name; nullptr if there is none.
[[nodiscard]] const Subject* find_program(std::span<const Subject> programs, std::string_view name);

/// Any game's program by name, or by that of its file (`NAME.prg`); nullptr if there is none.
[[nodiscard]] const c64::EmbeddedImage* find_program(std::span<const Game* const> games,
                                                     std::string_view name);

/// Programs of a game: the one with a given name, or a whole family (`ryg3:all`).
struct Named {
    const Game* game = nullptr;
    std::vector<const Subject*> programs{};
};
[[nodiscard]] Named find_named(std::span<const Game* const> games, std::string_view name);

/// The programs for a job: those named, otherwise the default one. Throws std::invalid_argument for
/// a program that does not support the job.
[[nodiscard]] std::vector<const Subject*> programs_for(const Game& game, const Job& job,
                                                       std::vector<const Subject*> named);

/// The value of an option `depth`, `1-3` or `2, 4-5`, as numbers in ascending order. Throws
/// std::invalid_argument unless it is a list of numbers from `least` to `greatest`.
[[nodiscard]] std::vector<int> depths_in(std::string_view list, int least, int greatest);

}  // namespace ryg::claims
