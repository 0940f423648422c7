// What the tree builder and the moves of the game promise: build_tree's nodes, and no byte beyond.
#include <array>

#include "tests/engine/contracts/growth.hpp"

namespace ryg::blocks {
namespace {

using L = NodeLayout;
using engine::Tree;

void hay_memoria(const Call& in, Expected& e) {
    const unsigned end = in.word("libre") + unsigned{L::size};
    e.byte("memoriaLlena", end <= in.word("finArbol") ? 0xff : 0x00);
    e.word("hmFinal", end);
}

void crea_hijo(const Call& in, Expected& e) {
    Growth growth(in, e);
    const Address parent = in.word("chPadre");
    const Address child = growth.child(parent, in.byte("chNumHijo"));
    e.word("chHijo", child);
    growth.state_children(parent);
    growth.close();
}

/// Below a board that need not lie where its descendants do, and need not be a root.
void desarrolla_un_nivel(const Call& in, Expected& e) {
    Growth growth(in, e);
    const Address board = in.word("dunTablero"), free = in.word("libre");
    const NodeBytes parent = in.node("dunTablero");
    const engine::Position position = in.position("dunTablero");
    const int depth = in.byte("dunProf");
    const std::size_t room = growth.room();
    const auto tree = engine::build_tree(position, depth, room + 1, parent[L::value]);
    const auto fit = std::min(engine::generate_moves(position).size(), room);
    growth.state_children(board);
    for (std::size_t child = 0; depth > 0 && child < fit; ++child) {
        const std::uint32_t at = engine::node_address(child, free);
        e.at(static_cast<Address>(board + L::children + 2 * child), static_cast<Byte>(at));
        e.at(static_cast<Address>(board + L::children + 2 * child + 1), static_cast<Byte>(at >> 8));
    }
    const std::size_t made = tree ? tree->size() - 1 : room;
    e.word("libre", engine::node_address(made, free));
    e.byte("memoriaLlena", tree ? 0xff : 0x00);
    e.print(std::string(made, '.'));
    if (!tree) return;

    const auto root = static_cast<Address>(free - L::size);  // where no root is
    std::vector<Byte> image = engine::write_image(*tree, root);
    for (std::size_t node = 1; node < tree->size(); ++node) {
        Byte* bytes = &image[node * L::size];
        bytes[L::level] = static_cast<Byte>(bytes[L::level] + parent[L::level]);
        if ((*tree)[node].parent == 0) {
            bytes[L::parent] = emu::low(board);
            bytes[L::parent + 1] = emu::high(board);
        }
    }
    e.field(free, 0, std::span(image).subspan(L::size));
}

NodeBytes root_of_game(const Call& in) {
    NodeBytes game = in.node_at(in.address("tableroActual"));
    game[L::level] = 0;
    std::fill(game.begin() + L::parent, game.begin() + L::cells, Byte{0});
    return game;
}

void planta_raiz(const Call& in, Expected& e) {
    const Address base = in.word("baseArbol");
    const bool fits = base + L::size <= in.word("finArbol");
    e.node(base, fits ? root_of_game(in) : in.node_at(base));
    e.word("libre", fits ? base + unsigned{L::size} : base);
    e.byte("memoriaLlena", fits ? 0xff : 0x00);
}

void desarrolla_arbol_jugadas(const Call& in, Expected& e) {
    const Address base = in.word("baseArbol");
    const std::size_t room = (in.word("finArbol") - base) / L::size;
    const NodeBytes game = root_of_game(in);
    const int wanted = in.byte("dajProf");
    std::optional<Tree> tree;
    int depth = wanted;
    for (;; --depth) {
        e.print("PENSANDO: ");
        tree = engine::build_tree(engine::position_in(game).value(), depth, room, game[L::value]);
        e.print(std::string(tree ? tree->size() - 1 : room == 0 ? 0 : room - 1, '.'));
        if (tree) break;
        e.print("\rMEMORIA INSUFICIENTE, PROFUNDIDAD ");
        e.print(static_cast<char>('0' + depth));
        e.print('\r');
        if (depth == 0) break;
    }
    e.byte("memoriaLlena", tree ? 0xff : 0x00);
    e.byte("dajProfReal", tree ? depth : 0xff);
    if (!tree) {
        e.word("libre", base);
        e.node(base, in.node_at(base));
        return;
    }
    e.print('\r');
    if (depth != wanted) {
        e.print("PROFUNDIDAD USADA: ");
        e.print(static_cast<char>('0' + depth));
        e.print('\r');
    }
    e.word("libre", engine::node_address(tree->size(), base));
    e.field(base, 0, engine::write_image(*tree, base));
}

// --- moves of the game --------------------------------------------------------------------------

void aplica_jugada_solicitada(const Call& in, Expected& e) {
    const Address at = in.address("tableroActual");
    NodeBytes game = in.node_at(at);
    game[L::level] = 0;
    game[L::turn] = engine::cat_cell;
    game[L::cells + engine::position_in(game).value().mouse] = engine::empty_cell;
    game[L::cells + engine::square_at(in.byte("sjFila"), in.byte("sjColumna"))] =
        engine::mouse_cell;
    e.node(at, game);
}

void aplica_jugada_decidida(const Call& in, Expected& e) {
    const Address at = in.address("tableroActual");
    NodeBytes game = in.node_at(at);
    if (in.byte("djmHijo") != 0xff) {
        game = in.node("djmDir");
        game[L::level] = 0;
        std::fill(game.begin() + L::parent, game.begin() + L::cells, Byte{0});
    }
    e.node(at, game);
}

constexpr std::array checks{
    Check{"hayMemoria", hay_memoria},
    Check{"creaHijo", crea_hijo},
    Check{"desarrollaUnNivel", desarrolla_un_nivel, nullptr, nullptr, 360},
    Check{"plantaRaiz", planta_raiz},
    Check{"desarrollaArbolJugadas", desarrolla_arbol_jugadas, nullptr, nullptr, 360},
    Check{"aplicaJugadaSolicitada", aplica_jugada_solicitada},
    Check{"aplicaJugadaDecidida", aplica_jugada_decidida},
};

}  // namespace

std::span<const Check> tree_checks() { return checks; }

}  // namespace ryg::blocks
