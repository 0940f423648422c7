// What the dialogue promises: its questions, and its answers to the keys that are typed.
#include <array>

#include "tests/engine/contracts/keys.hpp"

namespace ryg::blocks {
namespace {

using engine::Position;

int any_key(Choices& choices) { return static_cast<int>(1 + choices.below(255)); }

/// Any key but those from `first` to `last`.
int other_key(Choices& choices, int first, int last) {
    const auto key =
        static_cast<int>(1 + choices.below(static_cast<std::uint32_t>(255 - (last - first + 1))));
    return key < first ? key : key + (last - first + 1);
}

Keys any_one_key(const Call&, Choices& choices) {
    Keys keys;
    type_key(keys, any_key(choices), choices);
    return keys;
}

bool is_between(char key, char first, char last) { return first <= key && key <= last; }

void lee_tecla(const Call& in, Expected& e) {
    e.byte("ltTecla", static_cast<Byte>(KeyReader(in.keys).next()));
}

void lee_cifra(const Call& in, Expected& e) {
    const char key = KeyReader(in.keys).next();
    const bool digit = is_between(key, '0', '7');
    if (digit) e.print(key);
    e.byte("lcCifra", digit ? key - '0' : 0xff);
}

Keys type_digit(const Call& in, Choices& choices) {
    if (choices.one_in(2)) return any_one_key(in, choices);
    Keys keys;
    type_key(keys, '/' + static_cast<int>(choices.below(10)), choices);  // and one beside
    return keys;
}

// --- the depth ----------------------------------------------------------------------------------

Keys type_depth(const Call&, Choices& choices) {
    Keys keys;
    for (std::uint32_t wrong = choices.below(3); wrong > 0; --wrong) {
        const int beside = choices.one_in(2) ? '0' : '6';
        type_key(keys, choices.one_in(2) ? beside : other_key(choices, '1', '5'), choices);
    }
    type_key(keys, '1' + static_cast<int>(choices.below(5)), choices);
    return keys;
}

void pide_profundidad(const Call& in, Expected& e) {
    KeyReader reader(in.keys);
    while (true) {
        e.print("PROFUNDIDAD (1-5): ");
        const char key = reader.next();
        if (is_between(key, '1', '5')) {
            e.print(key);
            e.print('\r');
            e.byte("dajProf", key - '0');
            return;
        }
        e.print("\rTECLA NO VALIDA\r");
    }
}

// --- the mouse's move ---------------------------------------------------------------------------

Position game_of(const Call& in) {
    Position position = engine::position_in(in.node_at(in.address("tableroActual"))).value();
    position.side = engine::Side::mouse;
    return position;
}

bool can_go(const Position& game, engine::Square to) {
    return engine::is_legal(game, {game.mouse, to});
}

bool mouse_can_move(const Call& in) { return !engine::mouse_stuck(game_of(in)); }

Keys type_move(const Call& in, Choices& choices) {
    Keys keys;
    for (std::uint32_t wrong = choices.below(3); wrong > 0; --wrong) {
        switch (choices.below(3)) {
            case 0: type_key(keys, other_key(choices, '0', '7'), choices); break;
            case 1:
                type_key(keys, '0' + static_cast<int>(choices.below(8)), choices);
                type_key(keys, other_key(choices, '0', '7'), choices);
                break;
            default: {
                const auto to = static_cast<engine::Square>(choices.below(64));
                if (!can_go(game_of(in), to)) type_square(keys, to, choices);
            }
        }
    }
    const engine::MoveList moves = engine::generate_moves(game_of(in));
    type_square(keys, moves[choices.below(static_cast<std::uint32_t>(moves.size()))].to, choices);
    return keys;
}

void solicita_jugada(const Call& in, Expected& e) {
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
        const engine::Square to = engine::square_at(digits[0], digits[1]);
        accepted = can_go(game, to);
        if (!accepted) e.print("JUGADA NO VALIDA\r");
        e.byte("sjFila", digits[0]);
        e.byte("sjColumna", digits[1]);
    }
}

// --- the ends of a game -------------------------------------------------------------------------

void gana_raton(const Call&, Expected& e) {
    e.print("\rENHORABUENA: HA GANADO EL RATON!\rPULSE UNA TECLA\r");
}

void ganan_gatos(const Call&, Expected& e) {
    e.print("\rLASTIMA: HAN GANADO LOS GATOS\rPULSE UNA TECLA\r");
}

void amplia_ram(const Call& in, Expected& e) { e.at(1, static_cast<Byte>(in.ram[1] & 0xfe)); }

constexpr std::array checks{
    Check{"leeTecla", lee_tecla, any_one_key},
    Check{"leeCifra", lee_cifra, type_digit},
    Check{"pideProfundidad", pide_profundidad, type_depth},
    Check{"solicitaJugada", solicita_jugada, type_move, mouse_can_move},
    Check{"ganaRaton2", gana_raton, any_one_key},
    Check{"gananGatos2", ganan_gatos, any_one_key},
    Check{"ampliaRam", amplia_ram},
};

}  // namespace

std::span<const Check> dialogue_checks() { return checks; }

}  // namespace ryg::blocks
