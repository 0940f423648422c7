// Your own devices at addresses of your choice, and RAM with devices mapped into it.
//
//     emu::MappedMemory memory;
//     std::string terminal;
//     memory.devices.map({.first = 0xF000, .last = 0xF000,
//                         .write = [&](auto, emu::Byte value, auto) { terminal += char(value); }});
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "emu/types.hpp"

namespace ryg::emu {

/// An address range with functions. A copy of a device copies the values that its functions
/// capture, but not what they refer to: capture by value to give each copy of a machine its own
/// state. Devices compare equal if their address ranges do.
struct Device {
    Address first = 0, last = 0;  ///< both inclusive
    /// Returns the byte read in cycle `now`. If empty, reads go to another device or to memory.
    std::function<Byte(Address, Cycle now)> read{};
    std::function<void(Address, Byte, Cycle now)> write{};

    [[nodiscard]] bool has(Address address) const { return address >= first && address <= last; }
    bool operator==(const Device& other) const {
        return first == other.first && last == other.last;
    }
};

/// A set of devices by address.
class Devices {
  public:
    /// Where two overlap, the one mapped later is used.
    void map(Device device) { devices_.insert(devices_.begin(), std::move(device)); }

    [[nodiscard]] bool empty() const { return devices_.empty(); }

    [[nodiscard]] std::optional<Byte> read(Address address, Cycle now) const {
        for (const Device& device : devices_) {
            if (device.read && device.has(address)) return device.read(address, now);
        }
        return {};
    }
    /// Whether a device took the write.
    bool write(Address address, Byte value, Cycle now) const {
        for (const Device& device : devices_) {
            if (!device.write || !device.has(address)) continue;
            device.write(address, value, now);
            return true;
        }
        return false;
    }
    bool operator==(const Devices&) const = default;

  private:
    std::vector<Device> devices_;
};

/// 64 KB of RAM with devices mapped into it. It runs in the exact core; for more speed see
/// emu/fast_bus.hpp.
struct MappedMemory {
    std::array<Byte, 0x10000> ram{};
    Devices devices;

    Byte read(Address address, Cycle& now) const {
        return devices.read(address, now).value_or(ram[address]);
    }
    void write(Address address, Byte value, Cycle now) {
        if (!devices.write(address, value, now)) ram[address] = value;
    }
};

}  // namespace ryg::emu
