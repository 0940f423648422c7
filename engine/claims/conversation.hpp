// A program from RUN on, as its user sees it: types keys and checks the printed text.
#pragma once

#include "engine/claims/host.hpp"

namespace ryg::claims {

/// Runs a program in its host's machine, which is switched on first. Memory is unchanged, except
/// that the memory which the program reserves is random, as after an earlier run.
///
///     Conversation conversation(host, program);
///     conversation.expect("READY TO PLAY\r", 1'000'000);
///     conversation.type("1");
class Conversation {
  public:
    Conversation(Host& host, const c64::Image& program);

    /// Types keys, in PETSCII.
    void type(std::string_view keys);

    /// Runs until the program waits for a key or, if `ends`, has returned to BASIC. Throws
    /// EngineFault unless it prints exactly `text` by then, within `limit` cycles.
    void expect(std::string_view text, Cycle limit, bool ends = false);

    /// Repeats the run of the last `expect` with an observer.
    void watch(Spectator& spectator) const;

    /// Cycles since RUN.
    [[nodiscard]] Cycle cycles() const { return host_.machine().cpu.cycle - begin_; }

  private:
    Host& host_;
    Cycle begin_ = 0;
    std::shared_ptr<const Host> before_;  // the host before the last `expect`
    std::string rest_{};                  // text that the last `expect` did not get
};

}  // namespace ryg::claims
