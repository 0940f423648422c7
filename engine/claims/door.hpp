// What a game provides: its programs, its positions, a twin in C++, and optional extras. `make`
// (engine/claims/make.hpp) builds the verbs' jobs from these.
//
//     Door<Position> door{.name = "oxo", .programs = {{.image = &images::oxo}}, .start = {}, ...};
//     const claims::Game& game() { static const auto made = claims::make(door); return made; }
#pragma once

#include <any>
#include <type_traits>

#include "engine/claims/game.hpp"
#include "engine/claims/tree.hpp"
#include "engine/claims/trial.hpp"
#include "engine/common/indexing/positions.hpp"
#include "engine/work/report.hpp"

namespace ryg::claims {

/// A function of a game whose positions are P. With AnyPosition it wraps a game's function.
template <class P, class Signature>
using Function =
    std::conditional_t<std::is_same_v<P, AnyPosition>, std::function<Signature>, Signature*>;

/// The depths of a game's searches.
struct DepthRange {
    int least = 0, greatest = 0;  ///< 0: searches have no depth
    int usual = 0;                ///< by default, the full number of work items up to this depth,
    int fewer = 0;                ///< and fewer up to this depth
    int search = 0, debug = 0;    ///< default depth of these verbs; 0: `usual`
};

/// What `search` shows of a result: the move, a line of text, and fields for JSON.
struct Shown {
    std::string move{}, line{};
    work::Record fields{};
};

/// Work other than random positions: whole games, sessions at the keyboard. An option of `verify`:
/// `--games 100`. Two consecutive kinds may share a name, with different default numbers, if no
/// setting fits both.
struct WorkKind {
    std::string_view name;  ///< "games"
    std::string_view help;
    std::uint64_t usual = 0;  ///< default number of work items per setting
    std::uint64_t fewer = 1;  ///< divides `usual` at depths beyond DepthRange::usual
    void (*run)(Trial& trial) = nullptr;
    std::function<bool(const Setting& setting)> fits{};  ///< empty: fits all settings
    bool by_depth = true;  ///< false: done once per program, in a setting of depth 0
    bool late = false;     ///< done after the positions, which show a common fault more precisely
};

/// Positions per work item where the machine is not restored before each search.
constexpr std::uint64_t positions_a_piece = 1024;

/// Positions by number.
template <class P>
struct Numbered {
    std::uint64_t count = 0;
    std::function<P(std::uint64_t number)> position;
};

template <class P>
Numbered<P> listed(std::vector<P> positions) {
    const auto count = positions.size();
    return {count,
            [list = std::make_shared<const std::vector<P>>(std::move(positions))](
                std::uint64_t number) { return list->at(static_cast<std::size_t>(number)); }};
}

/// All positions of the board game of engine/common.
template <class P>
Numbered<P> all_positions(P (*from)(const engine::Position&) = [](const engine::Position& one) {
    return P{one};
}) {
    return {engine::indexing::position_count, [from](std::uint64_t number) {
                return from(engine::indexing::position_at(
                    static_cast<engine::indexing::PositionIndex>(number)));
            }};
}

/// A move, and the position after it.
template <class P>
using MoveTo = std::pair<std::string, P>;

/// The board game of engine/common, played by the door's programs and twins so that their strength
/// can be measured. `make` fills in the players.
template <class P>
struct BoardGame : Contest {
    /// Begins a game at this position.
    Function<P, P(const engine::Position&)> begin = nullptr;
    /// The position after a move. Squares of moves and of outcomes are numbered by `geometry`.
    Function<P, P(const P&, engine::Move)> after = nullptr;
    /// The board; for perft.
    Function<P, engine::Position(const P&)> board = nullptr;
};

/// The definition of a game with positions of type P.
template <class P>
struct Door {
    // --- what every game has ---
    std::string_view name;
    std::vector<Subject> programs;
    DepthRange depths{};
    P start{};
    std::string_view position_help{};                    ///< help text: how a position is written
    Function<P, P(const std::string&)> read = nullptr;   ///< throws std::invalid_argument
    Function<P, std::string(const P&)> write = nullptr;  ///< one line
    /// Puts a position into the program's memory. If nullptr, uses the first kind of `contracts`
    /// that is only declared, of P.
    std::function<void(Host&, const P&, const Setting&)> put{};
    /// The routines that search, in the order of calls; empty if the program does not search.
    std::vector<std::string_view> (*routines)(const Setting& setting) = nullptr;
    /// If nullptr, uses the reference in `contracts` for the only routine.
    std::function<Twin<P>(const Host&, const Setting&)> twin{};

