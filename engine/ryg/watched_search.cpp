// A program's search with somebody watching: a machine made ready, and a C64 program that calls it.
#include "engine/ryg/watched_search.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "engine/ryg/game.hpp"
#include "engine/ryg/programs.hpp"
#include "engine/ryg/tree_commands.hpp"

namespace ryg::engine::first {
namespace {

constexpr Address tape_buffer = 0x033C;

/// The version in a program's name: "ryg16_desempate" is 16.
Version version_of(std::string_view program) {
    int number = 0;
    if (program.starts_with("ryg")) {
        std::from_chars(program.data() + 3, program.data() + program.size(), number);
    }
    const auto known = std::ranges::find(all_versions, number, number_of);
    if (known == all_versions.end() || harness::find_program(ryg_programs(), program) == nullptr) {
        throw std::invalid_argument(
            fmt::format("there is no program '{}' that searches: use ryg12 to ryg16", program));
    }
    return *known;
}

}  // namespace

WatchedSearch watched_search(std::string_view program, const Position& position, int depth) {
    const Version version = version_of(program);
    const c64::Image image = c64::from_embedded(*harness::find_program(ryg_programs(), program));
    WatchedSearch search{.position = position,
                         .options = {.version = version, .depth = depth},
                         .engine = AsmEngine(image, version),
                         .symbols = c64::debug::Symbols(image)};
    search.options.tree_base = search.engine.tree_start();
    search.engine.prepare(position, search.options);

    c64::Machine& machine = search.engine.machine();
    Address at = tape_buffer;
    const auto put = [&](Byte opcode, Address target) {
        machine.ram()[at++] = opcode;
        machine.ram()[at++] = emu::low(target);
        machine.ram()[at++] = emu::high(target);
    };
    for (const std::string_view routine : search.engine.search_routines()) {
        put(0x20, search.engine.labels().at(routine));
    }
    search.done = at;
    put(0x4C, search.done);
    search.symbols.labels.add("search", tape_buffer);
    search.symbols.labels.add("searchDone", search.done);
    machine.cpu.registers.p |= emu::Flag::I;
    machine.board.connect_irq(false, machine.cpu.cycle);  // printing clears I
    machine.cpu.jump(tape_buffer);
    return search;
}

harness::Watched watch(const harness::Values& values) {
    const auto program =
        values.has("program")
            ? values.text("program")
            : fmt::format("ryg{}", number_of(version_from(values.number<int>("version"))));
    const auto search = std::make_shared<WatchedSearch>(
        watched_search(program,
                       values.has("position") ? parse_position(values.text("position"), Geometry::a)
                                              : start_position(),
                       values.number<int>("depth")));
    const Geometry geometry = geometry_of(values);
    return {.program = program,
            .machine = &search->engine.machine(),
            .symbols = &search->symbols,
            .done = search->done,
            .add_commands =
                [search, geometry](c64::debug::Commands& commands) {
                    add_tree_view(commands, *search);
                    add_tree_commands(commands, *search, geometry);
                },
            .kept = search};
}

}  // namespace ryg::engine::first
