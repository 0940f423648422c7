// The plots of `ryg hash --report`: SVG pictures by gnuplot that follow the reader's colours.
#pragma once

#include <string>
#include <vector>

#include "app/hash_text.hpp"

namespace ryg::app {

struct Plot {
    std::string file;     ///< e.g. "fill.svg"
    std::string title;    ///< what it shows, in a few words
    std::string caption;  ///< how to read it
    std::string svg;
};

/// The path of gnuplot, or Trouble that says how to get it.
[[nodiscard]] std::string find_gnuplot();

/// Runs gnuplot once for each. Throws Trouble if it fails.
[[nodiscard]] std::vector<Plot> draw_hash_plots(
    const HashCase& what, const crosscheck::HashFigures& figures, const crosscheck::HashJury& jury,
    const std::vector<crosscheck::CadenceFigures>& cadences, const std::string& work_folder);

}  // namespace ryg::app
