// A C64 that runs a program's routines, called and inspected through the program's labels.
#pragma once

#include <atomic>
#include <bitset>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "c64/board/machine.hpp"
#include "c64/program/image.hpp"
#include "emu/recording_bus.hpp"
#include "engine/common/labelled_memory.hpp"

namespace ryg::c64::debug {
struct WatchedAccess;
struct Executed;
}  // namespace ryg::c64::debug

namespace ryg::claims {

using c64::Extent;
using emu::Address;
using emu::Byte;
using emu::Cycle;
using Addresses = std::bitset<0x10000>;
/// Adds or removes the addresses of an extent, up to $ffff.
void set(Addresses& addresses, Extent extent, bool value = true);
/// The addresses at which two memories of 64 KB differ.
[[nodiscard]] std::vector<Address> differences(std::span<const Byte> before,
                                               std::span<const Byte> after);

class Formulas;
struct Call;
struct Program;
struct Suite;

/// The programs embedded in a library.
using Programs = std::span<const c64::EmbeddedImage* const>;

/// By name; nullptr if there is none.
[[nodiscard]] constexpr const c64::EmbeddedImage* find_program(Programs programs,
                                                               std::string_view name) {
    for (const c64::EmbeddedImage* image : programs) {
        if (image->name == name) return image;
    }
    return nullptr;
}

/// Reads a program's memory, for its native engine. Must not outlive `machine` and `labels`.
[[nodiscard]] engine::ReadLabelled reader_of(const c64::Machine& machine,
                                             const c64::Labels& labels);

/// The program misbehaved: it did not return, jammed, left an impossible result, or changed memory
/// that it must not change. The message names the routine and the address.
struct EngineFault : std::runtime_error {
    explicit EngineFault(const std::string& what, std::string chain = "-",
                         std::optional<Address> at = {})
        : std::runtime_error(what), by(std::move(chain)), address(at) {}

