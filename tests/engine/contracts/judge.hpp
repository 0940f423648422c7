// Compares what a routine did with what was expected of it, and keeps count over many draws.
#pragma once

#include "tests/engine/contracts/hold.hpp"
#include "tests/engine/contracts/permits.hpp"
#include "tests/engine/contracts/rig.hpp"

namespace ryg::blocks {

class Judge {
  public:
    Judge(const Program& program, const Block& block);

    /// What is wrong with one run; empty if nothing is.
    [[nodiscard]] std::vector<std::string> judge(const Expected& expected, const Outcome& outcome,
                                                 const Rig& rig);

    /// The most bytes of stack that a run has used.
    [[nodiscard]] unsigned deepest() const { return deepest_; }

    /// What the block states and no run has shown.
    [[nodiscard]] std::vector<std::string> unmet(const std::bitset<0x10000>& reached) const;

  private:
    using Faults = std::vector<std::string>;

    void judge_ending(const Outcome& outcome, Faults& faults) const;
    void judge_memory(const Expected& expected, std::span<const Byte> after, Faults& faults);
    void judge_registers(const Expected& expected, const Outcome& outcome, Faults& faults);
    void judge_outs(const Expected& expected, const Outcome& outcome, std::span<const Byte> after,
                    Faults& faults);
    void judge_out_register(const Entry& entry, const Expected& expected, const Outcome& outcome,
                            Faults& faults);
    void judge_range(const Entry& entry, Byte value, Faults& faults);
    void judge_print(const Expected& expected, const Outcome& outcome, Faults& faults);
    [[nodiscard]] std::string place(const Call& call, unsigned address) const;
    [[nodiscard]] Extent out_extent(const Entry& entry, const Call& call,
                                    std::span<const Byte> after) const;
    void unmet_uses(const std::bitset<0x10000>& reached, Faults& faults) const;
    void unmet_code(const std::bitset<0x10000>& reached, Faults& faults) const;

    const Program& program_;
    const Block& block_;
    Permits permits_;
    std::bitset<0x10000> changed_;
    std::string changed_registers_;
    bool tree_changed_ = false, kernal_called_ = false;
    unsigned deepest_ = 0;
    std::map<std::string, std::bitset<256>, std::less<>> seen_;  // by Out
};

}  // namespace ryg::blocks
