// Hands out shards, does them in threads, and adds up.
#include "engine/work/run.hpp"

#include <algorithm>
#include <tuple>

#include "emu/threads.hpp"

namespace ryg::work {
namespace {

/// Adds results up in memory.
class InMemory final : public Keeper {
  public:
    explicit InMemory(const Work& work) {
        totals.game = work.game;
        totals.columns = work.columns;
        totals.left_out = work.left_out;
        for (const Part& part : work.parts) totals.parts.push_back({.part = part});
    }
    bool keep(ShardResult result) override {
        PartTotal& total = totals.parts.at(result.shard.part);
        total.sums.add(result.sums, totals.columns);
        for (const auto& [bin, content] : result.histogram) {
            total.histogram[bin].pieces += content.pieces;
            total.histogram[bin].nodes += content.nodes;
        }
        total.seconds += result.seconds;
        const std::pair piece{result.shard.part, result.shard.first};
        if (result.first && (!totals.first || piece < first_)) {
            first_ = piece;
            totals.first = std::move(result.first);
        }
        return true;
    }

    Totals totals;

  private:
    std::pair<std::uint32_t, std::uint64_t> first_;
};

}  // namespace

double PartTotal::percentile(double percent) const {
    const double wanted = percent / 100 * static_cast<double>(sums.pieces);
    double seen = 0;
    for (const auto& [bin, content] : histogram) {
        seen += static_cast<double>(content.pieces);
        if (seen >= wanted) {
            return std::min(begin_of_bin(bin + 1) - 1, static_cast<double>(sums.most));
        }
    }
    return 0;
}

Sums Totals::sum() const {
    Sums all;
    for (const PartTotal& total : parts) all.add(total.sums, columns);
    return all;
}

std::uint64_t Totals::checksum_of(std::uint64_t Sums::*member) const {
    std::vector<const PartTotal*> sorted;
    for (const PartTotal& total : parts) sorted.push_back(&total);
    std::ranges::sort(sorted, {}, [](const PartTotal* total) {
        return std::tie(total->part.version, total->part.depth, total->part.program);
    });
    std::uint64_t bits = 0;
    for (const PartTotal* total : sorted) {
        bits = mix(bits, static_cast<unsigned>(total->part.version));
        bits = mix(mix(bits, static_cast<unsigned>(total->part.depth)), total->sums.*member);
    }
    return bits;
}

Dispatcher::Dispatcher(std::vector<Shard> open, bool splits, std::uint64_t most_differences,
                       Keeper& keeper)
    : open_(open.begin(), open.end()),
      splits_(splits),
      most_differences_(most_differences),
      keeper_(keeper) {
    for (const Shard& shard : open) total_ += shard.count;
}

std::optional<Shard> Dispatcher::next() {
    using namespace std::chrono_literals;
    constexpr int long_overdue = 20;  // times the duration of the longest shard
    if (most_differences_ != 0 && differing_ >= most_differences_) {
        enough_ |= !open_.empty();
        open_.clear();
    }
    HandedOut given{{}, Clock::now()};
    if (!open_.empty()) {
        Shard& front = open_.front();
        given.shard = front;
        if (splits_ && front.count > at_once_) {
            given.shard.count = at_once_;
            front.first += at_once_;
            front.count -= at_once_;
        } else {
            open_.pop_front();
        }
    } else {
        const std::chrono::duration<double> due(long_overdue * longest_);
        if (splits_ || given_.empty() ||
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

void Dispatcher::take(ShardResult result) {
    constexpr std::uint64_t most_at_once = 4096;
    constexpr double short_time = 0.002, long_time = 0.02;  // seconds
    std::erase_if(given_, [&](const HandedOut& given) {
        return given.shard.part == result.shard.part && given.shard.first == result.shard.first;
    });
    const std::uint64_t pieces = result.sums.pieces, differing = result.sums.differing;
    longest_ = std::max(longest_, result.seconds);
    if (differing > 0 || differing_ > 0 || result.seconds > long_time) {
        at_once_ = 1;
    } else if (result.shard.count == at_once_ && result.seconds < short_time) {
        at_once_ = std::min(2 * at_once_, most_at_once);
    }
    if (!keeper_.keep(std::move(result))) return;
    done_ += pieces;
    differing_ += differing;
}

void do_shards(const Work& work, const PieceOptions& options, const CommandLine& command,
               const Exchange& exchange) {
    do_pieces(std::max(options.jobs, 1U), options, [&] {
        return [&, worker = std::shared_ptr(work.hire())](std::size_t) {
            std::optional<ShardResult> result;
            while (const auto shard = exchange(std::move(result))) {
                result = do_shard(work, *shard, *worker, command, options.stop);
            }
        };
    });
}

bool do_shards(const Work& work, const PieceOptions& options, const CommandLine& command,
               Dispatcher& dispatcher) {
    emu::Mutex guard;
    PieceOptions watched = options;
    watched.progress = [&](auto, auto) {
        const emu::Guard lock(guard);
        if (options.progress) options.progress(dispatcher.done(), dispatcher.total());
    };
    const auto stopped = [&] { return options.stop != nullptr && *options.stop; };
    do_shards(work, watched, command,
              [&](std::optional<ShardResult> result) -> std::optional<Shard> {
                  const emu::Guard lock(guard);
                  if (result) dispatcher.take(std::move(*result));
                  if (stopped()) return std::nullopt;
                  return dispatcher.next();
              });
    return dispatcher.done() == dispatcher.total();
}

Totals run(const Work& work, const RunOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    InMemory memory(work);
    std::vector<Shard> all;
    for (std::uint32_t part = 0; part < work.parts.size(); ++part) {
        if (work.parts[part].pieces > 0) {
            all.push_back({.part = part, .count = work.parts[part].pieces});
        }
    }
    Dispatcher dispatcher(std::move(all), true, options.most_differences, memory);
    const bool all_done = do_shards(work, options.pieces, {}, dispatcher);
    Totals totals = std::move(memory.totals);
    totals.enough = dispatcher.has_enough();
    totals.stopped = !all_done && !totals.enough;
    totals.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return totals;
}

}  // namespace ryg::work
