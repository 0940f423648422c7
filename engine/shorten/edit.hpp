// Writes a sequence of instructions into source lines, in the style of those that it replaces.
#pragma once

#include "engine/shorten/code.hpp"

namespace ryg::shorten {

/// Lines of a file, and their replacement.
struct Edit {
    std::size_t file = 0, line = 0;  ///< file and first line, from 1
    std::vector<std::string> old{}, now{};
};

/// Replaces a window by a sequence. Labels in the new lines are local ones for ca65.
[[nodiscard]] Edit edit_of(const Texts& texts, const CodeWindow& window, const Sequence& sequence,
                           bool is_ca65);
[[nodiscard]] Texts edited(Texts texts, const Edit& edit);

}  // namespace ryg::shorten
