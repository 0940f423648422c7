// The verbs for games of your own: all that a `main` has to call.
//
//     int main(int count, char** words) {
//         return ryg::run(count, words, {&your_game()});
//     }
#pragma once

#include <vector>

namespace ryg {
namespace harness {
struct Game;  // engine/harness/game.hpp
}  // namespace harness

/// Runs the command line with those games: verify, search, perft, bench, play, debug, trace,
/// contract and the other verbs. Returns the exit status.
int run(int count, char** words, std::vector<const harness::Game*> games);

}  // namespace ryg
