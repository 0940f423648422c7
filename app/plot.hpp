// The option --plot: rows of a report as a plot in SVG, which gnuplot draws.
#pragma once

#include "app/verb.hpp"
#include "engine/work/plot.hpp"

namespace ryg::app {

[[nodiscard]] Option plot_option();

/// Throws Trouble if the plot that was asked for could not be written, so that this is known before
/// the work begins.
void check_plot(const Parsed& parsed);

/// Writes it, if one was asked for, unless the work was interrupted. `data` has the plot's rows.
/// Throws Trouble.
void write_plot(const Parsed& parsed, const work::Plot& plot, const Json& data);

}  // namespace ryg::app
