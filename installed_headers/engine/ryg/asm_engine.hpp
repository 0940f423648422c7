// The 6502 engine with the interface of the native one: positions in, searches out.
#pragma once

#include <optional>
#include <vector>

#include "ryg/engine/harness/host.hpp"
#include "ryg/engine/ryg/native/search.hpp"

namespace ryg::engine::first {

using emu::Address;
using emu::Byte;
using emu::Cycle;
using harness::EngineFault;

/// What a search on the machine left, read back from its memory.
struct AsmSearch : SearchOutcome {
    Cycle cycles = 0;                ///< of building, valuing and choosing
    std::vector<Byte> tree;          ///< the tree's memory
    std::optional<Address> overrun;  ///< first address written to after the tree's memory
};

/// What the program's own referee says of a position (from version 15).
struct Referee {
    bool mouse_on_goal = false, cats_stuck = false, mouse_stuck = false;
    Cycle cycles = 0;
    bool operator==(const Referee&) const = default;
};

/// Where a program's tree may lie.
struct TreeMemory {
    Address start;  ///< the first address after the program
    unsigned end;   ///< the first address after the tree's memory

    /// Throws std::invalid_argument unless a root can lie at `base`.
    void check(Address base) const;
};
[[nodiscard]] TreeMemory tree_memory(Version version);

/// One of the RYG programs, loaded into a C64 of its own. All places in it come from its labels.
/// A value: copy it for another thread.
class AsmEngine : public harness::Host {
  public:
    explicit AsmEngine(Version version, c64::Model model = c64::Model::pal);
    /// A variant of a version's program.
    AsmEngine(const c64::Image& program, Version version, c64::Model model = c64::Model::pal);

    [[nodiscard]] Version version() const { return version_; }

    /// Whose time later searches and calls count; the processor's alone unless told otherwise.
    void set_timing(c64::Timing timing);

    /// The first address after the program: where the tree begins unless told otherwise.
    [[nodiscard]] Address tree_start() const { return tree_start_; }

    /// Builds, values and, from version 14, chooses, each by the program's own routine. Starts
    /// from the machine as it was after loading, so the same search always takes the same cycles.
    /// Throws std::invalid_argument for a depth out of 1..5 or a tree that would lie in the
    /// program; EngineFault.
    AsmSearch search(const Position& position, const SearchOptions& options);

    /// Makes the chosen move on the program's board and returns what is there then; needs the
    /// machine as `search` left it. From version 14.
    NodeBytes apply_decided_move();

    /// Makes a mouse's move on the program's board, as after the player has typed it.
    NodeBytes apply_mouse_move(const Position& position, Move move);

    /// Asks the three routines that end a game. From version 15.
    Referee referee(const Position& position);

    /// The moves of a position and where they lead, as the program's generators make them.
    struct Child {
        Move move;
        Position position;
    };
    std::vector<Child> children(const Position& position);

    /// Puts a position on the program's board (`tableroActual`).
    void set_board(const Position& position);

    /// Prepares a search and stops short of it, so that it can be watched: fresh machine, board,
    /// depth and tree memory set. The routines to call then are `search_routines()`, in order.
    void prepare(const Position& position, const SearchOptions& options);
    [[nodiscard]] std::vector<std::string_view> search_routines() const;

    /// What a prepared search has left in the machine, for callers that let it run; its
    /// cycles are not known. Throws EngineFault.
    [[nodiscard]] AsmSearch read_search(const SearchOptions& options) const;

  private:
    [[nodiscard]] NodeBytes board() const;

    Version version_;
    Address tree_start_ = 0;
};

}  // namespace ryg::engine::first
