// Looks for a small strategy by simulated annealing, packs it, and reads it.
#include "engine/perfecto/native/strategy.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

#include "engine/common/players.hpp"

namespace ryg::engine::perfecto {
namespace {

/// A position that the cats, on move, win.
struct Node {
    Position position{};
    std::vector<Move> moves{};                  ///< that keep the win
    std::vector<std::vector<int>> followers{};  ///< by move, after each answer of the mouse
    std::size_t chosen = 0;
    int seen = 0;  ///< in which walk
};

class Search {
  public:
    Search(const Solution& solution, std::uint64_t seed) : solution_(solution), random_(seed) {
        numbers_.resize(indexing::position_count, -1);
    }

    Strategy run(int steps) {
        walk(indexing::position_count);
        std::vector<int> current = walked_, best;
        const auto keep_best = [&] {
            if (best.empty() || current.size() < best.size()) {
                best = current;
                best_strategy_ = strategy(current);
            }
        };
        keep_best();
        for (int step = 0; step < steps; ++step) {
            const auto changed = static_cast<std::size_t>(random_.pick(current));
            const auto count = static_cast<std::uint32_t>(nodes_[changed].moves.size());
            const std::size_t before = nodes_[changed].chosen, other = random_.below(count);
            if (other == before) continue;
            nodes_[changed].chosen = other;
            if (walk(current.size() + allowed(steps - step, steps))) {
                current = walked_;
                keep_best();
            } else {
                nodes_[changed].chosen = before;
            }
        }
        return best_strategy_;
    }

  private:
    /// How many positions more are taken: 0 in half of all cases, else more, fewer as time goes by.
    std::size_t allowed(int steps_left, int steps) {
        constexpr int warmth = 3;
        const int drawn = std::countl_zero(random_.next());
        return static_cast<std::size_t>(std::int64_t{drawn} * warmth * steps_left / steps);
    }

    int number_of(const Position& position) {
        int& number = numbers_[indexing::dense_index(position)];
        if (number >= 0) return number;
        number = static_cast<int>(nodes_.size());
        nodes_.push_back({.position = position});
        for (const Move& move : generate_moves(position)) {
            if (solution_[apply(position, move)].winner == Side::cats) {
                nodes_.back().moves.push_back(move);
            }
        }
        return number;
    }

    std::vector<int> after(const Position& position) {
        std::vector<int> numbers;
        if (is_over(position)) return numbers;
        for (const Move& move : generate_moves(position)) {
            numbers.push_back(number_of(apply(position, move)));
        }
        return numbers;
    }

    /// Where the mouse can go after each move; at first the one with the fewest new positions is
    /// chosen.
    void prepare(std::size_t number) {
        const Position position = nodes_[number].position;
        const std::vector<Move> moves = nodes_[number].moves;
        std::vector<std::vector<int>> followers;
        std::size_t fewest = std::numeric_limits<std::size_t>::max();
        for (const Move& move : moves) {
            followers.push_back(after(apply(position, move)));
            const auto fresh = static_cast<std::size_t>(
                std::ranges::count_if(followers.back(), [&](int next) { return !is_seen(next); }));
            if (fresh >= fewest) continue;
            fewest = fresh;
            nodes_[number].chosen = followers.size() - 1;
        }
        nodes_[number].followers = std::move(followers);
    }

    bool is_seen(int number) const {
        return nodes_[static_cast<std::size_t>(number)].seen == walk_;
    }
    void see(int number) {
        if (is_seen(number)) return;
        nodes_[static_cast<std::size_t>(number)].seen = walk_;
        open_.push_back(number);
    }

    /// Fills `walked_` with all that can come about; false if there are more than `most`.
    bool walk(std::size_t most) {
        ++walk_;
        walked_.clear();
        open_.clear();
        for (const int first : after(start_position())) see(first);
        while (!open_.empty()) {
            const auto number = static_cast<std::size_t>(open_.back());
            open_.pop_back();
            if (walked_.size() == most) return false;
            walked_.push_back(static_cast<int>(number));
            if (nodes_[number].followers.empty()) prepare(number);
            const Node& node = nodes_[number];
            for (const int next : node.followers[node.chosen]) see(next);
        }
        return true;
    }

    Strategy strategy(const std::vector<int>& numbers) const {
        Strategy made;
        for (const int number : numbers) {
            const Node& node = nodes_[static_cast<std::size_t>(number)];
            made.push_back({node.position, node.moves[node.chosen]});
        }
        std::ranges::sort(made, {}, &Reply::position);
        return made;
    }

    const Solution& solution_;
    Random random_;
    std::vector<int> numbers_;  // of nodes, by dense index
    std::vector<Node> nodes_;
    std::vector<int> walked_, open_;
    int walk_ = 0;
    Strategy best_strategy_;
};

Byte key_of(DarkSet cats, const std::array<Byte, 32>& weights) {
    unsigned sum = 0;
    for (; cats != 0; cats &= cats - 1) {
        sum += weights[static_cast<std::size_t>(std::countr_zero(cats))];
    }
    return static_cast<Byte>(sum);
}

/// What stands for a reply in the book.
Byte code_of(const Reply& reply) {
    const auto cats = cat_squares(reply.position);
    const auto cat = std::ranges::find(cats, reply.move.from) - cats.begin();
    const int right = column_of(reply.move.to) > column_of(reply.move.from) ? 1 : 0;
    return static_cast<Byte>(dark_index(reply.position.mouse) << 3 | cat << 1 | right);
}

}  // namespace

Strategy find_strategy(const Solution& solution, const StrategySearch& search) {
    return Search(solution, search.seed).run(search.steps);
}

Book::Book(const Strategy& strategy) {
    std::map<DarkSet, std::vector<Byte>> sets;
    for (const Reply& reply : strategy) sets[reply.position.cats].push_back(code_of(reply));
    constexpr int most_draws = 100'000;  // of 60 sets one in a thousand succeeds
    Random random(1);
    std::map<Byte, const std::vector<Byte>*> by_key;
    for (int draws = 0; by_key.size() < sets.size(); ++draws) {
        if (draws == most_draws) throw std::invalid_argument("there are too many sets of cats");
        for (Byte& weight : weights) weight = static_cast<Byte>(random.below(256));
        by_key.clear();
        for (const auto& [cats, codes] : sets) {
            if (!by_key.emplace(key_of(cats, weights), &codes).second) break;
        }
    }
    for (const auto& [key, codes] : by_key) {
        bytes.insert(bytes.end(), {key, static_cast<Byte>(codes->size() + 2)});
        bytes.insert(bytes.end(), codes->begin(), codes->end());
    }
    bytes.insert(bytes.end(), {0, 0});
}

std::optional<Move> Book::operator[](const Position& position) const {
    const Byte key = key_of(position.cats, weights);
    std::size_t set = 0;
    while (bytes[set + 1] != 0 && bytes[set] != key) set += bytes[set + 1];
    for (std::size_t i = bytes[set + 1]; i > 2;) {
        const Byte code = bytes[set + --i];
        if (code >> 3 != dark_index(position.mouse)) continue;
        const Square from = cat_squares(position)[code >> 1 & 3];
        const int right = code & 1;
        return Move{from, static_cast<Square>(from + 7 + 2 * right)};
    }
    return std::nullopt;
}

}  // namespace ryg::engine::perfecto
