// `ryg hints`: the swaps worth making on a match-three board, by any of the finders.
#include <fmt/format.h>
#include <iostream>
#include <iterator>

#include "app/verb.hpp"
#include "engine/hints/engine.hpp"
#include "engine/hints/native/board_text.hpp"
#include "engine/hints/native/byte_board.hpp"
#include "engine/hints/native/find_plain.hpp"
#include "engine/hints/native/mask_board.hpp"
#include "engine/hints/native/sample_boards.hpp"

namespace ryg::app {
namespace {

using namespace ryg::engine::hints;

constexpr Help help{
    "hints [BOARD|-] [options]",
    "Shows the swaps of two neighbouring stones, of different kinds, that put one of them into\n"
    "a row or column of three or more of its kind. In order: by row, by column, right before\n"
    "down. BOARD is rows from the top, divided by '/' or line breaks: A to Z a stone, '.' an\n"
    "empty cell; '-' reads it from the standard input. Rows and columns count from 0.\n"
    "Engines: plain (nested loops) and bits (masks) take any board up to 64 columns and 16\n"
    "kinds; bytes (eight cells in a word) and asm (the 6502 program) take 8 x 8.",
    "./ryg hints AABA/BCDC/CDAD\n"
    "./ryg hints --random 8x8 --kinds 6 --seed 7 --engine asm\n"
    "./ryg hints - --json < board.txt"};

constexpr int most_random_rows = 100'000;

struct Found {
    HintList hints;
    std::optional<emu::Cycle> cycles{};  ///< the native finders have none
};

Found find_with(const std::string& engine, const Board& board) {
    const bool fits_words = board.rows() == word_side && board.columns() == word_side;
    if ((engine == "asm" || engine == "bytes") && !fits_words) {
        throw Trouble(
            fmt::format("--engine {}: takes 8 x 8, the board is {} x {}: use bits or "
                        "plain",
                        engine, board.rows(), board.columns()));
    }
    Found found;
    if (engine == "plain") {
        found.hints = find_plain(board);
    } else if (engine == "bytes") {
        list(ByteBoard(board).find(), found.hints);
    } else if (engine == "asm") {
        AsmHintsFound on_machine = AsmHints().find(board);
        found = {std::move(on_machine.hints), on_machine.cycles};
    } else if (engine != "bits") {
        throw Trouble(
            fmt::format("--engine: there is no '{}': use bits, bytes, plain or asm", engine));
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
NamedBoard random_from(const Parsed& parsed) {
    const auto& size = parsed.get<std::string>("random");
    const std::size_t cross = size.find('x');
    if (cross == std::string::npos) {
        throw Trouble(
            fmt::format("--random: '{}' is no size: use rows x columns, such as 8x8", size));
    }
    const auto number = [&](std::string_view text, std::string_view option, int greatest) {
        const auto value = parse_number(text, option, static_cast<std::uint64_t>(greatest));
        check_range(static_cast<std::int64_t>(value), 1, greatest, option);
        return static_cast<int>(value);
    };
    const int rows = number(std::string_view(size).substr(0, cross), "random", most_random_rows);
    const int columns = number(std::string_view(size).substr(cross + 1), "random", most_columns);
    const int kinds = number(parsed.get<std::string>("kinds"), "kinds", most_kinds);
    engine::Random random(parse_number(parsed.get<std::string>("seed"), "seed", ~std::uint64_t{0}));
    return {random_board(random, rows, columns, kinds), std::string(usual_letters)};
}

NamedBoard board_from(const Parsed& parsed) {
    if (parsed.has("random")) {
        if (parsed.has("board")) throw Trouble("--random and a board: give one of them");
        return random_from(parsed);
    }
    if (!parsed.has("board")) {
        throw Trouble("no board: give its rows, such as AABA/BCDC/CDAD, or - or --random 8x8");
    }
    for (const char* option : {"kinds", "seed"}) {
        if (!parsed.values[option].defaulted()) {
            throw Trouble(fmt::format("--{}: is for --random; the board has its own", option));
        }
    }
    const auto& text = parsed.get<std::string>("board");
    if (text != "-") return parse_board(text);
    return parse_board(std::string(std::istreambuf_iterator<char>(std::cin), {}));
}

void print_json(const std::string& engine, const NamedBoard& named, const Found& found) {
    Json json{{"rows", named.board.rows()},
              {"columns", named.board.columns()},
              {"kinds", named.board.kinds()},
              {"board", to_text(named.board, named.letters)},
              {"engine", engine},
              {"cycles", found.cycles ? Json(*found.cycles) : Json()},
              {"count", found.hints.size()},
              {"hints", Json::array()}};
    for (const Hint& hint : found.hints) {
        json["hints"].push_back({{"row", hint.row},
                                 {"column", hint.column},
                                 {"direction", std::string(name_of(hint.toward))}});
    }
    print(json);
}

void print_text(const std::string& engine, const NamedBoard& named, const Found& found) {
    fmt::print("{}\n\n", to_text(named.board, named.letters, '\n'));
    fmt::print("{} hint{} ({}{})\n", found.hints.size(), found.hints.size() == 1 ? "" : "s", engine,
               found.cycles ? fmt::format(", {} cycles", *found.cycles) : "");
    if (!found.hints.empty()) fmt::print("   row  column\n");
    for (const Hint& hint : found.hints) {
        fmt::print("{:>6} {:>7}  {}\n", hint.row, hint.column, name_of(hint.toward));
    }
}

}  // namespace

Exit hints(Arguments arguments) {
    options::options_description own("What to look at");
    own.add_options()("board", options::value<std::string>(), "the board; a bare word is one too")(
        "random", options::value<std::string>(), "a random board instead: rows x columns")(
        "kinds", options::value<std::string>()->default_value("6"), "of stones on it, 1 to 16")(
        "seed", options::value<std::string>()->default_value("1"), "of the random board")(
        "engine", options::value<std::string>()->default_value("bits"),
        "who looks: bits, bytes, plain or asm");
    const Parsed parsed = parse(arguments, help, own, {"board"});
    if (parsed.helped) return exit_done;

    const NamedBoard named = board_from(parsed);
    const auto& engine = parsed.get<std::string>("engine");
    const Found found = find_with(engine, named.board);
    parsed.json() ? print_json(engine, named, found) : print_text(engine, named, found);
    return exit_done;
}

}  // namespace ryg::app
