// One call of a routine: the memory and registers it starts from, and what should come of it.
#pragma once

#include <bitset>
#include <functional>

#include "emu/registers.hpp"
#include "engine/ryg/native/tree.hpp"
#include "engine/ryg3/native/board.hpp"
#include "tests/engine/contracts/choices.hpp"
#include "tests/engine/contracts/source.hpp"

namespace ryg::blocks {

using engine::NodeBytes;
using engine::NodeLayout;
inline constexpr unsigned node_size = NodeLayout::size;

/// Inputs that fit a block: everything that is not one is noise.
struct Call {
    const Program* program = nullptr;
    std::vector<Byte> ram;  ///< 64 KB
    emu::Registers registers;
    std::vector<Byte> keys;            ///< what GETIN will give; $00: no key yet
    std::optional<engine::Tree> tree;  ///< that lies at tree_base
    Address tree_base = 0;
    std::optional<engine::ryg3::Board> pieces;  ///< of RYG3, where `board` is a (position)
    std::optional<std::uint32_t> noise;         ///< the register from which voice 3 goes on
    Extent growth;  ///< the nodes of that tree, or the free memory between (room) and (limit)

    [[nodiscard]] Byte byte(std::string_view name) const;
    /// What nameLo/Hi points to.
    [[nodiscard]] Address word(std::string_view name) const;
    [[nodiscard]] NodeBytes node_at(Address address) const;
    /// The node that nameLo/Hi points to.
    [[nodiscard]] NodeBytes node(std::string_view name) const { return node_at(word(name)); }
    [[nodiscard]] engine::Position position(std::string_view name) const;
    [[nodiscard]] Address address(std::string_view label) const;

    void set(Address at, Byte value) { ram[at] = value; }
    void set_word(std::string_view name, unsigned value);
    void set_node(Address at, const NodeBytes& node);
};

/// Draws the inputs that a block's In asks for. Throws BlockError at a word that it does not know.
[[nodiscard]] Call draw_call(const Program& program, const Block& block,
                             const std::vector<Byte>& background, Choices& choices);

/// The inputs as text, for messages.
[[nodiscard]] std::string describe(const Call& call, const Block& block);

/// What a call should lead to. What is not stated here is held to the block's Uses.
class Expected {
  public:
    explicit Expected(const Call& call);

    void byte(std::string_view name, int value);
    void word(std::string_view name, unsigned value);
    void bytes(std::string_view name, std::span<const Byte> values);
    void at(Address address, Byte value);
    void node(Address address, const NodeBytes& node);
    void field(Address node, std::size_t offset, std::span<const Byte> values);
    /// What is left in a variable's other bytes does not matter.
    void any(std::string_view name);
    void a(Byte value) { register_a = value; }
    void y(Byte value) { register_y = value; }
    /// Text for CHROUT.
    void print(std::string_view text) { printed += text; }
    void print(char character) { printed += character; }

    [[nodiscard]] bool states(unsigned address) const { return stated[address]; }
    [[nodiscard]] bool knows(unsigned address) const { return stated[address] || open[address]; }

    const Call& before;
    std::vector<Byte> ram;
    std::bitset<0x10000> stated, open;
    std::optional<Byte> register_a, register_y;
    std::string printed;
    bool any_text = false;  ///< what is printed is not held
};

/// A routine's contract in C++, beside the block that states it in words.
struct Check {
    std::string_view routine;
    void (*expect)(const Call&, Expected&) = nullptr;
    /// Keys to type, for routines that wait for some.
    std::vector<Byte> (*type)(const Call&, Choices&) = nullptr;
    /// Inputs that the block's words leave out though its kinds do not.
    bool (*accepts)(const Call&) = nullptr;
    unsigned draws = 0;  ///< 0: as many as is usual
    /// Makes inputs agree that seldom would by chance.
    void (*agree)(Call&, Choices&) = nullptr;
};

[[nodiscard]] std::span<const Check> board_checks();
[[nodiscard]] std::span<const Check> move_checks();
[[nodiscard]] std::span<const Check> tree_checks();
[[nodiscard]] std::span<const Check> value_checks();
[[nodiscard]] std::span<const Check> screen_checks();
[[nodiscard]] std::span<const Check> dialogue_checks();
[[nodiscard]] std::span<const Check> program_checks();
[[nodiscard]] std::span<const Check> ryg3_board_checks();
[[nodiscard]] std::span<const Check> ryg3_hash_checks();
[[nodiscard]] std::span<const Check> ryg3_search_checks();
[[nodiscard]] std::span<const Check> ryg3_screen_checks();
[[nodiscard]] std::span<const Check> ryg3_line_checks();
[[nodiscard]] std::span<const Check> ryg3_game_checks();

/// All of them, or the one of a routine; nullptr if there is none.
[[nodiscard]] std::vector<Check> all_checks();
[[nodiscard]] const Check* find_check(std::string_view routine);

}  // namespace ryg::blocks
