// Judges a hash by the results of hashes of random bytes on the same boards.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/games/ryg3/study/hash_figures.hpp"
#include "engine/work/pieces.hpp"

namespace ryg::engine::ryg3 {

struct HashMeasure {
    std::string_view test;
    double measured = 0;
    std::optional<double> expected{};  ///< of independent keys, where that is known
    double badness = 0;                ///< the greater the worse
};
/// Those that apply to the boards, in the order of a report.
[[nodiscard]] std::vector<HashMeasure> measures_of(const HashFigures& figures);

enum class HashVerdict : std::uint8_t { good, suspicious, bad };
[[nodiscard]] std::string_view to_string(HashVerdict verdict);

struct JudgedMeasure : HashMeasure {
    double p = 1;
    HashVerdict verdict = HashVerdict::good;
};
struct HashJudgement {
    std::vector<JudgedMeasure> tests;
    HashVerdict overall = HashVerdict::good;  ///< the worst

    /// Throws std::out_of_range if the test does not apply to the boards.
    [[nodiscard]] const JudgedMeasure& operator[](std::string_view test) const;
};

/// A jury of hashes from independent random bytes, put to the same tests on the same boards. No
/// theory of random numbers is needed: if a hash is one of them, its place among them is random.
/// p is the share, of jury and judged together, that is at least as bad: 1 / (members + 1) or more.
///
/// **suspicious**: p * tests that apply <= suspicious_level. **bad**: p <= bad_level.
/// Of truly random tables at most one set in 20 is suspicious or bad, at most one in 80 bad.
class HashJury {
  public:
    static constexpr std::size_t usual_members = 999;
    static constexpr double suspicious_level = 0.05, bad_level = 0.001;

    /// Nothing if it was stopped. The result does not depend on the number of threads.
    [[nodiscard]] static std::optional<HashJury> call(const HashBoards& boards,
                                                      const work::PieceOptions& pieces,
                                                      std::size_t members = usual_members);

    [[nodiscard]] HashJudgement judge(const HashFigures& figures) const;

    /// By test: how bad the members are, in ascending order.
    [[nodiscard]] const std::vector<std::vector<double>>& badness() const { return badness_; }

  private:
    std::vector<std::vector<double>> badness_;
};

}  // namespace ryg::engine::ryg3
