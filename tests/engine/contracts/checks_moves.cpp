// What the move generators promise: lists of moves, their number, and a child for each.
#include <array>

#include "tests/engine/contracts/call.hpp"
#include "tests/engine/contracts/growth.hpp"

namespace ryg::blocks {
namespace {

using engine::Move;
using engine::Position;

bool is_empty(const NodeBytes& node, int row, int column) {
    return row >= 0 && row < 8 && column >= 0 && column < 8 &&
           node[NodeLayout::cells + engine::square_at(row, column)] == engine::empty_cell;
}

void valida_jugada(const Call& in, Expected& e) {
    const int row = static_cast<std::int8_t>(in.byte("vjFila"));
    const int column = static_cast<std::int8_t>(in.byte("vjColumna"));
    e.byte("vjValida", is_empty(in.node("vjTablero"), row, column) ? 0x00 : 0xff);
}

struct Step {
    int row, column;
};
constexpr std::array mouse_steps{Step{-1, -1}, Step{-1, 1}, Step{1, -1}, Step{1, 1}};
constexpr std::array cat_steps{Step{1, -1}, Step{1, 1}};

/// Lists of a fixed size with $ff behind the last valid destination.
template <std::size_t size>
void state_list(Expected& e, const NodeBytes& node, Step from, const std::array<Step, size>& steps,
                std::string_view rows_name, std::string_view columns_name) {
    std::array<Byte, size + 1> rows{}, columns{};
    rows.fill(0xff);
    columns.fill(0xff);
    std::size_t count = 0;
    for (const Step& step : steps) {
        const int row = from.row + step.row, column = from.column + step.column;
        if (!is_empty(node, row, column)) continue;
        rows[count] = static_cast<Byte>(row);
        columns[count++] = static_cast<Byte>(column);
    }
    e.bytes(rows_name, rows);
    e.bytes(columns_name, columns);
}

void genera_jugadas_raton(const Call& in, Expected& e) {
    state_list(e, in.node("gjrTablero"), {in.byte("gjrFila"), in.byte("gjrColumna")}, mouse_steps,
               "gjrFilas", "gjrColumnas");
}

void genera_jugadas_gato(const Call& in, Expected& e) {
    state_list(e, in.node("gjgTablero"), {in.byte("gjgFila"), in.byte("gjgColumna")}, cat_steps,
               "gjgFilas", "gjgColumnas");
}

// --- counts -------------------------------------------------------------------------------------

Position to_move(Position position, engine::Side side) {
    position.side = side;
    return position;
}

std::vector<Move> moves_of_cat(const Position& position, std::size_t cat) {
    std::vector<Move> moves;
    for (const Move& move : engine::generate_moves(to_move(position, engine::Side::cats))) {
        if (move.from == engine::cat_squares(position)[cat]) moves.push_back(move);
    }
    return moves;
}

void cuenta_jugadas_gato(const Call& in, Expected& e) {
    const auto moves = moves_of_cat(in.position("cjgTablero"), in.byte("cjgGato"));
    e.byte("cjgNum", static_cast<int>(moves.size()));
}

void cuenta_jugadas_raton(const Call& in, Expected& e) {
    const auto moves =
        engine::generate_moves(to_move(in.position("cjrTablero"), engine::Side::mouse));
    e.byte("cjrNum", static_cast<int>(moves.size()));
}

// --- children -----------------------------------------------------------------------------------

void aplica_jugada_raton_hijo(const Call& in, Expected& e) {
    Growth growth(in, e);
    const Address parent = in.word("ajrhPadre");
    const Address child = growth.moved(
        parent, in.byte("ajrhNumHijo"), in.position("ajrhPadre").mouse,
        engine::square_at(in.byte("ajrhFila"), in.byte("ajrhColumna")), engine::mouse_cell);
    e.word("ajrhHijo", child);
    growth.state_children(parent);
    growth.close();
}

void aplica_jugada_gato_hijo(const Call& in, Expected& e) {
    Growth growth(in, e);
    const Address parent = in.word("ajghPadre");
    const Address child = growth.moved(
        parent, in.byte("ajghNumHijo"),
        engine::cat_squares(in.position("ajghPadre"))[in.byte("ajghGato")],
        engine::square_at(in.byte("ajghFila"), in.byte("ajghColumna")), engine::cat_cell);
    e.word("ajghHijo", child);
    growth.state_children(parent);
    growth.close();
}

/// A child for each move, and how many there were in the end.
template <class Moves>
std::size_t make_children(Growth& growth, Address parent, std::size_t first, const Moves& moves,
                          Byte piece) {
    std::size_t number = first;
    for (const Move& move : moves) {
        growth.moved(parent, number, move.from, move.to, piece);
        if (growth.full()) break;
        ++number;
    }
    growth.state_children(parent);
    growth.close();
    return number;
}

void genera_hijos_raton(const Call& in, Expected& e) {
    Growth growth(in, e);
    const Position position = to_move(in.position("ghrTablero"), engine::Side::mouse);
    const std::size_t made = make_children(growth, in.word("ghrTablero"), 0,
                                           engine::generate_moves(position), engine::mouse_cell);
    e.byte("ghrNumHijo", static_cast<int>(made));
}

void genera_hijos_gatos(const Call& in, Expected& e) {
    Growth growth(in, e);
    const Position position = to_move(in.position("ghgTablero"), engine::Side::cats);
    const std::size_t made = make_children(growth, in.word("ghgTablero"), 0,
                                           engine::generate_moves(position), engine::cat_cell);
    e.byte("ghgNumHijo", static_cast<int>(made));
}

void genera_hijos_un_gato(const Call& in, Expected& e) {
    Growth growth(in, e);
    const auto moves = moves_of_cat(in.position("ghgTablero"), in.byte("ghgGato"));
    const std::size_t made = make_children(growth, in.word("ghgTablero"), in.byte("ghgNumHijo"),
                                           moves, engine::cat_cell);
    e.byte("ghgNumHijo", static_cast<int>(made));
}

// --- who has won --------------------------------------------------------------------------------

void verifica_raton_fila_0(const Call& in, Expected& e) {
    e.byte("vrf0", engine::mouse_on_goal(in.position("vrf0Tablero")) ? 0x00 : 0xff);
}

void verifica_gatos_0_jugs(const Call& in, Expected& e) {
    e.byte("vg0j", engine::cats_stuck(in.position("vg0jTablero")) ? 0x00 : 0xff);
}

void verifica_raton_0_jugs(const Call& in, Expected& e) {
    e.byte("vr0j", engine::mouse_stuck(in.position("vr0jTablero")) ? 0x00 : 0xff);
}

constexpr std::array checks{
    Check{"validaJugada", valida_jugada},
    Check{"generaJugadasRaton", genera_jugadas_raton},
    Check{"generaJugadasGato", genera_jugadas_gato},
    Check{"cuentaJugadasGato", cuenta_jugadas_gato},
    Check{"cuentaJugadasRaton", cuenta_jugadas_raton},
    Check{"aplicaJugadaRatonHijo", aplica_jugada_raton_hijo},
    Check{"aplicaJugadaGatoHijo", aplica_jugada_gato_hijo},
    Check{"generaHijosRaton", genera_hijos_raton},
    Check{"generaHijosGatos", genera_hijos_gatos},
    Check{"generaHijosUnGato", genera_hijos_un_gato},
    Check{"verificaRatonFila0", verifica_raton_fila_0},
    Check{"verificaGatos0Jugs", verifica_gatos_0_jugs, nullptr, nullptr, 4000},
    Check{"verificaRaton0Jugs", verifica_raton_0_jugs},
};

}  // namespace

std::span<const Check> move_checks() { return checks; }

}  // namespace ryg::blocks
