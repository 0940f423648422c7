// Steps as those who read source think of them: by line, over calls, out of a routine.
//
//     const Stop stop = debugger.run_until(next_line(debugger, symbols), limit);
//
// A goal says whether a step has led to it. It keeps what it has seen, so that a long movement can
// be made in pieces; debugger and symbols must outlive it.
#pragma once

#include "c64/debug/debugger.hpp"
#include "c64/debug/symbols.hpp"

namespace ryg::c64::debug {

[[nodiscard]] Goal one_instruction();
/// A call, or an interrupt with the instruction after it, counts as one.
[[nodiscard]] Goal one_instruction_with_calls(const Debugger& debugger);
/// Another line of a source that is at hand, in this routine or one that called it; an instruction
/// where there is no source.
[[nodiscard]] Goal next_line(const Debugger& debugger, const Symbols& symbols);
/// The same, in calls, too, but in no interrupt.
[[nodiscard]] Goal line_in_call(const Debugger& debugger, const Symbols& symbols);
[[nodiscard]] Goal out_of_routine(const Debugger& debugger);

/// Back to the beginning of the line that was left for this one, calls passed over; and so on.
Stop line_back(Debugger& debugger, const Symbols& symbols, std::uint64_t count = 1);

}  // namespace ryg::c64::debug
