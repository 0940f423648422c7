// Follows a routine on formulas, with one state for each place where its paths meet again.
#pragma once

#include "engine/prove/core.hpp"
#include "engine/prove/memory.hpp"

namespace ryg::prove {

/// The decisions on the way to a state, in order. Diverging paths differ in one decision, so where
/// they meet again that decision chooses between their values.
class DecisionPath {
  public:
    explicit DecisionPath(Graph& graph) : graph_(&graph) {}

    void decide(Literal literal);
    /// True exactly if the path is taken.
    [[nodiscard]] Literal literal() const { return all_; }
    /// Whether these decisions begin with the other path's.
    [[nodiscard]] bool extends(const DecisionPath& other) const;
    [[nodiscard]] Graph& graph() const { return *graph_; }
    struct Join;
    /// Joins two paths that meet, with the literal that tells whether the first was taken.
    [[nodiscard]] static Join join(const DecisionPath& one, const DecisionPath& other);

  private:
    Graph* graph_;
    std::vector<Literal> decisions_;
    Literal all_{true};
};

/// The joined path, and the literal that is true if the first of the two was taken.
struct DecisionPath::Join {
    DecisionPath path;
    Literal first;
};

/// A state between two instructions, or at the routine's end.
struct ReachedState {
    DecisionPath path;
    State state;
    SymbolicMemory memory;
    std::vector<Character> printed{}, keys{};
    Literal kernal_called{false};  ///< whether the KERNAL was called
    /// Whether a wait for a key came before: registers and free stack may then have any value.
    Literal has_waited{false};
    Literal begins_anew{false};  ///< whether this is not an end but the routine's beginning again
};

/// Merges two states of which at most one is reached.
[[nodiscard]] ReachedState merged(const ReachedState& one, const ReachedState& other);
[[nodiscard]] ReachedState merged(std::span<const ReachedState> all);

/// The characters by their positions: each but the first only if there is one before it.
[[nodiscard]] std::vector<Character> by_position(Graph& graph, Decider& decider,
                                                 std::span<const Character> text);
/// For each position of a text, whether two printed texts differ there.
[[nodiscard]] std::vector<Literal> differing_characters(Graph& graph, Decider& decider,
                                                        std::span<const Character> one,
                                                        std::span<const Character> other);

/// The work done to follow a routine.
struct PathEffort {
    std::size_t steps = 0, merges = 0, most_states = 0;
};

/// Follows one routine in a world.
class Paths {
  public:
    /// `end` is where the routine's last rts leads to.
    Paths(World& world, const Budget& budget, const Bits16& end);

    /// Follows a routine from its first instruction to every end. Ends are not merged, as each has
    /// its own time. Throws NotDecided.
    void run(ReachedState first, Address entry, std::vector<ReachedState>& ends);
    /// Whether the routine should never return: then paths that repeat the same state for ever are
    /// left, and the others are followed even if one cannot be.
    bool is_endless = false;
    /// Whether the paths that lead to the routine's beginning again end there.
    bool ends_anew = false;
    [[nodiscard]] const PathEffort& effort() const { return effort_; }
    /// The instructions that a path reaches.
    [[nodiscard]] const std::bitset<0x10000>& executed() const { return executed_; }
    /// The same, without those reached only with values that a wait for a key leaves.
    [[nodiscard]] const std::bitset<0x10000>& executed_exactly() const { return executed_exactly_; }
    /// Whether a wait may have skipped keys other than $00.
    [[nodiscard]] bool passes_keys_over() const { return passes_keys_over_; }

  private:
    /// A call that has not returned: states merge only within the same calls.
    struct PathFrame {
        Address back = 0;
        unsigned s = 0;
        std::map<Address, unsigned>
            rounds{};  // iterations of the loops around the call, by first address
        bool operator==(const PathFrame&) const = default;
    };
    struct Waiting {
        ReachedState reached;
        Address pc = 0;
        std::vector<PathFrame> frames;
        std::map<Address, unsigned> rounds;
        std::shared_ptr<const ReachedState> last_round{};  ///< state after the last jump back
        /// Set if that state stands for all that a wait leads to: the cells of the stack that may
        /// have any value in it.
        std::optional<std::set<unsigned>> any{};
    };

    /// Whether a jump back leads to the same state as the time before: an endless loop.
    [[nodiscard]] static bool repeats(const Waiting& from, const ReachedState& to);
    /// Whether a jump back after GETIN leads to a state that is followed already. If only registers
    /// and free stack differ, gives these any value, so that the next jump back leads there.
    [[nodiscard]] bool waits_on(Waiting& from, ReachedState& to);
    /// Lets these cells, and what GETIN changes, have any value.
    void forget(ReachedState& of, const std::set<unsigned>& cells);
    /// Whether for each input on the path of a wait there is a key that leads elsewhere.
    [[nodiscard]] bool some_key_ends(Literal wait, const Bits8& key) const;
    void find_loops(Address entry);
    void add(Waiting next);
    [[nodiscard]] Waiting take();
    [[nodiscard]] bool before(const Waiting& one, const Waiting& other) const;
    void step(Waiting from, std::vector<ReachedState>& ends);
    void arrive(Waiting from, ReachedState to, emu::Byte opcode, std::vector<ReachedState>& ends);
    void continue_at(Waiting from, ReachedState to, emu::Byte opcode, Address pc,
                     std::vector<ReachedState>& ends);
    void call_kernal(Waiting& at);
    void check_time() const;

    World& world_;
    Graph& graph_;
    const Budget& budget_;
    Bits16 end_, first_s_{};
    Address entry_ = 0;
    std::vector<Waiting> waiting_;
    std::map<Address, Address> loops_;  // first address, last address
    std::bitset<0x10000> executed_, executed_exactly_;
    bool passes_keys_over_ = false;
    PathEffort effort_;
    Address last_loop_ = 0;
};

}  // namespace ryg::prove
