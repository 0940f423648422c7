// What the move generators and the growing tree promise: lists of moves, and a node for each.
#include <array>

#include "engine/games/ryg1/blocks/nodes.hpp"

namespace ryg::engine::ryg1 {

using namespace contracts;
namespace {

using L = Layout;
using engine::Move;
using engine::Position;
using engine::Side;

// --- lists --------------------------------------------------------------------------------------

bool is_empty(const NodeBytes& node, int row, int column) {
    return row >= 0 && row < 8 && column >= 0 && column < 8 &&
           node[L::cells + engine::square_at(row, column)] == empty_cell;
}

struct Step {
    int row, column;
};
constexpr std::array mouse_steps{Step{-1, -1}, Step{-1, 1}, Step{1, -1}, Step{1, 1}};
constexpr std::array cat_steps{Step{1, -1}, Step{1, 1}};

/// Lists of a fixed size with $ff after the last valid destination.
template <std::size_t size>
void state_list(In in, Out e, const std::string& prefix, const std::array<Step, size>& steps) {
    const NodeBytes board = node(in, prefix + "Tablero");
    std::array<Byte, size + 1> rows{}, columns{};
    rows.fill(0xff);
    columns.fill(0xff);
    std::size_t count = 0;
    for (const Step& step : steps) {
        const int row = in.byte(prefix + "Fila") + step.row;
        const int column = in.byte(prefix + "Columna") + step.column;
        if (!is_empty(board, row, column)) continue;
        rows[count] = static_cast<Byte>(row);
        columns[count++] = static_cast<Byte>(column);
    }
    e.bytes(prefix + "Filas", rows);
    e.bytes(prefix + "Columnas", columns);
}

std::vector<Move> moves_of_cat(const Position& position, std::size_t cat) {
    std::vector<Move> moves;
    for (const Move& move : engine::generate_moves(to_move(position, Side::cats))) {
        if (move.from == engine::cat_squares(position)[cat]) moves.push_back(move);
    }
    return moves;
}

// --- children -----------------------------------------------------------------------------------

/// Memory between the free pointer and the limit, into which children are put until it is full.
class Growth {
  public:
    Growth(In in, Out e) : e_(e), free_(in.word("libre")), limit_(in.word("finArbol")) {}

    [[nodiscard]] bool full() const { return full_; }
    [[nodiscard]] std::size_t room() const { return (limit_ - free_) / node_size; }

    /// The `number`-th child of the node at `parent`, a copy so far: a level deeper, the other
    /// side to move, linked. $0000 and full() when it does not fit.
    Address child(Address parent, std::size_t number) {
        full_ = full_ || free_ + node_size > limit_;
        if (full_) return 0;
        const auto at = static_cast<Address>(free_);
        NodeBytes node{};
        for (unsigned i = 0; i < node.size(); ++i) node[i] = e_.at(parent + i);
        node[L::level] = static_cast<Byte>(node[L::level] + 1);
        node[L::turn] = node[L::turn] == mouse_cell ? cat_cell : mouse_cell;
        node[L::parent] = emu::low(parent);
        node[L::parent + 1] = emu::high(parent);
        std::fill(node.begin() + L::children, node.begin() + L::cells, Byte{0});
        e_.bytes_at(at, node);
        const auto slot = static_cast<unsigned>(parent + L::children + 2 * number);
        e_.bytes_at(slot, std::array{emu::low(at), emu::high(at)});
        free_ += node_size;
        return at;
    }

    /// The same with a piece moved, and a dot printed.
    Address moved(Address parent, std::size_t number, unsigned from, unsigned to, Byte piece) {
        const Address at = child(parent, number);
        if (full_) return at;
        e_.at(at + unsigned{L::cells} + from, empty_cell);
        e_.at(at + unsigned{L::cells} + to, piece);
        e_.print('.');
        return at;
    }

    /// States how it ended, and a node's children as they are now.
    void close(Address node) {
        e_.word("libre", free_);
        e_.byte("memoriaLlena", full_ ? 0x00 : 0xff);
        for (unsigned at = node + unsigned{L::children}; at < node + unsigned{L::cells}; ++at) {
            e_.at(at, e_.at(at));
        }
    }

