// The binary monitor on a port of this host: `ryg debug --binary-monitor PORT`.
#pragma once

#include "app/fronts/monitor/session.hpp"
#include "app/verb.hpp"

namespace ryg::app::binary_monitor {

void add_option(options::options_description& own);
[[nodiscard]] bool is_asked_for(const Parsed& parsed);

/// Prints the port and serves one client after the other, until one says quit or Ctrl-C ends it.
/// Takes the debugger's `pause` and `on_trace`. Throws Trouble if the port is none or taken.
Exit serve(const Parsed& parsed, c64::debug::Debugger& debugger, const c64::Labels& labels);

}  // namespace ryg::app::binary_monitor
