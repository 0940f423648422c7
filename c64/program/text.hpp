// Splits text into lines, trims it, and replaces escapes that begin with a backslash.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ryg::c64 {

/// The lines without their ends; what follows the last end is a line if it is not empty.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

/// Calls `take(line, number)` for each line of a text, without its end; the first is 1.
template <class Take>
void for_each_line(std::string_view text, Take take) {
    for (unsigned number = 1; !text.empty(); ++number) {
        const auto length = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, length);
        text.remove_prefix(std::min(length + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        take(line, number);
    }
}

/// Without the blanks around it.
[[nodiscard]] inline std::string_view trimmed(std::string_view text,
                                              std::string_view blanks = " \t") {
    const auto first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// `\r`, `\n`, `\\` and `\xHH` (up to $7f) as the characters that they stand for. nullopt if there
/// is any other backslash.
[[nodiscard]] std::optional<std::string> unescape(std::string_view text);

}  // namespace ryg::c64
