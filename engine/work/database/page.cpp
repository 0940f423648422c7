// The report of a database as one HTML file: tables, and boards in SVG.
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>

#include "engine/work/database/report.hpp"

namespace ryg::work {
namespace {

constexpr std::string_view head = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{0}</title>
<style>
:root {{ color-scheme: light dark; --square: #e8dcc8; --line: #ddd; --bar: #2f5f96; }}
@media (prefers-color-scheme: dark) {{ :root {{ --square: #5a5142; --line: #444; --bar: #6fb0e8; }} }}
body {{ font: 15px/1.45 system-ui, sans-serif; max-width: 90em; margin: 2em auto; padding: 0 1em; }}
table {{ border-collapse: collapse; margin: .7em 0; }}
td, th:first-child {{ white-space: nowrap; }}
th, td {{ padding: .15em .5em; text-align: right; border-bottom: 1px solid var(--line); }}
th:first-child, td:first-child {{ text-align: left; position: sticky; left: 0; background: Canvas; }}
.wide {{ overflow-x: auto; }}
dl {{ display: grid; grid-template-columns: max-content 1fr; gap: .2em 1em; }} dd {{ margin: 0; }}
code {{ font-size: 85%; }}
svg text {{ font: 11px system-ui, sans-serif; fill: currentColor; }}
.bars {{ width: min(45em, 92vw); height: auto; }} .bars rect {{ fill: var(--bar); }}
figure {{ display: inline-block; margin: .5em 1em .5em 0; vertical-align: top; }}
figcaption {{ max-width: 30em; }}
pre.differs {{ border-left: 4px solid #c00; padding-left: 1em; white-space: pre-wrap; }}
.boards figcaption {{ max-width: 13em; overflow-wrap: anywhere; }}
</style>
<h1>{0}</h1>
)";

std::string row(const std::vector<std::string>& cells, std::string_view tag = "td") {
    std::string text = "<tr>";
    for (const std::string& cell : cells) text += fmt::format("<{0}>{1}</{0}>", tag, cell);
    return text + "</tr>\n";
}

/// A number with groups of three digits.
std::string number(double value) {
    std::string text = fmt::format("{:.0f}", value);
    for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3) {
        text.insert(static_cast<std::size_t>(i), ",");
    }
    return text;
}
std::string number(std::uint64_t value) { return number(static_cast<double>(value)); }

/// The first word of a work item's name as a board, if it is one in FEN.
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
    R"svg(<svg width="0" height="0"><pattern id="squares" width="32" height="32"
patternUnits="userSpaceOnUse"><path d="M0 0h16v16H0zM16 16h16v16H16z" fill="var(--square)"/></pattern></svg>
)svg";

/// A histogram of cycles per work item: a bar for each bin, sixteen per octave.
std::string bars(const PartTotal& total) {
    constexpr double width = 720, height = 90, below = 16;
    const Histogram& histogram = total.histogram;
    if (histogram.size() < 2) return "";
    const std::uint32_t first = histogram.begin()->first, last = histogram.rbegin()->first;
    const double each = width / (last - first + 1);
    std::uint64_t most = 1;
    for (const auto& [bin, content] : histogram) most = std::max(most, content.pieces);
    std::string text;
    for (const auto& [bin, content] : histogram) {
        const double tall =
            height * static_cast<double>(content.pieces) / static_cast<double>(most);
        text += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{} from {} "
            "cycles on</title></rect>",
            each * (bin - first), height - tall, std::max(each - 0.5, 0.5), tall,
            number(content.pieces), number(begin_of_bin(bin)));
    }
    return fmt::format(
        "<figure><svg class=\"bars\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"items by "
        "cycles\">{2}<text x=\"0\" y=\"{1}\">{3}</text><text x=\"{0}\" y=\"{1}\" "
        "text-anchor=\"end\">{4} cycles</text></svg><figcaption>{5}: items by their cycles, at "
        "most {6} "
        "in a bar; the cycles double every 16 bars.</figcaption></figure>\n",
        width, height + below, text, number(begin_of_bin(first)), number(begin_of_bin(last)),
        total.part.name, number(most));
}

constexpr std::string_view columns_explained =
    R"(<details><summary>What the columns say</summary><dl>
<dt>items</dt><dd>positions or games, each with its own number</dd>
<dt>searches</dt><dd>of all items; a game has several</dd>
<dt>nodes</dt><dd>of all search trees; most nodes: of the largest</dd>
<dt>fell back</dt><dd>searches that memory made shallower than asked</dd>
<dt>cycles</dt><dd>of the 6502, for all items; least, 1%, median, 99%, most: of one item</dd>
<dt>differences</dt><dd>items in which program and twin did not agree</dd>
<dt>checksum</dt><dd>of all results: equal checksums, equal results</dd>
</dl></details>
)";

std::string parts_table(const std::vector<PartReport>& reports) {
    std::string text = "<div class=\"wide\"><table>\n" +
                       row({"", "items", "searches", "nodes", "most nodes", "fell back", "cycles",
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
    return text + "</table></div>\n" + std::string(columns_explained);
}

std::string changes_table(const std::vector<PartReport>& reports) {
    if (std::ranges::none_of(reports,
                             [](const PartReport& one) { return one.change.has_value(); })) {
        return "";
    }
    std::string text = "<h2>What each program changed</h2>\n<div class=\"wide\"><table>\n" +
                       row({"", "items", "another value", "another move", "cycles"}, "th");
    for (const PartReport& report : reports) {
        const auto& change = report.change;
        if (!change) continue;
        text += row({fmt::format("{} after {}, depth {}", report.total.part.program, change->since,
                                 report.total.part.depth),
                     number(change->compared), number(change->values), number(change->moves),
                     fmt::format("× {:.3f}", change->cycles)});
    }
    return text + "</table></div>\n";
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

std::string report_html(const Ledger& ledger, std::string_view made_by) {
    const std::vector<PartReport> reports = reports_of(ledger);
    const Totals totals = ledger.totals();
    const Plan& plan = ledger.plan();
    const std::string title = fmt::format("{}: {}", plan.game, plan.what);
    std::string text = fmt::format(head, escaped(title)) + std::string(squares);
    text += fmt::format(
        "<p>{}. Checksum of all: <code>{:016x}</code></p>\n",
        totals.sum().differing == 0 ? "No difference was found" : "There are differences",
        totals.checksum());
    text += fmt::format("<p>{}</p>\n", escaped(made_by));
    text += parts_table(reports) + changes_table(reports);
    std::set<int> depths;
    for (const PartReport& report : reports) depths.insert(report.total.part.depth);
    for (const int depth : depths) {
        if (depth != 0) text += fmt::format("<h2>Depth {}</h2>\n", depth);
        for (const PartReport& report : reports) {
            if (report.total.part.depth == depth) text += bars(report.total) + pieces(report);
        }
    }
    return text + "</html>\n";
}

}  // namespace ryg::work
