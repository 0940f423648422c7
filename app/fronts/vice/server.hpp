// VICE's monitors on ports of this host: the binary one and the text one.
#pragma once

#include "app/fronts/stream.hpp"
#include "app/fronts/vice/session.hpp"

namespace ryg::app::vice {

/// Serves one client after another on each port, until one sends quit, or Ctrl-C; either port may
/// be nullptr. Sets the debugger's `pause` and `on_trace`.
void serve(Listener* binary, Listener* text, const Debuggee& debuggee, const Services& services);

}  // namespace ryg::app::vice
