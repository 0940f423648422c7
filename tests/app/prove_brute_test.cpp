// Proofs against what runs of all inputs show: mutants of short routines, and random programs.
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <set>

#include "app/file_program.hpp"
#include "emu/call.hpp"
#include "emu/flat_memory.hpp"
#include "engine/claims/all_inputs.hpp"
#include "engine/common/players.hpp"
#include "engine/mutation/faults.hpp"
#include "engine/prove/prove.hpp"
#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using claims::Block;
using claims::Clause;
using emu::Byte;
using prove::Proof;
using prove::Verdict;
using ProveBrute = program::WithFolder;

/// A number from the environment: the campaign's are greater.
std::uint64_t option(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

app::Assembly assembly(const std::string& config) {
    app::Assembly made;
    made.config = config;
    return made;
}

/// The routines of an assembly file, run on the exact core.
struct Assembled {
    explicit Assembled(const std::string& file, const std::string& config = {})
        : made(app::file_program({file}, assembly(config))), checker([&] {
              claims::Suite suite;
              suite.files = made->sources;
              suite.subjects.push_back(
                  {.image = &made->image, .setup = {.core = emu::Core::exact}});
              suite.must_know = suite.reaches_ends = false;
              suite.longest = 20'000;
              return suite;
          }()) {}

    [[nodiscard]] const claims::Program& program() const {
        return checker.program(made->image.name);
    }
    std::unique_ptr<app::FileProgram> made;
    claims::Checker checker;
};

std::string text_of(const Proof& proof) {
    std::string text = proof.routine;
    for (const auto& decision : proof.decisions) {
        text += "\n    " + std::string(prove::name(decision.clause)) + ' ' +
                std::string(prove::name(decision.verdict)) + ": " + decision.why;
    }
    return text;
}

Verdict verdict(const Proof& proof, Clause clause) {
    const auto* decision = proof.find(clause);
    return decision == nullptr ? Verdict::unstated : decision->verdict;
}

// --- mutants ------------------------------------------------------------------------------------

/// How many inputs the block allows, if they are bytes.
std::uint64_t inputs_of(const claims::Program& program, const Block& block) {
    try {
        return claims::AllInputs(program, block).count();
    } catch (const claims::ContractError&) {
        return ~std::uint64_t{};
    }
}

/// What runs show of a mutant: all inputs if they are few enough, else random ones.
claims::CheckReport runs_of(const Assembled& of, const claims::Program& mutant,
                            const Block& block) {
    const claims::Patience all;
    const bool few = inputs_of(mutant, block) <= option("RYG_INPUTS", 1U << 16);
    return of.checker.check(mutant, block,
                            {.draws = 400,
                             .whole = true,
                             .longest = of.checker.suite().longest,
                             .all = few ? &all : nullptr});
}

/// A mutant that a run shows to be wrong is refuted, and no clause is proved that a run contradicts.
void judge_mutant(const Assembled& of, const Block& block, const mutation::Fault& fault) {
    claims::Program mutant = of.program();
    mutation::plant(mutant.image, fault);
    const auto runs = runs_of(of, mutant, block);
    const Proof proof = prove::prove(of.checker, mutant, block, {.seconds = 10});
    SCOPED_TRACE(block.name + ' ' + fault.id() + ' ' + fault.change + '\n' + runs.text() +
                 text_of(proof));
    for (const auto& complaint : runs.complaints) {
        EXPECT_NE(verdict(proof, complaint.clause), Verdict::proved);
    }
    if (!runs.holds()) {
        EXPECT_TRUE(proof.is_refuted());
    }
    for (const auto& decision : proof.decisions) {
        if (decision.verdict != Verdict::refuted) continue;
        EXPECT_FALSE(runs.holds() && runs.is_exact);
        if (decision.is_of_all) continue;  // no single run contradicts it
        EXPECT_FALSE(of.checker
                         .check(mutant, block,
                                {.draws = 1,
                                 .longest = of.checker.suite().longest,
                                 .changes = decision.changes})
                         .holds())
            << decision.changes;
    }
}

/// RYG_MUTANTS of each routine; RYG_ROUTINE: only its.
TEST_F(ProveBrute, RefutesEachMutantThatARunShowsToBeWrong) {
    const auto routines = tests::reference_data("prove");
    if (!routines) GTEST_SKIP() << "no reference data 'prove'";
    engine::Random random(53);
    const std::string only =
        std::getenv("RYG_ROUTINE") == nullptr ? "" : std::getenv("RYG_ROUTINE");
    for (const auto& file : std::filesystem::directory_iterator(*routines)) {
        if (file.path().extension() != ".s" || file.path().stem() == "styles") continue;
        if (!only.empty() && file.path().stem() != only) continue;
        const Assembled of(file.path().string());
        const Block& block = of.program().blocks.begin()->second;
        auto faults = mutation::Ground(of.program().image).faults();
        for (auto left = option("RYG_MUTANTS", 1); left != 0 && !faults.empty(); --left) {
            std::swap(faults.back(),
                      faults[random.below(static_cast<std::uint32_t>(faults.size()))]);
            judge_mutant(of, block, faults.back());
            faults.pop_back();
        }
    }
}

// --- random programs ----------------------------------------------------------------------------

constexpr unsigned elements = 8, cells = 6;  // that an index may choose; that have two values
constexpr Byte cell_values[]{0x02, 0x85};
constexpr const char* config = R"(MEMORY {
ZP: start = $0002, size = $fe;
LOAD: start = $0ffe, size = 2, file = %O;
MAIN: start = $1000, size = $8000, file = %O;
DATA: start = $c0fc, size = $1000;
}
SEGMENTS {
ZEROPAGE: load = ZP, type = zp;
LOADADDR: load = LOAD, type = ro;
CODE: load = MAIN, type = ro;
BSS: load = DATA, type = bss;
}
)";

