// Alpha-beta as the 6502 makes it, and minimax.
#include "engine/games/veloz/native/search.hpp"

#include <algorithm>
#include <stdexcept>

#include "engine/games/ryg1/native/evaluate.hpp"

namespace ryg::engine::veloz {
namespace {

constexpr std::size_t most_known = 200'000;  // values of one depth
constexpr int less_than_any = 40, more_than_any = 200;

int own_value(const Position& position) { return ryg1::evaluate(position, ryg1::Version::v16); }

/// Both sides' last two plies have many shortcuts on the 6502; the value is that of this.
int plain_value(const Position& position, int plies) {
    const MoveList moves = generate_moves(position);
    if (plies == 0 || moves.empty()) return own_value(position);
    const bool is_mouse = position.side == Side::mouse;
    int best = is_mouse ? less_than_any : more_than_any;
    for (const Move move : moves) {
        const int value = plain_value(apply(position, move), plies - 1);
        best = is_mouse ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

}  // namespace

FoundMove Search::operator()(const Position& position, int depth) {
    if (depth < 1 || depth > greatest_depth) {
        throw std::invalid_argument("depth " + std::to_string(depth) +
                                    " is out of range: use 1 to " + std::to_string(greatest_depth));
    }
    found_ = {};
    uses_table_ = depth >= table_from_depth;
    if (uses_table_) table_.assign(512, {});
    const bool is_mouse = position.side == Side::mouse;
    int alpha = less_than_any, beta = more_than_any;
    const std::array<Square, 4> cats = cat_squares(position);
    for (const Move move : generate_moves(position)) {
        SearchNode next{apply(position, move), cats};
        std::ranges::replace(next.cats, move.from, move.to);
        const int value = value_of(next, depth - 1, alpha, beta);
        if (is_mouse ? value <= alpha : value >= beta) continue;
        (is_mouse ? alpha : beta) = value;
        found_.move = move;
    }
    found_.value = static_cast<Byte>(!found_.move ? own_value(position) : is_mouse ? alpha : beta);
    return found_;
}

int Search::value_of(const SearchNode& node, int plies, int alpha, int beta) {
    if (plies < 2) return plain_value(node.position, plies);
    ++found_.nodes;
    if (plies == 2) return plain_value(node.position, plies);
    return node.position.side == Side::mouse ? mouse_value(node, plies, alpha, beta)
                                             : cats_value(node, plies, alpha, beta);
}

int Search::mouse_value(const SearchNode& node, int plies, int alpha, int beta) {
    const auto [at, own_key] = place_in_table(node.position, plies);
    if (at != nullptr && at->key == own_key) {
        const auto [key, value, bound] = *at;
        if (bound == Bound::exact || (bound == Bound::least && value >= beta) ||
            (bound == Bound::most && value <= alpha)) {
            return value;
        }
    }
    const MoveList moves = generate_moves(node.position);
    if (moves.empty()) return own_value(node.position);
    int best = alpha;
    Bound bound = Bound::most;
    for (const Move move : moves) {
        const int value = value_of({apply(node.position, move), node.cats}, plies - 1, best, beta);
        if (value <= best) continue;
        best = std::min(value, beta);
        bound = Bound::exact;
        if (best < beta) continue;
        ++found_.cuts;
        bound = Bound::least;
        break;
    }
    if (at != nullptr) *at = {own_key, static_cast<Byte>(best), bound};
    return best;
}

int Search::cats_value(const SearchNode& node, int plies, int alpha, int beta) {
    const DarkSet taken = node.position.cats | dark_bit(node.position.mouse);
    int best = beta;
    bool moves = false;
    for (std::size_t cat = 0; cat < node.cats.size(); ++cat) {
        for (DarkSet to = forward_of(dark_bit(node.cats[cat])) & ~taken; to != 0;) {
            moves = true;
            SearchNode next = node;
            next.cats[cat] = take_first(to);
            next.position = apply(node.position, {node.cats[cat], next.cats[cat]});
            const int value = value_of(next, plies - 1, alpha, best);
            if (value >= best) continue;
            best = value;
            if (best > alpha) continue;
            ++found_.cuts;
            return alpha;
        }
    }
    return moves ? best : own_value(node.position);
}

/// Half of the table is for nodes near the last ply.
std::pair<Search::TableEntry*, std::uint32_t> Search::place_in_table(const Position& position,
                                                                     int plies) {
    if (!uses_table_ || plies < table_from_plies) return {};
    unsigned cats = 0;
    for (const Square square : cat_squares(position)) {
        cats ^= square_keys[static_cast<std::size_t>(dark_index(square))];
    }
    const int quarter = quarter_of(position.mouse);
    const unsigned index = ((cats & 0xff) ^ mix_of(quarter)) + (plies > 4 ? 256U : 0U);
    return {&table_[index], cats << 4 | static_cast<unsigned>(quarter)};
}

Byte Minimax::value(const Position& position, int depth) {
    if (depth == 0) return static_cast<Byte>(own_value(position));
    const bool is_mouse = position.side == Side::mouse;
    const std::uint64_t key =
        (std::uint64_t{position.cats} << 6 | position.mouse) << 1 | (is_mouse ? 0U : 1U);
    auto& known = known_.at(static_cast<std::size_t>(depth));
    if (const auto at = known.find(key); depth > 1 && at != known.end()) return at->second;
    const MoveList moves = generate_moves(position);
    if (moves.empty()) return static_cast<Byte>(own_value(position));
    int best = is_mouse ? less_than_any : more_than_any;
    for (const Move move : moves) {
        const int found = value(apply(position, move), depth - 1);
        best = is_mouse ? std::max(best, found) : std::min(best, found);
    }
    if (known.size() > most_known) known.clear();
    if (depth > 1) known.emplace(key, static_cast<Byte>(best));
    return static_cast<Byte>(best);
}

FoundMove Minimax::operator()(const Position& position, int depth) {
    FoundMove found;
    found.value = value(position, depth);
    for (const Move move : generate_moves(position)) {
        if (value(apply(position, move), depth - 1) != found.value) continue;
        found.move = move;
        break;
    }
    return found;
}

}  // namespace ryg::engine::veloz
