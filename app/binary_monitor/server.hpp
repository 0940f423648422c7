// The binary monitor on a port of this host: `ryg debug --binary-monitor PORT`.
#pragma once

#include "app/binary_monitor/session.hpp"
#include "app/verb.hpp"

namespace app::binary_monitor {

/// Prints the port and serves one client after the other, until one says quit or Ctrl-C ends it.
/// Takes the debugger's `pause` and `on_trace`. Throws Trouble if the port is taken.
Exit serve(c64::debug::Debugger& debugger, const c64::Labels& labels, std::uint16_t port);

}  // namespace app::binary_monitor
