// Single faults that can be planted in an assembled program, found through its debug file.
#pragma once

#include <set>
#include <span>

#include "c64/program/coverage.hpp"

namespace ryg::mutation {

using emu::Address;
using emu::Byte;

/// The change that a fault makes.
enum class FaultKind : std::uint8_t {
    turned,     ///< inverted branch
    plus,       ///< immediate value, address or table byte that is one too large
    minus,      ///< the same, one too small
    dropped,    ///< instruction replaced by a NOP, of the same duration if there is one
    exchanged,  ///< swapped operands of two consecutive instructions
};
inline constexpr std::array<std::string_view, 5> kind_names{"turned", "plus", "minus", "dropped",
                                                            "exchanged"};

/// One fault: its bytes, and its description.
struct Fault {
    Address address = 0;  ///< address of the instruction or the byte
    FaultKind kind{};
    bool in_table = false;
    Address at = 0;           ///< address of the first byte that changes
    std::vector<Byte> bytes;  ///< replacement
    c64::SourceLine source{};
    std::string home;    ///< the routine, or the table's label
    std::string change;  ///< "bcc @end -> bcs @end"

    /// "1a2b-turned", as accepted by `--fault`.
    [[nodiscard]] std::string id() const;
};

/// What a report names: the fault's routine or table, a routine that calls or uses it, or another.
enum class Blame : std::uint8_t { other, caller, itself };

/// By address and kind.
void sort(std::vector<Fault>& faults);

void plant(c64::Image& image, const Fault& fault);

/// A program to plant faults in: possible faults, and the routine of each address.
class Ground {
  public:
    /// Routines begin at targets of jsr, at `routines`, and at the start of a segment. Throws
    /// DebugFileError if the image has no debug file.
    explicit Ground(const c64::Image& image, std::span<const Address> routines = {});

    [[nodiscard]] const c64::Image& image() const { return image_; }
    [[nodiscard]] const std::vector<c64::SourceInstruction>& code() const { return code_; }
    /// All faults in the order of their addresses.
    [[nodiscard]] std::vector<Fault> faults() const;

    /// The routine that an instruction belongs to, or the label of a table.
    [[nodiscard]] std::string home_of(Address address) const;
    /// Classifies the routine that a report names as the first wrong one, otherwise as the last
    /// writer, otherwise anywhere.
    [[nodiscard]] Blame named(std::string_view report, const Fault& fault) const;

  private:
    [[nodiscard]] Byte byte(unsigned address) const {
        return image_.bytes[address - image_.load_address];
    }
    [[nodiscard]] std::array<Byte, 3> bytes_at(Address address) const;
    [[nodiscard]] std::string text(Address address, std::array<Byte, 3> bytes) const;
    void add_of_instruction(std::size_t index, std::vector<Fault>& faults) const;
    void add_of_tables(std::vector<Fault>& faults) const;

    c64::Image image_;
    c64::Labels labels_;  // local ones as `routine@local`
    std::vector<c64::SourceInstruction> code_;
    std::set<Address> starts_;                              // first addresses of routines
    std::set<std::pair<std::string, std::string>> uses_{};  // caller or user, callee or table
};

}  // namespace ryg::mutation
