// The result of a job: text for people, and named values and rows for programs.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/work/difference.hpp"

namespace ryg::work {

/// A number, a text, a list of texts, a boolean, or nothing.
struct Cell {
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string,
                 std::vector<std::string>>
        value{};

    Cell() = default;
    Cell(std::same_as<bool> auto flag) : value(flag) {}
    Cell(std::signed_integral auto number) : value(std::int64_t{number}) {}
    Cell(std::unsigned_integral auto number) requires(!std::same_as<decltype(number), bool>)
        : value(std::uint64_t{number}) {}
    Cell(double number) : value(number) {}
    Cell(const char* text) : value(std::string(text)) {}
    Cell(std::string_view text) : value(std::string(text)) {}
    Cell(std::string text) : value(std::move(text)) {}
    Cell(std::vector<std::string> texts) : value(std::move(texts)) {}
    template <class T>
    Cell(const std::optional<T>& maybe) {
        if (maybe) *this = Cell(*maybe);
    }
};
/// Values by name; a name with a dot (`cpu.median`) is that of a value in a group.
using Record = std::vector<std::pair<std::string, Cell>>;
using Rows = std::vector<Record>;

using TableRow = std::vector<std::string>;

/// The first column to the left, the others to the right, each as wide as its widest cell. What
/// does not fit into 80 columns comes below a blank line, with the first column again. No row has
/// more cells than the first.
[[nodiscard]] std::string table_text(const std::vector<TableRow>& rows);

/// The result of a job, as text and as data.
struct Report {
    std::string text{};
    std::vector<std::pair<std::string, std::variant<Cell, Rows>>> data{};
    bool agrees = true;  ///< false if the result is a difference or a failure

    void add(const Signature& signature);
};

}  // namespace ryg::work
