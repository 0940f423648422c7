// What the printing routines promise: each character that goes to CHROUT.
#include <array>
#include <fmt/format.h>

#include "tests/engine/contracts/call.hpp"

namespace ryg::blocks {
namespace {

using L = NodeLayout;

std::string word_text(const NodeBytes& node, std::size_t offset) {
    return fmt::format("${:02X}{:02X}", node[offset + 1], node[offset]);
}

std::string turn_text(Byte turn) { return turn == engine::cat_cell ? "GATOS" : "RATON"; }

std::string children_text(const NodeBytes& node) {
    std::string text = "\rHIJOS ";
    for (std::size_t child = 0; child < L::most_children; ++child) {
        if (child == L::most_children / 2) text += "\r      ";
        text += word_text(node, L::children + 2 * child) + ' ';
    }
    return text + '\r';
}

std::string cells_text(const NodeBytes& node) {
    std::string text = "    0 1 2 3 4 5 6 7\r";
    for (int row = 0; row < 8; ++row) {
        text += fmt::format("  {}", row);
        for (int column = 0; column < 8; ++column) {
            const engine::Square square = engine::square_at(row, column);
            const Byte cell = node[L::cells + square];
            text += ' ';
            text += cell == engine::mouse_cell ? 'R'
                    : cell == engine::cat_cell ? 'G'
                    : engine::is_dark(square)  ? '.'
                                               : ' ';
        }
        text += '\r';
    }
    return text;
}

std::string board_text(const NodeBytes& node) {
    return fmt::format("\rNIVEL ${:02X}  TURNO {}  VALOR ${:02X}\rPADRE {}", node[L::level],
                       turn_text(node[L::turn]), node[L::value], word_text(node, L::parent)) +
           children_text(node) + cells_text(node);
}

void pinta_tablero(const Call& in, Expected& e) { e.print(board_text(in.node("ptTablero"))); }

void pinta_tablero_actual(const Call& in, Expected& e) {
    e.print(board_text(in.node_at(in.address("tableroActual"))));
}

void pinta_hijos(const Call& in, Expected& e) { e.print(children_text(in.node("ptTablero"))); }

void pinta_matriz(const Call& in, Expected& e) { e.print(cells_text(in.node("ptTablero"))); }

void pinta_turno(const Call& in, Expected& e) { e.print(turn_text(in.byte("ptuTurno"))); }

void pinta_direccion(const Call& in, Expected& e) {
    e.print(fmt::format("${:04X}", in.word("pdDir")));
}

void pinta_hex(const Call& in, Expected& e) { e.print(fmt::format("{:02X}", in.byte("phByte"))); }

void pinta_cadena(const Call& in, Expected& e) {
    for (Address at = in.word("pcTexto"); in.ram[at] != 0; ++at) {
        e.print(static_cast<char>(in.ram[at]));
    }
}

void pensando(const Call&, Expected& e) { e.print('.'); }

void pinta_prof_real(const Call& in, Expected& e) {
    e.print(fmt::format("{}\r", in.byte("dajProfReal")));
}

void pinta_titulo(const Call& in, Expected& e) {
    e.print(fmt::format("\x93RYG {}: EL RATON Y LOS GATOS\r\r", in.program->options.version));
}

/// A node and what is below it, down to a depth; $ff is none.
void print_tree(const Call& in, Expected& e, std::size_t index, Byte depth) {
    if (depth == 0xff) return;
    e.print(
        board_text(in.node_at(static_cast<Address>(engine::node_address(index, in.tree_base)))));
    const engine::Node& node = (*in.tree)[index];
    for (std::size_t child = 0; child < node.child_count; ++child) {
        print_tree(in, e, node.first_child + child, static_cast<Byte>(depth - 1));
    }
}

void to_the_leaves(Call& call, Choices& choices) {
    if (choices.one_in(3)) call.set(call.address("paProf"), 5);
}

void pinta_arbol(const Call& in, Expected& e) { print_tree(in, e, 0, in.byte("paProf")); }

void pinta_arbol_jugadas(const Call& in, Expected& e) {
    print_tree(in, e, 0, in.byte("dajProfReal"));
}

constexpr std::array checks{
    Check{"pintaTablero", pinta_tablero, nullptr, nullptr, 400},
    Check{"pintaTableroActual", pinta_tablero_actual, nullptr, nullptr, 400},
    Check{"pintaHijos", pinta_hijos},
    Check{"pintaMatriz", pinta_matriz, nullptr, nullptr, 400},
    Check{"pintaTurno", pinta_turno},
    Check{"pintaDireccion", pinta_direccion},
    Check{"pintaHex", pinta_hex},
    Check{"pintaCadena", pinta_cadena},
    Check{"pensando", pensando},
    Check{"pintaProfReal", pinta_prof_real},
    Check{"pintaTitulo", pinta_titulo},
    Check{"pintaArbol", pinta_arbol, nullptr, nullptr, 160, to_the_leaves},
    Check{"pintaArbolJugadas", pinta_arbol_jugadas, nullptr, nullptr, 60},
};

}  // namespace

std::span<const Check> screen_checks() { return checks; }

}  // namespace ryg::blocks
