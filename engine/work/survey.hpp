// Work that can be numbered: each piece done by a program and its twin, and what it came to.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "c64/program/image.hpp"
#include "engine/common/notation.hpp"
#include "engine/work/difference.hpp"

namespace ryg::work {

using emu::Byte;
using emu::Cycle;

/// What a piece came to, in numbers that every host must come to as well.
struct Answer {
    Byte value = 0, from = 0xff, to = 0xff;  ///< of the search; no move: $ff
    bool fell_back = false;  ///< memory did not suffice for the depth that was asked for
    bool differs = false;    ///< the program from its twin
    std::uint32_t nodes = 0;
    Cycle cycles = 0;
};

/// All pieces, done by one program at one depth.
struct Series {
    int version = 0, depth = 0;  ///< 0: the game has no versions, its search no depth
    std::string program;
    std::uint32_t crc = 0;  ///< CRC-32 of its bytes

    /// "version 16, depth 3", or the program's name.
    [[nodiscard]] std::string name() const;
};

/// All that there is to do. A piece is known by its number alone, and so is what it comes to,
/// whoever does it, after which others, and on what host.
struct Survey {
    std::string pieces_are;  ///< what the pieces are, in a few words: surveys differ by it
    std::uint64_t pieces = 0;
    std::vector<Series> series;

    /// Gives a thread its own worker, which does one piece of a series as fast as it can.
    using Worker = std::function<Answer(std::size_t series, std::uint64_t piece)>;
    std::function<Worker()> make_worker;
    /// What a piece is, as a text that the game reads.
    std::function<std::string(std::uint64_t piece)> name;
    /// Does a piece that differs again and says what differs, and who wrote it.
    std::function<Difference(std::size_t series, std::uint64_t piece)> explain;
};

/// The programs of a survey by version, and what is done with each.
struct SurveyPlan {
    std::map<int, c64::Image> programs;
    std::vector<Series> series;
};

/// The versions and depths of the options `versions` and `depths`, which lie between the limits.
/// Throws std::invalid_argument.
[[nodiscard]] SurveyPlan survey_plan(const Values& values, std::pair<int, int> versions,
                                     std::pair<int, int> depths,
                                     const std::function<c64::Image(int version)>& program);

/// `12, 14-16` as numbers in ascending order. Throws std::invalid_argument for what is not a list
/// of numbers from `least` to `greatest`; `option` is how its message begins.
[[nodiscard]] std::vector<int> numbers_in(std::string_view list, std::string_view option, int least,
                                          int greatest);

/// The lines of a file that are neither empty nor begin with `#`. Throws std::invalid_argument.
[[nodiscard]] std::vector<std::string> lines_of(const std::string& path);
/// `Survey::pieces_are` of an option whose value is a word or such a file, which its lines tell.
[[nodiscard]] std::string pieces_named(std::string_view kind, const std::string& value);

}  // namespace ryg::work
