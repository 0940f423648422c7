// What a run tells the client: where it has stopped and why, and what was logged on the way.
#pragma once

#include "app/fronts/dap/context.hpp"

namespace ryg::app::dap {

/// Makes the next piece of the run that the client asked for; at its end adds the events that say
/// so.
void run_on(Context& context);

/// Adds a `stopped` event.
void report_stop(Context& context, std::string_view reason, const c64::debug::Stop& stop = {});

/// Adds the `exited` and `terminated` events.
void report_end(Context& context);

/// Lets the program tell the client what its logpoints say, and stop when the client wants it to.
void let_it_talk(Context& context);

}  // namespace ryg::app::dap
