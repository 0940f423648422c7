// Compares a routine with a reference that is a function or a command.
#include "engine/prove/asked.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/prove/lanes.hpp"

namespace ryg::prove {

ReferenceOracle::ReferenceOracle(SymbolicRun& run, const RoutineEnds& result, Answers answers)
    : run_(run), result_(result), answers_(std::move(answers)) {}

ReferenceOracle::ReferenceAgreement ReferenceOracle::ask_all(const claims::Call& base) {
    const std::vector<std::uint32_t>& inputs = run_.symbols.inputs();
    const auto undecided = [&](std::uint64_t compared) {
        const std::string all = inputs.size() < 64
                                    ? fmt::format("{}", std::uint64_t{1} << inputs.size())
                                    : fmt::format("2^{}", inputs.size());
        return ReferenceAgreement{
            false, {}, fmt::format("compared {} of {} inputs", compared, all)};
    };
    constexpr std::size_t most_inputs = 26;
    std::vector<Literal> roots;
    for (const std::uint32_t input : inputs) roots.push_back(Literal::of(input));
    if (inputs.size() > most_inputs) return undecided(0);
    std::vector<std::uint32_t> ordered = inputs;
    std::ranges::sort(ordered);
    roots.push_back(result_.whole->path.literal());
    const std::array path{result_.whole->path.literal()};
    const auto own = inputs_of(run_.graph, path);
    if (!std::ranges::includes(ordered, own)) return undecided(0);
    LaneEvaluator lanes(run_.graph, roots, ordered);
    std::uint64_t compared = 0;
    for (std::uint64_t block = 0; block < lanes.blocks(); ++block) {
        lanes.compute(block);
        for (unsigned lane = 0; lane < lanes.used(); ++lane) {
            if (!lanes.bit(path[0], lane)) continue;
            if (compared % 64 == 0 && run_.budget.is_spent()) return undecided(compared);
            Assignment assignment;
            for (const std::uint32_t input : ordered) {
                assignment.emplace(input, lanes.bit(Literal::of(input), lane));
            }
            const claims::Call call = run_.symbols.call(base, assignment);
            Evaluation value(run_.graph, assignment);
            const std::string what = compare(answers_(call), value);
            if (what == noise) return {false, {}, what};
            if (!what.empty()) return {false, call, what};
            ++compared;
        }
    }
    return {true, {}, {}};
}

/// The difference from the expected result; empty if there is none.
std::string ReferenceOracle::compare(const claims::Expected& expected, Evaluation& value) {
    const auto differs = [&](std::span<const Literal> bits, unsigned should) {
        return value.number(bits) != should;
    };
    const ReachedState& end = *result_.whole;
    for (const auto& [at, should] : expected.statements()) {
        const Bits8 is = end.memory.cell(at);
        if (depends_on_noise(at, is.bits)) return std::string(noise);
        if (differs(is.bits, should)) {
            return fmt::format("${:04x} is not what the reference says", at);
        }
    }
    const Bits8 flags = end.state.p();
    for (std::size_t i = 0; i < claims::register_names.size(); ++i) {
        const auto should = expected.registers[i];
        if (!should) continue;
        const char name = claims::register_names[i];
        const std::span<const Literal> bits =
            name == 'A'   ? std::span<const Literal>(end.state.a.bits).first(8)
            : name == 'X' ? std::span<const Literal>(end.state.x.bits).first(8)
            : name == 'Y' ? std::span<const Literal>(end.state.y.bits).first(8)
                          : std::span<const Literal>(flags.bits).subspan(claims::flag_bit(name), 1);
        if (depends_on_noise(0x10000 + static_cast<unsigned>(i), bits)) return std::string(noise);
        if (differs(bits, bits.size() == 1 ? *should & 1U : *should)) {
            return fmt::format("{} is not what the reference says", name);
        }
    }
    if (expected.any_text) return {};
    std::string printed;
    for (const Character& next : end.printed) {
        if (depends_on_noise(next.code.bits) || depends_on_noise(std::span(&next.when, 1))) {
            return std::string(noise);
        }
        if (value(next.when)) printed += static_cast<char>(value.number(next.code.bits));
    }
    return printed == expected.printed ? "" : "what it prints is not what the reference says";
}

bool ReferenceOracle::depends_on_noise(std::span<const Literal> bits) const {
    return !std::ranges::all_of(inputs_of(run_.graph, bits),
                                [&](auto input) { return run_.symbols.is_named(input); });
}

bool ReferenceOracle::depends_on_noise(unsigned what, std::span<const Literal> bits) {
    const auto [known, is_new] = noisy_.try_emplace(what, false);
    if (is_new) {
        known->second = depends_on_noise(bits);
    }
    return known->second;
}

}  // namespace ryg::prove
