// Parses a command line: commands, words, numbers, ranges.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "emu/types.hpp"

namespace ryg::c64::debug {

using emu::Address;

constexpr std::string_view blanks = " \t\r\n";

inline void skip(std::string_view signs, std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(signs), text.size()));
}

/// Where the next command of a line begins: after a `;` that is not in quotes; or npos.
[[nodiscard]] std::size_t next_command(std::string_view line);

/// A line that is not a command, or has arguments that the command does not take. The message is
/// one line.
struct BadCommand : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The words after a command's name, taken one by one. They are separated by blanks or a comma.
class Arguments {
  public:
    explicit Arguments(std::string_view line) : rest_(line) {}

    /// Whether nothing but blanks is left.
    [[nodiscard]] bool empty();
    /// The next word without taking it; empty at the end.
    [[nodiscard]] std::string_view peek();
    /// Takes the next word; throws BadCommand, naming what is missing.
    std::string_view take(std::string_view what);
    /// Takes the next word if it is `word`.
    bool take_if(std::string_view word);
    /// Takes all that is left, without the blanks around it.
    std::string_view rest();
    /// Throws BadCommand if anything is left.
    void end();

    /// Takes a word, or anything between quotes: the name of a file.
    std::string quoted(std::string_view what);

    /// A number in decimal, or in hex after `$`; `fallback` if nothing is left.
    std::uint64_t count(std::string_view what, std::optional<std::uint64_t> fallback = {});

    /// The same two for the last argument: nothing may follow it.
    std::string last_quoted(std::string_view what);
    std::uint64_t last_count(std::string_view what, std::optional<std::uint64_t> fallback = {});

  private:
    std::string_view rest_;
};

/// Two addresses, both included.
struct AddressRange {
    Address first = 0, last = 0;
    bool open = false;  ///< `last` was omitted
    [[nodiscard]] std::size_t size() const { return std::size_t{last} - first + 1; }
    /// `count` bytes, or up to the end of memory.
    [[nodiscard]] static AddressRange of(Address first, std::size_t count) {
        return {first, static_cast<Address>(std::min<std::size_t>(first + count - 1, 0xFFFF)),
                true};
    }
};

}  // namespace ryg::c64::debug
