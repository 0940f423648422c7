// emu's 6502 on formulas against the same 6502 on bytes, access by access.
#include "engine/prove/core.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>

#include "emu/exact_core.hpp"
#include "emu/flat_memory.hpp"

namespace ryg {
namespace {

using namespace ryg::prove;
using BusUse = FormulaAccess::BusUse;

static_assert(!std::is_constructible_v<bool, Bit>, "a hidden decision would compile");

constexpr std::size_t patterns = 64 * pattern_words;

/// What formulas are worth where the inputs have the values of one of the graph's patterns.
struct Pattern {
    const Graph& graph;
    std::size_t number;

    [[nodiscard]] bool operator()(Literal literal) const {
        return (graph.patterns(literal)[number / 64] >> number % 64 & 1) != 0;
    }
    [[nodiscard]] unsigned operator()(std::span<const Literal> bits) const {
        unsigned value = 0;
        for (std::size_t i = 0; i < bits.size(); ++i) value |= ((*this)(bits[i]) ? 1U : 0U) << i;
        return value;
    }
    [[nodiscard]] Address operator()(const Bits16& word) const {
        return static_cast<Address>((*this)(std::span(word.bits)));
    }
    [[nodiscard]] emu::Byte operator()(const prove::Bits8& byte) const {
        return static_cast<emu::Byte>((*this)(std::span(byte.bits)));
    }
    [[nodiscard]] Cycle operator()(const SymbolicTime& time) const {
        Cycle cycles = time.cycles;
        for (const auto& [literal, weight] : time.also) {
            if ((*this)(literal)) cycles += static_cast<Cycle>(weight);
        }
        return cycles;
    }
    [[nodiscard]] emu::State operator()(const prove::State& state) const {
        emu::State made{};
        made.pc = (*this)(state.pc);
        made.a = (*this)(state.a);
        made.x = (*this)(state.x);
        made.y = (*this)(state.y);
        made.s = (*this)(state.s);
        made.set_p((*this)(state.p()));
        made.now = (*this)(state.now);
        return made;
    }
};

prove::Bits8 unknown_byte(Graph& graph) {
    prove::Bits8 made;
    for (Literal& bit : made.bits) bit = graph.input();
    return made;
}
prove::State unknown_state(Graph& graph) {
    prove::State made;
    made.pc = Bits16(unknown_byte(graph), unknown_byte(graph));
    made.a = unknown_byte(graph);
    made.x = unknown_byte(graph);
    made.y = unknown_byte(graph);
    made.s = unknown_byte(graph);
    made.set_p(unknown_byte(graph));
    return made;
}

/// Every read returns a byte that was never there before, as of a port.
struct NewAtEachRead : Readable {
    explicit NewAtEachRead(Graph& its_graph) : graph(its_graph) {}
    prove::Bits8 read(const Bits16&) override { return unknown_byte(graph); }
    void look(Literal, const Bits16&) override {}
    Graph& graph;
};

/// A board that answers reads in order from a list, whatever their addresses, and notes accesses.
struct Script {
    struct Seen {
        Address address;
        int written = -1;
        bool operator==(const Seen&) const = default;
    };
    std::vector<emu::Byte> bytes;
    std::vector<Seen> seen{};

    emu::Byte read(Address address, Cycle&) {
        seen.push_back({address});
        return seen.size() <= bytes.size() ? bytes[seen.size() - 1] : emu::Byte{0};
    }
    void write(Address address, emu::Byte value, Cycle) { seen.push_back({address, value}); }
};

std::string text(const std::vector<Script::Seen>& seen) {
    std::ostringstream out;
    out << std::hex;
    for (const auto& [address, written] : seen) {
        out << ' ' << address;
        if (written >= 0) out << '=' << written;
    }
    return out.str();
}

constexpr auto anything = [](Literal literal) { return literal != Literal(false); };

/// An instruction with every value unknown, and the ways that it may take.
struct Unknown {
    explicit Unknown(emu::Byte its_opcode, unsigned round) : opcode(its_opcode) {
        for (unsigned i = 0; i < round; ++i) static_cast<void>(graph.input());  // other patterns
        NewAtEachRead memory(graph);
        before = unknown_state(graph);
        unstable = {unknown_byte(graph), unknown_byte(graph)};
        outcomes = run_instruction(before, memory, unstable, opcode, anything);
    }

