// Differences between a program and its twin, and the signature that identifies a program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "c64/board/machine.hpp"
#include "engine/work/options.hpp"

namespace ryg::work {

/// The first difference between a program and its native twin, in the order in which bytes are
/// made: later ones are usually consequences.
struct Difference {
    std::string position{};        ///< in the game's notation
    std::string program{};         ///< its name
    int version = 0, depth = 0;    ///< version of the program and depth of its search; 0: none
    std::string where{}, place{};  ///< "path" and "d1e2", "after" and "makeMove"
    std::string field{};           ///< field of a node, or a label of the program
    std::string native{}, assembly{};
    std::string native_name = "native", assembly_name = "6502";  ///< whose values they are
    std::optional<emu::Address> address{};  ///< address of the byte, if it is one
    std::string written_by = "-";           ///< label of the last store to it, and its callers
    /// The first routine whose result contradicts its block or its native function, with its
    /// callers, and the wrong value; empty if unknown.
    std::string first_wrong{}, because{};
    /// Where the program first diverges from a good version: "after miniMax+5: .., and there .."
    std::string against{};
    /// A byte in a table that would explain it: "difFilas+2 is $f0; with $f1 no routine .."
    std::string table{};
    std::optional<std::pair<emu::Address, emu::Byte>>
        instead{};  ///< that byte, and the other value
    /// The seed of the random bytes that filled, before the search, all memory that the program
    /// must not rely on.
    std::optional<std::uint64_t> noise{};
    Request again{};  ///< reproduces it
};

/// A difference as lines of text, indented by two blanks. `again` is the command that repeats it.
[[nodiscard]] std::string describe(const Difference& difference, std::string_view again);

/// A fingerprint of a program's behaviour and cost: equal signatures mean the same trees, cycles
/// and moves.
struct Signature {
    std::uint64_t nodes = 0;
    std::uint64_t cycles = 0;
    std::uint32_t moves = 0;  ///< FNV-1a over from and to of each chosen move, $ff $ff for none

    void add(emu::Byte from, emu::Byte to);  ///< adds a chosen move
    void add(std::uint64_t answer);          ///< adds the result of a program that chooses no move
    bool operator==(const Signature&) const = default;
};
[[nodiscard]] std::string to_string(const Signature& signature);

/// Text with `<`, `>`, `&` and `"` escaped for XML and HTML, and without control characters.
[[nodiscard]] std::string escaped(std::string_view text);

/// CPU time of this process, in seconds.
[[nodiscard]] double processor_seconds();
/// The upper median; 0 if there are no values.
[[nodiscard]] double median(std::vector<double> values);

/// Seconds that a C64 takes for `cycles`.
[[nodiscard]] constexpr double seconds_on(c64::Model model, emu::Cycle cycles) {
    return static_cast<double>(cycles) / c64::timing_of(model).clock_hz;
}

}  // namespace ryg::work
