// `ryg trace`: what the processor does, an instruction or a bus access a line.
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>

#include "app/flat_program.hpp"
#include "app/hardware_options.hpp"
#include "app/program_file.hpp"
#include "app/verb.hpp"
#include "c64/board/machine.hpp"
#include "emu/disassemble.hpp"
#include "emu/recording_bus.hpp"

namespace ryg::app {
namespace {

using emu::Address;
using emu::Byte;
using emu::Cycle;

constexpr Help help{
    .usage = "trace FILE [options]",
    .about =
        "Runs a program and prints a line for every instruction: the cycle in which it begins,\n"
        "its address, bytes and text, the registers before it, and the label it stands at; or\n"
        "with --bus a line for every access to the bus. A PRG (or ryg12 to ryg16, which are\n"
        "inside) runs on the C64 as `ryg run` runs it, traced from the address after SYS on;\n"
        "with --start a raw binary runs on plain RAM. An address is a number (decimal, or hex\n"
        "after '$' or 0x) or a label, if a .lbl file lies beside the program.\n"
        "The trace ends with the program, at --to, or after --limit lines.\n"
        "With --json every line is an object.",
    .examples =
        "./ryg trace ryg16 --keys 262 --from miniMax --limit 20\n"
        "./ryg trace hello.prg --bus --limit 100\n"
        "./ryg trace test.bin --load 0x400 --start 0x400 --to 0x3469 --json\n",
};

struct Wish {
    std::string file;
    bool bus = false, json = false;
    std::optional<Address> from, to;
    std::uint64_t lines = emu::never;
    Cycle cycles = emu::never;
};

/// The C64 with a program that has been started.
struct OnMachine {
    c64::Machine machine;
    Address back = 0;     ///< where the program's RTS leads
    Byte stack_then = 0;  ///< S after it

    /// Lets the KERNAL's SYS come to the program's first instruction, which is traced first.
    void start(const c64::Image& image, const std::string& keys) {
        machine.boot();
        machine.start(image);
        machine.type(keys);
        machine.run({.cycles = 1'000'000, .at = {*c64::sys_address(image)}});
        const auto top = static_cast<Address>(0x100 + machine.cpu.registers.s);
        back = static_cast<Address>(machine.peek_word(static_cast<Address>(top + 1)) + 1);
        stack_then = static_cast<Byte>(machine.cpu.registers.s + 2);
    }
    emu::Cpu& cpu() { return machine.cpu; }
    [[nodiscard]] Byte peek(Address address) const { return machine.peek(address); }
    /// True when the program has returned to its starter.
    [[nodiscard]] bool ended() const {
        const emu::Registers& r = machine.cpu.registers;
        return r.pc == back && r.s == stack_then;
    }
    emu::Outcome step() { return machine.cpu.step(machine.board); }
    emu::Outcome step(std::vector<emu::BusAccess>& accesses) {
        emu::RecordingBus recorder(machine.board);
        const emu::Outcome outcome = machine.cpu.step(recorder);
        accesses = std::move(recorder.accesses);
        return outcome;
    }
};

/// A raw binary on RAM.
struct OnFlat {
    emu::Cpu processor;
    emu::FlatMemory memory;