    // --- the positions compared: random, or from random games played with `moves` ---
    /// The legal moves; none in a finished game. Every game must end. Also for perft.
    Function<P, std::vector<MoveTo<P>>(const P&)> moves = nullptr;
    unsigned opening = 0;  ///< plies of a random game before its positions are used
    /// Makes a work item's position from its index and random numbers.
    Function<P, P(const Host&, std::uint64_t, engine::Random&)> draw = nullptr;
    std::uint64_t usual_positions = 200, fewer_positions = 1;  ///< as in WorkKind
    /// Further checks of a position, in the machine as its search left it.
    Function<P, void(Trial& trial, const P& position)> also = nullptr;
    /// "reachable", "all": sets of numbered positions.
    std::vector<std::string_view> sets{};
    Function<P, Numbered<P>(std::string_view set)> all = nullptr;
    /// The set whose first `usual_positions` are compared instead of random ones.
    std::string_view usual_set{};
    /// Whether the program accepts a position. Others are not searched, but `also` is still called.
    Function<P, bool(const P& position)> takes = nullptr;
    /// Called after each search that agrees with the twin's; calls `Trial::differ` if both results
    /// are wrong.
    Function<P, void(Trial& trial, const P& position)> judge = nullptr;

    // --- how the program is called ---
    /// Makes the calls that are needed once, before the machine's state is saved.
    void (*prepare)(Host& host, const Setting& setting) = nullptr;
    /// A label at which a search is compared each time it is passed; empty: only at its end.
    std::string_view (*stage)(const Setting& setting) = nullptr;
    /// Memory that a search may change besides the program's writable segments and the bytes that
    /// the twin states: variables that are equates, for example.
    std::vector<Extent> owns{};
    /// The label at which the search ends, if it does not return; empty: it returns.
    std::string_view until{};
    /// The twin has global variables: only one thread at a time uses it. A search must set all that
    /// it reads.
    bool single_threaded = false;
    /// Whether the machine is restored before each search. If not, a work item searches
    /// `positions_a_piece` positions of the default set in sequence, then compares memory.
    bool restores = true;
    /// Reads the outcome of a search of a position from memory.
    Function<P, work::Outcome(const Host&, const P&, const Setting&)> answer = nullptr;
    /// The result of a search of a position at each stage, shown by `search`.
    Function<P, Shown(const Host&, const P&, const Setting&)> show = nullptr;

    // --- all of these are optional ---
    std::string_view usual_program{};  ///< compared by default; empty: all programs
    std::vector<WorkKind> kinds{};
    std::vector<work::Column> columns{};                ///< numbers that Trial::count adds to
    Function<P, std::vector<P>()> bench_set = nullptr;  ///< positions of `bench`; else random ones
    std::vector<work::Option> options{};                ///< the game's own options, for all verbs
    std::string_view about{};                           ///< description for help texts
    TreeLabels tree{};                                  ///< labels of a recursive search, for debug
    TreeInMemory tree_in_memory{};                      ///< layout of a tree that stays in memory
    /// For a search that keeps the moves to its current node: these moves, from the root on, with
    /// the bounds of each node; for debug.
    std::vector<c64::debug::Variable> (*path)(const c64::Machine& machine,
                                              const c64::Labels& labels) = nullptr;
    /// Asks the program whether the game is over, for perft by the program's own children.
    Function<P, bool(Host&, const P&)> is_over = nullptr;
    std::optional<BoardGame<P>> contest{};  ///< needs `answer`
    const Suite& (*contracts)() = nullptr;
    /// Replace the jobs that `make` would build. It completes them, except a bench.
    std::optional<Task> search{}, bench{};
    std::optional<Perft> perft{};
    std::optional<Play> play{};
    /// The winner, as `play` shows it; empty while the game continues.
    Function<P, std::string(const P&)> winner = nullptr;
    /// Reads the position in the program's memory, for `winner`; by default with the kind of `put`.
    std::function<std::optional<P>(const c64::Machine&, const c64::Labels&)> get{};
};

/// Prepares a new host for searches, and keeps it.
template <class P>
void make_ready(const Door<P>& door, Host& host, const Setting& setting) {
    for (const Extent& extent : door.owns) host.own(extent);
    if (door.prepare != nullptr) door.prepare(host, setting);
    if (!door.until.empty()) host.end_calls_at(host.labels().at(door.until));
    host.keep();
}

}  // namespace ryg::claims
