// A recorded run for the page: a search or any program, forward and back, with its tree and costs.
#pragma once

#include "app/web/play.hpp"
#include "c64/debug/commands.hpp"
#include "engine/claims/tree.hpp"

namespace ryg::app::web {

/// What an address belongs to.
enum class PageArea : emu::Byte { ram, program, tree, rom, chips, screen };

class Study {
  public:
    /// A search that is about to begin: `asked` has version, depth and position. Throws if the
    /// position cannot be read.
    explicit Study(const Json& asked);
    /// A machine that is being played, from now on.
    explicit Study(const Play& play);

    /// Moves, and says where it stopped and why: `how` is one of the names in the tables of
    /// study.cpp, or "on" for the rest of a forward movement that has used up its cycles. `to` is
    /// a moment for `cycle` and `step`, the most cycles for the others.
    Json go(const std::string& how, emu::Cycle to);
    /// Does a command line of the debugger.
    Json execute(const std::string& line);
    /// Sets a breakpoint in a source line, or takes it away.
    Json toggle_line(const std::string& file, unsigned line);

    /// Where it is: cycle, step, address, routine with its callers, source line, registers.
    [[nodiscard]] Json place() const;
    /// The files that the program was assembled from, as the page names them, in order.
    [[nodiscard]] Json sources() const;
    /// The nodes of the tree so far, starting with `from`, and the best line if the search is over.
    [[nodiscard]] Json nodes(std::size_t from) const;
    /// A node's board, its bytes, what each is, and which code wrote it when; null if there is no such
    /// node yet, or no more.
    [[nodiscard]] Json node(std::size_t index) const;
    /// Where the cycles went, from the beginning to now: a tree of calls.
    [[nodiscard]] Json profile() const;
    /// Some instructions from an address on.
    [[nodiscard]] Json listing(emu::Address from, unsigned count) const;
    /// What each address is, a PageArea, and in the bits above, how it was touched lately: executed,
    /// loaded, stored.
    [[nodiscard]] Bytes memory() const;
    /// The machine as it is now.
    [[nodiscard]] const c64::Machine& machine() const { return debugger_->machine(); }

  private:
    void begin(const c64::Machine& machine);
    /// Of programs that keep it in memory; empty for others.
    [[nodiscard]] claims::Tree tree() const;
    [[nodiscard]] Json path() const;
    [[nodiscard]] emu::Cycle calling() const;
    [[nodiscard]] Json stopped(const c64::debug::Stop& stop) const;

    std::shared_ptr<void> kept_;  // owns the symbols of a search
    c64::debug::Symbols own_;
    c64::debug::Symbols* symbols_ = &own_;
    std::unique_ptr<c64::debug::Debugger> debugger_;
    std::unique_ptr<c64::debug::Commands> commands_;
    c64::debug::Goal goal_;  // of the last forward movement
    std::map<unsigned, c64::SourceLine>
        clicked_;  // breakpoints by number: several lines may share code
    std::string program_;
    work::Values no_values_;
    claims::TreeReader tree_;
};

}  // namespace ryg::app::web
