// `ryg trace`: prints each instruction or bus access of the processor.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <utility>

#include "app/file_program.hpp"
#include "app/hardware.hpp"
#include "app/program_file.hpp"
#include "app/ram_run.hpp"
#include "app/undocumented.hpp"
#include "c64/board/machine.hpp"
#include "emu/console.hpp"
#include "emu/disassemble.hpp"
#include "emu/recording_bus.hpp"

namespace ryg::app {
namespace {

using emu::Address;
using emu::Byte;
using emu::Cycle;

constexpr Help trace_help{
    .usage = "trace FILE [options]",
    .about =
        R"(Runs a program and prints a line for every instruction: the cycle in which it begins, its
address, bytes and text, and the registers before it; above it the label, where that changes. With
--bus it prints a line for every access to the bus instead.

A program runs on the C64 as with `ryg run`, and the trace begins at its SYS address, or at --start. A
raw binary needs --load and --start. With --machine ram it runs on 64 KB of RAM. An address is a number
(decimal, or hex after '$' or 0x), or a label if a label file is beside the program. The trace ends with
the program, at --to, or after --limit instructions or accesses. With --json every line is an object.)",
    .examples =
        "trace ryg16 --keys 262 --from miniMax --limit 20\n"
        "trace hello.prg --bus --limit 100\n",
};

Options trace_options() {
    const Options own{
        {"file", "the program"},
        flag_option("bus", "print every access instead of every instruction"),
        number_option("limit", "print at most this many instructions or accesses; 0: all", "1000"),
        {"from", "begin when the CPU reaches this address"},
        {"to", "end before the instruction at this address"},
        number_option("cycles", "fail if the program is still running after this many cycles",
                      "100000000"),
        {"program", "program of a disk or tape image, if not the first"},
        load_option(),
        cart_option(),
        assembler_option(),
        {"start", "address of the first instruction"},
        documented_option(),
        machine_option()};
    return joined_options({own, ram_options(), c64_options(), unstable_options()});
}

/// A processor at its first instruction, and what it works on.
struct Traced {
    emu::Cpu& cpu;
    std::function<Byte(Address)> peek;
    std::function<emu::RunEnd()> step;
    std::function<emu::RunEnd(std::vector<emu::BusAccess>&)> record;  ///< makes a recorded step
    std::function<void()> offer;  ///< gives a key; called before each step
    std::function<bool()> ended;
};

/// For a C64 or plain memory.
template <class Board>
Traced subject(emu::Cpu& cpu, Board& board, std::function<Byte(Address)> peek,
               std::function<void()> offer, std::function<bool()> ended) {
    return {.cpu = cpu,
            .peek = std::move(peek),
            .step = [&] { return cpu.step(board); },
            .record =
                [&](std::vector<emu::BusAccess>& accesses) {
                    emu::RecordingBus recorder(board);
                    const emu::RunEnd outcome = cpu.step(recorder);
                    accesses = std::move(recorder.accesses);
                    return outcome;
                },
            .offer = std::move(offer),
            .ended = std::move(ended)};
}

struct Printer {
    const c64::Labels& labels;
    bool json;
    std::string above{};  ///< label of the last instruction, without the distance

