// What the evaluation, minimax and the choice promise: the native engine's numbers.
#include <algorithm>

#include "engine/games/ryg1/blocks/values.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/native/variables.hpp"

namespace ryg::engine::ryg1 {

using namespace claims;
namespace {

using Score = Byte (*)(const engine::Position&);
using ScoreOfValues = Value (*)(const NodeValues& node);

template <Score score>
void add_score(In in, Out e) {
    e.byte("etValor", in.byte("etValor") + unsigned{score(position(in, "etTablero"))});
}
template <ScoreOfValues score>
void add_score(const Given& in, Stated& e) {
    e.byte("etValor", in.byte("etValor") + score(node(in, "etTablero")));
}

template <std::size_t size>
Value points(const std::array<Byte, size>& of, const Value& index) {
    return element(NodeValues(of.begin(), of.end()), index);
}

Value row_of_cat(const NodeValues& node, const Value& number) {
    return row_in(cat_square(node, number));
}
Value mouse_row_value(const NodeValues& node) {
    return points(mouse_row_points, row_in(mouse_square(node)));
}
Value mouse_moves_value(const NodeValues& node) {
    return points(mouse_moves_points, count(targets_of_mouse(node)));
}
Value cat_row_spread_value(const NodeValues& node) {
    return points(cat_row_spread_points, row_of_cat(node, 3) - row_of_cat(node, 0));
}

void state_value(In in, Out e, Byte value) { e.at(in.word("etTablero") + Layout::value, value); }

void state_tree(In in, Out e, const Tree& tree) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
        NodeBytes node = node_at(in, places_of(in)[i]);
        node[Layout::value] = tree[i].value;
        e.bytes_at(places_of(in)[i], node);
    }
}

Tree after_minimax(In in) {
    Tree tree = tree_of(in);
    minimax(tree, version_of(in));
    return tree;
}

/// Minimax below the root, whose value is that of its least or greatest child whoever moves.
template <bool Least>
void value_of_children(In in, Out e) {
    Tree tree = after_minimax(in);
    Byte best = Least ? 0xff : 0x00;
    for (const Node& child : tree.children(0)) {
        best = Least ? std::min(best, child.value) : std::max(best, child.value);
    }
    tree.nodes[0].value = best;
    state_tree(in, e, tree);
}

/// Down to a depth; $ff is none.
void evaluate_down_to(In in, Out e, Byte depth) {
    Tree tree = tree_of(in);
    Tree valued = tree;
    evaluate_all(valued, version_of(in));
    for (std::size_t i = 0; i < tree.size(); ++i) {
        if (depth != 0xff && tree[i].level - tree.root().level <= depth)
            tree.nodes[i].value = valued[i].value;
    }
    state_tree(in, e, tree);
}

void choose_child(In in, Out e) {
    std::optional<Byte> tie_byte;
    if (in.has("sorteaEmpate")) tie_byte = in.ram[jiffy_clock];
    const auto chosen = choose_first_best(tree_of(in), tie_byte);
    e.add(in.program->image.labels, memory_of_choice(chosen, base_of(in)));
    e.y(static_cast<unsigned>(chosen.value_or(0xff)));
}

Value is_worth(const Given& in, const ChildLink& child, const Value& value) {
    return child.is_there & (in.at(child.place + unsigned{Layout::value}) == value);
}

/// The number of children that have a value.
Value ties(const Given& in, std::span<const ChildLink> children, const Value& value) {
    Value number = 0;
    for (const ChildLink& child : children) number = number + is_worth(in, child, value);
    return number;
}
/// What is left of the clock's byte after as many tries as there are ties; 0 of none.
Value drawn(const Value& clock, const Value& ties) {
    Value left = 0;
    for (unsigned divisor = 2; divisor <= Layout::most_children; ++divisor) {
        claims::Algebra::Table rest{};
        for (unsigned i = 0; i < rest.size(); ++i) rest[i] = static_cast<Byte>(i % divisor);
        left = choose(ties == divisor, look_up(rest, clock), left);
    }
    return left;
}

