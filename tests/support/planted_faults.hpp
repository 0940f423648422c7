// Programs with a fault planted: a few bytes at a label, so that tests can see it found.
#pragma once

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "engine/games/games.hpp"
#include "engine/work/run.hpp"

namespace ryg::tests {

using Bytes = std::vector<emu::Byte>;

/// Puts `now` in the place of the first `expected` in the first bytes from `label` on.
inline void patch(c64::Image& image, std::string_view label, const Bytes& expected,
                  const Bytes& now, std::ptrdiff_t within = 96) {
    ASSERT_EQ(expected.size(), now.size());
    const auto begin = image.bytes.begin() + (image.labels.at(label) - image.load_address);
    const auto end = begin + std::min(within, image.bytes.end() - begin);
    const auto found = std::search(begin, end, expected.begin(), expected.end());
    ASSERT_NE(found, end) << label << " has no such bytes";
    std::ranges::copy(now, found);
}

/// A program of the list of games.
inline c64::Image image_of(std::string_view program) {
    return c64::from_embedded(*engine::find_program(program));
}

/// An instruction with the address of a label.
inline Bytes absolute(emu::Byte opcode, const c64::Image& image, std::string_view label) {
    const emu::Address address = image.labels.at(label);
    return {opcode, emu::low(address), emu::high(address)};
}

inline constexpr emu::Byte nop = 0xea;

/// The work of `ryg verify PROGRAM ..`, a name or a family; `instead` takes the program's place.
inline work::Work work_of(std::string_view program, const work::Values& values,
                          const c64::Image* instead = nullptr,
                          const std::atomic<bool>* stop = nullptr) {
    const claims::Named named = claims::find_named(engine::games(), program);
    return named.game->verify->work(
        {.values = values, .programs = named.programs, .instead = instead, .stop = stop});
}
/// What it finds.
inline work::Totals verify(std::string_view program, const work::Values& values,
                           const c64::Image* instead = nullptr,
                           const work::RunOptions& options = {}) {
    return work::run(work_of(program, values, instead, options.pieces.stop), options);
}

inline const work::RunOptions until_one_differs{.most_differences = 1};

/// The number in a column of the work's own.
inline std::uint64_t own(const work::Totals& totals, std::string_view key) {
    const auto column = std::ranges::find(totals.columns, key, &work::Column::key);
    return totals.sum().own.at(static_cast<std::size_t>(column - totals.columns.begin()));
}

/// A fault that nothing noticed once, the work in which it shows, and what the report says of it.
struct Hole {
    std::string_view name;
    void (*plant)(c64::Image&);
    std::string_view program;
    work::Values values;
    std::string_view report;
};

/// Expects that it is found, and again by what the report says.
inline void expect_closed(const Hole& hole) {
    c64::Image faulty = image_of(hole.program);
    hole.plant(faulty);
    const work::Totals found = verify(hole.program, hole.values, &faulty, until_one_differs);
    ASSERT_TRUE(found.first);
    const std::string report = describe(*found.first, "");
    EXPECT_NE(report.find(hole.report), std::string::npos) << report;
    EXPECT_EQ(found.first->again.program, hole.program);
    EXPECT_TRUE(verify(hole.program, found.first->again.values, &faulty).first) << "shown again";
}

/// 1: validaJugada looks at the game's board; 2: a wrong entry in the table of rows; 3: bcc for
/// bcs in minValorHijos.
inline c64::Image faulty_ryg16(int fault) {
    c64::Image image = image_of("ryg16");
    if (fault == 1) {
        const emu::Address board = image.labels.at("tableroActual");
        for (const auto& [from, byte] :
             {std::pair{"vjTableroLo", emu::low(board)}, {"vjTableroHi", emu::high(board)}}) {
            patch(image, "validaJugada", absolute(0xad, image, from), {0xa9, byte, nop});
        }
    } else if (fault == 2) {
        patch(image, "filasRaton", {5, 4, 3, 2}, {5, 4, 3, 3});
    } else {
        Bytes compare = absolute(0xcd, image, "mnvhMinimo"), wrong = compare;
        compare.push_back(0xb0);
        wrong.push_back(0x90);
        patch(image, "minValorHijos", compare, wrong);
    }
    return image;
}

/// 1: lookUpCats compares the mouse's locks; 2: the hash forgets the square that a piece leaves; 3:
/// a child keeps an old beta.
inline c64::Image faulty_ryg3(int fault) {
    c64::Image image = image_of("ryg3-11");
    if (fault == 1) {
        patch(image, "lookUpCats", absolute(0xbd, image, "hashpos_cats_lock"),
              absolute(0xbd, image, "hashpos_mouse_lock"));
    } else if (fault == 2) {
        for (const char* table : {"hash_mouse", "hash_cat1"}) {
            patch(image, "movePiece", absolute(0x5d, image, table), {nop, nop, nop});
        }
    } else {
        const Bytes loads = absolute(0xbd, image, "beta");
        patch(image, "nextMove", loads, {nop, nop, nop});
        patch(image, "nextMove", {0x9d, static_cast<emu::Byte>(loads[1] - 1), loads[2]},
              {nop, nop, nop});
    }
    return image;
}

/// 1: no stone is missed between two; 2: stones go where nothing lies; 3: hints of the columns get
/// lost.
inline c64::Image faulty_hints(int fault) {
    c64::Image image = image_of("hints");
    if (fault == 1) {
        const auto mask = static_cast<emu::Byte>(image.labels.at("mask"));
        patch(image, "findMissing", {0x0a, 0x0a, 0x25, mask}, {0x0a, 0x0a, 0xa9, 0x00});
    } else if (fault == 2) {
        patch(image, "findLines", {0x49, 0xff}, {0xa9, 0xff});
    } else {
        patch(image, "findHints", absolute(0x1d, image, "down"), {nop, nop, nop});
    }
    return image;
}

}  // namespace ryg::tests
