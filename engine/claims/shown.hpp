// The result of a search, to be shown.
#pragma once

#include "engine/work/report.hpp"

namespace ryg::claims {

struct Shown {
    std::string move{}, line{};
    work::Record fields{};
};

}  // namespace ryg::claims
