// Runs one instruction of emu's 6502 on formulas, once for each way that it may take.
#pragma once

#include <functional>

#include "engine/prove/values.hpp"

namespace ryg::prove {

/// What an instruction reads. Writes are handed back, since an instruction may run several times.
class Readable {
  public:
    virtual ~Readable() = default;
    /// Is called once for each access, however often the instruction runs: it may return inputs
    /// that are new at every call, as a port does.
    virtual Byte read(const Word& address) = 0;
    /// A read whose value is not used, made only if `when` is true. May be called again.
    virtual void look(Literal when, const Word& address) = 0;
};

/// An access of an instruction, after the opcode's fetch.
struct FormulaAccess {
    enum class Kind : std::uint8_t { read, look, write };
    Kind kind;
    Literal when;  ///< whether a look is made; true for others
    Word address;
    Byte value{};  ///< not of a look
};

/// One way that an instruction may take.
struct Outcome {
    Literal condition;  ///< what was decided; true if nothing was
    State state;
    std::vector<FormulaAccess> accesses{};  ///< in order, dummy accesses included
    bool jammed = false;

    /// The writes in order, without those that a later one to the same address replaces.
    [[nodiscard]] std::vector<FormulaAccess> writes() const;
};

/// The constants of ANE and LXA, which differ from chip to chip: inputs.
struct UnknownUnstable {
    Byte ane, lxa;
};

/// Whether a literal can be true where the instruction runs. A wrong `true` costs time, a wrong
/// `false` makes a false proof.
using Can = std::function<bool(Literal)>;

/// Runs the instruction with this opcode at pc. A condition that the instruction has to know is
/// decided both ways, if both are possible; the instruction then runs once for each. No interrupt
/// comes, and nothing delays a read. Whatever the inputs, if `can` they be, exactly one outcome's
/// condition is true.
[[nodiscard]] std::vector<Outcome> run_instruction(const State& before, Readable& memory,
                                                   const UnknownUnstable& unstable,
                                                   emu::Byte opcode, const Can& can);

}  // namespace ryg::prove
