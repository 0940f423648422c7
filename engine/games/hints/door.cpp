// Joins the hint finder on the 6502 and the native ones: boards, and what is left of a search.
#include <fmt/format.h>

#include "engine/games/hints/game.hpp"
#include "engine/games/hints/native/board_text.hpp"
#include "engine/games/hints/native/find_plain.hpp"
#include "engine/games/hints/native/finders.hpp"
#include "engine/games/hints/native/memory.hpp"
#include "engine/games/hints/native/sample_boards.hpp"
#include "engine/harness/make.hpp"

namespace ryg::engine {
namespace hints {
namespace {

using harness::Expected;
using harness::Host;
using harness::Setting;
using Trial = harness::Trial<Board>;

enum Column : std::uint8_t { boards, changed, comparisons, hints };

/// What findHints leaves, and then listHints.
class Finds final : public harness::Twin<Board> {
  public:
    explicit Finds(const Host& host) : labels_(host.labels()) {}

    void search(const Board& board, Expected& expected) override {
        const HintList found = find_plain(board);
        const Memory memory = memory_after(board, found);
        const auto add = [&](std::string_view label, std::span<const emu::Byte> bytes) {
            expected.add(label, labels_.at(label), bytes);
        };
        expected.limit = 1'000'000;
        add("board", board.cells());
        add("masks", memory.masks);
        add("along", memory.along);
        add("across", memory.across);
        add("right", memory.right);
        add("down", memory.down);
        expected.add_number("numHints", labels_.at("numHints"), found.size());
        add("hintList", memory.list);
        expected.outcome.value = static_cast<emu::Byte>(found.size());
    }

    [[nodiscard]] std::vector<harness::Spot> order(const Expected& expected,
                                                   std::size_t stage) const override {
        std::vector<harness::Spot> spots = expected.spots(stage);
        for (harness::Spot& spot : spots) {
            const std::string_view label = expected.fields()[spot.field].label;
            if (label == "numHints" || label == "hintList") spot.routine = 1;
        }
        return spots;
    }

  private:
    const c64::Labels& labels_;
};

std::string text_of(const HintList& list) {
    std::string text;
    for (const Hint& hint : list) text += (text.empty() ? "" : ", ") + to_text(hint);
    return text.empty() ? "none" : text;
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
                                      .native = text_of(finders.plain()),
                                      .assembly = text_of(finders.found()),
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

constexpr std::uint64_t adversarial_count = 4016;

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
    constexpr std::uint32_t tallest = 200;
    Random random(trial.random.next() + 2);
    const int rows = 1 + static_cast<int>(random.below(tallest)),
              columns = 1 + static_cast<int>(random.below(most_columns));
    compare_natives(trial, varied_board(random, rows, columns), "random", &random);
}

}  // namespace

HintList hints_in(const Host& host) {
    return hints_of(host.bytes_at("hintList", host.byte_at("numHints")));
}

const harness::Door<Board>& door() {
    // Numbers chosen so that the default `verify` takes a few seconds on two cores.
    static const harness::Door<Board> made{
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
        .twin = [](const Host& host, const Setting&) -> harness::TwinOf<Board> {
            return std::make_unique<Finds>(host);
        },
        .draw = [](const Host&, std::uint64_t,
                   Random& random) { return varied_board(random, word_side, word_side); },
        .usual_positions = 20'000,
        .also = [](Trial& trial,
                   const Board& board) { compare_natives(trial, board, "drawn", nullptr); },
        .takes = fits_words,
        .kinds = {{"adversarial", "boards of the 4016 that are made to be difficult",
                   adversarial_count, 1, try_adversarial},
                  {"boards", "random boards of 8 x 8, for the native finders", 300'000, 1,
                   try_natives},
                  {"sizes", "random boards of other sizes, for the native finders", 3'000, 1,
                   try_other_sizes}},
        .columns = {{"boards", "boards", 9},
                    {"changed", "changed", 9},
                    {"comparisons", "comparisons", 12},
                    {"hints", ""}},
        .about =
            R"(Finds the hints of adversarial and random match-three boards by nested loops, by bit masks
of any size, by bit masks in words, by bytes in words and with the 6502 program, and
compares: the same hints in the same order; of the 6502 its masks, too. Each native board is
then changed in one cell, masks and all, and compared again. Reports the first difference
and exits with 1 if there is one.)",
        .contracts = suite,
        .search = search_task(),
        .bench = bench_task()};
    return made;
}

}  // namespace hints

const harness::Game& hints_game() {
    static const harness::Game made = harness::make(hints::door());
    return made;
}

}  // namespace ryg::engine
