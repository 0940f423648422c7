// Watches a program run, and judges each call of a routine with a header block when it returns.
#pragma once

#include <memory>

#include "c64/debug/call_stack.hpp"
#include "engine/claims/check.hpp"
#include "engine/claims/judge.hpp"

namespace ryg::claims {

/// A program of a suite, and how its routines are judged.
struct Witnessed;
/// From the program's sources; nullptr if they are not there. `suite` may be nullptr: then only the
/// blocks count. Made once for each program.
[[nodiscard]] std::shared_ptr<const Witnessed> witnessed(const Suite* suite,
                                                         const c64::EmbeddedImage& program);

/// Given every instruction of a run, finds the first call whose result is not what the routine's
/// block and its reference in C++ say. Inner calls return first, so that it is the guilty one.
/// What is not known of a call is not judged: inputs outside the block, kinds without
/// `Kind::holds`, keys. Time: some 50 microseconds for each call.
class Witness {
  public:
    /// `image` is the program, perhaps with a fault in it.
    Witness(std::shared_ptr<const Witnessed> program, const c64::Image& image);
    ~Witness();

    /// A call from outside is about to begin, or has returned.
    void enter(const c64::Machine& machine, Address routine);
    void leave(const c64::Machine& machine);
    void note(const c64::Machine& machine, const c64::debug::Executed& done);

    /// The first call with a wrong result.
    [[nodiscard]] const std::optional<Finding>& wrong() const { return wrong_; }
    /// Bytes of tables with which the wrong call would have done what its block says, by
    /// substitution. `machine` is any that has run the program.
    struct Substitute {
        Address address = 0;
        Byte value = 0;
    };
    [[nodiscard]] std::vector<Substitute> substitutes(c64::Machine machine) const;
    /// The first call that its block excludes, but for those that a routine makes of itself.
    [[nodiscard]] const std::optional<Finding>& excluded() const { return excluded_; }

  private:
    struct Routine;
    struct Open;

    /// nullptr if it is not judged.
    [[nodiscard]] Routine* known(Address routine);
    void open(const c64::Machine& machine, Address routine, bool is_tail = false);
    void return_from(const c64::Machine& machine, bool is_judged);
    void close(const c64::Machine& machine);
    [[nodiscard]] Findings judged(Open& one, const c64::Machine& machine) const;
    [[nodiscard]] static Finding testimony(const Open& one, std::string what);

    std::shared_ptr<const Witnessed> from_;
    Program program_;
    std::map<Address, const Block*> blocks_;                // of the routines that are judged
    std::map<Address, std::unique_ptr<Routine>> routines_;  // of those that were called
    c64::debug::CallStack calls_;
    std::vector<std::unique_ptr<Open>> open_;  // with the outermost, and those entered by a jump
    std::optional<Finding> wrong_, excluded_;
    std::unique_ptr<Open> wrong_call_;
};

}  // namespace ryg::claims
