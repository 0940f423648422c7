// A proof in progress: the routine followed, and what was found about each clause.
#pragma once

#include <set>

#include "engine/claims/chips.hpp"
#include "engine/claims/formula.hpp"
#include "engine/claims/judge.hpp"
#include "engine/prove/formula_words.hpp"
#include "engine/prove/prove.hpp"
#include "engine/prove/run.hpp"

namespace ryg::prove {

using claims::Block;
using claims::Call;
using claims::Checker;
using claims::Entry;
using claims::Expected;
using claims::Finding;
using claims::Program;
using claims::TimeKind;

/// The proof of a block, clause by clause.
class Proving {
  public:
    /// With a case for each value of the first `picks` bytes that In picks.
    Proving(const Checker& checker, const Program& program, const Block& block, Budget& budget,
            unsigned picks)
        : checker_(checker),
          suite_(checker.suite()),
          program_(program),
          block_(block),
          reference_(claims::reference_for(suite_, block)),
          budget_(budget),
          judge_(suite_, program, block, checker.known()),
          chips_(suite_, program, block),
          formulas_(program, block),
          host_(program, suite_.longest),
          entry_(program.image.labels.at(block.name)),
          base_(claims::first_call(suite_, program, block, host_.background())),
          picks_(picks) {
        proof_.routine = block.name;
        proof_.program = program.name;
        proof_.file = block.file;
        proof_.line = block.line;
    }

    Proof run();
    /// After run(): whether addresses had too many values, and another byte could be picked.
    [[nodiscard]] bool may_split() const { return may_split_; }

  private:
    /// A condition that the block excludes.
    struct Wrong {
        Literal when;
        std::string what;
        std::size_t line = 0;
    };
    /// The result for a clause in the cases so far.
    struct ClauseResult {
        bool is_stated = false;  ///< the clause makes a statement that could be false
        std::optional<Decision> refuted{};
        std::string undecided{};
        std::string unstated{};
    };

    bool next_case(Cases& cases);
    void find_loose_bytes();
    void judge_case();
    void judge_endless();
    void judge_out();
    struct Computed {
        LongWord value;
        Literal has_no_value;
        bool is_of_use;  ///< the form differs from a simpler one
    };
    [[nodiscard]] Computed compute(const c64::debug::Expression& expression,
                                   const ProductForm& form);
    /// The inputs for which an Out contradicts its formula, computed in one form.
    struct Contradiction {
        Literal when{true};
        bool is_of_use = false;
        double likeness = 0;  ///< share of its nodes that look like nodes of the routine
    };
    [[nodiscard]] Contradiction contradicts(const claims::Formulas::Formula& formula,
                                            const ProductForm& form);
    [[nodiscard]] std::vector<Contradiction> contradictions(
        const claims::Formulas::Formula& formula);
    void judge_formula(const claims::Formulas::Formula& formula);
    void note_condition(const claims::Formulas::Formula& formula);
    [[nodiscard]] std::string vacuous() const;
    std::pair<Possibility, Assignment> run_all_inputs(Literal question);
    void judge_range(const Entry& entry);
    void judge_function();
    [[nodiscard]] Literal returns() const;
    [[nodiscard]] std::vector<Character> typed_keys();
    void compare_keys(const claims::Stated& stated, std::span<const Character> typed,
                      unsigned named, std::vector<Wrong>& wrong) const;
    void judge_statement();
    [[nodiscard]] std::string left_unstated(const claims::Stated& stated) const;
    void try_random_inputs();
    /// What a run of a call contradicts.
    [[nodiscard]] std::vector<Finding> run_call(const Call& call);
    [[nodiscard]] Call without_noise(const Call& call) const;
    void judge_printed(std::span<const Character> should);
    [[nodiscard]] std::vector<Character> stated_text(const claims::Stated& stated) const;
    [[nodiscard]] std::vector<Character> stated_text();
    void judge_invariant();
    void judge_uses();
    Possibility occurs_for_some(Literal what);
    void note_stack();
    void note_uses();
    void note_ends();
    void judge_registers(std::vector<Wrong>& wrong);
    void judge_memory(std::vector<Wrong>& wrong);
    bool note_times(double seconds);
    void judge_all_cases();
    void judge_stack();
    [[nodiscard]] bool calls_more_elsewhere() const;
    void judge_unused();
    void judge_ends();
    void judge_time();
    void find_dead_code();
    void leave_undecided(const std::string& why);
    /// Whether none of these is possible; otherwise refutes the clause or leaves it undecided.
    bool none_can_be(Clause clause, std::span<const Wrong> wrong);
    void refute(Clause clause, std::string why, std::size_t line, const Call& call,
                bool is_of_all = false);
    /// Runs an input that contradicts a clause.
    void replay(Clause clause, const Call& call, const Wrong& wrong);
    void undecided(Clause clause, std::string why);
    [[nodiscard]] bool is_endless() const { return block_.time.kind == TimeKind::endless; }
    [[nodiscard]] ClauseResult& found(Clause clause) {
        return found_[static_cast<std::size_t>(clause)];
    }
    [[nodiscard]] bool is_open(Clause clause) {
        return !found(clause).refuted && found(clause).undecided.empty();
    }
    [[nodiscard]] Expected expected_of(const Call& call);
    [[nodiscard]] std::vector<Bits8> out_bytes(const Entry& entry) const;
    [[nodiscard]] Literal may_change(unsigned cell, Literal path) const;
    [[nodiscard]] Literal is_in_field(unsigned cell, const Bits16& to, const claims::Extent& field,
                                      Literal path) const;
    [[nodiscard]] Literal is_element(unsigned cell, const Entry& entry) const;
    [[nodiscard]] Literal is_in_area(unsigned cell, std::string_view name) const;
    [[nodiscard]] Bits16 address_of(unsigned cell) const;
    [[nodiscard]] std::string means() const;
    [[nodiscard]] std::optional<TimeWitness> witness(const Call& call, Cycle cycles);
    void conclude();

    const Checker& checker_;
    const claims::Suite& suite_;
    const Program& program_;
    const Block& block_;
    const claims::Reference& reference_;
    Budget& budget_;
    claims::Judge judge_;
    claims::Chips chips_;
    claims::Formulas formulas_;
    claims::Host host_;
    Address entry_;
    Call base_;
    unsigned picks_;
    bool may_split_ = false;
    std::unique_ptr<SymbolicRun> run_;
    RoutineEnds result_;
    Proof proof_;
    std::array<ClauseResult, 4> found_{};
    std::array<unsigned, 7> decided_by_{};
    std::bitset<0x10000> executed_, executed_exactly_;
    std::set<unsigned> asked_;  ///< cells whose values before the call the reference asks for
    std::set<char> asked_registers_;
    // Results of all cases so far:
    struct TimedCall {
        Cycle cycles;
        Call call;
    };
    std::optional<TimedCall> shortest_, longest_;
    SymbolicRun::Alone alone_;  ///< includes own operands that change
    bool has_times_ = true;
    double all_cases_ = 1, cases_judged_ = 0;
    unsigned deepest_ = 0;  ///< bytes of stack that change
    std::optional<Call> deepest_call_, some_call_;
    std::set<std::string> used_, unsure_;  ///< items of Uses that change, or may change
    std::set<const Entry*> holding_;       ///< Outs whose condition holds
    std::set<std::pair<const Entry*, emu::Byte>> occurred_;  ///< ends of the ranges of Out
    bool screen_is_used_ = false;
    bool is_stack_of_others_ = false;  ///< whether only another program uses as much as is stated
};

}  // namespace ryg::prove
