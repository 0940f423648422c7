// Checks routines against their header blocks: runs them on random inputs, reports differences.
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

/// Callbacks for trying all inputs, whatever their number.
struct Patience {
    const std::atomic<bool>* stop = nullptr;
    /// `begin` is called first with the number of inputs, `progress` repeatedly with the number
    /// tried since its last call.
    std::function<void(std::uint64_t total)> begin{};
    std::function<void(std::uint64_t more)> progress{};
};

/// The number of random tests, and further conditions of a check.
struct Effort {
    unsigned draws = 300;
    unsigned quick = 0, slow = 0;  ///< further inputs, each near the fastest or slowest so far
    /// `whole`: the tests must reach everything that the block states (times, stack, ends of
    /// ranges). `is_cut`: there are too few tests to decide that.
    bool whole = false, is_cut = false;
    std::size_t complaints = 3;   ///< a check ends after this many
    Cycle longest = 100'000'000;  ///< maximum cycles of a call
    unsigned tries = 0;     ///< try all inputs if no more than this, else the ends of their ranges
    unsigned only = 0;      ///< number of the only random input to report; 0: any
    std::string changes{};  ///< changes to the first input, then the only one (`Call::change`)
    const Patience* all = nullptr;  ///< if set, tries all inputs afterwards
    /// Called after each call that is checked separately, with all RAM at that time.
    std::function<void(const Call&, const CallEnd&, std::span<const Byte> after)> watch{};
};

/// Which tests of a routine to run.
struct Part {
    std::string_view program{};  ///< empty: all programs that have the routine
    unsigned draw = 0;           ///< 0: all
    unsigned draws = 0;          ///< 0: the default number
    std::string changes{};       ///< changes to the first input, then the only one
    const Patience* all = nullptr;
};

/// The result of checking one routine.
struct CheckReport {
    Findings complaints;        ///< limited per program by Effort::complaints
    Cycle least = 0, most = 0;  ///< over all inputs tried
    unsigned draws = 0;
    bool is_exact = false;  ///< every input was tried: no call takes more or fewer cycles
    std::uint64_t inputs = 0, tried = 0;  ///< with `Effort::all`: inputs that exist, and were tried
    std::string not_all{};                ///< why not all can be tried
    std::string not_reached{};            ///< an instruction that was never executed, if any
    unsigned stack = 0;                   ///< maximum bytes used
    std::string file;                     ///< file of the block
    std::size_t line = 0;

    [[nodiscard]] bool holds() const { return complaints.empty(); }
    [[nodiscard]] std::string text() const;
    /// The measured Time in the form of a block; `-` if nothing was measured.
    [[nodiscard]] std::string time() const;
};

/// The first random input of a routine, which is the same on every host.
[[nodiscard]] Call first_call(const Suite& suite, const Program& program, const Block& block,
                              std::span<const Byte> background);
/// A routine's reference, or one that states nothing. Throws ContractError if one is required.
[[nodiscard]] const Reference& reference_for(const Suite& suite, const Block& block);

/// The programs of a suite and their blocks. Programs are made on first use.
class Checker {
  public:
    /// Reads the sources where they were assembled, otherwise, if the suite has a folder, in that
    /// folder below `root`. Throws ContractError.
    explicit Checker(const Suite& suite, const std::string& root = {});

    [[nodiscard]] const Suite& suite() const { return suite_; }
    [[nodiscard]] const Sources& sources() const { return sources_; }
    /// Comments in the sources that are nearly blocks, a line each.
    [[nodiscard]] const std::vector<std::string>& warnings() const { return sources_.warnings; }
    /// All routines with a block, whether it can be read or not.
    [[nodiscard]] Names routines() const { return sources_.routines(); }
    /// A program by name. Throws ContractError.
    [[nodiscard]] const Program& program(std::string_view name) const;
    /// The program whose times a routine's block states: the last that has it, variants after all
    /// others; nullptr if none has it.
    [[nodiscard]] const Program* stated_program(std::string_view routine) const;
    /// Full effort for the program whose times are stated, less for others.
    [[nodiscard]] Effort effort(const Program& in, const Block& block) const;

    /// Checks one routine of one program, which may have been changed, against any block.
    [[nodiscard]] CheckReport check(const Program& in, const Block& block,
                                    const Effort& effort) const;
    /// Checks a routine in all programs that have it; stack use is the maximum over all of them.
    [[nodiscard]] CheckReport check(std::string_view routine, const Part& part = {}) const;

    /// Missing parts: called routines without a block, blocks without a reference, references
    /// without a routine.
    [[nodiscard]] std::vector<std::string> gaps() const;

    /// The names of all routines of the suite's programs.
    [[nodiscard]] const Names& known() const { return routines_; }
    /// Writes a Time into the file of a block.
    void put_time(const Block& block, const std::string& time) const;
    /// Measures a routine and writes its Time into the file of its block, unless that has an exact
    /// Time that fits. Returns the Time, or an empty text if it is not in cycles. Throws
    /// ContractError if anything else in the block is false.
    std::string write_time(std::string_view routine, const Patience* all = nullptr) const;
    /// A draft block for a routine without one, from its observed reads, writes and changes in this
    /// program, or in the first. Throws ContractError.
    [[nodiscard]] std::string skeleton(std::string_view label, std::string_view in = {}) const;

  private:
    /// Removes variables and routines that only other programs have from the blocks.
    void leave_out_what_others_have(Program& made) const;
    [[nodiscard]] bool tries(const Program& in, std::string_view routine) const;

    Suite suite_;
    std::string folder_;
    Sources sources_;
    Names routines_;        // in all programs
    mutable Names labels_;  // in all programs, read when the first program is made
    mutable std::map<std::string, Program, std::less<>> programs_;
};

}  // namespace ryg::claims
