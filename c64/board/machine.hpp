// A C64 as a value: processor, board, and its user's input and screen.
//
//     keys, PRG files                                                text on the screen
//          |        +-------------------------------------------+            ^
//          +------> | Machine   cpu -- passed in each run -> board | --------+
//                   +-------------------------------------------+
//
// A machine owns everything it uses. Copy it to keep its state: original and copy continue
// identically, cycle for cycle. Two machines share nothing.
//
//     c64::Machine machine;
//     machine.boot();
//     machine.load(image);
//     const auto result = machine.call(image.labels.at("evaluaArbol"), {.a = 2}, 1'000'000);
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "c64/board/board.hpp"
#include "c64/kernal/kernal.hpp"
#include "c64/kernal/petscii.hpp"
#include "c64/media/cartridge.hpp"
#include "c64/media/drive.hpp"
#include "c64/program/image.hpp"
#include "emu/call.hpp"
#include "emu/cpu.hpp"

namespace ryg::c64 {

class CoverageRecording;

/// Why a run ended.
enum class Ended {
    returned,    ///< the started program or `call`'s routine has returned
    text_shown,  ///< the awaited text is on the screen
    address,     ///< the processor is about to execute an awaited address
    cycle_limit,
    debugcart,  ///< the program wrote to $d7ff
    jammed,     ///< a JAM opcode; only a reset restarts the processor
};

[[nodiscard]] std::string_view to_string(Ended ended);

/// Where a run ends.
struct Until {
    Cycle cycles = emu::never;  ///< at most
    /// The processor is about to execute one of these, after at least one instruction. With more
    /// than one, their pages are executed access by access.
    std::vector<Address> at{};
    /// The started program has returned; always checked when `at` is empty. With another KERNAL
    /// that means that READY. is on the screen again, which is checked once per `frame_cycles`.
    bool returned = false;
    std::string_view text{};  ///< UTF-8, within a line of the screen; checked once per frame
    /// The program writes to $d7ff, and `board.debugcart` has the value; if the program returns
    /// without such a write, the machine continues to idle.
    bool debugcart = false;
};

/// The result of a run.
struct RunResult {
    Ended ended = Ended::cycle_limit;
    Cycle cycles = 0;  ///< cycles that passed during the run
};

/// Which parts of the machine take time.
enum class Timing : std::uint8_t {
    cpu,       ///< the processor alone: the VIC-II steals no cycles, calls mask interrupts
    badlines,  ///< the VIC-II also steals cycles; calls mask interrupts
    stock,     ///< a whole C64: interrupts are also enabled during calls
};

using emu::CallInput;
using emu::CallResult;

/// How a program is started.
struct StartOptions {
    std::optional<Address> at{};  ///< in place of the number after SYS
    /// Start with I set and CIA 1 masked, until the program enables interrupts itself.
    bool masked = false;
};

/// The place to which a program called by SYS returns.
struct ReturnPlace {
    Address pc = 0;
    Byte s = 0;
    [[nodiscard]] bool is_reached(const emu::Registers& now) const {
        return now.pc == pc && now.s == s;
    }
};

/// A ROM routine that a program called and that our ROMs lack.
struct MissingRoutine {
    Address at = 0;
    std::optional<Address> from{};  ///< the JSR, if it was one
};

/// The machine does not reach the READY. of its KERNAL.
struct BootError : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// The program does not say where it starts.
struct NoStartError : ImageError {
    using ImageError::ImageError;
};
/// The program is in BASIC, and this machine has no BASIC.
struct NoBasicError : ImageError {
    using ImageError::ImageError;
};

/// How a machine is made. Core and recording are not part of its state: comparisons ignore them,
/// copies keep them.
struct Setup {
    Model model = Model::pal;
    emu::Core core = emu::usual_core;
    CoverageRecording* recording = nullptr;  ///< watches `run` and `call`; must outlive the machine
};

/// Input at a given cycle: typed keys, keys held down, or a joystick that is moved.
struct Input {
    Cycle cycle = 0;
    /// PETSCII. Each is pressed for three frames, two frames after the one before. If the KERNAL
    /// has not seen it by then, it is put into the keyboard buffer.
    std::vector<Byte> keys{};
    bool pressed = false;      ///< the first of `keys` is down
    bool holds = false;        ///< `down` lists the keys held from now on
    std::vector<Byte> down{};  ///< numbers in the matrix; 64: RESTORE, pressed once
    Byte port = 0;             ///< joystick port, 1 or 2; 0: no joystick event
    Byte closed = 0;           ///< Joystick
    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Input::cycle, &Input::keys, &Input::pressed, &Input::holds, &Input::down,
             &Input::port, &Input::closed);
    }
    bool operator==(const Input&) const = default;
};

constexpr int screen_columns = 40, screen_lines = 25;

/// The recording of a machine; comparisons ignore it.
struct Watcher {
    CoverageRecording* recording = nullptr;
    bool operator==(const Watcher&) const { return true; }
};

