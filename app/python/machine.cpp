// Machines for Python: a C64, or a processor on 64 KB of RAM, with labels for calls.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <variant>

#include "app/python/module.hpp"
#include "c64/board/state.hpp"
#include "c64/debug/assemble.hpp"
#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"
#include "emu/console.hpp"
#include "emu/many_calls.hpp"
#include "engine/games/games.hpp"

namespace ryg::python {
namespace {

using emu::Address;
using emu::Byte;
using emu::Cycle;
using Unlocked = py::call_guard<py::gil_scoped_release>;

struct C64 {
    c64::Machine machine{c64::Setup{}};
    c64::Labels labels;

    std::span<Byte, 65536> ram() { return machine.ram(); }
    emu::Cpu& cpu() { return machine.cpu; }
    emu::RunEnd step() {
        machine.offer_key();
        return machine.cpu.step(machine.board);
    }
    void load(const c64::Image& image) { machine.load(image); }
    void map(emu::Device device) { machine.map(std::move(device)); }
    emu::CallResult call(Address routine, const emu::CallInput& input, Cycle limit,
                         emu::Touched* touched) {
        return machine.call(routine, input, limit, touched);
    }
};

struct FlatMachine {
    emu::Cpu processor;
    emu::Console memory;
    c64::Labels labels;

    std::span<Byte, 65536> ram() { return memory.ram; }
    emu::Cpu& cpu() { return processor; }
    emu::RunEnd step() { return served(processor.step(memory)); }
    void load(const c64::Image& image) {
        std::ranges::copy(image.bytes, memory.ram.begin() + image.load_address);
    }
    /// Like emu::call, with the console's routines performed by the host.
    emu::CallResult call(Address routine, const emu::CallInput& input, Cycle limit,
                         emu::Touched* touched) {
        constexpr Address back = 0;
        emu::Cpu& cpu = processor;
        cpu.jammed = false;
        const emu::Registers before = cpu.registers;
        const Cycle begin = cpu.cycle, end = begin + limit;
        emu::enter(cpu, memory, routine, input, back);
        if (touched == nullptr) return emu::leave(cpu, before, begin, run_to(back, end));
        emu::RecordingBus bus{memory};
        auto ended = emu::RunEnd::reached_cycle;
        while (ended == emu::RunEnd::reached_cycle && cpu.cycle < end) {
            ended = served(emu::step(cpu, bus, *touched));
            if (cpu.registers.pc == back && !cpu.jammed) ended = emu::RunEnd::reached_address;
        }
        return emu::leave(cpu, before, begin, ended);
    }
    emu::RunEnd run_to(Address address, Cycle end) {
        while (true) {
            const auto ended = processor.run_to(memory, address, end);
            if (served(ended) == ended) return ended;
            if (processor.registers.pc == address) return emu::RunEnd::reached_address;
            if (processor.cycle >= end) return emu::RunEnd::reached_cycle;
        }
    }
    void map(emu::Device device) {
        if (device.first > device.last) throw py::value_error("the last address comes first");
        memory.map(std::move(device));
    }

