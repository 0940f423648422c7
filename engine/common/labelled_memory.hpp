// The contents of a program's memory by label, as native engines state and read them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace ryg::engine {

/// Consecutive bytes at a label.
struct LabelledBytes {
    std::string_view label;
    std::vector<std::uint8_t> bytes;
    unsigned offset = 0;  ///< offset of the first byte from the label
};
using LabelledMemory = std::vector<LabelledBytes>;

/// Fills bytes with those at a label; leaves them unchanged if the program does not have it.
using ReadLabelled = std::function<void(std::string_view label, std::span<std::uint8_t> bytes)>;

}  // namespace ryg::engine
