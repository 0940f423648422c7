// Searches sequences of instructions that reproduce given samples of machine states.
//
//     SequenceSearch search(units, live, samples);
//     search.run(3, limit, accept);        // all sequences of three instructions
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emu/opcodes.hpp"
#include "engine/shorten/abreast.hpp"

namespace ryg::shorten {

using emu::Byte;

/// Registers, flags and slots as bits of a set.
using Things = std::uint64_t;
/// Bit numbers in Things; slot i, a byte of memory, is bit `slots` + i.
enum class Thing : std::uint8_t { A, X, Y, C, N, Z, V, slots };
constexpr Things set_of(Thing thing) { return Things{1} << static_cast<unsigned>(thing); }
template <class... More>
constexpr Things set_of(Thing thing, More... more) {
    return set_of(thing) | set_of(more...);
}
constexpr Things slot_bit(unsigned slot) { return set_of(Thing::slots) << slot; }
constexpr Things all_registers = set_of(Thing::A, Thing::X, Thing::Y);
constexpr Things all_flags = set_of(Thing::C, Thing::N, Thing::Z, Thing::V);
/// The bits of a register or flag: one of AXYCZNV.
[[nodiscard]] Things thing_named(char name);

/// The registers, flags and operand byte that an instruction reads and writes.
struct Effects {
    Things reads = 0, writes = 0;
    bool reads_memory = false, writes_memory = false;
};
[[nodiscard]] Effects effects(emu::Opcode opcode);
/// Whether a search can run it: it has no effect beyond registers, flags and its operand.
[[nodiscard]] bool is_plain(emu::Byte opcode);

/// A byte that instructions name: a constant, or a slot.
struct Operand {
    emu::Mode mode = emu::Mode::imm;
    Byte value = 0;       ///< value of a constant
    int slot = -1;        ///< index of a byte of memory; -1: a constant
    Things while_kept{};  ///< it refers to the slot only until one of these is written
    std::string text{};
};

/// An element of sequences: an instruction, optionally with a branch over it, or between sed and
/// cld.
struct Unit {
    Byte opcode = 0;
    int operand = -1;  ///< index of the operand; -1: none
    std::optional<Byte> over{};
    bool is_decimal = false;
    unsigned instructions = 1, bytes = 1, cycles = 2;  ///< cycles: minimum
    Things writes = 0, needs{};
};
using Sequence = std::vector<Unit>;

/// The states before and after a window in one real run.
struct Sample {
    /// A state: registers, flags, and the bytes of the window's slots.
    struct MachineState {
        std::array<Byte, 3> axy{};
        Byte p = 0;
        std::array<Byte, Machines::most_slots> slots{};
    };
    MachineState before, after;
    unsigned cycles = 0;
};

/// The goal: everything live must agree with the samples.
struct SearchGoal {
    std::vector<Operand> operands;
    std::vector<Unit> units;
    Things live = 0;
    bool by_cycles = false;  ///< cost in cycles; false: in bytes
    unsigned limit = 0;      ///< sequences must cost less
};

/// Enumerates sequences of units, and compares them with samples.
class SequenceSearch {
  public:
    /// A sequence was accepted; all were tried; or `go_on` returned false.
    enum class SearchEnd : std::uint8_t { found, complete, stopped };
    /// Returns false if the sequence is wrong; it may then have added a sample.
    using Accept = std::function<bool(const Sequence&)>;

    SequenceSearch(SearchGoal task, const std::vector<Sample>& samples,
                   std::function<bool()> go_on);

    /// Tries all sequences of this many instructions, until one is accepted.
    [[nodiscard]] SearchEnd run(unsigned instructions, const Accept& accept);
    /// Adds a sample with which all further sequences must agree.
    void add(const Sample& sample);

  private:
    struct LaneGroup {
        Machines before, after;
        void put(std::size_t lane, const Sample& sample, std::size_t slots);
    };
    struct SeenState {
        std::uint64_t hash = 0;
        unsigned instructions = 0, limit = 0, round = 0;
    };

    using States = std::vector<Machines>;  // states of the first groups

    void begin();
    SearchEnd extend(unsigned instructions, unsigned cost_so_far, Things written,
                     const Accept& accept);
    SearchEnd match(const Accept& accept);
    void apply(const Unit& unit, Machines& machines) const;
    Things wrong(const Machines& now, const Machines& wished, Abreast::Word& lanes) const;
    [[nodiscard]] bool is_known(const States& states, unsigned instructions, unsigned cost);
    [[nodiscard]] unsigned cost(const Unit& unit) const {
        return task_.by_cycles ? unit.cycles : unit.bytes;
    }

    SearchGoal task_;
    std::size_t slots_ = 0;
    std::vector<Sample> samples_;
    std::size_t telling_ = 0;       // number of groups, from the first, that distinguish sequences
    std::set<std::size_t> failed_;  // groups added to these from the next round on
    bool has_new_samples_ = false;
    std::function<bool()> go_on_;
    std::vector<LaneGroup> groups_;  // the samples in order
    std::vector<States> reached_;    // states by number of units
    unsigned round_ = 0, steps_ = 0;
    std::vector<SeenState> marks_;
    Sequence sequence_;
};

}  // namespace ryg::shorten
