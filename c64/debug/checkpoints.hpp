// Breakpoints, watchpoints and tracepoints: one table for everything that debugs a machine.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "c64/debug/expression.hpp"
#include "c64/debug/step.hpp"

namespace ryg::c64::debug {

/// A breakpoint, watchpoint or tracepoint on an address range.
struct Checkpoint {
    unsigned number = 0;  ///< assigned by the table, from 1, never reused
    Address first = 0, last = 0;
    Byte kinds = AccessKind::exec;  ///< bits of AccessKind, one or several
    bool stops = true;              ///< false: a tracepoint, which only reports
    bool enabled = true;
    bool temporary = false;  ///< removed once it has stopped the machine or reported
    std::optional<Expression> condition{};
    /// A further condition, for callers that interpret the program's data. It must depend on the
    /// machine and the access alone.
    std::function<bool(const Machine&, const std::optional<WatchedAccess>&)> also{};
    /// Further text for a hit, from the machine after it.
    std::function<std::string(const Machine&, const std::optional<WatchedAccess>&)> tell{};
    std::string about{};       ///< the event it waits for, if the addresses do not say so
    std::string command{};     ///< a line that Commands executes after it stopped or reported
    std::uint64_t hits = 0;    ///< how often its conditions held, going forward
    std::uint64_t ignore = 0;  ///< hits that will not stop the machine
    std::function<bool(std::uint64_t hits)> on_hits{};  ///< whether this hit, by number, counts

    /// Counts a hit. False if the hit is ignored.
    bool counts() {
        ++hits;
        if (ignore > 0) {
            --ignore;
            return false;
        }
        return !on_hits || on_hits(hits);
    }
};

/// A hit. For an exec checkpoint the instruction at `pc` is the next one; a load or store was made
/// by the instruction at `pc`.
struct Hit {
    unsigned checkpoint = 0;
    Address pc = 0;
    Cycle cycle = 0;  ///< when the instruction at pc begins or began
    std::optional<WatchedAccess> access{};
    std::string note{};  ///< from Checkpoint::tell

    bool operator==(const Hit&) const = default;
};

/// All checkpoints of a debugger.
class Checkpoints {
  public:
    /// Assigns it a number and returns that.
    unsigned add(Checkpoint checkpoint);
    /// False if there is no such checkpoint.
    bool remove(unsigned number);
    void clear();

    /// For changing anything but number, addresses and kinds; nullptr if there is none.
    [[nodiscard]] Checkpoint* find(unsigned number);
    [[nodiscard]] const std::vector<Checkpoint>& all() const { return all_; }
    [[nodiscard]] std::vector<Checkpoint>& all() { return all_; }

    /// The kinds of access that checkpoints wait for at an address, disabled ones included.
    [[nodiscard]] Byte kinds_at(Address address) const { return kinds_[address]; }
    /// These kinds for all addresses, for a Tap.
    [[nodiscard]] const Byte* kinds() const { return kinds_.data(); }

  private:
    void mark();

    std::vector<Checkpoint> all_;
    std::vector<Byte> kinds_ = std::vector<Byte>(65536);
    unsigned last_number_ = 0;
};

/// A hit with the checkpoint's text.
[[nodiscard]] Hit hit_of(const Checkpoint& checkpoint, const Machine& machine, Address pc,
                         Cycle cycle, const std::optional<WatchedAccess>& access);

/// Whether the checkpoint is enabled and matches the access or, without one, the instruction at pc.
[[nodiscard]] bool meets(const Checkpoint& checkpoint, const Machine& machine,
                         const std::optional<WatchedAccess>& access);

/// The last of an instruction's accesses that it matches.
[[nodiscard]] std::optional<WatchedAccess> last_that_meets(
    const Checkpoint& checkpoint, const Machine& machine,
    const std::vector<WatchedAccess>& accesses);

}  // namespace ryg::c64::debug
