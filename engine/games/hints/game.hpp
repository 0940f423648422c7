// The hint finder as the list of games has it: the 6502 program, and its boards.
#pragma once

#include "engine/games/hints/native/board.hpp"
#include "engine/harness/searcher.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage hints;
}

namespace ryg::engine {

[[nodiscard]] const harness::Game& hints_game();

namespace hints {

/// Joins the program and the native finders. Takes boards of 8 x 8.
[[nodiscard]] const harness::Door<Board>& door();

[[nodiscard]] harness::Task bench_task();
/// What the header blocks of its program are checked with.
[[nodiscard]] const contracts::Suite& suite();

}  // namespace hints
}  // namespace ryg::engine
