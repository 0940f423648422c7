// Changes by hand, and the events that tell the client of them.
#include "app/fronts/dap/context.hpp"

#include "app/fronts/dap/text.hpp"

namespace ryg::app::dap {

Code Context::code() const {
    const auto is_start = [this](emu::Address address) {
        const auto place = labels().nearest(address, 0);
        if (place) return true;
        const auto& info = sources().info();
        const auto line = info.line_at(address);
        return line && address > 0 && line != info.line_at(static_cast<emu::Address>(address - 1));
    };
    return {[this](emu::Address address) { return machine().peek(address); }, is_start};
}

void Context::poke(emu::Address address, std::span<const emu::Byte> bytes) {
    debugger().edit(
        [address, kept = std::vector(bytes.begin(), bytes.end())](c64::Machine& machine) {
            emu::Address at = address;
            for (const emu::Byte byte : kept) machine.poke(at++, byte);
        },
        bytes.size());
    if (terms.memory_events) {
        events.push_back(
            {"memory",
             {{"memoryReference", reference(address)}, {"offset", 0}, {"count", bytes.size()}}});
    }
    report_change();
}

void Context::report_change() {
    if (terms.invalidated_events) events.push_back({"invalidated", {{"areas", {"all"}}}});
}

}  // namespace ryg::app::dap
