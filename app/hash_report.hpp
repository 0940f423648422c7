// The report of `ryg hash` as a folder: an HTML page and its plots, made by gnuplot.
#pragma once

#include <array>
#include <string>

#include "app/hash_text.hpp"

namespace ryg::app {

/// Faster than the noise, about the program's, slower; 144 is nine shifts, the worst distance.
inline constexpr std::array<crosscheck::Cycle, 18> shown_cadences{
    4, 8, 12, 16, 20, 24, 26, 28, 32, 40, 48, 64, 80, 96, 112, 128, 144, 160};

/// What a chip gives that has run for long, the same for every report.
[[nodiscard]] crosscheck::CadenceFigures cadence_of(crosscheck::Cycle cycles);

/// Throws Trouble unless a report can be written: gnuplot is there, and the folder is not, or is
/// an earlier report.
void check_hash_report(const std::string& folder);

/// index.html with the plots beside it; it opens from the disk. The folder is written under another
/// name and renamed, so it is whole or not there. Throws Trouble as `check_hash_report` does.
void write_hash_report(const std::string& folder, const HashCase& what,
                       const crosscheck::HashFigures& figures,
                       const crosscheck::HashJudgement& judgement,
                       const crosscheck::HashJury& jury);

}  // namespace ryg::app
