// The checkers of all games, made once.
#pragma once

#include <array>

#include "engine/contracts/check.hpp"
#include "engine/hints/contracts.hpp"
#include "engine/perfecto/contracts/suite.hpp"
#include "engine/ryg/contracts/suite.hpp"
#include "engine/ryg3/contracts/suite.hpp"

namespace ryg {

inline const contracts::Checker& ryg_checker() {
    static const contracts::Checker made(contracts::ryg_suite(), RYG_SOURCE_DIR);
    return made;
}

inline const contracts::Checker& ryg3_checker() {
    static const contracts::Checker made(contracts::ryg3_suite(), RYG_SOURCE_DIR);
    return made;
}

inline const contracts::Checker& hints_checker() {
    static const contracts::Checker made(contracts::hints_suite(), RYG_SOURCE_DIR);
    return made;
}

inline const contracts::Checker& perfecto_checker() {
    static const contracts::Checker made(contracts::perfecto_suite(), RYG_SOURCE_DIR);
    return made;
}

}  // namespace ryg