  private:
    /// A jam at a console routine does not end the run.
    emu::RunEnd served(emu::RunEnd ended) {
        return memory.serve(processor) ? emu::RunEnd::reached_cycle : ended;
    }
};

/// A call that has returned; `touched` is set only on request.
struct ReturnedCall {
    emu::CallResult result;
    std::optional<emu::Touched> touched;
};

const emu::Touched& touched(const ReturnedCall& call) {
    if (call.touched) return *call.touched;
    throw std::runtime_error("not counted: call(..., touched=True) counts");
}

std::string registers_of(const emu::Registers& r) {
    return fmt::format("a=${:02x} x=${:02x} y=${:02x} p=${:02x}", r.a, r.x, r.y, r.p);
}

/// An address, or a text for it: `label`, `label+3`, `$fb`.
using Where = std::variant<Address, std::string>;

Address find(const c64::Labels& labels, const Where& where) {
    const auto* name = std::get_if<std::string>(&where);
    return name != nullptr ? labels.address(*name) : std::get<Address>(where);
}

/// Why a processor that has jammed does not continue.
template <class M>
std::string jam_of(const M& machine) {
    if constexpr (requires { machine.memory; }) {
        const auto at = static_cast<Address>(machine.processor.registers.pc - 1);
        if (machine.memory.terminal.waits_at(at)) return "waits for a key";
    }
    return "jammed";
}

template <class M>
std::runtime_error not_returned(const M& machine, const emu::CallResult& result) {
    return std::runtime_error(
        fmt::format("{} after {} cycles at {}",
                    result.ended == emu::RunEnd::jammed ? jam_of(machine) : "did not return",
                    result.cycles, machine.labels.describe(result.registers.pc)));
}

template <class M>
ReturnedCall call(M& machine, const Where& routine, Byte a, Byte x, Byte y, bool carry, Cycle limit,
                  bool touched) {
    ReturnedCall call;
    if (touched) call.touched.emplace();
    call.result =
        machine.call(find(machine.labels, routine), {.a = a, .x = x, .y = y, .carry = carry}, limit,
                     touched ? &*call.touched : nullptr);
    if (!call.result.returned()) throw not_returned(machine, call.result);
    return call;
}

using ByteRegister = std::pair<const char*, Byte emu::Registers::*>;
constexpr std::array<ByteRegister, 5> byte_registers{{{"a", &emu::Registers::a},
                                                      {"x", &emu::Registers::x},
                                                      {"y", &emu::Registers::y},
                                                      {"p", &emu::Registers::p},
                                                      {"s", &emu::Registers::s}}};

/// A register, or a byte of memory: "A", "X", "Y", "P", "cycles", a label, "label+1" or an address.
struct CallColumn {
    Byte emu::Registers::*member = nullptr;
    bool is_cycles = false;
    Address at = 0;  ///< if it is neither
};
using Spots = std::vector<Where>;

template <class M>
CallColumn spot(const M& machine, const Where& where, std::string_view registers) {
    const auto* name = std::get_if<std::string>(&where);
    const auto place =
        name != nullptr && name->size() == 1 ? registers.find(*name) : registers.npos;
    if (place != registers.npos) return {.member = byte_registers[place].second};
    if (name != nullptr && *name == "cycles") return {.is_cycles = true};
    return {.at = find(machine.labels, where)};
}

/// One call with registers that are set: on 64 KB of RAM without entering and leaving the machine.
template <class M>
auto caller(M& machine, Address routine, Cycle limit) {
    if constexpr (requires { machine.memory; }) {
        machine.processor.jammed = false;
        return [&machine, limit, before = machine.processor.registers,
                many = emu::ManyCalls(machine.processor, machine.memory,
                                      {.routine = routine, .back = 0, .limit = limit})](
                   emu::CallResult& result) mutable {
            emu::Registers& registers = result.registers;
            registers.s = static_cast<Byte>(before.s - 2);
            const Cycle begin = machine.processor.cycle;
            bool returned = many.call(registers);
            result.cycles = many.cycles();
            if (machine.processor.jammed) {  // at a routine of the console
                returned = machine.run_to(0, begin + limit) == emu::RunEnd::reached_address;
                registers = machine.processor.registers;
                result.cycles = machine.processor.cycle - begin;
            }
            result.ended = returned                   ? emu::RunEnd::reached_address
                           : machine.processor.jammed ? emu::RunEnd::jammed
                                                      : emu::RunEnd::reached_cycle;
            machine.processor.cycle = begin + result.cycles;
            if (!returned) return;
            machine.processor.registers = before;
            machine.processor.jump(before.pc);
        };
    } else {
        return [&machine, routine, limit](emu::CallResult& result) {
            const emu::Registers& in = result.registers;
            result = machine.call(routine, {.a = in.a, .x = in.x, .y = in.y}, limit, nullptr);
        };
    }
}

/// Calls a routine with each row of `inputs`, whose columns are registers and bytes of memory; each
/// call begins with the memory that the one before left. A row of the result has the columns
/// `results`.
template <class M>
py::array_t<std::uint64_t> call_many(M& machine, const Where& routine,
                                     const py::array_t<Byte, py::array::c_style>& inputs,
                                     const Spots& columns, const Spots& results, Cycle limit) {
    const auto width = static_cast<std::size_t>(inputs.ndim() == 2 ? inputs.shape(1) : 1);
    if (inputs.ndim() < 1 || inputs.ndim() > 2 || width < 1 || width > columns.size()) {
        throw py::value_error(
            "call_many: an array of bytes with columns A, X, Y, or fewer, or those "
            "that columns= names");
    }
    std::vector<CallColumn> into, from;
    for (const Where& where : columns) into.push_back(spot(machine, where, "AXY"));
    for (const Where& where : results) from.push_back(spot(machine, where, "AXYP"));
    const auto rows = inputs.shape(0);
    py::array_t<std::uint64_t> made({rows, static_cast<py::ssize_t>(from.size())});
    const Byte* in = inputs.data();
    std::uint64_t* out = made.mutable_data();
    const py::gil_scoped_release unlocked;
    auto call = caller(machine, find(machine.labels, routine), limit);
    for (py::ssize_t row = 0; row < rows; ++row) {
        emu::CallResult result{.registers = {.p = emu::Flag::unused | emu::Flag::I}};
        emu::Registers& r = result.registers;
        for (std::size_t i = 0; i < width; ++i) {
            (into[i].member != nullptr ? r.*into[i].member : machine.ram()[into[i].at]) = *in++;
        }
        call(result);
        if (!result.returned()) throw not_returned(machine, result);
        for (const CallColumn& spot : from) {
            *out++ = spot.is_cycles           ? result.cycles
                     : spot.member != nullptr ? r.*spot.member
                                              : machine.ram()[spot.at];
        }
    }
    return made;
}

/// Runs to one of the addresses, or for `limit` cycles; true if it reached an address.
template <class M>
bool run_to(M& machine, const std::vector<Where>& places, Cycle limit) {
    std::vector<Address> stops;
    for (const Where& each : places) stops.push_back(find(machine.labels, each));
    const Cycle end = machine.cpu().cycle + limit;
    if constexpr (requires { machine.memory; }) {
        if (stops.size() == 1) {
            const auto ended = machine.run_to(stops.front(), end);
            if (ended == emu::RunEnd::jammed) throw std::runtime_error(jam_of(machine));
            return ended == emu::RunEnd::reached_address;
        }
    }
    do {
        if (machine.step() == emu::RunEnd::jammed) throw std::runtime_error(jam_of(machine));
        if (std::ranges::count(stops, machine.cpu().registers.pc) != 0) return true;
    } while (machine.cpu().cycle < end);
    return false;
}

using Names = std::vector<std::pair<std::string, Address>>;

Names names_of(const c64::Labels& labels) {
    Names names;
    for (const c64::Label& label : labels.all()) names.emplace_back(label.name, label.address);
    return names;
}
c64::Labels labels_of(const Names& names) {
    c64::Labels labels;
    for (const auto& [name, address] : names) labels.add(name, address);
    return labels;
}
py::bytes bytes_of(std::span<const Byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

c64::Image image_of(const std::string& name) {
    if (const auto* embedded = engine::find_program(name)) return c64::from_embedded(*embedded);
    return c64::read_prg(name);
}

void restore(C64& c64, const py::bytes& state) {
    const auto bytes = static_cast<std::string_view>(state);
    c64.machine =
        c64::load_state({reinterpret_cast<const Byte*>(bytes.data()), bytes.size()}, "state");
}

template <class M>
void load(M& machine, const std::string& name) {
    const c64::Image image = image_of(name);
    machine.load(image);
    for (const c64::Label& label : image.labels.all()) {
        machine.labels.add(label.name, label.address);
    }
}

/// Writes instructions from an address on, and adds their labels. The first of two passes assumes
/// that an unknown label is near. Returns the address after the last byte.
template <class M>
std::size_t assemble(M& machine, const std::string& source, Address from) {
    c64::Labels labels = machine.labels;
    const auto pass = [&](bool is_last) {
        std::vector<Byte> code;
        for (const std::string& whole : c64::lines_of(source)) {
            const auto at = static_cast<Address>(from + code.size());
            std::string line = whole.substr(0, whole.find(';'));
            line.erase(0, line.find_first_not_of(" \t"));
            if (const auto colon = std::min(line.find_first_of(": \t"), line.size());
                line.substr(colon).starts_with(':')) {
                const std::string name = line.substr(0, colon);
                if (!is_last) labels.remove(name), labels.add(name, at);
                line.erase(0, line.find_first_not_of(" \t", colon + 1));
            }
            if (line.empty()) continue;
            const auto value = [&](std::string_view text) {
                const auto number = c64::to_number(text);
                if (number && *number <= 0xFFFF) return static_cast<Address>(*number);
                return is_last ? labels.at(text) : labels.find(text).value_or(at);
            };
            std::ranges::copy(c64::debug::assemble(line, at, value), std::back_inserter(code));
        }
        return code;
    };
    const std::size_t size = pass(false).size();
    const std::vector<Byte> code = pass(true);
    if (code.size() != size) throw py::value_error("a label below $100 comes before its use");
    if (from + size > 0x10000) throw py::value_error("the code goes beyond $ffff");
    std::ranges::copy(code, machine.ram().begin() + from);
    machine.labels = std::move(labels);
    return from + size;
}

/// Connects a port, or a routine that the host performs: `jsr:` and a label or an address.
void connect(FlatMachine& flat, const std::optional<Where>& where, std::optional<Address>& port,
             std::optional<Address>& routine) {
    port.reset();
    routine.reset();
    if (!where) return;
    const auto* text = std::get_if<std::string>(&*where);
    if (const auto place = emu::Terminal::routine_in(text == nullptr ? "" : *text)) {
        routine = find(flat.labels, std::string(*place));
    } else {
        port = find(flat.labels, *where);
    }
}

void type(emu::Terminal& terminal, const std::string& text) {
    for (const char key : text)
        terminal.keys.push_back(static_cast<Byte>(key == '\n' ? '\r' : key));
}

/// Registers, flags and memory.
template <class M>
void add_processor(py::class_<M>& made) {
    for (const auto& each : byte_registers) {
        const auto member = each.second;
        made.def_property(
            each.first, [member](M& machine) { return machine.cpu().registers.*member; },
            [member](M& machine, Byte value) { machine.cpu().registers.*member = value; });
    }
    made.def_property(
        "pc", [](M& machine) { return machine.cpu().registers.pc; },
        [](M& machine, Address to) {
            machine.cpu().jammed = false;
            machine.cpu().jump(to);
        },
        "The address of the next instruction.");
    using emu::Flag;
    constexpr std::array<std::pair<const char*, Byte>, 6> flags{{{"carry", Flag::C},
                                                                 {"zero", Flag::Z},
                                                                 {"interrupt", Flag::I},
                                                                 {"decimal", Flag::D},
                                                                 {"overflow", Flag::V},
                                                                 {"negative", Flag::N}}};
    for (const auto& each : flags) {
        const Byte flag = each.second;
        made.def_property(
            each.first, [flag](M& machine) { return (machine.cpu().registers.p & flag) != 0; },
            [flag](M& machine, bool is_set) {
                Byte& p = machine.cpu().registers.p;
                p = static_cast<Byte>(is_set ? p | flag : p & ~flag);
            });
    }
    made.def_readwrite("labels", &M::labels, "What calls can name.")
        .def_property_readonly(
            "ram",
            [](py::object self) {
                return py::memoryview::from_buffer(py::cast<M&>(self).ram().data(), {65536}, {1});
            },
            py::keep_alive<0, 1>(), "All 64 KB as a memoryview: read it, assign to it.");
}

template <class M>
py::class_<M> add_machine(py::module_& module, const char* name, const char* doc) {
    py::class_<M> made(module, name, doc);
    add_processor(made);
    return made
        .def(
            "step",
            [](M& machine) {
                const Cycle before = machine.cpu().cycle;
                if (machine.step() == emu::RunEnd::jammed)
                    throw std::runtime_error(jam_of(machine));
                return machine.cpu().cycle - before;
            },
            "Executes one instruction, or enters an interrupt, and gives its cycles.")
        .def("run_to", &run_to<M>, Unlocked(), py::arg("breakpoints"), py::kw_only(),
             py::arg("limit") = 1'000'000'000,
             "Runs up to the next of the breakpoints, labels or addresses; False if `limit` cycles "
             "have passed.")
        .def("call_many", &call_many<M>, py::arg("routine"), py::arg("inputs"), py::kw_only(),
             py::arg("columns") = Spots{"A", "X", "Y"},
             py::arg("results") = Spots{"A", "X", "Y", "P", "cycles"},
             py::arg("limit") = 1'000'000'000,
             "Calls a routine for each row of an array of bytes, whose columns are registers and "
             "bytes of memory (labels, 'label+1', addresses), and gives an array of results.")
        .def("load", &load<M>, py::arg("program"),
             "Loads a PRG file, with the labels of the files beside it, or a program "
             "of ryg's own by name.")
        .def("assemble", &assemble<M>, py::arg("source"), py::arg("at"),
             "Writes instructions, one a line, some after 'label:', from an address on; gives the "
             "address after them. Calls can name the labels.")
        .def_property_readonly(
            "cycle", [](M& machine) { return machine.cpu().cycle; }, "How many have passed.")
        .def("__repr__",
             [name](M& machine) {
                 const emu::Cpu& cpu = machine.cpu();
                 return fmt::format("<ryg.{} {} {} cycle={}>", name,
                                    machine.labels.describe(cpu.registers.pc),
                                    registers_of(cpu.registers), cpu.cycle);
             })
        .def(
            "map",
            [](M& machine, Address first, Address last, std::function<Byte(Address, Cycle)> read,
               std::function<void(Address, Byte, Cycle)> write) {
                machine.map({first, last, std::move(read), std::move(write)});
            },
            py::arg("first"), py::arg("last"), py::arg("read") = py::none(),
            py::arg("write") = py::none(),
            "A device: read(address, cycle) and write(address, value, cycle). It is in $d000-$dfff "
            "of a Machine, anywhere in a Memory, which runs at full speed below its lowest device.")
        .def("call", &call<M>, Unlocked(), py::arg("routine"), py::kw_only(), py::arg("a") = 0,
             py::arg("x") = 0, py::arg("y") = 0, py::arg("carry") = false,
             py::arg("limit") = 1'000'000'000, py::arg("touched") = false,
             "Calls a routine by label or address, and gives registers and cycles; with "
             "touched=True also what it executed, read and wrote, with counts.")
        .def(
            "copy", [](const M& machine) { return M(machine); }, "A machine that goes on alone.")
        .def("__copy__", [](const M& machine) { return M(machine); });
}

void add_calls(py::module_& module) {
    py::class_<ReturnedCall> made(
        module, "Call",
        "What a call left: registers, carry, cycles; with touched=True how often "
        "each address was executed, read, written.");
    for (const auto& each : std::span(byte_registers).first(4)) {
        const auto member = each.second;
        made.def_property_readonly(each.first, [member](const ReturnedCall& call) {
            return call.result.registers.*member;
        });
    }
    made.def_property_readonly("carry",
                               [](const ReturnedCall& call) { return call.result.carry(); })
        .def_property_readonly("cycles",
                               [](const ReturnedCall& call) { return call.result.cycles; })
        .def("__repr__",
             [](const ReturnedCall& call) {
                 return fmt::format("<ryg.Call {} cycles={}>", registers_of(call.result.registers),
                                    call.result.cycles);
             })
        .def_property_readonly("executed",
                               [](const ReturnedCall& call) { return touched(call).executed; })
        .def_property_readonly("read", [](const ReturnedCall& call) { return touched(call).read; })
        .def_property_readonly("written",
                               [](const ReturnedCall& call) { return touched(call).written; });
}

void add_labels(py::module_& module) {
    py::class_<c64::Labels>(module, "Labels", "Names of addresses.")
        .def(py::init<>())
        .def_static("read", &c64::Labels::read,
                    "From a label file of ld65, VICE or Kick Assembler.")
        .def("__getitem__",
             [](const c64::Labels& labels, const std::string& name) { return labels.at(name); })
        .def("__setitem__",
             [](c64::Labels& labels, const std::string& name, Address at) { labels.add(name, at); })
        .def("__contains__", [](const c64::Labels& labels,
                                const std::string& name) { return labels.find(name).has_value(); })
        .def("describe", &c64::Labels::describe, "'name+3' for an address.");
}

void add_memory(py::module_& module) {
    add_machine<FlatMachine>(module, "Memory",
                             "A 6502 on 64 KB of RAM; console() and map() add what it needs.")
        .def(py::init<>())
        .def(
            "console",
            [](FlatMachine& flat, const std::optional<Where>& putc,
               const std::optional<Where>& getc, const std::string& keys) {
                emu::Terminal& terminal = flat.memory.terminal;
                connect(flat, putc, terminal.putc, terminal.print_routine);
                connect(flat, getc, terminal.getc, terminal.key_routine);
                flat.memory.stop_at_routines();
                type(terminal, keys);
            },
            py::kw_only(), py::arg("putc") = py::none(), py::arg("getc") = py::none(),
            py::arg("keys") = "",
            "A terminal. A port: what is written to `putc` is printed, and reading `getc` gives "
            "the next key or 0. 'jsr:LABEL' or 'jsr:$ffef': a routine, which prints A or returns "
            "the next key in A; it replaces what is there, so load first.")
        .def(
            "type",
            [](FlatMachine& flat, const std::string& text) { type(flat.memory.terminal, text); },
            "More keys for the console, \\n for RETURN ($0d).")
        .def_property_readonly(
            "printed",
            [](const FlatMachine& flat) { return py::bytes(flat.memory.terminal.printed); },
            "All bytes that the console has printed.")
        .def(py::pickle(
            [](FlatMachine& flat) {
                const emu::Registers& r = flat.processor.registers;
                const emu::Terminal& c = flat.memory.terminal;
                return py::make_tuple(bytes_of(flat.ram()), names_of(flat.labels),
                                      flat.processor.cycle, r.pc, r.a, r.x, r.y, r.s, r.p, c.putc,
                                      c.getc, c.print_routine, c.key_routine, py::bytes(c.printed),
                                      std::vector<Byte>(c.keys.begin(), c.keys.end()));
            },
            [](const py::tuple& state) {
                auto made = std::make_unique<FlatMachine>();
                const auto bytes = state[0].cast<std::string>();
                if (bytes.size() != made->ram().size()) throw py::value_error("not 64 KB");
                std::ranges::copy(bytes, made->ram().begin());
                made->labels = labels_of(state[1].cast<Names>());
                made->processor.cycle = state[2].cast<Cycle>();
                made->processor.registers = {state[3].cast<Address>(), state[4].cast<Byte>(),
                                             state[5].cast<Byte>(),    state[6].cast<Byte>(),
                                             state[7].cast<Byte>(),    state[8].cast<Byte>()};
                emu::Terminal& terminal = made->memory.terminal;
                using Port = std::optional<Address>;
                terminal.putc = state[9].cast<Port>(), terminal.getc = state[10].cast<Port>();
                terminal.print_routine = state[11].cast<Port>();
                terminal.key_routine = state[12].cast<Port>();
                terminal.printed = state[13].cast<std::string>();
                const auto keys = state[14].cast<std::vector<Byte>>();
                terminal.keys.assign(keys.begin(), keys.end());
                return made;
            }));
}

void add_c64(py::module_& module) {
    add_machine<C64>(module, "Machine", "A C64, switched on.")
        .def(py::init([] {
            auto made = std::make_unique<C64>();
            made->machine.boot();
            return made;
        }))
        .def(
            "peek", [](const C64& c64, Address at) { return c64.machine.peek(at); },
            "What the processor would read.")
        .def(
            "poke", [](C64& c64, Address at, Byte value) { c64.machine.poke(at, value); },
            "Writes as the processor would.")
        .def(
            "start", [](C64& c64, const std::string& name) { c64.machine.start(image_of(name)); },
            "Loads a program and starts it as RUN does; `run` runs it.")
        .def(
            "run",
            [](C64& c64, Cycle cycles, const std::string& text) {
                return std::string(
                    to_string(c64.machine.run({.cycles = cycles, .text = text}).ended));
            },
            Unlocked(), py::arg("cycles") = 1'000'000'000, py::arg("text") = "",
            "Until a text is on the screen, or the program returns; says why it has ended.")
        .def(
            "type", [](C64& c64, const std::string& text) { c64.machine.type(text); },
            "Types at the keyboard, \\n for RETURN.")
        .def_property_readonly(
            "screen", [](const C64& c64) { return c64.machine.screen_text(); },
            "The characters on the screen.")
        .def(
            "save", [](C64& c64) { return bytes_of(c64::save_state(c64.machine)); },
            "The whole machine as bytes.")
        .def("restore", &restore, "Makes the machine the one that `save` gave.")
        .def(py::pickle(
            [](C64& c64) {
                return py::make_tuple(bytes_of(c64::save_state(c64.machine)), names_of(c64.labels));
            },
            [](const py::tuple& state) {
                auto made = std::make_unique<C64>();
                restore(*made, state[0].cast<py::bytes>());
                made->labels = labels_of(state[1].cast<Names>());
                return made;
            }));
}

}  // namespace

void add_machines(py::module_& module) {
    add_calls(module);
    add_labels(module);
    add_memory(module);
    add_c64(module);
}

}  // namespace ryg::python
