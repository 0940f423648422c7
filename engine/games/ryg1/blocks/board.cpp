// What the board library and the printing routines promise: fields, cells, links, characters.
#include <fmt/format.h>

#include "engine/games/ryg1/blocks/values.hpp"
#include "engine/games/ryg1/native/dialogue.hpp"

namespace ryg::engine::ryg1 {

using namespace claims;
namespace {

namespace ryg1 = engine::ryg1;
using L = Layout;

constexpr unsigned level_at = L::level, turn_at = L::turn, value_at = L::value,
                   parent_at = L::parent, slots_at = L::children, cells_at = L::cells;

/// States bytes of what nameLo/Hi points to.
void state_at(const Given& in, Stated& e, std::string_view name, unsigned offset,
              std::span<const Value> bytes) {
    e.bytes_at(in.place(name) + offset, bytes);
}
void state_at(const Given& in, Stated& e, std::string_view name, unsigned offset,
              const Value& byte) {
    state_at(in, e, name, offset, std::span(&byte, 1));
}

NodeValues without_children(NodeValues node) {
    std::fill(node.begin() + slots_at, node.begin() + cells_at, Value(0));
    return node;
}

// --- texts --------------------------------------------------------------------------------------

void print_word(Stated& e, const Value& low, const Value& high) {
    e.print("$");
    e.print_hex(high);
    e.print_hex(low);
}

void print_turn(Stated& e, const Value& of) {
    constexpr std::string_view cats = "GATOS", mouse = "RATON";
    for (std::size_t i = 0; i < cats.size(); ++i) {
        e.print(choose(of == cat_cell, static_cast<Byte>(cats[i]), static_cast<Byte>(mouse[i])));
    }
}

void print_children(Stated& e, const NodeValues& node) {
    e.print("\rHIJOS ");
    for (unsigned child = 0; child < L::most_children; ++child) {
        if (child == L::most_children / 2) e.print("\r      ");
        print_word(e, node[slots_at + 2 * child], node[slots_at + 2 * child + 1]);
        e.print(" ");
    }
    e.print("\r");
}

void print_cells(Stated& e, const NodeValues& node) {
    e.print("    0 1 2 3 4 5 6 7\r");
    for (unsigned square = 0; square < 64; ++square) {
        if (square % 8 == 0) e.print(fmt::format("  {}", square / 8));
        const Value& cell = node[cells_at + square];
        const Byte empty = (square / 8 + square) % 2 == 0 ? '.' : ' ';
        e.print(" ");
        e.print(choose(cell == mouse_cell, 'R', choose(cell == cat_cell, 'G', empty)));
        if (square % 8 == 7) e.print("\r");
    }
}

void print_board(Stated& e, const NodeValues& node) {
    e.print("\rNIVEL $");
    e.print_hex(node[level_at]);
    e.print("  TURNO ");
    print_turn(e, node[turn_at]);
    e.print("  VALOR $");
    e.print_hex(node[value_at]);
    e.print("\rPADRE ");
    print_word(e, node[parent_at], node[parent_at + 1]);
    print_children(e, node);
    print_cells(e, node);
}

void print_tree(In in, Out e, Byte depth) {
    e.any_text = base_of(in) != in.word("baseArbol");  // in the middle of a tree
    if (depth != 0xff) e.print(ryg1::tree_text(tree_of(in), base_of(in), depth));
}

void least_or_greatest(const Given& in, Stated& e, std::string_view name, std::string_view result,
                       bool least) {
    Value best = least ? 0xff : 0x00;
    for (const ChildLink& child : children(in, in.place(name))) {
        const Value of = in.at(child.place + value_at);
        best = choose(child.is_there & (least ? of < best : of > best), of, best);
    }
    e.byte(result, best);
    state_at(in, e, name, value_at, best);
}

}  // namespace

// clang-format off
std::vector<Reference> ryg_board_references() {
    return {
        {.routine = "inicializaTablero", .state = [](const Given& in, Stated& e) {
            const NodeBytes start = board_bytes(engine::start_position());
            state_at(in, e, "itTablero", 0, NodeValues(start.begin(), start.end()));
        }},
        {.routine = "fijaDatosBasicos", .state = [](const Given& in, Stated& e) {
            state_at(in, e, "fdbTablero", level_at, in.byte("fdbNivel"));
            state_at(in, e, "fdbTablero", turn_at, in.byte("fdbTurno"));
            state_at(in, e, "fdbTablero", value_at, in.byte("fdbValor"));
        }},
        {.routine = "dameDatosBasicos", .state = [](const Given& in, Stated& e) {
            const NodeValues board = node(in, "ddbTablero");
            e.byte("ddbNivel", board[level_at]);
            e.byte("ddbTurno", board[turn_at]);
            e.byte("ddbValor", board[value_at]);
        }},
        {.routine = "dameValor", .state = [](const Given& in, Stated& e) {
            e.byte("dvValor", node(in, "dvTablero")[value_at]);
        }},
        {.routine = "fijaValor", .state = [](const Given& in, Stated& e) {
            state_at(in, e, "fvTablero", value_at, in.byte("fvValor"));
        }},
        {.routine = "copiaTablero", .state = [](const Given& in, Stated& e) {
            state_at(in, e, "ctDestino", 0, node(in, "ctOrigen"));
        }},
        {.routine = "copiaTableroSinHijos", .state = [](const Given& in, Stated& e) {
            state_at(in, e, "ctshDestino", 0, without_children(node(in, "ctshOrigen")));
        }},
        {.routine = "copiaTableroRaiz", .state = [](const Given& in, Stated& e) {
            state_at(in, e, "ctrDestino", 0, as_root(node(in, "ctrOrigen")));
        }},
        // cells
        {.routine = "dameOffset", .state = [](const Given& in, Stated& e) {
            e.byte("doOffset", square_of(in.byte("doFila"), in.byte("doColumna")) + cells_at);
        }},
        {.routine = "dameFilaCol", .state = [](const Given& in, Stated& e) {
            const Value square = in.byte("dfcOffset") - cells_at;
            e.byte("dfcFila", row_in(square));
            e.byte("dfcColumna", column_in(square));
        }},
        {.routine = "dameContenido", .state = [](const Given& in, Stated& e) {
            const NodeValues board = node(in, "dcTablero");
            const Value square = square_of(in.byte("dcFila"), in.byte("dcColumna"));
            e.byte("dcContenido", element(std::span(board).subspan(cells_at), square));
        }},
        {.routine = "fijaContenido", .state = [](const Given& in, Stated& e) {
            NodeValues board = node(in, "fcTablero");
            put(board, square_of(in.byte("fcFila"), in.byte("fcColumna")), in.byte("fcContenido"));
            state_at(in, e, "fcTablero", cells_at, std::span(board).subspan(cells_at));
        }},
        {.routine = "dameRaton", .state = [](const Given& in, Stated& e) {
            e.byte("drOffset", mouse_square(node(in, "drTablero")) + cells_at);
        }},
        {.routine = "dameGato", .state = [](const Given& in, Stated& e) {
            e.byte("dgOffset", cat_square(node(in, "dgTablero"), in.byte("dgGato")) + cells_at);
        }},
        // parent and children
        {.routine = "damePadre", .state = [](const Given& in, Stated& e) {
            const NodeValues board = node(in, "dpTablero");
            e.byte("dpPadreLo", board[parent_at]);
            e.byte("dpPadreHi", board[parent_at + 1]);
        }},
        {.routine = "fijaPadre", .state = [](const Given& in, Stated& e) {
            state_at(in, e, "fpTablero", parent_at, in.byte("fpPadreLo"));
            state_at(in, e, "fpTablero", parent_at + 1, in.byte("fpPadreHi"));
        }},
        {.routine = "dameHijo", .state = [](const Given& in, Stated& e) {
            const NodeValues board = node(in, "dhTablero");
            const auto links = std::span(board).subspan(slots_at, 2 * L::most_children);
            e.byte("dhHijoLo", element(links, in.in('Y') << 1));
            e.byte("dhHijoHi", element(links, (in.in('Y') << 1) + 1));
        }},
        {.routine = "fijaHijo", .state = [](const Given& in, Stated& e) {
            NodeValues board = node(in, "fhTablero");
            link(board, in.in('Y'), {in.byte("fhHijoLo"), in.byte("fhHijoHi")});
            state_at(in, e, "fhTablero", slots_at, std::span(board).subspan(slots_at, 2 * L::most_children));
        }},
        {.routine = "borraHijos", .state = [](const Given& in, Stated& e) {
            state_at(in, e, "bhTablero", slots_at, NodeValues(2 * L::most_children, 0));
        }},
        {.routine = "dameNumHijos", .state = [](const Given& in, Stated& e) {
            const NodeValues board = node(in, "dnhTablero");
            Value count = 0, is_there = 1;
            for (unsigned child = 0; child < L::most_children; ++child) {
                is_there = is_there & (board[slots_at + 2 * child + 1] != 0);
                count = count + is_there;
            }
            e.byte("dnhNum", count);
            e.in('Y', count);
        }},
        {.routine = "minValorHijos", .state = [](const Given& in, Stated& e) {
            least_or_greatest(in, e, "mnvhTablero", "mnvhMinimo", true);
        }},
        {.routine = "maxValorHijos", .state = [](const Given& in, Stated& e) {
            least_or_greatest(in, e, "mxvhTablero", "mxvhMaximo", false);
        }},
        // characters
        {.routine = "pintaTablero", .draws = 400, .state = [](const Given& in, Stated& e) {
            print_board(e, node(in, "ptTablero"));
        }},
        {.routine = "pintaTableroActual", .draws = 400, .state = [](const Given& in, Stated& e) {
            print_board(e, game_node(in));
        }},
        {.routine = "pintaHijos", .state = [](const Given& in, Stated& e) {
            print_children(e, node(in, "ptTablero"));
        }},
        {.routine = "pintaMatriz", .draws = 400, .state = [](const Given& in, Stated& e) {
            print_cells(e, node(in, "ptTablero"));
        }},
        {.routine = "pintaTurno", .state = [](const Given& in, Stated& e) {
            print_turn(e, in.byte("ptuTurno"));
        }},
        {.routine = "pintaDireccion", .state = [](const Given& in, Stated& e) {
            print_word(e, in.byte("pdDirLo"), in.byte("pdDirHi"));
        }},
        {.routine = "pintaHex", .state = [](const Given& in, Stated& e) {
            e.print_hex(in.byte("phByte"));
        }},
        {.routine = "pintaCadena", .state = [](const Given& in, Stated& e) {
            e.print_text(in, in.place("pcTexto"));
        }},
        {.routine = "pensando", .state = [](const Given&, Stated& e) { e.print("."); }},
        {.routine = "pintaProfReal", .state = [](const Given& in, Stated& e) {
            e.print(in.byte("dajProfReal") + '0');
            e.print("\r");
        }},
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
