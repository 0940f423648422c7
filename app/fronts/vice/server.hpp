// VICE's monitors on ports of this host: the binary one and the one for text.
#pragma once

#include "app/fronts/stream.hpp"
#include "app/fronts/vice/session.hpp"

namespace ryg::app::vice {

/// Each of the ports serves one client after the other, until one says quit, or Ctrl-C; one of them
/// may be missing. Takes the debugger's `pause` and `on_trace`.
void serve(Listener* binary, Listener* text, const Debuggee& debuggee, const Services& services);

}  // namespace ryg::app::vice
