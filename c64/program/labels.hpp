// The names an assembler gave to addresses, found by name and by address.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Address;

/// A label that does not exist; the message suggests a similar one: "unknown label 'minFilaGato':
/// did you mean 'minFilaGatos'?". Or an ambiguous label, which several scopes define at different
/// addresses; the message lists all of them.
struct UnknownLabel : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A label file with an invalid line; the message is one line with file and line number.
struct LabelFileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A name for an address, or a constant.
struct Label {
    std::string name;
    Address address = 0;
    bool constant =
        false;  ///< an equate (`nodeSize = 88`, ld65's `__BSS_SIZE__`): never names an address
    bool inner =
        false;  ///< within a routine that has a name: names an address if nothing else does

    bool operator==(const Label&) const = default;
};

/// A label at or below an address, and how far below.
struct NearestLabel {
    std::string_view name;  ///< lives as long as the Labels it came from
    unsigned offset = 0;    ///< bytes
};

/// A set of labels. A name stands for one address; an address may have several names.
///
///     const Labels labels = Labels::parse("al 001000 .miniMax\n", "ryg16.lbl");
///     machine.call(labels.at("miniMax"));
///     labels.describe(0x1003);               // "miniMax+3"
class Labels {
  public:
    Labels() = default;
    explicit Labels(std::vector<Label> labels);

    /// Reads every form that assemblers and monitors of the C64 write, one label per line:
    /// `al 001000 .name` (ld65 -Ln), `al C:1000 .name` and `add_label 1000 .name` (VICE), `name =
    /// $1000`, `.label name=$1000` (KickAssembler). Labels within the braces of a KickAssembler
    /// namespace or label are named `outer.inner`. Decimal and binary values define constants.
    /// Values outside $0000-$ffff, strings, lists and fractions are left out. Empty lines, comments
    /// that begin with `;`, `#` or `//`, and a monitor's other commands are ignored. Any other line
    /// goes to `left_out`, with `file` and its number; if that is absent, throws LabelFileError.
    [[nodiscard]] static Labels parse(std::string_view text, std::string_view file,
                                      std::vector<std::string>* left_out = nullptr);

    /// Parses a file. Throws LabelFileError, also if the file does not exist.
    [[nodiscard]] static Labels read(const std::string& path);

    /// The labels as VICE reads them, one per line: `al C:1000 .name`.
    [[nodiscard]] std::string text() const;

    void add(std::string_view name, Address address);
    /// Does nothing if there is no label of that name.
    void remove(std::string_view name);

    /// The address of a label, the lowest if it has several.
    [[nodiscard]] std::optional<Address> find(std::string_view name) const;

    /// Throws UnknownLabel.
    [[nodiscard]] Address at(std::string_view name) const;
    /// The address of `label`, `label+3`, `label-1` or `$fb`. Throws UnknownLabel.
    [[nodiscard]] Address address(std::string_view text) const;

    /// Sets the borders of segments: no label names an address beyond a border, or beyond $0200.
    void divide(std::vector<Address> borders);
    [[nodiscard]] const std::vector<Address>& borders() const { return borders_; }

    /// The nearest label at or below, not more than `reach` bytes away.
    [[nodiscard]] std::optional<NearestLabel> nearest(Address address,
                                                      unsigned reach = 0x7ff) const;

    /// "miniMax", "miniMax+3", or "$c000" where no label is near.
    [[nodiscard]] std::string describe(Address address) const;
    /// "$1003 miniMax+3", or "$c000".
    [[nodiscard]] std::string locate(Address address) const;

    /// All labels in the order of their addresses, names of the same address in alphabetical order.
    [[nodiscard]] std::span<const Label> all() const { return labels_; }

    [[nodiscard]] bool empty() const { return labels_.empty(); }

    bool operator==(const Labels&) const = default;

  private:
    void sort();

    std::vector<Label> labels_;             // by address, then name
    std::vector<std::uint32_t> by_name_;    // a hash table of indexes in labels_, from 1
    std::vector<Address> borders_{0x0200};  // ascending
};

}  // namespace ryg::c64