  private:
    Expected& e_;
    unsigned free_, limit_;
    bool full_ = false;
};

/// One child by the move of a piece that stands at `from`.
void make_child(In in, Out e, const std::string& prefix, engine::Square from, Byte piece) {
    Growth growth(in, e);
    const Address parent = in.word(prefix + "Padre");
    const auto to = engine::square_at(in.byte(prefix + "Fila"), in.byte(prefix + "Columna"));
    e.word(prefix + "Hijo", growth.moved(parent, in.byte(prefix + "NumHijo"), from, to, piece));
    growth.close(parent);
}

/// A child for each move, and how many there were in the end.
template <class Moves>
void make_children(In in, Out e, const std::string& prefix, unsigned number, const Moves& moves,
                   Byte piece) {
    Growth growth(in, e);
    const Address parent = in.word(prefix + "Tablero");
    for (const Move& move : moves) {
        growth.moved(parent, number, move.from, move.to, piece);
        if (growth.full()) break;
        ++number;
    }
    growth.close(parent);
    e.byte(prefix + "NumHijo", number);
}

// --- the tree -----------------------------------------------------------------------------------

/// Below a board that need not lie where its descendants do, and need not be a root.
void grow(In in, Out e) {
    Growth growth(in, e);
    const Address board = in.word("dunTablero"), free = in.word("libre");
    const NodeBytes parent = node(in, "dunTablero");
    const int depth = in.byte("dunProf");
    const std::size_t room = growth.room();
    const auto tree = build_tree(position(parent), depth, room + 1, parent[L::value]);
    const auto fit = std::min(engine::generate_moves(position(parent)).size(), room);
    growth.close(board);
    for (std::size_t child = 0; depth > 0 && child < fit; ++child) {
        const auto at = static_cast<Address>(node_address(child, free));
        const auto slot = static_cast<unsigned>(board + L::children + 2 * child);
        e.bytes_at(slot, std::array{emu::low(at), emu::high(at)});
    }
    const std::size_t made = tree ? tree->size() - 1 : room;
    e.word("libre", node_address(made, free));
    e.byte("memoriaLlena", tree ? 0xff : 0x00);
    e.print(std::string(made, '.'));
    if (!tree) return;

    const auto root = static_cast<Address>(free - L::size);  // where no root is
    std::vector<Byte> image = write_image(*tree, root);
    for (std::size_t node = 1; node < tree->size(); ++node) {
        Byte* bytes = &image[node * L::size];
        bytes[L::level] = static_cast<Byte>(bytes[L::level] + parent[L::level]);
        if ((*tree)[node].parent == 0) {
            bytes[L::parent] = emu::low(board);
            bytes[L::parent + 1] = emu::high(board);
        }
    }
    e.bytes_at(free, std::span(image).subspan(L::size));
}

/// With less and less depth until the tree fits.
void grow_game(In in, Out e) {
    const Address base = in.word("baseArbol");
    const std::size_t room = (in.word("finArbol") - base) / L::size;
    const NodeBytes game = as_root(game_node(in));
    const int wanted = in.byte("dajProf");
    std::optional<Tree> tree;
    int depth = wanted;
    for (;; --depth) {
        e.print("PENSANDO: ");
        tree = build_tree(position(game), depth, room, game[L::value]);
        e.print(std::string(tree ? tree->size() - 1 : room == 0 ? 0 : room - 1, '.'));
        if (tree) break;
        e.print("\rMEMORIA INSUFICIENTE, PROFUNDIDAD ");
        e.print(static_cast<char>('0' + depth));
        e.print('\r');
        if (depth == 0) break;
    }
    e.byte("memoriaLlena", tree ? 0xff : 0x00);
    e.byte("dajProfReal", static_cast<unsigned>(tree ? depth : 0xff));
    e.word("libre", tree ? node_address(tree->size(), base) : base);
    if (!tree) return e.bytes_at(base, node_at(in, base));
    e.print('\r');
    if (depth != wanted) {
        e.print("PROFUNDIDAD USADA: ");
        e.print(static_cast<char>('0' + depth));
        e.print('\r');
    }
    e.bytes_at(base, write_image(*tree, base));
}

}  // namespace

// clang-format off
std::vector<Reference> ryg_move_references() {
    return {
        {"validaJugada", [](In in, Out e) {
            const int row = static_cast<std::int8_t>(in.byte("vjFila"));
            const int column = static_cast<std::int8_t>(in.byte("vjColumna"));
            e.byte("vjValida", is_empty(node(in, "vjTablero"), row, column) ? 0x00 : 0xff);
        }},
        {"generaJugadasRaton", [](In in, Out e) { state_list(in, e, "gjr", mouse_steps); }},
        {"generaJugadasGato", [](In in, Out e) { state_list(in, e, "gjg", cat_steps); }},
        {"cuentaJugadasGato", [](In in, Out e) {
            const auto moves = moves_of_cat(position(in, "cjgTablero"), in.byte("cjgGato"));
            e.byte("cjgNum", static_cast<unsigned>(moves.size()));
        }},
        {"cuentaJugadasRaton", [](In in, Out e) {
            const auto moves = engine::generate_moves(to_move(position(in, "cjrTablero"), Side::mouse));
            e.byte("cjrNum", static_cast<unsigned>(moves.size()));
        }},
        {"aplicaJugadaRatonHijo", [](In in, Out e) {
            make_child(in, e, "ajrh", position(in, "ajrhPadre").mouse, mouse_cell);
        }},
        {"aplicaJugadaGatoHijo", [](In in, Out e) {
            const auto cats = engine::cat_squares(position(in, "ajghPadre"));
            make_child(in, e, "ajgh", cats[in.byte("ajghGato")], cat_cell);
        }},
        {"generaHijosRaton", [](In in, Out e) {
            const auto moves = engine::generate_moves(to_move(position(in, "ghrTablero"), Side::mouse));
            make_children(in, e, "ghr", 0, moves, mouse_cell);
        }},
        {"generaHijosGatos", [](In in, Out e) {
            const auto moves = engine::generate_moves(to_move(position(in, "ghgTablero"), Side::cats));
            make_children(in, e, "ghg", 0, moves, cat_cell);
        }},
        {"generaHijosUnGato", [](In in, Out e) {
            const auto moves = moves_of_cat(position(in, "ghgTablero"), in.byte("ghgGato"));
            make_children(in, e, "ghg", in.byte("ghgNumHijo"), moves, cat_cell);
        }},
        // who has won
        {"verificaRatonFila0", [](In in, Out e) {
            e.byte("vrf0", engine::mouse_on_goal(position(in, "vrf0Tablero")) ? 0x00 : 0xff);
        }},
        {"verificaGatos0Jugs", [](In in, Out e) {
            e.byte("vg0j", engine::cats_stuck(position(in, "vg0jTablero")) ? 0x00 : 0xff);
        }, 4000},
        {"verificaRaton0Jugs", [](In in, Out e) {
            e.byte("vr0j", engine::mouse_stuck(position(in, "vr0jTablero")) ? 0x00 : 0xff);
        }},
        // the tree
        {"hayMemoria", [](In in, Out e) {
            const unsigned end = in.word("libre") + node_size;
            e.byte("memoriaLlena", end <= in.word("finArbol") ? 0xff : 0x00);
            e.word("hmFinal", end);
        }},
        {"creaHijo", [](In in, Out e) {
            Growth growth(in, e);
            const Address parent = in.word("chPadre");
            e.word("chHijo", growth.child(parent, in.byte("chNumHijo")));
            growth.close(parent);
        }},
        {"desarrollaUnNivel", grow, 360},
        {"plantaRaiz", [](In in, Out e) {
            const Address base = in.word("baseArbol");
            const bool fits = base + node_size <= in.word("finArbol");
            e.bytes_at(base, fits ? as_root(game_node(in)) : node_at(in, base));
            e.word("libre", fits ? base + node_size : base);
            e.byte("memoriaLlena", fits ? 0xff : 0x00);
        }},
        {"desarrollaArbolJugadas", grow_game, 360},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg1
