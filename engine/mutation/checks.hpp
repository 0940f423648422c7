// Checks that find planted faults: header blocks, or a game's comparison with its native twin.
#pragma once

#include <memory>

#include "engine/claims/check.hpp"
#include "engine/claims/game.hpp"
#include "engine/mutation/faults.hpp"
#include "engine/work/pieces.hpp"

namespace ryg::mutation {

using c64::Coverage;

/// The original program fails the check. The message is the check's report.
struct NotHealthy : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Thrown by a check when it was stopped.
using claims::Stopped;

/// A check that tells a faulty program from the original one.
class Check {
  public:
    virtual ~Check() = default;
    /// Checks the original program first. Returns the addresses that it executes and reads; nullopt
    /// if they are unknown. Throws NotHealthy.
    virtual std::optional<Coverage> begin(const work::PieceOptions& options) = 0;
    /// The report on a program with a fault; nullopt if it passes. Throws if the check cannot be
    /// done. Called by several threads at a time.
    [[nodiscard]] virtual std::optional<std::string> find(const c64::Image& faulty,
                                                          const Fault& fault) = 0;
};

/// Checks the blocks of all routines that execute the fault. `stop` ends it between two routines.
[[nodiscard]] std::unique_ptr<Check> by_contracts(std::shared_ptr<const claims::Checker> checker,
                                                  std::string_view program,
                                                  const std::atomic<bool>* stop);

/// Runs the work items of a game that `order` requests, up to the first difference, in an order
/// that mixes their kinds. The order's `stop` ends it.
[[nodiscard]] std::unique_ptr<Check> by_verify(const claims::Verify& verify,
                                               const claims::Order& order, const c64::Image& image);

// --- trials -------------------------------------------------------------------------------------

/// `trouble`: the check itself failed, and has neither passed nor reported anything.
enum class State : std::uint8_t { untried, survived, killed, trouble };

/// The result of one fault, with the check's report if it was killed.
struct MutantResult {
    State state = State::untried;
    Blame named = Blame::other;  ///< what the report names
    std::string report;
};

/// Faults in code or data that the check executes or reads, and so may find.
struct Reached {
    std::vector<Fault> faults;
    std::size_t instructions = 0, never_executed = 0;
};
/// With `everywhere`, all faults.
[[nodiscard]] Reached reached(const Ground& ground, const std::optional<Coverage>& coverage,
                              bool everywhere);

/// `count` random faults by address; all if there are no more.
[[nodiscard]] std::vector<Fault> drawn(std::vector<Fault> faults, std::size_t count,
                                       std::uint64_t seed);

/// Tries the faults, each in a copy of the image. Those not tried before a stop stay `untried`.
[[nodiscard]] std::vector<MutantResult> trials(const Ground& ground,
                                               const std::vector<Fault>& faults, Check& check,
                                               const work::PieceOptions& options);

}  // namespace ryg::mutation
