// Attacks on `prove`: faults in routines that are proved, and blocks made wrong. None may be proved.
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>

#include "engine/contracts/prove/prove.hpp"
#include "engine/mutation/checks.hpp"
#include "tests/engine/contracts/checkers.hpp"

namespace ryg {
namespace {

using namespace contracts;
using namespace contracts::prove;

/// A number from the environment: the campaign's are greater.
unsigned option(const char* name, unsigned otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

struct Target {
    const Checker& checker;
    const Program& program;
    const Block& block;
};

/// For one routine, RYG_ROUTINE, also more: RYG_SECONDS.
const double target_seconds = option("RYG_SECONDS", 1), mutant_seconds = 1.5 * target_seconds;
constexpr Cycle longest = 2'000'000;

Proof proof_of(const Target& target, double seconds) {
    return prove::prove(target.checker, target.program, target.block,
                        {.seconds = seconds, .draws = false});
}

/// With RYG_ALL=1 all routines of four programs whose proofs take a second at most, else a few.
const std::vector<Target>& targets() {
    static const std::vector<Target> found = [] {
        struct Named {
            const Checker& checker;
            const char* program;
            std::vector<std::string> routines;
        };
        std::vector<Target> proved;
        for (const auto& [checker, name, few] :
             {Named{hints_checker(), "hints", {"findMissing", "findLines", "turnSwaps"}},
              Named{ryg_checker(), "ryg16", {"dameOffset", "leeCifra", "ampliaRam"}},
              Named{ryg3_checker(), "ryg3-11", {"doGo", "readSquare", "printSquare"}},
              Named{perfecto_checker(), "perfecto", {"newGame"}}}) {
            const Program& program = checker.program(name);
            for (const auto& [routine, block] : program.blocks) {
                const char* const one = std::getenv("RYG_ROUTINE");
                const bool is_wanted =
                    one != nullptr ? routine == one
                                   : option("RYG_ALL", 0) != 0 || std::ranges::count(few, routine);
                if (!is_wanted || program.stubs.contains(program.image.labels.at(routine)))
                    continue;
                const Target target{checker, program, block};
                if (proof_of(target, target_seconds).is_proved()) proved.push_back(target);
            }
        }
        return proved;
    }();
    return found;
}

std::string text_of(const Target& target, const Proof& proof) {
    std::string text = target.program.name + ' ' + target.block.name;
    for (const Decision& decision : proof.decisions) {
        text += '\n' + std::string(prove::name(decision.clause)) + ' ' +
                std::string(prove::name(decision.verdict)) + ": " + decision.why;
    }
    return text;
}

bool is_proved(const Proof& proof, Clause clause) {
    const Decision* const decision = proof.find(clause);
    return decision != nullptr && decision->verdict == Verdict::proved;
}

/// What has become of an attack.
struct Tally {
    unsigned refuted = 0, undecided = 0, proved = 0;
    unsigned changing = 0;  ///< refuted, or seen by draws
};

/// A proof of what was attacked: no clause may be proved that draws contradict, and what refutes it
/// has to show on contract's rig.
void judge(const Target& target, const std::string& attack, Tally& tally) {
    Proof proof;
    try {
        proof = proof_of(target, mutant_seconds);
    } catch (const ContractError&) {  // the block cannot be read any more
        ++tally.refuted;
        return;
    }
    const auto refuted = std::ranges::find(proof.decisions, Verdict::refuted, &Decision::verdict);
    ++(refuted != proof.decisions.end() ? tally.refuted
       : proof.is_proved()              ? tally.proved
                                        : tally.undecided);
    for (const Decision& decision : proof.decisions) {
        if (decision.verdict != Verdict::refuted || decision.changes.empty()) continue;
        const Report replayed =
            target.checker.check(target.program, target.block,
                                 {.draws = 1, .longest = longest, .changes = decision.changes});
        EXPECT_FALSE(replayed.holds()) << attack << ": " << text_of(target, proof) << '\n'
                                       << decision.changes;
        break;
    }
    const Report drawn = target.checker.check(target.program, target.block,
                                              {.draws = 60, .longest = longest, .tries = 256});
    const Time& time = target.block.time;
    bool is_seen = refuted != proof.decisions.end();
    for (const Complaint& complaint : drawn.complaints) {
        is_seen = true;
        EXPECT_FALSE(is_proved(proof, complaint.clause))
            << attack << ": " << complaint.text() << text_of(target, proof);
    }
    if (drawn.holds() && time.kind == TimeKind::cycles) {
        const bool is_outside = drawn.least < time.least || drawn.most > time.most;
        is_seen |= is_outside;
        EXPECT_FALSE(is_outside && is_proved(proof, Clause::time))
            << attack << ": " << drawn.least << ".." << drawn.most << text_of(target, proof);
    }
    if (is_seen) ++tally.changing;
}

std::string text_of(const Tally& tally) {
    return std::to_string(tally.refuted) + " refuted, " + std::to_string(tally.undecided) +
           " not decided, " + std::to_string(tally.proved) +
           " proved, which no draw contradicts; " + std::to_string(tally.changing) +
           " change what the block allows\n";
}

TEST(ProveAttack, FindsNoPlantedFaultProved) {
    const unsigned wanted = option("RYG_FAULTS", 12);
    struct Planted {
        const Target* target;
        mutation::Fault fault;
    };
    std::vector<Planted> all;
    std::map<const Program*, std::vector<mutation::Fault>> of_program;
    for (const Target& target : targets()) {
        auto& faults = of_program[&target.program];
        if (faults.empty()) faults = mutation::Ground(target.program.image).faults();
        const Extent code = target.program.code_of(target.block.name);
        for (const mutation::Fault& fault : faults) {
            if (code.contains(fault.address)) all.push_back({&target, fault});
        }
    }
    ASSERT_FALSE(all.empty());
    engine::Random random(option("RYG_SEED", 6502));
    Tally tally;
    while (tally.changing < wanted && tally.proved + tally.undecided <= 4 * wanted) {
        const auto& [target, fault] = all[random.below(static_cast<std::uint32_t>(all.size()))];
        Program mutant = target->program;
        mutation::plant(mutant.image, fault);
        judge({target->checker, mutant, target->block}, fault.id() + ' ' + fault.change, tally);
    }
    std::cout << "faults: " << text_of(tally);
    EXPECT_GE(tally.changing, wanted);
    EXPECT_GT(tally.refuted, wanted / 2);
}

// --- blocks -------------------------------------------------------------------------------------

struct Wrong {
    const Target* target;
    Block block;
    std::string what;
    std::optional<Clause> false_clause{};  ///< that is false in any case
};

void add_wrong(const Target& target, std::vector<Wrong>& all) {
    const Block& right = target.block;
    const auto add = [&](std::string what, std::optional<Clause> clause, auto change) {
        Wrong wrong{&target, right, std::move(what), clause};
        change(wrong.block);
        all.push_back(std::move(wrong));
    };
    if (right.time.kind == TimeKind::cycles) {
        add("most - 1", Clause::time, [](Block& block) { --block.time.most; });
        add("most + 1", Clause::time, [](Block& block) { ++block.time.most; });
        add("least + 1", Clause::time, [](Block& block) { ++block.time.least; });
        add("least - 1", Clause::time, [](Block& block) { --block.time.least; });
    }
    for (std::size_t i = 0; i < right.uses.items.size(); ++i) {
        add("Uses without " + right.uses.items[i], std::nullopt, [i](Block& block) {
            block.uses.items.erase(block.uses.items.begin() + static_cast<std::ptrdiff_t>(i));
        });
    }
    for (std::size_t i = 0; i < right.uses.routines.size(); ++i) {
        add("Uses without = " + right.uses.routines[i], std::nullopt, [i](Block& block) {
            block.uses.routines.erase(block.uses.routines.begin() + static_cast<std::ptrdiff_t>(i));
        });
    }
    if (std::ranges::count(right.uses.items, "$02") == 0) {
        add("Uses with $02", Clause::uses, [](Block& block) { block.uses.items.push_back("$02"); });
    }
    if (right.uses.stack.value_or(0) > 0) {
        add("stack - 1", std::nullopt, [](Block& block) { --*block.uses.stack; });
    }
    for (std::size_t i = 0; i < right.in.size(); ++i) {
        if (right.in[i].bytes.ranges.empty()) continue;
        add("any " + right.in[i].symbol, std::nullopt, [i](Block& block) {
            block.in[i].bytes.ranges = {{0x00, 0xff}};
        });
    }
    for (std::size_t i = 0; i < right.out.size(); ++i) {
        for (std::size_t j = 0; j < right.out[i].bytes.ranges.size(); ++j) {
            const auto [first, last] = right.out[i].bytes.ranges[j];
            if (first == last) continue;
            const std::string range = right.out[i].symbol + "'s range ";
            add(range + "begins later", Clause::out,
                [=](Block& block) { ++block.out[i].bytes.ranges[j].first; });
            add(range + "ends earlier", Clause::out,
                [=](Block& block) { --block.out[i].bytes.ranges[j].last; });
            if (last < 0xff) {
                add(range + "ends later", std::nullopt,
                    [=](Block& block) { ++block.out[i].bytes.ranges[j].last; });
            }
        }
    }
}

TEST(ProveAttack, FindsNoWrongBlockProved) {
    std::vector<Wrong> all;
    for (const Target& target : targets()) add_wrong(target, all);
    const auto wanted = std::min<std::size_t>(option("RYG_BLOCKS", 16), all.size());
    engine::Random random(option("RYG_SEED", 6502));
    for (std::size_t i = 0; i < wanted; ++i) {
        const auto left = static_cast<std::uint32_t>(all.size() - i);
        std::swap(all[i], all[i + random.below(left)]);
    }
    all.resize(wanted);
    Tally tally;
    for (const Wrong& wrong : all) {
        const Target target{wrong.target->checker, wrong.target->program, wrong.block};
        judge(target, wrong.what, tally);
        if (!wrong.false_clause) continue;
        const Proof proof = proof_of(target, mutant_seconds);
        EXPECT_FALSE(is_proved(proof, *wrong.false_clause))
            << wrong.what << ": " << text_of(target, proof);
    }
    std::cout << "wrong blocks: " << text_of(tally);
    EXPECT_GT(tally.refuted, wanted / 2);
}

}  // namespace
}  // namespace ryg
