// Checks routines against their header blocks: draws inputs, runs them, reports disagreements.
//
//     claims::Checker checker(suite, root);
//     const claims::CheckReport report = checker.check("evaluaTablero");   // in all programs
//     if (!report.holds()) std::cout << report.text();
#pragma once

#include <atomic>

#include "engine/claims/finding.hpp"
#include "engine/claims/formula.hpp"
#include "engine/claims/host.hpp"
#include "engine/claims/suite.hpp"

namespace ryg::claims {

/// For those who want all inputs tried, however many they are.
struct Patience {
    const std::atomic<bool>* stop = nullptr;
    /// How many have been tried since the last time, from time to time; first how many there are.
    std::function<void(std::uint64_t total)> begin{};
    std::function<void(std::uint64_t more)> progress{};
};

/// How many draws, and whether they must show all that the block states (times, stack, ends of
/// ranges), so that it states nothing that never happens.
struct Effort {
    unsigned draws = 300;
    unsigned quick = 0, slow = 0;  ///< further draws, each near the quickest or slowest so far
    bool whole = false, is_cut = false;  ///< cut: too few draws to say what never happens
    std::size_t complaints = 3;          ///< this many end a check
    Cycle longest = 100'000'000;         ///< of a call, in cycles
    unsigned tries = 0;     ///< all inputs if no more than this, else the ends of their ranges
    unsigned only = 0;      ///< the number of the only draw to report; 0: any
    std::string changes{};  ///< of the first draw, which then is the only one (`Call::change`)
    const Patience* all = nullptr;  ///< all inputs after the draws
    /// Called after each call that is judged by itself, with all RAM as it is then.
    std::function<void(const Call&, const CallEnd&, std::span<const Byte> after)> watch{};
};

/// What is to be checked of a routine.
struct Part {
    std::string_view program{};  ///< empty: all that have it
    unsigned draw = 0;           ///< 0: all
    unsigned draws = 0;          ///< 0: the usual number
    std::string changes{};       ///< of the first draw, which then is the only one
    const Patience* all = nullptr;
};

struct CheckReport {
    Findings complaints;        ///< a handful for each program at most
    Cycle least = 0, most = 0;  ///< over all draws
    unsigned draws = 0;
    bool is_exact = false;  ///< every input was tried: no call takes more or fewer cycles
    std::uint64_t inputs = 0, tried = 0;  ///< of `Effort::all`: how many there are
    std::string not_all{};                ///< why they cannot all be tried
    std::string not_reached{};            ///< an instruction that nothing has executed, if any
    unsigned stack = 0;                   ///< the most bytes used
    std::string file;                     ///< of the block
    std::size_t line = 0;

    [[nodiscard]] bool holds() const { return complaints.empty(); }
    [[nodiscard]] std::string text() const;
    /// As a block states it; `-` if nothing was measured.
    [[nodiscard]] std::string time() const;
};

/// The first draw of a routine, which is the same everywhere.
[[nodiscard]] Call first_call(const Suite& suite, const Program& program, const Block& block,
                              std::span<const Byte> background);
/// A routine's reference, or one that states nothing. Throws ContractError if there has to be one.
[[nodiscard]] const Reference& reference_for(const Suite& suite, const Block& block);

/// The programs of a suite and their blocks. Programs are made on first use.
class Checker {
  public:
    /// The sources are where they were assembled, or else, if the suite has a folder, in that folder
    /// below `root`. Throws ContractError.
    explicit Checker(const Suite& suite, const std::string& root = {});

    [[nodiscard]] const Suite& suite() const { return suite_; }
    [[nodiscard]] const Sources& sources() const { return sources_; }
    /// All routines with a block, whether it can be read or not.
    /// What the sources have that is nearly a block, a line each.
    [[nodiscard]] const std::vector<std::string>& warnings() const { return sources_.warnings; }
    [[nodiscard]] Names routines() const { return sources_.routines(); }
    /// By name. Throws ContractError.
    [[nodiscard]] const Program& program(std::string_view name) const;
    /// The program whose times a routine's block states: the last that has it, variants after all
    /// others; nullptr if none has it.
    [[nodiscard]] const Program* stated_program(std::string_view routine) const;
    /// Full effort for the program whose times are stated, less for others.
    [[nodiscard]] Effort effort(const Program& in, const Block& block) const;

    /// Checks one routine of one program, which may have been changed, against any block.
    [[nodiscard]] CheckReport check(const Program& in, const Block& block,
                                    const Effort& effort) const;
    /// The same in all programs that have the routine, with the stack use over all of them.
    [[nodiscard]] CheckReport check(std::string_view routine, const Part& part = {}) const;

    /// What is wrong with the blocks as such: routines that are called and have none, blocks
    /// without a reference, references without a routine.
    [[nodiscard]] std::vector<std::string> gaps() const;

    /// The names of all routines of the suite's programs.
    [[nodiscard]] const Names& known() const { return routines_; }
    /// Writes a Time into the file of a block.
    void put_time(const Block& block, const std::string& time) const;
    /// Measures a routine and writes its Time into the file of its block, unless an exact one is
    /// there that fits. Returns it, or an empty text if it is not one in cycles. Throws
    /// ContractError if anything else in the block does not hold.
    std::string write_time(std::string_view routine, const Patience* all = nullptr) const;
    /// A first block for a routine without one, from what it was seen to read, write and change in
    /// this program, or in the first. Throws ContractError.
    [[nodiscard]] std::string skeleton(std::string_view label, std::string_view in = {}) const;

  private:
    /// Removes variables and routines that only other programs have from the blocks.
    void leave_out_what_others_have(Program& made) const;
    [[nodiscard]] bool tries(const Program& in, std::string_view routine) const;

    Suite suite_;
    std::string folder_;
    Sources sources_;
    Names routines_;        // of all programs
    mutable Names labels_;  // of all programs, read when the first of them is made
    mutable std::map<std::string, Program, std::less<>> programs_;
};

}  // namespace ryg::claims
