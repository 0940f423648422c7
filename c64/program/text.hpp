// Splits text into lines, trims it, and replaces escapes that begin with a backslash.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
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

/// The name nearest to the word, ignoring case, by the number of letters inserted, removed,
/// replaced or swapped with the next one. Empty if that takes more than one change per three
/// letters of the word.
[[nodiscard]] std::string_view nearest_name(std::string_view word,
                                            std::span<const std::string_view> names);

/// ": did you mean 'search'?", or `otherwise`.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string_view> names,
                                       std::string_view otherwise = "");

}  // namespace ryg::c64
