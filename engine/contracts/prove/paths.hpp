// Runs a routine on unknown inputs: only where it decides, one by one, on what they may be.
#pragma once

#include "engine/contracts/prove/space.hpp"
#include "engine/contracts/rig.hpp"

namespace ryg::contracts::prove {

/// What the search cannot follow; the message says it.
struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The processor, its bytes terms. N is bit 7 of `n`, Z is whether `z` is zero.
struct State {
    Term a = 0, x = 0, y = 0, n = 0, z = 0, c = 0, v = 0;
    bool d = false, i = true;
    Byte s = Call::entry_s;
    bool kernal_called = false;
    Address pc = 0;
    unsigned readings = 0;  ///< of the stream, so far
    Address fresh = 0;      ///< the last instruction that no witness had executed
    Cycle cycles = 0;
};

/// A character that CHROUT gets, where a term is 1.
struct Printed {
    Term character = 0;
    Term when = 1;
};

/// Which branches are not two cases: their ways are joined where they meet. `pieces`: those that ask
/// for one of the pieces that may stand on a square.
enum class Joins { none, pieces, all };

/// Every path of a routine, depth first. A byte that is only moved or computed with stays a term;
/// where the processor has to know it, for a branch or an address, the search tries each value that
/// it may have, for all inputs at once that have it.
///
///     Paths paths(space, entry, longest);
///     while (paths.next()) ...            // at the end of one: paths.state, paths.cell(at)
class Paths {
  public:
    Paths(const Space& space, Address entry, Cycle longest);

    /// Goes on to the end of the next path; false after the last one. Throws Unsupported.
    bool next();
    /// Begins anew after the last path, with the symbols as they are now.
    void restart();

    /// Gives the stream's state and readings values that belong together and to this path. False if
    /// there are none. They vary with those that the state has.
    bool settle_stream(Values& values);

    State state;
    Ending ending = Ending::returned;
    std::vector<Printed> printed;
    std::vector<Term> typed;  ///< what GETIN has given: $00, or a key's symbol
    unsigned most_keys = 1;   ///< a path that wants more ends, `Ending::wants_keys`
    /// Whether a path ends that comes back to the entry with a key read, `Ending::comes_back`.
    bool ends_rounds = false;
    /// Cycles that a term adds or does not: page crossings.
    std::vector<Term> crossings;
    /// The same at the end of a path, each once and how often.
    [[nodiscard]] const std::vector<std::pair<Term, unsigned>>& counted_crossings() const;
    /// If a term is the carry of an object's low address and a constant: these two.
    [[nodiscard]] std::optional<std::pair<Term, unsigned>> carry_of(Term term) const;
    Addresses covered;  ///< instructions that a witness has executed
    /// By address: 0, or 1 or, in In, 2 if the byte there is a symbol of its own that no other byte
    /// and no condition of In knows. An element of an array of the same may have an index that is
    /// not known. Empty: none may.
    std::vector<Byte> may_be_elements;
    Joins joins = Joins::none;
    /// Whether also where they do not print as much as each other.
    bool joins_texts = false;

    /// From here on the numbers of elements, in place of their addresses.
    static constexpr unsigned first_element = 0x10000;
    [[nodiscard]] Term cell(unsigned at) const { return cells_[at]; }
    /// Each address written on this path, once; valid until the path goes on.
    [[nodiscard]] std::span<const unsigned> written() const;
    [[nodiscard]] const Element& element(unsigned at) const {
        return elements_[at - first_element];
    }
    /// The number of the element that lies at an address, if one is known to; else the address.
    [[nodiscard]] unsigned place_of(unsigned at) const;
    /// The numbers of the elements that this path has come to.
    [[nodiscard]] const std::vector<unsigned>& elements() const { return reached_; }

    /// The value of a term. If it is not known, the search tries all; then `is_split`, this value
    /// means nothing, and the caller has to go on with next(), which comes here again.
    Byte need(Term term);
    [[nodiscard]] bool is_split() const { return is_split_; }
    /// This path's part of all, if each value that the search tries has an equal part.
    [[nodiscard]] double share() const;
    /// Called now and then; ends the search by an exception.
    std::function<void()> on_pause;

    /// One instruction, for the test of the step.
    void step();
    /// The same if all that it computes with is known and nothing is to be decided. Else false, and
    /// the path is where it was.
    [[nodiscard]] bool step_known();
    void set(unsigned at, Term term) {
        cells_[at] = term;
        simple_[at] = {};
    }
    void forget() {
        written_.clear();
        ++writes_;
    }

  private:
    struct Place {
        State state;
        std::size_t written, simplified, printed, crossings, typed, waits, pointers, known, reached;
        Terms::Mark terms;
    };
    /// Two bytes that are an address so far after the beginning of an object.
    struct Pointer {
        Term low, high;
        std::size_t object;
        unsigned offset;
    };
    struct Choice {
        Place place;
        Term symbol;
        std::vector<Domain> values;
        std::vector<std::vector<Relation>> related;  ///< instead, if two symbols are compared
        std::optional<Terms::Pairing> paired;        ///< or paired
        std::size_t next = 0;
    };
    /// A place in memory, one of several, or the value itself.
    struct Effective {
        Term looked_up = 0;  ///< if `is_value`
        unsigned at = 0;
        bool is_value = false;
        Term index = 0;               ///< not known, if there are
        std::vector<Byte> indices{};  ///< values of it, each of which is added to `at`
    };
    enum class Access { read, write, modify };

