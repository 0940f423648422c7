// Members in a fixed order, taken by threads, sorted at the end.
#include "engine/ryg3/study/hash_jury.hpp"

#include <algorithm>
#include <cmath>

#include "engine/ryg3/study/hash_sources.hpp"

namespace ryg::engine::ryg3 {

HashMeasures measures_of(const HashFigures& figures) {
    HashMeasures measures;
    const auto set = [&measures](HashTest test, double measured, std::optional<double> expected,
                                 double badness) {
        measures[static_cast<std::size_t>(test)] = HashMeasure{measured, expected, badness};
    };
    const auto most = [&set](HashTest test, auto measured, std::optional<double> expected) {
        const auto value = static_cast<double>(measured);
        set(test, value, expected, value);
    };
    constexpr double degrees = hash_slots - 1;
    set(HashTest::fill, figures.fill.sigmas, 0, std::abs(figures.fill.sigmas));
    set(HashTest::overwrites, figures.counts.sigmas, 0, std::abs(figures.counts.sigmas));
    most(HashTest::chi_square, figures.counts.chi_square, degrees);
    if (figures.boards > figures.sample) {
        most(HashTest::chi_square_all, figures.all.chi_square, degrees);
    }
    const auto boards = static_cast<double>(figures.boards);
    most(HashTest::equal_pairs, figures.equal_pairs, boards * (boards - 1) / 2 / 65536);
    const LockFigures& lock = figures.lock;
    if (lock.own != 0) most(HashTest::collisions, lock.other, std::nullopt);
    if (lock.other != 0) {
        const double expected = static_cast<double>(lock.other) / 256;
        const auto missed = static_cast<double>(lock.missed.back());
        set(HashTest::missed, missed, expected, (missed - expected) / std::sqrt(expected));
    }
    constexpr double mean = pairs_of_squares / 256.0;
    most(HashTest::equal_hash, figures.tables.equal_hash, mean);
    most(HashTest::equal_lock, figures.tables.equal_lock, mean);
    most(HashTest::equal_both, figures.tables.equal_both, mean / 256);
    set(HashTest::rank, figures.tables.rank, 16, 16.0 - figures.tables.rank);
    const double correlation = figures.tables.correlation;
    set(HashTest::correlation, correlation, 0, std::abs(correlation));
    return measures;
}

std::string_view to_string(HashVerdict verdict) {
    constexpr std::array<std::string_view, 3> names{"good", "suspicious", "bad"};
    return names[static_cast<std::size_t>(verdict)];
}

std::optional<HashJury> HashJury::call(const HashBoards& boards,
                                       const harness::PieceOptions& pieces, std::size_t members) {
    // Not a seed that anybody types: the jury must not have the judged for a member.
    constexpr std::uint64_t jury_seed = 0x6a75727900000000;  // "jury"
    std::vector<HashMeasures> found(members);
    const bool heard = harness::do_pieces(found.size(), pieces, [&] {
        return [&](std::size_t member) {
            Random random(jury_seed + member);
            found[member] = measures_of(hash_figures(boards, host_tables(random)));
        };
    });
    if (!heard) return std::nullopt;

    HashJury jury;
    for (std::size_t test = 0; test < hash_tests; ++test) {
        for (const HashMeasures& measures : found) {
            if (measures[test]) jury.badness_[test].push_back(measures[test]->badness);
        }
        std::ranges::sort(jury.badness_[test]);
    }
    return jury;
}

HashJudgement HashJury::judge(const HashMeasures& measures) const {
    HashJudgement judgement;
    double applying = 0;
    for (std::size_t test = 0; test < hash_tests; ++test) {
        const auto& values = badness_[test];
        if (!measures[test] || values.empty()) continue;
        ++applying;
        const auto as_bad =
            values.end() - std::ranges::lower_bound(values, measures[test]->badness);
        judgement.p[test] =
            static_cast<double>(as_bad + 1) / static_cast<double>(values.size() + 1);
    }
    for (std::size_t test = 0; test < hash_tests; ++test) {
        if (!judgement.p[test]) continue;
        HashVerdict& verdict = judgement.verdicts[test];
        if (*judgement.p[test] <= bad_level) {
            verdict = HashVerdict::bad;
        } else if (*judgement.p[test] * applying <= suspicious_level) {
            verdict = HashVerdict::suspicious;
        }
        judgement.overall = std::max(judgement.overall, verdict);
    }
    return judgement;
}

}  // namespace ryg::engine::ryg3
