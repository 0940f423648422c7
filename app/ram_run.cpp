// `ryg run --machine ram`: runs a program on RAM until it ends or reaches --success.
#include "app/ram_run.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "app/files.hpp"
#include "app/hardware.hpp"
#include "app/program_file.hpp"
#include "app/terminal.hpp"
#include "app/undocumented.hpp"
#include "c64/program/coverage.hpp"
#include "emu/console.hpp"
#include "emu/cpu.hpp"
#include "emu/disassemble.hpp"

namespace ryg::app {

const Options& ram_options() {
    static const Options all{
        {"putc",
         "ram: the port that prints what is written to it; jsr:ADDRESS or jsr:LABEL: a "
         "routine that prints A"},
        {"getc",
         "ram: the port that gives the next key, of --keys or typed; jsr:...: a routine that "
         "returns it in A"},
        {"end", "ram: end when the processor reaches this address or label"},
        {"success", "ram: the same; `run` and `trace` fail at any other end, exit status 1"}};
    return all;
}

void need_machine(const Parsed& parsed, const Options& options, std::string_view machine) {
    for (const Option& option : options) {
        if (!is_chosen(parsed, option)) continue;
        throw Trouble(fmt::format("--{} needs --machine {}", option.name, machine));
    }
}

void refuse_c64_options(const Parsed& parsed) {
    Options all = c64_options();
    std::erase_if(all, [](const Option& option) { return option.name == "keys"; });
    need_machine(parsed, all, "c64");
}

Option documented_option() {
    return flag_option("documented", "end at an undocumented opcode, with exit status 1");
}

namespace {

using emu::Address;
using emu::Byte;
using emu::Cycle;

// How a run ends.
constexpr std::string_view success = "success", nonzero = "error byte not zero", trap = "trap",
                           endless_loop = "endless loop", jam = "jam", cycle_limit = "limit",
                           was_interrupted = "interrupted", ended = "ended",
                           no_more_keys = "waits for a key";

/// How a run ends.
struct RunEnding {
    std::optional<Address> stop{};
    bool judges = false;  ///< any other end is a failure
    Cycle limit = 0;
    bool reads_keys = false;
};

/// A 6502 on RAM, a value: a copy is a snapshot.
struct Bench {
    emu::Cpu cpu;
    emu::Console memory;
    c64::Coverage* coverage = nullptr;

