// RYG3's interactive program in the memory of a call: what a line does, and what is expected.
#pragma once

#include <algorithm>

#include "engine/games/ryg3/blocks/memory.hpp"
#include "engine/games/ryg3/native/dialogue.hpp"

namespace ryg::engine::ryg3 {

using namespace claims;

/// The program as a call finds it; what it prints is what is expected to be printed.
struct ExpectedGame : ryg3::Ryg3Dialogue {
    ExpectedGame(const Call& call, Expected& expected)
        : Ryg3Dialogue{.printed = expected.printed, .thinker = thinker_of(call)},
          in(call),
          e(expected) {
        if (call.find<Squares>() != nullptr) board = board_of(call);
        max_depth = call.byte("max_depth");
        time_limit = call.byte("time_limit");
        computer = call.byte("computer_side");
        show_lines = call.byte("show_lines") != 0;
        ply = call.byte("ply");
        hply = call.byte("hply");
        std::ranges::copy(call.bytes("made_start"), starts.begin());
        std::ranges::copy(call.bytes("made_dest"), dests.begin());
        if (call.has("history")) std::ranges::copy(call.bytes("history"), thinker.history.begin());
    }

    /// All that the game leaves in memory.
    void state() const {
        expect_memory(in, e, memory_of(*this));
        e.byte("show_lines", in.byte("show_lines"));  // of any value
        if (quits) e.byte("quits", 0xff);
    }

    const Call& in;
    Expected& e;
};

}  // namespace ryg::engine::ryg3
