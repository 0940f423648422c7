// The texts, and which of them follows which key.
#include "engine/games/ryg1/native/dialogue.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::engine::ryg1 {
namespace {

using L = NodeLayout;

std::string word_text(const NodeBytes& node, std::size_t offset) {
    return fmt::format("${:02X}{:02X}", node[offset + 1], node[offset]);
}

bool is_between(char key, char first, char last) { return first <= key && key <= last; }

}  // namespace

std::string turn_text(Byte turn) { return turn == cat_cell ? "GATOS" : "RATON"; }

std::string children_text(const NodeBytes& node) {
    std::string text = "\rHIJOS ";
    for (std::size_t child = 0; child < L::most_children; ++child) {
        if (child == L::most_children / 2) text += "\r      ";
        text += word_text(node, L::children + 2 * child) + ' ';
    }
    return text + '\r';
}

std::string cells_text(const NodeBytes& node) {
    std::string text = "    0 1 2 3 4 5 6 7\r";
    for (int row = 0; row < 8; ++row) {
        text += fmt::format("  {}", row);
        for (int column = 0; column < 8; ++column) {
            const Square square = square_at(row, column);
            const Byte cell = node[L::cells + square];
            text += ' ';
            text += cell == mouse_cell ? 'R' : cell == cat_cell ? 'G' : is_dark(square) ? '.' : ' ';
        }
        text += '\r';
    }
    return text;
}

std::string board_text(const NodeBytes& node) {
    return fmt::format("\rNIVEL ${:02X}  TURNO {}  VALOR ${:02X}\rPADRE {}", node[L::level],
                       turn_text(node[L::turn]), node[L::value], word_text(node, L::parent)) +
           children_text(node) + cells_text(node);
}

std::string tree_text(const Tree& tree, Address base, int depth) {
    const std::vector<Byte> image = write_image(tree, base);
    std::string text;
    const auto add = [&](auto&& self, std::size_t index, int below) -> void {
        NodeBytes node{};
        std::copy_n(image.begin() + static_cast<std::ptrdiff_t>(index * L::size), L::size,
                    node.begin());
        text += board_text(node);
        if (below == 0) return;
        for (std::size_t child = 0; child < tree[index].child_count; ++child) {
            self(self, tree[index].first_child + child, below - 1);
        }
    };
    add(add, 0, depth);
    return text;
}

std::string thinking_text(int depth, int used, std::size_t nodes, std::size_t room) {
    std::string text;
    for (int too_deep = depth; too_deep > used; --too_deep) {
        text += fmt::format("PENSANDO: {:.>{}}\rMEMORIA INSUFICIENTE, PROFUNDIDAD {}\r", "",
                            std::max<std::size_t>(room, 1) - 1, too_deep);
    }
    if (used >= 0) text += fmt::format("PENSANDO: {:.>{}}\r", "", nodes - 1);
    if (used >= 0 && used != depth) text += fmt::format("PROFUNDIDAD USADA: {}\r", used);
    return text;
}

std::string Dialogue::begin() {
    wants_ = Wants::depth;
    return fmt::format("\x93RYG {}: EL RATON Y LOS GATOS\r\r{}", number_, depths_.question);
}

std::string Dialogue::answer_depth(char key) {
    const auto depth = depths_.keys.find(key);
    if (depth == std::string_view::npos) {
        return fmt::format("{}{}", wrong_key, depths_.question);
    }
    options_.depth = static_cast<int>(depth) + 1;
    wants_ = Wants::row;
    return {key, '\r'};
}

std::string Dialogue::answer_move(char key) {
    if (!is_between(key, '0', '7')) {
        wants_ = Wants::row;
        return fmt::format("{}{}", wrong_key, move_question);
    }
    if (wants_ == Wants::row) {
        row_ = key - '0';
        wants_ = Wants::column;
        return {key};
    }
    column_ = key - '0';
    const bool legal = is_legal(position_, {position_.mouse, asked()});
    wants_ = legal ? Wants::nothing : Wants::row;
    return fmt::format("{}\r", key) + (legal ? "" : fmt::format("{}{}", wrong_move, move_question));
}

std::string Dialogue::type(char key) {
    if (wants_ == Wants::any_key) return begin();
    if (wants_ == Wants::depth) {
        const std::string text = answer_depth(key);
        if (wants_ == Wants::depth) return text;
        position_ = start_position();
        board_ = board_bytes(position_);
        searched_.reset();
        return text + board_text(board_) + std::string(move_question);
    }
    std::string text = answer_move(key);
    if (wants_ == Wants::nothing) text += mouse_goes();
    return text;
}

std::string Dialogue::mouse_goes() {
    position_ = apply(position_, {position_.mouse, asked()});
    board_ = board_bytes(position_, 0, board_[L::value]);
    const std::string text = board_text(board_);
    if (options_.version >= Version::v15 && is_over(position_)) {
        wants_ = Wants::any_key;
        return text + std::string(mouse_wins);
    }
    searched_position_ = position_;
    ++searches_;
    return text + cats_go();
}

std::string Dialogue::cats_go() {
    searched_ = search(position_, options_);
    const std::size_t room = (tree_end_of(options_) - options_.tree_base) / L::size;
    const std::string text =
        thinking_text(options_.depth, searched_->depth_used, searched_->nodes, room);
    if (options_.version <= Version::v13) {
        return text + tree_text(searched_->tree, options_.tree_base, searched_->depth_used);
    }
    return text + answer(searched_->move, searched_->value);
}

std::string Dialogue::answer(std::optional<Move> move, Byte value) {
    if (move) {
        position_ = apply(position_, *move);
        board_ = board_bytes(position_, 0, value);
    }
    position_.side = Side::mouse;  // also where the cats do not move
    const bool over = options_.version >= Version::v15 && is_over(position_);
    wants_ = over ? Wants::any_key : Wants::row;
    return board_text(board_) + std::string(over ? cats_win : move_question);
}

}  // namespace ryg::engine::ryg1
