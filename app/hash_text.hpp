// The figures of a hash as rows of text, and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/verb.hpp"
#include "engine/ryg3/study/hash_jury.hpp"
#include "engine/ryg3/study/hash_sources.hpp"

namespace ryg::app {

/// What was judged, as the report names it.
struct HashCase {
    std::string tables;  ///< e.g. "sid, cold, read at once, every 26 cycles"
    std::string boards;
    bool independent = false;  ///< are their hashes as good as independent draws?
    std::size_t jury = 0;      ///< members; 0: judged by none
};

/// One test.
struct HashRow {
    crosscheck::HashTest test{};
    std::string name, measured, expected;
    std::optional<double> theory;  ///< p if the hashes were independent draws, where that is known
    std::optional<double> jury;    ///< p among the members
    crosscheck::HashVerdict verdict{};
};

/// The name of a test in tables, and its key in JSON.
[[nodiscard]] std::string_view name_of(crosscheck::HashTest test);
[[nodiscard]] std::string_view key_of(crosscheck::HashTest test);

/// One row for each test that applies.
[[nodiscard]] std::vector<HashRow> rows_of(const HashCase& what,
                                           const crosscheck::HashFigures& figures,
                                           const crosscheck::HashJudgement& judgement);

/// How the hash's 8 bits did with lock_widths[width] bits of lock.
struct LockRow {
    std::string name;
    unsigned bits = 0;  ///< of hash and lock
    std::uint64_t detected = 0, missed = 0;
    /// Missed by independent bits: of the collisions that the fill curve's theory foretells; of
    /// those seen, where boards are met again and it foretells none.
    double expected = 0;
    std::optional<double> theory;  ///< that they miss so many or more
};
[[nodiscard]] std::vector<LockRow> lock_rows(const HashCase& what,
                                             const crosscheck::HashFigures& figures);

/// "good", or the verdict and the tests it comes from.
[[nodiscard]] std::string verdict_line(const std::vector<HashRow>& rows,
                                       const crosscheck::HashJudgement& judgement);

[[nodiscard]] std::string p_text(const std::optional<double>& p);

void print_hash(const HashCase& what, const crosscheck::HashFigures& figures,
                const crosscheck::HashJudgement& judgement);
/// With what the jury came to in each test, if there was one.
[[nodiscard]] Json hash_json(const HashCase& what, const crosscheck::HashFigures& figures,
                             const crosscheck::HashJudgement& judgement,
                             const std::optional<crosscheck::HashJury>& jury);

/// The reading cadences that the table and the picture show.
void print_cadences(const std::vector<crosscheck::CadenceFigures>& rows);
[[nodiscard]] Json cadences_json(const std::vector<crosscheck::CadenceFigures>& rows);

/// Beyond it one in a hundred coefficients of so many independent bytes lies.
[[nodiscard]] double correlation_band(std::size_t count);

}  // namespace ryg::app
