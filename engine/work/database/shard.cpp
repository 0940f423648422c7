// Doing a shard, and cutting work into shards.
#include "engine/work/database/shard.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

namespace ryg::work {

using work::Answer;
using work::Survey;

namespace {

constexpr int bins_an_octave = 16;

void keep_dearest(std::vector<Shown>& dearest, const Shown& shown) {
    const auto is_dearer = [](const Shown& one, const Shown& other) {
        return one.cycles != other.cycles ? one.cycles > other.cycles : one.piece < other.piece;
    };
    if (dearest.size() == most_dearest && !is_dearer(shown, dearest.back())) return;
    dearest.insert(std::ranges::upper_bound(dearest, shown, is_dearer), shown);
    if (dearest.size() > most_dearest) dearest.pop_back();
}

void add(Done& done, std::uint64_t piece, const Answer& answer) {
    done.nodes += answer.nodes;
    done.most_nodes = std::max<std::uint64_t>(done.most_nodes, answer.nodes);
    done.cycles += answer.cycles;
    done.least = done.answers.empty() ? answer.cycles : std::min(done.least, answer.cycles);
    done.most = std::max(done.most, answer.cycles);
    done.fell_back += answer.fell_back ? 1 : 0;
    Bin& bin = done.histogram[bin_of(answer.cycles)];
    ++bin.searches;
    bin.nodes += answer.nodes;
    keep_dearest(done.dearest, {piece, answer.cycles, ""});
    const std::uint64_t cost = mix(answer.cycles, answer.nodes);
    const std::uint64_t choice =
        std::uint64_t{answer.value} << 16 | std::uint64_t{answer.from} << 8 | answer.to;
    done.checksum += mix(mix(piece, choice), cost);
    for (const emu::Byte byte :
         {answer.value, answer.from, answer.to, static_cast<emu::Byte>(cost)}) {
        done.answers += static_cast<char>(byte);
    }
}

}  // namespace

std::uint32_t bin_of(emu::Cycle cycles) {
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

std::uint64_t Done::seal() const {
    std::uint64_t bits = 0;
    for (const std::uint64_t number :
         {std::uint64_t{shard.series}, shard.first, shard.count, nodes, most_nodes, cycles, least,
          most, fell_back, differing, checksum}) {
        bits = mix(bits, number);
    }
    for (const auto& [bin, content] : histogram) {
        bits = mix(mix(mix(bits, bin), content.searches), content.nodes);
    }
    for (const auto* list : {&dearest, &differences}) {
        for (const Shown& shown : *list) {
            bits = mix(mix(mix(bits, shown.piece), shown.cycles), shown.text);
        }
    }
    return mix(bits, answers);
}

std::optional<Done> do_shard(const Survey& survey, const Shard& shard, const Survey::Worker& worker,
                             const Tell& tell, const std::atomic<bool>* stop) {
    const auto begin = std::chrono::steady_clock::now();
    Done done{.shard = shard};
    done.answers.reserve(shard.count * answer_bytes);
    for (std::uint64_t piece = shard.first; piece < shard.first + shard.count; ++piece) {
        if (stop != nullptr && *stop) return std::nullopt;
        const Answer answer = worker(shard.series, piece);
        add(done, piece, answer);
        if (!answer.differs || ++done.differing > most_told) continue;
        done.differences.push_back(
            {piece, answer.cycles, tell(survey.explain(shard.series, piece))});
    }
    for (Shown& shown : done.dearest) shown.text = survey.name(shown.piece);
    done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return done;
}

std::vector<Shard> cut(const Survey& survey, std::uint64_t cycles,
                       const work::PieceOptions& options) {
    constexpr std::uint64_t samples = 64;
    constexpr std::uint64_t beside = 50'000;  // what a piece takes besides, in cycles
    std::vector<std::uint64_t> cost(survey.series.size() * samples);
    work::do_pieces(cost.size(), options, [&] {
        return [&, worker = survey.make_worker()](std::size_t index) {
            const std::uint64_t piece = survey.pieces * (2 * (index % samples) + 1) / (2 * samples);
            cost[index] = beside + worker(index / samples, piece).cycles;
        };
    });
    std::vector<Shard> shards;
    for (std::uint32_t series = 0; series < survey.series.size(); ++series) {
        Shard shard{.series = series};
        for (std::uint64_t piece = 0; piece < survey.pieces; ++piece) {
            ++shard.count;
            shard.expected += cost[series * samples + piece * samples / survey.pieces];
            if (shard.expected < cycles && piece + 1 < survey.pieces) continue;
            shards.push_back(shard);
            shard = {.series = series, .first = piece + 1};
        }
    }
    return shards;
}

}  // namespace ryg::work
