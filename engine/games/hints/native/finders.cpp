// Finders by name, and each of them compared with the plain one.
#include "engine/games/hints/native/finders.hpp"

#include "engine/games/hints/native/board.hpp"

namespace ryg::engine::hints {
HintList find_by(std::string_view finder, const Board& board) {
    if (finder == "plain") return find_plain(board);
    HintList found;
    if (finder == "bytes") {
        list(ByteBoard(board).find(), found);
    } else if (fits_words(board)) {
        list(WordBoard(board).find(), found);
    } else {
        HintMasks masks;
        MaskBoard(board).find(masks);
        masks.list(found);
    }
    return found;
}

Finders::Finders(const Board& board) : board_(board), masks_(board) {
    if (!fits_words(board)) return;
    words_.emplace(board);
    bytes_.emplace(board);
}

void Finders::place(int row, int column, Kind kind) {
    if (words_) {
        words_->place(row, column, board_.at(row, column), kind);
        bytes_->place(row, column, kind);
    }
    board_.place(row, column, kind);
    masks_.place(row, column, kind);
}

std::string_view Finders::compare() {
    find_plain(board_, plain_);
    masks_.find(found_masks_);
    found_masks_.list(found_);
    if (found_ != plain_) return "masks";
    if (!words_) return "";
    list(words_->find(), found_);
    if (found_ != plain_) return "words";
    list(bytes_->find(), found_);
    return found_ == plain_ ? "" : "bytes";
}

}  // namespace ryg::engine::hints
