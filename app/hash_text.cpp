// Words and columns round the figures of a hash.
#include "app/hash_text.hpp"

#include <array>
#include <cmath>
#include <fmt/format.h>

#include "app/hash_theory.hpp"

namespace ryg::app {

using namespace ryg::crosscheck;

namespace {

struct TestName {
    std::string_view name, key;
};
constexpr std::array<TestName, hash_tests> test_names{{
    {"fill curve, farthest from theory", "fill"},
    {"overwrites, farthest entry", "overwrites"},
    {"overwrites, chi-square", "chi_square"},
    {"all boards, chi-square", "chi_square_all"},
    {"pairs of equal hash and lock", "equal_pairs"},
    {"collisions in the order met", "collisions"},
    {"collisions the lock misses", "missed"},
    {"equal bytes in hash tables", "equal_hash"},
    {"equal bytes in lock tables", "equal_lock"},
    {"... in both, on the same squares", "equal_both"},
    {"rank of the keys", "rank"},
    {"serial correlation of the bytes", "correlation"},
}};

constexpr std::size_t table_bytes = engine::ryg3::RandomTables::bytes;

/// What a row says of its test, besides the jury's word.
struct Words {
    std::string measured, expected;
    std::optional<double> theory{};
};

Words words_for_boards(HashTest test, const HashFigures& figures) {
    const double slots = figures.slots;
    const unsigned degrees = figures.slots - 1;
    switch (test) {
        case HashTest::fill:
            return {fmt::format("{:+.2f} sigmas", figures.fill.sigmas),
                    fmt::format("after {} of {}", figures.fill.at, figures.fill.taken.size())};
        case HashTest::overwrites:
            return {fmt::format("{:+.2f} sigmas", figures.counts.sigmas),
                    fmt::format("entry ${:02x}", figures.counts.slot),
                    theory::farthest_count(figures.counts.counts, figures.counts.slot)};
        case HashTest::chi_square:
            return {fmt::format("{:.1f}", figures.counts.chi_square), fmt::format("{}", degrees),
                    theory::chi_square(figures.counts.chi_square, degrees)};
        case HashTest::chi_square_all:
            return {fmt::format("{:.1f}", figures.all.chi_square), fmt::format("{}", degrees)};
        case HashTest::equal_pairs: {
            const auto boards = static_cast<double>(figures.boards);
            return {fmt::format("{}", figures.equal_pairs),
                    fmt::format("{:.1f}", boards * (boards - 1) / 2 / (slots * slots))};
        }
        case HashTest::collisions:
            return {fmt::format("{} of {}", figures.lock.other, figures.lock.look_ups), ""};
        default: break;
    }
    const LockFigures& lock = figures.lock;
    constexpr std::size_t eight_bits = 2;
    return {fmt::format("{} of {}", lock.missed[eight_bits], lock.other),
            fmt::format("{:.1f}", lock.expected_missed(eight_bits)),
            theory::binomial(lock.other, 1.0 / 256, lock.missed[eight_bits])};
}

Words words_for_tables(HashTest test, const TableFigures& figures) {
    constexpr double mean = pairs_of_squares / 256.0;
    const auto equal = [](unsigned count, double expected) -> Words {
        return {fmt::format("{}", count), fmt::format("{:.1f}", expected),
                theory::poisson(expected, count)};
    };
    switch (test) {
        case HashTest::equal_hash: return equal(figures.equal_hash, mean);
        case HashTest::equal_lock: return equal(figures.equal_lock, mean);
        case HashTest::equal_both: return equal(figures.equal_both, mean / 256);
        case HashTest::rank: return {fmt::format("{}", figures.rank), "16"};
        default: break;
    }
    return {fmt::format("{:+.3f}", figures.correlation),
            fmt::format("0 +- {:.3f}", 1 / std::sqrt(double{table_bytes})),
            theory::correlation(figures.correlation, table_bytes)};
}

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json members_json(std::span<const double> values) {
    if (values.empty()) return {};
    const auto count = static_cast<double>(values.size());
    double mean = 0, variance = 0;
    for (const double value : values) mean += value / count;
    for (const double value : values) variance += (value - mean) * (value - mean) / count;
    return {{"mean", mean},
            {"deviation", std::sqrt(variance)},
            {"median", values[values.size() / 2]},
            {"worst", values.back()}};
}

void print_rows(const std::vector<HashRow>& rows) {
    fmt::print("{:<34}{:>16}  {:<15}{:>10}{:>9}  {}\n", "test", "measured", "expected",
               "p (theory)", "p (jury)", "verdict");
    for (const HashRow& row : rows) {
        fmt::print("{:<34}{:>16}  {:<15}{:>10}{:>9}  {}\n", row.name, row.measured, row.expected,
                   p_text(row.theory), p_text(row.jury), row.jury ? to_string(row.verdict) : "-");
    }
}

void print_lock(const HashCase& what, const HashFigures& figures) {
    const LockFigures& lock = figures.lock;
    fmt::print(
        "\n{} look-ups, each followed by a write: {} of an empty entry, {} of the board's "
        "own,\n{} of another board's with the same hash. Such a collision is\n",
        lock.look_ups, lock.empty, lock.own, lock.other);
    fmt::print("{:<20}{:>10}{:>10}{:>10}{:>12}\n", "", "seen", "missed", "expected", "p (theory)");
    for (const LockRow& row : lock_rows(what, figures)) {
        fmt::print("{:<20}{:>10}{:>10}{:>10.1f}{:>12}\n", row.name, row.detected, row.missed,
                   row.expected, p_text(row.theory));
    }
}

}  // namespace

std::string_view name_of(HashTest test) { return test_names[static_cast<std::size_t>(test)].name; }
std::string_view key_of(HashTest test) { return test_names[static_cast<std::size_t>(test)].key; }

std::vector<HashRow> rows_of(const HashCase& what, const HashFigures& figures,
                             const HashJudgement& judgement) {
    const Badness badness = badness_of(figures);
    std::vector<HashRow> rows;
    for (std::size_t i = 0; i < hash_tests; ++i) {
        if (!badness[i]) continue;
        const auto test = static_cast<HashTest>(i);
        const bool of_boards = test <= HashTest::missed;
        Words words =
            of_boards ? words_for_boards(test, figures) : words_for_tables(test, *figures.tables);
        if (of_boards && !what.independent) words.theory = std::nullopt;
        rows.push_back({.test = test,
                        .name = std::string(name_of(test)),
                        .measured = std::move(words.measured),
                        .expected = std::move(words.expected),
                        .theory = words.theory,
                        .jury = judgement.p[i],
                        .verdict = judgement.verdicts[i]});
    }
    return rows;
}

std::vector<LockRow> lock_rows(const HashCase& what, const HashFigures& figures) {
    constexpr std::array<std::string_view, lock_widths.size()> names{"no lock", "one of lock",
                                                                     "whole lock"};
    constexpr unsigned hash_bits = 8;
    const LockFigures& lock = figures.lock;
    const auto look_ups = static_cast<double>(lock.look_ups);
    const double collisions = look_ups - expected_fill(figures.slots, look_ups);
    std::vector<LockRow> rows;
    for (std::size_t width = 0; width < lock_widths.size(); ++width) {
        const unsigned bits = hash_bits + lock_widths[width];
        LockRow row{.name = fmt::format("{} bits: {}", bits, names[width]),
                    .bits = bits,
                    .detected = lock.other - lock.missed[width],
                    .missed = lock.missed[width],
                    .expected = what.independent ? collisions / (1U << lock_widths[width])
                                                 : lock.expected_missed(width),
                    .theory = std::nullopt};
        if (what.independent && lock_widths[width] != 0 && lock.other != 0) {
            row.theory = theory::binomial(lock.other, 1.0 / (1U << lock_widths[width]), row.missed);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string verdict_line(const std::vector<HashRow>& rows, const HashJudgement& judgement) {
    std::string line(to_string(judgement.overall));
    if (judgement.overall == HashVerdict::good) return line;
    std::string_view before = " (";
    for (const HashRow& row : rows) {
        if (row.verdict != judgement.overall) continue;
        line += before;
        line += row.name;
        before = "; ";
    }
    return line + ")";
}

std::string p_text(const std::optional<double>& p) {
    if (!p) return "-";
    return *p < 0.0005 ? fmt::format("{:.0e}", *p) : fmt::format("{:.3f}", *p);
}

void print_hash(const HashCase& what, const HashFigures& figures, const HashJudgement& judgement) {
    fmt::print("tables  {}\nboards  {}\n", what.tables, what.boards);
    if (what.jury != 0) {
        fmt::print("jury    {} hashes of random bytes on the same boards\n", what.jury);
    }
    const std::vector<HashRow> rows = rows_of(what, figures, judgement);
    fmt::print("\n");
    print_rows(rows);
    fmt::print("\nThe fill curve is below theory in {:.0f}% of its points.",
               100 * figures.fill.below);
    if (figures.tables) {
        fmt::print(
            " Of the equal pairs in the hash tables\n{} are of squares that are played on "
            "(expected 9.7), {} of squares one step apart (1.0).",
            figures.tables->equal_hash_played, figures.tables->equal_hash_steps);
    }
    fmt::print("\n");
    print_lock(what, figures);
    if (what.jury != 0) fmt::print("\nverdict {}\n", verdict_line(rows, judgement));
}

Json hash_json(const HashCase& what, const HashFigures& figures, const HashJudgement& judgement,
               const std::optional<HashJury>& jury) {
    Json json{{"tables", what.tables}, {"boards", what.boards}, {"jury", what.jury}};
    json["verdict"] = what.jury != 0 ? Json(to_string(judgement.overall)) : Json();
    json["tests"] = Json::array();
    const Badness badness = badness_of(figures);
    for (const HashRow& row : rows_of(what, figures, judgement)) {
        json["tests"].push_back(
            {{"test", key_of(row.test)},
             {"badness", *badness[static_cast<std::size_t>(row.test)]},
             {"measured", row.measured},
             {"expected", row.expected},
             {"p_theory", optional_json(row.theory)},
             {"p_jury", optional_json(row.jury)},
             {"verdict", row.jury ? Json(to_string(row.verdict)) : Json()},
             {"members", jury ? members_json(jury->values(row.test)) : Json()}});
    }
    const LockFigures& lock = figures.lock;
    json["look_ups"] = lock.look_ups;
    json["empty"] = lock.empty;
    json["own"] = lock.own;
    json["collisions"] = lock.other;
    json["locks"] = Json::array();
    for (const LockRow& row : lock_rows(what, figures)) {
        json["locks"].push_back({{"bits", row.bits},
                                 {"detected", row.detected},
                                 {"missed", row.missed},
                                 {"expected", row.expected}});
    }
    json["slots"] = figures.slots;
    json["different_boards"] = figures.boards;
    json["sample"] = figures.sample;
    json["below"] = figures.fill.below;
    json["fill"] = figures.fill.taken;
    json["overwrites"] = figures.counts.counts;
    if (figures.tables) {
        json["equal_hash_played"] = figures.tables->equal_hash_played;
        json["equal_hash_steps"] = figures.tables->equal_hash_steps;
    }
    return json;
}

double correlation_band(std::size_t count) {
    constexpr double one_in_a_hundred = 2.5758;  // sigmas of the normal distribution
    return one_in_a_hundred / std::sqrt(static_cast<double>(count));
}

void print_cadences(const std::vector<CadenceFigures>& rows) {
    fmt::print("{:>7}{:>10}{:>14}{:>14}{:>16}\n{:>7}{:>10}{:>14}{:>14}{:>16}\n", "cycles", "the",
               "correlation", "correlation", "equal pairs", "apart", "same", "of readings",
               "of bytes", "in 64 bytes");
    for (const CadenceFigures& row : rows) {
        std::string_view mark;
        if (row.cadence == NoiseReader{}.byte) mark = "  randomize";
        if (row.cadence == seed_cadence) mark = "  without a test for zero";
        fmt::print("{:>7}{:>9.1f}%{:>+14.3f}{:>+14.3f}{:>16.2f}{}\n", row.cadence,
                   100 * row.repeated, row.of_readings, row.of_bytes, row.equal_in_table, mark);
    }
    fmt::print("{:>7}{:>9.1f}%{:>14}{:>14}{:>16.2f}\n", "random", 100.0 / 256,
               fmt::format("+-{:.3f}", correlation_band(cadence_readings)),
               fmt::format("+-{:.3f}", correlation_band(cadence_readings)), 2016.0 / 256);
}

Json cadences_json(const std::vector<CadenceFigures>& rows) {
    Json list = Json::array();
    for (const CadenceFigures& row : rows) {
        list.push_back({{"cycles", row.cadence},
                        {"repeated", row.repeated},
                        {"correlation_of_readings", row.of_readings},
                        {"correlation_of_bytes", row.of_bytes},
                        {"equal_pairs_in_64", row.equal_in_table}});
    }
    return {{"readings", cadence_readings},
            {"band", correlation_band(cadence_readings)},
            {"randomize", NoiseReader{}.byte},
            {"cadences", list}};
}

}  // namespace ryg::app
