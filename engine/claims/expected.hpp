// The required result of a call or search, from its reference or twin: bytes, registers, text.
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
    std::string_view label;  ///< empty if only the address is known
    Address at = 0;
    std::uint32_t begin = 0, size = 0;  ///< its range of bytes in `Expected`
    /// Names a byte of the field; nullptr: its name is `label`, or `label[offset]`.
    std::string (*name)(std::size_t offset) = nullptr;
    std::uint32_t routine = 0;  ///< index in `Door::routines` of the routine that writes them
};

/// A byte of a field.
struct Spot {
    std::uint32_t field = 0, offset = 0, routine = 0;
};

/// The names of a byte in a report.
struct Place {
    std::string field;                     ///< "valor", "moveCost[2]"
    std::string where = "after", place{};  ///< "path" and "d1e2", "after" and "makeMove"
};

/// The fields in the order in which the program makes them, and further results of a search. Reused
/// between searches to save allocations.
///
///     expected.clear();
///     expected.add_number("nodes", host.labels().at("nodes"), found.nodes, 3);
///
/// For a call, everything not stated here is checked against the block's Uses.
///
///     Expected expected(call);
///     expected.value("nodes", found.nodes);
class Expected {
  public:
    Expected() = default;
    explicit Expected(const Call& call) : call_(&call) {}

    void clear();

    // --- fields of a search; also of a call, each byte once --------------------------------------

    void add(std::string_view label, Address at, std::span<const Byte> bytes,
             std::string (*name)(std::size_t offset) = nullptr);
    void add(const c64::Labels& labels, const engine::LabelledMemory& memory);
    /// A number of `size` bytes, low byte first.
    void add_number(std::string_view label, Address at, std::uint64_t number, unsigned size = 1);
    /// Sets the routine that makes the fields added from now on.
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
    /// All bytes of the fields of a stage, by ascending address.
    [[nodiscard]] std::vector<Spot> spots(std::size_t stage) const;
    /// The final fields of at most eight bytes as numbers: as expected, or as a program left them.
    using Numbers = std::vector<std::pair<std::string_view, std::uint64_t>>;
    [[nodiscard]] Numbers numbers() const;
    [[nodiscard]] Numbers numbers_in(std::span<const Byte, 65536> ram) const;

    // --- results of a call, by the names of its program ------------------------------------------

    /// Sets the call whose result will be stated; it must outlive this. Nothing may be stated yet.
    void begin(const Call& call) { call_ = &call; }
    [[nodiscard]] const Call& call() const { return *call_; }

    void at(unsigned address, Byte value) { put(address, value, false); }
    /// The byte as stated so far, otherwise its value before the call.
    [[nodiscard]] Byte at(unsigned address) const;
    void bytes_at(unsigned address, std::span<const Byte> values);
    void byte(std::string_view name, unsigned value, unsigned index = 0);
    void word(std::string_view name, unsigned value);
    void bytes(std::string_view name, std::span<const Byte> values);
    /// Lets the bytes of a variable that are not stated hold any value.
    void any(std::string_view name);
    void in(char name, unsigned value) {
        registers[register_names.find(name)] = static_cast<Byte>(value);
    }
    void a(unsigned value) { in('A', value); }
    void y(unsigned value) { in('Y', value); }
    /// Sets a register, or the bytes of a symbol, low byte first; those after the eighth are
    /// `above`. `name[index]` is the byte at the index before the call.
    void value(std::string_view symbol, std::uint64_t value, Byte above = 0);
    /// Text for CHROUT.
    void print(std::string_view text) { printed += text; }
    void print(char character) { printed += character; }
    /// The rest is stated as if the routine were called now, with the keys not read so far.
    void begin_anew(const KeyReader& keys) { begins_anew = keys.read(); }

    [[nodiscard]] bool states(unsigned address) const { return stated_[address]; }
    /// Whether any byte, register or text is stated.
    [[nodiscard]] bool states_anything() const;
    [[nodiscard]] bool knows(unsigned address) const { return stated_[address] || open[address]; }
    /// The stated bytes in the order of statements, each address once.
    [[nodiscard]] std::vector<std::pair<Address, Byte>> statements() const;
    /// Labels the fields without a label by the program's variables.
    void name_fields(const c64::Labels& labels);

    /// A condition after `where` in an Out, on the values after the call.
    struct Relation {
        std::function<bool(const emu::Registers& after, std::span<const Byte> ram)> holds;
        std::string what;
        std::size_t line = 0;
    };

    work::Outcome outcome;         ///< value, move and nodes of a search; the host counts cycles
    bool continues = false;        ///< set by the caller: the last search was of the same game
    bool is_outcome_only = false;  ///< set by the caller: nothing but `outcome` is asked for
    Cycle limit = 1'000'000'000;   ///< maximum cycles of a call
    Extent scratch{};              ///< memory that a search may fill, besides its variables
    std::bitset<0x10000> open;     ///< addresses that may hold any value
    std::array<std::optional<Byte>, register_names.size()> registers;
    std::vector<Relation> relations;
    std::string printed;
    bool any_text = false;                   ///< do not check the printed text
    std::optional<std::size_t> begins_anew;  ///< number of keys read when the rest begins again

  private:
    /// Adds a byte: to the last field if it follows that and does not `begin` one, else as a field.
    void put(unsigned address, Byte value, bool begins);
    /// Index of a stated byte.
    [[nodiscard]] std::size_t index_of(Address at) const;

    const Call* call_ = nullptr;
    std::vector<Field> fields_;
    std::vector<Byte> bytes_;
    std::vector<std::uint32_t> stage_ends_;
    std::uint32_t routine_ = 0;
    std::bitset<0x10000> stated_;  // addresses stated for a call
};

}  // namespace ryg::claims