    /// What a byte's term is for all inputs that lead here.
    struct Simple {
        bool is_known = false;
        Byte value = 0;
        std::uint32_t version = 0;  ///< of the terms, when that was looked at last
    };

    /// When GETIN was called.
    struct Wait {
        State state;
        std::size_t written, printed;
    };

    [[nodiscard]] bool has_come_back() const;
    [[nodiscard]] Place place() const;
    /// Takes back what was written after the first so many times.
    void unwrite(std::size_t to);
    void rewind(const Place& place);
    bool backtrack();
    void pause_now_and_then();

    [[nodiscard]] bool is_plain(unsigned at) const;
    Term simplified(unsigned at);
    void unsimplify(std::size_t to);
    [[nodiscard]] bool is_of_address(Term term) const;
    bool find_plain(emu::Mode mode, unsigned& at, Term& base_low, Term& index);
    bool cross_known(Term low, Term index);
    Term carry(Term low, Term index);
    [[nodiscard]] bool can_compute(emu::Operation operation) const;
    void compute_known(emu::Operation operation, Byte value);
    /// Remembers that this path has come to an address.
    void come_to(unsigned at) {
        if (!may_be_elements.empty() && may_be_elements[at] != 0) known_.push_back(at);
    }
    void put(unsigned at, Term term) {
        written_.emplace_back(at, cells_[at]);
        ++writes_;
        cells_[at] = term;
        if (at < first_element) simple_[at] = {};
    }

    bool is_hidden(unsigned at);
    unsigned located(unsigned at);
    std::optional<unsigned> element_at(unsigned base, Term index);
    Term read(unsigned at);
    Term read_stream();
    void write(unsigned at, Term term);
    Byte fetch(unsigned at);
    void push(Term term);
    Term pull();
    Effective indexed(unsigned base, Term low, Term index, Access access);
    std::optional<Pointer> pointer_of(Term low, Term high);
    /// Throws Unsupported where an object may lie.
    void leave_objects(unsigned begin, unsigned end) const;
    void leave_objects(const Effective& place) const;
    Effective through_pointer(unsigned zero_page, Term index, Access access);
    Effective effective(emu::Mode mode, Access access);
    Term value_at(const Effective& place);
    void write_to(const Effective& place, Term term);
    [[nodiscard]] Domain values_of(Term index);
    Effective among(unsigned base, Term index);
    Term assuming(Term term, Term index, Byte value);
    void load(Term& into, Term value) { into = state.n = state.z = value; }
    void add(Term operand, bool subtracts);
    void compare(Term with, Term operand);
    Term shifted(emu::Operation operation, Term value);
    void branch(Term taken, bool if_set);
    /// One way of a branch: how it ends, and what it has changed and printed.
    struct Way {
        State state;
        std::map<unsigned, Term> cells;
        std::vector<Printed> printed;
    };
    [[nodiscard]] std::optional<Way> follow(Address from, Cycle cost, unsigned most_steps,
                                            const std::function<bool()>& ends);
    [[nodiscard]] std::optional<Way> follow_if(Term symbol, Byte value, Address from, Cycle cost,
                                               Address to, bool& is_possible);
    [[nodiscard]] std::optional<Term> sum_of(Term usually,
                                             const std::vector<std::pair<Term, Term>>& others);
    bool split_off(const Terms::Apart& known, Term symbol);
    void go_on_as(const Way& usual, const std::vector<std::pair<Term, Way>>& cases);
    bool join_apart(Term condition, bool if_set, Address to, Address after);
    bool join(Term condition, bool if_set, Address to, Address after);
    void push_flags();
    void pull_flags();
    bool play_kernal();
    void return_from_kernal();
    bool give_key();
    [[nodiscard]] bool is_as_before();
    [[nodiscard]] bool is_as(const Wait& wait);
    void perform(emu::Operation operation, emu::Mode mode);

    const Space& space_;
    Terms& terms_;
    std::vector<Term> cells_;
    std::vector<std::pair<unsigned, Term>> written_;
    std::vector<Simple> simple_;
    std::vector<unsigned> simplified_;  // where these are known
    std::uint64_t writes_ = 0;          // and what took them back
    mutable std::uint64_t listed_writes_ = 0;
    mutable std::vector<unsigned> listed_;
    mutable std::vector<std::pair<Term, unsigned>> counted_;
    mutable Cycle counted_at_ = 0;                       // in steps
    mutable std::vector<std::uint32_t> counted_places_;  // by term
    std::vector<std::array<Term, 256>> carries_;      // by object: of its low address and an index
    std::vector<std::pair<Term, unsigned>> carried_;  // by term: these two, if it is one of them
    std::vector<Pointer> pointers_;
    std::vector<Element> elements_;   // of all paths
    std::vector<unsigned> reached_;   // numbers of this path's
    std::vector<unsigned> known_;     // addresses that this path has come to
    std::vector<States> left_;        // of the stream, by how many readings they fit
    std::vector<unsigned> steps_of_;  // of the stream, by reading
    std::vector<Wait> waits_;         // a call of GETIN each
    std::vector<Choice> choices_;
    Place begin_{};
    State entry_{};
    Cycle longest_, steps_ = 0;
    bool counts_;  // whether the block states cycles
    bool started_ = false, is_split_ = false;
    unsigned tried_ = 0;      // ways that are followed, one in another
    bool nests_ = true;       // whether there may be
    unsigned looked_at_ = 0;  // terms of several symbols, which may be large
    Term wanted_ = 0;         // what such a way had to know last
};

}  // namespace ryg::contracts::prove
