// VICE's binary monitor on a port of this host, one client after the other.
#pragma once

#include "app/fronts/stream.hpp"
#include "app/fronts/vice/session.hpp"

namespace ryg::app::vice {

/// Until a client says quit, or Ctrl-C. Takes the debugger's `pause` and `on_trace`.
void serve(Listener& server, const Debuggee& debuggee, const Host& host);

}  // namespace ryg::app::vice
