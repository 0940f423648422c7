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
    Byte opcode = 0;

    Byte read(Address address, Cycle& now) {
        const Byte value = machine_.board.read(address, now);
        const unsigned number = reads_++;
        if (number == 0) {
            opcode = value;
            const emu::Mode mode = emu::opcodes[value].mode;
            if (emu::length(mode) == 3) third_ = static_cast<Address>(address + 2);
            fetches_ = mode == emu::Mode::rel ? 4 : 2;
        } else if (number >= fetches_) {
            const bool looks_where_it_returns = opcode == 0x60 && emu::high(address) != 1;
            if (address == third_) {
                third_ = none;  // read once more it is data
            } else if (!looks_where_it_returns) {
                if (tap_.footprint != nullptr) tap_.footprint->loaded.set(address);
                if (wants(address, Kind::load)) {
                    tap_.found.push_back({address, value, value, false});
                }
            }
        }
        return value;
    }
    void write(Address address, Byte value, Cycle now) {
        if (tap_.footprint != nullptr) tap_.footprint->stored.set(address);
        if (wants(address, Kind::store)) {
            tap_.found.push_back({address, value, machine_.peek(address), true});
        }
        machine_.board.write(address, value, now);
    }

  private:
    static constexpr unsigned none = 0x10000;

    [[nodiscard]] bool wants(Address address, Byte kind) const {
        return tap_.wanted != nullptr && (tap_.wanted[address] & kind) != 0;
    }

    Machine& machine_;
    Tap& tap_;
    unsigned reads_ = 0, fetches_ = 2, third_ = none;
};

}  // namespace

Executed step(Machine& machine, Tap& tap) {
    emu::Cpu& cpu = machine.cpu;
    machine.offer_key();
    Executed done{.before = cpu.registers, .interrupt = cpu.interrupt_follows()};
    done.begin = cpu.cycle;
    TappedBus bus(machine, tap);
    done.jammed = cpu.step(bus) == emu::Outcome::jammed;
    done.opcode = bus.opcode;
    done.after = cpu.registers;
    done.cycles = cpu.cycle - done.begin;
    return done;
}

}  // namespace ryg::c64::debug
