// Members in a fixed order, taken by threads, sorted at the end.
#include "engine/ryg3/study/hash_jury.hpp"

#include <algorithm>
#include <cmath>

#include "engine/common/indexing/positions.hpp"
#include "engine/harness/pieces.hpp"
#include "engine/ryg3/study/hash_sources.hpp"

namespace ryg::crosscheck {

using engine::ryg3::RandomTables;

namespace {

/// What can be said of any hash: the keys of all distinct boards, and of those met.
HashFigures figures_of(const HashBoards& boards, unsigned slots, std::span<const HashKey> keys,
                       std::span<const HashKey> met) {
    const std::span sampled = keys.first(boards.sample);
    HashFigures figures;
    figures.slots = slots;
    figures.fill = fill_figures(sampled, slots);
    figures.counts = count_figures(sampled, slots);
    figures.all = count_figures(keys, slots);
    figures.boards = keys.size();
    figures.sample = boards.sample;
    figures.equal_pairs = equal_pairs(keys);
    figures.lock = lock_figures(boards.met, met);
    return figures;
}

std::vector<HashKey> dense_keys(std::span<const engine::ryg3::Board> boards, unsigned prime) {
    using namespace engine::indexing;
    std::vector<HashKey> keys(boards.size());
    std::ranges::transform(boards, keys.begin(), [prime](const engine::ryg3::Board& board) {
        const PositionIndex index = dense_index(position_of(board));
        const PositionIndex sideless =
            index / (2 * mouse_places) * mouse_places + index % mouse_places;
        return static_cast<HashKey>(sideless / prime % prime << 8 | sideless % prime);
    });
    return keys;
}

}  // namespace

HashFigures hash_figures(const HashBoards& boards, const RandomTables& tables) {
    HashFigures figures =
        figures_of(boards, 256, keys_of(boards.distinct, tables), keys_of(boards.met, tables));
    figures.tables = table_figures(tables);
    return figures;
}

HashFigures dense_figures(const HashBoards& boards) {
    constexpr unsigned prime = 251;
    return figures_of(boards, prime, dense_keys(boards.distinct, prime),
                      dense_keys(boards.met, prime));
}

Badness badness_of(const HashFigures& figures) {
    Badness badness;
    const auto set = [&badness](HashTest test, double value) {
        badness[static_cast<std::size_t>(test)] = value;
    };
    set(HashTest::fill, std::abs(figures.fill.sigmas));
    set(HashTest::overwrites, std::abs(figures.counts.sigmas));
    set(HashTest::chi_square, figures.counts.chi_square);
    if (figures.boards > figures.sample) set(HashTest::chi_square_all, figures.all.chi_square);
    const double keys = double{1} * figures.slots * figures.slots;
    set(HashTest::equal_pairs, static_cast<double>(figures.equal_pairs) * keys / 65536);
    if (figures.lock.own != 0) {
        set(HashTest::collisions, static_cast<double>(figures.lock.other));
    }
    if (figures.lock.other != 0) {
        constexpr std::size_t eight_bits = 2;
        const double expected = figures.lock.expected_missed(eight_bits);
        set(HashTest::missed, (static_cast<double>(figures.lock.missed[eight_bits]) - expected) /
                                  std::sqrt(expected));
    }
    if (figures.tables) {
        set(HashTest::equal_hash, figures.tables->equal_hash);
        set(HashTest::equal_lock, figures.tables->equal_lock);
        set(HashTest::equal_both, figures.tables->equal_both);
        set(HashTest::rank, 16.0 - figures.tables->rank);
        set(HashTest::correlation, std::abs(figures.tables->correlation));
    }
    return badness;
}

std::string_view to_string(HashVerdict verdict) {
    constexpr std::array<std::string_view, 3> names{"good", "suspicious", "bad"};
    return names[static_cast<std::size_t>(verdict)];
}

std::optional<HashJury> HashJury::call(const HashBoards& boards, const Options& options) {
    // Not a seed that anybody types: the jury must not have the judged for a member.
    constexpr std::uint64_t jury_seed = 0x6a75727900000000;  // "jury"
    std::vector<Badness> found(options.members);
    const bool heard = do_pieces(found.size(), {options.jobs, options.stop, options.progress}, [&] {
        return [&](std::size_t member) {
            engine::Random random(jury_seed + member);
            found[member] = badness_of(hash_figures(boards, host_tables(random)));
        };
    });
    if (!heard) return std::nullopt;

    HashJury jury;
    jury.members_ = found.size();
    for (std::size_t test = 0; test < hash_tests; ++test) {
        for (const Badness& badness : found) {
            if (badness[test]) jury.values_[test].push_back(*badness[test]);
        }
        std::ranges::sort(jury.values_[test]);
    }
    return jury;
}

HashJudgement HashJury::judge(const Badness& badness) const {
    HashJudgement judgement;
    std::size_t applying = 0;
    for (std::size_t test = 0; test < hash_tests; ++test) {
        const auto& values = values_[test];
        if (!badness[test] || values.empty()) continue;
        ++applying;
        const auto as_bad = values.end() - std::ranges::lower_bound(values, *badness[test]);
        judgement.p[test] =
            static_cast<double>(as_bad + 1) / static_cast<double>(values.size() + 1);
    }
    for (std::size_t test = 0; test < hash_tests; ++test) {
        if (!judgement.p[test]) continue;
        HashVerdict& verdict = judgement.verdicts[test];
        if (*judgement.p[test] <= bad_level) {
            verdict = HashVerdict::bad;
        } else if (*judgement.p[test] * static_cast<double>(applying) <= suspicious_level) {
            verdict = HashVerdict::suspicious;
        }
        judgement.overall = std::max(judgement.overall, verdict);
    }
    return judgement;
}

}  // namespace ryg::crosscheck
