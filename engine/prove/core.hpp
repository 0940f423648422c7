// Runs one instruction of emu's 6502 on formulas, once for each path that it may take.
#pragma once

#include <functional>

#include "engine/prove/values.hpp"

namespace ryg::prove {

/// The memory that an instruction reads. Writes are returned, since it may run several times.
class Readable {
  public:
    virtual ~Readable() = default;
    /// Called once for each access, however often the instruction runs: it may return new inputs at
    /// every call, as a port does.
    virtual Bits8 read(const Bits16& address) = 0;
    /// A read whose value is not used, made only if `when` is true. May be called again.
    virtual void look(Literal when, const Bits16& address) = 0;
};

/// An access of an instruction, after the opcode's fetch.
struct FormulaAccess {
    /// `look` is a dummy read.
    enum class BusUse : std::uint8_t { read, look, write };
    BusUse kind;
    Literal when;  ///< whether a dummy read is made; true for other accesses
    Bits16 address;
    Bits8 value{};  ///< not set for a dummy read
};

/// One path of an instruction.
struct PathOutcome {
    Literal condition;  ///< condition of this path; true if there is only one
    State state;
    std::vector<FormulaAccess> accesses{};  ///< in order, dummy accesses included
    bool jammed = false;

    /// The writes in order, without those overwritten by a later one.
    [[nodiscard]] std::vector<FormulaAccess> writes() const;
};

/// The constants of ANE and LXA as inputs, since they differ from chip to chip.
struct UnknownUnstable {
    Bits8 ane, lxa;
};

/// Whether a literal can be true where the instruction runs. A wrong `true` costs time; a wrong
/// `false` makes the proof unsound.
using Can = std::function<bool(Literal)>;

/// Runs the instruction with this opcode at pc, once for each possible result of the conditions
/// that it branches on. There are no interrupts, and nothing delays a read. For all inputs possible
/// by `can`, exactly one outcome's condition is true.
[[nodiscard]] std::vector<PathOutcome> run_instruction(const State& before, Readable& memory,
                                                       const UnknownUnstable& unstable,
                                                       emu::Byte opcode, const Can& can);

}  // namespace ryg::prove