/// Statements that keep X and Y below 8: A, what is at an index, and branches over one statement.
std::string random_code(engine::Random& random) {
    const auto any_of = [&](std::initializer_list<std::string> texts) {
        return texts.begin()[random.below(static_cast<std::uint32_t>(texts.size()))];
    };
    std::string text;
    const auto statement = [&] {
        switch (random.below(9)) {
            case 0:
                return any_of({"lda", "eor", "adc", "cmp", "and", "ora", "sbc"}) + ' ' +
                       any_of({"table,x", "table,y", "#3", "table", "table+5"});
            case 1: return any_of({"sta table,x", "sta table,y", "sta other,x", "sta other,y"});
            case 2:
                return any_of({"inc", "asl", "ror", "dec"}) + ' ' +
                       any_of({"table,x", "table+1", "table+4"});
            case 3: return any_of({"inc other,x", "dec other+3", "stx other", "sty table+2"});
            case 4: return any_of({"and #7; tax", "and #5; tay", "txa", "tya", "clc", "rol a"});
            case 5: return any_of({"pha; pla", "php; plp", "pha; eor #1; pla"});
            case 6: return any_of({"lda table,x; and #7; tay", "ldx table+1; txa; and #3; tax"});
            case 7:
                return any_of({": sta other,x; dex; bpl :-; ldx #2",
                               ": inc table,x; inx; cpx #6; bcc :-; ldx #0"});
            default: return any_of({"nop", "lda #$80", "eor #$ff"});
        }
    };
    const unsigned count = 4 + random.below(8);
    for (unsigned i = 0; i < count; ++i) {
        if (random.below(3) == 0) {
            const std::string end = "@e" + std::to_string(i);
            text += any_of({"cmp table,x; ", "lda table,y; ", "cpx #3; ", ""}) +
                    any_of({"beq ", "bne ", "bcs ", "bcc ", "bmi ", "bpl "}) + end + ';' +
                    statement() + ';' + end + ": ;";
        } else {
            text += statement() + ';';
        }
    }
    return program::code(text + "rts");
}

std::string random_program(engine::Random& random, unsigned number) {
    const std::string name = "it" + std::to_string(number);
    const std::string rule = "; " + std::string(75, '-') + '\n';
    return rule + "; " + name + " -- does anything\n;\n" +
           "; In      A                     ($00..$03)\n;         X                     "
           "($00..$07)\n"
           ";         Y                     ($00..$07)\n;         C                     (any)\n"
           ";         Z                     ($00)\n;         N                     ($00)\n"
           ";         table                 ($02|$85)\n"
           ";         more                  ($00)\n;         other                 ($00)\n"
           "; Uses    -\n; Time    -\n" +
           rule + name + ":\n" + random_code(random);
}

/// What runs of all inputs take, and what they change.
struct Shown {
    emu::Cycle least = ~emu::Cycle{}, most = 0;
    std::set<std::string> changed{};
    unsigned stack = 0;
};

