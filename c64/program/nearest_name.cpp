// The Damerau-Levenshtein distance (optimal string alignment).
#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "c64/program/text.hpp"

namespace ryg::c64 {
namespace {

std::size_t distance(std::string_view one, std::string_view other) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : int{c}; };
    const std::size_t width = other.size() + 1;
    std::vector<std::size_t> table((one.size() + 1) * width);
    const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
        return table[i * width + j];
    };
    for (std::size_t i = 0; i <= one.size(); ++i) {
        for (std::size_t j = 0; j <= other.size(); ++j) {
            if (i == 0 || j == 0) {
                at(i, j) = i + j;
                continue;
            }
            const int a = lower(one[i - 1]), b = lower(other[j - 1]);
            const std::size_t change = a == b ? 0 : 1;
            at(i, j) = std::min({at(i - 1, j - 1) + change, at(i - 1, j) + 1, at(i, j - 1) + 1});
            const bool exchanged =
                i > 1 && j > 1 && a == lower(other[j - 2]) && b == lower(one[i - 2]);
            if (exchanged) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
        }
    }
    return table.back();
}

/// Sum of the letters' distances in two words of equal length: ryg16 is nearer to ryg18 than ryg12.
std::size_t difference(std::string_view one, std::string_view other) {
    if (one.size() != other.size()) return std::string_view::npos;
    std::size_t sum = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        sum += static_cast<std::size_t>(std::max(one[i], other[i]) - std::min(one[i], other[i]));
    }
    return sum;
}

}  // namespace

std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names) {
    std::pair least(word.size() / 3 + 1, std::size_t{0});
    std::string_view nearest;
    for (const std::string_view name : names) {
        const std::pair far(distance(word, name), difference(word, name));
        if (far >= least) continue;
        least = far;
        nearest = name;
    }
    return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> names,
                         std::string_view otherwise) {
    const std::string_view nearest = nearest_name(word, names);
    return nearest.empty() ? std::string(otherwise) : fmt::format(": did you mean '{}'?", nearest);
}

}  // namespace ryg::c64