/// A C64 with everything that it needs to run; an example is at the top of this file.
class Machine {
  public:
    /// The cycle in which the processor's reset begins: the chips start in cycle 0, so the beam is
    /// then in the 34th cycle of its first line.
    static constexpr Cycle power_on = 33;

    /// A machine that has just been switched on; nothing has run yet. Its timing is `cpu`.
    explicit Machine(const Setup& setup = {}, CiaChip cias = CiaChip::mos6526);
    explicit Machine(Model model, CiaChip cias = CiaChip::mos6526)
        : Machine(Setup{.model = model}, cias) {}
    /// The setup of another machine like this one.
    [[nodiscard]] Setup setup() const { return {board.vic.model(), cpu.core, recording()}; }

    emu::Cpu cpu;
    Board board;
    Kernal kernal;

    /// Puts a ROM into its socket, before the machine boots. With a KERNAL other than ours only its
    /// public interface is used: it is ready when the cursor waits under READY., programs are
    /// started by a line put into the keyboard buffer, and keys go there when GETIN is called,
    /// while the cursor blinks, or after a second without either.
    void install(Rom rom, std::span<const Byte> image);

    /// Presses the reset button and runs the KERNAL until it idles, with the screen cleared and
    /// interrupts enabled. That takes about 70,000 cycles; another KERNAL gets up to ten million.
    /// False if it does not idle by then.
    bool boot();

    /// Maps a device of yours into $d000-$dfff, where it takes precedence over chips and
    /// cartridges: they do not see the accesses that it takes. `peek` does not ask it, and saved
    /// states do not include it. A run to a debugcart's report executes its last part twice. Throws
    /// std::invalid_argument for other addresses.
    void map(emu::Device device);

    /// Inserts a disk into drive 8, which serves the KERNAL's LOAD, SAVE and files in no time
    /// (c64/media/drive.hpp). With our KERNAL only. Saved states do not include it.
    void insert(DiskImage disk);
    /// What is in drive 8 now, or nullptr.
    [[nodiscard]] const DiskImage* disk() const;

    /// Plugs in a cartridge and presses the reset button; `run` then runs it.
    void start(const Cartridge& cartridge);

    /// Sets which parts take time from now on. In runs, as opposed to calls, the program itself
    /// controls interrupts by its I flag (StartOptions::masked).
    void set_timing(Timing timing);
    [[nodiscard]] Timing timing() const { return timing_; }

    /// Copies a program into RAM as LOAD does, and sets BASIC's pointers to its end if it starts
    /// where BASIC programs start. Needs a booted machine.
    void load(const Image& image);
    /// The recording of `run` and `call`, but not of `boot`; or nullptr.
    [[nodiscard]] CoverageRecording* recording() const { return watcher_.recording; }

    /// Loads a program and starts it from the SYS number of its BASIC line, as RUN would: the
    /// registers come from $030c-$030f. `run` then runs it. A machine in which nothing has run yet
    /// boots first. With another KERNAL a BASIC program is started by RUN.
    /// Returns the address of the first instruction, if that is known. Throws ImageError if it is
    /// needed but not known, and BootError.
    std::optional<Address> start(const Image& image, const StartOptions& options = {});
    /// Starts the code at an address, with nothing loaded.
    void start_at(Address address);
    /// Runs the KERNAL up to `first`, the first instruction of the started program.
    ReturnPlace enter(Address first);

    /// The routine at which the processor has jammed, if our ROMs lack it.
    [[nodiscard]] std::optional<MissingRoutine> missing_routine() const;

    /// Runs the machine until an event that `until` names, or until it jams.
    RunResult run(const Until& until);
    RunResult run(Cycle limit) { return run({.cycles = limit}); }
    /// Runs to one of `stops`, or to the first instruction that begins in cycle `until` or later;
    /// serves planned inputs, typed keys and the drive on the way.
    emu::RunEnd advance(std::span<const Address> stops, Cycle until);

    /// Calls one routine: pushes a return address, runs to it, and restores the registers, so that
    /// whatever ran before can continue. Interrupts are masked unless `input` or the timing says
    /// otherwise. Typed keys are fed as in `run`. `touched` counts the accesses of the call.
    CallResult call(Address routine, const CallInput& input = {}, Cycle limit = 1'000'000'000,
                    emu::Touched* touched = nullptr);

    /// The byte that the processor would read, without the side effects of reading a chip.
    [[nodiscard]] Byte peek(Address address) const;
    [[nodiscard]] Address peek_word(Address address) const;
    /// Writes as the processor would now: to RAM under ROM, chips, the port.
    void poke(Address address, Byte value);
    /// All RAM, including that under ROM and chips; $00 and $01 are the processor port as it reads.
    [[nodiscard]] std::span<Byte, 65536> ram() { return board.ram(); }
    [[nodiscard]] std::span<const Byte, 65536> ram() const { return board.ram(); }

