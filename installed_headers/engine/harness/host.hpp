// A machine with a program loaded, which is called and looked at through its labels.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>

#include "ryg/c64/board/machine.hpp"
#include "ryg/c64/program/image.hpp"

namespace ryg::harness {

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

/// The program did not do what a program of its kind does: it ran away, jammed, or left something
/// that makes no sense. The message says which routine and where.
struct EngineFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A value: copy it for another thread, or to go back to where it was.
///
///     Host host(program);
///     host.put("board", bytes);
///     host.call("findHints");
///     host.byte_at("numHints");
class Host {
  public:
    /// No call may take longer than `longest_call` cycles.
    explicit Host(const c64::Image& program, c64::Model model = c64::Model::pal,
                  Cycle longest_call = 1'000'000'000);

    [[nodiscard]] const c64::Labels& labels() const { return labels_; }
    [[nodiscard]] c64::Machine& machine() { return machine_; }
    [[nodiscard]] const c64::Machine& machine() const { return machine_; }

    /// Calls one routine and throws EngineFault unless it returns.
    c64::CallResult call(std::string_view routine, const c64::CallInput& input = {}) {
        return call(labels_.at(routine), routine, input);
    }
    c64::CallResult call(Address address, std::string_view name, const c64::CallInput& input = {});

    /// Calls `routine` and names the code that stored to `address` last, with its callers, runs of
    /// a routine that calls itself as one: "fijaValor+12 < minValorHijos < miniMax". "-" if none
    /// did. Stores after `end` do not count. Time: some ten times a plain call.
    [[nodiscard]] std::string last_writer(std::string_view routine, Address address,
                                          const WatchEnd& end = {});

    void set(std::string_view label, Byte value) { machine_.ram()[labels_.at(label)] = value; }
    void put(std::string_view label, std::span<const Byte> bytes);
    void set_word(std::string_view low_label, std::string_view high_label, unsigned value);

    [[nodiscard]] Byte byte_at(std::string_view label) const { return bytes_at(label, 1)[0]; }
    [[nodiscard]] unsigned word_at(std::string_view low_label, std::string_view high_label) const {
        return byte_at(low_label) | unsigned{byte_at(high_label)} << 8;
    }
    [[nodiscard]] std::span<const Byte> bytes_at(std::string_view label, std::size_t count) const {
        return machine_.ram().subspan(labels_.at(label), count);
    }

    /// Keeps the machine as it is, for `restore`.
    void keep() { kept_ = std::make_shared<const c64::Machine>(machine_); }
    void restore() { machine_ = *kept_; }
    [[nodiscard]] const c64::Machine& kept() const { return *kept_; }

  private:
    c64::Labels labels_;
    c64::Machine machine_;
    std::shared_ptr<const c64::Machine> kept_;
    Cycle longest_call_;
};

}  // namespace ryg::harness
