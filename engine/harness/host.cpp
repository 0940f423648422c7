// Loading, calling, and reading and writing by label.
#include "engine/harness/host.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::harness {

Host::Host(const c64::Image& program, c64::Model model, Cycle longest_call)
    : labels_(program.labels), machine_(model), longest_call_(longest_call) {
    machine_.boot();
    machine_.load(program);
}

c64::CallResult Host::call(Address address, std::string_view name, const c64::CallInput& input) {
    const c64::CallResult result = machine_.call(address, input, longest_call_);
    if (!result.returned()) {
        throw EngineFault(fmt::format("{} did not return: {} at {} after {} cycles", name,
                                      c64::to_string(result.ended),
                                      labels_.describe(result.registers.pc), result.cycles));
    }
    return result;
}

void Host::put(std::string_view label, std::span<const Byte> bytes) {
    std::ranges::copy(bytes, machine_.ram().begin() + labels_.at(label));
}

void Host::set_word(std::string_view low_label, std::string_view high_label, unsigned value) {
    set(low_label, static_cast<Byte>(value));
    set(high_label, static_cast<Byte>(value >> 8));
}

}  // namespace ryg::harness
