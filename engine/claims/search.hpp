// One search by either engine, and its result: a tree, iterations, or numbers.
#pragma once

#include "engine/claims/searcher.hpp"

namespace ryg::claims {

// If `cycles` is empty, the result is the native engine's.
/// The results of the stages, and the cycles up to each.
[[nodiscard]] work::Report stages_report(std::string_view position, std::span<const Shown> stages,
                                         std::span<const Cycle> cycles, bool interrupted);
/// The numbers that a search left in memory.
[[nodiscard]] work::Report numbers_report(std::string_view position, std::string_view engine,
                                          const Expected::Numbers& numbers,
                                          std::span<const Cycle> cycles);
/// The chosen move, if there is one.
[[nodiscard]] work::Report move_report(std::string_view position, std::string_view engine,
                                       const std::optional<std::string>& move,
                                       std::span<const Cycle> cycles);
/// The tree in memory, the root's children and the best of them.
struct TreeTime {
    Cycle cycles = 0;
    double pal = 0, ntsc = 0;  ///< seconds on a C64
};
[[nodiscard]] work::Report tree_report(const TreeInMemory& tree, const Host& host, int depth,
                                       const work::Values& values,
                                       const std::optional<TreeTime>& time);

/// Searches with the prepared program. Returns the cycles up to each stage; the last element is the
/// whole search.
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

}  // namespace ryg::claims
