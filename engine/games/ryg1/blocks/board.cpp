// What the board library and the printing routines promise: fields, cells, links, characters.
#include <array>
#include <fmt/format.h>

#include "engine/games/ryg1/blocks/nodes.hpp"
#include "engine/games/ryg1/native/dialogue.hpp"

namespace ryg::engine::ryg1 {

using namespace contracts;
namespace {

namespace ryg1 = engine::ryg1;
using L = Layout;

NodeBytes without_children(NodeBytes node) {
    std::fill(node.begin() + L::children, node.begin() + L::cells, Byte{0});
    return node;
}

unsigned cell(Byte row, Byte column) { return unsigned{L::cells} + 8U * row + column; }

/// The slot of the child whose number is in Y.
std::size_t slot_in(In in) { return L::children + 2U * in.registers.y; }

void print_tree(In in, Out e, Byte depth) {
    e.any_text = base_of(in) != in.word("baseArbol");  // in the middle of a tree
    if (depth != 0xff) e.print(ryg1::tree_text(tree_of(in), base_of(in), depth));
}

void least_or_greatest(In in, Out e, const std::string& name, std::string_view result, bool least) {
    Byte best = least ? 0xff : 0x00;
    for (const Node& child : tree_of(in).children(0)) {
        best = least ? std::min(best, child.value) : std::max(best, child.value);
    }
    e.byte(result, best);
    e.at(in.word(name) + L::value, best);
}

}  // namespace

// clang-format off
std::vector<Reference> ryg_board_references() {
    return {
        {"inicializaTablero", [](In in, Out e) {
            e.bytes_at(in.word("itTablero"), board_bytes(engine::start_position()));
        }},
        {"fijaDatosBasicos", [](In in, Out e) {
            const unsigned at = in.word("fdbTablero");
            e.at(at + L::level, in.byte("fdbNivel"));
            e.at(at + L::turn, in.byte("fdbTurno"));
            e.at(at + L::value, in.byte("fdbValor"));
        }},
        {"dameDatosBasicos", [](In in, Out e) {
            const NodeBytes board = node(in, "ddbTablero");
            e.byte("ddbNivel", board[L::level]);
            e.byte("ddbTurno", board[L::turn]);
            e.byte("ddbValor", board[L::value]);
        }},
        {"dameValor", [](In in, Out e) { e.byte("dvValor", node(in, "dvTablero")[L::value]); }},
        {"fijaValor", [](In in, Out e) { e.at(in.word("fvTablero") + L::value, in.byte("fvValor")); }},
        {"copiaTablero", [](In in, Out e) { e.bytes_at(in.word("ctDestino"), node(in, "ctOrigen")); }},
        {"copiaTableroSinHijos", [](In in, Out e) {
            e.bytes_at(in.word("ctshDestino"), without_children(node(in, "ctshOrigen")));
        }},
        {"copiaTableroRaiz", [](In in, Out e) {
            e.bytes_at(in.word("ctrDestino"), as_root(node(in, "ctrOrigen")));
        }},
        // cells
        {"dameOffset", [](In in, Out e) {
            e.byte("doOffset", cell(in.byte("doFila"), in.byte("doColumna")));
        }},
        {"dameFilaCol", [](In in, Out e) {
            e.byte("dfcFila", (in.byte("dfcOffset") - unsigned{L::cells}) / 8);
            e.byte("dfcColumna", (in.byte("dfcOffset") - unsigned{L::cells}) % 8);
        }},
        {"dameContenido", [](In in, Out e) {
            e.byte("dcContenido", node(in, "dcTablero")[cell(in.byte("dcFila"), in.byte("dcColumna"))]);
        }},
        {"fijaContenido", [](In in, Out e) {
            NodeBytes board = node(in, "fcTablero");
            board[cell(in.byte("fcFila"), in.byte("fcColumna"))] = in.byte("fcContenido");
            e.bytes_at(in.word("fcTablero") + L::cells, std::span(board).subspan(L::cells));
        }},
        {"dameRaton", [](In in, Out e) {
            e.byte("drOffset", unsigned{L::cells} + position(in, "drTablero").mouse);
        }},
        {"dameGato", [](In in, Out e) {
            const auto cats = engine::cat_squares(position(in, "dgTablero"));
            e.byte("dgOffset", unsigned{L::cells} + cats[in.byte("dgGato")]);
        }},
        // parent and children
        {"damePadre", [](In in, Out e) {
            const NodeBytes board = node(in, "dpTablero");
            e.word("dpPadre", emu::word(board[L::parent], board[L::parent + 1]));
        }},
        {"fijaPadre", [](In in, Out e) {
            e.at(in.word("fpTablero") + L::parent, in.byte("fpPadreLo"));
            e.at(in.word("fpTablero") + L::parent + 1, in.byte("fpPadreHi"));
        }},
        {"dameHijo", [](In in, Out e) {
            const NodeBytes board = node(in, "dhTablero");
            e.word("dhHijo", emu::word(board[slot_in(in)], board[slot_in(in) + 1]));
        }},
        {"fijaHijo", [](In in, Out e) {
            NodeBytes board = node(in, "fhTablero");
            board[slot_in(in)] = in.byte("fhHijoLo");
            board[slot_in(in) + 1] = in.byte("fhHijoHi");
            e.bytes_at(in.word("fhTablero") + L::children, std::span(board).subspan(L::children, 16));
        }},
        {"borraHijos", [](In in, Out e) {
            e.bytes_at(in.word("bhTablero") + L::children, std::array<Byte, 16>{});
        }},
        {"dameNumHijos", [](In in, Out e) {
            const NodeBytes board = node(in, "dnhTablero");
            unsigned count = 0;
            while (count < L::most_children && board[L::children + 2U * count + 1] != 0) ++count;
            e.byte("dnhNum", count);
            e.y(count);
        }},
        {"minValorHijos", [](In in, Out e) {
            least_or_greatest(in, e, "mnvhTablero", "mnvhMinimo", true);
        }},
        {"maxValorHijos", [](In in, Out e) {
            least_or_greatest(in, e, "mxvhTablero", "mxvhMaximo", false);
        }},
        // characters
        {"pintaTablero", [](In in, Out e) { e.print(ryg1::board_text(node(in, "ptTablero"))); }, 400},
        {"pintaTableroActual", [](In in, Out e) { e.print(ryg1::board_text(game_node(in))); }, 400},
        {"pintaHijos", [](In in, Out e) { e.print(ryg1::children_text(node(in, "ptTablero"))); }},
        {"pintaMatriz", [](In in, Out e) { e.print(ryg1::cells_text(node(in, "ptTablero"))); }, 400},
        {"pintaTurno", [](In in, Out e) { e.print(ryg1::turn_text(in.byte("ptuTurno"))); }},
        {"pintaDireccion", [](In in, Out e) { e.print(fmt::format("${:04X}", in.word("pdDir"))); }},
        {"pintaHex", [](In in, Out e) { e.print(fmt::format("{:02X}", in.byte("phByte"))); }},
        {"pintaCadena", [](In in, Out e) {
            for (unsigned at = in.word("pcTexto"); in.ram[at] != 0; ++at) {
                e.print(static_cast<char>(in.ram[at]));
            }
        }},
        {"pensando", [](In, Out e) { e.print('.'); }},
        {"pintaProfReal", [](In in, Out e) { e.print(fmt::format("{}\r", in.byte("dajProfReal"))); }},
        {"pintaTitulo", [](In in, Out e) {
            e.print(fmt::format("\x93RYG {}: EL RATON Y LOS GATOS\r\r", in.version()));
        }},
        {"pintaArbol", [](In in, Out e) { print_tree(in, e, in.byte("paProf")); }, 160,
         [](Call& call, Choices& choices) { if (choices.one_in(3)) call.set("paProf", 5); }},
        {"pintaArbolJugadas", [](In in, Out e) { print_tree(in, e, in.byte("dajProfReal")); }, 60},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg1
