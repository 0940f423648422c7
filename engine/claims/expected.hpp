// What a call or a search must leave: bytes, registers and text, as its reference or its twin says.
#pragma once

#include <array>
#include <bitset>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/claims/call.hpp"
#include "engine/common/labelled_memory.hpp"
#include "engine/work/work.hpp"

namespace ryg::claims {

/// Consecutive bytes that must be left.
struct Field {
    std::string_view label;  ///< empty: only its address is known
    Address at = 0;
    std::uint32_t begin = 0, size = 0;  ///< its range of bytes in `Expected`
    Byte mask = 0xff;                   ///< bits that are compared
    /// Names one of its bytes; nullptr: the name is `label`, or `label[offset]`.
    std::string (*name)(std::size_t offset) = nullptr;
    std::uint32_t routine = 0;  ///< index in `Door::routines` of the routine that writes them
};

/// A byte of a field, and the routine that makes it.
struct Spot {
    std::uint32_t field = 0, offset = 0, routine = 0;
};

/// What a report calls a byte.
struct Place {
    std::string field;                     ///< "valor", "moveCost[2]"
    std::string where = "after", place{};  ///< "path" and "d1e2", "after" and "makeMove"
};

/// The fields in the order in which the program makes them, and what else is known of a search.
/// Reused between searches to save allocations.
///
///     expected.clear();
///     expected.add_number("nodes", host.labels().at("nodes"), found.nodes, 3);
///
/// Of a call, what is not stated here is checked against the block's Uses.
///
///     Expected expected(call);
///     expected.value("nodes", found.nodes);
class Expected {
  public:
    Expected() = default;
    explicit Expected(const Call& call) : call_(&call) {}

    void clear();

    // --- fields of a search -----------------------------------------------------------------------

    void add(std::string_view label, Address at, std::span<const Byte> bytes, Byte mask = 0xff,
             std::string (*name)(std::size_t offset) = nullptr);
    void add(const c64::Labels& labels, const engine::LabelledMemory& memory);
    /// A number of `size` bytes, low byte first.
    void add_number(std::string_view label, Address at, std::uint64_t number, unsigned size = 1);
    /// The fields added from now on are made by this routine.
    void made_by(std::uint32_t routine) { routine_ = routine; }
    /// Ends a stage: its fields are compared when the program passes `Door::stage`; those added
    /// after the last stage, when the search has ended.
    void end_stage();

    [[nodiscard]] std::size_t stages() const { return stage_ends_.size(); }
    /// The fields of a stage, or those of the end of the search if `stage` is `stages()`.
    [[nodiscard]] std::span<const Field> fields(std::size_t stage) const;
    [[nodiscard]] std::span<const Field> fields() const { return fields_; }
    [[nodiscard]] std::size_t stage_of(const Field& field) const;
    [[nodiscard]] std::span<const Byte> bytes(const Field& field) const {
        return std::span(bytes_).subspan(field.begin, field.size);
    }
    [[nodiscard]] Byte byte(const Spot& spot) const {
        return bytes_[fields_[spot.field].begin + spot.offset];
    }
    /// Whether memory agrees with the fields of a stage.
    [[nodiscard]] bool matches(std::size_t stage, std::span<const Byte, 65536> ram) const;
    [[nodiscard]] bool matches(const Spot& spot, std::span<const Byte, 65536> ram) const;
    /// Puts the fields of a stage into memory.
    void write(std::size_t stage, std::span<Byte, 65536> ram) const;
    /// All bytes of the fields of a stage, upward.
    [[nodiscard]] std::vector<Spot> spots(std::size_t stage) const;
    /// The fields of the end of a search as numbers, those of at most eight bytes: as expected, or
    /// as a program left them.
    using Numbers = std::vector<std::pair<std::string_view, std::uint64_t>>;
    [[nodiscard]] Numbers numbers() const;
    [[nodiscard]] Numbers numbers_in(std::span<const Byte, 65536> ram) const;

    // --- what a call leaves, by the names of its program ------------------------------------------

    /// What is stated, of nothing so far, is of this call, which must outlive it.
    void begin(const Call& call) { call_ = &call; }
    [[nodiscard]] const Call& call() const { return *call_; }

    void at(unsigned address, Byte value) { put(address, value, false); }
    /// The byte as it is stated so far, or else as it was before.
    [[nodiscard]] Byte at(unsigned address) const;
    void bytes_at(unsigned address, std::span<const Byte> values);
    void byte(std::string_view name, unsigned value, unsigned index = 0);
    void word(std::string_view name, unsigned value);
    void bytes(std::string_view name, std::span<const Byte> values);
    /// The bytes of a variable that are not stated may hold anything.
    void any(std::string_view name);
    void in(char name, unsigned value) {
        registers[register_names.find(name)] = static_cast<Byte>(value);
    }
    void a(unsigned value) { in('A', value); }
    void y(unsigned value) { in('Y', value); }
    /// Sets a register, or the bytes that a symbol stands for, low byte first; those after the
    /// eighth are `above`. Of `name[index]` that is the byte at the index as passed.
    void value(std::string_view symbol, std::uint64_t value, Byte above = 0);
    /// Text for CHROUT.
    void print(std::string_view text) { printed += text; }
    void print(char character) { printed += character; }
    /// What follows is as if the routine were called now, with the keys that have not been read.
    void begin_anew(const KeyReader& keys) { begins_anew = keys.read(); }

    [[nodiscard]] bool states(unsigned address) const { return stated_[address]; }
    [[nodiscard]] bool knows(unsigned address) const { return stated_[address] || open[address]; }
    /// The bytes that are stated, each address once, in the order in which they were.
    [[nodiscard]] std::vector<std::pair<Address, Byte>> statements() const;
    /// Gives the fields that have no label those of the program's variables.
    void name_fields(const c64::Labels& labels);

    /// What an Out says of the values after the call by `where`.
    struct Relation {
        std::function<bool(const emu::Registers& after, std::span<const Byte> ram)> holds;
        std::string what;
        std::size_t line = 0;
    };

    work::Outcome outcome;  ///< of a search: value, move, nodes; cycles are counted by the host
    Cycle limit = 1'000'000'000;  ///< no call may take longer
    Extent scratch{};             ///< memory that a search may fill, besides its variables
    std::bitset<0x10000> open;    ///< may hold anything
    std::array<std::optional<Byte>, register_names.size()> registers;
    std::vector<Relation> relations;
    std::string printed;
    bool any_text = false;                   ///< printed text is not checked
    std::optional<std::size_t> begins_anew;  ///< after so many of the call's keys

  private:
    /// A field of its own, if it `begins` one; else one more byte of the last field, if it follows.
    void put(unsigned address, Byte value, bool begins);
    /// Of a byte that is stated.
    [[nodiscard]] std::size_t index_of(Address at) const;

    const Call* call_ = nullptr;
    std::vector<Field> fields_;
    std::vector<Byte> bytes_;
    std::vector<std::uint32_t> stage_ends_;
    std::uint32_t routine_ = 0;
    std::bitset<0x10000> stated_;  // of a call
};

}  // namespace ryg::claims
