// Joins the hint finder on the 6502 and the native ones: boards, what is left of a search, `search`.
#include <fmt/format.h>

#include "engine/claims/make.hpp"
#include "engine/claims/searcher.hpp"
#include "engine/claims/suite.hpp"
#include "engine/games/hints/game.hpp"
#include "engine/games/hints/native/board.hpp"
#include "engine/games/hints/native/board_text.hpp"
#include "engine/games/hints/native/finders.hpp"
#include "engine/games/hints/native/sample_boards.hpp"
#include "engine/games/hints/native/word_board.hpp"

namespace ryg::engine {
namespace hints {
namespace {

using claims::Expected;
using claims::Host;
using claims::Setting;
using claims::Trial;

enum HintsColumn : std::uint8_t { boards, changed, comparisons, hints };

/// What findHints leaves, and then listHints.
claims::Twin<Board> twin(const Host& host, const Setting&) {
    return [&labels = host.labels()](const Board& board, Expected& expected) {
        const HintList found = find_plain(board);
        expected.limit = 1'000'000;
        expected.add("board", labels.at("board"), board.cells());
        expected.add(labels, memory_of_runs(board));
        expected.add(labels, memory_of_masks(found));
        expected.made_by(1);
        expected.add(labels, memory_of_list(found));
        expected.outcome.value = static_cast<emu::Byte>(found.size());
    };
}

/// All native finders that can take the board, and with `random` once more when a cell has changed.
void compare_natives(Trial& trial, const Board& board, std::string_view name, Random* random) {
    Finders finders(board);
    const auto compare = [&](std::string_view then) {
        const std::string_view differing = finders.compare();
        trial.count(comparisons, finders.others());
        trial.count(hints, finders.plain().size());
        if (differing.empty()) return;
        trial.at(finders.board());
        trial.differ(work::Difference{.where = "that is",
                                      .place = fmt::format("{}{}", name, then),
                                      .field = "hints",
                                      .native = to_text(finders.plain()),
                                      .assembly = to_text(finders.found()),
                                      .native_name = "plain",
                                      .assembly_name = std::string(differing)});
    };
    trial.count(boards);
    compare("");
    if (random == nullptr) return;
    const auto below = [&](int count) {
        return static_cast<int>(random->below(static_cast<std::uint32_t>(count)));
    };
    const int row = below(board.rows()), column = below(board.columns());
    finders.place(row, column, static_cast<Kind>(below(board.kinds() + 1)));
    trial.count(changed);
    compare(", a cell changed");
}

// --- kinds of work ----------------------------------------------------------------------------------

void try_adversarial(Trial& trial) {
    static const std::vector<SampleBoard> all = adversarial_boards();
    const auto& [name, board] = all.at(trial.index % all.size());
    compare_natives(trial, board, name, &trial.random);
    if (fits_words(board)) trial.search(board);
}

/// Others than those that are drawn for the 6502.
void try_natives(Trial& trial) {
    Random random(trial.random.next() + 1);
    compare_natives(trial, varied_board(random, word_side, word_side), "random", &random);
}

void try_other_sizes(Trial& trial) {
    Random random(trial.random.next() + 2);
    const int rows = 1 + static_cast<int>(random.below(200)),
              columns = 1 + static_cast<int>(random.below(most_columns));
    compare_natives(trial, varied_board(random, rows, columns), "random", &random);
}

// --- search -----------------------------------------------------------------------------------------

NamedBoard board_from(const work::Values& values) {
    if (values.has("position")) return parse_board(values.text("position"));
    if (!values.has("random")) {
        throw BoardError(
            "no board: give --position and its rows, such as AABA/BCDC/CDAD, or --random 8x8");
    }
    Random random(values.number("seed"));
    return {random_board(random, values.text("random"), values.number<int>("kinds")),
            std::string(usual_letters)};
}

work::Report search(const claims::Order& order, const claims::Watch&) {
    const work::Values& values = order.values;
    const NamedBoard named = board_from(values);
    const Board& board = named.board;
    const std::string engine = values.text("engine");
    std::optional<emu::Cycle> cycles;
    HintList found;
    if (engine == "asm") {
        claims::Searcher searcher(door(), {"hints"}, c64::from_embedded(images::hints),
                                  order.setup());
        cycles = searcher.search(board);
        found = hints_of(searcher.host.bytes_at("hintList", searcher.host.byte_at("numHints")));
    } else {
        found = find_by(engine, board);
    }
    std::string text = fmt::format(
        "{}\n\n{} hint{} ({}{})\n{}", to_text(board, named.letters, '\n'), found.size(),
        found.size() == 1 ? "" : "s", engine, cycles ? fmt::format(", {} cycles", *cycles) : "",
        found.empty() ? "" : "   row  column\n");
    work::Rows hints;
    for (const Hint& hint : found) {
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
             {"cycles", cycles},
             {"count", found.size()},
             {"hints", std::move(hints)}}};
}

claims::Task search_task() {
    claims::Task job;
    job.about =
        R"(Shows the swaps of two neighbouring stones that put one of them into a row or column of three
or more of its kind. A board is its rows from the top, divided by '/' or line breaks: A to Z a
stone, '.' an empty cell; '-' reads it from the standard input. Rows and columns count from 0.
Engines: plain and bits take any board up to 64 columns and 16 kinds, bytes and asm 8 x 8.)";
    job.options = {
        {.name = "position",
         .help = "the board",
         .excludes = {"random", "kinds", "seed"},
         .reads_input = true},
        {"random", "a random board instead: rows x columns"},
        work::number_option("kinds", "number of kinds of stones on it, 1 to 16", "6", 1,
                            most_kinds),
        work::number_option("seed", "seed of the random board", "1"),
        work::choice_option("engine", "the finder", "bits", {"bits", "bytes", "plain", "asm"})};
    job.examples = {{{"position", "AABA/BCDC/CDAD"}},
                    {{"random", "8x8"}, {"kinds", "6"}, {"seed", "7"}, {"engine", "asm"}}};
    job.run = search;
    return job;
}

}  // namespace

