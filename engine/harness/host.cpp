// Loading, calling, and reading and writing by label.
#include "engine/harness/host.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "c64/debug/call_stack.hpp"

namespace ryg::harness {
namespace {

std::string call_chain(const c64::debug::CallStack& calls, const c64::Labels& labels,
                       std::string_view outermost, emu::Address pc) {
    std::vector<std::string> names{std::string(outermost)};
    for (const c64::debug::Frame& frame : calls.frames()) {
        std::string name = labels.describe(frame.routine);
        if (names.back() != name) names.push_back(std::move(name));
    }
    std::string text = labels.describe(pc);
    if (text.substr(0, text.find('+')) == names.back()) names.pop_back();
    for (auto name = names.rbegin(); name != names.rend(); ++name) text += " < " + *name;
    return text;
}

}  // namespace

Host::Host(const c64::Image& program, c64::Model model, Cycle longest_call)
    : labels_(program.labels), machine_(model), longest_call_(longest_call) {
    machine_.boot();
    machine_.load(program);
}

c64::CallResult Host::call(Address address, std::string_view name, const c64::CallInput& input) {
    const c64::CallResult result = machine_.call(address, input, longest_call_);
    if (!result.returned()) {
        throw EngineFault(fmt::format("{} did not return: {} at {} after {} cycles", name,
                                      result.outcome == emu::Outcome::jammed ? "jammed" : "limit",
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

std::string Host::last_writer(std::string_view routine, Address address, const WatchEnd& end) {
    constexpr Cycle longest_watch = 1'000'000'000;
    std::string writer = "-";
    int passes = 0;
    c64::debug::CallStack calls;
    const auto observe = [&](const c64::debug::Step& step) {
        if (step.before.pc == end.address) ++passes;
        if (passes >= end.passes) return;
        for (const emu::BusAccess& access : step.accesses) {
            if (access.is_write && access.address == address) {
                writer = call_chain(calls, labels_, routine, step.before.pc);
            }
        }
        calls.note(step);
    };
    c64::debug::watched_call(machine_, labels_.at(routine), longest_watch, observe);
    return writer;
}

}  // namespace ryg::harness
