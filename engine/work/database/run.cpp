// The office and its workers.
#include "engine/work/database/run.hpp"

#include <algorithm>

namespace ryg::work {

using work::PieceOptions;
using work::Survey;

Office::Office(Ledger& ledger, const Survey& survey, const Options& options)
    : ledger_(ledger), survey_(survey), options_(options) {
    for (std::uint32_t number = 0; number < survey.series.size(); ++number) {
        const Planned& planned = *ledger.find(survey.series[number]);
        for (Shard shard : planned.shards) {
            if (total_++ % options.parts + 1 != options.part) continue;
            if (ledger.is_done(shard)) continue;
            shard.series = number;
            open_.push_back(shard);
        }
    }
    total_ = options.parts == 1 ? total_ : open_.size();
    done_ = total_ - open_.size();
}

std::optional<Shard> Office::next() {
    using namespace std::chrono_literals;
    constexpr int long_overdue = 20;  // times what the longest has taken
    if (differing_ >= options_.most_differences) open_.clear();
    Given given{{}, Clock::now()};
    if (!open_.empty()) {
        given.shard = open_.front();
        open_.pop_front();
    } else {
        const std::chrono::duration<double> due(long_overdue * longest_);
        if (given_.empty() ||
            given.when - given_.front().when <
                std::max<Clock::duration>(5s, std::chrono::duration_cast<Clock::duration>(due))) {
            return std::nullopt;
        }
        given.shard = given_.front().shard;
        given_.pop_front();
    }
    given_.push_back(given);
    return given.shard;
}

void Office::take(Done done) {
    const auto is_this = [&](const Given& given) {
        return given.shard.series == done.shard.series && given.shard.first == done.shard.first;
    };
    std::erase_if(given_, is_this);
    done.shard.series = ledger_.find(survey_.series.at(done.shard.series))->shards.front().series;
    if (ledger_.is_done(done.shard)) return;  // by somebody who was thought to be lost
    ledger_.write(done);
    ++done_;
    differing_ += done.differing;
    longest_ = std::max(longest_, done.seconds);
}

void work(const Survey& survey, const PieceOptions& options, const Tell& tell,
          const Exchange& exchange) {
    work::do_pieces(std::max(options.jobs, 1U), options, [&] {
        return [&, worker = survey.make_worker()](std::size_t) {
            std::optional<Done> done;
            while (const auto shard = exchange(std::move(done))) {
                done = do_shard(survey, *shard, worker, tell, options.stop);
                if (!done) return;
            }
        };
    });
}

bool prepare(Ledger& ledger, std::string_view game, const Survey& survey,
             std::uint64_t shard_cycles, const PieceOptions& options) {
    Plan plan{std::string(game), survey.pieces_are, survey.pieces, {}};
    for (const work::Series& series : survey.series) plan.series.push_back({series, {}});
    const bool is_new = std::ranges::any_of(
        survey.series, [&](const auto& series) { return ledger.find(series) == nullptr; });
    if (is_new) {
        for (const Shard& shard : cut(survey, shard_cycles, options)) {
            plan.series[shard.series].shards.push_back(shard);
        }
        if (options.stop != nullptr && *options.stop) return false;
    }
    ledger.adopt(plan);
    return true;
}

bool run(Ledger& ledger, const Survey& survey, const Office::Options& office_options,
         const PieceOptions& options, const Tell& tell) {
    Office office(ledger, survey, office_options);
    std::mutex guard;
    PieceOptions watched = options;
    watched.progress = [&](auto, auto) {
        const std::scoped_lock lock(guard);
        if (options.progress) options.progress(office.done(), office.total());
    };
    work(survey, watched, tell, [&](std::optional<Done> done) {
        const std::scoped_lock lock(guard);
        if (done) office.take(std::move(*done));
        return office.next();
    });
    return office.done() == office.total();
}

}  // namespace ryg::work
