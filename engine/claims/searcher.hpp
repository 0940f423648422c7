// A program of a door that searches without its twin: for benches, players, debuggers.
#pragma once

#include "engine/claims/door.hpp"

namespace ryg::claims {

/// Owns a machine. A value: copy it for another thread. The door must outlive it.
///
///     Searcher searcher(door, {"oxo"}, c64::from_embedded(images::oxo));
///     const Cycle cycles = searcher.search(position);
///     searcher.host.byte_at("value");
template <class P>
struct Searcher {
    Searcher(const Door<P>& its_door, const Setting& its_setting, const c64::Image& program,
             const c64::Setup& setup = {})
        : door(&its_door), setting(its_setting), host(program, setup) {
        make_ready(*door, host, setting);
    }

    /// A program of the door by name.
    Searcher(const Door<P>& its_door, std::string_view program, int depth = 1)
        : Searcher(its_door, *find_program(its_door.programs, program), depth) {}
    Searcher(const Door<P>& its_door, const Subject& program, int depth,
             const c64::Setup& setup = {})
        : Searcher(its_door, Setting{program.name(), program.version, depth},
                   c64::from_embedded(*program.image), setup) {}

    const Door<P>* door;
    Setting setting;  ///< the depth may be changed
    Host host;

    /// Prepares a search without running it, so that it can be observed: restores the machine and
    /// puts the position into it.
    void prepare(const P& position) {
        host.restore();
        door->put(host, position, setting);
    }
    /// Returns the cycles, always the same for the same search.
    Cycle search(const P& position) {
        host.restore();
        return search_as_it_is(position);
    }
    /// Searches in the machine as earlier searches have left it.
    Cycle search_as_it_is(const P& position) {
        door->put(host, position, setting);
        Cycle cycles = 0;
        for (const std::string_view routine : routines()) cycles += host.call(routine).cycles;
        return cycles;
    }
    /// The routines of a search, in the order of calls.
    [[nodiscard]] std::vector<std::string_view> routines() const { return door->routines(setting); }
    /// Sets the timing of later searches; by default the processor alone.
    void set_timing(c64::Timing timing) {
        host.restore();
        host.machine().set_timing(timing);
        host.keep();
    }
};

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
