// What a program must leave in memory, according to its twin.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/harness/host.hpp"
#include "engine/work/work.hpp"

namespace ryg::harness {

/// Consecutive bytes that the program must leave.
struct Field {
    std::string_view label;
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
class Expected {
  public:
    work::Outcome outcome;        ///< value, move, nodes; cycles are counted by the host
    Cycle limit = 1'000'000'000;  ///< no call may take longer
    Extent scratch{};             ///< memory that the search may fill, besides its variables

    void clear();
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

  private:
    std::vector<Field> fields_;
    std::vector<Byte> bytes_;
    std::vector<std::uint32_t> stage_ends_;
    std::uint32_t routine_ = 0;
};

}  // namespace ryg::harness
