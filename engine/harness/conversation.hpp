// A program from RUN on, as its user sees it: keys go in, and what it prints is checked.
#pragma once

#include "engine/harness/host.hpp"

namespace ryg::harness {

/// Runs a program in the machine of its host, which is switched on for it: nothing is poked, but
/// what the program reserves is noise, as after a run before this one.
///
///     Conversation conversation(host, program);
///     conversation.expect("READY TO PLAY\r", 1'000'000);
///     conversation.type("1");
class Conversation {
  public:
    Conversation(Host& host, const c64::Image& program);

    /// Types keys, in PETSCII.
    void type(std::string_view keys);

    /// Runs until the program waits for a key, or if `ends`, until it has returned to BASIC. Throws
    /// EngineFault unless it prints exactly `text` by then, in `limit` cycles at most.
    void expect(std::string_view text, Cycle limit, bool ends = false);

    /// Names the code that stored to `address` last in the last `expect`, with its callers; "nobody
    /// since the last key" if none did.
    [[nodiscard]] std::string last_writer(Address address) const;

    /// Cycles since RUN.
    [[nodiscard]] Cycle cycles() const { return host_.machine().cpu.cycle - begin_; }

  private:
    Host& host_;
    Cycle begin_ = 0;
    std::shared_ptr<const Host> before_;  // the last `expect`
};

}  // namespace ryg::harness
