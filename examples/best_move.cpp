// The C++ engine's best move, its result by the exact solution, and perft.
#include <fmt/format.h>
#include <ryg/engine/common/notation.hpp>
#include <ryg/engine/common/perft.hpp>
#include <ryg/engine/common/solution.hpp>
#include <ryg/engine/games/ryg1/native/search.hpp>
#include <span>

using namespace ryg;

int main(int count, char** words) {
    const std::span arguments(words, static_cast<std::size_t>(count));
    const char* fen = count > 1 ? arguments[1] : "c1c1c1c1/8/8/8/8/8/8/3M4 w";
    const engine::Position position = engine::parse_fen(fen);

    const engine::ryg1::SearchResult result = engine::ryg1::search(position, {.depth = 4});
    if (!result.move) return 1;
    fmt::print("{}: {} is worth ${:02x}, {} nodes\n", fen, engine::to_string(*result.move),
               result.value, result.nodes);

    const engine::Solution solution;
    const auto show = [&](const char* what, const engine::Position& where) {
        const auto [winner, plies] = solution[where];
        fmt::print("{}: the {} win{} in {} plies\n", what,
                   winner == engine::Side::mouse ? "mouse" : "cats",
                   winner == engine::Side::mouse ? "s" : "", plies);
    };
    show("before", position);
    show("after", engine::apply(position, *result.move));

    for (int depth = 1; depth <= 6; ++depth) {
        fmt::print("perft({}) = {}\n", depth, engine::perft(position, depth));
    }
    return 0;
}
