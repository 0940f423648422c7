// The frame of all fuzzers, which run seed after seed for as long as one likes:
//
//     fuzz_NAME SECONDS [FIRST_SEED [LAST_SEED]]     0 seconds: these seeds, or the first only
//
// Made for a build with sanitizers, which see what goes out of bounds. Ends with 1 and the seed at
// the first fault.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>
#include <string>
#include <vector>

namespace ryg::fuzz {

/// Each fuzzer's own: what went wrong with this seed, or nothing.
std::string fault_of(std::uint64_t seed);

/// The words of a text between '|' and '|'.
inline std::vector<std::string> divided(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream in(text);
    for (std::string word; std::getline(in, word, '|');) words.push_back(word);
    return words;
}

}  // namespace ryg::fuzz

int main(int count, char** arguments) {
    using Clock = std::chrono::steady_clock;
    if (count < 2) {
        fmt::print("usage: {} SECONDS [FIRST_SEED [LAST_SEED]]\n", arguments[0]);
        return 2;
    }
    const auto start = Clock::now();
    const std::chrono::duration<double> limit{std::strtod(arguments[1], nullptr)};
    const std::uint64_t first = count > 2 ? std::strtoull(arguments[2], nullptr, 0) : 1;
    const std::uint64_t last = count > 3 ? std::strtoull(arguments[3], nullptr, 0) : first;
    std::uint64_t seed = first;
    do {
        const std::string fault = ryg::fuzz::fault_of(seed);
        if (!fault.empty()) {
            fmt::print("{}\nagain: {} 0 {}\n", fault, arguments[0], seed);
            return 1;
        }
        ++seed;
    } while (seed <= last || Clock::now() - start < limit);
    fmt::print("{} seeds from {}: no fault\n", seed - first, first);
    return 0;
}
