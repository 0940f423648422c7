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
    void note(const c64::Machine& machine, const c64::debug::Executed& done);

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

  private:
    struct Routine;
    struct Open;

    /// nullptr if the routine is not checked.
    [[nodiscard]] Routine* known(Address routine);
    void open(const c64::Machine& machine, Address routine, bool is_tail = false);
    void return_from(const c64::Machine& machine, bool is_judged);
    void close(const c64::Machine& machine);
    [[nodiscard]] Findings judged(Open& one, const c64::Machine& machine) const;
    [[nodiscard]] static Finding testimony(const Open& one, std::string what);

    std::shared_ptr<const Witnessed> from_;
    Program program_;
    std::map<Address, const Block*> blocks_;                // blocks of the routines checked
    std::map<Address, std::unique_ptr<Routine>> routines_;  // those called so far
    c64::debug::CallStack calls_;
    std::vector<std::unique_ptr<Open>> open_;  // includes routines entered by a jump
    std::optional<Finding> wrong_, excluded_;
    std::unique_ptr<Open> wrong_call_;
};

}  // namespace ryg::claims
