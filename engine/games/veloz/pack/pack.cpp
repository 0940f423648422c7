// Writes the tables of VELOZ for the assembler: Tablas.s.
#include <cstdio>
#include <string_view>

#include "engine/games/veloz/native/tables.hpp"

namespace {

using namespace ryg::engine;
using namespace ryg::engine::veloz;

constexpr unsigned page = 256;

/// Tables follow one another where none crosses a page: a look-up must not cost a cycle more.
template <class F>
void table(unsigned& at, const char* name, int count, F&& value_of) {
    const auto size = static_cast<unsigned>(count);
    if (at % page + size > page) {
        std::printf("        .res %u\n", page - at % page);
        at += page - at % page;
    }
    std::printf("\n        .export %s\n%s:", name, name);
    for (int i = 0; i < count; ++i) {
        std::printf("%s$%02x", i % 12 == 0 ? "\n        .byte " : ", ",
                    static_cast<unsigned>(value_of(i)) & 0xff);
    }
    std::printf("\n");
    at += size;
}

int row_at(int place) { return row_of(dark_square(index_at(place))); }

/// The neutral value without the 32 and 16 that keep the other sums from being negative, and the
/// mouse's points for a row.
int row_points(int row) { return row < 0 ? 0 : row == 0 ? 0x50 + 32 : 0x50 + 7 - row; }

unsigned key_at(int place) {
    return place < places && is_square(place)
               ? square_keys[static_cast<std::size_t>(index_at(place))]
               : 0;
}

/// What a cat's step does to the number of walls around the mouse, by how far after it the cat is.
int change_around(int difference, int step) {
    const auto is_next = [](int d) { return d == -5 || d == -4 || d == 4 || d == 5; };
    return is_next(difference) ? -1 : is_next(difference + step) ? 1 : 0;
}

}  // namespace

int main() {
    unsigned at = 0;
    std::printf(
        "; Tablas.s -- made by the build: what the search of VELOZ looks up.\n\n"
        "        .segment \"TABLAS\"\n");
    table(at, "tabGrupo", 256,
          [](int sum) { return static_cast<int>(row_groups[static_cast<std::size_t>(sum)].rows); });
    table(at, "tabPuntos", 256,
          [](int sum) { return row_groups[static_cast<std::size_t>(sum)].points + 16; });
    // Cats around the mouse count 1, the border 16.
    table(at, "tabMovs", 66, [](int sum) {
        const int walls = sum % 16 + sum / 16;
        return walls < 4 ? 32 - walls : 0;
    });
    table(at, "tabFila", places, [](int p) { return row_points(row_at(p)); });
    table(at, "tabArriba", places, [](int p) { return row_points(row_at(p) - 1); });
    table(at, "tabAbajo", places, [](int p) { return row_points(row_at(p) + 1); });
    table(at, "tabCasilla", places, [](int p) { return int{dark_square(index_at(p))}; });
    table(at, "tabPeso", places,
          [](int p) { return row_weights[static_cast<std::size_t>(row_at(p))]; });
    table(at, "tabPaso", places, [](int p) {
        const int row = row_at(p);
        if (row == 7) return 0;
        return row_weights[static_cast<std::size_t>(row + 1)] -
               row_weights[static_cast<std::size_t>(row)];
    });
    // The first place of the next row.
    table(at, "tabSigue", places, [](int p) {
        return place_of(square_at(row_at(p), row_at(p) % 2)) + 4 + (row_at(p) % 2 == 0 ? 1 : 0);
    });
    table(at, "tabCodigo", places, [](int p) { return quarter_of(dark_square(index_at(p))); });
    table(at, "tabMezcla", places,
          [](int p) { return mix_of(quarter_of(dark_square(index_at(p)))); });
    // Three bytes of a key; what a step to the left or right changes of them.
    constexpr struct {
        const char* names[3];
        int shift;
    } parts[]{{{"clave0", "clave0Izq", "clave0Der"}, 0},
              {{"clave1", "clave1Izq", "clave1Der"}, 8},
              {{"clave2", "clave2Izq", "clave2Der"}, 12}};
    for (const auto& [names, shift] : parts) {
        const unsigned mask = shift == 12 ? 0xf0 : 0xff;
        const auto byte_of = [&](unsigned key) { return static_cast<int>(key >> shift & mask); };
        table(at, names[0], places, [&](int p) { return byte_of(key_at(p)); });
        table(at, names[1], places, [&](int p) { return byte_of(key_at(p) ^ key_at(p + 4)); });
        table(at, names[2], places, [&](int p) { return byte_of(key_at(p) ^ key_at(p + 5)); });
    }
    // Whether a cat's step changes what the mouse finds a row further up.
    const auto matters = [](int d) {
        return d == -5 || d == -4 || d == 1 || d == -1 || (d >= -10 && d <= -8);
    };
    table(at, "tabZonaIzq", 71, [&](int i) { return matters(i - 35) || matters(i - 31); });
    table(at, "tabZonaDer", 71, [&](int i) { return matters(i - 35) || matters(i - 30); });
    // By the group of rows: the least points after a move.
    constexpr int least[]{16, 8, 8, 0, 8, 8};
    table(at, "tabMinimo", 6, [&](int group) { return least[group]; });
    table(at, "tabVecIzq", 71, [](int i) { return change_around(i - 35, 4); });
    table(at, "tabVecDer", 71, [](int i) { return change_around(i - 35, 5); });
}
