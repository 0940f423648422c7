// Scripts for gnuplot, their data in them; black becomes the colour of the page's text.
#include "app/hash_plots.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

#include "app/child.hpp"
#include "app/hash_text.hpp"

namespace ryg::app {

using namespace ryg::crosscheck;

namespace {

// Told apart by colour, by dashes, and in the captions by words.
constexpr std::string_view head =
    "set terminal svg size 760,400 dynamic noenhanced font 'sans-serif,13'\n"
    "set border 3 lc rgb 'black'\n"
    "set tics nomirror\n"
    "set grid lc rgb '#888888' lw 0.4\n"
    "set key outside bottom center horizontal\n"
    "set style line 1 lc rgb '#2f81d6' lw 2\n"
    "set style line 2 lc rgb '#d97706' lw 2 dt 2\n"
    "set style line 3 lc rgb '#888888' lw 1 dt 3\n"
    "set style fill transparent solid 0.4 noborder\n"
    "set autoscale xfixmax\n";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
}

/// Black on nothing becomes the text's colour, which follows the reader's choice of light or dark.
std::string themed(std::string svg, const std::string& title) {
    replace_all(svg, "rgb(  0,   0,   0)", "currentColor");
    replace_all(svg, "\"black\"", "\"currentColor\"");
    replace_all(svg, "'black'", "'currentColor'");
    replace_all(svg, "<title>Gnuplot</title>", "<title>" + title + "</title>");
    const std::size_t defs = svg.find("<defs>");
    if (defs != std::string::npos) {
        svg.insert(defs,
                   "<style>svg{color:#1c1c1c}"
                   "@media(prefers-color-scheme:dark){svg{color:#e6e6e6}}</style>\n");
    }
    return svg;
}

/// Has a folder to write scripts to and a gnuplot to run them.
class Plotter {
  public:
    explicit Plotter(std::string folder) : gnuplot_(find_gnuplot()), folder_(std::move(folder)) {}

    /// `data`: lines of columns, which the script calls $data.
    [[nodiscard]] Plot draw(Plot plot, const std::string& data, const std::string& commands) const {
        const std::filesystem::path script = std::filesystem::path(folder_) / "plot.gp";
        std::ofstream(script) << "$data << END\n" << data << "END\n" << head << commands;
        const ChildResult result = run_child({gnuplot_, script.string()});
        std::filesystem::remove(script);
        if (result.status != 0 || result.output.find("</svg>") == std::string::npos) {
            throw Trouble(fmt::format("gnuplot failed on {}: {}", plot.file,
                                      result.errors.substr(0, result.errors.find('\n'))));
        }
        plot.svg = themed(result.output, plot.title);
        return plot;
    }

