// A script for gnuplot with its data in it: two curves, measured and in theory.
#include "app/hash_plot.hpp"

#include <cmath>
#include <fmt/format.h>

#include "app/child.hpp"
#include "app/output_file.hpp"
#include "app/verb.hpp"

namespace ryg::app {

namespace {

std::string script_for(const engine::ryg3::HashFigures& figures) {
    std::string text = "$fill << END\n";
    for (std::size_t i = 1; i <= figures.fill.taken.size(); ++i) {
        text += fmt::format("{} {} {:.3f}\n", i, figures.fill.taken[i - 1],
                            engine::ryg3::expected_fill(figures.slots, static_cast<double>(i)));
    }
    text += "END\n$counts << END\n";
    for (const std::uint32_t count : figures.counts.counts) text += fmt::format("{}\n", count);
    const double mean = static_cast<double>(figures.sample) / figures.slots;
    const double band = 3 * std::sqrt(mean * (1 - 1.0 / figures.slots));
    return text + fmt::format(
                      "END\n"
                      "set terminal svg size 760,800 dynamic noenhanced\n"
                      "set multiplot layout 2,1\n"
                      "set key bottom right\n"
                      "set xlabel 'insertions'\nset ylabel 'entries taken'\n"
                      "plot $fill using 1:2 with lines lw 2 title 'measured', "
                      "$fill using 1:3 with lines lw 2 dt 2 title 'theory'\n"
                      "set xlabel 'entry'\nset ylabel 'writes'\nset yrange [0:*]\n"
                      "plot $counts using 0:1 with points pt 7 ps 0.4 title 'measured', "
                      "{} dt 2 title 'theory', {} dt 3 title '3 sigmas', {} dt 3 notitle\n",
                      mean, mean - band, mean + band);
}

void write(const std::string& path, std::string_view text) {
    write_output(path, std::span(reinterpret_cast<const emu::Byte*>(text.data()), text.size()));
}

}  // namespace

void check_hash_plot() {
    if (!find_program("gnuplot")) {
        throw Trouble("--plot: gnuplot is not installed: install the package gnuplot-nox");
    }
}

void draw_hash_plot(const std::string& path, const engine::ryg3::HashFigures& figures) {
    check_hash_plot();
    const std::string script = path + ".gp";
    write(script, script_for(figures));
    const ChildResult result = run_child({*find_program("gnuplot"), script});
    if (result.status != 0 || result.output.find("</svg>") == std::string::npos) {
        throw Trouble("--plot: gnuplot failed: " +
                      result.errors.substr(0, result.errors.find('\n')));
    }
    write(path, result.output);
}

}  // namespace ryg::app
