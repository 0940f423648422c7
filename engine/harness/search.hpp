// One search by either engine, and its result: a tree, iterations, or numbers.
#pragma once

#include "engine/harness/searcher.hpp"

namespace ryg::harness {

// If `cycles` is empty, the native engine has searched.
/// The results of the stages, and the cycles up to each.
[[nodiscard]] work::Report stages_report(std::string_view position, std::span<const Shown> stages,
                                         std::span<const Cycle> cycles, bool interrupted);
/// The numbers that a search has left.
[[nodiscard]] work::Report numbers_report(std::string_view position, std::string_view engine,
                                          const Expected::Numbers& numbers,
                                          std::span<const Cycle> cycles);
/// The tree in memory, its root's children and the best of them.
struct TreeTime {
    Cycle cycles = 0;
    double pal = 0, ntsc = 0;  ///< seconds on a C64
};
[[nodiscard]] work::Report tree_report(const TreeInMemory& tree, const Host& host, int depth,
                                       const work::Values& values,
                                       const std::optional<TreeTime>& time);
[[nodiscard]] work::Option engine_option(std::string fallback);

/// Writes the twin's results into the program's memory, stage by stage; calls `passed` at each, or
/// at the end if there are none.
template <class P>
void search_natively(Searcher<P>& program, const P& position, const std::function<void()>& passed) {
    Expected expected;
    program.door->twin(program.host, program.setting)->search(position, expected);
    const bool stopped = program.setting.stop != nullptr && *program.setting.stop;
    for (std::size_t stage = 0; stage <= expected.stages(); ++stage) {
        expected.write(stage, program.host.machine().ram());
        const bool is_end = stage == expected.stages();
        if (is_end ? stage == 0 && !stopped : true) passed();
    }
}

/// The same by the program, once prepared. Returns the cycles up to each stage; the last are those
/// of the whole search.
template <class P>
std::vector<Cycle> search_in_stages(Searcher<P>& program, const std::function<void()>& passed) {
    Host& host = program.host;
    host.limit_calls(emu::never);
    const Setting& setting = program.setting;
    const auto stage = program.door->stage == nullptr ? "" : program.door->stage(setting);
    const Cycle begin = host.machine().cpu.cycle;
    std::vector<Cycle> up_to;
    const auto pass = [&] {
        up_to.push_back(host.machine().cpu.cycle - begin);
        passed();
    };
    Cycle cycles = 0;
    for (const std::string_view routine : program.routines()) {
        cycles += stage.empty() ? host.call(routine).cycles
                                : host.call_past(routine, stage, setting.stop, pass);
    }
    if (!stage.empty() && setting.stop != nullptr && *setting.stop) return up_to;
    if (up_to.empty()) pass();
    up_to.back() = cycles;
    return up_to;
}

template <class P>
work::Report search_report(const Door<P>& door, const Order& order, const Watch& watch) {
    const work::Values& values = order.values;
    const bool is_native = values.text("engine") == "native";
    const P position = values.has("position") ? door.read(values.text("position")) : door.start;
    const int depth = values.has("depth") ? values.number<int>("depth") : door.depths.usual;
    const std::function<void(int)> tell = [&](int done) {
        if (watch.progress) {
            watch.progress(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(depth));
        }
    };
    const auto searcher = [&](c64::Model model) {
        const Program& program = order.program();
        Setting setting{program.name(), program.version, depth, &values, watch.stop};
        setting.iterated = &tell;
        return Searcher<P>(door, setting, c64::from_embedded(*program.image), order.setup(model));
    };
    Searcher<P> program = searcher(c64::Model::pal);
    const Host& host = program.host;
    program.prepare(position);  // refuses what the program cannot take, whichever engine searches
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
        const auto seconds = [&](c64::Model model) {
            Searcher<P> stock = searcher(model);  // with the screen and the jiffy interrupt on
            stock.set_timing(c64::Timing::stock);
            return work::seconds_on(model, stock.search(position));
        };
        std::optional<TreeTime> time;
        if (!is_native) {
            time = {cycles.back(), seconds(c64::Model::pal), seconds(c64::Model::ntsc)};
        }
        return tree_report(door.tree_in_memory, host, depth, values, time);
    }
    Expected expected;
    door.twin(host, program.setting)->search(position, expected);
    return numbers_report(door.write(position), values.text("engine"),
                          expected.numbers_in(host.machine().ram()), cycles);
}

/// The door's own `search`, with its missing parts filled in.
template <class P>
Task search_of(const Door<P>& door) {
    Task job = door.search.value_or(Task{});
    if (job.about.empty()) job.about = "Searches one position with either engine.";
    if (job.examples.empty()) {
        job.examples = {{}, {{"position", door.write(door.start)}, {"engine", "native"}}};
    }
    if (job.run) return job;
    job.options = {position_option(door)};
    if (door.depths.greatest != 0) {
        job.options.push_back(depth_option(door, "", door.depths.search));
    }
    job.options.push_back(engine_option("asm"));
    if (door.tree_in_memory.node_size != 0) job.options.push_back(squares_option);
    job.options.insert(job.options.end(), door.options.begin(), door.options.end());
    job.run = [&door](const Order& order, const Watch& watch) {
        return search_report(door, order, watch);
    };
    return job;
}

}  // namespace ryg::harness
