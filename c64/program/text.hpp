// Splits text into lines, and replaces escapes that begin with a backslash.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ryg::c64 {

/// The lines without their ends; what follows the last end is a line if it is not empty.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

/// `\r`, `\n`, `\\` and `\xHH` (up to $7f) as the characters that they stand for. nullopt if there
/// is any other backslash.
[[nodiscard]] std::optional<std::string> unescape(std::string_view text);

}  // namespace ryg::c64
