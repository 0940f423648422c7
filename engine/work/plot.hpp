// A plot of a report: columns of its rows, by name.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ryg::work {

/// If `x` is a number, a line for each series with a point for each row. Bars if it is a text or no
/// column of the rows.
struct Plot {
    std::string title{};
    std::string rows{};            ///< field of the report that contains the rows
    std::string x{}, x_title{};    ///< columns are as in Record: `cpu.median`
    std::vector<std::string> y{};  ///< of several, each is a series
    std::string y_title{};
    std::string series{},
        panel{};  ///< columns whose values are a series or a panel each; may be empty
    bool x_logarithmic = false, y_logarithmic = false;
    bool stacked = false;                                  ///< bars of a place stand on each other
    std::vector<std::pair<std::string, double>> levels{};  ///< horizontal lines, by their names
};

}  // namespace ryg::work
