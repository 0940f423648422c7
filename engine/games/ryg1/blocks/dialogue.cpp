// What the dialogue and the main program promise: answers to the keys typed, up to whole games.
#include "engine/games/ryg1/native/dialogue.hpp"

#include <array>

#include "engine/games/ryg1/blocks/values.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/native/mouse_player.hpp"
#include "engine/games/ryg1/native/root.hpp"

namespace ryg::engine::ryg1 {

using namespace claims;
namespace {

using engine::Position;
using engine::Side;

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

void ask_depth(const Given& in, Stated& e) {
    const Dialogue dialogue(SearchOptions{});
    const std::string_view keys = dialogue.depths().keys;
    const Value key = in.key();
    Value depth = 0;
    for (unsigned i = 0; i < keys.size(); ++i) {
        depth = choose(key == static_cast<Byte>(keys[i]), i + 1, depth);
    }
    const Value is_wrong = depth == 0;
    e.print(Dialogue::depth_question);
    e.print(key, !is_wrong);
    e.print("\r", !is_wrong);
    e.print(Dialogue::wrong_key, is_wrong);
    e.begin_anew(is_wrong, 1);
    e.byte("dajProf", depth);
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

Value is_digit(const Value& key) { return (key >= '0') & (key <= '7'); }

void ask_move(const Given& in, Stated& e) {
    const Value row = in.key(0), column = in.key(1), is_row = is_digit(row);
    const Value is_square = is_row & is_digit(column);
    Value is_legal = 0;
    for (const Destination& to : targets_of_mouse(game_node(in))) {
        is_legal |= to.may & (to.row == (row & 7)) & (to.column == (column & 7));
    }
    e.print(Dialogue::move_question);
    e.print(row, is_row);
    e.print(column, is_square);
    e.print("\r", is_square);
    e.print(Dialogue::wrong_key, !is_square);
    e.print(Dialogue::wrong_move, is_square & !is_legal);
    e.begin_anew(!is_row, 1);
    e.begin_anew(is_row & !(is_square & is_legal), 2);
    e.byte("sjFila", row & 7);
    e.byte("sjColumna", column & 7);
}

// --- whole games --------------------------------------------------------------------------------

/// From RUN on, with the memory for the tree that the call has.
Dialogue dialogue_of(In in) {
    SearchOptions options{.version = version_of(in),
                          .tree_base = in.word("baseArbol"),
                          .tree_end = in.word("finArbol")};
    if (in.has("sorteaEmpate")) options.tie_byte = in.ram[jiffy_clock];
    return Dialogue(options);
}

/// A whole game, the first moves of one that has no end, or, before version 14, one move; the mouse
/// plays well, or at random, or keeps to the corner.
Keys whole_game(In in, Choices& choices) {
    constexpr int most_moves = 40;
    Keys keys;
    Dialogue dialogue = dialogue_of(in);
    const auto type = [&](int key) {
        type_key(keys, key, choices);
        (void)dialogue.type(static_cast<char>(key));
    };
    const int depth = 1 + static_cast<int>(choices.below(2));
    const std::uint32_t manner = choices.below(3);
    type('0' + depth);
    for (int made = 0; made < most_moves && dialogue.wants() == Dialogue::Wants::row; ++made) {
        const Position& position = dialogue.position();
        const engine::MoveList list = engine::generate_moves(position);
        if (list.empty()) break;
        const auto count = static_cast<std::uint32_t>(list.size());
        engine::Move move = list[manner == 0 ? count - 1 : choices.below(count)];
        if (manner == 1 && !engine::is_over(position)) {
            move = strong_mouse_move(position, 5);
        }
        type('0' + engine::row_of(move.to));
        type('0' + engine::column_of(move.to));
    }
    if (dialogue.wants() == Dialogue::Wants::any_key) type_key(keys, ' ', choices);
    return keys;
}

void play(In in, Out e) {
    KeyReader reader(in.keys);
    Dialogue dialogue = dialogue_of(in);
    e.print(dialogue.begin());
    while (!reader.at_end()) e.print(dialogue.type(reader.next()));
    e.bytes("tableroActual", dialogue.board());
}

bool nine_nodes_fit(In in) { return in.word("baseArbol") + 9U * node_size <= in.word("finArbol"); }

}  // namespace

// clang-format off
std::vector<Reference> ryg_dialogue_references() {
    return {
        {.routine = "leeTecla", .type = any_key, .state = [](const Given& in, Stated& e) {
            e.byte("ltTecla", in.key());
        }},
        {.routine = "leeCifra", .type = digit, .state = [](const Given& in, Stated& e) {
            const Value key = in.key();
            e.print(key, is_digit(key));
            e.byte("lcCifra", choose(is_digit(key), key & 7, 0xff));
        }},
        {.routine = "pideProfundidad", .type = depth, .state = ask_depth},
        {.routine = "solicitaJugada",
         .type = mouse_move,
         .accepts = [](In in) { return !engine::mouse_stuck(game_of(in)); },
         .state = ask_move},
        {.routine = "ganaRaton2", .type = any_key, .state = [](const Given& in, Stated& e) {
            e.print(Dialogue::mouse_wins);
            (void)in.key();
        }},
        {.routine = "gananGatos2", .type = any_key, .state = [](const Given& in, Stated& e) {
            e.print(Dialogue::cats_win);
            (void)in.key();
        }},
        {"ampliaRam", [](In in, Out e) { e.at(1, static_cast<Byte>(in.ram[1] & 0xfe)); }},
        {"inicio", play, 48, nullptr, whole_game, nine_nodes_fit},
        {.routine = "aplicaJugadaSolicitada", .state = [](const Given& in, Stated& e) {
            NodeValues game = game_node(in);
            game[Layout::level] = 0;
            game[Layout::turn] = cat_cell;
            const Value from = mouse_square(game);
            put(game, from, empty_cell);
            put(game, square_of(in.byte("sjFila"), in.byte("sjColumna")), mouse_cell);
            e.bytes("tableroActual", game);
        }},
        {.routine = "aplicaJugadaDecidida", .state = [](const Given& in, Stated& e) {
            const Value is_none = in.byte("djmHijo") == 0xff;
            const NodeValues child = as_root(node(in, "djmDir")), game = game_node(in);
            for (unsigned i = 0; i < node_size; ++i) {
                e.byte("tableroActual", choose(is_none, game[i], child[i]), i);
            }
        }},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg1
