// A header block as data, and the grammar that reads one (docs/contracts.md).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "emu/types.hpp"

namespace ryg::claims {

using emu::Address;
using emu::Byte;
using emu::Cycle;

/// A block, or a word in one, that the grammar or the program does not define. The message says
/// which word, and where.
struct ContractError : std::runtime_error {
    using std::runtime_error::runtime_error;
    std::size_t line = 0;  ///< line in the block's file; 0: the message contains it
};

/// Runs `action` for a line of a block, and adds that line to its errors.
template <class Action>
void on_line(std::size_t line, Action&& action) {
    try {
        action();
    } catch (ContractError& error) {
        if (error.line == 0) error.line = line;
        throw;
    }
}

/// `$00..$07|$ff`: ranges and single values.
struct ByteSet {
    /// Bytes from `first` to `last`, both included.
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

/// The first and last value of each range in `$00..$07|$ff`; nullopt for any other text.
using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
[[nodiscard]] std::optional<Ranges> ranges_in(std::string_view text, std::uint64_t most);

/// The prefix of a symbol in In that states the values of reads: `reads $dc00`.
constexpr std::string_view chip_reads = "reads ";

/// One line of In or Out: a symbol and its kind.
struct Entry {
    std::string symbol;
    std::string text;
    std::string kind;      ///< the word in parentheses; empty if none, or a set of bytes
    ByteSet bytes{};       ///< its allowed values; empty if not stated
    std::size_t line = 0;  ///< its line in the file; 0: in another block
    unsigned size = 0;     ///< of the kind `buffer`: bytes that it points to
    /// Of `reads $dc00 (1, 0, 1)`: the values of successive reads; the last repeats.
    std::vector<Byte> in_turn{};

    /// The word for the buffer's memory in `Uses::areas`: it may change.
    [[nodiscard]] std::string buffer() const { return "buffer " + symbol; }
    /// The expression after `=`: an Out in terms of the inputs. The words before `=` are a comment.
    /// Empty if there is none.
    [[nodiscard]] std::string_view formula() const;
    /// The condition after `when`, without which the formula need not hold; may be empty.
    [[nodiscard]] std::string_view condition() const;
    /// The condition after `where` on the value after the call, `A'`. Empty if there is none.
    [[nodiscard]] std::string_view relation() const;
    [[nodiscard]] bool is_stated() const { return !formula().empty() || !relation().empty(); }
};

/// The text of a field and its line: a condition on the inputs, or the text printed.
struct Saying {
    std::string text;
    std::size_t line = 0;  ///< 0: not stated
};

/// The field Uses: what may change besides Out.
struct Uses {
    std::vector<std::string> items;  ///< registers, zero page, variables
    std::vector<std::string> areas;  ///< memory for which the suite defines a word
    bool screen = false;
    bool own_operands = false;          ///< operands of the routine's own instructions may change
    std::optional<unsigned> stack;      ///< bytes of stack
    std::vector<std::string> routines;  ///< after `=`
    std::size_t line = 0;
};

/// The part of a block that a fault violates.
enum class Clause { out, uses, time, invariant };

/// What a Time states: cycles, or that they depend on the KERNAL or on keys, or that the routine
/// does not return.
enum class TimeKind { cycles, printing, keys, endless };

/// The field Time: cycles with rts, or the reason why there are none.
struct Time {
    TimeKind kind = TimeKind::cycles;
    Cycle least = 0, most = 0;
    std::string with{};      ///< endless only in programs that have this label, else waits for keys
    bool interrupt = false;  ///< entered by an interrupt: ends with rti
    bool seen = false;       ///< extremes found by random tests; false: exact
    bool bound = false;      ///< `<= most`

    /// False for `-`.
    [[nodiscard]] bool is_stated() const { return kind != TimeKind::cycles || most != 0; }
    /// A Time in cycles, as the block states it.
    [[nodiscard]] std::string text() const;
};

/// The header block of one routine.
struct Block {
    std::string name;
    std::string file;                ///< path relative to the suite's folder
    std::size_t line = 0;            ///< line of the name, counted from 1
    std::size_t time_line = 0;       ///< line of the field Time; 0: taken from another block
    std::size_t invariant_line = 0;  ///< line of the field Invariant; 0: none
    std::vector<Entry> in, out;
    std::vector<Saying> requirements;
    Saying prints;
    Uses uses;
    Time time;
    std::string native;
};

/// Entries that several blocks share by naming the group.
struct Group {
    std::vector<Entry> in, out;
};

/// The words that a suite adds to the grammar.
struct Vocabulary {
    std::vector<std::string_view> kinds;
    std::vector<std::string_view> areas;
    std::map<std::string, Group, std::less<>> groups{};
};

/// Parses the lines between the two rulers, the name's first; `first_line` is its number in the
/// file. Throws ContractError.
[[nodiscard]] Block parse_block(std::span<const std::string> lines, std::string_view file,
                                std::size_t first_line, const Vocabulary& words);

/// Parses a group, `; (name) -- what it is`, and adds it to `words`.
void parse_group(std::span<const std::string> lines, std::string_view file, std::size_t first_line,
                 Vocabulary& words);

/// The name in a block's first line, `; name -- what it is for`; empty if there is none. A group's
/// has its parentheses.
[[nodiscard]] std::string block_name(std::string_view line);

/// The routines that blocks describe.
using BlockMap = std::map<std::string, Block, std::less<>>;

}  // namespace ryg::claims
