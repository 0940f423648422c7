// What the main program promises: games typed key by key, and the board that each version leaves.
#include <array>

#include "engine/common/players.hpp"
#include "engine/ryg/native/search.hpp"
#include "tests/engine/contracts/keys.hpp"

namespace ryg::blocks {
namespace {

using engine::Position;
using engine::Version;

constexpr Address jiffy_clock = 0xa2;

/// A game as the program of a version conducts it.
class Table {
  public:
    Table(const Call& in, int depth) : in_(in), version_(in.program->version), depth_(depth) {}

    [[nodiscard]] bool over() const { return over_; }
    [[nodiscard]] const NodeBytes& board() const { return board_; }
    /// With the mouse to move.
    [[nodiscard]] const Position& position() const { return position_; }

    void mouse_goes(engine::Square to) {
        position_ = engine::apply(position_, {position_.mouse, to});
        const Byte value = board_[NodeLayout::value];
        board_ = engine::board_bytes(position_, 0, value);
        if (version_ >= Version::v15) {
            over_ = engine::mouse_on_goal(position_) || engine::cats_stuck(position_);
        }
        if (!over_ && version_ >= Version::v14) cats_go();
        position_.side = engine::Side::mouse;  // also where the cats do not move
    }

  private:
    void cats_go() {
        engine::SearchOptions options;
        options.version = version_;
        options.depth = depth_;
        options.tree_base = in_.word("baseArbol");
        options.tree_end = in_.word("finArbol");
        if (in_.program->options.desempate != 0) options.tie_byte = in_.ram[jiffy_clock];
        const engine::SearchResult result = engine::search(position_, options);
        if (!result.move) return;
        position_ = engine::apply(position_, *result.move);
        board_ = engine::board_bytes(position_, 0, result.value);
        over_ = version_ >= Version::v15 && engine::mouse_stuck(position_);
    }

    const Call& in_;
    Version version_;
    int depth_;
    Position position_ = engine::start_position();
    NodeBytes board_ = engine::board_bytes(engine::start_position());
    bool over_ = false;
};

/// A whole game, the first moves of one that has no end, or, before version 14, one move; the mouse
/// plays well, or at random, or keeps to the corner.
Keys type_game(const Call& in, Choices& choices) {
    constexpr int most_moves = 40;
    Keys keys;
    const int depth = 1 + static_cast<int>(choices.below(2));
    const std::uint32_t manner = choices.below(3);
    type_key(keys, '0' + depth, choices);
    Table table(in, depth);
    const int moves = in.program->version >= Version::v14 ? most_moves : 1;
    for (int made = 0; made < moves && !table.over(); ++made) {
        const engine::MoveList list = engine::generate_moves(table.position());
        if (list.empty()) break;
        const auto count = static_cast<std::uint32_t>(list.size());
        engine::Move move = list[manner == 0 ? count - 1 : choices.below(count)];
        if (manner == 1 && !engine::is_over(table.position())) {
            move = engine::strong_mouse_move(table.position(), 5);
        }
        type_square(keys, move.to, choices);
        table.mouse_goes(move.to);
    }
    if (table.over()) type_key(keys, ' ', choices);
    return keys;
}

bool nine_nodes_fit(const Call& in) {
    return in.word("finArbol") - in.word("baseArbol") >= 9 * int{NodeLayout::size};
}

/// What was typed says which game it was.
void inicio(const Call& in, Expected& e) {
    KeyReader reader(in.keys);
    Table table(in, reader.next() - '0');
    while (!table.over() && !reader.at_end()) {
        const int row = reader.next() - '0';
        const int column = reader.next() - '0';
        table.mouse_goes(engine::square_at(row, column));
    }
    e.node(in.address("tableroActual"), table.board());
    e.any_text = true;
}

void amplia_ram(const Call& in, Expected& e) { e.at(1, static_cast<Byte>(in.ram[1] & 0xfe)); }

constexpr std::array checks{
    Check{"inicio", inicio, type_game, nine_nodes_fit, 48},
    Check{"ampliaRam", amplia_ram},
};

}  // namespace

std::span<const Check> program_checks() { return checks; }

}  // namespace ryg::blocks
