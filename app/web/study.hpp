// A recorded run for the page: moves through a search or any program, shows its tree and costs.
#pragma once

#include "app/web/play.hpp"
#include "c64/debug/commands.hpp"
#include "engine/claims/tree.hpp"

namespace ryg::app::web {

/// The kind of memory at an address.
enum class PageArea : emu::Byte { ram, program, tree, rom, chips, screen };

/// A debugger on one machine, for requests from the page.
class Study {
  public:
    /// A search that is about to begin: `asked` has version, depth and position. Throws if the
    /// position cannot be read.
    explicit Study(const Json& asked);
    /// The machine of a game being played, from now on.
    explicit Study(const PagePlay& play);

    /// Moves, and returns where and why it stopped. `how` is a name from the tables of study.cpp,
    /// or "on" for the rest of a forward movement that used up its cycles. `to` is the target for
    /// `cycle` and `step`, otherwise the maximum number of cycles.
    Json go(const std::string& how, emu::Cycle to);
    /// Executes a command line of the debugger.
    Json execute(const std::string& line);
    /// Sets a breakpoint in a source line, or removes it.
    Json toggle_line(const std::string& file, unsigned line);

    /// The current position: cycle, step, address, routine with callers, source line, registers.
    [[nodiscard]] Json place() const;
    /// The files that the program was assembled from, as the page names them, in order.
    [[nodiscard]] Json sources() const;
    /// The nodes of the tree so far, starting with `from`, and the best line if the search is over.
    [[nodiscard]] Json nodes(std::size_t from) const;
    /// A node's board and its bytes, each with its meaning and the code and time of its last write;
    /// null if the node does not exist now.
    [[nodiscard]] Json node(std::size_t index) const;
    /// The cycles from the beginning to now, as a tree of calls.
    [[nodiscard]] Json profile() const;
    /// Some instructions from an address on.
    [[nodiscard]] Json listing(emu::Address from, unsigned count) const;
    /// The PageArea of each address and, in the bits above, its recent accesses: executed, loaded,
    /// stored.
    [[nodiscard]] Bytes memory() const;
    /// The machine as it is now.
    [[nodiscard]] const c64::Machine& machine() const { return debugger_->machine(); }

  private:
    void begin(const c64::Machine& machine);
    /// The tree, if the program keeps one in memory; otherwise empty.
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
        clicked_;  // breakpoints by number; several lines may share code
    std::string program_;
    work::Values no_values_;
    claims::TreeReader tree_;
};

}  // namespace ryg::app::web
