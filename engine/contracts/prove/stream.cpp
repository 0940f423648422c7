// Sets of states as bits or as lists, whichever is shorter.
#include "engine/contracts/prove/stream.hpp"

#include <algorithm>
#include <stdexcept>

namespace ryg::contracts::prove {
namespace {

constexpr std::size_t few = 64;  // a list is used if at most one state in so many is left

}  // namespace

States States::all(std::size_t count) {
    States made;
    made.count_ = count;
    made.bits_.assign((count + 63) / 64, ~0ULL);
    if (count % 64 != 0) made.bits_.back() = (1ULL << count % 64) - 1;
    return made;
}

void States::assign_filtered(const States& from, const Stream& stream, unsigned steps,
                             const Domain& seen) {
    const std::size_t size = stream.states.size();
    const auto fits = [&](std::size_t place) {
        const std::size_t then = place + steps;
        return seen.has(stream.shown[then < size ? then : then - size]);
    };
    list_.clear();
    if (from.bits_.empty()) {
        bits_.clear();
        std::ranges::copy_if(from.list_, std::back_inserter(list_), fits);
        count_ = list_.size();
        return;
    }
    std::array<Byte, 256> allowed{};
    seen.for_each([&](Byte value) { allowed[value] = 1; });
    bits_ = from.bits_;
    count_ = 0;
    for (std::size_t word = 0; word < bits_.size(); ++word) {
        const std::size_t first = 64 * word;
        std::uint64_t mask = 0;
        if (first + 64 + steps <= size) {
            const Byte* const shown = stream.shown.data() + first + steps;
            for (unsigned i = 0; i < 64; ++i) mask |= std::uint64_t{allowed[shown[i]]} << i;
        } else {
            for (unsigned i = 0; i < 64 && first + i < size; ++i) {
                mask |= std::uint64_t{fits(first + i)} << i;
            }
        }
        bits_[word] &= mask;
        count_ += static_cast<std::size_t>(std::popcount(bits_[word]));
    }
    if (count_ * few > size) return;
    for (std::size_t word = 0; word < bits_.size(); ++word) {
        for (auto left = bits_[word]; left != 0; left &= left - 1) {
            list_.push_back(static_cast<std::uint32_t>(64 * word) +
                            static_cast<std::uint32_t>(std::countr_zero(left)));
        }
    }
    bits_.clear();
}

std::uint32_t States::some(std::uint32_t number) const {
    if (empty()) throw std::logic_error("no state is left");
    if (bits_.empty()) return list_[number % list_.size()];
    std::size_t word = number % bits_.size();
    while (bits_[word] == 0) word = (word + 1) % bits_.size();
    return static_cast<std::uint32_t>(64 * word) +
           static_cast<std::uint32_t>(std::countr_zero(bits_[word]));
}

Domain States::shown(const Stream& stream, unsigned steps) const {
    if (!bits_.empty()) return Domain::all();
    Domain made;
    for (const std::uint32_t place : list_) {
        made.add(stream.shown[(place + steps) % stream.states.size()]);
    }
    return made;
}

}  // namespace ryg::contracts::prove