/// The first child that has the root's value, or the one that the clock draws of several.
template <const char* pointer>
void state_choice(const Given& in, Stated& e) {
    const unsigned root = in.place(pointer);
    const Value value = in.at(root + unsigned{Layout::value});
    const std::vector<ChildLink> all = children(in, root);
    Value passed = in.has("sorteaEmpate") ? drawn(in.at(jiffy_clock), ties(in, all, value)) : 0;
    Value number = 0xff, low = 0, high = 0, is_open = 1;
    for (unsigned i = 0; i < all.size(); ++i) {
        const Value is_best = is_open & is_worth(in, all[i], value);
        const Value is_it = is_best & (passed == 0);
        number = choose(is_it, i, number);
        low = choose(is_it, all[i].low, low);
        high = choose(is_it, all[i].high, high);
        is_open = is_open & !is_it;
        passed = passed - is_best;
    }
    e.byte("djmHijo", number);
    e.in('Y', number);
    e.byte("djmDirLo", low);
    e.byte("djmDirHi", high);
}
constexpr char a_root[] = "djmTablero", tree_pointer[] = "baseArbol";

constexpr unsigned few = 240;  // trees take their time

}  // namespace

// clang-format off
std::vector<Reference> ryg_tree_references() {
    return {
        {.routine = "evaluaFilaRaton", .expect = add_score<mouse_row_score>,
         .state = add_score<mouse_row_value>},
        {.routine = "evaluaMovsRaton", .expect = add_score<mouse_moves_score>,
         .state = add_score<mouse_moves_value>},
        {.routine = "evaluaDifFilasGatos", .expect = add_score<cat_row_spread_score>,
         .state = add_score<cat_row_spread_value>},
        {.routine = "evaluaTablero", .expect = [](In in, Out e) {
            const Byte value = evaluate(position(in, "etTablero"), version_of(in));
            e.byte("etValor", value);
            state_value(in, e, value);
        }, .state = [](const Given& in, Stated& e) {
            const NodeValues board = node(in, "etTablero");
            Value value = neutral_value + mouse_row_value(board) + mouse_moves_value(board);
            if (in.has("evaluaDifFilasGatos")) value = value + cat_row_spread_value(board);
            e.byte("etValor", value);
            e.at(in.place("etTablero") + unsigned{Layout::value}, value);
        }},
        {.routine = "meteValorTablero", .state = [](const Given& in, Stated& e) {
            e.at(in.place("etTablero") + unsigned{Layout::value}, in.byte("etValor"));
        }},
        {.routine = "maxFilaGatos", .state = [](const Given& in, Stated& e) {
            e.byte("mxfg", row_of_cat(node(in, "mxfgTablero"), 3));
        }},
        {.routine = "minFilaGatos", .state = [](const Given& in, Stated& e) {
            e.byte("mnfg", row_of_cat(node(in, "mnfgTablero"), 0));
        }},
        {"miniMax", [](In in, Out e) { state_tree(in, e, after_minimax(in)); }, few},
        {"minHijos", value_of_children<true>, few},
        {"maxHijos", value_of_children<false>, few},
        {"evaluaArbol", [](In in, Out e) { evaluate_down_to(in, e, in.byte("eaProf")); }, few,
         [](Call& call, Choices& choices) { if (choices.one_in(3)) call.set("eaProf", 5); }},
        {"evaluaArbolJugadas", [](In in, Out e) {
            if (in.version() == 12) return evaluate_down_to(in, e, in.byte("dajProfReal"));
            state_tree(in, e, after_minimax(in));
        }, few},
        {.routine = "decideJugadaMin", .expect = choose_child, .state = state_choice<a_root>},
        {.routine = "decideJugadaGatos", .expect = choose_child, .state = state_choice<tree_pointer>},
        {.routine = "sorteaEmpate", .draws = 3000, .agree = [](Call& call, Choices& choices) {
            if (choices.one_in(2)) call.set("djmValor", tree_of(call).root().value);
        }, .state = [](const Given& in, Stated& e) {
            const Value clock = in.at(jiffy_clock);
            const Value tied = ties(in, children(in, in.place("djmTablero")), in.byte("djmValor"));
            e.byte("djmEmpates", tied);
            e.byte("djmReloj", clock);
            e.byte("djmSalta", drawn(clock, tied));
        }},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg1
