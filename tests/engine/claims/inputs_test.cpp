// The kinds' declarations against the functions that draw and recognise the same inputs.
#include "engine/claims/inputs.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/engine/claims/checkers.hpp"
#include "tests/engine/claims/symbols.hpp"

namespace ryg {
namespace {

using claims::Block;
using claims::BlockInputs;
using claims::Call;
using claims::Checker;
using claims::EntryState;
using claims::Program;

EntryState entry_of(const Call& call) { return {call.ram, call.registers}; }

/// A call whose inputs its kinds recognise, as `verify` does it; nothing if they cannot tell.
std::optional<bool> is_recognised(const Checker& checker, Call call, const EntryState& at) {
    call.ram = at.ram;
    call.registers = at.registers;
    call.drawn.reset();
    call.areas.clear();
    try {
        return claims::unmet_input(checker.suite(), call) == nullptr;
    } catch (const claims::ContractError&) {
        return std::nullopt;
    }
}

/// What a declaration rejects and `holds` accepts: a node in the middle of a move, of which a piece
/// is missing or twice there.
bool may_be_stricter(const claims::Asked& unmet) {
    constexpr std::array words{"node", "bare"};
    return std::ranges::count(words, unmet.kind->word) != 0;
}

/// All memory that inputs may be in: what In names, and what its pointers point to.
std::vector<c64::Extent> inputs_of(const BlockInputs& inputs, const EntryState& at) {
    std::vector<c64::Extent> extents = inputs.site().named;
    for (const claims::Asked& asked : inputs.asked()) {
        if (!asked.symbol.ends_with("Lo/Hi")) continue;
        const claims::Memory memory(inputs.site(), at, asked.symbol);
        const unsigned begin = memory.word(asked.symbol);
        extents.push_back({begin, std::min(begin + 88, 0x10000U)});
    }
    return extents;
}

constexpr unsigned draws = 12;

struct Compared {
    unsigned calls = 0, rejected = 0;
};

/// Drawn calls, the same with a byte changed, and sampled ones.
void compare(const Checker& checker, const Program& program, const Block& block, Compared& sum) {
    const BlockInputs inputs(checker.suite(), program, block);
    if (inputs.asked().empty()) return;
    engine::Random random(11);
    for (unsigned draw = 0; draw < draws; ++draw) {
        engine::Choices choices(draw);
        Call call =
            draw_call(checker.suite(), program, block, std::vector<emu::Byte>(0x10000), choices);
        const claims::Reference* const known = checker.suite().reference(block.name);
        const bool agrees = known != nullptr && known->agree != nullptr && draw % 2 == 0;
        if (agrees) known->agree(call, choices);
        EntryState at = entry_of(call);
        claims::Recognising recognising(inputs.site(), at);
        const auto expect_same = [&](const std::string& what, bool is_drawn = false) {
            const claims::Asked* const unmet = recognising.first_unmet(inputs.asked());
            EXPECT_TRUE(unmet == nullptr || !is_drawn || agrees || may_be_stricter(*unmet))
                << program.name << " " << block.name << ": drawn, " << unmet->symbol;
            const auto holds = is_recognised(checker, call, at);
            if (!holds) return;
            ++sum.calls;
            sum.rejected += *holds ? 0U : 1U;
            if (unmet != nullptr && *holds && !is_drawn && may_be_stricter(*unmet)) return;
            EXPECT_EQ(unmet == nullptr, *holds) << program.name << " " << block.name << ": " << what
                                                << ", " << (unmet != nullptr ? unmet->symbol : "");
        };
        expect_same("drawn", true);
        const auto extents = inputs_of(inputs, at);
        for (unsigned change = 0; change < 10 && !extents.empty(); ++change) {
            const auto extent = extents[random.below(static_cast<std::uint32_t>(extents.size()))];
            if (extent.size() == 0) continue;
            const unsigned place = extent.begin + random.below(extent.size());
            const emu::Byte before = at.ram[place];
            at.ram[place] = static_cast<emu::Byte>(random.below(change % 2 == 0 ? 256 : 64));
            expect_same(
                fmt::format("${:04x} = ${:02x} instead of ${:02x}", place, at.ram[place], before));
            at.ram[place] = before;
        }
        claims::Sampling(inputs.site(), at, choices).sample(inputs.asked());
        EXPECT_EQ(recognising.first_unmet(inputs.asked()), nullptr) << block.name;
        const auto holds = is_recognised(checker, call, at);
        EXPECT_TRUE(holds.value_or(true)) << program.name << " " << block.name << ": sampled";
    }
}

/// Random values of the symbols that meet the conditions, put into memory; false if none were found.
bool assign(const tests::Symbols& symbols, EntryState& machine, engine::Random& random) {
    for (unsigned attempt = 0; attempt < 20'000; ++attempt) {
        std::vector<emu::Byte> bytes;
        for (const claims::Among& among : symbols.picks) {
            bytes.push_back(among.bytes()[random.below(among.size())]);
        }
        const auto values = symbols.evaluate(bytes);
        if (!symbols.meets_conditions(values)) continue;
        symbols.put_into(machine, values);
        return true;
    }
    return false;
}

/// Symbols with values that meet the conditions.
void solve(const Checker& checker, const Program& program, const Block& block, Compared& sum) {
    const BlockInputs inputs(checker.suite(), program, block);
    engine::Random random(5);
    for (unsigned i = 0; i < 3; ++i) {
        engine::Choices choices(i);
        const Call call =
            draw_call(checker.suite(), program, block, std::vector<emu::Byte>(0x10000), choices);
        tests::Symbols symbols(inputs.site(),
                               {random.below(40), random.below(40), random.below(40)});
        claims::declare(symbols, inputs.asked());
        EntryState at = entry_of(call);
        ++sum.calls;
        if (!assign(symbols, at, random)) {
            ++sum.rejected;
            continue;
        }
        EXPECT_TRUE(is_recognised(checker, call, at).value_or(true))
            << program.name << " " << block.name;
    }
}

class DeclarationsOf : public testing::TestWithParam<const Checker& (*)()> {};

TEST_P(DeclarationsOf, RecogniseWhatTheKindsRecognise) {
    const Checker& checker = GetParam()();
    Compared sum;
    for (const claims::Subject& subject : checker.suite().subjects) {
        const Program& program = checker.program(subject.image->name);
        for (const auto& [name, block] : program.blocks) {
            compare(checker, program, block, sum);
        }
    }
    EXPECT_GT(sum.calls, 300U);
    EXPECT_GT(sum.rejected, 10U);
}

TEST_P(DeclarationsOf, WithSymbolsMeanTheSameInputs) {
    const Checker& checker = GetParam()();
    Compared sum;
    const Program& program = checker.program(checker.suite().subjects.back().image->name);
    for (const auto& [name, block] : program.blocks) solve(checker, program, block, sum);
    EXPECT_GT(sum.calls, 50U);
    EXPECT_LT(10 * sum.rejected, sum.calls) << "no values were found";
}

unsigned count_of(const char* routine) {
    const Checker& checker = perfecto_checker();
    const Program& program = checker.program("perfecto");
    const BlockInputs inputs(checker.suite(), program, *program.block(routine));
    EntryState machine;
    unsigned count = 0;
    for (claims::Listing all(inputs.site(), machine, inputs.asked()); all.next();) ++count;
    return count;
}

TEST(Declarations, OfPerfectoHaveAsManyInputsAsThereArePlacements) {
    EXPECT_EQ(count_of("lookUp"), 35'960U) << "C(32, 4)";
    EXPECT_EQ(count_of("showBoard"), 1'006'880U) << "28 squares are left for the mouse";
}

INSTANTIATE_TEST_SUITE_P(Games, DeclarationsOf,
                         testing::Values(ryg_checker, ryg3_checker, perfecto_checker));

}  // namespace
}  // namespace ryg
