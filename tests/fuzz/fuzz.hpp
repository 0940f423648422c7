// What all fuzzers share: seed after seed until the time is up, and the seed of a fault.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>

/// `NAME SECONDS [FIRST_SEED]`: calls `survives(seed)` for one seed after the other. That prints
/// what is wrong and returns false at the first fault. Returns the exit status.
template <class Survives>
int fuzz(int count, char** arguments, std::string_view name, const Survives& survives) {
    using Clock = std::chrono::steady_clock;
    if (count < 2) {
        fmt::print("usage: {} SECONDS [FIRST_SEED]\n", name);
        return 2;
    }
    const auto start = Clock::now();
    const std::chrono::duration<double> limit{std::strtod(arguments[1], nullptr)};
    const std::uint64_t first = count > 2 ? std::strtoull(arguments[2], nullptr, 0) : 1;
    std::uint64_t seed = first;
    do {
        if (!survives(seed)) {
            fmt::print("again: {} 0 {}\n", name, seed);
            return 1;
        }
        ++seed;
    } while (Clock::now() - start < limit);
    fmt::print("{} seeds from {}: no fault\n", seed - first, first);
    return 0;
}
