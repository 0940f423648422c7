// Bytes as text in the alphabet of RFC 4648, as readMemory and writeMemory carry them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emu/types.hpp"

namespace ryg::app::dap {

inline constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Four digits for three bytes, `=` where the last group is short of bytes.
[[nodiscard]] inline std::string to_base64(std::span<const emu::Byte> bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto group = bytes.subspan(i, std::min<std::size_t>(3, bytes.size() - i));
        unsigned bits = 0;
        for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < group.size() ? group[k] : 0u);
        for (std::size_t k = 0; k < 4; ++k) {
            text += k <= group.size() ? base64_digits[bits >> (18 - 6 * k) & 63] : '=';
        }
    }
    return text;
}

/// None if `text` is not what `to_base64` would write.
[[nodiscard]] inline std::optional<std::vector<emu::Byte>> from_base64(std::string_view text) {
    std::vector<emu::Byte> bytes;
    for (std::size_t i = 0; i < text.size(); i += 4) {
        unsigned bits = 0;
        for (const char c : text.substr(i, 4)) {
            const auto digit = base64_digits.find(c);
            bits = bits << 6 | static_cast<unsigned>(digit == base64_digits.npos ? 0 : digit);
        }
        for (const unsigned shift : {16u, 8u, 0u}) {
            bytes.push_back(static_cast<emu::Byte>(bits >> shift));
        }
    }
    const auto padding = text.size() - std::min(text.size(), text.find_last_not_of('=') + 1);
    if (padding > 2 || text.size() % 4 != 0) return std::nullopt;
    bytes.resize(bytes.size() - padding);
    if (to_base64(bytes) != text) return std::nullopt;
    return bytes;
}

}  // namespace ryg::app::dap
