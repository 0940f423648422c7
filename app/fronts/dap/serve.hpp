// `ryg debug --dap` and `ryg debug --dap-port`: the debugger for editors.
#pragma once

#include "app/verb.hpp"

namespace ryg::app::dap {

/// Adds --dap and --dap-port.
void add_dap_options(options::options_description& own);
/// True if one of them was given.
[[nodiscard]] bool is_asked_for(const Parsed& parsed);

/// Serves one client on standard input and output; or on a port of this computer one after the
/// other, until Ctrl-C. Throws Trouble.
Exit serve(const Parsed& parsed);

}  // namespace ryg::app::dap