    void print(Json object, const std::string& text, const std::string& label) const {
        if (!label.empty()) object["label"] = label;
        fmt::print("{}\n", json ? object.dump() : text);
    }
    [[nodiscard]] std::string label_of(Address address) const {
        return labels.nearest(address) ? labels.describe(address) : "";
    }
    void print_instruction(const Traced& at) {
        const emu::Registers r = at.cpu.registers;
        std::vector<Byte> bytes;
        for (unsigned i = 0; i < 3; ++i) bytes.push_back(at.peek(static_cast<Address>(r.pc + i)));
        const auto code = emu::disassemble(r.pc, {bytes[0], bytes[1], bytes[2]});
        bytes.resize(code.length);
        Json object{{"cycle", at.cpu.cycle}};
        const std::string label = label_of(r.pc);
        std::string text;
        if (json) {
            object.update(registers_json(r));
            object["bytes"] = bytes;
            object["text"] = code.text;
        } else {
            const std::string name = label.substr(0, label.find('+'));
            if (std::exchange(above, name) != name) fmt::print("{}\n", labels.describe(r.pc));
            text = fmt::format("{:>10}  {:04x}  {:<9} {:<14} {}", at.cpu.cycle, r.pc,
                               fmt::format("{:02x}", fmt::join(bytes, " ")), code.text,
                               registers_text(r));
        }
        print(std::move(object), text, label);
    }
    void print_access(const emu::BusAccess& access) const {
        const char* const kind = access.is_write ? "write" : "read";
        const std::string label = label_of(access.address);
        print({{"cycle", access.cycle},
               {"address", access.address},
               {"value", access.value},
               {"access", kind}},
              fmt::format("{:>10}  {:<5}  {:04x}  {:02x}{}{}", access.cycle, kind, access.address,
                          access.value, label.empty() ? "" : "  ", label),
              label);
    }
};

/// Traces to the requested end; any other end throws Trouble, after printing the lines before it.
Exit trace_all(const Traced& at, const Parsed& parsed, const c64::Image& image) {
    const c64::Labels& labels = image.labels;
    Printer printer{labels, parsed.json()};
    const auto from = address_of(parsed, "from", labels), to = address_of(parsed, "to", labels);
    const std::string& file = image.name;
    const Cycle cycles = parsed.number("cycles"), begin = at.cpu.cycle;
    const bool bus = parsed.has("bus");
    const auto limit = parsed.number("limit") != 0 ? parsed.number("limit") : emu::never;
    std::uint64_t lines = 0;
    bool printing = !from, is_odd = false;
    while (!interrupted) {
        const Address pc = at.cpu.registers.pc;
        if (from == pc) printing = true;
        if (lines >= limit || (printing && to == pc) || at.ended()) break;
        if (at.cpu.cycle - begin >= cycles) {
            throw Trouble(
                fmt::format("{}: the trace has not ended after {} cycles, now at ${:04x}: "
                            "set --limit, --to or --cycles",
                            file, cycles, pc));
        }
        at.offer();
        if (at.cpu.registers.pc != pc) continue;
        const auto odd =
            is_odd ? std::nullopt : find_undocumented(at.cpu, 0, at.peek, [] { return false; });
        if (odd) {
            is_odd = true;
            say(fmt::format("ryg trace: {}\n", odd->text));
            if (parsed.has("documented")) return exit_difference;
        }
        if (printing && !bus) {
            printer.print_instruction(at);
            ++lines;
        }
        std::vector<emu::BusAccess> accesses;
        const emu::RunEnd outcome = bus && printing ? at.record(accesses) : at.step();
        for (const emu::BusAccess& access : accesses) {
            if (lines++ < limit) printer.print_access(access);
        }
        if (outcome == emu::RunEnd::jammed) {
            throw Trouble(fmt::format("{}: jammed at ${:04x} after {} cycles", file, pc,
                                      at.cpu.cycle - begin));
        }
    }
    if (interrupted) return exit_interrupted;
    if (lines >= limit && !parsed.given.has("limit")) {
        say(
            fmt::format("ryg trace: stopped after {} {}: --limit N continues, --limit 0 to the "
                        "end\n",
                        limit, bus ? "accesses" : "instructions"));
    }
    if (!printing) throw Trouble(fmt::format("{}: ended before it reached --from", file));
    return exit_done;
}

Exit trace_ram(const Parsed& parsed) {
    refuse_c64_options(parsed);
    const c64::Image image = read_subject(parsed);
    const auto memory = std::make_unique<emu::Console>();
    emu::Terminal& terminal = memory->terminal;
    terminal = terminal_of(parsed.text("putc"), parsed.text("getc"),
                           unescape(parsed.text("keys"), "keys"), image.labels);
    const RamEnd end = end_on_ram(parsed.text("end"), parsed.text("success"), image.labels);
    emu::Cpu cpu;
    start_on_ram(cpu, memory->ram, image, address_of(parsed, "start", image.labels), end);
    cpu.unstable = unstable_of(parsed.values);
    const Address& pc = cpu.registers.pc;
    const Exit exit =
        trace_all(subject(
                      cpu, *memory, [&](Address address) { return memory->ram[address]; },
                      [&] { terminal.serve(cpu, memory->ram, pc); },
                      [&] { return pc == end.at || terminal.waits_at(pc); }),
                  parsed, image);
    const bool fails = exit == exit_done && end.judges && pc != end.at;
    if (terminal.waits_at(pc)) {
        say("ryg trace: the program waits for a key: give --keys\n");
    } else if (fails) {
        say(fmt::format("ryg trace: ended at ${:04x}, before it reached --success, ${:04x}\n", pc,
                        *end.at));
    }
    return fails ? exit_difference : exit;
}

/// SYS has called the program; the trace begins at its first instruction.
Exit trace_machine(const Parsed& parsed) {
    need_machine(parsed, ram_options(), "ram");
    const c64::Image image = read_subject(parsed);
    const auto machine =
        std::make_unique<c64::Machine>(model_named(parsed.text("model")), cia_of(parsed.values));
    machine->cpu.unstable = unstable_of(parsed.values);
    c64::StartOptions options{.at = address_of(parsed, "start", image.labels)};
    machine->set_timing(timing_named(parsed.text("timing")));
    options.masked = machine->timing() != c64::Timing::stock;
    const c64::ReturnPlace back =
        start_program(*machine, image, options, unescape(parsed.text("keys"), "keys"));
    if (parsed.given.has("sid")) plug_in_sid(*machine, parsed.values);
    insert_own_disk(*machine, parsed.text("file"));
    give_inputs(*machine, parsed.values);
    const Exit exit = trace_all(
        subject(
            machine->cpu, machine->board, [&](Address address) { return machine->peek(address); },
            [&] { machine->offer_key(); }, [&] { return back.is_reached(machine->cpu.registers); }),
        parsed, image);
    if (exit == exit_done) {
        say(fmt::format("ryg trace: on a C64: --model {} --timing {}\n", parsed.text("model"),
                        parsed.text("timing")));
    }
    return exit;
}

}  // namespace

Exit trace(Arguments arguments) {
    const Parsed parsed = parse(arguments, trace_help, trace_options(), {"file"});
    if (parsed.helped) return exit_done;
    if (!parsed.has("cart")) parsed.need("file");
    return parsed.text("machine") == "ram" ? trace_ram(parsed) : trace_machine(parsed);
}

}  // namespace ryg::app
