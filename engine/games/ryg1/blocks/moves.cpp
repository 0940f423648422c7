// What the move generators and the growing tree promise: lists of moves, and a node for each.
#include <array>
#include <deque>

#include "engine/games/ryg1/blocks/values.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/native/dialogue.hpp"

namespace ryg::engine::ryg1 {

using namespace claims;
namespace {

using L = Layout;
using engine::Move;
using engine::Position;
using engine::Side;

// --- lists --------------------------------------------------------------------------------------

/// Lists of a fixed size with $ff after the last valid destination.
void state_list(const Given& in, Stated& e, const std::string& prefix,
                std::span<const PieceStep> steps) {
    NodeValues rows(steps.size() + 1, 0xff), columns = rows;
    Value count = 0;
    for (const Destination& to : targets(node(in, prefix + "Tablero"), in.byte(prefix + "Fila"),
                                         in.byte(prefix + "Columna"), steps)) {
        for (unsigned i = 0; i < steps.size(); ++i) {
            rows[i] = choose(to.may & (count == i), to.row, rows[i]);
            columns[i] = choose(to.may & (count == i), to.column, columns[i]);
        }
        count = count + to.may;
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

/// Memory between a free pointer and the limit, into which nodes are put until it is full.
class NodeRoom {
  public:
    NodeRoom(const Given& in, const std::string& pointer)
        : in_(in), limit_(in.byte("finArbolLo"), in.byte("finArbolHi")) {
        ends_.emplace_back(in.byte(pointer + "Lo"), in.byte(pointer + "Hi"));
    }

    /// Where the `number`-th node goes, and whether it fits.
    [[nodiscard]] const claims::Word& to(unsigned number) {
        while (ends_.size() <= number) ends_.push_back(ends_.back().plus(node_size));
        return ends_[number];
    }
    [[nodiscard]] Value fits(unsigned number) {
        const claims::Word end = to(number + 1);
        return (to(number) <= end) & (end <= limit_);  // a sum past $ffff is past every limit
    }
    [[nodiscard]] unsigned place(unsigned number) const {
        return in_.place(ends_[0].low, ends_[0].high) + number * node_size;
    }

  private:
    const Given& in_;
    claims::Word limit_;
    std::deque<claims::Word> ends_;
};

/// States a node's bytes where `when` is not 0.
void state_node(Stated& e, unsigned place, const NodeValues& node, const Value& when) {
    if (when.is_known() && when.known() == 0) return;
    for (unsigned i = 0; i < node_size; ++i) e.at(place + i, node[i], when);
}

void state_word(Stated& e, const std::string& name, const claims::Word& word) {
    e.byte(name + "Lo", word.low);
    e.byte(name + "Hi", word.high);
}

/// The children that a parent is given, one after the other.
class Growth {
  public:
    /// The first one has the number `first`.
    Growth(const Given& in, const std::string& parent, const Value& first)
        : room_(in, "libre"),
          place_(in.place(parent)),
          parent_(node_at(in, place_)),
          copy_(as_root(parent_)),
          first_(first) {
        copy_[L::level] = parent_[L::level] + 1;
        copy_[L::turn] = choose(parent_[L::turn] == mouse_cell, cat_cell, mouse_cell);
        copy_[L::parent] = in.byte(parent + "Lo");
        copy_[L::parent + 1] = in.byte(parent + "Hi");
    }

    /// The parent's copy so far: a level deeper, the other side to move, linked.
    [[nodiscard]] const NodeValues& copy() const { return copy_; }
    /// The same with a piece moved.
    [[nodiscard]] NodeValues moved(const Value& from, const Destination& to, Byte piece) const {
        NodeValues child = copy_;
        put(child, from, empty_cell);
        put(child, square_of(to.row, to.column), piece);
        return child;
    }

    /// Adds a child where it is asked for and memory is not full. Whether it did.
    Value add(const NodeValues& child, const Value& asked) {
        children_.emplace_back(node_size, 0);
        Value fits = 0;
        for (unsigned i = 0; i < children_.size(); ++i) {
            fits = choose(made_ == i, room_.fits(i), fits);
            for (unsigned at = 0; at < node_size; ++at) {
                Value& byte = children_[i][at];
                byte = choose(asked & (made_ == i), child[at], byte);
            }
        }
        const Value adds = asked & !full_ & fits;
        full_ |= asked & !fits;
        made_ = made_ + adds;
        return adds;
    }

    /// States the children, the links to them, and how it ended. The number of the next child.
    Value close(Stated& e) {
        claims::Word free = room_.to(0);
        for (unsigned i = 0; i < children_.size(); ++i) {
            const Value is_made = made_ > i;
            state_node(e, room_.place(i), children_[i], is_made);
            link(parent_, first_ + i, room_.to(i), is_made);
            const claims::Word next = room_.to(i + 1);
            free = {choose(is_made, next.low, free.low), choose(is_made, next.high, free.high)};
        }
        e.bytes_at(place_ + unsigned{L::children},
                   std::span(parent_).subspan(L::children, 2 * L::most_children));
        state_word(e, "libre", free);
        e.byte("memoriaLlena", choose(full_, 0x00, 0xff));
        return first_ + made_;
    }

    /// Where the first child is; $0000 if there is none.
    [[nodiscard]] claims::Word first_child() {
        const claims::Word to = room_.to(0);
        return {choose(made_, to.low, 0), choose(made_, to.high, 0)};
    }

  private:
    NodeRoom room_;
    unsigned place_;
    NodeValues parent_, copy_;
    Value first_, made_ = 0, full_ = 0;
    std::vector<NodeValues> children_;
};

/// One child by the move of a piece that stands at `from`.
void make_child(const Given& in, Stated& e, const std::string& prefix, const Value& from,
                Byte piece) {
    Growth growth(in, prefix + "Padre", in.byte(prefix + "NumHijo"));
    const Destination to{1, in.byte(prefix + "Fila"), in.byte(prefix + "Columna")};
    e.print(".", growth.add(growth.moved(from, to, piece), 1));
    state_word(e, prefix + "Hijo", growth.first_child());
    growth.close(e);
}

/// Adds a child for each target of a piece.
void add_children(Stated& e, Growth& growth, const Value& from,
                  std::span<const Destination> targets, Byte piece) {
    for (const Destination& to : targets) {
        e.print(".", growth.add(growth.moved(from, to, piece), to.may));
    }
}

// --- the tree -----------------------------------------------------------------------------------

/// Below a board that need not lie where its descendants do, and need not be a root.
void grow(In in, Out e) {
    const Address board = in.word("dunTablero"), free = in.word("libre");
    const NodeBytes parent = node(in, "dunTablero");
    const int depth = in.byte("dunProf");
    const std::size_t room = (in.word("finArbol") - free) / node_size;
    const auto tree = build_tree(position(parent), depth, room + 1, parent[L::value]);
    const auto fit = std::min(engine::generate_moves(position(parent)).size(), room);
    e.bytes_at(board + unsigned{L::children},
               std::span(parent).subspan(L::children, 2 * L::most_children));
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
    int depth = wanted;
    auto tree = build_tree(position(game), depth, room, game[L::value]);
    while (!tree && --depth >= 0) tree = build_tree(position(game), depth, room, game[L::value]);
    e.print(thinking_text(wanted, depth, tree ? tree->size() : 0, room));
    e.byte("memoriaLlena", tree ? 0xff : 0x00);
    const auto image = tree ? write_image(*tree, base) : std::vector<Byte>();
    const auto free = static_cast<Address>(base + image.size());
    tree_in_memory.add_to(e, in.program->image.labels, {base, free, in.word("finArbol")}, depth,
                          image);
    if (!tree) e.bytes_at(base, node_at(in, base));
}

}  // namespace

// clang-format off
std::vector<Reference> ryg_move_references() {
    return {
        {.routine = "validaJugada", .state = [](const Given& in, Stated& e) {
            const NodeValues board = node(in, "vjTablero");
            e.byte("vjValida", choose(is_empty(board, in.byte("vjFila"), in.byte("vjColumna")), 0x00, 0xff));
        }},
        {.routine = "generaJugadasRaton", .state = [](const Given& in, Stated& e) {
            state_list(in, e, "gjr", mouse_steps);
        }},
        {.routine = "generaJugadasGato", .state = [](const Given& in, Stated& e) {
            state_list(in, e, "gjg", cat_steps);
        }},
        {.routine = "cuentaJugadasGato", .expect = [](In in, Out e) {
            const auto moves = moves_of_cat(position(in, "cjgTablero"), in.byte("cjgGato"));
            e.byte("cjgNum", static_cast<unsigned>(moves.size()));
        }, .state = [](const Given& in, Stated& e) {
            e.byte("cjgNum", count(targets_of_cat(node(in, "cjgTablero"), in.byte("cjgGato"))));
        }},
        {.routine = "cuentaJugadasRaton", .expect = [](In in, Out e) {
            const auto moves = engine::generate_moves(to_move(position(in, "cjrTablero"), Side::mouse));
            e.byte("cjrNum", static_cast<unsigned>(moves.size()));
        }, .state = [](const Given& in, Stated& e) {
            e.byte("cjrNum", count(targets_of_mouse(node(in, "cjrTablero"))));
        }},
        {.routine = "aplicaJugadaRatonHijo", .state = [](const Given& in, Stated& e) {
            make_child(in, e, "ajrh", mouse_square(node(in, "ajrhPadre")), mouse_cell);
        }},
        {.routine = "aplicaJugadaGatoHijo", .state = [](const Given& in, Stated& e) {
            const Value cat = cat_square(node(in, "ajghPadre"), in.byte("ajghGato"));
            make_child(in, e, "ajgh", cat, cat_cell);
        }},
        {.routine = "generaHijosRaton", .state = [](const Given& in, Stated& e) {
            const NodeValues board = node(in, "ghrTablero");
            Growth growth(in, "ghrTablero", 0);
            add_children(e, growth, mouse_square(board), targets_of_mouse(board), mouse_cell);
            e.byte("ghrNumHijo", growth.close(e));
        }},
        {.routine = "generaHijosGatos", .state = [](const Given& in, Stated& e) {
            const NodeValues board = node(in, "ghgTablero");
            Growth growth(in, "ghgTablero", 0);
            for (unsigned cat = 0; cat < 4; ++cat) {
                add_children(e, growth, cat_square(board, cat), targets_of_cat(board, cat), cat_cell);
            }
            e.byte("ghgNumHijo", growth.close(e));
        }},
        {.routine = "generaHijosUnGato", .state = [](const Given& in, Stated& e) {
            const NodeValues board = node(in, "ghgTablero");
            const Value cat = in.byte("ghgGato");
            Growth growth(in, "ghgTablero", in.byte("ghgNumHijo"));
            add_children(e, growth, cat_square(board, cat), targets_of_cat(board, cat), cat_cell);
            e.byte("ghgNumHijo", growth.close(e));
        }},
        // who has won
        {.routine = "verificaRatonFila0", .expect = [](In in, Out e) {
            e.byte("vrf0", engine::mouse_on_goal(position(in, "vrf0Tablero")) ? 0x00 : 0xff);
        }, .state = [](const Given& in, Stated& e) {
            e.byte("vrf0", choose(row_in(mouse_square(node(in, "vrf0Tablero"))), 0xff, 0x00));
        }},
        {.routine = "verificaGatos0Jugs", .expect = [](In in, Out e) {
            e.byte("vg0j", engine::cats_stuck(position(in, "vg0jTablero")) ? 0x00 : 0xff);
        }, .draws = 4000, .state = [](const Given& in, Stated& e) {
            const NodeValues board = node(in, "vg0jTablero");
            Value moves = 0;
            for (unsigned cat = 0; cat < 4; ++cat) moves = moves + count(targets_of_cat(board, cat));
            e.byte("vg0j", choose(moves, 0xff, 0x00));
        }},
        {.routine = "verificaRaton0Jugs", .expect = [](In in, Out e) {
            e.byte("vr0j", engine::mouse_stuck(position(in, "vr0jTablero")) ? 0x00 : 0xff);
        }, .state = [](const Given& in, Stated& e) {
            e.byte("vr0j", choose(count(targets_of_mouse(node(in, "vr0jTablero"))), 0xff, 0x00));
        }},
        // the tree
        {.routine = "hayMemoria", .state = [](const Given& in, Stated& e) {
            NodeRoom room(in, "libre");
            e.byte("memoriaLlena", choose(room.fits(0), 0xff, 0x00));
            state_word(e, "hmFinal", room.to(1));
        }},
        {.routine = "creaHijo", .state = [](const Given& in, Stated& e) {
            Growth growth(in, "chPadre", in.byte("chNumHijo"));
            growth.add(growth.copy(), 1);
            state_word(e, "chHijo", growth.first_child());
            growth.close(e);
        }},
        {.routine = "plantaRaiz", .state = [](const Given& in, Stated& e) {
            NodeRoom room(in, "baseArbol");
            const Value fits = room.fits(0);
            const claims::Word base = room.to(0), end = room.to(1);
            const NodeValues root = as_root(game_node(in));
            for (unsigned i = 0; i < node_size; ++i) {
                e.at(room.place(0) + i, choose(fits, root[i], in.at(room.place(0) + i)));
            }
            state_word(e, "libre", {choose(fits, end.low, base.low), choose(fits, end.high, base.high)});
            e.byte("memoriaLlena", choose(fits, 0xff, 0x00));
        }},
        {"desarrollaUnNivel", grow, 360},
        {"desarrollaArbolJugadas", grow_game, 360},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg1
