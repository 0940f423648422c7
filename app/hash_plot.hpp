// `ryg hash --plot`: how the table fills and how often each entry is written, as a picture.
#pragma once

#include <string>

#include "engine/ryg3/study/hash_figures.hpp"

namespace ryg::app {

/// Throws Trouble that says how to get gnuplot if it is not there.
void check_hash_plot();

/// Writes an SVG file, and beside it the script that draws it (`.gp`). Throws Trouble if gnuplot or writing fails.
void draw_hash_plot(const std::string& path, const engine::ryg3::HashFigures& figures);

}  // namespace ryg::app
