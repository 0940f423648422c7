// What the evaluation, minimax and the choice promise: the native engine's numbers.
#include <algorithm>

#include "engine/games/ryg1/blocks/nodes.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/native/search.hpp"

namespace ryg::engine::ryg1 {

using namespace contracts;
namespace {

using Score = Byte (*)(const engine::Position&);

template <Score score>
void add_score(In in, Out e) {
    e.byte("etValor", in.byte("etValor") + unsigned{score(position(in, "etTablero"))});
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

void choose(In in, Out e) {
    std::optional<Byte> tie_byte;
    if (in.has("sorteaEmpate")) tie_byte = in.ram[jiffy_clock];
    const auto chosen = choose_first_best(tree_of(in), tie_byte);
    const auto number = chosen ? static_cast<unsigned>(*chosen) : 0xffU;
    e.byte("djmHijo", number);
    e.y(number);
    e.word("djmDir", chosen ? node_address(1 + *chosen, base_of(in)) : 0);
}

constexpr unsigned few = 240;  // trees take their time

}  // namespace

// clang-format off
std::vector<Reference> ryg_tree_references() {
    return {
        {"evaluaFilaRaton", add_score<mouse_row_score>},
        {"evaluaMovsRaton", add_score<mouse_moves_score>},
        {"evaluaDifFilasGatos", add_score<cat_row_spread_score>},
        {"evaluaTablero", [](In in, Out e) {
            const Byte value = evaluate(position(in, "etTablero"), version_of(in));
            e.byte("etValor", value);
            state_value(in, e, value);
        }},
        {"meteValorTablero", [](In in, Out e) { state_value(in, e, in.byte("etValor")); }},
        {"maxFilaGatos", [](In in, Out e) {
            e.byte("mxfg", static_cast<unsigned>(engine::row_of(engine::cat_squares(position(in, "mxfgTablero"))[3])));
        }},
        {"minFilaGatos", [](In in, Out e) {
            e.byte("mnfg", static_cast<unsigned>(engine::row_of(engine::cat_squares(position(in, "mnfgTablero"))[0])));
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
        {"decideJugadaMin", choose},
        {"decideJugadaGatos", choose},
        {"sorteaEmpate", [](In in, Out e) {
            const Byte clock = in.ram[jiffy_clock];
            const auto ties = std::ranges::count(tree_of(in).children(0), in.byte("djmValor"), &Node::value);
            e.byte("djmEmpates", static_cast<unsigned>(ties));
            e.byte("djmReloj", clock);
            e.byte("djmSalta", ties == 0 ? 0 : static_cast<unsigned>(clock % ties));
        }, 3000, [](Call& call, Choices& choices) {
            if (choices.one_in(2)) call.set("djmValor", tree_of(call).root().value);
        }},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg1
