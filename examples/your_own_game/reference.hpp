// The same game in C++, with which the 6502 program must agree.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace oxo {

using Mark = unsigned char;
constexpr Mark nobody = 0, cross = 1, nought = 2;
constexpr unsigned loss = 1, draw = 2, win = 3, no_square = 0xff;

constexpr Mark other(Mark side) { return side == cross ? nought : cross; }

/// "x...o...." from the top left; the crosses begin.
struct Position {
    std::array<Mark, 9> squares{};
    Mark side = cross;

    [[nodiscard]] Position after(unsigned square) const {
        Position next = *this;
        next.squares[square] = side;
        next.side = other(side);
        return next;
    }
};

inline std::string to_text(const Position& position) {
    std::string text;
    for (const Mark square : position.squares) text += ".xo"[square];
    return text;
}

inline Position parse(const std::string& text) {
    Position position;
    const auto crosses = std::ranges::count(text, 'x'), noughts = std::ranges::count(text, 'o');
    const bool in_turn = crosses == noughts || crosses == noughts + 1;
    if (text.size() != 9 || crosses + noughts + std::ranges::count(text, '.') != 9 || !in_turn) {
        throw std::invalid_argument("'" + text +
                                    "' is not a position: nine squares, as in x...o....");
    }
    for (std::size_t i = 0; i < position.squares.size(); ++i) {
        position.squares[i] = text[i] == 'x' ? cross : text[i] == 'o' ? nought : nobody;
    }
    position.side = crosses == noughts ? cross : nought;
    return position;
}

/// Whether the side that has just moved has three in a row.
inline bool has_line(const Position& position) {
    constexpr std::array<std::array<std::size_t, 3>, 8> lines{
        {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};
    return std::ranges::any_of(lines, [&](const auto& line) {
        return std::ranges::all_of(line, [&](std::size_t square) {
            return position.squares[square] == other(position.side);
        });
    });
}

struct Found {
    unsigned best = no_square, value = loss, nodes = 1;
};

/// Searches all continuations.
inline Found search(const Position& position) {
    Found found;
    if (has_line(position)) return found;
    found.value = 0;
    for (unsigned square = 0; square < 9; ++square) {
        if (position.squares[square] != nobody) continue;
        const Found child = search(position.after(square));
        found.nodes += child.nodes;
        if (loss + win - child.value <= found.value) continue;
        found.value = loss + win - child.value;
        found.best = square;
    }
    if (found.best == no_square) found.value = draw;
    return found;
}

}  // namespace oxo
