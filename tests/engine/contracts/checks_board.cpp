// What the board library promises: fields, cells, links and copies of one node.
#include <array>

#include "tests/engine/contracts/call.hpp"

namespace ryg::blocks {
namespace {

using L = NodeLayout;

void set_field(Expected& e, Address node, std::size_t offset, std::initializer_list<Byte> values) {
    e.field(node, offset, std::span(values.begin(), values.size()));
}

NodeBytes without_children(NodeBytes node) {
    std::fill(node.begin() + L::children, node.begin() + L::cells, Byte{0});
    return node;
}

// --- Tableros.s ---------------------------------------------------------------------------------

void inicializa_tablero(const Call& in, Expected& e) {
    e.node(in.word("itTablero"), engine::board_bytes(engine::start_position()));
}

void fija_datos_basicos(const Call& in, Expected& e) {
    set_field(e, in.word("fdbTablero"), L::level,
              {in.byte("fdbNivel"), in.byte("fdbTurno"), in.byte("fdbValor")});
}

void dame_datos_basicos(const Call& in, Expected& e) {
    const NodeBytes node = in.node("ddbTablero");
    e.byte("ddbNivel", node[L::level]);
    e.byte("ddbTurno", node[L::turn]);
    e.byte("ddbValor", node[L::value]);
}

void dame_valor(const Call& in, Expected& e) { e.byte("dvValor", in.node("dvTablero")[L::value]); }

void fija_valor(const Call& in, Expected& e) {
    set_field(e, in.word("fvTablero"), L::value, {in.byte("fvValor")});
}

void copia_tablero(const Call& in, Expected& e) {
    e.node(in.word("ctDestino"), in.node("ctOrigen"));
}

void copia_tablero_sin_hijos(const Call& in, Expected& e) {
    e.node(in.word("ctshDestino"), without_children(in.node("ctshOrigen")));
}

void copia_tablero_raiz(const Call& in, Expected& e) {
    NodeBytes node = without_children(in.node("ctrOrigen"));
    node[L::level] = node[L::parent] = node[L::parent + 1] = 0;
    e.node(in.word("ctrDestino"), node);
}

// --- TablerosCasillas.s -------------------------------------------------------------------------

std::size_t cell(Byte row, Byte column) { return L::cells + 8U * row + column; }

void dame_offset(const Call& in, Expected& e) {
    e.byte("doOffset", static_cast<int>(cell(in.byte("doFila"), in.byte("doColumna"))));
}

void dame_fila_col(const Call& in, Expected& e) {
    const auto square = static_cast<engine::Square>(in.byte("dfcOffset") - L::cells);
    e.byte("dfcFila", engine::row_of(square));
    e.byte("dfcColumna", engine::column_of(square));
}

void dame_contenido(const Call& in, Expected& e) {
    e.byte("dcContenido", in.node("dcTablero")[cell(in.byte("dcFila"), in.byte("dcColumna"))]);
}

void fija_contenido(const Call& in, Expected& e) {
    NodeBytes node = in.node("fcTablero");
    node[cell(in.byte("fcFila"), in.byte("fcColumna"))] = in.byte("fcContenido");
    e.field(in.word("fcTablero"), L::cells, std::span(node).subspan(L::cells));
}

void dame_raton(const Call& in, Expected& e) {
    e.byte("drOffset", static_cast<int>(L::cells + in.position("drTablero").mouse));
}

void dame_gato(const Call& in, Expected& e) {
    const auto cats = engine::cat_squares(in.position("dgTablero"));
    e.byte("dgOffset", static_cast<int>(L::cells + cats[in.byte("dgGato")]));
}

// --- TablerosHijos.s ----------------------------------------------------------------------------

void dame_padre(const Call& in, Expected& e) {
    const NodeBytes node = in.node("dpTablero");
    e.word("dpPadre", emu::word(node[L::parent], node[L::parent + 1]));
}

void fija_padre(const Call& in, Expected& e) {
    set_field(e, in.word("fpTablero"), L::parent, {in.byte("fpPadreLo"), in.byte("fpPadreHi")});
}

void dame_hijo(const Call& in, Expected& e) {
    const NodeBytes node = in.node("dhTablero");
    const std::size_t slot = L::children + 2U * in.registers.y;
    e.word("dhHijo", emu::word(node[slot], node[slot + 1]));
}

void fija_hijo(const Call& in, Expected& e) {
    NodeBytes node = in.node("fhTablero");
    const std::size_t slot = L::children + 2U * in.registers.y;
    node[slot] = in.byte("fhHijoLo");
    node[slot + 1] = in.byte("fhHijoHi");
    e.field(in.word("fhTablero"), L::children, std::span(node).subspan(L::children, 16));
}

void borra_hijos(const Call& in, Expected& e) {
    e.field(in.word("bhTablero"), L::children, std::array<Byte, 16>{});
}

void dame_num_hijos(const Call& in, Expected& e) {
    const NodeBytes node = in.node("dnhTablero");
    Byte count = 0;
    while (count < L::most_children && node[L::children + 2U * count + 1] != 0) ++count;
    e.byte("dnhNum", count);
    e.y(count);
}

void min_valor_hijos(const Call& in, Expected& e) {
    Byte least = 0xff;
    for (const engine::Node& child : in.tree->children(0)) least = std::min(least, child.value);
    e.byte("mnvhMinimo", least);
    set_field(e, in.word("mnvhTablero"), L::value, {least});
}

void max_valor_hijos(const Call& in, Expected& e) {
    Byte greatest = 0;
    for (const engine::Node& child : in.tree->children(0)) {
        greatest = std::max(greatest, child.value);
    }
    e.byte("mxvhMaximo", greatest);
    set_field(e, in.word("mxvhTablero"), L::value, {greatest});
}

constexpr std::array checks{
    Check{"inicializaTablero", inicializa_tablero},
    Check{"fijaDatosBasicos", fija_datos_basicos},
    Check{"dameDatosBasicos", dame_datos_basicos},
    Check{"dameValor", dame_valor},
    Check{"fijaValor", fija_valor},
    Check{"copiaTablero", copia_tablero},
    Check{"copiaTableroSinHijos", copia_tablero_sin_hijos},
    Check{"copiaTableroRaiz", copia_tablero_raiz},
    Check{"dameOffset", dame_offset},
    Check{"dameFilaCol", dame_fila_col},
    Check{"dameContenido", dame_contenido},
    Check{"fijaContenido", fija_contenido},
    Check{"dameRaton", dame_raton},
    Check{"dameGato", dame_gato},
    Check{"damePadre", dame_padre},
    Check{"fijaPadre", fija_padre},
    Check{"dameHijo", dame_hijo},
    Check{"fijaHijo", fija_hijo},
    Check{"borraHijos", borra_hijos},
    Check{"dameNumHijos", dame_num_hijos},
    Check{"minValorHijos", min_valor_hijos},
    Check{"maxValorHijos", max_valor_hijos},
};

}  // namespace

std::span<const Check> board_checks() { return checks; }

}  // namespace ryg::blocks
