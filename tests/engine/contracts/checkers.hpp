// The checkers of all games, made once.
#pragma once

#include "engine/contracts/check.hpp"
#include "engine/hints/game.hpp"
#include "engine/perfecto/game.hpp"
#include "engine/ryg/game.hpp"
#include "engine/ryg3/game.hpp"

namespace ryg {

template <auto suite>
const contracts::Checker& checker_of() {
    static const contracts::Checker made(suite(), RYG_SOURCE_DIR);
    return made;
}
inline constexpr auto ryg_checker = checker_of<contracts::ryg_suite>;
inline constexpr auto ryg3_checker = checker_of<contracts::ryg3_suite>;
inline constexpr auto hints_checker = checker_of<contracts::hints_suite>;
inline constexpr auto perfecto_checker = checker_of<contracts::perfecto_suite>;

}  // namespace ryg
