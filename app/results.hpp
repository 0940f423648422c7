// The results of comparisons as a table, JSON, CSV and JUnit XML: in memory or from a database.
#pragma once

#include "app/verb.hpp"
#include "engine/work/run.hpp"

namespace ryg::app {

/// Additional results from a database.
struct Stored {
    std::string what;
    double seconds_left = 0;    ///< 0: unknown, or nothing is left
    std::uint64_t damaged = 0;  ///< number of shards to do again
    std::vector<std::pair<std::string, work::Example>> differences{};  ///< the first of each part
};

/// `head` is put before JSON's fields. `stored` is nullptr for results in memory.
void print(const work::Totals& totals, const Stored* stored, const Json& head,
           const Parsed& parsed);

[[nodiscard]] Json to_json(const work::PartTotal& total, std::span<const work::Column> columns);

/// A case for each part; the first that differs has the first difference.
void write_cases(const std::string& path, const work::Totals& totals);

/// The exit status: a difference, interrupted, done.
[[nodiscard]] Exit exit_of(const work::Totals& totals);

}  // namespace ryg::app
