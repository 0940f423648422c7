// How random are the tables that a program draws from the SID, cold from power-on and warm?
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <random>
#include <utility>
#include <vector>

#include "ryg/c64/sid/sid.hpp"

using namespace ryg;

namespace {

using c64::Byte;
using c64::Cycle;
using c64::Sid;

/// One table of the hash: a byte for each square, for one of the five pieces.
using Table = std::array<Byte, 64>;
using Tables = std::array<Table, 5>;

/// Draws the tables as `randomize` does, whose write to $d40e is in cycle `now`. With `wait` it
/// lets some cycles pass between starting the noise and the first read.
///
///     0   STA $d40e       30  LDA $d41b   the first byte of a table
///     4   STA $d40f           EOR seed
///     10  STA $d412           STA seed, STA table,X
///     14  LDA $d41b           INX, CPX #64, BNE: 24 cycles from read to read
///         STA seed            RTS, JSR, LDX #0: 37 from table to table
///         JSR, LDX #0
Tables randomize(Sid sid, Cycle now, Cycle wait = 0) {
    constexpr unsigned OSC3 = 0x1B;
    constexpr Cycle to_next_byte = 24, to_next_table = 37;
    sid.write(0x0E, 0xFF, now);
    sid.write(0x0F, 0xFF, now + 4);
    sid.write(0x12, 0x81, now + 10);
    Byte seed = sid.read(OSC3, now + 14 + wait);
    now += 30 + wait;
    Tables tables{};
    for (Table& table : tables) {
        for (Byte& byte : table) {
            seed ^= sid.read(OSC3, now);
            byte = seed;
            now += &byte == &table.back() ? to_next_table : to_next_byte;
        }
    }
    return tables;
}

unsigned different_values(Table table) {
    std::ranges::sort(table);
    return static_cast<unsigned>(std::unique(table.begin(), table.end()) - table.begin());
}

/// Two squares of one piece with the same byte: boards that differ there have the same hash.
unsigned equal_pairs(const Tables& tables) {
    unsigned pairs = 0;
    for (const Table& table : tables) {
        for (std::size_t i = 0; i < table.size(); ++i) {
            pairs += static_cast<unsigned>(std::count(table.begin(), &table[i], table[i]));
        }
    }
    return pairs;
}

/// Mean and spread of what was counted.
struct Figures {
    std::vector<unsigned> values;

    [[nodiscard]] double mean() const {
        double sum = 0;
        for (const unsigned value : values) sum += value;
        return sum / static_cast<double>(values.size());
    }
    [[nodiscard]] double deviation() const {
        double sum = 0;
        for (const unsigned value : values) sum += (value - mean()) * (value - mean());
        return std::sqrt(sum / static_cast<double>(values.size()));
    }
    [[nodiscard]] unsigned least() const { return *std::ranges::min_element(values); }
    [[nodiscard]] unsigned most() const { return *std::ranges::max_element(values); }
};

void print(const char* start, const Figures& different, const Figures& pairs) {
    if (pairs.values.size() == 1) {
        fmt::print("{:34}{:>8}{:>17}\n", start, different.values[0], pairs.values[0]);
        return;
    }
    fmt::print("{:34}{:>10.1f}{:>17.1f}  +- {:.1f}, {} to {}\n", start, different.mean(),
               pairs.mean(), pairs.deviation(), pairs.least(), pairs.most());
}

}  // namespace

int main() {
    fmt::print(
        "start                             different values   equal pairs\n"
        "                                  in table 1 of 5    in all five\n");
    const Sid cold;
    const auto add = [](const Tables& tables, Figures& different, Figures& pairs) {
        different.values.push_back(different_values(tables[0]));
        pairs.values.push_back(equal_pairs(tables));
    };

    // Until the program starts the noise nothing moves it: the cycle in which it does so is all the
    // same.
    Figures different, pairs;
    const Tables first = randomize(cold, 2'500'000);
    add(first, different, pairs);
    print("cold", different, pairs);
    const bool same = first == randomize(cold, 2'600'123);

    for (const auto& [from, name] : {std::pair{1'000U, "cold, first read 1000..2000 later"},
                                     std::pair{2'000U, "cold, first read 2000..3000 later"}}) {
        Figures waited_different, waited_pairs;
        for (Cycle wait = from; wait <= from + 1'000; ++wait) {
            add(randomize(cold, 0, wait), waited_different, waited_pairs);
        }
        print(name, waited_different, waited_pairs);
    }

    // Once started the noise runs on, so later runs of the program depend on when they are.
    Figures warm_different, warm_pairs;
    std::mt19937 random(1);
    Sid warm;
    warm.write(0x0E, 0xFF, 0);
    warm.write(0x0F, 0xFF, 4);
    warm.write(0x12, 0x81, 10);
    Cycle now = 1'000'000;
    for (int run = 0; run < 5'000; ++run) {
        now += random() % 60'000'000;  // up to a minute later
        warm.catch_up(now);
        add(randomize(warm, now), warm_different, warm_pairs);
    }
    print("warm, 5000 later runs", warm_different, warm_pairs);

    const double ideal_different = 256 * (1 - std::pow(255.0 / 256, 64));
    const double ideal_pairs = 5 * 64 * 63 / 2 / 256.0;
    fmt::print("{:34}{:>10.1f}{:>17.1f}  +- {:.1f}\n", "ideal: independent bytes", ideal_different,
               ideal_pairs, std::sqrt(ideal_pairs * 255 / 256));
    return same ? 0 : 1;
}