    std::string by;                  ///< the routine that was running, with its callers
    std::optional<Address> address;  ///< address of the wrong byte, if there is one
};

/// Thrown by work that has been stopped.
struct Stopped {};

/// `stopped`: an observer or the suite's `stop` ended it early.
enum class Ending { returned, wants_keys, strayed, ran_on, stopped };

/// How a call on a bare host has ended.
struct CallEnd {
    Ending ending = Ending::ran_on;
    Cycle cycles = 0;  ///< of the routine, rts included
    emu::Registers registers;
    std::string printed;  ///< text passed to CHROUT, in PETSCII
    std::size_t keys_left = 0;
    bool kernal_called = false;
    Address strayed_to = 0;
};

/// Callbacks of a run step by step; all may be empty.
struct Steps {
    std::function<bool()> before{};  ///< before each instruction; false ends the run
    std::function<std::optional<Byte>(Address)> read{};  ///< may replace the byte read
    std::function<void(Address, Byte)> write{};
};

class Host;

/// Observes a run, instruction by instruction.
class Spectator {
  public:
    virtual ~Spectator() = default;
    /// The run is about to begin.
    virtual void begin(Host&) {}
    /// A call of a routine is about to begin, or has returned.
    virtual void enter(const Host&, Address) {}
    virtual void leave(const Host&) {}
    /// The run has reached the fault that was noticed, and continues for a while. `rest` is the
    /// text that should have been printed by then and was not.
    virtual void noticed(const Host&, std::string_view rest) { static_cast<void>(rest); }
    virtual void note(const Host& host, const c64::debug::Executed& done,
                      std::span<const c64::debug::WatchedAccess> accesses) = 0;
};

/// A host, and the addresses that it executed, in order.
struct Path {
    const Host& host;
    std::span<const Address> addresses;
};
/// Where two versions of a program diverge: the last common instruction, then the next one of each.
/// Addresses are compared by their names.
[[nodiscard]] std::string parting_of(const Path& bad, const Path& good);

/// An observed run ends when `address` has been passed `passes` times.
struct WatchEnd {
    Address address = 0;
    int passes = std::numeric_limits<int>::max();
};

/// A place in a routine, then the routines of its callers, innermost first, each of them once:
/// "fijaValor+12 < minValorHijos < miniMax".
[[nodiscard]] std::string chain_of(const std::string& place,
                                   const std::vector<std::string>& callers);

/// A value: copy it for another thread, or to return to an earlier state.
///
///     Host host(program);
///     host.put("board", bytes);
///     host.call("findHints");
///     host.byte_at("numHints");
///
/// A booted host runs the KERNAL, with interrupts from its chips. A bare host is for `run`: its
/// KERNAL ROM consists of JAM opcodes, so that the processor stops wherever a program enters it.
/// The host then does exactly what the manual promises of that call: CHROUT spoils A, GETIN spoils
/// X and Y, both spoil the flags.  [C64PRG]  There is a JAM at each stub of the program, too. The
/// screen is off, so that the VIC-II steals no cycles, and no chip interrupts.
class Host {
  public:
    /// No call may take longer than `longest_call` cycles.
    explicit Host(const c64::Image& program, const c64::Setup& setup = {},
                  Cycle longest_call = 1'000'000'000);
    /// A bare host. The program must outlive it. A suite counts the cycles, and its `stop` ends a
    /// call early as `stopped`.
    explicit Host(const Program& program, Cycle longest_call = 100'000'000,
                  const Suite* suite = nullptr);

    [[nodiscard]] const c64::Image& image() const { return *image_; }
    [[nodiscard]] const c64::Labels& labels() const { return image_->labels; }
    /// Call this again before changing the machine after `changed`, on whose result `restore`
    /// otherwise relies.
    [[nodiscard]] c64::Machine& machine() {
        may_differ_.clear();
        return machine_;
    }
    [[nodiscard]] const c64::Machine& machine() const { return machine_; }

    /// Calls one routine. Throws EngineFault unless it returns in time, with the stack pointer and
    /// the processor port as they were and the flags I and D clear.
    c64::CallResult call(std::string_view routine) { return call(labels().at(routine), routine); }
    c64::CallResult call(Address address, std::string_view name);

    /// Calls a routine and `passed` each time the program reaches `stage`, which may be the
    /// KERNAL's CHROUT or GETIN. Ends early when `stop` is set, leaving the machine where it is.
    /// Returns the cycles.
    Cycle call_past(std::string_view routine, std::string_view stage, const std::atomic<bool>* stop,
                    const std::function<void()>& passed);

    /// Calls a routine that puts RAM in place of the BASIC ROM, within `limit` cycles. Throws
    /// EngineFault if it does not (`call` throws if a routine does).
    void bank_out_basic(std::string_view routine, Cycle limit);

    /// Adds memory that calls may change.
    void own(Extent extent) { allow(extent); }
    /// Later calls also end at this address. They have not returned then, so their registers are
    /// not checked.
    void end_calls_at(Address address) { ends_.push_back(address); }
    /// Limits later calls to `most` cycles.
    void limit_calls(Cycle most) { longest_call_ = most; }
    /// Later calls, watched ones too, throw Stopped soon after this becomes true.
    void stop_when(const std::atomic<bool>* stop) { stop_ = stop; }
    void throw_if_stopped() const {
        if (stop_ != nullptr && *stop_) throw Stopped{};
    }

    // --- calls on a bare host --------------------------------------------------------------------

    /// Prepares the machine for a call.
    void prepare(const Call& call, Address routine);
    /// Makes the call. With `reached`, marks the address of every instruction executed, which takes
    /// ten times as long.
    CallEnd run(const Call& call, Addresses* reached);
    /// Makes the call step by step, with callbacks.
    CallEnd run(const Call& call, const Steps& steps);
    /// Memory around the inputs: the program as loaded, random bytes elsewhere.
    [[nodiscard]] std::span<const Byte, 0x10000> background() const { return kept_->ram(); }
    /// All RAM as the last run left it.
    [[nodiscard]] std::span<const Byte, 0x10000> ram() const { return machine_.ram(); }
    /// Whether the last run has written to the colour RAM.
    [[nodiscard]] bool colours_changed() const;

    // --- what searches need ----------------------------------------------------------------------

    /// The first byte that differs from `kept()` although calls must not change it. They may change
    /// the program's writable segments, the stack, the screen, the KERNAL's memory, the zero-page
    /// bytes that C64 programs may use, and `free`.
    struct Changed {
        Address address = 0;
        Byte before = 0, now = 0;
    };
    [[nodiscard]] std::optional<Changed> changed(Extent free = {});

    /// The routine that is running, with its callers, according to the return addresses on the
    /// stack; recursive calls are shown as one: "fijaValor+12 < minValorHijos < miniMax".
    [[nodiscard]] std::string callers(std::string_view outermost) const {
        return callers(outermost, machine_.cpu.registers.pc);
    }
    [[nodiscard]] std::string callers(std::string_view outermost, Address pc) const;
    /// "creaHijo@cabe+3", "CHROUT", "KERNAL $e716"; "$c000" where no label is near.
    [[nodiscard]] std::string describe(Address address) const;

    /// Calls a routine with an observer, up to `end`. False if it does not return.
    /// Time: about ten times a plain call.
    bool watch(Address routine, Spectator& spectator, const WatchEnd& end = {});

    /// The accesses that `routine` would make to an extent, such as a chip's registers, if called
    /// now.
    [[nodiscard]] std::vector<emu::BusAccess> accesses(std::string_view routine,
                                                       Extent extent) const;

    void set(std::string_view label, Byte value) { machine().ram()[labels().at(label)] = value; }
    void put(std::string_view label, std::span<const Byte> bytes);
    void put(const engine::LabelledMemory& memory);
    void set_word(std::string_view low_label, std::string_view high_label, unsigned value);

    [[nodiscard]] Byte byte_at(std::string_view label) const { return bytes_at(label, 1)[0]; }
    [[nodiscard]] unsigned word_at(std::string_view low_label, std::string_view high_label) const {
        return byte_at(low_label) | unsigned{byte_at(high_label)} << 8;
    }
    [[nodiscard]] std::span<const Byte> bytes_at(std::string_view label, std::size_t count) const {
        return machine_.ram().subspan(labels().at(label), count);
    }

    [[nodiscard]] engine::ReadLabelled reader() const { return reader_of(machine_, labels()); }

    /// Randomises the memory that the program reserves (`.res`), so that reads before the first
    /// write have an effect.
    void scatter(std::uint64_t seed);

    /// Finds the memory that the program must not rely on before a search: free memory, the bytes
    /// that it reserves, and the zero-page and stack bytes that C64 programs may use. Excludes what
    /// its setup code has filled, by comparison with `other`, which was prepared in the same way
    /// from memory randomised by another seed.
    void learn_loose(const Host& other);
    /// Randomises all memory that `learn_loose` found, and A, X, Y, N, V, Z and C at the start of
    /// later calls, and keeps the machine. Prepared memory gets its kept contents; all other memory
    /// is unchanged.
    void disturb(std::uint64_t seed);
    /// Randomises memory before the program is prepared.
    void disturb_all(std::uint64_t seed);

    /// Keeps the machine as it is, for `restore`.
    void keep();
    /// Time: a few percent of a copy of the machine, right after `changed` has found no difference,
    /// because only the memory that `changed` ignores is copied.
    void restore();
    [[nodiscard]] const c64::Machine& kept() const { return *kept_; }

  private:
    void allow(Extent extent);
    [[nodiscard]] std::vector<Address> unowned() const;
    /// What a routine must leave as it was.
    struct Preserved {
        Byte s = 0, port = 0;
    };
    [[nodiscard]] Preserved kept_in_calls() const;
    /// Throws the exceptions of `call` for a routine that returned with the registers `left`.
    void check_return(std::string_view routine, const Preserved& before,
                      const emu::Registers& left) const;
    void enter(Address routine, Address back);
    bool play_kernal(const Call& call, CallEnd& outcome, std::size_t& keys_read);
    template <class Step>
    CallEnd run_with(const Call& call, Step&& go_on);

    std::shared_ptr<const c64::Image> image_;
    std::shared_ptr<const c64::Labels> names_{};  // with cheap local labels and the KERNAL's
    std::vector<Extent> fixed_{};                 // memory that no call may change, ascending
    std::vector<Extent> allowed_{};               // all other memory
    std::vector<Extent> may_differ_{};            // may differ from the kept state after `changed`
    std::vector<Address> reserved_{};
    Extent program_{};
    c64::Machine machine_;
    std::shared_ptr<const c64::Machine> kept_;
    std::shared_ptr<const std::vector<Address>> loose_{};     // memory found by `learn_loose`
    std::shared_ptr<const std::vector<Address>> prepared_{};  // memory filled by the setup code
    std::optional<emu::Registers> noise_{};                   // random registers for calls
    Cycle longest_call_;
    const std::atomic<bool>* stop_ = nullptr;
    std::vector<Address> ends_{};  // of calls: where they return to, then `end_calls_at`
    const Suite* suite_ = nullptr;
    std::shared_ptr<const std::map<Address, Formulas>> stubs_{};
};

}  // namespace ryg::claims
