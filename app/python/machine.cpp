// Machines for Python: a C64, or a processor on 64 KB of RAM, with labels that calls can name.
#include <fmt/format.h>
#include <variant>

#include "app/python/module.hpp"
#include "c64/board/state.hpp"
#include "emu/flat_memory.hpp"
#include "engine/games/games.hpp"

namespace ryg::python {
namespace {

using emu::Address;
using emu::Byte;
using emu::Cycle;
using Unlocked = py::call_guard<py::gil_scoped_release>;

constexpr auto core = emu::Core::recompiler;

struct C64 {
    c64::Machine machine{c64::Setup{.core = core}};
    c64::Labels labels;

    std::span<Byte, 65536> ram() { return machine.ram(); }
    void load(const c64::Image& image) { machine.load(image); }
    emu::CallResult call(Address routine, const emu::CallInput& input, Cycle limit,
                         emu::Touched* touched) {
        return machine.call(routine, input, limit, touched);
    }
};

struct Flat {
    emu::Cpu cpu;
    emu::FlatMemory memory;
    c64::Labels labels;

    std::span<Byte, 65536> ram() { return memory.ram; }
    void load(const c64::Image& image) {
        std::ranges::copy(image.bytes, memory.ram.begin() + image.load_address);
    }
    emu::CallResult call(Address routine, const emu::CallInput& input, Cycle limit,
                         emu::Touched* touched) {
        cpu.jammed = false;
        cpu.core = core;
        return emu::call(cpu, memory, routine, input, limit, touched);
    }
};

/// A call that has returned; `touched` only if it was asked for.
struct Call {
    emu::CallResult result;
    std::optional<emu::Touched> touched;
};

/// An address, or the name of a label.
using Where = std::variant<Address, std::string>;

Address find(const c64::Labels& labels, const Where& where) {
    const auto* name = std::get_if<std::string>(&where);
    return name != nullptr ? labels.at(*name) : std::get<Address>(where);
}

template <class M>
Call call(M& machine, const Where& routine, Byte a, Byte x, Byte y, bool carry, Cycle limit,
          bool touched) {
    Call call;
    if (touched) call.touched.emplace();
    call.result =
        machine.call(find(machine.labels, routine), {.a = a, .x = x, .y = y, .carry = carry}, limit,
                     touched ? &*call.touched : nullptr);
    if (!call.result.returned()) {
        throw std::runtime_error(
            fmt::format("{} after {} cycles at {}",
                        call.result.ended == emu::RunEnd::jammed ? "jammed" : "did not return",
                        call.result.cycles, machine.labels.describe(call.result.registers.pc)));
    }
    return call;
}

c64::Image image_of(const std::string& name) {
    if (const auto* embedded = engine::find_program(name)) return c64::from_embedded(*embedded);
    return c64::read_prg(name);
}

template <class M>
void load(M& machine, const std::string& name) {
    const c64::Image image = image_of(name);
    machine.load(image);
    for (const c64::Label& label : image.labels.all()) {
        machine.labels.add(label.name, label.address);
    }
}

template <class M>
py::class_<M> add_machine(py::module_& module, const char* name, const char* doc) {
    return py::class_<M>(module, name, doc)
        .def("load", &load<M>, py::arg("program"),
             "Loads a PRG file, with the labels of the .dbg or .lbl file beside it, or a program "
             "of ryg's own by name.")
        .def_readwrite("labels", &M::labels, "What calls can name.")
        .def_property_readonly(
            "ram",
            [](py::object self) {
                return py::memoryview::from_buffer(py::cast<M&>(self).ram().data(), {65536}, {1});
            },
            py::keep_alive<0, 1>(), "All 64 KB as a memoryview: read it, assign to it.")
        .def("call", &call<M>, Unlocked(), py::arg("routine"), py::kw_only(), py::arg("a") = 0,
             py::arg("x") = 0, py::arg("y") = 0, py::arg("carry") = false,
             py::arg("limit") = 1'000'000'000, py::arg("touched") = false,
             "Calls a routine by label or address, and gives registers and cycles; with "
             "touched=True also what it executed, read and wrote, with counts.")
        .def(
            "copy", [](const M& machine) { return M(machine); }, "A machine that goes on alone.")
        .def("__copy__", [](const M& machine) { return M(machine); });
}

}  // namespace

void add_machines(py::module_& module) {
    py::class_<Call>(module, "Call", "What a call left.")
        .def_property_readonly("a", [](const Call& call) { return call.result.registers.a; })
        .def_property_readonly("x", [](const Call& call) { return call.result.registers.x; })
        .def_property_readonly("y", [](const Call& call) { return call.result.registers.y; })
        .def_property_readonly("p", [](const Call& call) { return call.result.registers.p; })
        .def_property_readonly("carry", [](const Call& call) { return call.result.carry(); })
        .def_property_readonly("cycles", [](const Call& call) { return call.result.cycles; })
        .def_property_readonly("executed",
                               [](const Call& call) { return call.touched.value().executed; })
        .def_property_readonly("read", [](const Call& call) { return call.touched.value().read; })
        .def_property_readonly("written",
                               [](const Call& call) { return call.touched.value().written; });

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

    add_machine<Flat>(module, "Memory", "A 6502 on 64 KB of RAM and nothing else.")
        .def(py::init<>());

    add_machine<C64>(module, "Machine", "A C64, switched on.")
        .def(py::init([] {
            auto made = std::make_unique<C64>();
            made->machine.boot();
            return made;
        }))
        .def(
            "peek", [](const C64& c64, Address at) { return c64.machine.peek(at); },
            "What the processor would read.")
        .def("poke", [](C64& c64, Address at, Byte value) { c64.machine.poke(at, value); })
        .def(
            "map",
            [](C64& c64, Address first, Address last, std::function<Byte(Address, Cycle)> read,
               std::function<void(Address, Byte, Cycle)> write) {
                c64.machine.map({first, last, std::move(read), std::move(write)});
            },
            py::arg("first"), py::arg("last"), py::arg("read") = py::none(),
            py::arg("write") = py::none(),
            "A device in $d000-$dfff: read(address, cycle) and write(address, value, cycle).")
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
        .def_property_readonly("screen", [](const C64& c64) { return c64.machine.screen_text(); })
        .def_property_readonly("cycle", [](const C64& c64) { return c64.machine.cpu.cycle; })
        .def(
            "save",
            [](C64& c64) {
                const auto bytes = c64::save_state(c64.machine);
                return py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            },
            "The whole machine as bytes.")
        .def(
            "restore",
            [](C64& c64, const py::bytes& state) {
                const auto bytes = static_cast<std::string_view>(state);
                c64.machine = c64::load_state(
                    {reinterpret_cast<const Byte*>(bytes.data()), bytes.size()}, "state");
                c64.machine.cpu.core = core;
            },
            "Makes the machine the one that `save` gave.");
}

}  // namespace ryg::python
