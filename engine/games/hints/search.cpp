// `search` of the hint finder: the hints on one board, by any of the finders.
#include <fmt/format.h>

#include "c64/program/numbers.hpp"
#include "engine/games/hints/game.hpp"
#include "engine/games/hints/native/board_text.hpp"
#include "engine/games/hints/native/finders.hpp"
#include "engine/games/hints/native/sample_boards.hpp"

namespace ryg::engine::hints {
namespace {

using work::Values;

struct Found {
    HintList hints;
    std::optional<emu::Cycle> cycles{};  ///< of the 6502
};

Found find_with(const std::string& engine, const Board& board, const c64::Setup& setup) {
    if ((engine == "asm" || engine == "bytes") && !fits_words(board)) {
        throw BoardError(
            fmt::format("--engine {}: takes 8 x 8, the board is {} x {}: use bits or plain", engine,
                        board.rows(), board.columns()));
    }
    if (engine != "asm") return {find_by(engine, board)};
    harness::Searcher searcher(door(), {"hints"}, c64::from_embedded(images::hints), setup);
    const emu::Cycle cycles = searcher.search(board);
    return {hints_in(searcher.host), cycles};
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

work::Report search(const harness::Order& order, const harness::Watch&) {
    const Values& values = order.values;
    const NamedBoard named = board_from(values);
    const Board& board = named.board;
    const std::string engine = values.text("engine");
    const Found found = find_with(engine, board, order.setup());
    std::string text =
        fmt::format("{}\n\n{} hint{} ({}{})\n{}", to_text(board, named.letters, '\n'),
                    found.hints.size(), found.hints.size() == 1 ? "" : "s", engine,
                    found.cycles ? fmt::format(", {} cycles", *found.cycles) : "",
                    found.hints.empty() ? "" : "   row  column\n");
    work::Rows hints;
    for (const Hint& hint : found.hints) {
        text += fmt::format("{:>6} {:>7}  {}\n", hint.row, hint.column, name_of(hint.toward));
        hints.push_back(work::Record{
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

}  // namespace

harness::Task search_task() {
    harness::Task job;
    job.about =
        R"(Shows the swaps of two neighbouring stones, of different kinds, that put one of them into
a row or column of three or more of its kind. In order: by row, by column, right before
down. A board is its rows from the top, divided by '/' or line breaks: A to Z a stone,
'.' an empty cell; '-' reads it from the standard input. Rows and columns count from 0.
Engines: plain (nested loops) and bits (masks) take any board up to 64 columns and 16
kinds; bytes (eight cells in a word) and asm (the 6502 program) take 8 x 8.)";
    job.options = {
        {.name = "board",
         .help = "the board",
         .excludes = {"random", "kinds", "seed"},
         .reads_input = true},
        {"random", "a random board instead: rows x columns"},
        work::number_option("kinds", "of stones on it, 1 to 16", "6", 1, most_kinds),
        work::number_option("seed", "of the random board", "1"),
        work::choice_option("engine", "the finder", "bits", {"bits", "bytes", "plain", "asm"})};
    job.examples = {{{"board", "AABA/BCDC/CDAD"}},
                    {{"random", "8x8"}, {"kinds", "6"}, {"seed", "7"}, {"engine", "asm"}}};
    job.run = search;
    return job;
}

}  // namespace ryg::engine::hints
