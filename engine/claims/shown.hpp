// The result of a search, to be shown.
#pragma once

#include "engine/work/report.hpp"

namespace ryg::claims {

/// What `search` shows of a result: the move, a line of text, and fields for JSON.
struct Shown {
    std::string move{}, line{};
    work::Record fields{};
};

}  // namespace ryg::claims
