// A checked header block as data, and the grammar that reads one (docs/assembly.md).
#pragma once

#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "emu/types.hpp"

namespace ryg::blocks {

using emu::Address;
using emu::Byte;
using emu::Cycle;

/// A block, or a word in one, that the grammar does not know. The message says what and where.
struct BlockError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// `$00..$07|$ff`: ranges and single values.
struct ByteSet {
    struct Range {
        Byte first, last;
        bool operator==(const Range&) const = default;
    };
    std::vector<Range> ranges;

    [[nodiscard]] bool contains(Byte value) const;
    [[nodiscard]] unsigned size() const;
    /// The values in order; `index` is below size().
    [[nodiscard]] Byte at(unsigned index) const;

    bool operator==(const ByteSet&) const = default;
};

/// What may be put into an In, or is promised of an Out.
enum class Kind {
    unstated,
    node,
    bare,
    tree,
    board,
    room,
    limit,
    text,
    any,
    bytes,
    position,
    piece,
    empty,
    noise
};

/// One line of In or Out: what stands there, and of what kind.
struct Entry {
    std::string symbol;
    std::string text;
    Kind kind = Kind::unstated;
    ByteSet bytes;  ///< of Kind::bytes
};

struct Uses {
    std::vector<std::string> items;  ///< registers, zero page, variables
    bool tree = false;
    bool screen = false;
    std::optional<unsigned> stack;      ///< bytes
    std::vector<std::string> routines;  ///< behind `=`
};

enum class TimeKind { cycles, printing, keys, endless };

struct Time {
    TimeKind kind = TimeKind::cycles;
    Cycle least = 0, most = 0;
};

struct Block {
    std::string name;
    std::string file;           ///< without folder
    std::size_t line = 0;       ///< of the name, counted from 1
    std::size_t time_line = 0;  ///< of the field Time
    std::vector<Entry> in, out;
    Uses uses;
    Time time;
    std::string native;

    [[nodiscard]] bool promises(std::string_view symbol) const;
};

/// The lines between the two rulers, the name's first; `first_line` is its number in the file.
/// Throws BlockError.
[[nodiscard]] Block parse_block(std::span<const std::string> lines, std::string_view file,
                                std::size_t first_line);

/// The name in a block's first line, `; name -- what it is for`; empty if that is none.
[[nodiscard]] std::string block_name(std::string_view line);

/// The routines that blocks describe.
using BlockMap = std::map<std::string, Block, std::less<>>;

}  // namespace ryg::blocks