    /// Runs it on bytes where the inputs have the values of a pattern, and compares.
    void compare(std::size_t number) const {
        const Pattern value{graph, number};
        const auto is_taken = [&](const PathOutcome& way) { return value(way.condition); };
        ASSERT_EQ(std::ranges::count_if(outcomes, is_taken), 1);
        const PathOutcome& outcome = *std::ranges::find_if(outcomes, is_taken);

        Script script{{opcode}};
        std::vector<Script::Seen> expected{{value(before.pc)}};
        for (const FormulaAccess& access : outcome.accesses) {
            if (!value(access.when)) continue;
            const bool is_write = access.kind == BusUse::write;
            const bool has_value = access.kind != BusUse::look;
            expected.push_back({value(access.address), is_write ? value(access.value) : -1});
            script.bytes.push_back(has_value ? value(access.value)
                                             : static_cast<emu::Byte>(37 * number + 91));
        }
        emu::State state = value(before);
        const emu::Unstable constants{value(unstable.ane), value(unstable.lxa)};
        emu::ExactCore<Script> core{script, state, constants};
        core.instruction();

        EXPECT_EQ(script.seen, expected) << text(script.seen) << " in place of" << text(expected);
        EXPECT_EQ(value(outcome.state).registers(), state.registers());
        EXPECT_EQ(value(outcome.state).now, state.now);
        EXPECT_FALSE(outcome.jammed);
    }

    emu::Byte opcode;
    Graph graph;
    GraphScope scope{graph};
    prove::State before;
    UnknownUnstable unstable;
    std::vector<PathOutcome> outcomes;
};

TEST(FormulaCore, DoesWithEveryValueUnknownWhatTheExactCoreDoes) {
    for (unsigned opcode = 0; opcode < 256; ++opcode) {
        if (emu::opcodes[opcode].operation == emu::Operation::JAM) continue;
        SCOPED_TRACE(::testing::Message() << "opcode " << std::hex << opcode);
        for (unsigned round = 0; round < 4; ++round) {
            const Unknown instruction(static_cast<emu::Byte>(opcode), round);
            for (std::size_t i = 0; i < patterns; ++i) {
                instruction.compare(i);
                if (HasFailure()) return;
            }
        }
    }
}

// --- what the design rests on -------------------------------------------------------------------

/// Runs instructions that take one way, in memory of inputs.
struct Straight : Readable {
    prove::Bits8 read(const Bits16& address) override {
        ++reads;
        const unsigned at = address.number().value_or(0);
        const auto [found, is_new] = cells.try_emplace(at);
        if (is_new) found->second = unknown_byte(graph);
        return found->second;
    }
    void look(Literal when, const Bits16& address) override { looks.push_back({when, address}); }

    std::vector<PathOutcome> step(std::initializer_list<unsigned> bytes,
                                  const Can& can = anything) {
        state.pc = 0x0400;
        for (unsigned at = 0x0400; const unsigned byte : bytes) cells[at++] = byte;
        const auto opcode = static_cast<emu::Byte>(*bytes.begin());
        auto outcomes = run_instruction(state, *this, unstable, opcode, can);
        state = outcomes[0].state;
        for (const auto& write : outcomes[0].writes()) {
            if (const auto at = write.address.number()) cells[*at] = write.value;
        }
        return outcomes;
    }

