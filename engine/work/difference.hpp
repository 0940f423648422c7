// What jobs say, for people and for programs: named values, differences, signatures.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "c64/board/machine.hpp"
#include "engine/work/options.hpp"

namespace ryg::work {

/// Named values as a tree: numbers, texts, lists, and fields in the order they were put.
struct Data {
    using List = std::vector<Data>;
    using Fields = std::vector<std::pair<std::string, Data>>;

    std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, List,
                 Fields>
        value = nullptr;

    Data() = default;
    Data(std::same_as<bool> auto flag) : value(flag) {}
    Data(std::signed_integral auto number) : value(std::int64_t{number}) {}
    Data(std::unsigned_integral auto number) requires(!std::same_as<decltype(number), bool>)
        : value(std::uint64_t{number}) {}
    Data(double number) : value(number) {}
    Data(const char* text) : value(std::string(text)) {}
    Data(std::string_view text) : value(std::string(text)) {}
    Data(std::string text) : value(std::move(text)) {}
    Data(List list) : value(std::move(list)) {}
    Data(Fields fields) : value(std::move(fields)) {}
    template <class T>
    Data(const std::optional<T>& maybe) {
        if (maybe) *this = Data(*maybe);
    }
};

/// What a job found.
struct Report {
    std::string text;
    Data::Fields data;
    bool agrees = true;  ///< false if what was found is a difference, or bad
};

/// The first thing in which a program and its native twin differ. First means first made: what
/// comes later is usually a consequence.
struct Difference {
    std::string position{};        ///< in the game's notation
    int version = 0, depth = 0;    ///< of the program and of its search; 0: there is none
    std::string where{}, place{};  ///< "path" and "d1e2", "after" and "makeMove"
    std::string field{};           ///< of a node, a label of the program
    std::string native{}, assembly{};
    std::string native_name = "native", assembly_name = "6502";  ///< whose values they are
    std::optional<emu::Address> address{};  ///< where the byte lies, if it is one
    std::string written_by = "-";           ///< label of the last store to it and of its callers
    std::string belongs_to{};  ///< the routine that should have written it, if not they
    Request again{};           ///< what shows it again
};
/// Names who stored to the byte last; and if that was none of those whose work it is, these: `owner`
/// lists them, then their callers ("fijaHijo < creaHijo", "genMovesMouse, genMovesCats").
void attribute(Difference& difference, std::string written_by, std::string_view owner);

/// As lines of text, two blanks in front of each. `again` is the request as its reader writes one.
[[nodiscard]] std::string describe(const Difference& difference, std::string_view again);
/// As named values, `reproduce` left to whoever writes the request.
[[nodiscard]] Data::Fields to_data(const Difference& difference);

/// A thumbprint of a program's behaviour and cost. Equal signatures: the same trees, the same
/// cycles, the same moves.
struct Signature {
    std::uint64_t nodes = 0;
    std::uint64_t cycles = 0;
    std::uint32_t moves = 0;  ///< FNV-1a over from and to of each chosen move, $ff $ff for none

    void add(emu::Byte from, emu::Byte to);  ///< of a chosen move
    bool operator==(const Signature&) const = default;
};
[[nodiscard]] std::string to_string(const Signature& signature);
[[nodiscard]] Data::Fields to_data(const Signature& signature);

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
