// The machine that routines are tried on: a C64 whose KERNAL is played by the checker.
#pragma once

#include "engine/contracts/call.hpp"

namespace ryg::contracts {

enum class Ending { returned, wants_keys, strayed, ran_on };

struct Outcome {
    Ending ending = Ending::ran_on;
    Cycle cycles = 0;  ///< the routine's own, rts included
    emu::Registers registers;
    std::string printed;  ///< through CHROUT, PETSCII
    std::size_t keys_left = 0;
    bool kernal_called = false;
    Address strayed_to = 0;
};

using Addresses = std::bitset<0x10000>;

/// A C64 with a program in it. Its KERNAL ROM is made of JAM opcodes: the processor stops wherever
/// a program enters it, and the rig does what the book promises of that call and no more: CHROUT
/// spoils A, GETIN spoils X and Y, both spoil the flags.  [C64PRG]
/// The VIC-II's screen is off, so that no cycle is stolen.
class Rig {
  public:
    /// No call may take longer than `longest` cycles.
    explicit Rig(const Program& program, Cycle longest = 100'000'000);

    /// Memory around the inputs: the program as loaded, noise where it is not.
    [[nodiscard]] const std::vector<Byte>& background() const { return background_; }

    /// Calls a routine. With `reached`, marks the address of every instruction executed; that
    /// goes step by step and takes ten times as long.
    Outcome run(const Call& call, Address routine, Addresses* reached);

    /// All RAM as the last run left it.
    [[nodiscard]] std::span<const Byte, 0x10000> ram() const { return machine_.ram(); }
    /// Whether the last run has written to the colour RAM.
    [[nodiscard]] bool colours_changed() const;

  private:
    bool play_kernal(const Call& call, Outcome& outcome, std::size_t& keys_read);
    void go_on(Addresses* reached, Cycle until);

    Cycle longest_;
    c64::Machine machine_, fresh_;
    std::vector<Byte> background_;
};

}  // namespace ryg::contracts