constexpr unsigned data = 0xC0FC, data_size = 2 * elements, stack_top = 0x1EE;

Shown shown(emu::FlatMemory& memory, emu::Address routine) {
    Shown made;
    const auto note = [&](char name, Byte before, Byte after) {
        if (before != after) made.changed.insert(std::string(1, name));
    };
    for (unsigned number = 0; number < 1U << (9 + cells + 1); ++number) {
        const auto fill = static_cast<Byte>((number & 1) != 0 ? 0xFF : 0x00);
        for (unsigned i = 0; i < 2 * elements; ++i) {
            const unsigned bit = number >> (10 + i) & 1;
            memory.ram[data + i] = i < cells ? cell_values[bit] : Byte{0};
        }
        const auto before = memory.ram;
        std::fill_n(&memory.ram[stack_top - 8], 8, static_cast<Byte>(fill ^ 0x55));
        emu::Cpu cpu;
        cpu.core = emu::Core::exact;
        cpu.registers.s = 0xEF;
        const emu::CallInput input{static_cast<Byte>(number >> 1 & 3),
                                   static_cast<Byte>(number >> 3 & 7),
                                   static_cast<Byte>(number >> 6 & 7), (number >> 9 & 1) != 0};
        const auto result = emu::call(cpu, memory, routine, input, 5'000);
        if (!result.returned()) ADD_FAILURE() << "does not return";
        made.least = std::min(made.least, result.cycles);
        made.most = std::max(made.most, result.cycles);
        note('A', input.a, result.registers.a);
        note('X', input.x, result.registers.x);
        note('Y', input.y, result.registers.y);
        for (unsigned at = data; at < data + data_size; ++at) {
            if (memory.ram[at] != before[at]) made.changed.insert(fmt::format("${:04x}", at));
        }
        for (unsigned depth = 1; depth <= 8; ++depth) {
            const bool is_changed = memory.ram[stack_top - depth] != (fill ^ 0x55);
            if (is_changed) made.stack = std::max(made.stack, depth);
        }
    }
    return made;
}

/// RYG_PROGRAMS of them: the exact Time and write set are proved, and any other refuted.
TEST_F(ProveBrute, ProvesTheTimeAndTheWriteSetThatRunsOfAllInputsShow) {
    engine::Random random(option("RYG_SEED", 260));
    std::string text =
        "        .segment \"LOADADDR\"\n .word $1000\n        .bss\ntable: .res 6\n"
        "more: .res 2\nother: .res 8\n        .code\n";
    const auto count = static_cast<unsigned>(option("RYG_PROGRAMS", 8));
    for (unsigned i = 0; i < count; ++i) text += random_program(random, i);
    const Assembled of(folder.write("random.s", text), folder.write("it.cfg", config));
    emu::FlatMemory memory;
    const auto& image = of.program().image;
    std::ranges::copy(image.bytes, &memory.ram[image.load_address]);
    for (const auto& [name, stated] : of.program().blocks) {
        const Shown runs = shown(memory, image.labels.at(name));
        Block block = stated;
        block.uses.items.assign(runs.changed.begin(), runs.changed.end());
        block.uses.stack = runs.stack;
        block.time.least = runs.least;
        block.time.most = runs.most;
        const auto proved = [&](Clause clause, Verdict wanted, const std::string& what) {
            const Proof proof = prove::prove(of.checker, of.program(), block, {.seconds = 20});
            EXPECT_EQ(verdict(proof, clause), wanted)
                << name << ' ' << what << '\n'
                << text_of(proof) << "\nRYG_SEED and " << text;
            EXPECT_EQ(proof.time, fmt::format("{}..{}", runs.least, runs.most)) << text_of(proof);
        };
        proved(Clause::uses, Verdict::proved, "as it is");
        proved(Clause::time, Verdict::proved, "as it is");
        ++(random.below(2) == 0 ? block.time.least : block.time.most);
        proved(Clause::time, Verdict::refuted, "one cycle more");
        if (block.uses.items.empty()) continue;
        const auto which = random.below(static_cast<std::uint32_t>(block.uses.items.size()));
        block.uses.items.erase(block.uses.items.begin() + which);
        proved(Clause::uses, Verdict::refuted, "one item less");
    }
}

}  // namespace
}  // namespace ryg
