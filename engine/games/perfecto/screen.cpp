// Boards and moves as they stand on the screen.
#include "engine/games/perfecto/screen.hpp"

#include <fmt/format.h>

#include "engine/common/notation.hpp"

namespace ryg::engine::perfecto {

std::string board_text(const Position& position) {
    std::string text = "  ABCDEFGH\n";
    for (int row = 0; row < 8; ++row) {
        std::string line = fmt::format("{} ", 8 - row);
        for (int column = 0; column < 8; ++column) {
            const Square square = square_at(row, column);
            line += !is_dark(square)            ? ' '
                    : square == position.mouse  ? 'M'
                    : has_cat(position, square) ? 'C'
                                                : '.';
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
}

std::optional<Move> move_on(const std::string& screen) {
    const auto at = screen.rfind("C64: ");
    if (at == std::string::npos || at + 9 > screen.size()) return std::nullopt;
    std::string text = screen.substr(at + 5, 4);
    for (char& letter : text) {
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    try {
        return parse_move(text);
    } catch (const NotationError&) {
        return std::nullopt;
    }
}

std::string typed(Move move) {
    std::string text = to_string(move) + '\r';
    for (char& letter : text) {
        if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    }
    return text;
}

void follow(harness::Player& player, const c64::Labels& labels) {
    player.follow(labels.at("showBoard"), [cats = labels.at("cats"), mouse = labels.at("mouse"),
                                           side = labels.at("side")](const c64::Machine& machine) {
        const auto square = [&](emu::Address at) { return dark_square(machine.peek(at) & 0x1f); };
        Position position{0, square(mouse), machine.peek(side) == 0 ? Side::mouse : Side::cats};
        for (emu::Address i = 0; i < 4; ++i) {
            position.cats |= dark_bit(square(static_cast<emu::Address>(cats + i)));
        }
        return is_well_formed(position) ? std::optional(position) : std::nullopt;
    });
}

}  // namespace ryg::engine::perfecto
