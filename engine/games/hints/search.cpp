// `search` of the hint finder: the hints on one board, by any of the finders.
#include <fmt/format.h>

#include "c64/program/numbers.hpp"
#include "engine/games/hints/engine.hpp"
#include "engine/games/hints/game.hpp"
#include "engine/games/hints/native/board_text.hpp"
#include "engine/games/hints/native/byte_board.hpp"
#include "engine/games/hints/native/find_plain.hpp"
#include "engine/games/hints/native/mask_board.hpp"
#include "engine/games/hints/native/sample_boards.hpp"

namespace ryg::engine::hints {
namespace {

using work::Data;
using work::Values;

struct Found {
    HintList hints;
    std::optional<Cycle> cycles{};  ///< of the 6502
};

Found find_with(const std::string& engine, const Board& board, const c64::Setup& setup) {
    const bool fits_words = board.rows() == word_side && board.columns() == word_side;
    if ((engine == "asm" || engine == "bytes") && !fits_words) {
        throw BoardError(
            fmt::format("--engine {}: takes 8 x 8, the board is {} x {}: use bits or plain", engine,
                        board.rows(), board.columns()));
    }
    Found found;
    if (engine == "plain") {
        found.hints = find_plain(board);
    } else if (engine == "bytes") {
        list(ByteBoard(board).find(), found.hints);
    } else if (engine == "asm") {
        AsmHintsFound on_machine = AsmHints(setup).find(board);
        found = {std::move(on_machine.hints), on_machine.cycles};
    } else if (fits_words) {
        list(WordBoard(board).find(), found.hints);
    } else {
        HintMasks masks;
        MaskBoard(board).find(masks);
        masks.list(found.hints);
    }
    return found;
}

/// `8x8`: rows and columns.
NamedBoard random_from(const Values& values) {
    constexpr std::uint64_t most_rows = 100'000;
    const std::string size = values.text("random");
    const std::size_t cross = std::min(size.find('x'), size.size() - 1);
    const auto rows = c64::to_number(size.substr(0, cross)),
               columns = c64::to_number(size.substr(cross + 1));
    if (!rows || !columns || *rows < 1 || *rows > most_rows || *columns < 1 ||
        *columns > most_columns) {
        throw BoardError(fmt::format(
            "--random: '{}' is not a size: use rows x columns, such as 8x8, at most {}x{}", size,
            most_rows, most_columns));
    }
    Random random(values.number("seed"));
    return {random_board(random, static_cast<int>(*rows), static_cast<int>(*columns),
                         values.number<int>("kinds")),
            std::string(usual_letters)};
}

NamedBoard board_from(const Values& values) {
    if (values.has("random")) return random_from(values);
    if (values.has("board")) return parse_board(values.text("board"));
    throw BoardError(
        "no board: give --board and its rows, such as AABA/BCDC/CDAD, or --random 8x8");
}

}  // namespace

work::Report search_report(const Values& values, const c64::Setup& setup) {
    const NamedBoard named = board_from(values);
    const Board& board = named.board;
    const std::string engine = values.text("engine");
    const Found found = find_with(engine, board, setup);
    std::string text =
        fmt::format("{}\n\n{} hint{} ({}{})\n{}", to_text(board, named.letters, '\n'),
                    found.hints.size(), found.hints.size() == 1 ? "" : "s", engine,
                    found.cycles ? fmt::format(", {} cycles", *found.cycles) : "",
                    found.hints.empty() ? "" : "   row  column\n");
    Data::List hints;
    for (const Hint& hint : found.hints) {
        text += fmt::format("{:>6} {:>7}  {}\n", hint.row, hint.column, name_of(hint.toward));
        hints.push_back(Data::Fields{
            {"row", hint.row}, {"column", hint.column}, {"direction", name_of(hint.toward)}});
    }
    return {text,
            {{"rows", board.rows()},
             {"columns", board.columns()},
             {"kinds", board.kinds()},
             {"board", to_text(board, named.letters)},
             {"engine", engine},
             {"cycles", found.cycles},
             {"count", found.hints.size()},
             {"hints", std::move(hints)}}};
}

}  // namespace ryg::engine::hints
