// What a game provides: its programs, its positions, a twin in C++, and what else it brings. `make`
// turns that into what the verbs of the program do (engine/harness/make.hpp).
//
//     Door<Position> door{.name = "oxo", .programs = {{.image = &images::oxo}}, .start = {}, ...};
//     const harness::Game& game() { static const auto made = harness::make(door); return made; }
#pragma once

#include "engine/harness/game.hpp"
#include "engine/harness/tree.hpp"
#include "engine/harness/trial.hpp"

namespace ryg::harness {

struct DepthRange {
    int least = 0, greatest = 0;  ///< 0: searches have no depth
    int usual = 0;                ///< pieces are done up to this depth, and fewer of deeper ones,
    int fewer = 0;                ///< up to this, unless depths are asked for
    int search = 0, debug = 0;    ///< those verbs' unless one is asked for; 0: usual
};

/// What the program should do, done in C++. Lives as long as its thread works for one setting.
template <class P>
class Twin {
  public:
    using Position = P;
    virtual ~Twin() = default;
    /// A game begins: nothing is remembered of searches before.
    virtual void forget() {}
    /// Searches, and says what the program must have left; `expected` is empty.
    virtual void search(const P& position, Expected& expected) = 0;
    /// What the program has left, if the twin knows where: faster than `Door::answer`.
    [[nodiscard]] virtual std::optional<work::Answer> left(std::span<const Byte, 65536>) const {
        return {};
    }
    /// The outcome of that search alone, for players.
    [[nodiscard]] virtual work::Outcome outcome(const P& position) {
        Expected expected;
        search(position, expected);
        return expected.outcome;
    }
};

template <class P>
using TwinOf = std::unique_ptr<Twin<P>>;

/// For Door::twin.
template <class T>
TwinOf<typename T::Position> twin(const Host& host, const Setting& setting) {
    return std::make_unique<T>(host, setting);
}

/// A number that the program leaves at a label, the lowest of its bytes first.
struct Result {
    std::string_view label;
    unsigned bytes = 1;
};

/// The twin of a program that leaves numbers at labels: `native` computes as many. Those with the
/// labels `value` and `nodes` are these of the outcome.
template <class P>
class NumbersTwin final : public Twin<P> {
  public:
    using Native = std::vector<std::uint64_t> (*)(const P& position);
    NumbersTwin(const Host& host, std::vector<Result> results, Native native)
        : results_(std::move(results)), native_(native) {
        for (const Result& result : results_) places_.push_back(host.labels().at(result.label));
    }
    void search(const P& position, Expected& expected) override {
        const std::vector<std::uint64_t> numbers = native_(position);
        if (numbers.size() != results_.size()) {
            throw std::invalid_argument("the twin computes another number of results");
        }
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto& [label, bytes] = results_[i];
            expected.add_number(label, places_[i], numbers[i], bytes);
            if (label == "value") expected.outcome.value = static_cast<Byte>(numbers[i]);
            if (label == "nodes") expected.outcome.nodes = numbers[i];
        }
    }

  private:
    std::vector<Result> results_;
    std::vector<Address> places_;
    Native native_;
};

template <class P>
struct Door;

/// A piece of work of a game.
template <class P>
class Trial final : public TrialBase {
  public:
    Trial(const Door<P>& door, Host& machine, Twin<P>& native, Expected& expected,
          const TrialBase::Terms& terms)
        : TrialBase(machine, terms),
          twin(native),
          door_(door),
          expected_(expected),
          at_(door.start) {}

    Twin<P>& twin;

    /// The position that it is about from now on.
    void at(const P& position) { at_ = position; }
    /// Each search of a position follows one of this, in the same machine. There has to be noise.
    void search_before(const P& position) { before_ = position; }
    /// Puts a position into the program's memory, lets both search it and compares. Unless the door
    /// says otherwise, in the machine as the program was prepared.
    const work::Outcome& search(const P& position);
    /// The same for the position that the program has already, in the machine as it is.
    const work::Outcome& search_as_it_is(const P& position);
    /// What the program must have left of a search that it made by itself, in a conversation.
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
    void forget() override { twin.forget(); }

  private:
    const Door<P>& door_;
    Expected& expected_;
    P at_;
    std::optional<P> before_{};
};

/// Work besides positions that are drawn: whole games, sessions at the keyboard. An option of
/// `verify`: `--games 100`. Two in a row may have one name, and other usual numbers, where no setting
/// fits both.
template <class P>
struct WorkKind {
    std::string_view name;  ///< "games"
    std::string_view help;
    std::uint64_t usual = 0;  ///< pieces for each setting
    std::uint64_t fewer = 1;  ///< times fewer of those at depths after DepthRange::usual
    void (*run)(Trial<P>& trial) = nullptr;
    bool (*fits)(const Setting& setting) = nullptr;  ///< all settings without it
    bool by_depth = true;  ///< if not, it is done once for a program, by a setting of depth 0
    bool late = false;     ///< done after the positions, which say more of a fault that both show
};

/// Where the machine is not restored before each search.
constexpr std::uint64_t positions_a_piece = 1024;

/// Positions by number.
template <class P>
struct Numbered {
    std::uint64_t count = 0;
    std::function<P(std::uint64_t number)> position;
};

/// What a search has come to.
struct Shown {
    std::string move{}, line{};
    work::Record fields{};
};

/// A move, and the position after it.
template <class P>
using MoveTo = std::pair<std::string, P>;

