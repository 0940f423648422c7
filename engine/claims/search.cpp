// One search by either engine, and its result as text and as data: a tree, iterations, or numbers.
#include <fmt/format.h>

#include "engine/claims/jobs.hpp"
#include "engine/claims/searcher.hpp"

namespace ryg::claims {

work::Option engine_option(std::string fallback) {
    return work::choice_option("engine", "asm (the 6502 program) or native (its twin)",
                               std::move(fallback), {"asm", "native"});
}

namespace {

// If `cycles` is empty, the result is the native engine's.
/// The results of the stages, and the cycles up to each.
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

/// The numbers that a search left in memory.
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

/// The chosen move, if there is one.
work::Report move_report(std::string_view position, std::string_view engine,
                         const std::optional<std::string>& move, std::span<const Cycle> cycles) {
    work::Report report{
        .text = fmt::format("position  {}\nmove      {}\n", position, move.value_or("none")),
        .data = {{"position", position},
                 {"engine", engine},
                 {"move", move},
                 {"cycles", cycles.empty() ? work::Cell() : work::Cell(cycles.back())}}};
    if (!cycles.empty()) report.text += fmt::format("time      {} cycles\n", cycles.back());
    return report;
}

struct TreeTime {
    Cycle cycles = 0;
    double pal = 0, ntsc = 0;  ///< seconds on a C64
};

/// The tree in memory, the root's children and the best of them.
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

/// Writes the twin's results into the program's memory, stage by stage; calls `passed` at each
/// stage, or at the end if there are none.
void search_natively(Searcher<AnyPosition>& program, const AnyPosition& position,
                     const std::function<void()>& passed) {
    Expected expected;
    program.door->twin(program.host, program.setting)(position, expected);
    const bool stopped = program.setting.stop != nullptr && *program.setting.stop;
    for (std::size_t stage = 0; stage <= expected.stages(); ++stage) {
        expected.write(stage, program.host.machine().ram());
        const bool is_end = stage == expected.stages();
        if (is_end ? stage == 0 && !stopped : true) passed();
    }
}

/// Of a search that leaves no tree: its move, or its numbers.
work::Report answer_report(const Searcher<AnyPosition>& program, const AnyPosition& position,
                           std::string_view engine, std::span<const Cycle> cycles) {
    const AnyDoor& door = *program.door;
    if (door.answer != nullptr && door.contest) {
        const work::Outcome found = door.answer(program.host, position, program.setting);
        std::optional<std::string> move;
        if (found.from != 0xff) {
            move = engine::to_string({found.from, found.to}, door.contest->geometry);
        }
        return move_report(door.write(position), engine, move, cycles);
    }
    Expected expected;
    door.twin(program.host, program.setting)(position, expected);
    return numbers_report(door.write(position), engine,
                          expected.numbers_in(program.host.machine().ram()), cycles);
}

work::Report search_report(const AnyDoor& door, const Order& order, const Watch& watch) {
    const work::Values& values = order.values;
    const bool is_native = values.text("engine") == "native";
    const AnyPosition position =
        values.has("position") ? door.read(values.text("position")) : door.start;
    const int depth = values.has("depth") ? values.number<int>("depth") : door.depths.usual;
    const std::function<void(int)> tell = [&](int done) {
        if (!watch.progress) return;
        watch.progress(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(depth));
    };
    const auto searcher = [&](c64::Model model) {
        const Subject& program = order.program();
        Setting setting{program.name(), program.version, depth, &values, watch.stop};
        setting.iterated = &tell;
        return Searcher<AnyPosition>(door, setting, c64::from_embedded(*program.image),
                                     order.setup(model));
    };
    Searcher<AnyPosition> program = searcher(c64::Model::pal);
    const Host& host = program.host;
    program.prepare(position);  // rejects unsupported positions for either engine
    std::vector<Shown> stages;
    const auto pass = [&] {
        if (door.show == nullptr) return;
        stages.push_back(door.show(host, position, program.setting));
        if (!is_native) tell(static_cast<int>(stages.size()));
    };
    std::vector<Cycle> cycles;  // empty for the native engine
    if (is_native) {
        search_natively(program, position, pass);
    } else {
        cycles = search_in_stages(program, pass);
    }
    if (door.show != nullptr) {
        return stages_report(door.write(position), stages, cycles, watch.stopped());
    }
    if (door.tree_in_memory.node_size != 0) {
        const auto seconds = [&](c64::Model model) {  // with the screen and the jiffy interrupt on
            Searcher<AnyPosition> stock = searcher(model);
            stock.set_timing(c64::Timing::stock);
            return work::seconds_on(model, stock.search(position));
        };
        std::optional<TreeTime> time;
        if (!is_native) {
            time = {cycles.back(), seconds(c64::Model::pal), seconds(c64::Model::ntsc)};
        }
        return tree_report(door.tree_in_memory, host, depth, values, time);
    }
    return answer_report(program, position, values.text("engine"), cycles);
}

}  // namespace

/// The option `position`. If the door describes the notation, the help also states the default.
work::Option position_option(const AnyDoor& door, bool shows_start) {
    const bool is_own = !door.position_help.empty();
    return {"position", is_own ? std::string(door.position_help) : "the position",
            work::OptionKind::text, is_own && !shows_start ? "" : door.write(door.start)};
}

work::Option depth_option(const AnyDoor& door, std::string_view of, int usual) {
    const auto [least, greatest] = std::pair(door.depths.least, door.depths.greatest);
    return work::number_option("depth", fmt::format("{}{} to {}", of, least, greatest),
                               std::to_string(usual == 0 ? door.depths.usual : usual),
                               static_cast<std::uint64_t>(least),
                               static_cast<std::uint64_t>(greatest));
}

Setting setting_of(const AnyDoor& door, const Order& order) {
    const Subject& program = order.program();
    return {program.name(), program.version, door.depths.usual, &order.values};
}

/// The door's own `search`, with its missing parts filled in.
Task search_of(const SharedDoor& door) {
    Task job = door->search.value_or(Task{});
    if (job.about.empty()) job.about = "Prints the result of the search, and its 6502 cycles.";
    if (job.examples.empty()) {
        job.examples = {{}, {{"position", door->write(door->start)}, {"engine", "native"}}};
    }
    if (job.run) return job;
    job.options = {position_option(*door)};
    if (door->depths.greatest != 0) {
        job.options.push_back(depth_option(*door, "", door->depths.search));
    }
    job.options.push_back(engine_option("asm"));
    if (door->tree_in_memory.node_size != 0) job.options.push_back(squares_option);
    job.options.insert(job.options.end(), door->options.begin(), door->options.end());
    job.run = [door](const Order& order, const Watch& watch) {
        return search_report(*door, order, watch);
    };
    return job;
}

}  // namespace ryg::claims
