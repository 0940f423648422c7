// The checkers of all games, made once.
#pragma once

#include "engine/claims/check.hpp"
#include "engine/games/hints/game.hpp"
#include "engine/games/perfecto/game.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg3/game.hpp"
#include "engine/games/veloz/game.hpp"

namespace ryg {

template <auto suite>
const claims::Checker& checker_of() {
    static const claims::Checker made(suite(), RYG_SOURCE_DIR);
    return made;
}
inline constexpr auto ryg_checker = checker_of<engine::ryg1::suite>;
inline constexpr auto veloz_checker = checker_of<engine::veloz::suite>;
inline constexpr auto ryg3_checker = checker_of<engine::ryg3::suite>;
inline constexpr auto hints_checker = checker_of<engine::hints::suite>;
inline constexpr auto perfecto_checker = checker_of<engine::perfecto::suite>;

}  // namespace ryg