    emu::Cpu& cpu() { return processor; }
    [[nodiscard]] Byte peek(Address address) const { return memory.ram[address]; }
    [[nodiscard]] static bool ended() { return false; }
    emu::Outcome step() { return processor.step(memory); }
    emu::Outcome step(std::vector<emu::BusAccess>& accesses) {
        emu::RecordingBus recorder(memory);
        const emu::Outcome outcome = processor.step(recorder);
        accesses = std::move(recorder.accesses);
        return outcome;
    }
};

std::string label_at(const c64::Labels& labels, Address address) {
    return labels.nearest(address) ? labels.describe(address) : "";
}

template <class Board>
void print_instruction(Board& board, const c64::Labels& labels, bool json) {
    const emu::Registers r = board.cpu().registers;
    std::array<Byte, 3> bytes;
    for (unsigned i = 0; i < 3; ++i) bytes[i] = board.peek(static_cast<Address>(r.pc + i));
    const emu::Disassembly code = emu::disassemble(r.pc, bytes);
    const std::string label = label_at(labels, r.pc);
    if (json) {
        Json line{{"cycle", board.cpu().cycle}};
        line.update(registers_json(r));
        line["bytes"] = Json(std::vector<Byte>(bytes.begin(), bytes.begin() + code.length));
        line["text"] = code.text;
        if (!label.empty()) line["label"] = label;
        fmt::print("{}\n", line.dump());
        return;
    }
    std::string hex;
    for (unsigned i = 0; i < code.length; ++i) hex += fmt::format("{:02x} ", bytes[i]);
    std::string line = fmt::format("{:>10}  {:04x}  {:<9} {:<14} {}", board.cpu().cycle, r.pc, hex,
                                   code.text, registers_text(r));
    if (!label.empty()) line += "  " + label;
    fmt::print("{}\n", line);
}

void print_access(const emu::BusAccess& access, const c64::Labels& labels, bool json) {
    const std::string label = label_at(labels, access.address);
    if (json) {
        Json line{{"cycle", access.cycle},
                  {"address", access.address},
                  {"value", access.value},
                  {"access", access.is_write ? "write" : "read"}};
        if (!label.empty()) line["label"] = label;
        fmt::print("{}\n", line.dump());
    } else {
        std::string line =
            fmt::format("{:>10}  {:<5}  {:04x}  {:02x}", access.cycle,
                        access.is_write ? "write" : "read", access.address, access.value);
        if (!label.empty()) line += "  " + label;
        fmt::print("{}\n", line);
    }
}

/// Until an end that was wished for; another is Trouble, after the lines that led to it.
template <class Board>
Exit trace_all(Board& board, const c64::Labels& labels, const Wish& wish) {
    const Cycle begin = board.cpu().cycle;
    std::vector<emu::BusAccess> accesses;
    std::uint64_t lines = 0;
    bool printing = !wish.from;
    while (!interrupted) {
        const Address pc = board.cpu().registers.pc;
        if (wish.from == pc) printing = true;
        if (lines >= wish.lines || (printing && wish.to == pc) || board.ended()) break;
        if (board.cpu().cycle - begin >= wish.cycles) {
            throw Trouble(
                fmt::format("{}: the trace has not ended after {} cycles, now at ${:04x}: "
                            "set --limit, --to or --cycles",
                            wish.file, wish.cycles, pc));
        }
        if (printing && !wish.bus) {
            print_instruction(board, labels, wish.json);
            ++lines;
        }
        const emu::Outcome outcome = wish.bus && printing ? board.step(accesses) : board.step();
        for (const emu::BusAccess& access : accesses) {
            if (lines++ < wish.lines) print_access(access, labels, wish.json);
        }
        accesses.clear();
        if (outcome == emu::Outcome::jammed) {
            throw Trouble(fmt::format("{}: jammed at ${:04x} after {} cycles", wish.file, pc,
                                      board.cpu().cycle - begin));
        }
    }
    if (!printing && !interrupted) {
        throw Trouble(fmt::format("{}: ended before it came to --from", wish.file));
    }
    return interrupted ? exit_interrupted : exit_done;
}

/// A number, or a label of the program.
std::optional<Address> place(const Parsed& parsed, const char* option, const c64::Labels& labels) {
    if (!parsed.has(option)) return std::nullopt;
    const auto& text = parsed.get<std::string>(option);
    const bool number = !text.empty() && (text[0] == '$' || (text[0] >= '0' && text[0] <= '9'));
    if (number) return parse_address(text, option);
    if (labels.empty()) {
        throw Trouble(
            fmt::format("--{}: '{}': the program has no labels: use an address", option, text));
    }
    return labels.at(text);
}

options::options_description own_options() {
    options::options_description own;
    const auto text = [] { return options::value<std::string>(); };
    own.add_options()                                                       //
        ("file", text()->required(), "the program")                         //
        ("bus", "every access instead of every instruction")                //
        ("limit", text(), "print at most this many lines")                  //
        ("count", text(), "the same")                                       //
        ("from", text(), "begin when the processor comes to this address")  //
        ("to", text(), "end in front of this address")                      //
        ("cycles", text(),
         "run at most this many cycles; then it is trouble (default: 100 million)")(
            "keys", text(), "keys to type; \\r is RETURN")  //
        ("load", text(), "raw binary: where its first byte goes (default: 0)")(
            "start", text(), "raw binary: where the processor begins");
    add_unstable_options(own);
    return own;
}

Wish make_wish(const Parsed& parsed, const c64::Labels& labels) {
    Wish wish{.file = parsed.get<std::string>("file"),
              .bus = parsed.has("bus"),
              .json = parsed.json(),
              .from = place(parsed, "from", labels),
              .to = place(parsed, "to", labels)};
    for (const char* option : {"limit", "count"}) {
        if (!parsed.has(option)) continue;
        wish.lines = parse_number(parsed.get<std::string>(option), option, emu::never);
    }
    wish.cycles = parsed.has("cycles")
                      ? parse_number(parsed.get<std::string>("cycles"), "cycles", emu::never)
                      : 100'000'000;
    return wish;
}

Exit trace_flat(const Parsed& parsed) {
    const auto& file = parsed.get<std::string>("file");
    const auto beside = std::filesystem::path(file).replace_extension(".lbl");
    std::error_code ignored;
    const c64::Labels labels = std::filesystem::exists(beside, ignored)
                                   ? c64::Labels::read(beside.string())
                                   : c64::Labels();
    const Wish wish = make_wish(parsed, labels);
    const auto flat = std::make_unique<OnFlat>();
    const Address load =
        parsed.has("load") ? parse_address(parsed.get<std::string>("load"), "load") : Address{0};
    load_raw(flat->memory, file, load);
    flat->processor.registers.s = 0xFF;
    flat->processor.unstable = unstable_of(parsed);
    flat->processor.jump(*place(parsed, "start", labels));
    return trace_all(*flat, labels, wish);
}

Exit trace_machine(const Parsed& parsed) {
    const c64::Image image = read_program(parsed.get<std::string>("file"));
    const Wish wish = make_wish(parsed, image.labels);
    const std::string keys =
        parsed.has("keys") ? unescape(parsed.get<std::string>("keys"), "keys") : std::string();
    const auto on = std::make_unique<OnMachine>();
    on->machine.cpu.unstable = unstable_of(parsed);
    on->start(image, keys);
    return trace_all(*on, image.labels, wish);
}

}  // namespace

Exit trace(Arguments arguments) {
    const Parsed parsed = parse(arguments, help, own_options(), {"file"});
    if (parsed.helped) return exit_done;
    check_alone(parsed, "limit", {"count"});
    check_alone(parsed, "start", {"keys"});
    if (parsed.has("start")) return trace_flat(parsed);
    if (parsed.has("load")) throw Trouble("--load: a raw binary needs --start, too");
    return trace_machine(parsed);
}

}  // namespace ryg::app
