// Text taken apart: lines, and letters after a backslash.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ryg::c64 {

/// Without their ends; what follows the last end is a line if it is not empty.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

/// `\r`, `\n`, `\\` and `\xHH` (up to $7f) as the characters that they stand for. Nothing if there
/// is another backslash.
[[nodiscard]] std::optional<std::string> unescape(std::string_view text);

}  // namespace ryg::c64
