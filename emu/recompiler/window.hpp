// What a board tells the recompiler: where its RAM is, and which parts of it are plain.
#pragma once

#include "emu/fast_bus.hpp"

namespace ryg::emu::recompiler {

/// RAM as one array, index = address, and four bounds that hold until the board changes its map:
///   code_below    for pc below it, code(pc) is `ram`
///   reads_below   reading below it gives ram[address] and has no side effects
///   writes_from, writes_below   writing there sets ram[address] and nothing else, and reading
///                 below `writes_below` has no side effects
/// The zero page and the stack read as RAM whatever the bounds say.
struct Window {
    Byte* ram = nullptr;
    unsigned code_below = 0, reads_below = 0, writes_from = 0, writes_below = 0;

    [[nodiscard]] constexpr bool same_bounds(const Window& other) const {
        return code_below == other.code_below && reads_below == other.reads_below &&
               writes_from == other.writes_from && writes_below == other.writes_below;
    }
};

/// A board that the recompiler supports: one function more than the fast loop needs.
template <class B>
concept WindowedBus = PlainCode<B> && requires(B& bus) {
    { bus.window() } -> std::same_as<Window>;
};

}  // namespace ryg::emu::recompiler
