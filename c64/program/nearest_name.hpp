// Suggestions for a mistyped name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ryg::c64 {

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
