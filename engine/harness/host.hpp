// A machine with a program loaded, which is called and looked at through its labels.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
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

namespace ryg::harness {

using c64::Extent;
using emu::Address;
using emu::Byte;
using emu::Cycle;

/// The programs that a library carries.
using Programs = std::span<const c64::EmbeddedImage* const>;

/// By name; nullptr if there is none.
[[nodiscard]] constexpr const c64::EmbeddedImage* find_program(Programs programs,
                                                               std::string_view name) {
    for (const c64::EmbeddedImage* image : programs) {
        if (image->name == name) return image;
    }
    return nullptr;
}

/// A place that is passed again and again, and how often before a watch ends.
struct WatchEnd {
    Address address = 0;
    int passes = std::numeric_limits<int>::max();
};

/// Reads a program's memory, for its native engine. Must not outlive these.
[[nodiscard]] engine::ReadLabelled reader_of(const c64::Machine& machine,
                                             const c64::Labels& labels);

/// The program did not do what a program of its kind does: it ran away, jammed, left something that
/// makes no sense, or changed what it must not change. The message says which routine and where.
struct EngineFault : std::runtime_error {
    explicit EngineFault(const std::string& what, std::string chain = "-",
                         std::optional<Address> at = {})
        : std::runtime_error(what), by(std::move(chain)), address(at) {}

    std::string by;                  ///< the routine that was running, with its callers
    std::optional<Address> address;  ///< of the byte that is wrong, if it is one
};

/// Thrown by work that has been stopped.
struct Stopped {};

/// A value: copy it for another thread, or to go back to where it was.
///
///     Host host(program);
///     host.put("board", bytes);
///     host.call("findHints");
///     host.byte_at("numHints");
class Host {
  public:
    /// No call may take longer than `longest_call` cycles.
    explicit Host(const c64::Image& program, const c64::Setup& setup = {},
                  Cycle longest_call = 1'000'000'000);

    [[nodiscard]] const c64::Image& image() const { return *image_; }
    [[nodiscard]] const c64::Labels& labels() const { return image_->labels; }
    [[nodiscard]] c64::Machine& machine() { return machine_; }
    [[nodiscard]] const c64::Machine& machine() const { return machine_; }

    /// Calls one routine. Throws EngineFault unless it returns in time, with the stack pointer and
    /// the processor port as they were and the flags I and D clear.
    c64::CallResult call(std::string_view routine, const c64::CallInput& input = {}) {
        return call(labels().at(routine), routine, input);
    }
    c64::CallResult call(Address address, std::string_view name, const c64::CallInput& input = {});

    /// The same, with `passed` called each time that the program comes to `stage`, which may be the
    /// KERNAL's CHROUT or GETIN. Until `stop` is set:
    /// then the machine stays where it is. Returns the cycles.
    Cycle call_past(std::string_view routine, std::string_view stage, const std::atomic<bool>* stop,
                    const std::function<void()>& passed);

    /// Throws what `call` throws of a routine that has returned with these registers.
    struct Preserved {
        Byte s = 0, port = 0;
    };
    [[nodiscard]] Preserved kept_in_calls() const;
    void check_return(std::string_view routine, const Preserved& before,
                      const emu::Registers& left) const;

    /// Calls a routine that puts RAM in place of the BASIC ROM, in `limit` cycles at most. Throws
    /// EngineFault if it does not; `call` throws of one that does.
    void bank_out_basic(std::string_view routine, Cycle limit);

    /// How many cycles later calls may take.
    void limit_calls(Cycle most) { longest_call_ = most; }

    /// The first byte that is not as `kept()` has it and that calls must leave alone: all but the
    /// segments of the program that may be written, the stack, the screen, the KERNAL's memory, the
    /// bytes of the zero page that C64 programs may use, and `free`.
    struct Changed {
        Address address = 0;
        Byte before = 0, now = 0;
    };
    [[nodiscard]] std::optional<Changed> changed(Extent free = {}) const;

    /// The routine that is running, with its callers, by the return addresses on the stack.
    [[nodiscard]] std::string callers(std::string_view outermost) const {
        return callers(outermost, machine_.cpu.registers.pc);
    }
    [[nodiscard]] std::string callers(std::string_view outermost, Address pc) const;
    /// "creaHijo@cabe+3", "CHROUT", "KERNAL $e716"; "$c000" where no label is near.
    [[nodiscard]] std::string describe(Address address) const;

    /// Calls `routine` and names the code that stored to `address` last, with its callers, runs of
    /// a routine that calls itself as one: "fijaValor+12 < minValorHijos < miniMax". "nobody in
    /// evaluaArbol" if none did. Stores after `end` do not count. Time: some ten times a plain call.
    [[nodiscard]] std::string last_writer(std::string_view routine, Address address,
                                          const WatchEnd& end = {});

    /// What `routine` would do to the addresses of an extent, such as a chip's, if it were called now.
    [[nodiscard]] std::vector<emu::BusAccess> accesses(std::string_view routine,
                                                       Extent extent) const;

    void set(std::string_view label, Byte value) { machine_.ram()[labels().at(label)] = value; }
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

    /// Puts noise where the program reserves memory (`.res`): whatever it reads there before it has
    /// written to it is seen.
    void scatter(std::uint64_t seed);

    /// Learns what a program may not rely on before a search: free memory, the bytes that it
    /// reserves, those of the zero page and the stack that C64 programs may use. What preparing it
    /// has filled is left out: `other` was prepared alike, but with noise of another seed there.
    void learn_loose(const Host& other);
    /// Fills all of that, and A, X, Y, N, V, Z and C of the calls to come, with noise, and keeps the
    /// machine; what was prepared is as it was kept, and all else as it is now.
    void disturb(std::uint64_t seed);
    /// The first noise, before the program is prepared.
    void disturb_all(std::uint64_t seed);

    /// Keeps the machine as it is, for `restore`.
    void keep() { kept_ = std::make_shared<const c64::Machine>(machine_); }
    void restore() { machine_ = *kept_; }
    [[nodiscard]] const c64::Machine& kept() const { return *kept_; }

  private:
    void allow(Extent extent);
    [[nodiscard]] std::vector<Address> unowned() const;
    void enter(Address routine, Address back);
    c64::CallResult call_in_noise(Address address);

    std::shared_ptr<const c64::Image> image_;
    std::shared_ptr<const c64::Labels> names_;  // with cheap local labels and the KERNAL's
    std::vector<Extent> fixed_;                 // memory that no call may change, upward
    std::vector<Address> reserved_;
    Extent program_;
    c64::Machine machine_;
    std::shared_ptr<const c64::Machine> kept_;
    std::shared_ptr<const std::vector<Address>> loose_{};     // what `learn_loose` has learned
    std::shared_ptr<const std::vector<Address>> prepared_{};  // and what preparing has filled
    std::optional<emu::Registers> noise_{};                   // with which calls begin
    Cycle longest_call_;
};

}  // namespace ryg::harness
