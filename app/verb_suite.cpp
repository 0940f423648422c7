// `ryg suite`: runs a self-checking 6502 binary on flat memory until it says that all is well.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>

#include "app/files.hpp"
#include "app/hardware.hpp"
#include "app/program_file.hpp"
#include "app/terminal.hpp"
#include "c64/program/coverage.hpp"
#include "emu/cpu.hpp"
#include "emu/disassemble.hpp"

namespace ryg::app {
namespace {

using emu::Address;
using emu::Byte;
using emu::Cycle;

constexpr Help suite_help{
    .usage = "suite FILE --start ADDR --success ADDR [options]",
    .about =
        "Runs a self-checking 6502 binary, such as Klaus Dormann's and Bruce Clark's, on 64 KB of\n"
        "plain RAM. It passes when the processor reaches the success address; it fails when the\n"
        "processor is trapped elsewhere (a jump or branch to itself, a loop that changes nothing,\n"
        "a JAM opcode).\n"
        "Addresses in decimal, or in hex after '$' or 0x. Exit status: 0 passed, 1 failed,\n"
        "2 trouble, which includes a run that does not end within --cycles.",
    .examples =
        "suite 6502_functional_test.bin --start 0x400 --success 0x3469\n"
        "suite decimal.bin --load 0x200 --start 0x200 --success 0x24b --zero 0x0b\n",
};

Options suite_options() {
    Options own{
        {"file", "the binary, without a load address"},
        number_option("load", "where its first byte goes", "0", 0, 0xFFFF),
        number_option("start", "where the processor begins", "", 0, 0xFFFF),
        number_option("success", "the run has passed when the processor is here", "", 0, 0xFFFF),
        number_option("zero", "the address of a byte that must be 0 then, too", "", 0, 0xFFFF),
        number_option("cycles", "give up after this many", "10000000000", 0, emu::never - 1),
        coverage_option(),
        junit_option(),
        cpu_option()};
    for (const Option& option : unstable_options()) own.push_back(option);
    return own;
}

// How a run ends.
constexpr std::string_view success = "success", nonzero = "error byte not zero", trap = "trap",
                           endless_loop = "endless loop", jam = "jam", cycle_limit = "cycle limit",
                           was_interrupted = "interrupted";

struct Target {
    Address success = 0;
    Cycle limit = 0;
};

/// A 6502 on RAM, a value: a copy is a snapshot.
struct Bench {
    emu::Cpu cpu;
    emu::FlatMemory memory;
    c64::Coverage* coverage = nullptr;

