// What the dialogue and the main program promise: answers to the keys typed, up to whole games.
#include <array>

#include "engine/ryg/contracts/nodes.hpp"
#include "engine/ryg/native/mouse_player.hpp"
#include "engine/ryg/native/search.hpp"

namespace ryg::contracts {
namespace {

using engine::Position;
using engine::Side;
using engine::Version;

constexpr Address jiffy_clock = 0xa2;

bool is_between(char key, char first, char last) { return first <= key && key <= last; }

// --- keys ---------------------------------------------------------------------------------------

/// Two digits: row and column.
void type_square(Keys& keys, engine::Square square, Choices& choices) {
    type_key(keys, '0' + engine::row_of(square), choices);
    type_key(keys, '0' + engine::column_of(square), choices);
}

/// Any key but those from `first` to `last`.
int other_key(Choices& choices, int first, int last) {
    const auto key =
        static_cast<int>(1 + choices.below(static_cast<std::uint32_t>(255 - (last - first + 1))));
    return key < first ? key : key + (last - first + 1);
}

int digit_key(char first, std::uint32_t count, Choices& choices) {
    return first + static_cast<int>(choices.below(count));
}

Keys any_key(In, Choices& choices) {
    Keys keys;
    type_key(keys, static_cast<int>(1 + choices.below(255)), choices);
    return keys;
}

Keys digit(In in, Choices& choices) {
    if (choices.one_in(2)) return any_key(in, choices);
    Keys keys;
    type_key(keys, digit_key('/', 10, choices), choices);  // and one beside
    return keys;
}

Keys depth(In, Choices& choices) {
    Keys keys;
    for (std::uint32_t wrong = choices.below(3); wrong > 0; --wrong) {
        const int beside = choices.one_in(2) ? '0' : '6';
        type_key(keys, choices.one_in(2) ? beside : other_key(choices, '1', '5'), choices);
    }
    type_key(keys, digit_key('1', 5, choices), choices);
    return keys;
}

void ask_depth(In in, Out e) {
    KeyReader reader(in.keys);
    while (true) {
        e.print("PROFUNDIDAD (1-5): ");
        const char key = reader.next();
        if (is_between(key, '1', '5')) {
            e.print(key);
            e.print('\r');
            return e.byte("dajProf", static_cast<unsigned>(key - '0'));
        }
        e.print("\rTECLA NO VALIDA\r");
    }
}

// --- the mouse's move ---------------------------------------------------------------------------

Position game_of(In in) { return to_move(position(game_node(in)), Side::mouse); }

bool can_go(const Position& game, engine::Square to) {
    return engine::is_legal(game, {game.mouse, to});
}

Keys mouse_move(In in, Choices& choices) {
    Keys keys;
    for (std::uint32_t wrong = choices.below(3); wrong > 0; --wrong) {
        switch (choices.below(3)) {
            case 0: type_key(keys, other_key(choices, '0', '7'), choices); break;
            case 1:
                type_key(keys, digit_key('0', 8, choices), choices);
                type_key(keys, other_key(choices, '0', '7'), choices);
                break;
            default: {
                const auto to = static_cast<engine::Square>(choices.below(64));
                if (!can_go(game_of(in), to)) type_square(keys, to, choices);
            }
        }
    }
    type_square(keys, choices.pick(engine::generate_moves(game_of(in))).to, choices);
    return keys;
}

void ask_move(In in, Out e) {
    const Position game = game_of(in);
    KeyReader reader(in.keys);
    bool accepted = false;
    while (!accepted) {
        e.print("JUGADA DEL RATON (FILA Y COLUMNA): ");
        std::array<int, 2> digits{};
        bool wrong_key = false;
        for (int& digit : digits) {
            const char key = reader.next();
            wrong_key = !is_between(key, '0', '7');
            if (wrong_key) break;
            e.print(key);
            digit = key - '0';
        }
        if (wrong_key) {
            e.print("\rTECLA NO VALIDA\r");
            continue;
        }
        e.print('\r');
        accepted = can_go(game, engine::square_at(digits[0], digits[1]));
        if (!accepted) e.print("JUGADA NO VALIDA\r");
        e.byte("sjFila", static_cast<unsigned>(digits[0]));
        e.byte("sjColumna", static_cast<unsigned>(digits[1]));
    }
}

// --- whole games --------------------------------------------------------------------------------

/// A game as the program of a version conducts it.
class Table {
  public:
    Table(In in, int depth) : in_(in), version_(version_of(in)), depth_(depth) {}

    [[nodiscard]] bool over() const { return over_; }
    [[nodiscard]] const NodeBytes& board() const { return board_; }
    /// With the mouse to move.
    [[nodiscard]] const Position& position() const { return position_; }

