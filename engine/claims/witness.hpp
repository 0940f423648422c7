// Observes a running program, and checks each call of a routine with a header block on its return.
#pragma once

#include <memory>

#include "c64/debug/call_stack.hpp"
#include "engine/claims/check.hpp"
#include "engine/claims/judge.hpp"

namespace ryg::claims {

/// A program of a suite, with the checks of its routines.
struct Witnessed;
/// Made from the program's sources, once for each program; nullptr if these are missing. If `suite`
/// is nullptr, only the blocks are used.
[[nodiscard]] std::shared_ptr<const Witnessed> witnessed(const Suite* suite,
                                                         const c64::EmbeddedImage& program);

/// Given every instruction of a run, finds the first call whose result contradicts the routine's
/// block or its reference in C++. Inner calls return first, so this is the faulty routine. Does not
/// check calls with inputs outside the block, kinds without `Kind::holds`, or keys.
/// Time: some 50 microseconds for each call.
class Witness {
  public:
    /// `image` is the program, which may contain a fault.
    Witness(std::shared_ptr<const Witnessed> program, const c64::Image& image);
    ~Witness();

    /// A call from outside is about to begin, or has returned.
    void enter(const c64::Machine& machine, Address routine);
    void leave(const c64::Machine& machine);
    void note(const c64::Machine& machine, const c64::debug::Executed& done,
              std::span<const c64::debug::WatchedAccess> accesses);

    /// The first call with a wrong result.
    [[nodiscard]] const std::optional<Finding>& wrong() const { return wrong_; }
    /// Replacement bytes of tables with which the wrong call would have satisfied its block, found
    /// by trying. `machine` is any that has run the program.
    struct Substitute {
        Address address = 0;
        Byte value = 0;
    };
    [[nodiscard]] std::vector<Substitute> substitutes(c64::Machine machine) const;
    /// The first call that its block excludes, ignoring calls of a routine by itself.
    [[nodiscard]] const std::optional<Finding>& excluded() const { return excluded_; }

    /// An instruction, and the jsr instructions of the calls that led to it, innermost first.
    struct Place {
        Address at = 0;
        std::vector<Address> calls{};
    };
    /// In the wrong call, the instruction that made its first wrong byte, if that is in a routine
    /// without a block.
    [[nodiscard]] const std::optional<Place>& maker() const { return maker_; }
    /// In a run that has not ended: the outermost routine that still executed instructions after
    /// cycle `since`. The endless loop is in that routine.
    [[nodiscard]] Place looping(Cycle since) const;
    /// At a wrong character, when `rest` should have been printed: the innermost call whose block
    /// does not promise its text. Nothing if a block's text differs in this character only.
    [[nodiscard]] std::optional<Place> printing(std::string_view rest) const;

  private:
    struct Routine;
    struct Open;
    class Repeats;
    /// The instruction that computed a byte. A load, store or transfer passes its byte's on.
    struct Made {
        Address by = 0;
        std::uint32_t call = 0;  ///< index in `made_calls_`; 0: the byte is from before the run
    };
    /// A call during the run, with the index of its caller's.
    struct MadeCall {
        std::uint32_t parent = 0;
        Address from = 0;  ///< address of the jsr
        bool has_block = false;
    };

    /// nullptr if the routine is not checked.
    [[nodiscard]] Routine* known(Address routine);
    void open(const c64::Machine& machine, Address routine, bool is_tail = false);
    void return_from(const c64::Machine& machine, bool is_judged);
    void close(const c64::Machine& machine);
    [[nodiscard]] Findings judged(Open& one, const c64::Machine& machine) const;
    [[nodiscard]] static Finding testimony(const Open& one, std::string what);
    void follow(const c64::debug::Executed& done,
                std::span<const c64::debug::WatchedAccess> accesses);
    [[nodiscard]] std::optional<Place> maker_of(Address address, std::uint32_t call) const;
    [[nodiscard]] Place place_in(std::size_t open) const;

    std::shared_ptr<const Witnessed> from_;
    Program program_;
    std::map<Address, const Block*> blocks_;                // blocks of the routines checked
    std::map<Address, std::unique_ptr<Routine>> routines_;  // those called so far
    c64::debug::CallStack calls_;
    std::vector<std::unique_ptr<Open>> open_;  // includes routines entered by a jump
    std::optional<Finding> wrong_, excluded_;
    unsigned after_excluded_ = 0;  // calls that were judged since
    std::unique_ptr<Open> wrong_call_;
    std::vector<Made> made_;  // by address
    Made made_a_{}, made_x_{}, made_y_{};
    std::vector<MadeCall> made_calls_{1};
    std::optional<Place> maker_{};
};

}  // namespace ryg::claims