  private:
    std::string gnuplot_, folder_;
};

Plot fill_plot(const Plotter& plotter, const HashFigures& figures) {
    std::string data;
    for (std::size_t i = 0; i < figures.fill.taken.size(); ++i) {
        const auto insertions = static_cast<double>(i + 1);
        data += fmt::format("{} {} {:.3f} {:.3f}\n", i + 1, figures.fill.taken[i],
                            expected_fill(figures.slots, insertions),
                            fill_deviation(figures.slots, insertions));
    }
    return plotter.draw(
        {"fill.svg",
         "How the table fills",
         fmt::format("Entries taken after so many insertions, measured (solid) and as the theory "
                     "has it (dashed). A hash that is not uniform stays below; this one is below "
                     "in {:.0f}% of the points looked at.",
                     100 * figures.fill.below),
         {}},
        data,
        "set xlabel 'insertions'\nset ylabel 'entries taken'\n"
        "plot $data using 1:2 with lines ls 1 title 'measured', "
        "$data using 1:3 with lines ls 2 title 'theory'\n");
}

Plot deviation_plot(const Plotter& plotter, const HashFigures& figures) {
    std::string data;
    for (std::size_t i = figures.slots / 4; i <= figures.fill.taken.size(); ++i) {
        const auto insertions = static_cast<double>(i);
        data += fmt::format("{} {:.4f}\n", i,
                            (figures.fill.taken[i - 1] - expected_fill(figures.slots, insertions)) /
                                fill_deviation(figures.slots, insertions));
    }
    return plotter.draw(
        {"fill-sigmas.svg",
         "The fill curve's distance from theory",
         fmt::format("The same curve less the theory's, in standard deviations of one table; the "
                     "band is 3 of them wide to each side. The farthest point is at {:+.2f}, after "
                     "{} insertions.",
                     figures.fill.sigmas, figures.fill.at),
         {}},
        data,
        "set xlabel 'insertions'\nset ylabel 'sigmas'\nset yrange [*<-4:4<*]\n"
        "set object 1 rectangle from graph 0, first -3 to graph 1, first 3 "
        "fc rgb '#888888' fs transparent solid 0.18 noborder behind\n"
        "plot 0 ls 2 title 'theory', $data using 1:2 with lines ls 1 title 'measured'\n");
}

Plot overwrites_plot(const Plotter& plotter, const HashFigures& figures) {
    std::string data;
    for (std::size_t slot = 0; slot < figures.counts.counts.size(); ++slot) {
        data += fmt::format("{} {}\n", slot, figures.counts.counts[slot]);
    }
    const double slots = figures.slots, mean = static_cast<double>(figures.sample) / slots;
    const double deviation = std::sqrt(mean * (1 - 1 / slots));
    return plotter.draw(
        {"overwrites.svg",
         "How often each entry is written",
         fmt::format(
             "After {} insertions an entry has been written {:.1f} times on average (dashed), "
             "give or take {:.1f}. One point an entry; the band is 3 standard deviations "
             "wide to each side, and of 256 entries of a uniform hash about one is outside "
             "in every other table.",
             figures.sample, mean, deviation),
         {}},
        data,
        fmt::format(
            "set xlabel 'entry'\nset ylabel 'writes'\nset xrange [-1:{}]\nset yrange [0:*]\n"
            "set object 1 rectangle from graph 0, first {} to graph 1, first {} "
            "fc rgb '#888888' fs transparent solid 0.18 noborder behind\n"
            "plot {} ls 2 title 'i/N', "
            "$data using 1:2 with points ls 1 pt 7 ps 0.4 title 'measured'\n",
            figures.slots, mean - 3 * deviation, mean + 3 * deviation, mean));
}

/// Where the chi-square is among those of the jury, and where the textbook would have them.
Plot jury_plot(const Plotter& plotter, const HashFigures& figures, const HashJury& jury) {
    const bool all = !jury.values(HashTest::chi_square_all).empty();
    const auto values = jury.values(all ? HashTest::chi_square_all : HashTest::chi_square);
    const double measured = all ? figures.all.chi_square : figures.counts.chi_square;
    constexpr double width = 20;
    const double last = std::max(values[values.size() * 99 / 100], 400.0);
    std::vector<unsigned> bins(static_cast<std::size_t>(last / width) + 1);
    for (const double value : values) {
        const auto bin = static_cast<std::size_t>(value / width);
        if (bin < bins.size()) ++bins[bin];
    }
    const boost::math::chi_squared textbook(figures.slots - 1);
    std::string data;
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        const double low = width * static_cast<double>(bin);
        const double share = cdf(textbook, low + width) - cdf(textbook, low);
        data += fmt::format("{} {} {:.2f}\n", low + width / 2, bins[bin],
                            share * static_cast<double>(values.size()));
    }
    const bool inside = measured <= last;
    return plotter.draw(
        {"jury.svg",
         all ? "Chi-square of all boards, beside the jury's" : "Chi-square, beside the jury's",
         fmt::format("Boxes: the {} hashes of random bytes on the same boards. Dashed: where the "
                     "chi-square distribution of {} degrees would have them, if the hashes of "
                     "boards were independent draws. This hash: {:.1f}{}.",
                     values.size(), figures.slots - 1, measured,
                     inside ? ", the vertical line" : ", too far to the right to be shown"),
         {}},
        data,
        fmt::format("set xlabel 'chi-square'\nset ylabel 'members of the jury'\nset boxwidth {}\n"
                    "set xrange [0:{}]\n{}"
                    "plot $data using 1:2 with boxes ls 1 title 'jury', "
                    "$data using 1:3 with lines ls 2 title 'independent draws'\n",
                    0.9 * width, width * static_cast<double>(bins.size()),
                    inside
                        ? fmt::format("set arrow 1 from first {0}, graph 0 to first {0}, graph 1 "
                                      "nohead lc rgb 'black' lw 2 front\n",
                                      measured)
                        : std::string()));
}

