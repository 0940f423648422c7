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

namespace ryg::claims {

/// A type-erased position, so that code shared by all games is compiled once.
using AnyPosition = std::any;

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

/// The model of a program in C++: searches a position, and adds the memory contents that the program
/// must leave to `expected`, which is empty. Used by one thread for one setting.
template <class P>
using Twin = std::function<void(const P& position, Expected& expected)>;

struct Shown;  // engine/claims/shown.hpp

template <class P>
struct Door;

/// A work item of a game.
template <class P>
class Trial final : public TrialBase {
  public:
    Trial(const Door<P>& door, Host& machine, const Twin<P>& twin, Expected& expected,
          const TrialBase::Terms& terms)
        : TrialBase(machine, terms),
          door_(door),
          twin_(twin),
          expected_(expected),
          at_(door.start) {}

    /// Sets the position that the work item is about.
    void at(const P& position) { at_ = position; }
    /// Searches this position before each search, in the same machine. Requires Terms::noise.
    void search_before(const P& position) { before_ = position; }
    /// Puts a position into the program's memory, searches it with both engines, and compares.
    /// Restores the prepared machine first, if `Door::restores`.
    const work::Outcome& search(const P& position);
    /// Searches the position already in the program's memory, without restoring the machine.
    const work::Outcome& search_as_it_is(const P& position);
    /// Compares the result of a search that the program made in a conversation.
    const work::Outcome& expect_search(const P& position);

  protected:
    [[nodiscard]] std::string position() const override;
    [[nodiscard]] std::vector<Spot> order(const Expected& expected,
                                          std::size_t stage) const override {
        return door_.tree_in_memory.order(expected, stage);
    }
    [[nodiscard]] Place place(const Expected& expected, const Spot& spot) const override {
        return door_.tree_in_memory.named(expected, spot);
    }
    [[nodiscard]] work::Answer left(const Expected& expected) const override;

  private:
    /// Has the twin state the result for a position.
    void state(const P& position) {
        at_ = position;
        expected_.clear();
        expected_.continues = std::exchange(continues, true);
        twin_(position, expected_);
    }

    const Door<P>& door_;
    const Twin<P>& twin_;
    Expected& expected_;
    P at_;
    std::optional<P> before_{};
};

/// Work other than random positions: whole games, sessions at the keyboard. An option of `verify`:
/// `--games 100`. Two consecutive kinds may share a name, with different default numbers, if no
/// setting fits both.
template <class P>
struct WorkKind {
    std::string_view name;  ///< "games"
    std::string_view help;
    std::uint64_t usual = 0;  ///< default number of work items per setting
    std::uint64_t fewer = 1;  ///< divides `usual` at depths beyond DepthRange::usual
    void (*run)(Trial<P>& trial) = nullptr;
    bool (*fits)(const Setting& setting) = nullptr;  ///< nullptr: fits all settings
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
    void (*also)(Trial<P>& trial, const P& position) = nullptr;
    /// "reachable", "all": sets of numbered positions.
    std::vector<std::string_view> sets{};
    Numbered<P> (*all)(std::string_view set) = nullptr;
    /// The set whose first `usual_positions` are compared instead of random ones.
    std::string_view usual_set{};
    /// Whether the program accepts a position. Others are not searched, but `also` is still called.
    bool (*takes)(const P& position) = nullptr;
    /// Called after each search that agrees with the twin's; calls `Trial::differ` if both results
    /// are wrong.
    void (*judge)(Trial<P>& trial, const P& position) = nullptr;

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
    std::vector<WorkKind<P>> kinds{};
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

template <class P>
const work::Outcome& Trial<P>::search(const P& position) {
    if (door_.restores) begin();
    if (door_.restores && before_) {
        at_ = position;
        run_before([&] { door_.put(host, *before_, setting); });
    }
    door_.put(host, position, setting);
    return search_as_it_is(position);
}

template <class P>
const work::Outcome& Trial<P>::search_as_it_is(const P& position) {
    state(position);
    TrialBase::search(expected_);
    if (door_.judge != nullptr) door_.judge(*this, position);
    return expected_.outcome;
}

template <class P>
const work::Outcome& Trial<P>::expect_search(const P& position) {
    state(position);
    TrialBase::expect_search(expected_);
    return expected_.outcome;
}

/// The outcome read by `answer`, or from the numbers at the labels `value` and `nodes`. Numbers
/// that the program does not provide, such as nodes that it does not count, are the twin's.
template <class P>
work::Answer Trial<P>::left(const Expected& expected) const {
    work::Answer found = expected.outcome.answer();
    if (door_.answer == nullptr) {
        for (const auto& [label, number] :
             expected.numbers_in(std::as_const(host).machine().ram())) {
            if (label == "value") found.value = static_cast<Byte>(number);
            if (label == "nodes") found.nodes = number;
        }
        return found;
    }
    work::Answer answer = door_.answer(host, at_, setting).answer();
    if (answer.nodes == 0) answer.nodes = found.nodes;
    return answer;
}

template <class P>
std::string Trial<P>::position() const {
    return door_.write(at_);
}

}  // namespace ryg::claims
