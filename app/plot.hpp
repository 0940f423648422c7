// The option --plot: rows of a report as a plot in SVG, which gnuplot draws.
#pragma once

#include "app/verb.hpp"
#include "engine/work/plot.hpp"

namespace ryg::app {

[[nodiscard]] Option plot_option();

/// Throws Trouble if a requested plot could not be written; call it before the work begins.
void check_plot(const Parsed& parsed);

/// Writes the plot if one was requested, unless the work was interrupted. `data` contains the
/// plot's rows. Throws Trouble.
void write_plot(const Parsed& parsed, const work::Plot& plot, const Json& data);

}  // namespace ryg::app
