// Runs the same bytes on all contestants; only the surrounding code differs.
#include "app/cpu_bench/workload.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "app/verb.hpp"
#include "c64/kernal/entries.hpp"
#include "emu/flat_memory.hpp"
#include "engine/work/difference.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage bench_tree, bench_compute, bench_branch, bench_mixed, bench_short,
    bench_banks, bench_port, bench_key, bench_writer, bench_chrout, bench_irq, bench_oxo,
    bench_multiply;
}

namespace ryg::app::cpu_bench {
namespace {

using emu::Address;
using emu::Byte;
using work::processor_seconds;

/// CHROUT as in the C64's KERNAL: the workload sets the vector to an RTS, so that all three
/// contestants execute the same instructions.
constexpr std::array<Byte, 3> jump_through_vector{0x6C, 0x26, 0x03};

c64::Image with_rounds(const Workload& workload, unsigned rounds) {
    c64::Image image = workload.image;
    const std::size_t place = image.labels.at("rounds") - std::size_t{image.load_address};
    image.bytes[place] = static_cast<Byte>(rounds);
    image.bytes[place + 1] = static_cast<Byte>(rounds >> 8);
    return image;
}

struct Flat {
    emu::Cpu cpu;
    emu::FlatMemory memory;
};

std::unique_ptr<Flat> flat_with(const Workload& workload, unsigned rounds) {
    auto flat = std::make_unique<Flat>();
    const c64::Image image = with_rounds(workload, rounds);
    std::copy(image.bytes.begin(), image.bytes.end(),
              flat->memory.ram.begin() + image.load_address);
    std::copy(jump_through_vector.begin(), jump_through_vector.end(),
              flat->memory.ram.begin() + c64::CHROUT);
    flat->cpu.jump(image.labels.at("start"));
    return flat;
}

std::unique_ptr<c64::Machine> machine_with(const Workload& workload, unsigned rounds,
                                           emu::Core core, c64::Timing timing) {
    auto machine = std::make_unique<c64::Machine>(c64::Setup{.core = core});
    machine->set_timing(timing);
    machine->boot();
    machine->load(with_rounds(workload, rounds));
    machine->start_at(workload.image.labels.at("start"));
    return machine;
}

[[noreturn]] void never_done(const Workload& workload, std::string_view where) {
    throw Trouble(fmt::format("workload {} does not end on {}", workload.name, where));
}

/// A limit above the cycles of any workload, so that a broken one ends.
emu::Cycle enough(const Workload& workload, unsigned rounds) {
    return rounds * std::max<emu::Cycle>(2 * workload.cycles_a_round, 10'000'000);
}

Workload workload(std::string_view name, const c64::EmbeddedImage& embedded, bool needs_c64) {
    Workload made{
        .name = std::string(name), .image = c64::from_embedded(embedded), .needs_c64 = needs_c64};
    constexpr auto core = emu::Core::interpreter;
    made.cycles_a_round =
        (needs_c64 ? run_machine(made, 1, core, c64::Timing::cpu) : run_flat(made, 1, core)).cycles;
    return made;
}

/// Between two slices Ctrl-C ends a run.
constexpr emu::Cycle slice_cycles = 10'000'000;

}  // namespace

c64::RunResult run_in_slices(c64::Machine& machine, emu::Cycle cycles,
                             const std::vector<Address>& stops) {
    c64::RunResult all{c64::Ended::cycle_limit, 0};
    while (all.ended == c64::Ended::cycle_limit && all.cycles < cycles && !interrupted) {
        const auto slice =
            machine.run({.cycles = std::min(slice_cycles, cycles - all.cycles), .at = stops});
        all = {slice.ended, all.cycles + slice.cycles};
    }
    return all;
}

std::vector<Workload> all_workloads() {
    using namespace ryg::images;
    return {workload("tree", bench_tree, false),        workload("compute", bench_compute, false),
            workload("branch", bench_branch, false),    workload("mixed", bench_mixed, false),
            workload("short", bench_short, false),      workload("writer", bench_writer, false),
            workload("banks", bench_banks, true),       workload("port", bench_port, true),
            workload("key", bench_key, true),           workload("chrout", bench_chrout, true),
            workload("irq", bench_irq, true),           workload("oxo", bench_oxo, false),
            workload("multiply", bench_multiply, false)};
}

unsigned rounds_for(const Workload& workload, emu::Cycle cycles) {
    return static_cast<unsigned>(std::clamp<emu::Cycle>(
        cycles / std::max<emu::Cycle>(workload.cycles_a_round, 1), 2, 65535));
}

RunCost run_flat(const Workload& workload, unsigned rounds, emu::Core core) {
    const auto flat = flat_with(workload, rounds);
    flat->cpu.core = core;
    const Address done = workload.image.labels.at("done");
    const double begin = processor_seconds();
    const emu::Cycle end = enough(workload, rounds);
    auto outcome = emu::RunEnd::reached_cycle;
    while (outcome == emu::RunEnd::reached_cycle && flat->cpu.cycle < end && !interrupted) {
        outcome =
            flat->cpu.run_to(flat->memory, done, std::min(end, flat->cpu.cycle + slice_cycles));
    }
    const double seconds = processor_seconds() - begin;
    if (interrupted) return {};
    if (outcome != emu::RunEnd::reached_address) never_done(workload, "flat memory");
    const Address result = workload.image.labels.at("result");
    return {flat->cpu.cycle, seconds,
            emu::word(flat->memory.ram[result], flat->memory.ram[result + 1U])};
}

RunCost run_machine(const Workload& workload, unsigned rounds, emu::Core core, c64::Timing timing) {
    const auto machine = machine_with(workload, rounds, core, timing);
    const c64::Labels& labels = workload.image.labels;
    std::vector<Address> stops{labels.at("done")};
    if (const auto elsewhere = labels.find("elsewhere")) stops.push_back(*elsewhere);
    const double begin = processor_seconds();
    const c64::RunResult run = run_in_slices(*machine, 2 * enough(workload, rounds), stops);
    const double seconds = processor_seconds() - begin;
    if (interrupted) return {};
    if (machine->cpu.registers.pc != stops.front()) never_done(workload, "the C64");
    return {run.cycles, seconds, machine->peek_word(labels.at("result"))};
}

std::string sim65_file(const Workload& workload, unsigned rounds) {
    const auto flat = flat_with(workload, rounds);
    const c64::Labels& labels = workload.image.labels;
    const Address load = workload.image.load_address, start = labels.at("start");
    std::string file = "sim65";
    for (const unsigned byte : {2U, 0U, unsigned{labels.at("parameters")},  // version, 6502, stack
                                unsigned{emu::low(load)}, unsigned{emu::high(load)},
                                unsigned{emu::low(start)}, unsigned{emu::high(start)}}) {
        file += static_cast<char>(byte);
    }
    file.append(flat->memory.ram.begin() + load, flat->memory.ram.begin() + c64::CHROUT + 3);
    return file;
}

}  // namespace ryg::app::cpu_bench
