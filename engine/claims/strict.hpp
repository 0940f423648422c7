// What breaks a routine although it leaves all as it should: how it comes to that.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "c64/board/machine.hpp"

namespace ryg::claims {

struct Program;

/// What must not happen in a call.
struct Strictness {
    bool documented = false;  ///< no undocumented opcode is executed
    bool reads = false;       ///< no byte is read that was neither given nor written

    [[nodiscard]] bool is_any() const { return documented || reads; }
};

/// Watches the instructions of a call. Of reads those count that an instruction is for: not what it
/// fetches, reads in passing or pulls off the stack.
class Strict {
  public:
    /// The program must outlive it.
    Strict(const Program& program, Strictness asked);

    /// The next call: bytes of the program that are no variables are known, and nothing else.
    void begin();
    void know(unsigned at) { known_.set(at & 0xffffU); }
    void know(c64::Extent bytes);
    void doubt(unsigned at) { known_.reset(at & 0xffffU); }
    /// An instruction is about to be executed.
    void before(const c64::Machine& machine);
    /// The first of each kind, in words.
    [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

  private:
    const Program& program_;
    Strictness asked_;
    std::bitset<0x10000> constant_, known_;
    std::vector<std::string> faults_;
    bool is_undocumented_ = false, is_unknown_ = false;
};

}  // namespace ryg::claims
