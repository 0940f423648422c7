// Memory as instructions, row by row, also backwards: what a disassembly window asks for.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emu/types.hpp"

namespace ryg::app::dap {

/// One row of a listing. Rows go on above and below memory, so that a window can be filled.
struct Row {
    std::int64_t address = 0;
    std::vector<emu::Byte> bytes;  ///< none where there is no memory
    std::string text;
};

/// What the listing is made of. `is_start(a)` is true where an instruction is known to begin: at a
/// label, or at a line of source.
struct Code {
    std::function<emu::Byte(emu::Address)> peek;
    std::function<bool(emu::Address)> is_start;
};

/// `count` rows, of which the one with the number -`first` (the first itself for 0) begins at
/// `address`. A 6502 program cannot be read backwards: reading begins at a known start well before,
/// and an instruction that would reach over a known start, or over `address`, is shown as bytes.
[[nodiscard]] std::vector<Row> list_rows(const Code& code, std::int64_t address, std::int64_t first,
                                         std::size_t count);

}  // namespace ryg::app::dap