    /// Types `text` (UTF-8, `\r` or `\n` is RETURN; c64/kernal/petscii.hpp). Throws
    /// std::invalid_argument if the C64 lacks one of the characters, and then types nothing. A key
    /// goes into the KERNAL's keyboard buffer when the program reads one and the buffer is empty;
    /// if the program has not done so for a second, `give_key_unasked` gives one.
    void type(std::string_view text);
    /// Presses a key in the matrix if the program scans that, else puts it into the keyboard
    /// buffer. `run` does this after a second in which the program did not read a key from the
    /// KERNAL.
    void give_key_unasked();
    /// The keys with which `type` types a text.
    [[nodiscard]] std::vector<Byte> petscii_of(std::string_view text) const;
    /// Types PETSCII codes as they are in the KERNAL's keyboard buffer; for a terminal, as bytes.
    void type_petscii(std::span<const Byte> keys);
    /// Keys typed and not yet in the buffer.
    [[nodiscard]] std::size_t keys_waiting() const {
        return (board.terminal ? board.terminal->keys : kernal.keys).size();
    }
    /// Schedules an input before the first instruction that begins in its cycle or later; if that
    /// cycle is over, before the next instruction. Saved states include pending inputs.
    void plan(Input input);
    [[nodiscard]] bool has_inputs() const { return !inputs_.empty(); }  ///< whether any are planned
    /// Gives the KERNAL the next key if it is about to check for one, loads a file that it
    /// requests, and applies the inputs due by now. `run` and `call` do this; callers that step the
    /// processor themselves have to do it before each step.
    void offer_key() {
        if (!inputs_.empty() || drive_) do_planned();
        if (board.terminal) [[unlikely]] {
            board.terminal->serve(cpu, ram(), cpu.registers.pc);
        }
        if (cpu.registers.pc != kernal.key_wanted || kernal.keys.empty()) return;
        kernal.give_key(ram());
    }

    /// The half of the character ROM that is shown.
    [[nodiscard]] Charset charset() const;
    /// The 25 lines of the text screen in UTF-8, each of 40 characters, blanks included. Reverse
    /// characters read as the plain ones.
    [[nodiscard]] std::array<std::string, screen_lines> screen() const;
    /// The text screen as one text without trailing blanks and empty lines; `\n` ends each line.
    [[nodiscard]] std::string screen_text() const;

    [[nodiscard]] Cycle frame_cycles() const { return board.vic.frame_cycles(); }

    /// Brings every chip up to the processor's cycle, which no program can notice. Afterwards,
    /// machines with the same past are equal, even if their chips were inspected at other times.
    void catch_up();

    /// Every member, for saving and loading (c64/board/state.hpp).
    static constexpr void members(auto list) {
        list(&Machine::cpu, &Machine::board, &Machine::kernal, &Machine::timing_,
             &Machine::inputs_);
    }
    /// Members that are compared, but not saved.
    static constexpr void unsaved(auto list) { list(&Machine::drive_); }
    /// Whether the processor is in the KERNAL's ROM.
    [[nodiscard]] bool is_in_kernal() const {
        return cpu.registers.pc >= 0xE000 && board.mode().at_e000 == Area::kernal;
    }
    /// Whether the members are consistent, as those of a saved machine are. Running an inconsistent
    /// machine is undefined.
    [[nodiscard]] bool is_possible(Model model) const;
    bool operator==(const Machine&) const = default;
    /// Becomes a copy of `other`, whose ROMs are its own and whose RAM differs in `places` at most.
    /// Time: a tenth of a whole copy, if these are small.
    void restore(const Machine& other, std::span<const Extent> places);

  private:
    [[nodiscard]] bool shows(std::string_view text) const;
    [[nodiscard]] bool has_returned() const;
    emu::RunEnd advance_counted(Cycle until, emu::Touched& touched);
    emu::RunEnd advance_typing(std::span<const Address> stops, Cycle until);
    emu::RunEnd run_to(std::span<const Address> stops, Cycle until);
    void do_planned();
    void do_input(Input input);
    void serve_drive();
    void load_file(std::span<const Byte> file);
    void return_from_call(std::optional<Byte> error);

    std::vector<Input> inputs_;  // still pending, the next one first
    std::optional<Drive> drive_;
    Timing timing_ = Timing::cpu;
    Watcher watcher_;
};

/// By their names on command lines and in requests.
constexpr std::array<std::pair<std::string_view, Model>, 4> model_names{
    {{"pal", Model::pal},
     {"pal-old", Model::pal_old},
     {"ntsc", Model::ntsc},
     {"ntsc-old", Model::ntsc_old}}};
constexpr std::array<std::pair<std::string_view, Timing>, 3> timing_names{
    {{"cpu", Timing::cpu}, {"badlines", Timing::badlines}, {"stock", Timing::stock}}};

}  // namespace ryg::c64
