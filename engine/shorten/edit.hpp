// Writes a sequence of instructions into source lines, in the style of those that it replaces.
#pragma once

#include "engine/shorten/code.hpp"

namespace ryg::shorten {

/// The texts with the window's lines replaced. Labels in the new lines are local ones for ca65.
[[nodiscard]] Texts rewritten(const Texts& texts, const Window& window, const Sequence& sequence,
                              bool is_ca65);

}  // namespace ryg::shorten
