// Members in a fixed order, taken by threads, sorted at the end.
#include "engine/games/ryg3/study/hash_jury.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/games/ryg3/study/hash_sources.hpp"

namespace ryg::engine::ryg3 {

std::vector<HashMeasure> measures_of(const HashFigures& figures) {
    std::vector<HashMeasure> measures;
    const auto least = [&](std::string_view test, double measured) {  // the nearer to 0 the better
        measures.push_back({test, measured, 0, std::abs(measured)});
    };
    const auto most = [&](std::string_view test, auto measured, std::optional<double> expected) {
        const auto value = static_cast<double>(measured);
        measures.push_back({test, value, expected, value});
    };
    constexpr double degrees = hash_slots - 1, pairs = pairs_of_squares / 256.0;
    const auto boards = static_cast<double>(figures.boards);
    const LockFigures& lock = figures.lock;
    const auto missed = static_cast<double>(lock.missed.back());
    const double one_in_256 = std::max(static_cast<double>(lock.other), 1.0) / 256;

    least("fill curve, farthest from theory", figures.fill.sigmas);
    least("overwrites, farthest entry", figures.counts.sigmas);
    most("overwrites, chi-square", figures.counts.chi_square, degrees);
    if (figures.boards > figures.sample) {
        most("all boards, chi-square", figures.all.chi_square, degrees);
    }
    most("pairs of equal hash and lock", figures.equal_pairs, boards * (boards - 1) / 2 / 65536);
    if (figures.repeats()) most("collisions in the order met", lock.other, std::nullopt);
    measures.push_back({"collisions the lock misses", missed, one_in_256,
                        (missed - one_in_256) / std::sqrt(one_in_256)});
    most("equal bytes in hash tables", figures.tables.equal_hash, pairs);
    most("equal bytes in lock tables", figures.tables.equal_lock, pairs);
    most("... in both, on the same squares", figures.tables.equal_both, pairs / 256);
    measures.push_back(
        {"rank of the keys", double(figures.tables.rank), 16, 16.0 - figures.tables.rank});
    least("serial correlation of the bytes", figures.tables.correlation);
    return measures;
}

std::string_view to_string(HashVerdict verdict) {
    constexpr std::array<std::string_view, 3> names{"good", "suspicious", "bad"};
    return names[static_cast<std::size_t>(verdict)];
}

const JudgedMeasure& HashJudgement::operator[](std::string_view test) const {
    const auto found = std::ranges::find(tests, test, &JudgedMeasure::test);
    if (found == tests.end()) throw std::out_of_range(std::string(test));
    return *found;
}

std::optional<HashJury> HashJury::call(const HashBoards& boards, const work::PieceOptions& pieces,
                                       std::size_t members) {
    // Not a seed that anybody types: the jury must not have the judged for a member.
    constexpr std::uint64_t jury_seed = 0x6a75727900000000;  // "jury"
    std::vector<std::vector<HashMeasure>> found(members);
    const bool heard = work::do_pieces(found.size(), pieces, [&] {
        return [&](std::size_t member) {
            Random random(jury_seed + member);
            found[member] = measures_of(hash_figures(boards, host_tables(random)));
        };
    });
    if (!heard) return std::nullopt;

    HashJury jury;
    jury.badness_.resize(found.front().size());
    for (std::size_t test = 0; test < jury.badness_.size(); ++test) {
        auto& badness = jury.badness_[test];
        for (const auto& measures : found) badness.push_back(measures[test].badness);
        std::ranges::sort(badness);
    }
    return jury;
}

HashJudgement HashJury::judge(const HashFigures& figures) const {
    HashJudgement judgement;
    for (const HashMeasure& measure : measures_of(figures)) {
        const auto& members = badness_[judgement.tests.size()];
        const auto as_bad = members.end() - std::ranges::lower_bound(members, measure.badness);
        const double p = static_cast<double>(as_bad + 1) / static_cast<double>(members.size() + 1);
        const HashVerdict verdict = p <= bad_level ? HashVerdict::bad
                                    : p * static_cast<double>(badness_.size()) <= suspicious_level
                                        ? HashVerdict::suspicious
                                        : HashVerdict::good;
        judgement.tests.push_back({measure, p, verdict});
        judgement.overall = std::max(judgement.overall, verdict);
    }
    return judgement;
}

}  // namespace ryg::engine::ryg3