/// The board game of engine/common, played by the door's programs and twins: their strength can be
/// measured. `make` fills in who plays.
template <class P>
struct BoardGame : Contest {
    /// A game begins here.
    P (*begin)(const engine::Position& position) = nullptr;
    /// It goes on. Squares of moves are numbered by `geometry`, those of outcomes, too.
    P (*after)(const P& position, engine::Move move) = nullptr;
    /// The board; for perft.
    engine::Position (*board)(const P& position) = nullptr;
};

template <class P>
struct Door {
    // --- what each game has ---
    std::string_view name;
    std::vector<Program> programs;
    DepthRange depths{};
    P start{};
    std::string_view position_help{};                   ///< of an option: how one is written
    P (*read)(const std::string& text) = nullptr;       ///< throws std::invalid_argument
    std::string (*write)(const P& position) = nullptr;  ///< one line
    /// Puts a position into the program's memory.
    void (*put)(Host& host, const P& position, const Setting& setting) = nullptr;
    /// The routines that search, called one after the other; none: the program does not search.
    std::vector<std::string_view> (*routines)(const Setting& setting) = nullptr;
    TwinOf<P> (*twin)(const Host& host, const Setting& setting) = nullptr;

    // --- the positions that are compared: drawn, or out of random games by `moves` ---
    /// The legal moves; none in a finished game, and each game has to end. For perft, too.
    std::vector<MoveTo<P>> (*moves)(const P& position) = nullptr;
    unsigned opening = 0;  ///< plies of a game before its positions are searched
    /// A piece's position: by its index, and by chance.
    P (*draw)(const Host& host, std::uint64_t index, engine::Random& random) = nullptr;
    std::uint64_t usual_positions = 200, fewer_positions = 1;  ///< as in WorkKind
    /// What is done with a position besides its search, in the machine as that has left it.
    void (*also)(Trial<P>& trial, const P& position) = nullptr;
    /// "reachable", "all": positions that can be numbered.
    std::vector<std::string_view> sets{};
    Numbered<P> (*all)(std::string_view set) = nullptr;
    /// The set of which the first `usual_positions` are compared, rather than drawn ones.
    std::string_view usual_set{};
    /// Positions that the program cannot take are not searched; what is done `also` is done.
    bool (*takes)(const P& position) = nullptr;
    /// Called after each search that agrees with the twin's: `Trial::differ` if what both found is
    /// wrong.
    void (*judge)(Trial<P>& trial, const P& position) = nullptr;

    // --- how the program is called ---
    /// Calls that are needed once, before the machine is kept.
    void (*prepare)(Host& host, const Setting& setting) = nullptr;
    /// A place that a search passes again and again, where it is compared each time; empty: none.
    std::string_view (*stage)(const Setting& setting) = nullptr;
    /// Whether the machine is restored before each search. If it is not, `positions_a_piece` of the
    /// usual set are searched in it one after the other, and then memory is compared.
    bool restores = true;
    /// Reads in memory what a search of that position has come to.
    work::Outcome (*answer)(const Host& host, const P& position, const Setting& setting) = nullptr;
    /// What a search of that position has come to, at each stage, for `search` to show.
    Shown (*show)(const Host& host, const P& position, const Setting& setting) = nullptr;
    std::vector<Owner> owners{};

    // --- each of these brings something ---
    std::string_view usual_program{};  ///< compared where none is named; empty: all
    std::vector<WorkKind<P>> kinds{};
    std::vector<work::Column> columns{};      ///< numbers that Trial::count adds to
    std::vector<P> (*bench_set)() = nullptr;  ///< positions of `bench`; else random ones
    std::vector<work::Option> options{};      ///< of its own, for all verbs
    std::string_view about{};                 ///< what it is, for people
    TreeLabels tree{};                        ///< of a recursive search: debug
    TreeInMemory tree_in_memory{};            ///< of one whose nodes stay in memory: its search
    /// Of one that keeps the moves up to the node it is at: these, from the root on, with the bounds
    /// of each node; for debug.
    std::vector<c64::debug::Variable> (*path)(const c64::Machine& machine,
                                              const c64::Labels& labels) = nullptr;
    /// Asks the program whether the game is over, for perft by the children that it makes.
    bool (*is_over)(Host& host, const P& position) = nullptr;
    std::optional<BoardGame<P>> contest{};  ///< needs `answer`
    const contracts::Suite& (*contracts)() = nullptr;
    /// In place of what `make` makes of the rest; what these lack but a bench, it adds.
    std::optional<Task> search{}, bench{};
    std::optional<Perft> perft{};
    std::optional<Play> play{};
};

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
    at_ = position;
    expected_.clear();
    twin.search(position, expected_);
    TrialBase::search(expected_);
    if (door_.judge != nullptr) door_.judge(*this, position);
    return expected_.outcome;
}

template <class P>
const work::Outcome& Trial<P>::expect_search(const P& position) {
    at_ = position;
    expected_.clear();
    twin.search(position, expected_);
    TrialBase::expect_search(expected_);
    return expected_.outcome;
}

/// By `answer`, or by numbers at the labels `value` and `nodes`. What the program does not say, such
/// as its nodes if it does not count them, is the twin's.
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
    if (const auto known = twin.left(std::as_const(host).machine().ram())) return *known;
    work::Answer answer = door_.answer(host, at_, setting).answer();
    if (answer.nodes == 0) answer.nodes = found.nodes;
    return answer;
}

template <class P>
std::string Trial<P>::position() const {
    return door_.write(at_);
}

}  // namespace ryg::harness
