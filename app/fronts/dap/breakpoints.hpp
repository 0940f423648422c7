// The client's breakpoints, each one or several checkpoints in the debugger's table.
#pragma once

#include <string>
#include <vector>

#include "app/fronts/dap/fields.hpp"
#include "c64/debug/debugger.hpp"

namespace ryg::app::dap {

using c64::debug::Checkpoint;
using c64::debug::Checkpoints;
using c64::debug::Debugger;
using c64::debug::Expression;

enum class BreakpointKind {
    source,
    function,
    instruction,
    data,
    exception,
    command,  ///< made by a debugger command, not by a request
};

/// The reason in a `stopped` event.
[[nodiscard]] std::string_view reason_of(BreakpointKind kind);

/// The text of a logpoint, with expressions in braces: "valor {@$1b4f} in x={x}".
class LogMessage {
  public:
    LogMessage() = default;
    /// Throws BadExpression, UnknownLabel, or BadRequest for a brace that is not closed.
    LogMessage(std::string_view text, const c64::Labels& labels);

    [[nodiscard]] std::string text(const c64::Machine& machine) const;

  private:
    struct MessagePart {
        std::string text{};
        std::optional<Expression> value{};
    };
    std::vector<MessagePart> parts_;
};

/// The optional conditions and message of a breakpoint.
struct Rules {
    std::optional<Expression> condition{};
    std::function<bool(std::uint64_t hits)> on_hits{};
    std::optional<LogMessage> log{};
    /// As in a Checkpoint.
    std::function<bool(const c64::Machine&, const std::optional<c64::debug::WatchedAccess>&)>
        also{};
};

/// Reads `condition`, `hitCondition` and `logMessage`. Throws if one is invalid.
[[nodiscard]] Rules read_rules(const RequestFields& breakpoint, const c64::Labels& labels);

struct PlacedBreakpoint {
    unsigned id = 0;  ///< the client's number for it
    BreakpointKind kind = BreakpointKind::source;
    std::string source{};                 ///< of `source`: the file; of `exception`: the filter
    std::vector<unsigned> checkpoints{};  ///< their numbers
    std::optional<LogMessage> log{};
};

/// The filters of `setExceptionBreakpoints`, in the form for the client.
[[nodiscard]] Json exception_filters();
/// A description of the filter's exception.
[[nodiscard]] std::string_view exception_title(std::string_view filter);

/// The client's breakpoints.
class Breakpoints {
  public:
    /// Removes all breakpoints of a kind; for `source`, those in one file.
    void remove(Checkpoints& table, BreakpointKind kind, std::string_view source = {});

    /// Removes all breakpoints except those set by commands.
    void remove_all(Checkpoints& table);

    /// Puts a checkpoint with these rules at each of `ranges` and returns the one id for all of
    /// them.
    struct CheckpointRange {
        c64::Address first, last;
    };
    unsigned place(Checkpoints& table, PlacedBreakpoint placed,
                   std::span<const CheckpointRange> ranges, emu::Byte kinds, const Rules& rules);

    /// An id for a breakpoint that could not be placed.
    [[nodiscard]] unsigned next_id() { return ++last_id_; }

    /// The breakpoint that a checkpoint belongs to, or nullptr.
    [[nodiscard]] const PlacedBreakpoint* find(unsigned checkpoint) const;

    /// Updates the list after a command may have changed the table. Returns the breakpoints added
    /// and the ids of those removed.
    struct BreakpointChange {
        std::vector<PlacedBreakpoint> added;
        std::vector<unsigned> removed;
    };
    BreakpointChange follow(const Checkpoints& table);

  private:
    std::vector<PlacedBreakpoint> placed_;
    unsigned last_id_ = 0;
};

}  // namespace ryg::app::dap
