// Random inputs as lists of the choices that made them, so that they can be repeated and varied.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/common/players.hpp"

namespace ryg::engine {

/// The source of every choice in a random input. New choices are random, with the first and the
/// last possibility more likely, since they are edge cases. Recorded choices are repeated; one that
/// an earlier change has put out of range is reduced to the range.
///
///     Choices first(seed);
///     const auto row = first.below(8), column = ...     // random
///     Choices again(seed, varied(first.made(), random)); // the same except one of them
class Choices {
  public:
    /// The value chosen, of 0 .. count - 1.
    struct Choice {
        std::uint32_t value, count;
    };

    explicit Choices(std::uint64_t seed, std::vector<Choice> recorded = {})
        : random_(seed), recorded_(std::move(recorded)) {}

    /// 0 .. count - 1; count is at least 1.
    std::uint32_t below(std::uint32_t count) {
        std::uint32_t value = 0;
        if (made_.size() < recorded_.size()) {
            value = recorded_[made_.size()].value % count;
        } else {
            const std::uint32_t corner = random_.below(16);
            value = corner == 0 ? 0 : corner == 1 ? count - 1 : random_.below(count);
        }
        made_.push_back({value, count});
        return value;
    }
    bool one_in(std::uint32_t count) { return below(count) == 0; }
    /// One of a list that is not empty.
    template <class List>
    auto pick(const List& list) {
        return list[below(static_cast<std::uint32_t>(list.size()))];
    }

    /// A generator for bytes that no timing depends on: a single choice stands for all of them.
    Random noise() { return Random(below(0x10000)); }

    [[nodiscard]] const std::vector<Choice>& made() const { return made_; }

  private:
    Random random_;
    std::vector<Choice> recorded_, made_;
};

/// The same choices, but one or two of them chosen again or changed by one.
inline std::vector<Choices::Choice> varied(std::vector<Choices::Choice> choices, Random& random) {
    if (choices.empty()) return choices;
    const std::uint32_t changes = 1 + random.below(2);
    for (std::uint32_t change = 0; change < changes; ++change) {
        auto& [value, count] = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
        switch (random.below(4)) {
            case 0: value = (value + 1) % count; break;
            case 1: value = (value + count - 1) % count; break;
            default: value = random.below(count); break;
        }
    }
    return choices;
}

/// Any position. Extreme cases for routines are more frequent than by chance: cats that block the
/// mouse, cats at the end of the board, in one row, or in the first and the last, cats with all
/// their moves.
[[nodiscard]] Position draw_position(Choices& choices);

/// Four different squares of a set, without those `taken`; of all squares if the set has too few.
[[nodiscard]] DarkSet four_of(DarkSet set, DarkSet taken, Choices& choices);

}  // namespace ryg::engine
