// A search as text and as data.
#include <fmt/format.h>

#include "engine/common/notation.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/tree_view.hpp"

namespace ryg::engine::ryg1 {

using work::Report;
using work::seconds_on;

namespace {

/// The same search with the screen and the jiffy interrupt on.
double stock_seconds(const harness::Order& order, c64::Model model, const Root& root, int depth) {
    const c64::Setup setup = order.setup(model);
    harness::Searcher<Root> program = searcher(order.program(), depth, setup);
    program.set_timing(c64::Timing::stock);
    return seconds_on(setup.model, program.search(root));
}

std::optional<std::string> text_of(const std::optional<Move>& move, Geometry geometry) {
    return move ? std::optional(to_string(*move, geometry)) : std::nullopt;
}

}  // namespace

Report search_report(const harness::Order& order) {
    const work::Values& values = order.values;
    const Root root = values.has("position") ? door().read(values.text("position")) : Root{};
    const Geometry geometry = geometry_of(values);
    harness::Searcher<Root> program =
        searcher(order.program(), values.number<int>("depth"), order.setup());
    const SearchOptions options = options_of(program.host, root, program.setting);
    program.prepare(root);  // refuses a tree where none can lie, whoever searches
    SearchOutcome found;
    std::optional<Cycle> cycles;  // the native engine has none
    if (values.text("engine") == "native") {
        found = search(root.position, options);
    } else {
        cycles = program.search(root);
        found = outcome_in(program.host.machine(), program.host.labels());
    }
    Report report;
    report.text = fmt::format(
        "position  {}\nmove      {}\nvalue     {} (${:02x})\ndepth     {} of {}\n"
        "tree      {} nodes, {} bytes from ${:04x}\n",
        to_fen(root.position), text_of(found.move, geometry).value_or("none"), found.value,
        found.value, found.depth_used, options.depth, found.nodes, found.tree_bytes,
        options.tree_base);
    if (cycles) {
        report.text +=
            fmt::format("time      {} cycles; {:.2f} s on a PAL C64, {:.2f} s on an NTSC one\n",
                        *cycles, stock_seconds(order, c64::Model::pal, root, options.depth),
                        stock_seconds(order, c64::Model::ntsc, root, options.depth));
    }
    if (!found.children.empty()) report.text += "\nmove   value    node\n";
    work::Rows children;
    for (const ChildResult& child : found.children) {
        report.text += fmt::format("{}   {:>3} ${:02x}  ${:04x}\n", to_string(child.move, geometry),
                                   child.value, child.value, child.address);
        children.push_back(work::Record{{"move", to_string(child.move, geometry)},
                                        {"value", child.value},
                                        {"address", child.address}});
    }
    report.data = {{"move", text_of(found.move, geometry)},
                   {"value", found.value},
                   {"nodes", found.nodes},
                   {"depth_used", found.depth_used},
                   {"tree_bytes", found.tree_bytes},
                   {"cycles", cycles},
                   {"children", std::move(children)}};
    return report;
}

}  // namespace ryg::engine::ryg1
