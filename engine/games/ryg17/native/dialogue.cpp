// The texts, and which of them follows which key.
#include "engine/games/ryg17/native/dialogue.hpp"

namespace ryg::engine::ryg17 {

using Texts = ryg1::Dialogue;
using ryg1::board_bytes;
using ryg1::board_text;

namespace {

const std::string move_question(Texts::move_question);

}  // namespace

std::string Dialogue::begin() {
    wants_ = Wants::depth;
    return "\x93RYG 17: EL RATON Y LOS GATOS\r\r" + std::string(depth_question);
}

std::string Dialogue::type(char key) {
    if (wants_ == Wants::any_key) return begin();
    if (wants_ != Wants::depth) return answer_move(key);
    const auto depth = depth_keys.find(key);
    if (depth == std::string_view::npos) return "\rTECLA NO VALIDA\r" + std::string(depth_question);
    depth_ = static_cast<int>(depth) + 1;
    wants_ = Wants::row;
    position_ = start_position();
    board_ = board_bytes(position_);
    return key + ('\r' + board_text(board_)) + move_question;
}

std::string Dialogue::answer_move(char key) {
    if (key < '0' || key > '7') {
        wants_ = Wants::row;
        return "\rTECLA NO VALIDA\r" + move_question;
    }
    if (wants_ == Wants::row) {
        row_ = key - '0';
        wants_ = Wants::column;
        return {key};
    }
    wants_ = Wants::row;
    const Square to = square_at(row_, key - '0');
    const std::string echo{key, '\r'};
    if (!is_legal(position_, {position_.mouse, to}))
        return echo + "JUGADA NO VALIDA\r" + move_question;
    return echo + mouse_goes(to);
}

std::string Dialogue::mouse_goes(Square to) {
    position_ = apply(position_, {position_.mouse, to});
    board_ = board_bytes(position_, 0, board_[ryg1::NodeLayout::value]);
    std::string text = board_text(board_);
    if (is_over(position_)) {
        wants_ = Wants::any_key;
        return text + std::string(Texts::mouse_wins);
    }
    searched_ = position_;
    ++searches_;
    const Found found = search_(position_, depth_);
    text += "PENSANDO: " + std::string(generate_moves(position_).size(), '.') + '\r';
    position_ = apply(position_, found.move.value());
    board_ = board_bytes(position_, 0, found.value);
    text += board_text(board_);
    if (!is_over(position_)) return text + move_question;
    wants_ = Wants::any_key;
    return text + std::string(Texts::cats_win);
}

}  // namespace ryg::engine::ryg17
