// The plain finder against the others, on a board and on the same board with one cell changed.
#include "engine/hints/compare.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/hints/native/board_text.hpp"
#include "engine/hints/native/byte_board.hpp"
#include "engine/hints/native/find_plain.hpp"

namespace ryg::crosscheck {

using namespace ryg::engine::hints;

namespace {

std::string text_of(const HintList& hints) {
    std::string text;
    for (const Hint& hint : hints) {
        if (!text.empty()) text += ", ";
        text += to_text(hint);
    }
    return text.empty() ? "none" : text;
}

/// A cell of a board, and what shall lie there instead.
struct Change {
    int row, column;
    Kind before, now;
};

Change draw_change(const Board& board, engine::Random& random) {
    const auto below = [&](int count) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    };
    const int row = below(board.rows()), column = below(board.columns());
    return {row, column, board.at(row, column), static_cast<Kind>(below(board.kinds() + 1))};
}

}  // namespace

void add(HintsCampaignRow& sum, const HintsCampaignRow& row) {
    if (row.asm_boards != 0) {
        sum.least_cycles =
            sum.asm_boards == 0 ? row.least_cycles : std::min(sum.least_cycles, row.least_cycles);
        sum.most_cycles = std::max(sum.most_cycles, row.most_cycles);
    }
    sum.boards += row.boards;
    sum.changed += row.changed;
    sum.comparisons += row.comparisons;
    sum.hints += row.hints;
    sum.asm_boards += row.asm_boards;
    sum.cycles += row.cycles;
    sum.differences += row.differences;
}

void HintsComparer::hold(const Board& board, std::string_view name, std::string_view finder,
                         const HintList& found) {
    ++row.comparisons;
    if (found == plain_) return;
    ++row.differences;
    if (first) return;
    const std::string text = to_text(board);
    first = HintsDifference{text,
                            std::string(name),
                            std::string(finder),
                            text_of(plain_),
                            text_of(found),
                            fmt::format("./ryg verify --game hints --board {}", text)};
}

void HintsComparer::compare_with_assembly(const Board& board, std::string_view name,
                                          AsmHints& assembly) {
    const AsmHintsFound found = assembly.find(board);
    HintsCampaignRow one;
    one.asm_boards = 1;
    one.cycles = one.least_cycles = one.most_cycles = found.cycles;
    add(row, one);
    hold(board, name, "asm", found.hints);
}

void HintsComparer::compare(const Board& given, std::string_view name, AsmHints* assembly,
                            engine::Random* random) {
    ++row.boards;
    Board board = given;
    const bool fits_words = board.rows() == word_side && board.columns() == word_side;
    MaskBoard masks(board);
    std::optional<WordBoard> words;
    std::optional<ByteBoard> bytes;
    if (fits_words) {
        words.emplace(board);
        bytes.emplace(board);
    }
    const auto hold_native = [&](std::string_view what) {
        find_plain(board, plain_);
        row.hints += plain_.size();
        masks.find(masks_);
        masks_.list(found_);
        hold(board, what, "masks", found_);
        if (!fits_words) return;
        list(words->find(), found_);
        hold(board, what, "words", found_);
        list(bytes->find(), found_);
        hold(board, what, "bytes", found_);
    };
    hold_native(name);
    if (fits_words && assembly != nullptr) compare_with_assembly(board, name, *assembly);
    if (random == nullptr) return;

    const Change change = draw_change(board, *random);
    board.place(change.row, change.column, change.now);
    masks.place(change.row, change.column, change.now);
    if (fits_words) {
        words->place(change.row, change.column, change.before, change.now);
        bytes->place(change.row, change.column, change.now);
    }
    ++row.changed;
    hold_native(fmt::format("{}, ({},{}) changed", name, change.row, change.column));
}

}  // namespace ryg::crosscheck
