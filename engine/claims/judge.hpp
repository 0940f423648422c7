// Compares a routine's results with the expected and allowed ones, over many calls.
#pragma once

#include "engine/claims/finding.hpp"
#include "engine/claims/formula.hpp"
#include "engine/claims/host.hpp"
#include "engine/claims/suite.hpp"

namespace ryg::claims {

/// PETSCII as shown in reports: characters other than letters, digits and signs as <0d>.
[[nodiscard]] std::string readable(std::string_view petscii);

/// Checks the results of calls of one routine against its block.
class Judge {
  public:
    /// Throws ContractError at a symbol or a routine that the program does not define; `routines`
    /// include those of its other versions.
    Judge(const Suite& suite, const Program& program, const Block& block, const Names& routines);

    /// The errors of one run; empty if there are none.
    [[nodiscard]] Findings judge(const Expected& expected, const CallEnd& outcome,
                                 const Host& host);
    /// `after` is all RAM after the run.
    [[nodiscard]] Findings judge(const Expected& expected, const CallEnd& outcome,
                                 std::span<const Byte> after);
    /// The memory and the registers that a call may change.
    [[nodiscard]] Addresses allowed(const Call& call, std::span<const Byte> after) const;
    /// The memory that every call may change, without fields, elements and areas.
    [[nodiscard]] Addresses always_allowed() const;
    /// Whether the memory that a call may change depends on the inputs.
    [[nodiscard]] bool varies() const;
    [[nodiscard]] bool allows_register(char name) const {
        return allowed_registers_.find(name) != std::string::npos;
    }
    /// The bytes of an Out; `after` is all RAM after the call.
    [[nodiscard]] Extent out_extent(std::string_view symbol, const Call& call,
                                    std::span<const Byte> after) const;
    /// Whether any run has changed a byte.
    [[nodiscard]] bool has_changed(unsigned at) const { return changed_[at]; }
    /// Number of new observations so far: changed bytes, values of an Out.
    [[nodiscard]] std::size_t shown() const { return shown_; }

    /// Maximum bytes of stack that a run has used.
    [[nodiscard]] unsigned deepest() const { return deepest_; }

    /// The statements of the block that no run has shown.
    [[nodiscard]] Findings unmet(const Addresses& reached) const;
    /// An instruction of the routine that no run has executed; empty if there is none.
    [[nodiscard]] std::string not_reached(const Addresses& reached) const;

  private:
    /// An Out of the block: its bytes, and their values in all runs.
    struct Place {
        const Entry* entry;
        bool is_register = false, is_field = false;
        Extent extent{};  // for a field, in bytes from the start; for an element, the array
        std::optional<unsigned> found{};  // for a field or element: address of the pointer or index
        bool is_passed = false;           // uses the pointer or index before the call
        std::bitset<256> seen{};
    };
    [[nodiscard]] Place place_of(const Entry& entry) const;
    [[nodiscard]] static Extent extent_of(const Place& place, const Call& call,
                                          std::span<const Byte> after);
    // Collects what the block allows: its Out, its Uses, and those of the routines it names.
    void allow(std::string_view symbol);
    /// `by` names the routine in its Uses.
    void allow_routine(const std::string& name, const Block& by, const Names& routines,
                       Names& seen);

    void judge_ending(const CallEnd& outcome, Findings& faults) const;
    void judge_memory(const Expected& expected, std::span<const Byte> after, Findings& faults);
    void judge_registers(const Expected& expected, const CallEnd& outcome, Findings& faults);
    void judge_outs(const Expected& expected, const CallEnd& outcome, std::span<const Byte> after,
                    Findings& faults);
    void judge_range(const Entry& entry, Byte value, std::bitset<256>& seen, Findings& faults);
    void judge_print(const Expected& expected, const CallEnd& outcome, Findings& faults);
    /// The line of the Out that contains a byte, otherwise the line of the block.
    [[nodiscard]] std::size_t line_of(const Call& call, std::span<const Byte> after,
                                      unsigned address) const;
    [[nodiscard]] std::string place(const Call& call, unsigned address) const;
    void unmet_uses(const Addresses& reached, Findings& faults) const;

    const Suite& suite_;
    const Program& program_;
    const Block& block_;
    Addresses fixed_;  // addresses that may change in every call
    std::string allowed_registers_;
    Addresses changed_;
    Names changed_names_;  // registers and areas that have changed
    bool kernal_called_ = false;
    unsigned deepest_ = 0;
    std::size_t shown_ = 0;
    std::vector<Place> outs_;
};

}  // namespace ryg::claims
