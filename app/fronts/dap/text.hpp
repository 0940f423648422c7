// How numbers and places are written for the client.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ryg::app::dap {

/// As the assembly writes them, with two or four digits: "$7a", "$c000"; others in decimal.
[[nodiscard]] std::string number_text(std::int64_t value);

/// A memoryReference: "0x1b4f"; in decimal below zero, where there is no memory.
[[nodiscard]] std::string reference(std::int64_t address);

/// Reads what `reference` writes, and $1b4f. Throws Trouble.
[[nodiscard]] std::int64_t parse_reference(std::string_view text);

}  // namespace ryg::app::dap