    void mouse_goes(engine::Square to) {
        position_ = engine::apply(position_, {position_.mouse, to});
        const Byte value = board_[Layout::value];
        board_ = engine::board_bytes(position_, 0, value);
        if (version_ >= Version::v15) {
            over_ = engine::mouse_on_goal(position_) || engine::cats_stuck(position_);
        }
        if (!over_ && version_ >= Version::v14) cats_go();
        position_.side = Side::mouse;  // also where the cats do not move
    }

  private:
    void cats_go() {
        engine::SearchOptions options;
        options.version = version_;
        options.depth = depth_;
        options.tree_base = in_.word("baseArbol");
        options.tree_end = in_.word("finArbol");
        if (in_.has("sorteaEmpate")) options.tie_byte = in_.ram[jiffy_clock];
        const engine::SearchResult result = engine::search(position_, options);
        if (!result.move) return;
        position_ = engine::apply(position_, *result.move);
        board_ = engine::board_bytes(position_, 0, result.value);
        over_ = version_ >= Version::v15 && engine::mouse_stuck(position_);
    }

    const Call& in_;
    Version version_;
    int depth_;
    Position position_ = engine::start_position();
    NodeBytes board_ = engine::board_bytes(engine::start_position());
    bool over_ = false;
};

/// A whole game, the first moves of one that has no end, or, before version 14, one move; the mouse
/// plays well, or at random, or keeps to the corner.
Keys whole_game(In in, Choices& choices) {
    constexpr int most_moves = 40;
    Keys keys;
    const int depth = 1 + static_cast<int>(choices.below(2));
    const std::uint32_t manner = choices.below(3);
    type_key(keys, '0' + depth, choices);
    Table table(in, depth);
    const int moves = in.version() >= 14 ? most_moves : 1;
    for (int made = 0; made < moves && !table.over(); ++made) {
        const engine::MoveList list = engine::generate_moves(table.position());
        if (list.empty()) break;
        const auto count = static_cast<std::uint32_t>(list.size());
        engine::Move move = list[manner == 0 ? count - 1 : choices.below(count)];
        if (manner == 1 && !engine::is_over(table.position())) {
            move = engine::strong_mouse_move(table.position(), 5);
        }
        type_square(keys, move.to, choices);
        table.mouse_goes(move.to);
    }
    if (table.over()) type_key(keys, ' ', choices);
    return keys;
}

/// What was typed says which game it was.
void play(In in, Out e) {
    KeyReader reader(in.keys);
    Table table(in, reader.next() - '0');
    while (!table.over() && !reader.at_end()) {
        const int row = reader.next() - '0';
        const int column = reader.next() - '0';
        table.mouse_goes(engine::square_at(row, column));
    }
    e.bytes("tableroActual", table.board());
    e.any_text = true;
}

bool nine_nodes_fit(In in) { return in.word("baseArbol") + 9U * node_size <= in.word("finArbol"); }

}  // namespace

// clang-format off
std::vector<Reference> ryg_dialogue_references() {
    return {
        {"leeTecla", [](In in, Out e) {
            e.byte("ltTecla", static_cast<Byte>(KeyReader(in.keys).next()));
        }, 0, nullptr, any_key},
        {"leeCifra", [](In in, Out e) {
            const char key = KeyReader(in.keys).next();
            const bool is_digit = is_between(key, '0', '7');
            if (is_digit) e.print(key);
            e.byte("lcCifra", static_cast<unsigned>(is_digit ? key - '0' : 0xff));
        }, 0, nullptr, digit},
        {"pideProfundidad", ask_depth, 0, nullptr, depth},
        {"solicitaJugada", ask_move, 0, nullptr, mouse_move,
         [](In in) { return !engine::mouse_stuck(game_of(in)); }},
        {"ganaRaton2", [](In, Out e) {
            e.print("\rENHORABUENA: HA GANADO EL RATON!\rPULSE UNA TECLA\r");
        }, 0, nullptr, any_key},
        {"gananGatos2", [](In, Out e) {
            e.print("\rLASTIMA: HAN GANADO LOS GATOS\rPULSE UNA TECLA\r");
        }, 0, nullptr, any_key},
        {"ampliaRam", [](In in, Out e) { e.at(1, static_cast<Byte>(in.ram[1] & 0xfe)); }},
        {"inicio", play, 48, nullptr, whole_game, nine_nodes_fit},
        {"aplicaJugadaSolicitada", [](In in, Out e) {
            NodeBytes game = game_node(in);
            game[Layout::level] = 0;
            game[Layout::turn] = engine::cat_cell;
            game[Layout::cells + position(game).mouse] = engine::empty_cell;
            game[Layout::cells + engine::square_at(in.byte("sjFila"), in.byte("sjColumna"))] = engine::mouse_cell;
            e.bytes("tableroActual", game);
        }},
        {"aplicaJugadaDecidida", [](In in, Out e) {
            const bool decided = in.byte("djmHijo") != 0xff;
            e.bytes("tableroActual", decided ? as_root(node(in, "djmDir")) : game_node(in));
        }},
    };
}
// clang-format on

}  // namespace ryg::contracts