    Graph graph;
    GraphScope scope{graph};
    std::map<unsigned, prove::Bits8> cells;
    prove::State state = unknown_state(graph);
    UnknownUnstable unstable{unknown_byte(graph), unknown_byte(graph)};
    unsigned reads = 0;
    std::vector<std::pair<Literal, Bits16>> looks;
};

TEST(FormulaCore, AddsTwoBytesToTheLiteralsOfTheSumOfWords) {
    Straight code;
    code.step({0xD8});        // cld
    code.step({0x18});        // clc
    code.step({0xA5, 0xFB});  // lda $fb
    code.step({0x65, 0xFD});  // adc $fd
    code.step({0x85, 0x20});  // sta $20
    code.step({0xA5, 0xFC});  // lda $fc
    code.step({0x65, 0xFE});  // adc $fe
    const Bits16 sum =
        Bits16(code.cells[0xFB], code.cells[0xFC]) + Bits16(code.cells[0xFD], code.cells[0xFE]);
    EXPECT_EQ(Bits16(code.cells[0x20], prove::Bits8(code.state.a)).bits, sum.bits);
}

TEST(FormulaCore, CountsACrossedPageByTheCarryOfTheLowByte) {
    Straight code;
    const Literal carry =
        FormulaValues::sum(code.read(0xFB), prove::Bits8(code.state.y), false).bits[8];
    const PathOutcome load = code.step({0xB1, 0xFB}).front();  // lda ($fb),y
    EXPECT_EQ(load.accesses[3].when, carry);
    SymbolicTime expected{5};
    expected.count(carry);
    EXPECT_EQ(load.state.now.cycles, expected.cycles);
    EXPECT_EQ(load.state.now.also, expected.also);
}

TEST(FormulaCore, SharesTheFlagsOfSubtractionBetweenItsTwoModes) {
    Straight code;
    const auto subtraction = code.step({0xE5, 0xFB});  // sbc $fb
    ASSERT_EQ(subtraction.size(), 2U);
    const auto &one = subtraction[0].state, &other = subtraction[1].state;
    EXPECT_EQ(subtraction[0].condition, !subtraction[1].condition);
    EXPECT_EQ(one.vdic.bits, other.vdic.bits);
    EXPECT_EQ(one.nz.bits, other.nz.bits);
    EXPECT_NE(one.a.bits, other.a.bits);
}

TEST(FormulaCore, RunsAnInstructionAgainWithTheSameInputs) {
    Graph graph;
    const GraphScope scope(graph);
    NewAtEachRead port(graph);
    const auto ways = run_instruction(unknown_state(graph), port, {}, 0x6D, anything);  // adc $xxxx
    ASSERT_EQ(ways.size(), 2U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(ways[0].accesses[i].value.bits, ways[1].accesses[i].value.bits) << i;
    }
}

/// Of two decisions in one instruction, one has been made before it.
TEST(FormulaCore, FollowsEachWayOfADecisionAfterOneThatIsKnown) {
    Straight code;
    const Literal zero = code.graph.input();
    code.state.nz = emu::alu::make_nz<FormulaValues>(false, Bit(zero));
    const auto can = [&](Literal literal) {
        return literal != Literal(false) && code.graph.both(literal, zero) != Literal(false);
    };
    code.state.pc = 0x04FD;
    const auto ways = run_instruction(code.state, code, code.unstable, 0xF0, can);  // beq
    ASSERT_EQ(ways.size(), 2U);
    EXPECT_EQ(ways[0].condition, !ways[1].condition);
    EXPECT_EQ(ways[0].accesses.size() + ways[1].accesses.size(), 5U) << "both are taken";
    EXPECT_EQ(code.looks[1].first, ways[0].condition) << "of the page before the carry";
}

TEST(FormulaCore, LooksUpNoByteThatIsNotUsed) {
    Straight code;
    code.step({0x1C, 0x01, 0x60});  // nop $6001,x
    EXPECT_EQ(code.reads, 2U);
    code.step({0x60});  // rts
    EXPECT_EQ(code.reads, 4U) << "low and high byte of the address on the stack";
    code.looks.clear();
    const PathOutcome load = code.step({0xBD, 0xFF, 0xDF}).front();  // lda $dfff,x
    ASSERT_EQ(code.looks.size(), 1U);
    EXPECT_EQ(code.looks[0].first, load.accesses[2].when);
    EXPECT_EQ(Bits16(code.looks[0].second >> 8).number(), 0xDFU) << "a chip, if X carries";
}

TEST(FormulaCore, HandsBackOneWriteOfAnInstructionThatWritesTwice) {
    Straight code;
    const PathOutcome increment = code.step({0xFE, 0x00, 0x20}).front();  // inc $2000,x
    const auto writes = increment.writes();
    ASSERT_EQ(writes.size(), 1U);
    EXPECT_EQ(writes[0].value.bits, increment.accesses.back().value.bits);
    EXPECT_NE(writes[0].value.bits, increment.accesses[4].value.bits) << "the old value, before";
}

TEST(FormulaCore, ReadsWhatTheSameInstructionHasWritten) {
    Straight code;
    code.state.s = 0x02;
    code.state.pc = 0x0100;  // jsr, whose last byte lies where it pushes pc
    const auto jump = run_instruction(code.state, code, code.unstable, 0x20, anything).front();
    EXPECT_EQ(Bits16(jump.state.pc >> 8).number(), 0x01U);
}

// --- routines -----------------------------------------------------------------------------------

/// Memory of a routine: known bytes, and inputs where it says so. An address may be unknown.
struct Cells : Readable {
    prove::Bits8 read(const Bits16& address) override {
        prove::Bits8 value = 0;
        for (const auto& [at, byte] : bytes) value = choose(address == Bits16(at), byte, value);
        return value;
    }
    void look(Literal, const Bits16&) override {}
    void write(const Bits16& address, const prove::Bits8& value, const std::set<Address>& targets) {
        for (const Address at : targets) {
            const prove::Bits8 before = bytes.contains(at) ? bytes[at] : prove::Bits8(0);
            bytes[at] = choose(address == Bits16(at), value, before);
        }
    }
    std::map<Address, prove::Bits8> bytes;
};

/// A routine at $0400 that ends where it comes to $0700, from a state of inputs.
class Routine {
  public:
    explicit Routine(const std::map<Address, std::vector<emu::Byte>>& code) {
        for (const auto& [at, bytes] : code) {
            for (unsigned i = 0; i < bytes.size(); ++i) {
                start_.bytes[static_cast<Address>(at + i)] = bytes[i];
            }
        }
        state_.pc = 0x0400;
    }
    Routine& unknown(Address at) {
        start_.bytes[at] = unknown_byte(graph_);
        return *this;
    }
    Routine& with_stack(unsigned s) {
        state_.s = s;
        return *this;
    }

