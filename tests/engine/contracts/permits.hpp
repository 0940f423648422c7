// What a block allows a routine to change: its Out, its Uses, and those of the routines it names.
#pragma once

#include "tests/engine/contracts/call.hpp"

namespace ryg::blocks {

/// A byte of a node by the name of its field: offset and size. Throws BlockError.
[[nodiscard]] Extent field_extent(std::string_view field);

/// `name->field` taken apart; nothing if it is no such symbol.
struct FieldSymbol {
    std::string pointer, field;
};
[[nodiscard]] std::optional<FieldSymbol> field_symbol(std::string_view symbol);

/// `name[index]` taken apart: the byte of a variable at the place that another one says.
struct IndexSymbol {
    std::string array, index;
};
[[nodiscard]] std::optional<IndexSymbol> index_symbol(std::string_view symbol);

/// The bytes of memory that a symbol stands for; none for a register; of `name[index]` the whole
/// array. Throws BlockError.
[[nodiscard]] Extent extent_of(std::string_view symbol, const Program& program);

class Permits {
  public:
    /// Throws BlockError at a symbol or a routine that the program does not know.
    Permits(const Program& program, const Block& block);

    /// For one call: with the nodes that it was given or has answered, its tree and its stack.
    [[nodiscard]] std::bitset<0x10000> of(const Call& call, std::span<const Byte> after) const;
    [[nodiscard]] bool register_may_change(char name) const {
        return registers_.find(name) != std::string::npos;
    }
    /// The byte that an Out `name[index]` means: by the index as passed, else as answered.
    [[nodiscard]] Address element_of(const IndexSymbol& symbol, const Call& call,
                                     std::span<const Byte> after) const;
    /// Where the node lies that an Out `pointer->field` means: as passed, else as answered.
    [[nodiscard]] Address node_of(const std::string& pointer, const Call& call,
                                  std::span<const Byte> after) const;

  private:
    void allow(std::string_view symbol);
    void allow_routine(const std::string& name, std::vector<std::string>& seen);

    const Program* program_;
    const Block* block_;
    std::bitset<0x10000> fixed_;
    std::string registers_;
};

}  // namespace ryg::blocks
