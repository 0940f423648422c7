// Proofs of header blocks: the step on terms is the processor's, and nothing false is proved.
#include "engine/contracts/prove/prove.hpp"

#include <gtest/gtest.h>
#include <set>
#include <tuple>

#include "emu/cpu.hpp"
#include "emu/flat_memory.hpp"
#include "emu/opcodes.hpp"
#include "engine/contracts/prove/diagrams.hpp"
#include "engine/contracts/prove/paths.hpp"
#include "engine/contracts/prove/recursion.hpp"
#include "tests/engine/contracts/checkers.hpp"

namespace ryg {
namespace {

using namespace contracts;
using namespace contracts::prove;
using emu::Mode;
using emu::Operation;

constexpr Cycle longest = 1000;
constexpr Address code = 0x0880;

const Program& hints() { return hints_checker().program("hints"); }

/// The same instruction on both processors.
struct BothProcessors : testing::Test {
    Terms terms;
    SpaceChoices choices;
    Space space{terms, hints_checker().suite(), hints(), *hints().block("findMissing"), choices};
    Paths paths{space, code, longest};
    emu::FlatMemory memory;
    emu::Cpu cpu;
    bool is_known = false;  // takes the step on known bytes wherever it can
    unsigned known = 0;     // how many

    BothProcessors() {
        cpu.core = emu::Core::exact;
        for (unsigned at = 0; at < 0x10000; ++at) put(at, static_cast<Byte>(at * 167 + at / 256));
    }
    void put(unsigned at, Byte value) {
        memory.ram[at & 0xffffU] = value;
        paths.set(at & 0xffffU, value);
    }
    void expect_same(const emu::Registers& before) {
        cpu.registers = before;
        cpu.jump(code);
        cpu.cycle = 0;
        const auto flag = [&](unsigned bit) { return (before.p & bit) != 0 ? Term{1} : Term{0}; };
        paths.state = {.a = before.a,
                       .x = before.x,
                       .y = before.y,
                       .n = before.p,
                       .z = flag(emu::Flag::Z) ^ 1U,
                       .c = flag(emu::Flag::C),
                       .v = flag(emu::Flag::V),
                       .d = flag(emu::Flag::D) != 0,
                       .i = flag(emu::Flag::I) != 0,
                       .s = before.s,
                       .pc = code};
        cpu.step(memory);
        try {
            if (is_known && paths.step_known()) {
                ++known;
            } else {
                paths.step();
            }
        } catch (const Unsupported&) {  // the port's direction, which a proof does not follow
            for (unsigned at = 0; at < 0x10000; ++at) put(at, memory.ram[at]);
            return paths.forget();
        }
        const State& state = paths.state;
        const emu::Registers& r = cpu.registers;
        const auto is = [&](unsigned bit) { return (r.p & bit) != 0; };
        const bool same =
            state.a == r.a && state.x == r.x && state.y == r.y && state.s == r.s &&
            state.pc == r.pc && state.cycles == cpu.cycle &&
            (state.n >= 0x80) == is(emu::Flag::N) && (state.z == 0) == is(emu::Flag::Z) &&
            (state.c != 0) == is(emu::Flag::C) && (state.v != 0) == is(emu::Flag::V) &&
            state.d == is(emu::Flag::D) && state.i == is(emu::Flag::I);
        bool writes_same = true;
        for (const unsigned at : paths.written()) {
            Byte& byte = memory.ram[at];
            if (at == 1) byte = (byte & Space::port_direction) | 0x10;  // the port, no RAM
            writes_same &= paths.cell(at) == byte;
        }
        ASSERT_TRUE(same && writes_same)
            << std::hex << "opcode $" << +memory.ram[code] << " A=$" << +before.a << " X=$"
            << +before.x << " P=$" << +before.p << " operand $" << +memory.ram[code + 1];
        paths.forget();
    }
};

bool is_followed(unsigned opcode) {
    const auto [operation, mode] = emu::opcodes[opcode];
    return operation <= Operation::TYA && operation != Operation::BRK && opcode != 0xeb;
}

TEST_F(BothProcessors, ComputeTheSameOfAllOperandsAndFlags) {
    unsigned followed = 0;
    for (unsigned i = 0; i < 512; ++i) {
        const unsigned opcode = i % 256;
        is_known = i >= 256;
        const Mode mode = emu::opcodes[opcode].mode;
        const bool is_plain =
            mode == Mode::imm || mode == Mode::imp || mode == Mode::acc || mode == Mode::zp;
        if (!is_followed(opcode) || !is_plain) continue;
        ++followed;
        const auto operation = emu::opcodes[opcode].operation;
        const bool sums = operation == Operation::ADC || operation == Operation::SBC;
        put(code, static_cast<Byte>(opcode));
        put(code + 1, 0x40);
        for (unsigned a = 0; a < 256; ++a) {
            for (unsigned m = 0; m < 256; ++m) {
                put(mode == Mode::zp ? 0x40 : code + 1, static_cast<Byte>(m));
                for (unsigned flags = 0; flags < (sums ? 4U : 2U); ++flags) {
                    emu::Registers before{.a = static_cast<Byte>(a),
                                          .x = static_cast<Byte>(a + m),
                                          .y = static_cast<Byte>(a),
                                          .s = static_cast<Byte>(m)};
                    before.p = static_cast<Byte>(emu::Flag::unused | (flags & 1) |
                                                 ((flags & 2) << 2) | ((a * 7 + m) & 0xc6));
                    if (operation != Operation::PLP && operation != Operation::PHP) {
                        before.p |= emu::Flag::I;
                    }
                    expect_same(before);
                    if (HasFatalFailure()) return;
                }
            }
        }
    }
    EXPECT_GE(followed, 100U);
    EXPECT_GT(known, 1'000'000U);
}

TEST_F(BothProcessors, ReachTheSameAddressInTheSameTime) {
    unsigned followed = 0;
    for (unsigned i = 0; i < 512; ++i) {
        const unsigned opcode = i % 256;
        is_known = i >= 256;
        if (!is_followed(opcode)) continue;
        ++followed;
        put(code, static_cast<Byte>(opcode));
        for (unsigned low = 0; low < 256; ++low) {
            for (unsigned index = 0; index < 256; ++index) {
                put(code + 1, static_cast<Byte>(low));
                put(code + 2, static_cast<Byte>(0x20 + (low ^ index) % 0x60));
                emu::Registers before{.a = static_cast<Byte>(low * 5 + index),
                                      .x = static_cast<Byte>(index),
                                      .y = static_cast<Byte>(index),
                                      .s = static_cast<Byte>(low)};
                before.p =
                    static_cast<Byte>(emu::Flag::unused | emu::Flag::I | ((low + index) & 0xc3));
                // No pointer may lead to what this machine has no RAM for.
                for (const unsigned at : {low + 1, low + index + 1}) {
                    Byte& high = memory.ram[at & 0xffU];
                    if (emu::opcodes[opcode].mode != Mode::rel) put(at & 0xffU, high % 0x60 + 0x20);
                }
                const bool pulls = (opcode & 0x9f) == 0x00 && opcode != 0x20;
                const bool jumps = emu::opcodes[opcode].operation == Operation::JMP;
                if (pulls || jumps) put(0x0900, 0x10);
                expect_same(before);
                if (HasFatalFailure()) return;
            }
        }
    }
    EXPECT_EQ(followed, 2 * 177U);
    EXPECT_GT(known, 1'000'000U);
}

/// An index that may be one of several leads to a place for each, and to the same as each known one.
TEST_F(BothProcessors, ReachAllThatAnUnknownIndexMayLeadTo) {
    const Term one = terms.symbol(Domain::all()), other = terms.symbol(Domain::range(0, 1));
    Domain few;
    for (const int value : {0, 3, 0x7f, 0x80, 0xf0, 0xff}) few.add(static_cast<Byte>(value));
    ASSERT_TRUE(terms.narrow(one, few));
    paths.joins = Joins::all;
    unsigned followed = 0;
    for (unsigned opcode = 0; opcode < 256; ++opcode) {
        const Mode mode = emu::opcodes[opcode].mode;
        if (!is_followed(opcode) || (mode != Mode::abx && mode != Mode::aby)) continue;
        ++followed;
        for (const bool is_sum : {false, true}) {  // of two symbols; then no page is crossed
            put(code, static_cast<Byte>(opcode));
            put(code + 1, is_sum ? 0x00 : 0x40);
            put(code + 2, 0x21);
            const Term index = is_sum ? terms.make(Op::choose, other, 0x80, one) : one;
            const Terms::Mark mark = terms.mark();
            const emu::FlatMemory before = memory;
            paths.state = {
                .a = 0x5a, .x = index, .y = index, .z = 1, .c = 1, .s = 0xe0, .pc = code};
            paths.step();
            ASSERT_FALSE(paths.is_split());
            few.for_each([&](Byte of_one) {
                for (Byte of_other = 0; of_other < 2; ++of_other) {
                    Values values(terms.symbols());
                    values[one - Terms::first_symbol] = of_one;
                    values[other - Terms::first_symbol] = of_other;
                    const auto value = [&](Term term) { return terms.value(term, values); };
                    memory = before;
                    cpu.registers = {.a = 0x5a, .x = value(index), .y = value(index), .s = 0xe0};
                    cpu.registers.p = emu::Flag::unused | emu::Flag::C | emu::Flag::I;
                    cpu.jump(code);
                    cpu.cycle = 0;
                    cpu.step(memory);
                    const State& state = paths.state;
                    Cycle cycles = state.cycles;
                    for (const Term crosses : paths.crossings) cycles += value(crosses);
                    const auto is = [&](unsigned bit) { return (cpu.registers.p & bit) != 0; };
                    bool same = value(state.a) == cpu.registers.a &&
                                value(state.x) == cpu.registers.x &&
                                value(state.y) == cpu.registers.y && cycles == cpu.cycle &&
                                (value(state.n) >= 0x80) == is(emu::Flag::N) &&
                                (value(state.z) == 0) == is(emu::Flag::Z) &&
                                (value(state.c) != 0) == is(emu::Flag::C);
                    for (unsigned at = 0x2000; at < 0x2400; ++at) {
                        same &= value(paths.cell(at)) == memory.ram[at];
                    }
                    EXPECT_TRUE(same)
                        << std::hex << "opcode $" << opcode << " index $" << +value(index);
                }
            });
            if (HasFailure()) return;
            memory = before;
            for (const unsigned at : paths.written()) put(at, before.ram[at]);
            paths.forget();
            paths.crossings.clear();
            terms.rewind(mark);
        }
    }
    EXPECT_EQ(followed, 30U);
}

/// What one way prints and the other does not is printed where that way is taken.
TEST_F(BothProcessors, PrintWhatTheWayThatIsTakenPrints) {
    constexpr Byte program[]{0xad, 0x00, 0x20,  //        lda $2000
                             0xf0, 0x06,        //        beq @end
                             0x20, 0xd2, 0xff,  //        jsr CHROUT
                             0xad, 0x01, 0x20,  //        lda $2001
                             0x20, 0xd2, 0xff,  // @end:  jsr CHROUT
                             0x60};             //        rts
    Terms of;
    Space found(of, hints_checker().suite(), hints(), *hints().block("printBoard"), choices);
    std::ranges::copy(program, found.cells.begin() + code);
    Paths both(found, code, longest);
    both.joins = Joins::all;
    both.joins_texts = true;
    ASSERT_TRUE(both.next());
    ASSERT_EQ(both.printed.size(), 2U);
    for (const Byte first : {Byte{0x00}, Byte{0x41}}) {
        Values values(of.symbols());
        values[found.cells[0x2000] - Terms::first_symbol] = first;
        values[found.cells[0x2001] - Terms::first_symbol] = 0x42;
        std::string printed;
        for (const auto& [character, when] : both.printed) {
            if (of.value(when, values) != 0) {
                printed += static_cast<char>(of.value(character, values));
            }
        }
        EXPECT_EQ(printed, first == 0 ? std::string(1, '\0') : "AB");
    }
    EXPECT_FALSE(both.next());
}

/// Terms that are made at random of a few values, most of them equal for some values only.
TEST(Diagrams, AreEqualWhereTermsAreForAllValues) {
    engine::Random random(1986);
    unsigned equal = 0, different = 0;
    for (unsigned round = 0; round < 4000; ++round) {
        Terms terms;
        std::vector<Term> known{0, 1, 0x80, 0xff};
        for (int i = 0; i < 3; ++i) {
            const auto first = static_cast<Byte>(random.below(256));
            Domain few = Domain::range(first, first);
            for (unsigned more = random.below(5); more-- > 0;) {
                few.add(static_cast<Byte>(random.below(256)));
            }
            known.push_back(terms.symbol(few));
        }
        Terms::Table table{};
        for (Byte& value : table) value = static_cast<Byte>(random.below(4));
        const auto any = [&] { return known[random.below(static_cast<unsigned>(known.size()))]; };
        for (int i = 0; i < 12; ++i) {
            const auto op = static_cast<Op>(random.below(13));
            const Term carry = terms.make(Op::bit, any(), random.below(8));
            known.push_back(op == Op::table ? terms.look_up(table, any())
                            : op == Op::bit ? terms.make(op, any(), random.below(8))
                            : op == Op::choose
                                ? terms.make(op, carry, any(), any())
                                : terms.make(op, any(), any(), op < Op::both ? carry : 0));
        }
        Diagrams diagrams(terms, [] {});
        for (int i = 0; i < 10; ++i) {
            const Term a = any(), b = any();
            Values values(3), found(3);
            const Term symbols[]{Terms::first_symbol, Terms::first_symbol + 1,
                                 Terms::first_symbol + 2};
            const bool is_equal = terms.for_each_settled(values, symbols, [&](Values& all) {
                return terms.value(a, all) == terms.value(b, all);
            });
            std::vector<Term> decided;
            for (unsigned of = 0; of < 3; ++of) found[of] = terms.domain(symbols[of]).first();
            ASSERT_EQ(diagrams.equal(a, b, found, decided), is_equal);
            ++(is_equal ? equal : different);
            if (is_equal) continue;
            EXPECT_NE(terms.value(a, found), terms.value(b, found));
            for (const Term symbol : symbols) {
                EXPECT_TRUE(terms.domain(symbol).has(found[symbol - Terms::first_symbol]));
            }
        }
    }
    EXPECT_GE(equal, 4000U);
    EXPECT_GE(different, 4000U);
}

TEST(Terms, AreWhatTheyAreMadeOfForEveryValueOfTheirSymbols) {
    Terms terms;
    const Term x = terms.symbol(Domain::all()), y = terms.symbol(Domain::all());
    const Term operands[]{0, 1, 0x80, 0xff, x, y, terms.make(Op::differ, x, y)};
    const Op ops[]{Op::add,    Op::carry, Op::overflow, Op::both,     Op::either,
                   Op::differ, Op::left,  Op::right,    Op::at_least, Op::is_equal};
    engine::Random random(6502);
    for (const Op op : ops) {
        for (const Term a : operands) {
            for (const Term b : operands) {
                for (const Term c : {Term{0}, Term{1}, terms.make(Op::bit, x, 3)}) {
                    const Term term = terms.make(op, a, b, c);
                    for (int i = 0; i < 300; ++i) {
                        const Values values{static_cast<Byte>(random.below(256)),
                                            static_cast<Byte>(random.below(256))};
                        const auto value = [&](Term t) { return terms.value(t, values); };
                        ASSERT_EQ(value(term), computed(op, value(a), value(b), value(c)));
                    }
                }
            }
        }
    }
}

/// A term over two bytes that have some values together only is one value if it is that of all of these.
TEST(Terms, OfTwoBytesAreKnownByTheValuesThatComeTogether) {
    engine::Random random(88);
    unsigned known = 0, open = 0;
    for (unsigned round = 0; round < 400; ++round) {
        Terms terms;
        const Term x = terms.symbol(Domain::all()), y = terms.symbol(Domain::all());
        Terms::Table table{};
        for (Byte& value : table) value = static_cast<Byte>(random.below(2));
        const Term by = random.below(4) * 0x40;
        const Term sum = terms.make(Op::add, x, by);
        const Term of = terms.make(static_cast<Op>(random.below(6)), sum, y);
        const Term term = random.below(2) == 0 ? terms.make(Op::at_least, y, sum)
                          : random.below(2) == 0
                              ? terms.look_up(table, of)
                              : terms.make(Op::carry, y, sum, terms.make(Op::bit, x, 0));
        const Byte wanted = static_cast<Byte>(random.below(2));
        Together together{};
        const unsigned exceptions = random.below(2);
        Domain results;
        for (unsigned of_x = 0; of_x < 256; ++of_x) {
            for (unsigned of_y = 0; of_y < 256; ++of_y) {
                const Values values{static_cast<Byte>(of_x), static_cast<Byte>(of_y)};
                const Byte result = terms.value(term, values);
                const bool is_in = result == wanted ? random.below(3) == 0
                                                    : exceptions != 0 && random.below(0x4000) == 0;
                if (!is_in) continue;
                together[of_x].add(static_cast<Byte>(of_y));
                results.add(result);
            }
        }
        const auto before = terms.mark();
        ASSERT_EQ(terms.pair(x, y, together), !results.empty());
        if (!results.empty()) {
            const Term found = terms.resolved(term);
            ASSERT_EQ(Terms::is_constant(found), results.size() == 1) << round;
            if (results.size() == 1) {
                EXPECT_EQ(found, results.first());
            }
            ++(results.size() == 1 ? known : open);
        }
        terms.rewind(before);
    }
    EXPECT_GE(known, 100U);
    EXPECT_GE(open, 50U);
}

/// What stands on a square on which one of three pieces may: no combination is asked about wrongly.
/// What is left of a number, lower byte first, if the rest of it is taken away.
TEST(Terms, TakenAwayFromAndGivenBackAreWhatTheyWere) {
    Terms terms;
    const Term low = terms.symbol(Domain::all()), high = terms.symbol(Domain::all());
    const Term a = terms.symbol(Domain::all()), b = terms.symbol(Domain::all());
    const auto complement = [&](Term term) { return terms.make(Op::differ, term, 0xff); };
    const Term less_low = terms.make(Op::add, a, complement(low), 1);
    const Term borrow = terms.make(Op::carry, a, complement(low), 1);
    const Term less_high = terms.make(Op::add, b, complement(high), borrow);
    EXPECT_EQ(terms.make(Op::add, a, complement(less_low), 1), low);
    EXPECT_EQ(terms.make(Op::carry, a, complement(less_low), 1), borrow);
    EXPECT_EQ(terms.make(Op::add, b, complement(less_high), borrow), high);
    for (unsigned i = 0; i < 0x10000; ++i) {
        const auto x = static_cast<Byte>(i), y = static_cast<Byte>(i >> 8);
        const Byte difference = computed(Op::add, x, static_cast<Byte>(~y), 1);
        ASSERT_EQ(computed(Op::at_least, x, difference, 0), computed(Op::at_least, x, y, 0));
    }
}

TEST(Terms, ThatStandApartAreKnownByTheirCases) {
    Terms terms;
    std::vector<Term> pieces;
    for (int i = 0; i < 3; ++i) pieces.push_back(terms.symbol(Domain::range(1, 5)));
    terms.different(pieces);
    Term here = 6;
    for (unsigned piece = 0; piece < 3; ++piece) {
        Terms::Table change{};
        change[3] = static_cast<Byte>(6 ^ piece);
        here = terms.make(Op::differ, here, terms.look_up(change, pieces[piece]));
    }
    const Term shifted = terms.make(Op::left, here, 0);
    for (const Term term : {here, shifted}) {
        for (unsigned value = 0; value < 16; ++value) {
            const Term is_value = terms.is_value(term, static_cast<Byte>(value));
            Values values(3);
            EXPECT_TRUE(terms.for_each_settled(values, pieces, [&](Values& all) {
                return terms.possible(term).has(terms.value(term, all)) &&
                       (terms.value(is_value, all) != 0) == (terms.value(term, all) == value);
            }));
        }
        EXPECT_EQ(terms.possible(term).size(), 4U);
    }
}

/// Routines whose proofs take milliseconds, of three games.
struct Proved {
    const Checker& (*checker)();
    std::string_view program, routine;
};
const Proved quick[]{{hints_checker, "hints", "findMissing"},
                     {ryg_checker, "ryg16", "dameOffset"},
                     {ryg_checker, "ryg16", "pideProfundidad"},
                     {ryg3_checker, "ryg3-11", "doGo"}};

Proof proof_of(const Checker& checker, const Program& program, const Block& block,
               double seconds = 0.1) {
    return prove::prove(checker, program, block, {.seconds = seconds, .draws = false});
}

/// A routine's code in a program that a test changes.
std::span<Byte> code_in(Program& mutant, std::string_view routine) {
    const Extent extent = mutant.code_of(routine);
    return std::span(mutant.image.bytes)
        .subspan(extent.begin - mutant.image.load_address, extent.size());
}

/// Contract has to find what a proof has found.
void expect_replayed(const Checker& checker, const Program& program, const Block& block,
                     const Decision& decision) {
    if (decision.changes.empty()) return;  // true of all inputs
    const Report report = checker.check(program, block, {.draws = 1, .changes = decision.changes});
    EXPECT_FALSE(report.holds()) << block.name << ": " << decision.why << ' ' << decision.changes;
}

TEST(Proofs, OfPlantedFaultsAreNeverFound) {
    unsigned planted = 0, refuted = 0;
    for (const auto& [checker_of, name, routine] : quick) {
        const Checker& checker = checker_of();
        const Program& program = checker.program(name);
        const Block& block = *program.block(routine);
        EXPECT_TRUE(proof_of(checker, program, block, 60).is_proved()) << routine;
        const Extent extent = program.code_of(routine);
        for (unsigned at = extent.begin; at < extent.end; ++at) {
            Program mutant = program;
            Byte& byte = mutant.image.bytes[at - program.image.load_address];
            byte = static_cast<Byte>(byte ^ 1U << at % 8);
            const Proof proof = proof_of(checker, mutant, block);
            ++planted;
            if (proof.is_proved()) {
                const Report report = checker.check(mutant, block, {.draws = 30, .tries = 256});
                EXPECT_TRUE(report.holds()) << routine << ' ' << at << '\n' << report.text();
                continue;
            }
            for (const Decision& decision : proof.decisions) {
                if (decision.verdict != Verdict::refuted) continue;
                ++refuted;
                expect_replayed(checker, mutant, block, decision);
                break;
            }
        }
    }
    EXPECT_GT(planted, 50U);
    EXPECT_GT(refuted, planted / 3);
}

TEST(Proofs, OfWrongBlocksAreNeverFound) {
    unsigned wrong = 0;
    for (const auto& [checker_of, name, routine] : quick) {
        const Checker& checker = checker_of();
        const Program& program = checker.program(name);
        const Block& right = *program.block(routine);
        const auto expect_refuted = [&](const Block& block, const char* what) {
            ++wrong;
            const Proof proof = proof_of(checker, program, block);
            EXPECT_FALSE(proof.is_proved()) << routine << ": " << what;
        };
        if (right.time.kind == TimeKind::cycles) {
            Block block = right;
            block.time.most -= 1;
            expect_refuted(block, "the greatest time is short by one");
            block = right;
            block.time.least += 1;
            expect_refuted(block, "the least time is too great by one");
            block.time.least -= 2;
            expect_refuted(block, "the least time is too small by one");
        }
        const bool is_all = right.uses.routines.empty();  // those that it calls may use the same
        for (std::size_t i = 0; is_all && i < right.uses.items.size(); ++i) {
            Block block = right;
            block.uses.items.erase(block.uses.items.begin() + static_cast<std::ptrdiff_t>(i));
            expect_refuted(block, "an item of Uses is missing");
        }
        Block more = right;
        more.uses.items.push_back("$02");
        expect_refuted(more, "Uses names what never changes");
        for (std::size_t i = 0; i < right.out.size(); ++i) {
            for (std::size_t range = 0; range < right.out[i].bytes.ranges.size(); ++range) {
                Block block = right;
                auto& [first, last] = block.out[i].bytes.ranges[range];
                if (first == last) continue;
                ++first;
                expect_refuted(block, "a range of Out begins too late");
                --first;
                --last;
                expect_refuted(block, "a range of Out ends too early");
            }
        }
    }
    EXPECT_GT(wrong, 8U);
}

TEST(Proofs, TakeKeysAsTheyComeAndSayHowMany) {
    const Checker& checker = ryg_checker();
    const Program& program = checker.program("ryg16");
    EXPECT_TRUE(proof_of(checker, program, *program.block("leeTecla"), 60).is_proved());
    EXPECT_TRUE(proof_of(checker, program, *program.block("ganaRaton2"), 60).is_proved());
    Block block = *program.block("pideProfundidad");
    block.invariant_line = 0;
    const Proof asks = proof_of(checker, program, block, 1);
    EXPECT_EQ(asks.find(Clause::out)->verdict, Verdict::bounded);
    EXPECT_FALSE(asks.is_proved());
    block = *program.block("leeCifra");
    EXPECT_TRUE(proof_of(checker, program, block, 60).is_proved());
    block.out.front().bytes.ranges.front().last = 6;
    const Proof wrong = proof_of(checker, program, block, 60);
    const Decision& decision = *wrong.find(Clause::out);
    EXPECT_EQ(decision.verdict, Verdict::refuted);
    EXPECT_NE(decision.changes.find("keys="), std::string::npos) << decision.changes;
    expect_replayed(checker, program, block, decision);
}

/// A routine that begins anew after a wrong key is proved for any number of them; not if it has changed
/// what In names, nor if its reference does not begin anew, too.
TEST(Proofs, OfRoundsNeedWhatEachBeginsWith) {
    const Checker& checker = ryg_checker();
    const Program& program = checker.program("ryg16");
    Block block = *program.block("pideProfundidad");
    const Proof asks = proof_of(checker, program, block, 60);
    EXPECT_TRUE(asks.is_proved());
    EXPECT_EQ(asks.find(Clause::invariant)->verdict, Verdict::proved);
    const auto expect_broken = [&](const Program& in, const std::string& why) {
        const Proof proof = proof_of(checker, in, block, 1);
        EXPECT_EQ(proof.find(Clause::invariant)->verdict, Verdict::refuted);
        EXPECT_EQ(proof.find(Clause::invariant)->why, why);
        EXPECT_NE(proof.find(Clause::out)->verdict, Verdict::proved);
    };
    block.in.push_back({.symbol = "ltTecla", .text = "the last key", .kind = "any"});
    expect_broken(program, "does not hold: what In names has changed");
    block.in.pop_back();
    Program mutant = program;
    constexpr Byte is_digit[]{0xc9, '1'};  // cmp #'1'
    const auto found = std::ranges::search(code_in(mutant, "pideProfundidad"), is_digit);
    ASSERT_FALSE(found.empty());
    found[1] = '2';
    expect_broken(mutant, "begins anew, its reference does not");
}

TEST(Proofs, KnowWhatComesToCallItself) {
    const Program& program = ryg3_checker().program("ryg3-11");
    const auto recursion_of = [&](std::string_view routine) {
        return prove::find_recursion(program, program.image.labels.at(routine));
    };
    for (const char* const routine : {"search", "think", "play"}) {
        EXPECT_EQ(recursion_of(routine), program.image.labels.at("search")) << routine;
    }
    EXPECT_FALSE(recursion_of("genMoves"));
}

/// A routine that goes on to wait for a key too many, after which its result is right.
TEST(Proofs, CountTheKeysThatAReferenceTakes) {
    const Checker& checker = ryg_checker();
    Program mutant = checker.program("ryg16");
    constexpr Byte nop = 0xea, rts = 0x60;
    Byte& last = code_in(mutant, "leeCifra").back();
    ASSERT_EQ(last, rts);
    last = nop;  // leeTecla follows
    const Proof proof = proof_of(checker, mutant, *mutant.block("leeCifra"), 60);
    EXPECT_FALSE(proof.is_proved());
}

/// What changes only in some noise, and texts that are as long as can be.
TEST(Proofs, DoNotRefuteWhatIsTrue) {
    const std::tuple<const Checker&, const char*, const char*> blocks[]{
        {perfecto_checker(), "perfecto", "unpack"}, {ryg_checker(), "ryg16", "pintaCadena"}};
    for (const auto& [checker, name, routine] : blocks) {
        const Program& program = checker.program(name);
        for (const Decision& decision :
             proof_of(checker, program, *program.block(routine), 60).decisions) {
            EXPECT_NE(decision.verdict, Verdict::refuted) << routine << ": " << decision.why;
        }
    }
}

/// An input that is accepted only if a byte that the routine just moves has one value: it may be the
/// one that the statement is false of.
TEST(Proofs, SayThatTheyHaveNotSeenAllThatIsAccepted) {
    static const contracts::Reference right = *ryg3_checker().suite().reference("addHashPos");
    contracts::Suite suite = ryg3_checker().suite();
    const auto reference =
        std::ranges::find(suite.references, right.routine, &contracts::Reference::routine);
    reference->accepts = [](contracts::In in) {
        return in.byte("hash") != 200 || in.byte("hash_dest") == 0x21;
    };
    reference->expect = [](contracts::In in, contracts::Out e) {
        right.expect(in, e);
        if (in.byte("hash") == 200) e.byte("hashpos_mouse_dest", 0x55, 200);  // a lie
    };
    const Checker checker(suite, RYG_SOURCE_DIR);
    const Program& program = checker.program("ryg3-11");
    const Proof proof = proof_of(checker, program, *program.block("addHashPos"), 60);
    for (const Decision& decision : proof.decisions) {
        EXPECT_NE(decision.verdict, Verdict::proved) << decision.why;
    }
}

// --- all inputs of a kind -----------------------------------------------------------------------

/// How many combinations of values these symbols have.
unsigned combinations(Terms& terms, std::span<const Term> symbols) {
    if (symbols.empty()) return 1;
    unsigned count = 0;
    const Domain left = terms.domain(symbols.front());
    if (symbols.size() == 1) return left.size();
    left.for_each([&](Byte value) {
        const Terms::Mark before = terms.mark();
        if (terms.narrow(symbols.front(), Domain::range(value, value))) {
            count += combinations(terms, symbols.subspan(1));
        }
        terms.rewind(before);
    });
    return count;
}

TEST(Spaces, OfPerfectoHaveEveryPositionOnce) {
    const Checker& checker = perfecto_checker();
    const Program& program = checker.program("perfecto");
    Terms terms;
    SpaceChoices choices;
    const Space space(terms, checker.suite(), program, *program.block("showBoard"), choices);
    EXPECT_EQ(combinations(terms, space.made.at("pieces")), 1'006'880U);  // C(32, 4) * 28
}

TEST(Spaces, OfRyg3HaveEveryPositionInEveryOrderOfTheCats) {
    const Checker& checker = ryg3_checker();
    const Program& program = checker.program("ryg3-11");
    Terms terms;
    SpaceChoices choices;
    Space space(terms, checker.suite(), program, *program.block("gameResult"), choices);
    const std::span<const Term> pieces = space.made.at("pieces");
    const Term order = space.made.at("order").front();
    ASSERT_EQ(terms.domain(pieces[0]).size(), 32U);
    ASSERT_TRUE(terms.narrow(pieces[0], Domain::range(4, 4)));
    EXPECT_EQ(combinations(terms, pieces.subspan(1)), 31U * 30 * 29 * 28 / 24);
    Values values(terms.symbols());
    const Byte squares[]{4, 0, 18, 20, 63};
    for (std::size_t i = 0; i < std::size(squares); ++i) {
        values[pieces[i] - Terms::first_symbol] = squares[i];
    }
    const unsigned board = program.variable("board").begin;
    const unsigned square_of = program.variable("square_of").begin;
    std::set<std::vector<Byte>> seen;
    terms.domain(order).for_each([&](Byte value) {
        values[order - Terms::first_symbol] = value;
        std::vector<Byte> found;
        for (unsigned piece = 0; piece < std::size(squares); ++piece) {
            found.push_back(terms.value(space.cells[square_of + piece], values));
        }
        EXPECT_TRUE(std::ranges::is_permutation(found, squares));
        seen.insert(found);
        for (unsigned square = 0; square < 64; ++square) {
            const auto there = std::ranges::find(found, square);
            const auto piece = there == found.end() ? 6 : there - found.begin();
            EXPECT_EQ(terms.value(space.cells[board + square], values), piece) << square;
        }
    });
    EXPECT_EQ(seen.size(), 24U);
}

/// What is computed of bytes that an order chooses is the same in each order, and sorted they no longer
/// depend on it.
TEST(Terms, OfAnOrderAreWhatTheyAreInEach) {
    Terms terms;
    std::vector<Term> symbols;
    for (int i = 0; i < 3; ++i) symbols.push_back(terms.symbol(Domain::range(0, 7)));
    terms.different(symbols);
    terms.ascending(symbols);
    const Term order = terms.order(6);
    std::vector<std::vector<Term>> chosen(3);
    std::array<std::size_t, 3> places{0, 1, 2};
    do {
        for (std::size_t i = 0; i < 3; ++i) chosen[i].push_back(symbols[places[i]]);
    } while (std::ranges::next_permutation(places).found);
    std::vector<Term> bytes;
    for (const auto& each : chosen) bytes.push_back(terms.select(order, each));
    Terms::Table table{};
    for (unsigned i = 0; i < 256; ++i) table[i] = static_cast<Byte>(7 * i + 3);
    const Term is_at_least = terms.make(Op::at_least, bytes[0], bytes[1]);
    const Term sum = terms.make(Op::add, bytes[0], terms.look_up(table, bytes[2]), is_at_least);
    const Term least = terms.make(Op::choose, is_at_least, bytes[1], bytes[0]);
    EXPECT_EQ(terms.only_symbol(is_at_least), order);
    Values values(terms.symbols());
    for (values[order - Terms::first_symbol] = 0; values[order - Terms::first_symbol] < 6;
         ++values[order - Terms::first_symbol]) {
        terms.for_each_settled(values, symbols, [&](const Values& all) {
            const auto byte = [&](std::size_t i) {
                const Term one = chosen[i][all[order - Terms::first_symbol]];
                return all[one - Terms::first_symbol];
            };
            const unsigned carry = byte(0) >= byte(1) ? 1 : 0;
            EXPECT_EQ(terms.value(is_at_least, all), carry);
            EXPECT_EQ(terms.value(sum, all), static_cast<Byte>(byte(0) + table[byte(2)] + carry));
            EXPECT_EQ(terms.value(least, all), std::min(byte(0), byte(1)));
            return true;
        });
    }
    const auto sort = [&](Term& one, Term& other) {
        const Term is_above = terms.make(Op::at_least, one, other);
        const Term lower = terms.make(Op::choose, is_above, other, one);
        other = terms.make(Op::choose, is_above, one, other);
        one = lower;
    };
    sort(bytes[0], bytes[1]);
    sort(bytes[1], bytes[2]);
    EXPECT_NE(bytes[0], symbols[0]);
    sort(bytes[0], bytes[1]);
    EXPECT_EQ(bytes, symbols);
}

/// Sets of states are bits at first, then lists.
TEST(Streams, LeaveTheStatesThatHaveShownWhatWasSeen) {
    constexpr std::size_t count = 1000;
    Stream stream;
    engine::Random random(23);
    for (std::uint32_t place = 0; place < count; ++place) {
        stream.states.push_back(place);
        stream.shown.push_back(static_cast<Byte>(random.below(4) * random.below(64)));
    }
    Domain zero, other = Domain::all();
    zero.add(0);
    other.remove(0);
    States left = States::all(count), filtered;
    std::vector<bool> expected(count, true);
    for (const unsigned steps : {0U, 7U, 63U, 700U, 999U, 12U}) {
        const Domain& seen = steps % 2 == 0 ? other : zero;
        filtered.assign_filtered(left, stream, steps, seen);
        std::swap(left, filtered);
        bool is_empty = true;
        for (std::size_t i = 0; i < count; ++i) {
            expected[i] = expected[i] && seen.has(stream.shown[(i + steps) % count]);
            is_empty &= !expected[i];
        }
        ASSERT_EQ(left.empty(), is_empty);
        for (std::uint32_t number = 0; number < 200 && !is_empty; ++number) {
            EXPECT_TRUE(expected[left.some(number)]);
        }
    }
}

/// A routine is proved; with what `plant` does to its code, Out is refuted, by an input that replays.
template <class Plant>
void expect_found(const Checker& checker, std::string_view name, std::string_view routine,
                  double seconds, double seconds_of_mutant, Plant plant) {
    const Program& program = checker.program(name);
    const Block& block = *program.block(routine);
    EXPECT_TRUE(proof_of(checker, program, block, seconds).is_proved());
    Program mutant = program;
    plant(code_in(mutant, routine));
    ASSERT_NE(mutant.image.bytes, program.image.bytes);
    const Proof proof = proof_of(checker, mutant, block, seconds_of_mutant);
    const Decision* const out = proof.find(Clause::out);
    ASSERT_NE(out, nullptr);
    ASSERT_EQ(out->verdict, Verdict::refuted);
    expect_replayed(checker, mutant, block, *out);
}

/// A cat that is compared the wrong way goes to the wrong place.
TEST(Proofs, OfAllPositionsFindAPlantedFault) {
    expect_found(perfecto_checker(), "perfecto", "moveCat", 60, 60, [](std::span<Byte> routine) {
        constexpr Byte bcc = 0x90, bcs = 0xb0;
        std::ranges::replace(routine, bcc, bcs);
    });
}

/// A square that is never looked at matters where a piece stands on it: the last one, of 32.
TEST(Proofs, OfPiecesThatStandApartFindASquareForgotten) {
    expect_found(ryg3_checker(), "ryg3-11", "findPieces", 20, 1, [](std::span<Byte> routine) {
        ASSERT_EQ(routine[1], 63);  // ldx #Squares - 1
        routine[1] = 62;
    });
}

/// Which slots are printed, of 2^256 sets of them, is compared at once.
TEST(Proofs, OfTextsFindASlotThatIsNotPrinted) {
    expect_found(ryg3_checker(), "ryg3-11", "printPositionsMouse", 20, 20,
                 [](std::span<Byte> routine) {
                     constexpr Byte is_empty[]{0xc9, 0xff};  // cmp #None
                     const auto found = std::ranges::search(routine, is_empty);
                     ASSERT_FALSE(found.empty());
                     found[1] = 0x3f;
                 });
}

/// A carry that is not set before a minute is taken off shows at one limit and at the end of what two
/// pairs of compared bytes may be, if the clock has started from 0 in between.
TEST(Proofs, OfComparedBytesFindAnEndOfThem) {
    expect_found(ryg3_checker(), "ryg3-11", "timeUp", 20, 20, [](std::span<Byte> routine) {
        constexpr Byte sets_carry[]{0x38, 0xad};  // sec; lda tu_jiffies
        const auto found = std::ranges::search(routine, sets_carry);
        ASSERT_FALSE(found.empty());
        found[0] = 0xea;
    });
}

/// What In points to lies anywhere: a routine that looks for it at one address is wrong, and where the
/// search would begin to lay it is no better than any other.
TEST(Proofs, OfAPointerThatIsNotFollowedAreNeverFound) {
    const Checker& checker = ryg_checker();
    const Program& program = checker.program("ryg16");
    const Block& block = *program.block("pintaCadena");
    EXPECT_TRUE(proof_of(checker, program, block, 60).is_proved());
    Program mutant = program;
    Byte* const begin = mutant.image.bytes.data() + program.image.labels.at("pintaCadena") -
                        program.image.load_address;
    constexpr Byte lda_absolute = 0xad, lda_immediate = 0xa9, nop = 0xea;
    const auto fix = [&](Byte* at, Byte value) {
        ASSERT_EQ(*at, lda_absolute);
        at[0] = lda_immediate;
        at[1] = value;
        at[2] = nop;
    };
    fix(begin, 0);
    fix(begin + 5, static_cast<Byte>((program.free.begin + 255) / 256));
    const Proof proof = proof_of(checker, mutant, block, 60);
    EXPECT_NE(proof.find(Clause::out)->verdict, Verdict::proved) << proof.find(Clause::out)->why;
}

/// A pointer of which half is noise leads anywhere: an input that goes there is run.
TEST(Proofs, ThatCannotGoOnRunAnInputThatComesThere) {
    const Checker& checker = ryg_checker();
    const Program& program = checker.program("ryg16");
    const Block& block = *program.block("dameRaton");
    Program mutant = program;
    Byte* const store = mutant.image.bytes.data() + program.image.labels.at("dameRaton") -
                        program.image.load_address + 3;
    constexpr Byte sta_zero_page = 0x85, nop = 0xea;
    ASSERT_EQ(*store, sta_zero_page);
    store[0] = store[1] = nop;
    const Proof proof = proof_of(checker, mutant, block, 60);
    const Decision& out = *proof.find(Clause::out);
    ASSERT_EQ(out.verdict, Verdict::refuted);
    expect_replayed(checker, mutant, block, out);
}

TEST(Proofs, AreNotVacuous) {
    const Checker& checker = hints_checker();
    Block block = *hints().block("findMissing");
    block.in.push_back(block.in.front());
    block.in.front().bytes.ranges = {{0x00, 0x0f}};
    block.in.back().bytes.ranges = {{0x10, 0x1f}};
    EXPECT_THROW(static_cast<void>(proof_of(checker, hints(), block)), ContractError);
}

}  // namespace
}  // namespace ryg