    emu::RunEnd run_to(std::span<const Address> stops, Cycle until) {
        return coverage != nullptr ? coverage->run_to(cpu, memory, stops, until)
               : stops.empty()     ? cpu.step(memory)
                                   : cpu.run_to(memory, stops.front(), until);
    }
    emu::RunEnd step() { return run_to({}, cpu.cycle + 1); }
};

/// True if the instruction at pc leads to itself and changes no register: it then does so for ever,
/// as nothing interrupts it. One step is done in any case.
bool step_is_trap(Bench& bench) {
    const emu::Registers before = bench.cpu.registers;
    const bool jammed = bench.step() == emu::RunEnd::jammed;
    return !jammed && bench.cpu.registers == before;
}

/// From a state shortly before a trap at `address`, to the cycle in which it is entered.
void go_to_trap(Bench& bench, Address address) {
    while (true) {
        if (bench.cpu.registers.pc == address) {
            const emu::Cpu entered = bench.cpu;
            if (step_is_trap(bench)) {
                bench.cpu = entered;
                return;
            }
        } else {
            static_cast<void>(bench.run_to(std::span(&address, 1), emu::never));
        }
    }
}

/// True if a few thousand cycles lead back to the same registers and memory, and so do for ever.
/// An example is BRK with a vector to memory that is 0, which is BRK again.
bool goes_round(Bench& bench, const Target& target) {
    constexpr Cycle longest_loop = 4000;
    const auto before = std::make_unique<Bench>(bench);
    const emu::Registers& registers = bench.cpu.registers;
    const Cycle until = std::min(bench.cpu.cycle + longest_loop, target.limit);
    while (bench.cpu.cycle < until && registers.pc != target.success) {
        if (bench.step() == emu::RunEnd::jammed) return false;
        if (registers == before->cpu.registers && bench.memory.ram == before->memory.ram)
            return true;
    }
    return false;
}

/// Full speed in slices, longer and longer; between two of them a few thousand cycles show whether
/// the program still moves.
std::string_view run(Bench& bench, const Target& target) {
    constexpr Cycle longest_slice = 32'000'000;
    Cycle slice = 1'000'000;
    const auto snapshot = std::make_unique<Bench>();
    Progress progress("cycles");
    while (!interrupted) {
        emu::Cpu& cpu = bench.cpu;
        if (cpu.registers.pc == target.success) return success;
        *snapshot = bench;
        const Cycle until = std::min(cpu.cycle + slice, target.limit);
        slice = std::min(2 * slice, longest_slice);
        const emu::RunEnd outcome = bench.run_to(std::span(&target.success, 1), until);
        if (outcome == emu::RunEnd::jammed) {
            --cpu.registers.pc;  // report the opcode, not what comes after it
            return jam;
        }
        const Address pc = cpu.registers.pc;
        if (pc == target.success) return success;
        if (step_is_trap(bench)) {
            bench = *snapshot;
            go_to_trap(bench, pc);
            return trap;
        }
        if (goes_round(bench, target)) return endless_loop;
        if (cpu.cycle >= target.limit) return cycle_limit;
        progress.show(cpu.cycle, target.limit);
    }
    return was_interrupted;
}

std::string instruction_at(const Bench& bench, Address pc) {
    const auto byte = [&](unsigned offset) {
        return bench.memory.ram[static_cast<Address>(pc + offset)];
    };
    return emu::disassemble(pc, {byte(0), byte(1), byte(2)}).text;
}

/// The source lines of a binary, from the debug file beside it.
c64::Image image_of(const std::string& file, Address load, const emu::FlatMemory& memory) {
    const auto size = static_cast<std::ptrdiff_t>(std::filesystem::file_size(file));
    const std::string debug = std::filesystem::path(file).replace_extension(".dbg");
    const auto begin = memory.ram.begin() + load;
    return {.name = file,
            .load_address = load,
            .bytes = {begin, begin + size},
            .info = std::make_shared<c64::DebugInfo>(c64::DebugInfo::read(debug))};
}

void write_case(const std::string& path, const std::string& file, std::string_view end,
                double seconds, const Bench& bench) {
    const Address pc = bench.cpu.registers.pc;
    TestCase all{.name = file, .seconds = seconds};
    if (end != success) {
        all.failure = fmt::format("{} at ${:04x}  {}", end, pc, instruction_at(bench, pc));
    }
    write_junit(path, "ryg suite", std::span(&all, 1));
}

void print_report(const std::string& file, std::string_view end, double seconds, const Bench& bench,
                  bool json) {
    const emu::Registers& registers = bench.cpu.registers;
    const std::string text = instruction_at(bench, registers.pc);
    const double mhz = seconds > 0 ? static_cast<double>(bench.cpu.cycle) / seconds * 1e-6 : 0;
    if (json) {
        return print(Json{{"file", file},
                          {"passed", end == success},
                          {"ended", end},
                          {"address", registers.pc},
                          {"instruction", text},
                          {"registers", registers_json(registers)},
                          {"cycles", bench.cpu.cycle},
                          {"seconds", seconds},
                          {"mhz", mhz}});
    }
    if (end == success) {
        fmt::print("{}: passed at ${:04x}\n", file, registers.pc);
    } else {
        fmt::print("{}: {}{} at ${:04x}  {}\n  {}\n", file,
                   end == was_interrupted ? "" : "FAILED: ", end, registers.pc, text,
                   registers_text(registers));
    }
    fmt::print("{} cycles in {:.3f} s: {:.0f} MHz\n", bench.cpu.cycle, seconds, mhz);
}

}  // namespace

Exit suite(Arguments arguments) {
    const Parsed parsed = parse(arguments, suite_help, suite_options(), {"file"});
    if (parsed.helped) return exit_done;
    for (const char* const option : {"file", "start", "success"}) parsed.need(option);
    const std::string file = parsed.text("file");
    const Target target{parsed.number<Address>("success"), parsed.number("cycles")};

    const auto bench = std::make_unique<Bench>();
    load_raw(bench->memory, file, parsed.number<Address>("load"));
    bench->cpu.registers.s = 0xFF;
    bench->cpu.unstable = unstable_of(parsed.values);
    bench->cpu.core = core_of(parsed.values);
    bench->cpu.jump(parsed.number<Address>("start"));

    c64::Coverage coverage;
    std::optional<c64::Image> image;
    if (parsed.has("coverage")) {
        image = image_of(file, parsed.number<Address>("load"), bench->memory);
        bench->coverage = &coverage;
    }
    const auto begin = std::chrono::steady_clock::now();
    std::string_view end = run(*bench, target);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    const bool is_zero =
        !parsed.has("zero") || bench->memory.ram[parsed.number<Address>("zero")] == 0;
    if (end == success && !is_zero) end = nonzero;
    if (image) write_output(parsed.text("coverage"), lcov(coverage, *image));
    if (parsed.has("junit")) write_case(parsed.text("junit"), file, end, took.count(), *bench);
    if (end == cycle_limit) {
        throw Trouble(fmt::format(
            "{}: neither at ${:04x} nor trapped after {} cycles; now at "
            "${:04x}  {}  {}: give it more with --cycles",
            file, target.success, bench->cpu.cycle, bench->cpu.registers.pc,
            instruction_at(*bench, bench->cpu.registers.pc), registers_text(bench->cpu.registers)));
    }
    print_report(file, end, took.count(), *bench, parsed.json());
    if (end == was_interrupted) return exit_interrupted;
    return end == success ? exit_done : exit_difference;
}

}  // namespace ryg::app
