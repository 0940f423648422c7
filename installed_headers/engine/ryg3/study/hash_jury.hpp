// Judges a hash by what hashes of random bytes come to on the same boards.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "ryg/engine/harness/pieces.hpp"
#include "ryg/engine/ryg3/study/hash_figures.hpp"

namespace ryg::engine::ryg3 {

/// The tests, in the order of their report.
enum class HashTest : std::uint8_t {
    fill,            ///< largest deviation of the fill curve, in sigmas
    overwrites,      ///< largest deviation of an entry's count, in sigmas
    chi_square,      ///< of the counts
    chi_square_all,  ///< ... when all boards are hashed
    equal_pairs,     ///< pairs of boards that not even the lock tells apart
    collisions,      ///< look-ups that find another board, if boards are met again and again
    missed,          ///< collisions that an eight-bit lock misses
    equal_hash,      ///< equal bytes within the hash tables
    equal_lock,      ///< ... within the lock tables
    equal_both,      ///< ... in hash and lock on the same two squares
    rank,            ///< independent bits of the keys
    correlation,     ///< of neighbouring bytes
};
inline constexpr std::size_t hash_tests = 12;

struct HashMeasure {
    double measured = 0;
    std::optional<double> expected{};  ///< of independent keys, where that is known
    double badness = 0;                ///< the greater the worse
};
/// One for each test that applies.
using HashMeasures = std::array<std::optional<HashMeasure>, hash_tests>;
[[nodiscard]] HashMeasures measures_of(const HashFigures& figures);

enum class HashVerdict : std::uint8_t { good, suspicious, bad };
[[nodiscard]] std::string_view to_string(HashVerdict verdict);

struct HashJudgement {
    std::array<std::optional<double>, hash_tests> p;  ///< where a test applies
    std::array<HashVerdict, hash_tests> verdicts{};
    HashVerdict overall = HashVerdict::good;  ///< the worst
};

/// A jury of hashes from independent random bytes, put to the same tests on the same boards. No
/// theory of random numbers is needed: if a hash is one of them, its place among them is random.
/// p is the share of jury and judged that are at least as bad, 1 / (members + 1) at least.
///
/// **suspicious**: p * tests that apply <= suspicious_level. **bad**: p <= bad_level.
/// Of truly random tables at most one set in 20 is suspicious or bad, at most one in 80 bad.
class HashJury {
  public:
    static constexpr std::size_t usual_members = 999;
    static constexpr double suspicious_level = 0.05, bad_level = 0.001;

    /// Nothing if it was stopped. The result does not depend on the number of threads.
    [[nodiscard]] static std::optional<HashJury> call(const HashBoards& boards,
                                                      const harness::PieceOptions& pieces,
                                                      std::size_t members = usual_members);

    [[nodiscard]] HashJudgement judge(const HashMeasures& measures) const;

    /// How bad the members are, in ascending order; empty where the test does not apply.
    [[nodiscard]] std::span<const double> badness(HashTest test) const {
        return badness_[static_cast<std::size_t>(test)];
    }

  private:
    std::array<std::vector<double>, hash_tests> badness_;
};

}  // namespace ryg::engine::ryg3
