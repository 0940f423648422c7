// Doing a shard, and cutting work into shards.
#include "engine/work/shard.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

namespace ryg::work {
namespace {

constexpr int bins_an_octave = 16;

void keep_costliest(std::vector<Example>& costliest, const Example& shown) {
    const auto costs_more = [](const Example& one, const Example& other) {
        return one.cycles != other.cycles ? one.cycles > other.cycles : one.piece < other.piece;
    };
    if (costliest.size() == max_costliest && !costs_more(shown, costliest.back())) return;
    costliest.insert(std::ranges::upper_bound(costliest, shown, costs_more), shown);
    if (costliest.size() > max_costliest) costliest.pop_back();
}

void add(ShardResult& result, std::uint64_t piece, const Outcome& outcome,
         std::span<const Column> columns, bool keeps_answers) {
    const auto hash = [&](const Answer& found) {
        const std::uint64_t choice =
            std::uint64_t{found.value} << 16 | std::uint64_t{found.from} << 8 | found.to;
        return mix(mix(piece, choice), mix(outcome.cycles, found.nodes));
    };
    result.sums.add({.pieces = 1,
                     .searches = outcome.searches,
                     .nodes = outcome.nodes,
                     .most_nodes = outcome.nodes,
                     .cycles = outcome.cycles,
                     .least = outcome.cycles,
                     .most = outcome.cycles,
                     .fell_back = outcome.fell_back ? 1U : 0U,
                     .differing = outcome.differs ? 1U : 0U,
                     .noisy = outcome.noisy,
                     .checksum = hash(outcome.answer()),
                     .native_checksum = hash(outcome.native),
                     .own = outcome.own},
                    columns);
    Bin& bin = result.histogram[bin_of(outcome.cycles)];
    ++bin.pieces;
    bin.nodes += outcome.nodes;
    if (!keeps_answers) return;
    keep_costliest(result.costliest, {.piece = piece, .cycles = outcome.cycles});
    result.answers += answer_text(outcome);
}

}  // namespace

std::string part_name(std::string_view program, int depth) {
    std::string name(program);
    if (depth != 0) name += " depth " + std::to_string(depth);
    return name;
}

std::string answer_text(const Outcome& outcome) {
    std::string text;
    const std::uint64_t cost = mix(outcome.cycles, outcome.nodes);
    for (const Byte byte : {outcome.value, outcome.from, outcome.to, static_cast<Byte>(cost)}) {
        text += static_cast<char>(byte);
    }
    return text;
}

void Sums::add(const Sums& other, std::span<const Column> columns) {
    if (other.pieces == 0) return;
    if (pieces == 0) {
        *this = other;
        return;
    }
    const std::uint64_t shortest = std::min(least, other.least);  // 0 is a number here
    const auto sums = numbers(*this);
    const auto others = numbers(other);
    for (std::size_t i = 0; i < first_own + columns.size(); ++i) {
        std::uint64_t& sum = *sums[i];
        const std::uint64_t number = *others[i];
        const bool is_most = &sum == &most || &sum == &most_nodes;
        switch (i >= first_own ? columns[i - first_own].sum : is_most ? Sum::most : Sum::all) {
            case Sum::all: sum += number; break;
            case Sum::most: sum = std::max(sum, number); break;
            case Sum::least:
                if (number != 0) sum = sum == 0 ? number : std::min(sum, number);
        }
    }
    least = shortest;
}

std::uint32_t bin_of(Cycle cycles) {
    if (cycles < bins_an_octave) return static_cast<std::uint32_t>(cycles);
    const auto octave = static_cast<int>(std::bit_width(cycles)) - 1;  // cycles = 1.xxxx * 2^octave
    const auto place = static_cast<std::uint32_t>(cycles >> (octave - 4)) % bins_an_octave;
    return static_cast<std::uint32_t>(octave - 3) * bins_an_octave + place;
}

double begin_of_bin(std::uint32_t bin) {
    if (bin < bins_an_octave) return bin;
    return std::ldexp(bins_an_octave + bin % bins_an_octave,
                      static_cast<int>(bin / bins_an_octave) - 1);
}

std::uint64_t mix(std::uint64_t bits, std::string_view text) {
    bits = mix(bits, text.size());
    for (const char letter : text) bits = mix(bits, static_cast<unsigned char>(letter));
    return bits;
}

std::uint64_t ShardResult::digest(bool with_commands) const {
    std::uint64_t bits = mix(mix(0, shard.first), shard.count);
    for (const std::uint64_t* number : Sums::numbers(sums)) bits = mix(bits, *number);
    for (const auto& [bin, content] : histogram) {
        bits = mix(mix(mix(bits, bin), content.pieces), content.nodes);
    }
    for (const auto* list : {&costliest, &differences}) {
        for (const Example& shown : *list) {
            bits = mix(mix(mix(bits, shown.piece), shown.cycles), shown.text);
            if (with_commands) bits = mix(bits, shown.again);
        }
    }
    return mix(bits, answers);
}

ShardResult do_shard(const Work& work, const Shard& shard, Worker& worker,
                     const CommandLine& command, const std::atomic<bool>* stop) {
    const auto begin = std::chrono::steady_clock::now();
    ShardResult result{.shard = shard};
    for (std::uint64_t piece = shard.first; piece < shard.first + shard.count; ++piece) {
        if (stop != nullptr && *stop) break;
        const Outcome outcome = worker.run(shard.part, piece);
        if (outcome.stopped) break;
        add(result, piece, outcome, work.columns, command != nullptr);
        if (!outcome.differs) continue;
        if (command == nullptr) {
            if (!result.first) result.first = worker.explain(shard.part, piece);
        } else if (result.sums.differing <= max_explained) {
            const Difference difference = worker.explain(shard.part, piece);
            const std::string again = command(difference.again);
            result.differences.push_back(
                {piece, outcome.cycles, describe(difference, again), again});
        }
    }
    for (Example& shown : result.costliest) {
        shown.text = work.name(shard.part, shown.piece);
        shown.again = command(work.again(shard.part, shown.piece));
    }
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

std::vector<Shard> cut(const Work& work, std::uint64_t cycles, const PieceOptions& options) {
    constexpr std::uint64_t samples = 64;
    constexpr std::uint64_t beside = 50'000;  // overhead of a work item, in cycles
    std::vector<std::uint64_t> cost(work.parts.size() * samples);
    do_pieces(cost.size(), options, [&] {
        return [&, worker = std::shared_ptr(work.hire())](std::size_t index) {
            const std::size_t part = index / samples;
            const std::uint64_t pieces = work.parts[part].pieces;
            const std::uint64_t piece = pieces * (2 * (index % samples) + 1) / (2 * samples);
            cost[index] = beside + worker->run(part, piece).cycles;
        };
    });
    std::vector<Shard> shards;
    for (std::uint32_t part = 0; part < work.parts.size(); ++part) {
        const std::uint64_t pieces = work.parts[part].pieces;
        Shard shard{.part = part};
        for (std::uint64_t piece = 0; piece < pieces; ++piece) {
            ++shard.count;
            shard.expected +=
                cost[static_cast<std::size_t>(part * samples + piece * samples / pieces)];
            if (shard.expected < cycles && piece + 1 < pieces) continue;
            shards.push_back(shard);
            shard = {.part = part, .first = piece + 1};
        }
    }
    return shards;
}

}  // namespace ryg::work
