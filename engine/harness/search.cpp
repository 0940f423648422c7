// Searches as text and as data.
#include "engine/harness/search.hpp"

#include <fmt/format.h>

namespace ryg::harness {

work::Option engine_option(std::string fallback) {
    return work::choice_option("engine", "who computes: asm (the 6502 program) or native",
                               std::move(fallback), {"asm", "native"});
}

work::Report stages_report(std::string_view position, std::span<const Shown> stages,
                           std::span<const Cycle> cycles, bool interrupted) {
    work::Report report{.text = fmt::format("position  {}\n", position)};
    std::string lines;
    work::Rows rows;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        rows.push_back(stages[i].fields);
        rows.back().emplace_back("cycles",
                                 i < cycles.size() ? work::Cell(cycles[i]) : work::Cell());
        if (i < cycles.size()) {
            lines += fmt::format("{:>12} {:>8.2f} s  ", cycles[i],
                                 work::seconds_on(c64::Model::pal, cycles[i]));
        }
        lines += stages[i].line + '\n';
    }
    report.text += stages.empty() ? "move      not known before the first iteration has ended\n"
                                  : fmt::format("move      {}\n\n{}", stages.back().move, lines);
    report.data = {{"iterations", std::move(rows)}, {"interrupted", interrupted}};
    return report;
}

work::Report numbers_report(std::string_view position, std::string_view engine,
                            const Expected::Numbers& numbers, std::span<const Cycle> cycles) {
    work::Report report{.text = fmt::format("{}\n", position),
                        .data = {{"position", position}, {"engine", engine}}};
    const auto add = [&](std::string_view name, std::uint64_t number) {
        report.text += fmt::format("{:<10} {}\n", name, number);
        report.data.emplace_back(std::string(name), number);
    };
    for (const auto& [label, number] : numbers) add(label, number);
    if (!cycles.empty()) add("cycles", cycles.back());
    return report;
}

work::Report tree_report(const TreeInMemory& tree, const Host& host, int depth,
                         const work::Values& values, const std::optional<TreeTime>& time) {
    const c64::Machine& machine = host.machine();
    const c64::Labels& labels = host.labels();
    const Tree nodes =
        TreeReader{.memory = &tree, .labels = &labels, .values = &values}.read(machine);
    const TreeNode& root = nodes.at(0);
    const auto position = tree.position(machine.ram(), *root.address);
    const std::size_t bytes = nodes.size() * tree.node_size;
    const int depth_used = host.byte_at(tree.depth);
    std::optional<std::string> move;
    std::string lines;
    work::Rows children;
    for (const std::size_t index : root.children) {
        const TreeNode& child = nodes[index];
        lines += fmt::format("{}   {:>3} ${:02x}  ${:04x}\n", child.move, *child.value,
                             *child.value, *child.address);
        children.push_back(work::Record{
            {"move", child.move}, {"value", *child.value}, {"address", *child.address}});
    }
    if (const auto chosen = tree.chosen_child(machine.ram(), labels)) move = nodes[*chosen].move;
    work::Report report;
    report.text = fmt::format(
        "position  {}\nmove      {}\nvalue     {} (${:02x})\ndepth     {} of {}\n"
        "tree      {} nodes, {} bytes from ${:04x}\n",
        position ? to_fen(*position) : "?", move.value_or("none"), *root.value, *root.value,
        depth_used, depth, nodes.size(), bytes, *root.address);
    if (time) {
        report.text +=
            fmt::format("time      {} cycles; {:.2f} s on a PAL C64, {:.2f} s on an NTSC one\n",
                        time->cycles, time->pal, time->ntsc);
    }
    if (!lines.empty()) report.text += "\nmove   value    node\n" + lines;
    report.data = {{"move", move},
                   {"value", *root.value},
                   {"nodes", nodes.size()},
                   {"depth_used", depth_used},
                   {"tree_bytes", bytes},
                   {"cycles", time ? work::Cell(time->cycles) : work::Cell()},
                   {"children", std::move(children)}};
    return report;
}

}  // namespace ryg::harness
