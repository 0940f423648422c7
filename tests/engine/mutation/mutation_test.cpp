// Faults that are planted: which there are, what finds them, and whose fault a report says it is.
#include "engine/mutation/checks.hpp"
#include "tests/engine/claims/checkers.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

using mutation::Fault;
using mutation::FaultKind;
using mutation::Ground;
using mutation::MutantResult;
using mutation::State;

const Ground& hints() {
    static const Ground ground(tests::image_of("hints"));
    return ground;
}

const Fault& fault_in(std::string_view home, FaultKind kind) {
    static const std::vector<Fault> all = hints().faults();
    const auto found = std::ranges::find_if(
        all, [&](const Fault& fault) { return fault.home == home && fault.kind == kind; });
    EXPECT_NE(found, all.end()) << home;
    return *found;
}

TEST(Mutation, EachFaultChangesTheProgramAndHasANameOfItsOwn) {
    std::set<std::string> names;
    std::set<std::pair<bool, FaultKind>> kinds;
    for (const Fault& fault : hints().faults()) {
        c64::Image image = hints().image();
        plant(image, fault);
        EXPECT_NE(image.bytes, hints().image().bytes) << fault.id();
        EXPECT_TRUE(names.insert(fault.id()).second) << fault.id();
        EXPECT_FALSE(fault.home.empty()) << fault.id();
        kinds.emplace(fault.in_table, fault.kind);
    }
    EXPECT_GT(names.size(), 500U);
    EXPECT_EQ(kinds.size(), 7U) << "five in code, two in tables";
}

TEST(Mutation, ABranchIsTurnedAndADroppedInstructionKeepsItsLength) {
    const Fault& turned = fault_in("buildMasks", FaultKind::turned);
    EXPECT_EQ(hints().image().bytes[turned.at - hints().image().load_address] ^ turned.bytes[0],
              0x20);
    for (const Fault& fault : hints().faults()) {
        if (fault.kind != FaultKind::dropped) continue;
        const auto now = emu::opcodes[fault.bytes[0]];
        EXPECT_EQ(now.operation, emu::Operation::NOP);
        EXPECT_EQ(emu::length(now.mode), fault.bytes.size()) << fault.change;
    }
}

TEST(Mutation, AReportLocatesTheRoutineOrOneThatCallsItOrUsesTheTable) {
    const Fault& fault = fault_in("findMissing", FaultKind::dropped);
    using mutation::Blame;
    EXPECT_EQ(hints().named("written by findMissing+12 < findLines", fault), Blame::itself);
    EXPECT_EQ(hints().named("findLines+3 < findMissing", fault), Blame::caller);
    EXPECT_EQ(hints().named("written by findLines+3\n  first wrong findMissing", fault),
              Blame::itself);
    EXPECT_EQ(hints().named("buildMasks+3 < findMissing", fault), Blame::other);
    EXPECT_EQ(hints().named("-", fault), Blame::other);
    EXPECT_EQ(hints().named("buildMasks+3", fault_in("kindStart", FaultKind::plus)), Blame::caller);
}

TEST(Mutation, FaultsAreDrawnFromWhatIsReached) {
    mutation::Coverage coverage;
    const Fault& fault = fault_in("findMissing", FaultKind::dropped);
    coverage.executed[fault.address] = 1;
    const auto reached = mutation::reached(hints(), coverage, false);
    EXPECT_EQ(reached.never_executed + 1, reached.instructions);
    ASSERT_FALSE(reached.faults.empty());
    for (const Fault& one : reached.faults) EXPECT_EQ(one.address, fault.address);
    EXPECT_EQ(mutation::reached(hints(), coverage, true).faults.size(), hints().faults().size());
    const auto some = mutation::drawn(hints().faults(), 40, 7),
               again = mutation::drawn(hints().faults(), 40, 7);
    ASSERT_EQ(some.size(), 40U);
    EXPECT_TRUE(std::ranges::equal(some, again, {}, &Fault::id, &Fault::id));
    EXPECT_FALSE(std::ranges::equal(some, mutation::drawn(hints().faults(), 40, 8), {}, &Fault::id,
                                    &Fault::id));
}

/// Those of `count` faults that were killed, and how many of these were located.
std::pair<std::ptrdiff_t, std::ptrdiff_t> killed(mutation::Check& check, std::size_t count) {
    const auto reached = mutation::reached(hints(), check.begin({.jobs = 1}), false);
    EXPECT_LT(reached.never_executed, reached.instructions / 2);
    const auto results =
        trials(hints(), mutation::drawn(reached.faults, count, 1), check, {.jobs = 1});
    return {std::ranges::count(results, State::killed, &MutantResult::state),
            std::ranges::count_if(results, [](const MutantResult& one) {
                return one.named >= mutation::Blame::caller;
            })};
}

TEST(Mutation, HeaderBlocksKillNearlyAllAndSayWhere) {
    const auto check = mutation::by_contracts(
        std::shared_ptr<const claims::Checker>(&hints_checker(), [](auto*) {}), "hints", nullptr);
    const auto [dead, located] = killed(*check, 100);
    EXPECT_EQ(dead, 98);
    EXPECT_EQ(located, 98);
}

TEST(Mutation, TheTwinKillsMostOfWhatItExecutes) {
    const claims::Verify& verify = *engine::hints_game().verify;
    const work::Values few{{"positions", "100"}};
    const auto check = mutation::by_verify(verify, {.values = few}, hints().image());
    EXPECT_EQ(killed(*check, 60).first, 57);
}

TEST(Mutation, AFaultyProgramIsNoHealthyOne) {
    const auto check = mutation::by_verify(
        *engine::hints_game().verify, {.values = {{"positions", "100"}}}, tests::faulty_hints(1));
    EXPECT_THROW(static_cast<void>(check->begin({})), mutation::NotHealthy);
}

/// Passes everything, and asks for a stop in its third call.
struct StopsInTheMiddle final : mutation::Check {
    std::atomic<bool> stop = false;
    int calls = 0;

    std::optional<mutation::Coverage> begin(const work::PieceOptions&) override { return {}; }
    std::optional<std::string> find(const c64::Image&, const Fault&) override {
        if (++calls == 3) stop = true;
        return {};
    }
};

TEST(Mutation, WhatIsStoppedKeepsWhatWasDone) {
    StopsInTheMiddle check;
    const auto results = trials(hints(), mutation::drawn(hints().faults(), 5, 1), check,
                                {.jobs = 1, .stop = &check.stop});
    EXPECT_EQ(check.calls, 3);
    EXPECT_EQ(std::ranges::count(results, State::survived, &MutantResult::state), 3);
    EXPECT_EQ(std::ranges::count(results, State::untried, &MutantResult::state), 2);
}

}  // namespace
}  // namespace ryg