const claims::Door<Board>& door() {
    static const claims::Door<Board> made{
        .name = "hints",
        .programs = {{.image = &images::hints}},
        .start = Board(word_side, word_side, 1),
        .read = [](const std::string& text) { return parse_board(text).board; },
        .write = [](const Board& board) { return to_text(board); },
        .put =
            [](Host& host, const Board& board, const Setting&) {
                need_word_side(board, "the 6502");
                std::uint64_t noise = 0;  // another one for each board
                for (const Kind kind : board.cells()) noise = 31 * noise + kind;
                host.scatter(noise);
                host.put("board", board.cells());
                host.set("numKinds", static_cast<emu::Byte>(board.kinds()));
            },
        .routines =
            [](const Setting&) {
                return std::vector<std::string_view>{"findHints", "listHints"};
            },
        .twin = twin,
        .draw = [](const Host&, std::uint64_t,
                   Random& random) { return varied_board(random, word_side, word_side); },
        .usual_positions = 20'000,
        .also = [](Trial& trial,
                   const Board& board) { compare_natives(trial, board, "drawn", nullptr); },
        .takes = fits_words,
        .kinds = {{"adversarial", "number of the 4016 adversarial boards to try", 4016, 1,
                   try_adversarial},
                  {"boards", "random boards of 8 x 8, for the native finders", 300'000, 1,
                   try_natives},
                  {"sizes", "random boards of other sizes, for the native finders", 3'000, 1,
                   try_other_sizes}},
        .columns = {{"boards", "boards"},
                    {"changed", "changed"},
                    {"comparisons", "comparisons"},
                    {"hints", ""}},
        .about =
            R"(Compares the hints of four native finders and of the 6502 program, and the program's masks, on
adversarial and random match-three boards; then again with one cell changed.)",
        .contracts = claims::for_checks(suite),
        .search = search_task(),
        .bench = bench_task()};
    return made;
}

}  // namespace hints

const claims::Game& hints_game() {
    static const claims::Game made = claims::make(hints::door());
    return made;
}

}  // namespace ryg::engine
