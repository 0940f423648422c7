// Suggestions for a mistyped name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ryg::c64 {

/// The name that is nearest to the word: letters are put in, taken out, replaced or exchanged with
/// the next one; upper and lower case are the same. Empty if that takes more than one such change for
/// every three letters.
[[nodiscard]] std::string_view nearest_name(std::string_view word,
                                            std::span<const std::string_view> names);

/// ": did you mean 'search'?", or `otherwise`.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string_view> names,
                                       std::string_view otherwise = "");

}  // namespace ryg::c64
