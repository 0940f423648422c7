// A game: its name, its programs, and what can be done with it. A new game provides one of these.
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

/// What a user can ask of a game.
struct Job {
    std::string_view about{};  ///< description, a few lines
    std::vector<Option> options{};
    std::vector<Values> examples{};            ///< the value without a name: bare words
    std::vector<std::string_view> programs{};  ///< that can do it; empty: all of the game's
    std::string_view usual{};                  ///< program that does it if none is named
    bool several = false;                      ///< whether it takes more than one program at a time
};

/// What a verb asks a job to do, and what its machines are to run on.
struct Order {
    Values values{};
    std::vector<const Subject*> programs{};  ///< at least one, except for `verify`
    const c64::Image* instead = nullptr;     ///< replaces the programs, for planted faults
    emu::Core core = emu::usual_core;
    c64::Recording* recording = nullptr;  ///< watches the machines
    const std::atomic<bool>* stop = nullptr;
    const Cycle* longest_call = nullptr;  ///< no call of `verify` may take longer, as it then is

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

/// Work that compares programs with their native twins. An order without programs means the usual
/// work.
struct Verify : Job {
    std::vector<std::string_view> kinds{};  ///< options that select kinds of work items
    std::string_view set{};                 ///< of positions that a database is filled with, unless
                                            ///< others are asked for
    std::function<work::Work(const Order&)> work;
};

/// A search or a bench. If stopped, it reports the results so far.
struct Task : Job {
    std::function<Report(const Order&, const Watch&)> run{};
    std::optional<Plot> plot{};  ///< of the report
};

/// A move, and a function that counts the ways to continue after it for `plies` plies.
struct PerftMove {
    std::string name;
    std::function<std::uint64_t(int plies)> count;
};
struct Perft : Job {
    int greatest_plies = 0;
    std::function<std::vector<PerftMove>(const Order&)> moves{};
};

/// A user plays against the program, or the program plays against itself.
struct Play : Job {
    // Either the routine that shows the board, how to find the board in memory, and what else the
    // player has to know; or `begin`, which does all of it.
    std::string_view shows{};
    std::optional<engine::Position> (*see)(const c64::Machine&, const c64::Labels&) = nullptr;
    void (*seat)(Player& player, const c64::Labels& labels, const Values& values) = nullptr;
    std::function<Player(const Order&)> begin{};
};

/// The program and its twin as players whose strength is measured.
struct Contest : Job {
    int greatest_depth = 0;
    std::vector<engine::Side> sides;
    bool remembers = false;  ///< whether earlier moves matter, not only the board
    engine::Geometry geometry{};
    /// Makes a player of the order's program.
    using Make = std::function<std::unique_ptr<engine::Contestant>(const Order&, int depth)>;
    Make native, assembly;
    /// The value of `verify`'s option `position` that compares both on this position.
    std::function<std::string(const engine::Position&)> again{};
};

/// A search that is about to begin, and what a debugger needs to know about it.
struct Watched {
    std::string program;
    const c64::Machine* machine = nullptr;
    c64::debug::Symbols* symbols = nullptr;
    emu::Address done = 0;  ///< where the processor is when the search is over
    TreeReader tree{};
    /// Adds the game's own commands for this search.
    std::function<void(c64::debug::Commands&)> add_commands;
    std::shared_ptr<void> kept;  ///< owns all of this
};
struct Debug : Job {
    std::function<Watched(const Order&)> begin{};
    const TreeInMemory* tree = nullptr;  ///< of any machine that runs one of the programs
    /// Adds views of the game's data, if the program has them.
    std::function<void(c64::debug::Commands&)> add_views{};
};

struct Game {
    std::string_view name;
    std::vector<Subject> programs;
    std::optional<Verify> verify{};
    std::optional<Task> search{}, bench{};
    std::optional<Perft> perft{};
    std::optional<Play> play{};
    std::optional<Contest> contest{};
    std::optional<Debug> debug{};
    /// What the header blocks of its programs are checked with.
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

/// The programs that do a job: those named, or else the usual one. Throws std::invalid_argument for
/// one that cannot do it.
[[nodiscard]] std::vector<const Subject*> programs_for(const Game& game, const Job& job,
                                                       std::vector<const Subject*> named);

/// The value of an option `depth`, `1-3` or `2, 4-5`, as numbers in ascending order. Throws
/// std::invalid_argument unless it is a list of numbers from `least` to `greatest`.
[[nodiscard]] std::vector<int> depths_in(std::string_view list, int least, int greatest);

}  // namespace ryg::claims
