// The graph, and what decides questions about it, against plain evaluation of random formulas.
#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

#include "engine/common/players.hpp"
#include "engine/prove/decide.hpp"
#include "engine/prove/formula_words.hpp"
#include "engine/prove/lanes.hpp"
#include "engine/prove/solver.hpp"

namespace ryg::prove {
namespace {

/// A random formula, and its value for each assignment of its inputs.
struct Formula {
    Literal literal;
    std::vector<bool> values;
};

constexpr std::size_t inputs = 6, assignments = 1U << inputs;

std::vector<Formula> random_formulas(Graph& graph, engine::Random& random, std::size_t count) {
    std::vector<Formula> made;
    for (std::size_t i = 0; i < inputs; ++i) {
        Formula input{graph.input(), std::vector<bool>(assignments)};
        for (std::size_t k = 0; k < assignments; ++k) input.values[k] = (k >> i & 1) != 0;
        made.push_back(std::move(input));
    }
    const auto pick = [&] {
        Formula one = made[random.below(static_cast<std::uint32_t>(made.size()))];
        if (random.below(2) != 0) {
            one.literal = !one.literal;
            one.values.flip();
        }
        return one;
    };
    while (made.size() < count) {
        const Formula a = pick(), b = pick(), c = pick();
        const unsigned kind = random.below(3);
        Formula next{kind == 0   ? graph.both(a.literal, b.literal)
                     : kind == 1 ? graph.differ(a.literal, b.literal)
                                 : graph.choose(c.literal, a.literal, b.literal),
                     std::vector<bool>(assignments)};
        for (std::size_t k = 0; k < assignments; ++k) {
            next.values[k] = kind == 0   ? a.values[k] && b.values[k]
                             : kind == 1 ? a.values[k] != b.values[k]
                                         : (c.values[k] ? a.values[k] : b.values[k]);
        }
        made.push_back(std::move(next));
    }
    return made;
}

Assignment assignment_of(const std::vector<Formula>& formulas, std::size_t number) {
    Assignment made;
    for (std::size_t i = 0; i < inputs; ++i) {
        made.emplace(formulas[i].literal.node(), (number >> i & 1) != 0);
    }
    return made;
}

TEST(ProveGraph, FoldsToWhatTheFormulaIs) {
    engine::Random random(2026);
    for (int round = 0; round < 20; ++round) {
        Graph graph;
        const auto formulas = random_formulas(graph, random, 120);
        for (std::size_t k = 0; k < assignments; ++k) {
            const Assignment at = assignment_of(formulas, k);
            Evaluation value(graph, at);
            for (const Formula& one : formulas) ASSERT_EQ(value(one.literal), one.values[k]);
        }
    }
}

TEST(ProveGraph, FoldsWhatProofsRestOn) {
    Graph graph;
    const Literal a = graph.input(), b = graph.input(), c = graph.input();
    EXPECT_EQ(graph.differ(graph.differ(a, b), b), a);
    EXPECT_EQ(graph.both(a, !graph.both(a, b)), graph.both(a, !b));
    EXPECT_EQ(graph.choose(c, graph.choose(c, a, b), b), graph.choose(c, a, b));
    EXPECT_EQ(graph.both(c, graph.choose(c, a, b)), graph.both(c, a));
    EXPECT_EQ(graph.choose(a, Literal(true), Literal(false)), a);
}

/// Each way of deciding alone finds an assignment exactly if there is one.
TEST(ProveDecide, AgreesWithEvaluation) {
    engine::Random random(6502);
    for (int round = 0; round < 10; ++round) {
        Graph graph;
        const auto formulas = random_formulas(graph, random, 90);
        const Budget budget(60);
        Decider decider(graph, budget);
        Solver solver(graph, budget);
        for (const Formula& one : formulas) {
            const bool can_be = std::ranges::find(one.values, true) != one.values.end();
            ASSERT_EQ(decider.possible(one.literal), can_be ? Possibility::yes : Possibility::no);
            const std::array question{one.literal};
            ASSERT_EQ(solver.possible(question, 100'000),
                      can_be ? Possibility::yes : Possibility::no);
            if (can_be) {
                const Assignment at = solver.assignment(question);
                ASSERT_TRUE(Evaluation(graph, at)(one.literal));
            }
        }
    }
}

struct AllAssignments {
    bool can_be = false;               ///< the question
    std::set<std::uint64_t> values{};  ///< of the word where `given` is true
};

AllAssignments all_of(const Graph& graph, Literal question, std::span<const Literal> word,
                      Literal given) {
    std::vector<Literal> roots{given, question};
    roots.insert(roots.end(), word.begin(), word.end());
    LaneEvaluator lanes(graph, roots, inputs_of(graph, roots));
    AllAssignments found;
    for (std::uint64_t block = 0; block < lanes.blocks(); ++block) {
        lanes.compute(block);
        for (unsigned lane = 0; lane < lanes.used(); ++lane) {
            found.can_be = found.can_be || lanes.bit(question, lane);
            if (lanes.bit(given, lane)) found.values.insert(lanes.number(word, lane));
        }
    }
    return found;
}

/// Whenever the time ends, no answer is wrong and no value is left out.
TEST(ProveDecide, IsNeverWrongWhenTimeEnds) {
    engine::Random random(53);
    unsigned decided = 0, found = 0;
    for (int round = 0; round < 40; ++round) {
        Graph graph;
        std::array<std::vector<Formula>, 3> groups;
        for (auto& group : groups) group = random_formulas(graph, random, 60);
        const auto any = [&](std::size_t group) {
            const Formula& one = groups[group][inputs + random.below(60 - inputs)];
            return random.below(2) != 0 ? one.literal : !one.literal;
        };
        const std::array conditions{graph.both(any(0), graph.either(any(0), any(1))), any(1),
                                    any(2)};
        std::vector<Literal> alternatives;
        for (unsigned i = 0; i < 6; ++i) {
            const Literal small = graph.both(any(i % 3), any(i % 3));
            alternatives.push_back(
                i < 2 ? small : graph.both(small, graph.both(any(0), graph.both(any(1), any(2)))));
        }
        const Literal given = graph.all_of(conditions);
        const std::array word{any(0), graph.differ(any(1), any(2)), any(1)};
        const Literal question = graph.both(graph.both(given, any(2)), graph.any_of(alternatives));
        const auto [can_be, values] = all_of(graph, question, word, given);
        for (unsigned limit = 0; limit < 40; ++limit) {
            for (const bool assumes : {false, true}) {
                unsigned asked = 0;  // the time ends for good, or a share of it
                const Budget budget(60, [&] {
                    return ++asked <= limit * limit / 4 ||
                           (limit % 2 == 0 && asked > limit * limit / 4 + 1);
                });
                Decider decider(graph, budget);
                if (assumes) decider.assume(conditions);
                const Possibility answer = decider.possible(question);
                ASSERT_NE(answer, can_be ? Possibility::no : Possibility::yes);
                if (answer == Possibility::yes) {
                    const Assignment at = decider.assignment();
                    ASSERT_TRUE(Evaluation(graph, at)(question));
                }
                decided += answer == Possibility::unknown ? 0 : 1;
                const auto listed = decider.values(word, given, 8);
                if (!listed) continue;
                ++found;
                for (const std::uint64_t value : values) {
                    ASSERT_TRUE(std::ranges::count(*listed, value));
                }
            }
        }
    }
    EXPECT_GT(decided, 40U);
    EXPECT_GT(found, 40U);
}

TEST(ProveDecide, FindsAllValuesOfAWord) {
    engine::Random random(64);
    Graph graph;
    const auto formulas = random_formulas(graph, random, 60);
    const Budget budget(60);
    Decider decider(graph, budget);
    for (int round = 0; round < 40; ++round) {
        const auto any = [&]() -> const Formula& {
            return formulas[random.below(static_cast<std::uint32_t>(formulas.size()))];
        };
        const Formula &low = any(), &high = any(), &condition = any();
        std::vector<bool> expected(4);
        for (std::size_t k = 0; k < assignments; ++k) {
            if (condition.values[k])
                expected[(low.values[k] ? 1U : 0U) + (high.values[k] ? 2U : 0U)] = true;
        }
        const std::array word{low.literal, high.literal};
        const auto found = decider.values(word, condition.literal, 4);
        ASSERT_TRUE(found);
        std::vector<bool> has(4);
        for (const unsigned value : *found) has[value] = true;
        EXPECT_EQ(has, expected);
    }
}

/// A counter is bounded by its steps, of which there are too many to try.
TEST(ProveDecide, FindsTheValuesOfACounter) {
    Graph graph;
    const GraphScope scope(graph);
    const Budget budget(60);
    Decider decider(graph, budget);
    std::vector<unsigned> all(256);
    std::iota(all.begin(), all.end(), 0U);
    Bits16 counter(0);
    for (unsigned step = 1; step <= 60; ++step) {
        const Literal counts = graph.input();
        counter = choose(Bit(counts), counter + Bits16(1), counter) & Bits16(0xff);
        const auto found = decider.values(std::span(counter.bits).first(8), counts, 256, all);
        ASSERT_TRUE(found);
        const unsigned least = found->front(), most = found->back();
        EXPECT_EQ(most, step);
        EXPECT_LE(least, 1U);
    }
}

/// None of seven products of bytes depends on the order of its factors; then one of them has a value
/// for which two inputs are left.
TEST(ProveDecide, TriesTheAlternativesOfAQuestionOfManyInputs) {
    Graph graph;
    const GraphScope scope(graph);
    const Budget budget(60);
    const auto product = [](const Bits16& a, const Bits16& b) {
        Bits16 made(0);
        for (unsigned i = 0; i < 8; ++i)
            made = made + choose(Bit(b.bits[i]), a << static_cast<int>(i), Bits16(0));
        return made;
    };
    std::vector<Literal> differences;
    Literal is_60491(true);  // 251 * 241
    for (unsigned group = 0; group < 7; ++group) {
        Bits16 a(0), b(0);
        for (unsigned i = 0; i < 8; ++i) {
            a.bits[i] = graph.input();
            b.bits[i] = graph.input();
        }
        const Bits16 one = product(a, b), other = product(b, a);
        for (unsigned i = 0; i < 16; ++i) {
            differences.push_back(graph.differ(one.bits[i], other.bits[i]));
        }
        if (group != 3) continue;
        for (unsigned i = 0; i < 16; ++i) {
            is_60491 = graph.both(is_60491, (60491 >> i & 1) != 0 ? one.bits[i] : !one.bits[i]);
        }
    }
    EXPECT_EQ(Decider(graph, budget).possible(graph.any_of(differences)), Possibility::no);
    differences.insert(differences.begin() + 50, is_60491);
    const Literal question = graph.any_of(differences);
    Decider decider(graph, budget);
    ASSERT_EQ(decider.possible(question), Possibility::yes);
    EXPECT_TRUE(Evaluation(graph, decider.assignment())(question));
}

/// All forms of a product, with signs and without, are the same number.
TEST(ProveProduct, IsTheSameInAllForms) {
    using c64::debug::WordOperation;
    engine::Random random(8);
    Graph graph;
    const GraphScope scope(graph);
    const Budget budget(60);
    Decider decider(graph, budget);
    const claims::Program program;
    World world(graph, decider, program);
    SymbolicMemory memory(world);
    const State state;
    const auto number = [&](unsigned bits, bool has_sign) {
        LongWord made{};
        for (unsigned i = 0; i < bits; ++i) made[i] = graph.input();
        if (has_sign) std::fill(made.begin() + bits, made.end(), made[bits - 1]);
        return made;
    };
    for (const bool has_sign : {false, true}) {
        const LongWord a = number(16, has_sign), b = number(18, true), c = number(9, false);
        for (const ProductForm& form : product_forms()) {
            FormulaWords words(world, state, memory, form, {});
            const LongWord k = FormulaWords::number(0xfffffffffffffff5);
            const LongWord product = words.apply(WordOperation::multiply, a, b);
            const LongWord sum = words.apply(WordOperation::add, c, product);
            const LongWord multiple = words.apply(WordOperation::multiply, k, b);
            for (int round = 0; round < 3; ++round) {
                Assignment at;
                for (const LongWord& word : {a, b, c}) {
                    for (const Literal bit : word) {
                        if (!bit.is_known()) at[bit.node()] = random.below(3) != 0;
                    }
                }
                Evaluation value(graph, at);
                ASSERT_EQ(value.number(product), value.number(a) * value.number(b));
                ASSERT_EQ(value.number(sum), value.number(product) + value.number(c));
                ASSERT_EQ(value.number(multiple), value.number(b) * 0xfffffffffffffff5);
            }
        }
    }
}

/// What sweeping makes of a question is equal to it, also where only what it implies counts.
TEST(ProveSweep, KeepsTheFunction) {
    engine::Random random(3);
    for (int round = 0; round < 30; ++round) {
        Graph graph;
        const auto formulas = random_formulas(graph, random, 200);
        const Budget budget(60);
        Solver solver(graph, budget);
        const Formula& last = formulas.back();
        const Literal less = swept(graph, solver, budget, last.literal, 1000);
        for (std::size_t k = 0; k < assignments; ++k) {
            const Assignment at = assignment_of(formulas, k);
            ASSERT_EQ(Evaluation(graph, at)(less), last.values[k]);
        }
        const Formula& given = formulas[formulas.size() - 2];
        const Literal both = graph.both(given.literal, last.literal);
        const Literal rest = swept(graph, solver, budget, both, 1000, given.literal);
        for (std::size_t k = 0; k < assignments; ++k) {
            const Assignment at = assignment_of(formulas, k);
            ASSERT_EQ(Evaluation(graph, at)(rest), given.values[k] && last.values[k]);
        }
    }
}

}  // namespace
}  // namespace ryg::prove
