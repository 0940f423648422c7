// Draws plots by a script for gnuplot, and writes its output when it is complete.
#include "app/plot.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/child.hpp"
#include "app/files.hpp"
#include "app/manual.hpp"

namespace ryg::app {
namespace {

using work::Plot;

/// From bad to good, and from dark to light, so that they also differ in grey.
constexpr std::array colours{"#30003c", "#472a7a", "#2f5f96", "#20958f", "#3fb56f", "#8bd04a"};
/// Circle, square, triangles, diamond, filled; then the same empty.
constexpr std::array marks{7, 5, 9, 11, 13, 6, 4, 8, 10, 12};

/// Runs gnuplot and returns its output. Throws Trouble.
std::string gnuplot(const std::string& word) {
    ProcessEnd ended;
    try {
        ended = run({"gnuplot", "--default-settings", word});
    } catch (const Trouble& error) {
        throw Trouble(fmt::format("--plot: {}: install the package gnuplot", error.what()));
    }
    if (ended.status == 0) return ended.output;
    std::ranges::replace(ended.errors, '\n', ' ');
    throw Trouble(fmt::format("--plot: gnuplot failed: {}", ended.errors));
}

/// The value in a column, or null.
Json value_in(const Json& row, const std::string& column) {
    const auto dot = column.find('.');
    const auto found = row.find(column.substr(0, dot));
    if (found == row.end()) return nullptr;
    return dot == column.npos ? *found : value_in(*found, column.substr(dot + 1));
}

std::string words_of(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
}

/// A text quoted for gnuplot, without markup.
std::string in_quotes(std::string_view text) {
    std::string made = "'";
    for (const char letter : text) {
        made += letter == '\''                             ? "''"
                : static_cast<unsigned char>(letter) < ' ' ? " "
                                                           : std::string(1, letter);
    }
    return made + '\'';
}

/// The index of a name in a list, to which a new name is added.
std::size_t place_among(std::vector<std::string>& names, const std::string& name) {
    const auto found = std::ranges::find(names, name);
    const auto place = static_cast<std::size_t>(found - names.begin());
    if (found == names.end()) names.push_back(name);
    return place;
}

struct PlotPoint {
    std::size_t panel, series, place;
    double y;
};

/// The data of a drawing, with names in the order of the rows.
struct PlotDrawing {
    const Plot& plot;
    std::vector<std::string> panels{}, series{}, places{};
    std::vector<PlotPoint> points{};
    bool has_bars = false;

    PlotDrawing(const Plot& of, const Json& rows) : plot(of) {
        for (const Json& row : rows) {
            const Json x = value_in(row, plot.x);
            has_bars = has_bars || !x.is_number();
            for (const std::string& column : plot.y) add(row, words_of(x), column);
        }
        if (points.empty()) throw Trouble("--plot: there is nothing to draw");
    }

    [[nodiscard]] std::string script() const {
        std::string text = fmt::format(
            "set terminal svg size {},{} noenhanced font 'sans-serif,13' background '#ffffff'\n"
            "set datafile missing '?'\nset tics nomirror\nset grid\nset xlabel {}\nset ylabel {}\n",
            has_bars ? std::max<std::size_t>(720, 280 + 18 * places.size()) : 720, height(),
            in_quotes(plot.x_title), in_quotes(plot.y_title));
        const std::string thousands = plot.y_logarithmic ? "%.0s%c" : "%.1s%c";
        const bool is_great = std::ranges::max(points, {}, &PlotPoint::y).y >= 10'000;
        if (is_great) text += fmt::format("set format y '{}'\n", thousands);
        if (plot.y_logarithmic) text += "set logscale y\n";
        text += has_bars ? settings_of_bars() : settings_of_lines();
        if (series.size() + plot.levels.size() > 1) {
            text +=
                fmt::format("set key tmargin right horizontal title {}\n", in_quotes(plot.series));
        } else {
            text += "unset key\n";
        }
        std::string plots;  // after all data
        for (std::size_t panel = 0; panel < panels.size(); ++panel) {
            std::vector<std::string> parts;
            for (std::size_t i = 0; i < series.size(); ++i) {
                const std::string data = data_of(panel, i);
                if (data.empty()) continue;
                const std::string name = fmt::format("$data_{}_{}", panel, i);
                text += fmt::format("{} << END\n{}END\n", name, data);
                parts.push_back(
                    fmt::format("{} {} title {}", name, style_of(i, data), in_quotes(series[i])));
            }
            for (int dashes = 1; const auto& [name, value] : plot.levels) {
                parts.push_back(fmt::format(
                    "{} with lines linewidth 1.5 dashtype {} linecolor rgb '#000000' title {}",
                    value, dashes++, in_quotes(name)));
            }
            const std::string title =
                plot.panel.empty() ? plot.title : fmt::format("{} {}", plot.panel, panels[panel]);
            plots +=
                fmt::format("set title {}\nplot {}\n", in_quotes(title), fmt::join(parts, ", "));
        }
        std::string caption = made_by();  // within quotes, too, gnuplot looks for some signs
        std::erase_if(caption,
                      [](char sign) { return sign == '\'' || sign == '`' || sign == '\\'; });
        text += fmt::format(
            "set bmargin {}\nset label 99 {} at screen 0.01,{:.4f} font 'sans-serif,9'\n",
            is_turned() ? longest_place() * 2 / 5 + 4 : 5, in_quotes(caption),
            12.0 / static_cast<double>(height()));
        if (plot.panel.empty()) return text + plots;
        return text + fmt::format("set multiplot layout {},1 title {}\n{}unset multiplot\n",
                                  panels.size(), in_quotes(plot.title), plots);
    }

