// One client's conversation: what may come when, what answers it, and what it sets going.
#pragma once

#include "app/fronts/dap/requests.hpp"
#include "app/fronts/dap/wire.hpp"

namespace ryg::app::dap {

class Session {
  public:
    explicit Session(Stream& stream) : wire_(stream) {}

    /// Until the client disconnects or hangs up, or Ctrl-C. Throws Trouble when the client sends
    /// what cannot be read.
    Exit serve();

  private:
    void handle(const Request& request);
    void send_events();

    Wire wire_;
    Context context_{wire_};
};

}  // namespace ryg::app::dap
