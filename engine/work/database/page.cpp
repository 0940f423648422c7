// The report of a database as one HTML file: tables, and drawings in SVG.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <set>

#include "engine/work/database/report.hpp"

namespace ryg::work {
namespace {

constexpr std::string_view head = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{0}</title>
<style>
body {{ font: 15px/1.45 system-ui, sans-serif; max-width: 90em; margin: 2em auto; padding: 0 1em; }}
table {{ border-collapse: collapse; margin: .7em 0; }}
th, td {{ padding: .15em .6em; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }}
th:first-child, td:first-child {{ text-align: left; }}
code {{ font-size: 85%; }}
svg text {{ font: 11px system-ui, sans-serif; }}
figure {{ display: inline-block; margin: .5em 1em .5em 0; vertical-align: top; }}
figcaption {{ max-width: 30em; }}
pre.differs {{ border-left: 4px solid #c00; padding-left: 1em; white-space: pre-wrap; }}
.boards figcaption {{ max-width: 13em; overflow-wrap: anywhere; }}
</style>
<h1>{0}</h1>
)";

constexpr std::array colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d00", "#56b4e9"};

std::string row(const std::vector<std::string>& cells, std::string_view tag = "td") {
    std::string text = "<tr>";
    for (const std::string& cell : cells) text += fmt::format("<{0}>{1}</{0}>", tag, cell);
    return text + "</tr>\n";
}

/// A number with its thousands apart.
std::string number(double value) {
    std::string text = fmt::format("{:.0f}", value);
    for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3) {
        text.insert(static_cast<std::size_t>(i), ",");
    }
    return text;
}
std::string number(std::uint64_t value) { return number(static_cast<double>(value)); }

struct Point {
    double x, y;
};
struct Line {
    std::string name;
    std::vector<Point> points;
};

/// An axis from the least value to the greatest, by logarithms or from 0 on.
struct Axis {
    std::string name;
    bool logarithmic;
    double from = 0, to = 1;

    void reach(double value) {
        if (logarithmic && (from == 0 || value < from)) from = value;
        to = std::max(to, value);
    }
    [[nodiscard]] double place(double value) const {
        if (!logarithmic) return value / to;
        return from == to ? 0 : std::log(value / from) / std::log(to / from);
    }
    /// Some round values.
    [[nodiscard]] std::vector<double> marks() const {
        std::vector<double> all;
        if (!logarithmic) {
            const double step = std::pow(10, std::floor(std::log10(to)));
            for (double value = step; value <= to; value += step) all.push_back(value);
            return all;
        }
        if (from == 0) return all;  // there are no points
        const bool wide = to / from > 1000;
        for (double ten = std::pow(10, std::floor(std::log10(from))); ten <= to; ten *= 10) {
            for (const double digit : {1.0, 2.0, 5.0}) {
                const double value = digit * ten;
                if (value >= from && value <= to && (digit == 1 || !wide)) all.push_back(value);
            }
        }
        return all;
    }
};

std::string chart(const std::vector<Line>& lines, Axis x, Axis y) {
    constexpr double width = 460, height = 240, left = 70, bottom = 36, top = 8;
    for (const Line& line : lines) {
        for (const Point& point : line.points) {
            x.reach(point.x);
            y.reach(point.y);
        }
    }
    const auto across = [&](double value) { return left + x.place(value) * (width - left - 10); };
    const auto down = [&](double value) {
        return height - bottom - y.place(value) * (height - bottom - top);
    };
    std::string text =
        fmt::format("<svg width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n", width, height);
    for (const double mark : x.marks()) {
        text += fmt::format(
            "<path d=\"M{0:.1f} {1}V{2}\" stroke=\"#ddd\"/><text x=\"{0:.1f}\" y=\"{3}\" "
            "text-anchor=\"middle\">{4}</text>\n",
            across(mark), top, height - bottom, height - bottom + 14, number(mark));
    }
    for (const double mark : y.marks()) {
        text += fmt::format(
            "<path d=\"M{0} {1:.1f}H{2}\" stroke=\"#ddd\"/><text x=\"{3}\" y=\"{4:.1f}\" "
            "text-anchor=\"end\">{5}</text>\n",
            left, down(mark), width - 10, left - 4, down(mark) + 4, number(mark));
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const char* const colour = colours[i % colours.size()];
        std::string path;
        for (const Point& point : lines[i].points) {
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', across(point.x),
                                down(point.y));
        }
        text += fmt::format(
            "<path d=\"{0}\" fill=\"none\" stroke=\"{1}\" stroke-width=\"1.5\"/>"
            "<text x=\"{2}\" y=\"{3}\" fill=\"{1}\">{4}</text>\n",
            path, colour, left + 8, top + 14 + 14 * static_cast<double>(i), lines[i].name);
    }
    return text + fmt::format(
                      "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>"
                      "<text x=\"12\" y=\"{}\" text-anchor=\"middle\" "
                      "transform=\"rotate(-90 12 {})\">{}</text></svg>\n",
                      (width + left) / 2, height - 4, x.name, height / 2, height / 2, y.name);
}

/// The first word of a piece's name as a board, if it is one as FEN writes boards.
std::string board(std::string_view name) {
    constexpr int cell = 16;
    std::string text;
    int across = 0, down = 0;
    for (const char letter : name.substr(0, name.find(' '))) {
        if (letter == '/') {
            across = 0;
            ++down;
        } else if (std::isdigit(static_cast<unsigned char>(letter)) != 0) {
            across += letter - '0';
        } else {
            text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                                cell * across + cell / 2, cell * down + 12, letter);
            ++across;
        }
    }
    if (down != 7) return "";
    return fmt::format(
        "<svg width=\"{0}\" height=\"{0}\"><rect width=\"{0}\" height=\"{0}\" "
        "fill=\"url(#squares)\" stroke=\"#888\"/>{1}</svg>",
        8 * cell, text);
}