Plot lock_plot(const Plotter& plotter, const HashCase& what, const HashFigures& figures) {
    std::string data;
    int place = 0;
    for (const LockRow& row : lock_rows(what, figures)) {
        data += fmt::format("{} {:.3f} {} \"{}\"\n", place++, row.expected,
                            std::max<double>(static_cast<double>(row.missed), 0.5), row.name);
    }
    return plotter.draw(
        {"lock.svg",
         "Collisions that are not noticed",
         "Look-ups that find another board's entry and take it for the board's own: measured "
         "(points) and of independent bits (boxes). The scale is logarithmic; no such look-up at "
         "all is drawn at a half.",
         {}},
        data,
        "set logscale y\nset yrange [0.3:*]\nset xrange [-0.6:2.6]\nset ylabel 'look-ups'\n"
        "set boxwidth 0.5\n"
        "plot $data using 1:2:xtic(4) with boxes ls 2 dt 1 title 'expected', "
        "$data using 1:3 with points ls 1 pt 7 ps 1 title 'measured'\n");
}

Plot cadence_plot(const Plotter& plotter, const std::vector<CadenceFigures>& cadences) {
    std::string data;
    for (const CadenceFigures& row : cadences) {
        data += fmt::format("{} {:.4f} {:.4f}\n", row.cadence, row.of_readings, row.of_bytes);
    }
    return plotter.draw(
        {"cadence.svg",
         "Reading the noise faster and slower",
         fmt::format("Serial correlation of readings so many cycles apart, and of the bytes that "
                     "the program mixes of them. Outside the band is one in a hundred of "
                     "independent bytes. The vertical lines are the loop without a test for zero "
                     "({} cycles) and randomize ({}).",
                     seed_cadence, NoiseReader{}.byte),
         {}},
        data,
        fmt::format("set xlabel 'cycles from reading to reading'\nset ylabel 'serial correlation'\n"
                    "set yrange [-0.5:1]\n"
                    "set object 1 rectangle from graph 0, first {0} to graph 1, first {1} "
                    "fc rgb '#888888' fs transparent solid 0.25 noborder behind\n"
                    "set arrow 1 from first {2}, graph 0 to first {2}, graph 1 nohead ls 3\n"
                    "set arrow 2 from first {3}, graph 0 to first {3}, graph 1 nohead lc rgb "
                    "'black'\n"
                    "plot $data using 1:2 with lines ls 1 title 'readings', "
                    "$data using 1:3 with lines ls 2 title 'bytes of the tables'\n",
                    -correlation_band(cadence_readings), correlation_band(cadence_readings),
                    seed_cadence, NoiseReader{}.byte));
}

}  // namespace

std::string find_gnuplot() {
    const std::optional<std::string> path = find_program("gnuplot");
    if (!path) throw Trouble("--report: gnuplot is not there: install the package gnuplot-nox");
    return *path;
}

std::vector<Plot> draw_hash_plots(const HashCase& what, const HashFigures& figures,
                                  const HashJury& jury, const std::vector<CadenceFigures>& cadences,
                                  const std::string& work_folder) {
    const Plotter plotter(work_folder);
    return {fill_plot(plotter, figures),       deviation_plot(plotter, figures),
            overwrites_plot(plotter, figures), jury_plot(plotter, figures, jury),
            lock_plot(plotter, what, figures), cadence_plot(plotter, cadences)};
}

}  // namespace ryg::app
