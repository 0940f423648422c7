// Steps by source line, forward and back.
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

/// Consecutive steps of the same line are a run; a step without a line is a run of its own.
Stop line_back(Debugger& debugger, const Symbols& symbols, std::uint64_t count) {
    count = std::max<std::uint64_t>(count, 1);
    auto line = line_now(debugger, symbols);
    std::uint64_t runs = 0, first = 0;  // number of runs, and first step of the current one
    const Reason reason = debugger.walk_back([&](std::uint64_t steps, Address pc) {
        const auto here = symbols.source_at(pc);
        if (!here || here != line) {
            if (runs == count) return true;
            ++runs;
            line = here;
        }
        first = steps;
        return !here && runs == count;
    });
    if (reason == Reason::paused) return {reason};
    if (runs < count) return debugger.back(debugger.history().now().steps + 1);
    return debugger.go_to_step(first);
}

}  // namespace ryg::c64::debug
