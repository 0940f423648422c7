// What the evaluation, minimax and the choice promise: the native engine's numbers.
#include <array>

#include "engine/ryg/native/search.hpp"
#include "tests/engine/contracts/call.hpp"

namespace ryg::blocks {
namespace {

using engine::Tree;

void add_score(const Call& in, Expected& e, Byte score) {
    e.byte("etValor", in.byte("etValor") + score);
}

void evalua_fila_raton(const Call& in, Expected& e) {
    add_score(in, e, engine::mouse_row_score(in.position("etTablero")));
}

void evalua_movs_raton(const Call& in, Expected& e) {
    add_score(in, e, engine::mouse_moves_score(in.position("etTablero")));
}

void evalua_dif_filas_gatos(const Call& in, Expected& e) {
    add_score(in, e, engine::cat_row_spread_score(in.position("etTablero")));
}

void state_value(Expected& e, Address node, Byte value) {
    e.at(static_cast<Address>(node + NodeLayout::value), value);
}

void evalua_tablero(const Call& in, Expected& e) {
    const Byte value = engine::evaluate(in.position("etTablero"), in.program->version);
    e.byte("etValor", value);
    state_value(e, in.word("etTablero"), value);
}

void mete_valor_tablero(const Call& in, Expected& e) {
    state_value(e, in.word("etTablero"), in.byte("etValor"));
}

void max_fila_gatos(const Call& in, Expected& e) {
    e.byte("mxfg", engine::row_of(engine::cat_squares(in.position("mxfgTablero"))[3]));
}

void min_fila_gatos(const Call& in, Expected& e) {
    e.byte("mnfg", engine::row_of(engine::cat_squares(in.position("mnfgTablero"))[0]));
}

// --- trees --------------------------------------------------------------------------------------

void state_tree(const Call& in, Expected& e, const Tree& tree) {
    Address at = in.tree_base;
    for (const Byte byte : engine::write_image(tree, in.tree_base)) e.at(at++, byte);
}

void mini_max(const Call& in, Expected& e) {
    Tree tree = *in.tree;
    engine::minimax(tree, in.program->version);
    state_tree(in, e, tree);
}

void min_hijos(const Call& in, Expected& e) {
    Tree tree = *in.tree;
    engine::minimax(tree, in.program->version);
    tree.nodes[0].value = 0xff;
    for (const engine::Node& child : tree.children(0)) {
        tree.nodes[0].value = std::min(tree.nodes[0].value, child.value);
    }
    state_tree(in, e, tree);
}

void max_hijos(const Call& in, Expected& e) {
    Tree tree = *in.tree;
    engine::minimax(tree, in.program->version);
    tree.nodes[0].value = 0x00;
    for (const engine::Node& child : tree.children(0)) {
        tree.nodes[0].value = std::max(tree.nodes[0].value, child.value);
    }
    state_tree(in, e, tree);
}

/// Down to a depth; $ff is none.
void evaluate_down_to(const Call& in, Expected& e, Byte depth) {
    Tree tree = *in.tree;
    Tree valued = tree;
    engine::evaluate_all(valued, in.program->version);
    for (std::size_t i = 0; i < tree.size(); ++i) {
        if (depth != 0xff && tree[i].level <= depth) tree.nodes[i].value = valued[i].value;
    }
    state_tree(in, e, tree);
}

void to_the_leaves(Call& call, Choices& choices) {
    if (choices.one_in(3)) call.set(call.address("eaProf"), 5);
}

void evalua_arbol(const Call& in, Expected& e) { evaluate_down_to(in, e, in.byte("eaProf")); }

void evalua_arbol_jugadas(const Call& in, Expected& e) {
    if (in.program->version == engine::Version::v12) {
        evaluate_down_to(in, e, in.byte("dajProfReal"));
    } else {
        mini_max(in, e);
    }
}

// --- the choice ---------------------------------------------------------------------------------

constexpr Address jiffy_clock = 0xa2;

void decide_jugada(const Call& in, Expected& e) {
    std::optional<Byte> tie_byte;
    if (in.program->options.desempate != 0) tie_byte = in.ram[jiffy_clock];
    const auto chosen = engine::choose_first_best(*in.tree, tie_byte);
    e.byte("djmHijo", chosen ? static_cast<int>(*chosen) : 0xff);
    e.y(chosen ? static_cast<Byte>(*chosen) : Byte{0xff});
    e.word("djmDir", chosen ? engine::node_address(1 + *chosen, in.tree_base) : 0);
}

void value_of_root(Call& call, Choices& choices) {
    if (choices.one_in(2)) call.set(call.address("djmValor"), call.tree->root().value);
}

void sortea_empate(const Call& in, Expected& e) {
    const Byte clock = in.ram[jiffy_clock];
    const auto ties = std::ranges::count(in.tree->children(0), in.byte("djmValor"),
                                         [](const engine::Node& node) { return node.value; });
    e.byte("djmEmpates", static_cast<int>(ties));
    e.byte("djmReloj", clock);
    e.byte("djmSalta", ties == 0 ? 0 : static_cast<int>(clock % ties));
}

constexpr unsigned tree_draws = 240;  // trees take their time

constexpr std::array checks{
    Check{"evaluaFilaRaton", evalua_fila_raton},
    Check{"evaluaMovsRaton", evalua_movs_raton},
    Check{"evaluaDifFilasGatos", evalua_dif_filas_gatos},
    Check{"evaluaTablero", evalua_tablero},
    Check{"meteValorTablero", mete_valor_tablero},
    Check{"maxFilaGatos", max_fila_gatos},
    Check{"minFilaGatos", min_fila_gatos},
    Check{"miniMax", mini_max, nullptr, nullptr, tree_draws},
    Check{"minHijos", min_hijos, nullptr, nullptr, tree_draws},
    Check{"maxHijos", max_hijos, nullptr, nullptr, tree_draws},
    Check{"evaluaArbol", evalua_arbol, nullptr, nullptr, tree_draws, to_the_leaves},
    Check{"evaluaArbolJugadas", evalua_arbol_jugadas, nullptr, nullptr, tree_draws},
    Check{"decideJugadaMin", decide_jugada},
    Check{"decideJugadaGatos", decide_jugada},
    Check{"sorteaEmpate", sortea_empate, nullptr, nullptr, 3000, value_of_root},
};

}  // namespace

std::span<const Check> value_checks() { return checks; }

}  // namespace ryg::blocks