    /// Follows every path on formulas, then runs each pattern on bytes.
    void compare() {
        follow({state_, start_, Literal(true)}, 0);
        for (std::size_t i = 0; i < patterns; ++i) {
            const Pattern value{graph_, i};
            emu::FlatMemory board;
            for (const auto& [at, byte] : start_.bytes) board.ram[at] = value(byte);
            emu::State state = value(state_);
            const emu::Unstable unstable{value(unstable_.ane), value(unstable_.lxa)};
            for (int steps = 0; state.pc != 0x0700 && steps < 100; ++steps) {
                emu::ExactCore<emu::FlatMemory>{board, state, unstable}.instruction();
            }
            const auto is_reached = [&](const End& end) { return value(end.condition); };
            ASSERT_EQ(std::ranges::count_if(ends_, is_reached), 1) << i;
            const End& end = *std::ranges::find_if(ends_, is_reached);
            EXPECT_EQ(value(end.state).registers(), state.registers()) << i;
            EXPECT_EQ(value(end.state).now, state.now) << i;
            for (unsigned at = 0; at < 0x10000; ++at) {
                const auto cell = end.memory.bytes.find(static_cast<Address>(at));
                const unsigned byte = cell == end.memory.bytes.end() ? 0 : value(cell->second);
                ASSERT_EQ(byte, board.ram[at]) << std::hex << at;
            }
        }
    }

  private:
    struct End {
        prove::State state;
        Cells memory;
        Literal condition;
    };

    /// Every value of a word in the patterns that meet the condition.
    std::set<Address> values(const Bits16& word, Literal condition) {
        std::set<Address> made;
        for (std::size_t i = 0; i < patterns; ++i) {
            const Pattern value{graph_, i};
            if (value(condition)) made.insert(value(word));
        }
        return made;
    }
    void follow(const End& from, unsigned steps) {
        ASSERT_LT(steps, 100U);
        for (const Address pc : values(from.state.pc, from.condition)) {
            End here = from;
            here.condition = graph_.both(from.condition, (from.state.pc == Bits16(pc)).literal);
            here.state.pc = pc;
            if (pc == 0x0700) {
                ends_.push_back(here);
                continue;
            }
            const auto opcode =
                static_cast<emu::Byte>(Bits16(here.memory.read(pc)).number().value());
            for (const PathOutcome& way :
                 run_instruction(here.state, here.memory, unstable_, opcode, anything)) {
                End next{way.state, here.memory, graph_.both(here.condition, way.condition)};
                for (const auto& [kind, when, address, value] : way.writes()) {
                    next.memory.write(address, value, values(address, next.condition));
                }
                follow(next, steps + 1);
            }
        }
    }