    emu::RunEnd run_to(std::span<const Address> stops, Cycle until) {
        return coverage != nullptr ? coverage->run_to(cpu, memory, stops, until)
               : stops.empty()     ? cpu.run(memory, until)
                                   : cpu.run_to(memory, stops.front(), until);
    }
    emu::RunEnd step() { return run_to({}, cpu.cycle + 1); }
    bool serve() { return memory.serve(cpu); }
};

/// The user's terminal in place of --keys: typed keys reach the program, RETURN as $0d, and output
/// is shown at once. Ctrl-D ends the keys.
class Teletype {
  public:
    /// On if `wanted`; off, it does nothing.
    explicit Teletype(bool wanted) : is_on_(wanted && tcgetattr(STDIN_FILENO, &before_) == 0) {
        if (!is_on_) return;
        termios raw = before_;
        raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
        raw.c_cc[VMIN] = 0;
        raw.c_cc[VTIME] = 0;
        tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    }
    ~Teletype() {
        if (is_on_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
    }
    Teletype(const Teletype&) = delete;
    Teletype& operator=(const Teletype&) = delete;

    /// Shows new output and takes typed keys. With `waits`, waits for a key; false if no more keys
    /// can come.
    bool talk(emu::Console& memory, bool waits) {
        if (!is_on_) return false;
        const std::string text = memory.terminal.text();
        fmt::print("{}", text.substr(std::min(shown_, text.size())));
        std::fflush(stdout);
        shown_ = text.size();
        constexpr char end_of_input = 4;
        do {
            pollfd input{STDIN_FILENO, POLLIN, 0};
            if (poll(&input, 1, waits ? 100 : 0) <= 0) continue;
            char key = end_of_input;
            if (::read(STDIN_FILENO, &key, 1) <= 0 || key == end_of_input) has_ended_ = true;
            if (!has_ended_)
                memory.terminal.keys.push_back(static_cast<Byte>(key == '\n' ? '\r' : key));
        } while (waits && memory.terminal.keys.empty() && !has_ended_ && !interrupted);
        return !memory.terminal.keys.empty();
    }
    [[nodiscard]] bool is_on() const { return is_on_; }

  private:
    termios before_{};
    bool is_on_ = false, has_ended_ = false;
    std::size_t shown_ = 0;
};

/// True if the instruction at pc jumps to itself and changes no register: without interrupts it
/// does so for ever. Always makes one step.
bool step_is_trap(Bench& bench) {
    const emu::Registers before = bench.cpu.registers;
    const bool jammed = bench.step() == emu::RunEnd::jammed;
    return !jammed && bench.cpu.registers == before;
}

/// Runs from a state shortly before a trap at `address` to the cycle in which the trap is entered.
void go_to_trap(Bench& bench, Address address) {
    while (true) {
        if (bench.cpu.registers.pc == address) {
            const emu::Cpu entered = bench.cpu;
            if (step_is_trap(bench)) {
                bench.cpu = entered;
                return;
            }
        } else {
            const auto outcome = bench.run_to(std::span(&address, 1), emu::never);
            if (outcome == emu::RunEnd::jammed && !bench.serve()) return;
        }
    }
}

/// True if a few thousand cycles lead back to the same registers and memory: an endless loop. An
/// example is BRK with a vector to memory that is 0, which is BRK again.
bool goes_round(Bench& bench, const RunEnding& target) {
    constexpr Cycle longest_loop = 4000;
    const auto before = std::make_unique<Bench>(bench);
    const emu::Registers& registers = bench.cpu.registers;
    const Cycle until = std::min(bench.cpu.cycle + longest_loop, target.limit);
    while (bench.cpu.cycle < until && registers.pc != target.stop) {
        if (bench.step() == emu::RunEnd::jammed && !bench.serve()) return false;
        if (registers == before->cpu.registers && bench.memory.ram == before->memory.ram &&
            bench.memory.terminal.keys == before->memory.terminal.keys &&
            bench.memory.terminal.printed.size() == before->memory.terminal.printed.size()) {
            return true;
        }
    }
    return false;
}

/// Finds the first undocumented instruction on a copy.
std::optional<Undocumented> look_ahead(const Bench& bench, const RunEnding& target, Cycle cycles) {
    const auto probe = std::make_unique<Bench>(bench);
    probe->coverage = nullptr;
    const auto peek = [&](Address at) {
        constexpr Byte nop = 0xEA;
        const bool is_hosts = at == probe->memory.terminal.print_routine ||
                              at == probe->memory.terminal.key_routine || at == target.stop;
        return is_hosts ? nop : probe->memory.ram[at];
    };
    return find_undocumented(probe->cpu, cycles, peek, [&] {
        return probe->cpu.registers.pc != target.stop &&
               (probe->step() != emu::RunEnd::jammed || probe->serve());
    });
}

/// Says which undocumented instruction comes up to `until`. If only documented ones are wanted, runs
/// up to it and returns true; else looks only at the program's start.
bool meets_undocumented(Bench& bench, const RunEnding& target, std::span<const Address> stops,
                        bool documented, Cycle until) {
    emu::Cpu& cpu = bench.cpu;
    if (!documented && cpu.cycle != 0) return false;
    const Cycle cycles = documented ? until - cpu.cycle : std::min(until, looks_for_undocumented);
    const auto odd = look_ahead(bench, target, cycles);
    if (odd) say(fmt::format("ryg: {}\n", odd->text));
    if (!odd || !documented) return false;
    while (cpu.cycle < odd->cycle) {
        const auto outcome = bench.run_to(stops, odd->cycle);
        if (outcome == emu::RunEnd::jammed && !bench.serve()) break;
    }
    return true;
}

/// Runs at full speed in slices of growing length; between slices a few thousand cycles show
/// whether the program is in an endless loop.
std::string_view run(Bench& bench, const RunEnding& target, bool documented, Teletype& teletype) {
    constexpr Cycle longest_slice = 32'000'000;
    Cycle slice = 1'000'000;
    const auto snapshot = std::make_unique<Bench>();
    Progress progress("cycles");
    const Address stop = target.stop.value_or(0);
    const std::span<const Address> stops(&stop, target.stop ? 1 : 0);
    const auto gets_key = [&] {
        return target.reads_keys && bench.memory.terminal.keys.empty() &&
               teletype.talk(bench.memory, true);
    };
    const auto without_keys = [&](std::string_view end) {
        return target.reads_keys && bench.memory.terminal.keys.empty() && !target.judges
                   ? no_more_keys
                   : end;
    };
    while (!interrupted) {
        emu::Cpu& cpu = bench.cpu;
        if (cpu.registers.pc == target.stop) return target.judges ? success : ended;
        teletype.talk(bench.memory, false);
        *snapshot = bench;
        const Cycle until = std::min(cpu.cycle + slice, target.limit);
        if (meets_undocumented(bench, target, stops, documented, until)) return ended_undocumented;
        slice = std::min(2 * slice, longest_slice);
        const emu::RunEnd outcome = bench.run_to(stops, until);
        const Address pc = cpu.registers.pc;
        if (outcome == emu::RunEnd::jammed) {
            if (bench.serve()) continue;
            const bool is_key = bench.memory.terminal.waits_at(static_cast<Address>(pc - 1));
            if (is_key && gets_key() && bench.serve()) continue;
            --cpu.registers.pc;  // report the opcode, not the address after it
            if (interrupted) return was_interrupted;
            return is_key ? no_more_keys : jam;
        }
        if (pc == target.stop) continue;
        if (step_is_trap(bench)) {
            bench = *snapshot;
            go_to_trap(bench, pc);
            return trap;
        }
        if (bench.cpu.jammed && !bench.serve()) continue;
        if (goes_round(bench, target)) {
            if (gets_key() || interrupted) continue;
            return without_keys(endless_loop);
        }
        if (cpu.cycle >= target.limit) return cycle_limit;
        if (!teletype.is_on()) progress.show(cpu.cycle, target.limit);
    }
    return was_interrupted;
}

std::string instruction_at(const Bench& bench, Address pc) {
    const auto byte = [&](unsigned offset) {
        return bench.memory.ram[static_cast<Address>(pc + offset)];
    };
    return emu::disassemble(pc, {byte(0), byte(1), byte(2)}).text;
}

void write_case(const std::string& path, const std::string& file, std::string_view end,
                double seconds, const Bench& bench) {
    const Address pc = bench.cpu.registers.pc;
    TestCase all{.name = file, .seconds = seconds};
    if (end != success) {
        all.failure = fmt::format("{} at ${:04x}  {}", end, pc, instruction_at(bench, pc));
    }
    write_junit(path, "ryg run", std::span(&all, 1));
}

void print_report(const std::string& file, std::string_view end, double seconds, const Bench& bench,
                  const Parsed& parsed, bool is_shown) {
    const emu::Registers& registers = bench.cpu.registers;
    const std::string text = instruction_at(bench, registers.pc);
    const double mhz = seconds > 0 ? static_cast<double>(bench.cpu.cycle) / seconds * 1e-6 : 0;
    const bool judges = parsed.has("success");
    if (parsed.json()) {
        Json report{{"file", file},
                    {"ended", end},
                    {"address", registers.pc},
                    {"instruction", text},
                    {"registers", registers_json(registers)},
                    {"printed", bench.memory.terminal.text()},
                    {"cycles", bench.cpu.cycle},
                    {"seconds", seconds},
                    {"mhz", mhz}};
        if (judges) report["passed"] = end == success;
        return print(report);
    }
    const std::string printed = bench.memory.terminal.text();
    if (!parsed.has("printed") && !is_shown) fmt::print("{}", printed);
    if (!parsed.has("printed") && !printed.empty() && !printed.ends_with('\n')) fmt::print("\n");
    if (end == success) {
        fmt::print("{}: passed at ${:04x}\n", file, registers.pc);
    } else {
        fmt::print("{}: {}{} at ${:04x}  {}\n  {}\n", file,
                   judges && end != was_interrupted ? "FAILED: " : "", end, registers.pc, text,
                   registers_text(registers));
    }
    fmt::print("{} cycles in {:.3f} s: {:.0f} MHz\n", bench.cpu.cycle, seconds, mhz);
}

RunEnding target_of(const Parsed& parsed, const c64::Labels& labels, bool types) {
    constexpr Cycle patience = 10'000'000'000;
    const RamEnd end = end_on_ram(parsed.text("end"), parsed.text("success"), labels);
    const RunEnding target{.stop = end.at,
                           .judges = end.judges,
                           .limit = parsed.has("cycles") ? parsed.number("cycles")
                                    : types              ? emu::never / 2
                                                         : patience,
                           .reads_keys = parsed.has("getc")};
    if (parsed.has("zero") && !target.judges) throw Trouble("--zero needs --success");
    return target;
}

/// Throws Trouble for a program that should have ended within its cycles.
void check_limit(const Parsed& parsed, const std::string& file, const RunEnding& target,
                 const Bench& bench) {
    const emu::Cpu& cpu = bench.cpu;
    if (!parsed.has("cycles")) {
        throw Trouble(fmt::format(
            "{}: has not ended after {} cycles, now at ${:04x}  {}: set --end, "
            "--success or --cycles",
            file, cpu.cycle, cpu.registers.pc, instruction_at(bench, cpu.registers.pc)));
    }
    if (target.judges) {
        throw Trouble(
            fmt::format("{}: neither at ${:04x} nor trapped after {} cycles; now at "
                        "${:04x}  {}  {}: give it more with --cycles",
                        file, *target.stop, cpu.cycle, cpu.registers.pc,
                        instruction_at(bench, cpu.registers.pc), registers_text(cpu.registers)));
    }
}

}  // namespace

void write_printed(const Parsed& parsed, const std::string& text) {
    if (parsed.text("printed") == "-") {
        fmt::print("{}", text);
    } else if (parsed.has("printed")) {
        write_output(parsed.text("printed"), text);
    }
}

Exit run_on_ram(const Parsed& parsed) {
    const std::string file = parsed.text("file");
    const bool types = parsed.has("getc") && !parsed.has("keys") && !parsed.json() &&
                       !parsed.has("printed") && RawTerminal::there();
    const c64::Image image = read_subject(parsed);
    const auto bench = std::make_unique<Bench>();
    const RunEnding target = target_of(parsed, image.labels, types);
    bench->memory.terminal = terminal_of(parsed.text("putc"), parsed.text("getc"),
                                         unescape(parsed.text("keys"), "keys"), image.labels);
    start_on_ram(bench->cpu, bench->memory.ram, image, address_of(parsed, "start", image.labels),
                 {target.stop, target.judges});
    bench->memory.stop_at_routines();
    bench->cpu.unstable = unstable_of(parsed.values);
    bench->cpu.core = core_of(parsed.values);
    c64::Coverage coverage;
    if (parsed.has("coverage")) {
        c64::need_lines(image);
        bench->coverage = &coverage;
    }
    const auto begin = std::chrono::steady_clock::now();
    std::string_view end;
    {
        Teletype teletype(types);
        end = run(*bench, target, parsed.has("documented"), teletype);
        teletype.talk(bench->memory, false);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    const bool is_zero =
        !parsed.has("zero") || bench->memory.ram[parsed.number<Address>("zero")] == 0;
    if (end == success && !is_zero) end = nonzero;
    if (parsed.has("coverage")) write_output(parsed.text("coverage"), lcov(coverage, image));
    if (parsed.has("junit")) write_case(parsed.text("junit"), file, end, took.count(), *bench);
    write_printed(parsed, bench->memory.terminal.text());
    if (end == cycle_limit) check_limit(parsed, file, target, *bench);
    print_report(file, end, took.count(), *bench, parsed, types);
    if (end == was_interrupted) return exit_interrupted;
    const bool is_good = target.judges ? end == success : end != jam && end != ended_undocumented;
    return is_good ? exit_done : exit_difference;
}

}  // namespace ryg::app
