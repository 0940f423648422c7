// Attacks on `prove`: faults in routines that are proved, and blocks made wrong. None may be proved.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <gtest/gtest.h>
#include <iostream>

#include "engine/mutation/checks.hpp"
#include "engine/prove/prove.hpp"
#include "tests/engine/claims/checkers.hpp"

namespace ryg {
namespace {

using namespace claims;
using prove::Decision;
using prove::Options;
using prove::Proof;
using prove::Verdict;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// A number from the environment: the campaign's are greater.
unsigned option(const char* name, unsigned otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

/// A call that takes longer breaks its block.
constexpr Cycle longest = 500'000;

/// What an attack is on.
struct Target {
    const Checker& checker;
    const Program& program;
    const Block& block;
};

/// For one routine, RYG_ROUTINE, also more: RYG_SECONDS.
const double target_seconds = option("RYG_SECONDS", 1), mutant_seconds = 2 * target_seconds;

Proof proof_of(const Target& target, Options options) {
    return prove::prove(target.checker, target.program, target.block, options);
}

/// The checker of a game on the exact core.
template <auto suite>
const Checker& attacked() {
    static const Checker made(
        [] {
            Suite limited = suite();
            limited.longest = longest;
            for (Subject& subject : limited.subjects) subject.setup.core = emu::Core::exact;
            return limited;
        }(),
        RYG_SOURCE_DIR);
    return made;
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
             {Named{attacked<engine::hints::suite>(),
                    "hints",
                    {"findMissing", "findLines", "turnSwaps"}},
              Named{attacked<engine::ryg1::suite>(),
                    "ryg16",
                    {"dameOffset", "leeCifra", "ampliaRam"}},
              Named{attacked<engine::ryg3::suite>(),
                    "ryg3-11",
                    {"doGo", "readSquare", "printSquare"}},
              Named{attacked<engine::perfecto::suite>(), "perfecto", {"newGame"}}}) {
            const Program& program = checker.program(name);
            for (const auto& [routine, block] : program.blocks) {
                const char* const one = std::getenv("RYG_ROUTINE");
                const bool is_wanted =
                    one != nullptr ? routine == one
                                   : option("RYG_ALL", 0) != 0 || std::ranges::count(few, routine);
                if (!is_wanted || program.stubs.contains(program.image.labels.at(routine)))
                    continue;
                const Target target{checker, program, block};
                if (proof_of(target, {.seconds = target_seconds}).is_proved())
                    proved.push_back(target);
            }
        }
        std::cout << proved.size() << " routines\n";
        return proved;
    }();
    return found;
}

std::string text_of(const Target& target, const Proof& proof) {
    std::string text = target.program.name + ' ' + target.block.name;
    for (const Decision& decision : proof.decisions) {
        text += "\n    " + std::string(prove::name(decision.clause)) + ' ' +
                std::string(prove::name(decision.verdict)) + ": " + decision.why;
    }
    return text;
}

bool is_proved(const Proof& proof, Clause clause) {
    const Decision* const decision = proof.find(clause);
    return decision != nullptr && decision->verdict == Verdict::proved;
}

/// What has become of the attacks of one sort.
struct Tally {
    unsigned wrong = 0;                   ///< a run on contract's host has broken the block
    unsigned drawn = 0;                   ///< one of its draws
    unsigned refuted = 0, undecided = 0;  ///< of these
    unsigned proved = 0, refuted_otherwise = 0, other = 0;  ///< of those that no run has broken
    double drawing = 0, proving = 0, replaying = 0;         ///< seconds
};

std::ostream& operator<<(std::ostream& out, const Tally& tally) {
    return out << tally.wrong << " break their block, " << tally.drawn
               << " in a draw: " << tally.refuted << " refuted, " << tally.undecided
               << " not decided, none proved; of others " << tally.refuted_otherwise
               << " refuted without an input, " << tally.other << " not decided, " << tally.proved
               << " proved. Seconds: " << tally.drawing << " drawing, " << tally.proving
               << " proving, " << tally.replaying << " replaying\n";
}

/// Adds the processor time that passes to a sum.
struct Clock {
    double& sum;
    double begun = processor_seconds();
    explicit Clock(double& of) : sum(of) {}
    ~Clock() { sum += processor_seconds() - begun; }
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;
};

/// The clauses that draws contradict, each with what a draw has shown.
std::map<Clause, std::string> contradicted(const Target& target, unsigned draws) {
    std::map<Clause, std::string> clauses;
    const CheckReport report = target.checker.check(
        target.program, target.block, {.draws = draws, .longest = longest, .tries = 256});
    for (const Finding& complaint : report.complaints) {
        clauses.emplace(complaint.clause, complaint.text());
    }
    const Time& time = target.block.time;
    if (report.holds() && time.kind == TimeKind::cycles &&
        (report.least < time.least || report.most > time.most)) {
        clauses.emplace(Clause::time,
                        std::to_string(report.least) + ".." + std::to_string(report.most));
    }
    return clauses;
}

/// No clause may be proved that a run contradicts, and the input that refutes one has to do so on
/// contract's host. `is_false`: a clause that is in any case.
void judge(const Target& target, const std::string& attack, Tally& tally,
           std::optional<Clause> is_false = {}) {
    std::map<Clause, std::string> broken;
    {
        const Clock clock(tally.drawing);
        broken = contradicted(target, 60);
    }
    const bool is_drawn = !broken.empty();
    if (is_false) broken.emplace(*is_false, "as it was made");
    Options options{.seconds = mutant_seconds};
    Proof proof;
    try {
        const Clock clock(tally.proving);
        proof = proof_of(target, options);
    } catch (const ContractError&) {  // the block cannot be read any more
        return;
    }
    bool is_refuted = false;
    for (const Decision& decision : proof.decisions) {
        if (decision.verdict != Verdict::refuted) continue;
        is_refuted = true;
        if (decision.is_of_all) continue;  // no single run contradicts it
        const Clock clock(tally.replaying);
        const CheckReport replayed =
            target.checker.check(target.program, target.block,
                                 {.draws = 1, .longest = longest, .changes = decision.changes});
        EXPECT_FALSE(replayed.holds()) << attack << ": " << text_of(target, proof) << '\n'
                                       << decision.changes;
        broken.emplace(decision.clause, "its counterexample");
    }
    if (broken.empty() && proof.is_proved()) {
        const Clock clock(tally.drawing);
        broken = contradicted(target, 2000);
    }
    for (const auto& [clause, how] : broken) {
        EXPECT_FALSE(is_proved(proof, clause))
            << attack << " is proved: " << text_of(target, proof) << "\nbut " << how;
    }
    tally.drawn += is_drawn ? 1 : 0;
    if (broken.empty()) {
        ++(is_refuted ? tally.refuted_otherwise : proof.is_proved() ? tally.proved : tally.other);
        return;
    }
    ++tally.wrong;
    ++(is_refuted ? tally.refuted : tally.undecided);
    EXPECT_FALSE(proof.is_proved()) << attack << ": " << text_of(target, proof);
    if (!is_refuted) std::cout << attack << ": " << text_of(target, proof) << std::endl;
}

/// One fault of each routine in turn, until enough of them have broken their block.
TEST(ProveAttack, FindsNoPlantedFaultProved) {
    const unsigned wanted = option("RYG_FAULTS", 12);
    const char* const only = std::getenv("RYG_FAULT");
    engine::Random random(option("RYG_SEED", 6502));
    std::map<const Program*, std::vector<mutation::Fault>> of_program;
    std::vector<std::pair<const Target*, std::vector<mutation::Fault>>> left;
    for (const Target& target : targets()) {
        auto& faults = of_program[&target.program];
        if (faults.empty()) faults = mutation::Ground(target.program.image).faults();
        const Extent code = target.program.code_of(target.block.name);
        auto& own = left.emplace_back(&target, std::vector<mutation::Fault>()).second;
        for (const mutation::Fault& fault : faults) {
            if (!code.contains(fault.address) || (only != nullptr && fault.id() != only)) continue;
            own.push_back(fault);
            std::swap(own.back(), own[random.below(static_cast<std::uint32_t>(own.size()))]);
        }
    }
    Tally tally;
    for (bool is_any_left = true; is_any_left && tally.wrong < wanted;) {
        is_any_left = false;
        for (auto& [target, faults] : left) {
            if (faults.empty() || tally.wrong >= wanted) continue;
            is_any_left = true;
            const mutation::Fault fault = faults.back();
            faults.pop_back();
            Program mutant = target->program;
            mutation::plant(mutant.image, fault);
            judge({target->checker, mutant, target->block},
                  "RYG_ROUTINE=" + target->block.name + " RYG_FAULT=" + fault.id() + " (" +
                      fault.change + ')',
                  tally);
        }
    }
    std::cout << "faults: " << tally;
    if (only != nullptr) return;
    EXPECT_GE(tally.wrong, wanted);
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
    if (std::ranges::count(right.uses.items, "$5a") == 0) {
        add("Uses with $5a", Clause::uses, [](Block& block) { block.uses.items.push_back("$5a"); });
    }
    if (right.uses.stack.value_or(0) > 0) {
        add("stack - 1", std::nullopt, [](Block& block) { --*block.uses.stack; });
    }
    // A reference in C++ may take for granted what In allows.
    const bool has_reference = target.checker.suite().reference(right.name) != nullptr;
    for (std::size_t i = 0; i < right.in.size(); ++i) {
        if (has_reference || right.in[i].bytes.ranges.empty()) continue;
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
    const unsigned wanted = option("RYG_BLOCKS", 16);
    std::vector<Wrong> all;
    for (const Target& target : targets()) add_wrong(target, all);
    engine::Random random(option("RYG_SEED", 6502));
    Tally tally;
    for (std::size_t i = 0; i < all.size() && tally.wrong < wanted; ++i) {
        const auto left = static_cast<std::uint32_t>(all.size() - i);
        std::swap(all[i], all[i + random.below(left)]);
        const auto& [target, block, what, is_false] = all[i];
        judge({target->checker, target->program, block}, what, tally, is_false);
    }
    std::cout << "wrong blocks: " << tally;
    EXPECT_GE(tally.wrong, wanted);
    EXPECT_GT(tally.refuted, wanted / 2);
}

}  // namespace
}  // namespace ryg
