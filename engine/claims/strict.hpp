// Optional rules on how a routine computes its result, beyond the result itself.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "c64/board/machine.hpp"

namespace ryg::claims {

struct Program;

/// The rules that a call must obey.
struct Strictness {
    bool documented = false;  ///< no undocumented opcode is executed
    bool reads = false;       ///< no byte is read that was neither given nor written

    [[nodiscard]] bool is_any() const { return documented || reads; }
};

/// Observes the instructions of a call. Only reads of operands count: not instruction fetches,
/// dummy reads or pulls from the stack.
class Strict {
  public:
    /// The program must outlive it.
    Strict(const Program& program, Strictness asked);

    /// Begins a call: only bytes of the program outside its variables count as initialised.
    void begin();
    void know(unsigned at) { known_.set(at & 0xffffU); }
    void know(c64::Extent bytes);
    void doubt(unsigned at) { known_.reset(at & 0xffffU); }
    /// An instruction is about to be executed.
    void before(const c64::Machine& machine);
    /// The first violation of each rule, as text.
    [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

  private:
    const Program& program_;
    Strictness asked_;
    std::bitset<0x10000> constant_, known_;
    std::vector<std::string> faults_;
    bool is_undocumented_ = false, is_unknown_ = false;
};

}  // namespace ryg::claims
