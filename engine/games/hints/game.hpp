// The hint finder as the list of games has it: the 6502 program, and its boards.
#pragma once

#include "engine/claims/searcher.hpp"
#include "engine/games/hints/native/board.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage hints;
}

namespace ryg::engine {

[[nodiscard]] const claims::Game& hints_game();

namespace hints {

/// Joins the program and the native finders. Takes boards of 8 x 8.
[[nodiscard]] const claims::Door<Board>& door();

[[nodiscard]] claims::Task bench_task();
/// What the header blocks of its program are checked with.
[[nodiscard]] const claims::Suite& suite();

}  // namespace hints
}  // namespace ryg::engine