constexpr std::string_view squares =
    R"(<svg width="0" height="0"><pattern id="squares" width="32" height="32"
patternUnits="userSpaceOnUse"><path d="M0 0h16v16H0zM16 16h16v16H16z" fill="#e8dcc8"/></pattern></svg>
)";

std::string parts_table(const std::vector<PartReport>& reports) {
    std::string text =
        "<table>\n" + row({"", "items", "searches", "nodes", "most nodes", "fell back", "cycles",
                           "least", "1%", "median", "99%", "most", "differences", "checksum"},
                          "th");
    for (const PartReport& report : reports) {
        const PartTotal& total = report.total;
        const Sums& sums = total.sums;
        text += row({total.part.name + (total.shards_done < total.shards ? " (not complete)" : ""),
                     number(sums.pieces), number(sums.searches), number(sums.nodes),
                     number(sums.most_nodes), number(sums.fell_back), number(sums.cycles),
                     number(sums.least), number(total.percentile(1)), number(total.percentile(50)),
                     number(total.percentile(99)), number(sums.most), number(sums.differing),
                     fmt::format("<code>{:016x}</code>", sums.checksum)});
    }
    return text + "</table>\n";
}

std::string changes_table(const std::vector<PartReport>& reports) {
    if (std::ranges::none_of(reports,
                             [](const PartReport& one) { return one.change.has_value(); })) {
        return "";
    }
    std::string text = "<h2>What each program changed</h2>\n<table>\n" +
                       row({"", "items", "another value", "another move", "cycles"}, "th");
    for (const PartReport& report : reports) {
        const auto& change = report.change;
        if (!change) continue;
        text += row({fmt::format("{} after {}, depth {}", report.total.part.program, change->since,
                                 report.total.part.depth),
                     number(change->compared), number(change->values), number(change->moves),
                     fmt::format("× {:.3f}", change->cycles)});
    }
    return text + "</table>\n";
}

std::string depth_charts(const std::vector<PartReport>& reports, int depth) {
    std::vector<Line> histogram, nodes;
    bool has_nodes = false;
    for (const PartReport& report : reports) {
        const Part& part = report.total.part;
        if (part.depth != depth) continue;
        histogram.push_back({part.program, {}});
        nodes.push_back({part.program, {}});
        for (const auto& [bin, content] : report.total.histogram) {
            const double cycles = (begin_of_bin(bin) + begin_of_bin(bin + 1)) / 2;
            const auto pieces = static_cast<double>(content.pieces);
            histogram.back().points.push_back({cycles, pieces});
            nodes.back().points.push_back(
                {std::max(1.0, static_cast<double>(content.nodes) / pieces), cycles});
            has_nodes = has_nodes || content.nodes > 0;
        }
    }
    std::string text = fmt::format(
        "<h2>{}</h2>\n<figure>{}<figcaption>Searches by their cycles</figcaption></figure>\n",
        depth == 0 ? "Cycles" : fmt::format("Depth {}", depth),
        chart(histogram, {"6502 cycles", true}, {"searches", false}));
    if (has_nodes) {  // a game may not count them
        text += fmt::format(
            "<figure>{}<figcaption>Cycles against the mean nodes of such searches</figcaption>"
            "</figure>\n",
            chart(nodes, {"nodes", true}, {"6502 cycles", true}));
    }
    return text;
}

std::string pieces(const PartReport& report) {
    std::string text;
    for (const Example& shown : report.differences) {
        text += fmt::format("<pre class=\"differs\">{}</pre>\n", escaped(shown.text));
    }
    text += fmt::format("<details class=\"boards\"><summary>The most expensive of {}</summary>\n",
                        report.total.part.name);
    for (const Example& shown : report.costliest) {
        text += fmt::format(
            "<figure>{}<figcaption>{} cycles<br><code>{}</code></figcaption>"
            "</figure>\n",
            board(shown.text), number(shown.cycles), escaped(shown.again));
    }
    return text + "</details>\n";
}

}  // namespace

std::string report_html(const Ledger& ledger) {
    const std::vector<PartReport> reports = reports_of(ledger);
    const Totals totals = ledger.totals();
    const Plan& plan = ledger.plan();
    const std::string title = fmt::format("{}: {}", plan.game, plan.what);
    std::string text = fmt::format(head, escaped(title)) + std::string(squares);
    text += fmt::format(
        "<p>{}. Checksum of all: <code>{:016x}</code></p>\n",
        totals.sum().differing == 0 ? "No difference was found" : "There are differences",
        totals.checksum());
    text += parts_table(reports) + changes_table(reports);
    std::set<int> depths;
    for (const PartReport& report : reports) depths.insert(report.total.part.depth);
    for (const int depth : depths) {
        text += depth_charts(reports, depth);
        for (const PartReport& report : reports) {
            if (report.total.part.depth == depth) text += pieces(report);
        }
    }
    return text + "</html>\n";
}

}  // namespace ryg::work
