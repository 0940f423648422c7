// All inputs that a block allows at once: memory and registers before the call, as formulas.
#pragma once

#include <deque>

#include "engine/claims/inputs.hpp"
#include "engine/prove/memory.hpp"

namespace ryg::prove {

/// One of `count` alternatives, each of which is proved separately.
struct ProofCase {
    unsigned chosen = 0, count = 1;
};
/// The alternatives chosen in a case of a proof.
struct Cases {
    std::vector<ProofCase> chosen{};
    unsigned picks = 0;  ///< the first bytes that In picks, with a case for each value
    /// Goes on to the first combination, then to each other; false after the last.
    [[nodiscard]] bool next();

    bool is_begun = false;
};
/// No input is in a case.
struct NoInput : claims::ContractError {
    NoInput() : ContractError("nothing satisfies its In") {}
};

/// Reads the declarations of a block's inputs: a pick is a byte of unknown bits, a condition is
/// assumed for every input. Bytes that In does not name may have any value, and are no inputs.
class SymbolicInputs final : public claims::Inputs, public claims::Algebra {
  public:
    /// Sets the world's memory to the block's inputs. Makes the given choices; further ones take
    /// their first alternative and are added to the list. Throws ContractError.
    SymbolicInputs(World& world, const claims::BlockInputs& declared, const claims::Suite& suite,
                   const claims::Block& block, Cases& cases);

    [[nodiscard]] const State& state() const { return state_; }
    [[nodiscard]] const SymbolicMemory& memory() const { return memory_; }
    /// Where the routine's last rts, or rti, leads to.
    [[nodiscard]] prove::Bits16 end() const {
        return block_.time.interrupt ? world_.caller : world_.caller + prove::Bits16(1);
    }
    /// Whether the block's In holds again when the routine begins again.
    [[nodiscard]] bool has_invariant() const { return block_.invariant_line != 0; }
    /// Restricts the inputs to those that satisfy a condition.
    void require(Literal condition) { conditions_.push_back(condition); }
    /// The number of bytes that In picks.
    [[nodiscard]] unsigned picked() const { return picked_; }
    /// The conditions on all inputs.
    [[nodiscard]] const std::vector<Literal>& conditions() const { return conditions_; }
    /// The input nodes of In in ascending order, without those of texts and other memory pointed
    /// to.
    [[nodiscard]] const std::vector<std::uint32_t>& inputs() const { return inputs_; }
    /// Whether a cell is no input of In, and no code or constant: its value before the call is not
    /// restricted.
    [[nodiscard]] bool may_be_anything(unsigned cell, const Bits8& before) const;
    /// Whether a node is an input of In.
    [[nodiscard]] bool is_named(std::uint32_t input) const;
    /// Memory for which Uses has a word.
    struct UsedMemory {
        prove::Bits16 begin, end;
    };
    [[nodiscard]] const UsedMemory* find_area(std::string_view name) const;

    /// The keys for calls.
    void set_keys(std::span<const Character> keys) { keys_.assign(keys.begin(), keys.end()); }
    /// The call for an assignment: `base` with these bytes and keys.
    [[nodiscard]] claims::Call call(const claims::Call& base, const Assignment& assignment) const;

    // Called by declarations (engine/claims/input.hpp).
    claims::Value pick(const claims::Among& among, unsigned given) override;
    claims::Picks pick_ascending(const claims::Among& among,
                                 std::span<const emu::Byte> given) override;
    unsigned choose(unsigned count, unsigned given) override;
    claims::Room room(unsigned size, Address given) override;
    claims::Word between(const claims::Word& first, const claims::Word& last,
                         Address given) override;
    void need(const claims::Value& condition) override;
    void put(unsigned address, const claims::Value& byte) override;
    void put_register(char name, const claims::Value& byte) override;
    void put_at(unsigned base, const claims::Value& index, const claims::Value& byte) override;
    [[nodiscard]] claims::Value at(unsigned address) const override;
    [[nodiscard]] claims::Value in(char name) const override;
    [[nodiscard]] claims::Value at(unsigned base, const claims::Value& index) const override;
    void area(std::string_view name, const claims::Word& begin, const claims::Word& end) override;
    void unread(unsigned address) override { world_.unread.insert(address); }
    [[nodiscard]] bool proves() const override { return true; }
    using Inputs::at;
    using Inputs::put;

    // Called by operators on these values.
    [[nodiscard]] claims::Value make(claims::Op op, const claims::Value& a, const claims::Value& b,
                                     const claims::Value& c) override;
    [[nodiscard]] claims::Value look_up(const Table& table, const claims::Value& index) override;
    [[nodiscard]] Bits8 byte_of(const claims::Value& value) const;
    [[nodiscard]] claims::Value value_of(const Bits8& byte) const;
    /// The cell that a pointer selects before the call. Throws claims::Unknown.
    [[nodiscard]] unsigned place_of(const claims::Value& low, const claims::Value& high) const;

  private:
    void collect_inputs();

    World& world_;
    Graph& graph_;
    const claims::Suite& suite_;
    const claims::Block& block_;
    Cases& cases_;
    std::size_t chosen_ = 0;
    unsigned picked_ = 0;
    State state_;
    SymbolicMemory memory_;
    std::vector<Literal> conditions_;
    std::vector<std::uint32_t> inputs_;
    std::vector<Character> keys_;
    std::map<std::string, UsedMemory, std::less<>> areas_;
    mutable std::deque<Bits8> values_;  // indexed by the number of a Value's formula
};

/// Whether a byte is one of a set.
[[nodiscard]] Literal is_among(Graph& graph, const Bits8& value, const claims::ByteSet& bytes);
/// A register or a flag (in bit 0): one of AXYCZNV.
[[nodiscard]] Bits8 register_of(const State& state, char name);

}  // namespace ryg::prove
