// Named values as a tree, for reports: numbers, texts, lists and fields in the order they were put.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ryg::harness {

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

/// What a job found, for people and for programs.
struct Report {
    std::string text;
    Data::Fields data;
    bool agrees = true;  ///< false if what was found is a difference, or bad
};

}  // namespace ryg::harness
