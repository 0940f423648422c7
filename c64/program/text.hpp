// Splits text into lines, trims it, and replaces escapes that begin with a backslash.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ryg::c64 {

/// The lines of a text without line ends; text after the last line end is a line if not empty.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

/// Calls `take(line, number)` for each line of a text, without its line end; `number` starts at 1.
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

/// The text without blanks around it.
[[nodiscard]] inline std::string_view trimmed(std::string_view text,
                                              std::string_view blanks = " \t") {
    const auto first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// A line for an 80-column terminal: broken at blanks, with `indent` blanks before what follows.
[[nodiscard]] std::string wrapped(std::string line, std::size_t indent);

/// Replaces `\r`, `\n`, `\\` and `\xHH` (up to $7f) by their characters. nullopt if there is any
/// other backslash.
[[nodiscard]] std::optional<std::string> unescape(std::string_view text);

}  // namespace ryg::c64
