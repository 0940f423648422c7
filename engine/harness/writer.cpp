// The watch on a byte: every store seen, the open calls kept.
#include "engine/harness/writer.hpp"

#include <vector>

#include "c64/debug/call_stack.hpp"

namespace ryg::harness {
namespace {

constexpr emu::Cycle longest_call = 1'000'000'000;

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

std::string last_writer(c64::Machine& machine, const c64::Labels& labels, std::string_view routine,
                        emu::Address address, const WatchEnd& end) {
    std::string writer = "-";
    int passes = 0;
    c64::debug::CallStack calls;
    const auto observe = [&](const c64::debug::Step& step) {
        if (step.before.pc == end.address) ++passes;
        if (passes >= end.passes) return;
        for (const emu::BusAccess& access : step.accesses) {
            if (access.is_write && access.address == address) {
                writer = call_chain(calls, labels, routine, step.before.pc);
            }
        }
        calls.note(step);
    };
    c64::debug::watched_call(machine, labels.at(routine), longest_call, observe);
    return writer;
}

}  // namespace ryg::harness
