// Runs the verbs with games of your own: the only function that a `main` has to call.
//
//     int main(int count, char** words) {
//         return ryg::run(count, words, {&your_game()});
//     }
#pragma once

#include <vector>

namespace ryg {
namespace claims {
struct Game;  // engine/claims/game.hpp
}  // namespace claims

/// Runs the command line with those games: verify, search, perft, bench, play, debug, trace,
/// contract and the other verbs. Returns the exit status.
int run(int count, char** words, std::vector<const claims::Game*> games);

}  // namespace ryg