  private:
    /// In points.
    [[nodiscard]] std::size_t height() const {
        return 60 + (340 + (is_turned() ? 7 * longest_place() : 0)) * panels.size();
    }
    void add(const Json& row, const std::string& x, const std::string& column) {
        const Json y = value_in(row, column);
        if (!y.is_number() || (plot.y_logarithmic && y.get<double>() <= 0)) return;
        std::string name = plot.series.empty() ? column : words_of(value_in(row, plot.series));
        if (!plot.series.empty() && plot.y.size() > 1) name += ' ' + column;
        points.push_back({place_among(panels, words_of(value_in(row, plot.panel))),
                          place_among(series, name), place_among(places, x), y.get<double>()});
    }

    [[nodiscard]] std::size_t longest_place() const {
        return std::ranges::max(places, {}, &std::string::size).size();
    }
    /// Whether the texts below bars are written upwards.
    [[nodiscard]] bool is_turned() const {
        return has_bars && longest_place() * places.size() > 60;
    }

    [[nodiscard]] std::string settings_of_bars() const {
        std::string text = fmt::format("set style data histograms\nset style histogram {}\n",
                                       plot.stacked ? "rowstacked" : "clustered gap 1");
        text += "set style fill solid border linecolor rgb '#000000'\nset boxwidth 0.9 relative\n";
        const double least = std::ranges::min(points, {}, &PlotPoint::y).y;
        text += fmt::format("set yrange [{}:*]\n", plot.y_logarithmic ? least / 2 : 0);
        std::vector<std::string> tics;
        for (const std::string& place : places) {
            tics.push_back(fmt::format("{} {}", in_quotes(place), tics.size()));
        }
        return text + fmt::format("set xtics {} ({})\nset grid noxtics\n",
                                  is_turned() ? "rotate by 90 right" : "", fmt::join(tics, ", "));
    }

    [[nodiscard]] std::string settings_of_lines() const {
        std::string text = plot.levels.empty()
                               ? ""
                               : "set autoscale yfix\nset offsets 0, 0, graph 0.05, graph 0.05\n";
        if (plot.x_logarithmic) return text + "set logscale x\nset format x '%.0s%c'\n";
        return text + (places.size() <= 20 && longest_place() <= 2 ? "set xtics 1\n" : "");
    }

    /// The data of a panel: a line per bar position, or per point.
    [[nodiscard]] std::string data_of(std::size_t panel, std::size_t of) const {
        std::vector<std::string> values(places.size(), "?");
        std::string lines;
        for (const PlotPoint& point : points) {
            if (point.panel != panel || point.series != of) continue;
            values[point.place] = fmt::format("{}", point.y);
            lines += fmt::format("{} {}\n", places[point.place], point.y);
        }
        return has_bars && !lines.empty() ? fmt::format("{}\n", fmt::join(values, "\n")) : lines;
    }

    [[nodiscard]] std::string style_of(std::size_t i, std::string_view data) const {
        const std::size_t all = series.size(), last = colours.size() - 1;
        const std::string colour = fmt::format(
            "linecolor rgb '{}'",
            colours[all > colours.size() ? i % colours.size()
                                         : i * last / std::max<std::size_t>(1, all - 1)]);
        if (has_bars) return "using 1 " + colour;
        constexpr int marks_on_a_line = 20;
        return fmt::format(
            "using 1:2 with linespoints {} linewidth 2 dashtype {} pointtype {} pointsize 0.6 "
            "pointinterval {}",
            colour, 1 + i % 5, marks[i % marks.size()],
            1 + std::ranges::count(data, '\n') / marks_on_a_line);
    }
};

}  // namespace

Option plot_option() { return {"plot", "also write a plot to this SVG file (needs gnuplot)"}; }

void check_plot(const Parsed& parsed) {
    if (!parsed.has("plot")) return;
    const std::string file = parsed.text("plot");
    if (!file.ends_with(".svg")) {
        throw Trouble(
            fmt::format("--plot: '{}': plots are SVG: use a name that ends in .svg", file));
    }
    static_cast<void>(gnuplot("--version"));
    check_output(file);
}

void write_plot(const Parsed& parsed, const work::Plot& plot, const Json& data) {
    if (!parsed.has("plot") || interrupted) return;
    const TemporaryFolder folder;
    const PlotDrawing drawing(plot, data.at(plot.rows));
    write_output(parsed.text("plot"), gnuplot(folder.write("script", drawing.script())));
}

}  // namespace ryg::app