    Graph graph_;
    GraphScope scope_{graph_};
    prove::State state_ = unknown_state(graph_);
    Cells start_;
    UnknownUnstable unstable_{unknown_byte(graph_), unknown_byte(graph_)};
    std::vector<End> ends_;
};

TEST(FormulaRoutine, AddsAndSubtractsInAnUnknownMode) {
    Routine({{0x0400,
              {0x65, 0xFB,           // adc $fb
               0xE5, 0xFC,           // sbc $fc
               0x67, 0xFD,           // rra $fd
               0x08,                 // php
               0xE7, 0xFE,           // isc $fe
               0x6B, 0x7B,           // arr #$7b
               0x08,                 // php
               0x4C, 0x00, 0x07}}})  // jmp end
        .unknown(0xFB)
        .unknown(0xFC)
        .unknown(0xFD)
        .unknown(0xFE)
        .with_stack(0xFD)
        .compare();
}

TEST(FormulaRoutine, CallsAndReturnsWithAnUnknownStack) {
    Routine({{0x0400,
              {0x20, 0x00, 0x05,             // jsr $0500
               0x48,                         // pha
               0xBA,                         // tsx
               0x4C, 0x00, 0x07}},           // jmp end
             {0x0500, {0x08, 0x68, 0x60}}})  // php, pla, rts
        .compare();
}

TEST(FormulaRoutine, JumpsThroughAPointerThatCannotCarry) {
    Routine({{0x0400,
              {0x29, 0x18,          // and #$18
               0x8D, 0xFF, 0x02,    // sta $02ff
               0x6C, 0xFF, 0x02}},  // jmp ($02ff), whose high byte is in $0200
             {0x0200, {0x05}},
             {0x0500, {0xE8, 0x4C, 0x00, 0x07}},   // inx
             {0x0508, {0xC8, 0x4C, 0x00, 0x07}},   // iny
             {0x0510, {0xAA, 0x4C, 0x00, 0x07}},   // tax
             {0x0518, {0x38, 0x4C, 0x00, 0x07}}})  // sec
        .compare();
}

TEST(FormulaRoutine, JumpsByRtsAndByRti) {
    Routine({{0x0400,
              {0xA9, 0x04, 0x48,  // lda #4, pha
               0x8A, 0x29, 0x10,  // txa, and #$10
               0x09, 0x7F, 0x48,  // ora #$7f, pha
               0x60}},            // rts
             {0x0480,
              {0xA9, 0x07, 0x48,  // lda #7, pha
               0xA9, 0x00, 0x48,  // lda #0, pha
               0x98, 0x48,        // tya, pha
               0x40}}})           // rti
        .with_stack(0xF0)
        .compare();
}

TEST(FormulaRoutine, StoresWithTheHighByteAtAnAddressThatCarries) {
    Routine({{0x0400,
              {0x9E, 0xF0, 0x20,    // shx $20f0,y
               0x9C, 0xF0, 0x30,    // shy $30f0,x
               0x9F, 0x80, 0x40,    // sha $4080,y
               0x93, 0xFB,          // sha ($fb),y
               0x9B, 0x40, 0x60,    // tas $6040,y
               0x4C, 0x00, 0x07}},  // jmp end
             {0xFB, {0xC0, 0x50}}})
        .compare();
}

TEST(FormulaRoutine, RunsOperandsThatItHasWritten) {
    Routine({{0x0400, {0x4C, 0xE8, 0x04}},
             {0x04E8, {0x8D, 0xF7, 0x04,    // sta, the operand of ldx
                       0x29, 0x20,          // and #$20
                       0x8D, 0xF9, 0x04,    // sta, the low byte of jsr
                       0x8A, 0x29, 0x03,    // txa, and #3
                       0x8D, 0xFC, 0x04,    // sta, the distance of bcc, which may cross the page
                       0xA2, 0x00,          // ldx #
                       0x20, 0x00, 0x06,    // jsr $06xx
                       0x90, 0x00,          // bcc
                       0xEA, 0xEA, 0xEA,    // nop
                       0x4C, 0x00, 0x07}},  // jmp end
             {0x0600, {0x60}},              // rts
             {0x0620, {0xC8, 0x60}}})       // iny, rts
        .with_stack(0x80)
        .compare();
}

TEST(FormulaValues, AreThoseOfNumbers) {
    Graph graph;
    const GraphScope scope(graph);
    using Pair = std::pair<Bits16, Bits16>;
    const prove::Bits8 low = unknown_byte(graph), high = unknown_byte(graph);
    const Bits16 a(low, high), b(unknown_byte(graph), high);
    for (const auto& [x, y] :
         {Pair{a, b}, Pair{b, 0x8001}, Pair{0xFF, a}, Pair{a & 0xFF, b & 0xFF}}) {
        const Bit either = x > y || y == 0x10, both = x >= y && x != 0x8001;
        const Bits16 chosen = choose(either, x << 3, y >> 5),
                     sum = FormulaValues::sum(x, y, either);
        const Bits16 difference = x - y, mixed = (x ^ ~y) | (x & 0x0FF0);
        for (std::size_t i = 0; i < patterns; ++i) {
            const Pattern value{graph, i};
            const unsigned p = value(x), q = value(y);
            const bool is_either = p > q || q == 0x10;
            EXPECT_EQ(value(either.literal), is_either);
            EXPECT_EQ(value(both.literal), p >= q && p != 0x8001);
            EXPECT_EQ(value(chosen), (is_either ? p << 3 : q >> 5) & 0xFFFF);
            EXPECT_EQ(value(sum), (p + q + (is_either ? 1 : 0)) & 0xFFFF);
            EXPECT_EQ(value(difference), (p - q) & 0xFFFF);
            EXPECT_EQ(value(mixed), ((p ^ ~q) | (p & 0x0FF0)) & 0xFFFF);
        }
    }
}

TEST(FormulaValues, OfMergedStatesAreThoseOfTheOneThatIsReached) {
    Graph graph;
    const GraphScope scope(graph);
    prove::State one = unknown_state(graph), other = unknown_state(graph);
    const Literal first = graph.input(), crossed = graph.input(), again = graph.input();
    one.now = {10, {{crossed, 1}, {again, 2}}};
    other.now = {7, {{again, 2}, {first, 3}}};
    one.nz = unknown_byte(graph);
    other.nz = unknown_byte(graph);
    const prove::State merged = choose(first, one, other);
    for (std::size_t i = 0; i < patterns; ++i) {
        const Pattern value{graph, i};
        const emu::State expected = value(value(first) ? one : other), found = value(merged);
        EXPECT_EQ(found.registers(), expected.registers());
        EXPECT_EQ(found.now, expected.now);
    }
    EXPECT_EQ((merged.nz & 0xFE).number(), 0U) << "only N and Z are merged";
}

/// All operands of an operation of the arithmetic unit, by simulation of its graph.
void compare_on_all_operands(auto operation) {
    for (const bool carry : {false, true}) {
        Graph graph;
        const GraphScope scope(graph);
        const prove::Bits8 a = unknown_byte(graph), b = unknown_byte(graph);
        const emu::alu::ArithmeticResult<FormulaValues> sum =
            operation.template operator()<FormulaValues>(a, b, carry);
        std::vector<Literal> roots(sum.value.bits.begin(), sum.value.bits.end());
        roots.push_back(emu::alu::negative<FormulaValues>(sum.nz).literal);
        roots.push_back(emu::alu::zero<FormulaValues>(sum.nz).literal);
        roots.push_back(sum.carry.literal);
        roots.push_back(sum.overflow.literal);
        std::vector<std::uint32_t> inputs;
        for (const auto& byte : {a, b}) {
            for (const Literal bit : byte.bits) inputs.push_back(bit.node());
        }
        Exhaustive all(graph, inputs);
        ASSERT_TRUE(all.add(roots));
        unsigned differences = 0;
        for (unsigned i = 0; i < 0x10000; ++i) {
            const emu::alu::ArithmeticResult expected = operation.template operator()<emu::Numbers>(
                static_cast<emu::Byte>(i), static_cast<emu::Byte>(i >> 8), carry);
            unsigned bits = expected.value;
            bits |= emu::alu::negative(expected.nz) ? 0x100U : 0U;
            bits |= emu::alu::zero(expected.nz) ? 0x200U : 0U;
            bits |= (expected.carry ? 0x400U : 0U) | (expected.overflow ? 0x800U : 0U);
            unsigned found = 0;
            for (unsigned k = 0; k < 12; ++k) {
                found |= static_cast<unsigned>(all.word(roots[k], i / 64) >> i % 64 & 1) << k;
            }
            differences += found != bits ? 1 : 0;
        }
        EXPECT_EQ(differences, 0U);
    }
}

TEST(FormulaValues, OfTheArithmeticUnitAreThoseOfBytesForAllOperands) {
    namespace alu = emu::alu;
    compare_on_all_operands([]<class V>(auto... of) { return alu::add<V>(of...); });
    compare_on_all_operands([]<class V>(auto... of) { return alu::subtract<V>(of...); });
    compare_on_all_operands([]<class V>(auto... of) { return alu::add_decimal<V>(of...); });
    compare_on_all_operands([]<class V>(auto... of) { return alu::subtract_decimal<V>(of...); });
    compare_on_all_operands([]<class V>(auto... of) { return alu::and_rotate<V>(of..., false); });
    compare_on_all_operands([]<class V>(auto... of) { return alu::and_rotate<V>(of..., true); });
}

}  // namespace
}  // namespace ryg
