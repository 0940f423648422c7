// Merges equal inner nodes of a question.
#include <algorithm>
#include <bit>
#include <optional>

#include "engine/prove/solver.hpp"

namespace ryg::prove {
namespace {

/// One run of sweeping. Rebuilds each node of the cone from its merged operands, then compares it
/// with earlier nodes that have the same values.
class Sweep {
  public:
    Sweep(Graph& graph, Solver& solver, const Budget& budget, int conflicts, Literal given)
        : graph_(graph), solver_(solver), budget_(budget), conflicts_(conflicts), given_(given) {
        int count = 0;
        for (std::size_t w = 0; w < random_words; ++w) {
            if (count == 0) first_ = {w, std::countr_zero(given_word(w))};
            count += std::popcount(given_word(w));
        }
        if (count < least_patterns) {
            given_ = Literal(true);
            first_ = {};
        }
    }

    Literal run(Literal question) {
        if (question.is_known()) return question;
        const std::array roots{question};
        for (const std::uint32_t node : graph_.cone(roots)) {
            const Literal made = anew(node);
            became_[node] = budget_.is_spent() ? made : representative(made);
            if (counterexamples_.size() >= 48) refine();
        }
        return graph_.both(given_, now(question));
    }

  private:
    static constexpr std::size_t random_words = 32;
    static constexpr int least_patterns = 128;
    using Values = std::vector<std::uint64_t>;

    [[nodiscard]] Literal now(Literal literal) const {
        if (literal.is_known()) return literal;
        const Literal found = became_.at(literal.node());
        return literal.complemented() ? !found : found;
    }

    Literal anew(std::uint32_t number) {
        const Graph::Gate node = graph_.node(number);
        switch (node.kind) {
            case Graph::GateKind::input: return Literal::of(number);
            case Graph::GateKind::both: return graph_.both(now(node.a), now(node.b));
            case Graph::GateKind::differ: return graph_.differ(now(node.a), now(node.b));
            default: return graph_.choose(now(node.condition), now(node.a), now(node.b));
        }
    }

    /// The values of a node under all patterns so far.
    const Values& values(std::uint32_t number) {
        if (const auto known = values_.find(number); known != values_.end()) return known->second;
        const std::array roots{Literal::of(number)};
        for (const std::uint32_t node : graph_.cone(roots)) {
            if (!values_.contains(node)) values_.emplace(node, computed(node, 0));
        }
        return values_.at(number);
    }

    /// The words of a node's values from `first` on.
    Values computed(std::uint32_t number, std::size_t first) {
        const Graph::Gate& node = graph_.node(number);
        Values made(words_ - first);
        for (std::size_t w = first; w < words_; ++w) {
            const auto of = [&](Literal literal) {
                const std::uint64_t word = literal.is_known() ? 0 : values_.at(literal.node())[w];
                return literal.complemented() ? ~word : word;
            };
            std::uint64_t& to = made[w - first];
            switch (node.kind) {
                case Graph::GateKind::input: to = input_word(number, w); break;
                case Graph::GateKind::both: to = of(node.a) & of(node.b); break;
                case Graph::GateKind::differ: to = of(node.a) ^ of(node.b); break;
                default: {
                    const std::uint64_t condition = of(node.condition);
                    to = (condition & of(node.a)) | (~condition & of(node.b));
                }
            }
        }
        return made;
    }

    std::uint64_t input_word(std::uint32_t node, std::size_t word) {
        std::uint64_t value = (node * 0x9e3779b97f4a7c15) ^ (word * 0xc2b2ae3d27d4eb4f);
        value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
        value = (value ^ value >> 27) * 0x94d049bb133111eb;
        value ^= value >> 31;
        if (word < random_words) return value;
        const auto& learned = learned_[word - random_words];
        for (std::size_t i = 0; i < learned.size(); ++i) {
            const auto found = learned[i].find(node);
            if (found == learned[i].end()) continue;
            value = (value & ~(std::uint64_t{1} << i)) | std::uint64_t{found->second} << i;
        }
        return value;
    }

    /// The patterns of a word that count.
    std::uint64_t given_word(std::size_t word) {
        if (given_.is_known()) return ~std::uint64_t{0};
        const std::uint64_t value = values(given_.node())[word];
        return given_.complemented() ? ~value : value;
    }

    [[nodiscard]] bool is_flipped(const Values& values) const {
        return (values[first_.first] >> first_.second & 1) != 0;
    }

    /// Complemented if its first value is 1, so that a node and its complement are candidates.
    std::uint64_t signature(const Values& values, bool complemented) {
        std::uint64_t hash = values.size();
        for (std::size_t w = 0; w < values.size(); ++w) {
            const std::uint64_t word = (complemented ? ~values[w] : values[w]) & given_word(w);
            hash = (hash ^ word) * 0x9e3779b97f4a7c15;
            hash ^= hash >> 29;
        }
        return hash;
    }

