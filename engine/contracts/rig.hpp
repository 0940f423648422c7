// The machine that routines are tried on: a C64 whose KERNAL is played by the checker.
#pragma once

#include "engine/contracts/formula.hpp"

namespace ryg::contracts {

/// `comes_back`: it is at its beginning again and has read all keys. `stopped`: its watcher or the
/// suite's `stop` ended it early.
enum class Ending { returned, wants_keys, strayed, ran_on, comes_back, stopped };

struct Suite;

struct RigEnd {
    Ending ending = Ending::ran_on;
    Cycle cycles = 0;  ///< the routine's own, rts included
    emu::Registers registers;
    std::string printed;  ///< through CHROUT, PETSCII
    std::size_t keys_left = 0;
    bool kernal_called = false;
    Address strayed_to = 0;
};

/// What is asked and told in a run that goes step by step; what is empty is not.
struct Steps {
    std::function<bool()> before{};  ///< each instruction; false: the run ends there
    std::function<std::optional<Byte>(Address)> read{};  ///< a byte in place of what is there
    std::function<void(Address, Byte)> write{};
};

/// A C64 with a program in it. Its KERNAL ROM is made of JAM opcodes: the processor stops wherever
/// a program enters it, and the rig does what the book promises of that call and no more: CHROUT
/// spoils A, GETIN spoils X and Y, both spoil the flags.  [C64PRG]
/// A JAM stands at each stub of the program, too.
/// The VIC-II's screen is off, so that no cycle is stolen, and no chip interrupts.
class Rig {
  public:
    /// The program must outlive the rig. No call may take longer than `longest` cycles. A suite
    /// counts the cycles, and its `stop` cuts a call short, which then is `stopped`.
    explicit Rig(const Program& program, Cycle longest = 100'000'000, const Suite* suite = nullptr);

    /// Memory around the inputs: the program as loaded, noise elsewhere.
    [[nodiscard]] const std::vector<Byte>& background() const { return background_; }

    /// Makes the machine ready for a call.
    void prepare(const Call& call, Address routine);
    /// Forgets what calls have done to the chips.
    void reset() { machine_ = fresh_; }
    /// The machine before the call, and after it.
    [[nodiscard]] const c64::Machine& machine() const { return machine_; }
    [[nodiscard]] c64::Machine& machine() { return machine_; }

    /// Makes the call. With `reached`, marks the address of every instruction executed; that
    /// goes step by step and takes ten times as long.
    RigEnd run(const Call& call, Addresses* reached);
    /// The same step by step, up to where it comes back to its beginning, with all keys read.
    RigEnd run_round(const Call& call, Addresses& reached);
    /// The same, watched.
    RigEnd run(const Call& call, const Steps& steps);

    /// All RAM as the last run left it.
    [[nodiscard]] std::span<const Byte, 0x10000> ram() const { return machine_.ram(); }
    /// Whether the last run has written to the colour RAM.
    [[nodiscard]] bool colours_changed() const;

  private:
    bool play_kernal(const Call& call, RigEnd& outcome, std::size_t& keys_read);
    template <class Step>
    RigEnd run_with(const Call& call, Step&& go_on);

    c64::Machine machine_, fresh_;
    std::map<Address, Formulas> stubs_;
    std::vector<Byte> background_;
    Cycle longest_;
    const Suite* suite_;
    Address entry_ = 0;  // of the routine that was called last
};

}  // namespace ryg::contracts
