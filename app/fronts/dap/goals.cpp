// How deep the calls are, and which line it is: that is all a step has to look at.
#include "app/fronts/dap/goals.hpp"

namespace ryg::app::dap {
namespace {

using c64::debug::Executed;

/// True for frames that an interrupt has opened since there were `level` of them.
bool in_interrupt(const Debugger& debugger, std::size_t level) {
    const auto& frames = debugger.frames();
    return std::any_of(frames.begin() + static_cast<std::ptrdiff_t>(level), frames.end(),
                       [](const c64::debug::Frame& frame) { return frame.interrupt; });
}

Goal to_another_line(const Debugger& debugger, const Sources& sources, bool enters_calls) {
    const auto line_now = [&debugger, &sources] {
        return sources.line_at(debugger.machine().cpu.registers.pc);
    };
    const std::size_t level = debugger.frames().size();
    return [&debugger, line_now, level, enters_calls, start = line_now()](const Executed&) {
        const std::size_t depth = debugger.frames().size();
        if (depth < level) return true;
        const auto line = line_now();
        if (!line) return false;
        if (depth > level) return enters_calls && !in_interrupt(debugger, level);
        return line != start;
    };
}

bool has_line(const Debugger& debugger, const Sources& sources) {
    return sources.line_at(debugger.machine().cpu.registers.pc).has_value();
}

}  // namespace

Goal one_instruction() {
    return [](const Executed&) { return true; };
}

Goal one_instruction_with_calls(const Debugger& debugger) {
    const std::size_t level = debugger.frames().size();
    return [&debugger, level, interrupted = false](const Executed& executed) mutable {
        const std::size_t depth = debugger.frames().size();
        if (executed.interrupt && depth == level + 1) interrupted = true;
        if (depth > level) return false;
        return !std::exchange(interrupted, false);
    };
}

Goal next_line(const Debugger& debugger, const Sources& sources) {
    if (!has_line(debugger, sources)) return one_instruction_with_calls(debugger);
    return to_another_line(debugger, sources, false);
}

Goal line_in_call(const Debugger& debugger, const Sources& sources) {
    if (!has_line(debugger, sources)) return one_instruction();
    return to_another_line(debugger, sources, true);
}

Goal out_of_routine(const Debugger& debugger) {
    if (!debugger.frames().empty()) {
        return [&debugger, level = debugger.frames().size(),
                frame = debugger.frames().back()](const Executed&) {
            const auto& frames = debugger.frames();
            return frames.size() < level || frames[level - 1] != frame;
        };
    }
    const emu::Byte level = debugger.machine().cpu.registers.s;
    return [level](const Executed& executed) {
        using enum emu::Operation;
        const emu::Operation operation = emu::opcodes[executed.opcode].operation;
        return (operation == RTS || operation == RTI) && executed.after.s > level;
    };
}

}  // namespace ryg::app::dap
