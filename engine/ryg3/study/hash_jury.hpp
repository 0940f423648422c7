// Judges a hash by what as many hashes of random bytes as one likes come to on the same boards.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/ryg3/study/hash_boards.hpp"
#include "engine/ryg3/study/hash_quality.hpp"

namespace ryg::crosscheck {

/// Everything that is counted of one set of tables on some boards.
struct HashFigures {
    unsigned slots = 256;
    FillFigures fill;     ///< of the sample
    CountFigures counts;  ///< of the sample
    CountFigures all;     ///< of all distinct boards
    std::size_t boards = 0, sample = 0;
    std::uint64_t equal_pairs = 0;       ///< of distinct boards, in hash and lock
    LockFigures lock;                    ///< of the boards met
    std::optional<TableFigures> tables;  ///< none where the hash has no tables
};
[[nodiscard]] HashFigures hash_figures(const HashBoards& boards,
                                       const engine::ryg3::RandomTables& tables);

/// The positive control: the dense index of the board without its side, modulo the prime 251; the
/// lock is the quotient, modulo 251 again.
[[nodiscard]] HashFigures dense_figures(const HashBoards& boards);

/// The tests, in the order of their report.
enum class HashTest : std::uint8_t {
    fill,            ///< largest deviation of the fill curve, in sigmas
    overwrites,      ///< largest deviation of an entry's count, in sigmas
    chi_square,      ///< of the counts
    chi_square_all,  ///< ... when all boards are hashed
    equal_pairs,     ///< pairs of boards that not even the lock tells apart
    collisions,      ///< look-ups that find another board, if boards are met again and again
    missed,          ///< collisions that an eight-bit lock misses, in sigmas
    equal_hash,      ///< equal bytes within the hash tables
    equal_lock,      ///< ... within the lock tables
    equal_both,      ///< ... in hash and lock on the same two squares
    rank,            ///< bits of 16 that others make redundant
    correlation,     ///< of neighbouring bytes, without its sign
};
inline constexpr std::size_t hash_tests = 12;

/// One number for each test, the greater the worse; none for a test that does not apply.
using Badness = std::array<std::optional<double>, hash_tests>;
[[nodiscard]] Badness badness_of(const HashFigures& figures);

enum class HashVerdict : std::uint8_t { good, suspicious, bad };
[[nodiscard]] std::string_view to_string(HashVerdict verdict);

struct HashJudgement {
    std::array<std::optional<double>, hash_tests> p;  ///< the jury's, where a test applies
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
    static constexpr std::size_t least_members = 999;
    static constexpr double suspicious_level = 0.05, bad_level = 0.001;

    struct Options {
        std::size_t members = least_members;
        unsigned jobs = 1;                        ///< threads; the result does not depend on it
        const std::atomic<bool>* stop = nullptr;  ///< looked at between two members
        std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
    };
    /// Nothing if it was stopped.
    [[nodiscard]] static std::optional<HashJury> call(const HashBoards& boards,
                                                      const Options& options);

    [[nodiscard]] HashJudgement judge(const Badness& badness) const;

    [[nodiscard]] std::size_t members() const { return members_; }
    /// In ascending order; empty where the test does not apply.
    [[nodiscard]] std::span<const double> values(HashTest test) const {
        return values_[static_cast<std::size_t>(test)];
    }

  private:
    std::size_t members_ = 0;
    std::array<std::vector<double>, hash_tests> values_;
};

}  // namespace ryg::crosscheck
