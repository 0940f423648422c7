// Searches sequences of instructions that do in some machines what others have done there.
//
//     Search search(units, live, samples);
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
enum class Thing : std::uint8_t { A, X, Y, C, N, Z, V, slots };
constexpr Things set_of(Thing thing) { return Things{1} << static_cast<unsigned>(thing); }
template <class... More>
constexpr Things set_of(Thing thing, More... more) {
    return set_of(thing) | set_of(more...);
}
constexpr Things slot_bit(unsigned slot) { return set_of(Thing::slots) << slot; }
constexpr Things all_registers = set_of(Thing::A, Thing::X, Thing::Y);
constexpr Things all_flags = set_of(Thing::C, Thing::N, Thing::Z, Thing::V);
/// Of a name as blocks have it, of AXYCZNV.
[[nodiscard]] Things thing_named(char name);

/// What an instruction does with registers, flags and the byte that its operand means.
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
    Byte value = 0;       ///< of a constant
    int slot = -1;        ///< where memory is
    Things while_kept{};  ///< it means the slot only as long as these are not written
    std::string text{};
};

/// What a sequence is made of: an instruction, perhaps with a branch over it, or between sed and
/// cld.
struct Unit {
    Byte opcode = 0;
    int operand = -1;  ///< of the operands; -1: none
    std::optional<Byte> over{};
    bool is_decimal = false;
    unsigned instructions = 1, bytes = 1, cycles = 2;  ///< cycles: the fewest
    Things writes = 0, needs{};
};
using Sequence = std::vector<Unit>;

struct Sample {
    struct End {
        std::array<Byte, 3> axy{};
        Byte p = 0;
        std::array<Byte, Machines::most_slots> slots{};
    };
    End before, after;
    unsigned cycles = 0;
};

/// What is asked for: all that is live is as the samples say.
struct Task {
    std::vector<Operand> operands;
    std::vector<Unit> units;
    Things live = 0;
    bool by_cycles = false;  ///< else by bytes
    unsigned limit = 0;      ///< a sequence costs less
};

class Search {
  public:
    enum class End : std::uint8_t { found, complete, stopped };
    /// False: it does something else. Then it may have added a sample.
    using Accept = std::function<bool(const Sequence&)>;

    Search(Task task, const std::vector<Sample>& samples, std::function<bool()> go_on);

    /// Tries all sequences of so many instructions, until one is accepted.
    [[nodiscard]] End run(unsigned instructions, const Accept& accept);
    /// A sample that all sequences must agree with from now on.
    void add(const Sample& sample);

  private:
    struct Group {
        Machines before, after;
        void put(std::size_t lane, const Sample& sample, std::size_t slots);
    };
    struct Mark {
        std::uint64_t hash = 0;
        unsigned instructions = 0, limit = 0, round = 0;
    };

    using States = std::vector<Machines>;  // of the first groups

    void begin();
    End extend(unsigned instructions, unsigned cost_so_far, Things written, const Accept& accept);
    End match(const Accept& accept);
    void apply(const Unit& unit, Machines& machines) const;
    Things wrong(const Machines& now, const Machines& wished, Abreast::Word& lanes) const;
    [[nodiscard]] bool is_known(const States& states, unsigned instructions, unsigned cost);
    [[nodiscard]] unsigned cost(const Unit& unit) const {
        return task_.by_cycles ? unit.cycles : unit.bytes;
    }

    Task task_;
    std::size_t slots_ = 0;
    std::vector<Sample> samples_;
    std::size_t telling_ = 0;       // so many of them, the first, tell sequences apart
    std::set<std::size_t> failed_;  // others that do it from the next round on
    bool has_new_samples_ = false;
    std::function<bool()> go_on_;
    std::vector<Group> groups_;    // the samples in their order
    std::vector<States> reached_;  // by how many units
    unsigned round_ = 0, steps_ = 0;
    std::vector<Mark> marks_;
    Sequence sequence_;
};

}  // namespace ryg::shorten
