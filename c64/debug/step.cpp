// One instruction of a machine, on the exact bus with a tap in between.
#include "c64/debug/step.hpp"

#include "emu/cpu.hpp"

namespace ryg::c64::debug {
namespace {

class TappedBus {
  public:
    TappedBus(Machine& machine, Tap& tap)
        : lines(machine.board.lines), machine_(machine), tap_(tap) {}

    emu::Lines& lines;
    emu::DataReads data;

    Byte read(Address address, Cycle& now) {
        const Byte value = machine_.board.read(address, now);
        if (data.has(address, value)) {
            if (tap_.footprint != nullptr) tap_.footprint->loaded.set(address);
            if (wants(address, AccessKind::load)) {
                tap_.found.push_back({address, value, value, false, data.opcode()});
            }
        }
        return value;
    }
    void write(Address address, Byte value, Cycle now) {
        if (tap_.footprint != nullptr) tap_.footprint->stored.set(address);
        if (wants(address, AccessKind::store)) {
            tap_.found.push_back({address, value, machine_.peek(address), true, data.opcode()});
        }
        machine_.board.write(address, value, now);
    }

  private:
    [[nodiscard]] bool wants(Address address, Byte kind) const {
        return tap_.wanted != nullptr && (tap_.wanted[address] & kind) != 0;
    }

    Machine& machine_;
    Tap& tap_;
};

}  // namespace

Executed step(Machine& machine, Tap& tap) {
    emu::Cpu& cpu = machine.cpu;
    machine.offer_key();
    Executed done{.before = cpu.registers, .interrupt = cpu.interrupt_follows()};
    done.begin = cpu.cycle;
    const auto& terminal = machine.board.terminal;
    if (terminal && terminal->waits_at(cpu.registers.pc)) {
        done.after = cpu.registers;
        done.jammed = true;
        return done;
    }
    TappedBus bus(machine, tap);
    done.jammed = cpu.step(bus) == emu::RunEnd::jammed;
    done.opcode = bus.data.opcode();
    done.after = cpu.registers;
    done.cycles = cpu.cycle - done.begin;
    return done;
}

}  // namespace ryg::c64::debug
