// Steps as those who read source think of them, forward and back.
#include "c64/debug/goals.hpp"

namespace ryg::c64::debug {
namespace {

/// True for frames that an interrupt has opened since there were `level` of them.
bool in_interrupt(const Debugger& debugger, std::size_t level) {
    const auto& frames = debugger.frames();
    return std::any_of(frames.begin() + static_cast<std::ptrdiff_t>(level), frames.end(),
                       [](const Frame& frame) { return frame.interrupt; });
}

std::optional<SourceLine> line_now(const Debugger& debugger, const Symbols& symbols) {
    return symbols.source_at(debugger.machine().cpu.registers.pc);
}

Goal to_another_line(const Debugger& debugger, const Symbols& symbols, bool enters_calls) {
    const std::size_t level = debugger.frames().size();
    return [&debugger, &symbols, level, enters_calls,
            start = line_now(debugger, symbols)](const Executed&) {
        const std::size_t depth = debugger.frames().size();
        if (depth < level) return true;
        const auto line = line_now(debugger, symbols);
        if (!line) return false;
        if (depth > level) return enters_calls && !in_interrupt(debugger, level);
        return line != start;
    };
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

Goal next_line(const Debugger& debugger, const Symbols& symbols) {
    if (!line_now(debugger, symbols)) return one_instruction_with_calls(debugger);
    return to_another_line(debugger, symbols, false);
}

Goal line_in_call(const Debugger& debugger, const Symbols& symbols) {
    if (!line_now(debugger, symbols)) return one_instruction();
    return to_another_line(debugger, symbols, true);
}

Goal out_of_routine(const Debugger& debugger) {
    if (!debugger.frames().empty()) {
        return [&debugger, level = debugger.frames().size(),
                frame = debugger.frames().back()](const Executed&) {
            const auto& frames = debugger.frames();
            return frames.size() < level || frames[level - 1] != frame;
        };
    }
    const Byte level = debugger.machine().cpu.registers.s;
    return [level](const Executed& executed) {
        using enum emu::Operation;
        const emu::Operation operation = emu::opcodes[executed.opcode].operation;
        return (operation == RTS || operation == RTI) && executed.after.s > level;
    };
}

Stop line_back(Debugger& debugger, const Symbols& symbols) {
    const auto start = line_now(debugger, symbols);
    Stop stop = debugger.next_back();
    const auto goes_on = [&] {
        if (stop.reason == Reason::done && debugger.pause && debugger.pause()) {
            stop.reason = Reason::paused;
        }
        return stop.reason == Reason::done;
    };
    while (start && line_now(debugger, symbols) == start && goes_on()) stop = debugger.next_back();
    const auto line = line_now(debugger, symbols);
    if (!line || stop.reason != Reason::done) return stop;
    auto first = debugger.history().now().steps;
    while (line_now(debugger, symbols) == line && goes_on()) {
        first = debugger.history().now().steps;
        stop = debugger.next_back();
    }
    return debugger.go_to_step(first);
}

}  // namespace ryg::c64::debug