    Literal representative(Literal made) {
        if (made.is_known() || !seen_.insert({made.node(), true}).second) {
            const auto merged = made.is_known() ? merged_.end() : merged_.find(made.node());
            if (merged == merged_.end()) return made;
            return made.complemented() ? !merged->second : merged->second;
        }
        if (classes_.empty()) add(Literal(false));
        const Literal positive = Literal::of(made.node());
        const Values& own = values(made.node());
        const bool flipped = is_flipped(own);
        const std::uint64_t key = signature(own, flipped);
        if (const auto same = classes_.find(key); same != classes_.end()) {
            int tries = 0;
            for (const Literal candidate : same->second) {
                if (++tries > 4) break;
                const Literal other = flipped ? !candidate : candidate;
                if (!are_equal(positive, other)) continue;
                merged_.emplace(made.node(), other);
                solver_.learn_equal(positive, other, given_);
                return made.complemented() ? !other : other;
            }
        }
        add(positive);
        return made;
    }

    /// Enters a literal as a candidate for later nodes, complemented so that its first value is 0.
    void add(Literal literal) {
        if (literal.is_known()) {
            classes_[signature(Values(words_), false)].push_back(literal);
            return;
        }
        const Values& own = values(literal.node());
        const bool flipped = is_flipped(own);
        classes_[signature(own, flipped)].push_back(flipped ? !literal : literal);
        entered_.push_back(literal);
    }

    bool are_equal(Literal a, Literal b) {
        for (const Literal given : {Literal(true), given_}) {
            const std::array all{a, b, given};
            const auto inputs = joined_inputs(all);
            if (!inputs) continue;
            Exhaustive tables(graph_, *inputs);
            if (!tables.add(all)) continue;
            std::uint64_t differ = 0;
            for (std::size_t w = 0; w < tables.words(); ++w) {
                differ |= (tables.word(a, w) ^ tables.word(b, w)) & tables.word(given, w);
            }
            if ((differ & tables.mask()) == 0) return true;
            if (given == given_) return false;
        }
        for (const std::array question : {std::array{a, !b, given_}, std::array{!a, b, given_}}) {
            const Possibility answer = solver_.possible(question, conflicts_);
            if (answer == Possibility::yes) {
                counterexamples_.push_back(solver_.assignment(question));
            }
            if (answer != Possibility::no) return false;
        }
        return true;
    }

    [[nodiscard]] std::optional<std::vector<std::uint32_t>> joined_inputs(
        std::span<const Literal> literals) const {
        std::vector<std::uint32_t> all;
        for (const Literal literal : literals) {
            const Graph::Support& support = graph_.support(literal);
            std::vector<std::uint32_t> joined;
            std::ranges::set_union(all, support.nodes, std::back_inserter(joined));
            if (support.many || joined.size() > Graph::few) return std::nullopt;
            all = std::move(joined);
        }
        return all;
    }

    /// Adds the counterexamples found so far as patterns, and splits the classes by them.
    void refine() {
        learned_.push_back(std::move(counterexamples_));
        counterexamples_.clear();
        ++words_;
        std::vector<std::uint32_t> numbers;
        numbers.reserve(values_.size());
        for (const auto& [number, of] : values_) numbers.push_back(number);
        std::ranges::sort(numbers);
        for (const std::uint32_t number : numbers) {
            const Values more = computed(number, words_ - 1);
            values_.at(number).push_back(more.front());
        }
        classes_.clear();
        const std::vector<Literal> again = std::move(entered_);
        entered_.clear();
        add(Literal(false));
        for (const Literal literal : again) add(literal);
    }

    Graph& graph_;
    Solver& solver_;
    const Budget& budget_;
    int conflicts_;
    Literal given_;
    std::pair<std::size_t, int> first_{};  // word and bit of the first pattern that counts
    std::size_t words_ = random_words;
    std::unordered_map<std::uint32_t, Literal> became_, merged_;
    std::unordered_map<std::uint32_t, bool> seen_;
    std::unordered_map<std::uint32_t, Values> values_;
    std::unordered_map<std::uint64_t, std::vector<Literal>> classes_;
    std::vector<Literal> entered_;
    std::vector<Assignment> counterexamples_;
    std::vector<std::vector<Assignment>> learned_;
};

}  // namespace

Literal swept(Graph& graph, Solver& solver, const Budget& budget, Literal question, int conflicts,
              Literal given) {
    return Sweep(graph, solver, budget, conflicts, given).run(question);
}

}  // namespace ryg::prove
