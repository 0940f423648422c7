// The mice that PERFECTO's cats play against.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/common/players.hpp"

namespace ryg::engine::perfecto {

struct Mouse {
    std::string name;
    bool repeats = false;  ///< always the same game: one in eight of its moves is drawn instead
    std::function<std::unique_ptr<Contestant>(std::uint64_t seed)> make;
};

/// At random, straight ahead, and PERFECTO's own.
[[nodiscard]] std::vector<Mouse> all_mice();

}  // namespace ryg::engine::perfecto
