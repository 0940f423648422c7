// How a program and its twin differ, and what a program is known by: differences, signatures.
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

/// The first thing in which a program and its native twin differ. First means first made: what
/// comes later is usually a consequence.
struct Difference {
    std::string position{};        ///< in the game's notation
    std::string program{};         ///< its name
    int version = 0, depth = 0;    ///< of the program and of its search; 0: there is none
    std::string where{}, place{};  ///< "path" and "d1e2", "after" and "makeMove"
    std::string field{};           ///< of a node, a label of the program
    std::string native{}, assembly{};
    std::string native_name = "native", assembly_name = "6502";  ///< whose values they are
    std::optional<emu::Address> address{};  ///< where the byte lies, if it is one
    std::string written_by = "-";           ///< label of the last store to it and of its callers
    std::string belongs_to{};  ///< the routine that should have written it, if not they
    /// The seed of what was put into memory before the search wherever the program may not rely on it.
    std::optional<std::uint64_t> noise{};
    Request again{};  ///< what shows it again
};
/// Names who stored to the byte last; and if that was none of those whose work it is, these: `owner`
/// lists them, then their callers ("fijaHijo < creaHijo", "genMovesMouse, genMovesCats").
void attribute(Difference& difference, std::string written_by, std::string_view owner);

/// As lines of text, two blanks in front of each. `again` is the request as its reader writes one.
[[nodiscard]] std::string describe(const Difference& difference, std::string_view again);

/// A thumbprint of a program's behaviour and cost. Equal signatures: the same trees, the same
/// cycles, the same moves.
struct Signature {
    std::uint64_t nodes = 0;
    std::uint64_t cycles = 0;
    std::uint32_t moves = 0;  ///< FNV-1a over from and to of each chosen move, $ff $ff for none

    void add(emu::Byte from, emu::Byte to);  ///< of a chosen move
    void add(std::uint64_t answer);          ///< of a program that chooses none
    bool operator==(const Signature&) const = default;
};
[[nodiscard]] std::string to_string(const Signature& signature);

/// Text with `<`, `>`, `&` and `"` as XML and HTML write them, and without control characters.
[[nodiscard]] std::string escaped(std::string_view text);

/// Seconds of processor time that this process has taken.
[[nodiscard]] double processor_seconds();
/// The upper of two in the middle; 0 of none.
[[nodiscard]] double median(std::vector<double> values);

/// Seconds that a C64's clock takes for some of its cycles.
[[nodiscard]] constexpr double seconds_on(c64::Model model, emu::Cycle cycles) {
    return static_cast<double>(cycles) / c64::timing_of(model).clock_hz;
}

}  // namespace ryg::work
