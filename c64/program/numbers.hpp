// Numbers as people write them: 16384, $4000, 0x4000, %101.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace ryg::c64 {

/// All of `digits` as a number in `base`, saturated to 64 bits; nullopt if it is not a number.
[[nodiscard]] inline std::optional<std::uint64_t> digits_of(std::string_view digits, int base) {
    std::uint64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
    if (stop != end || error == std::errc::invalid_argument) return {};
    return error == std::errc{} ? value : std::numeric_limits<std::uint64_t>::max();
}

/// A number that is hexadecimal after `$` or `0x`, binary after `%`, and otherwise in base `plain`.
[[nodiscard]] inline std::optional<std::uint64_t> to_number(std::string_view text, int plain = 10) {
    if (text.starts_with('$')) return digits_of(text.substr(1), 16);
    if (text.starts_with("0x") || text.starts_with("0X")) return digits_of(text.substr(2), 16);
    if (text.starts_with('%')) return digits_of(text.substr(1), 2);
    return digits_of(text, plain);
}

}  // namespace ryg::c64
