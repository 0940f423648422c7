// Boards, and the plain finder against all others on each of them.
#include <algorithm>
#include <fmt/format.h>

#include "engine/common/players.hpp"
#include "engine/games/hints/engine.hpp"
#include "engine/games/hints/game.hpp"
#include "engine/games/hints/native/board_text.hpp"
#include "engine/games/hints/native/byte_board.hpp"
#include "engine/games/hints/native/find_plain.hpp"
#include "engine/games/hints/native/mask_board.hpp"
#include "engine/games/hints/native/sample_boards.hpp"
#include "engine/games/hints/native/word_board.hpp"

namespace ryg::engine::hints {

using work::Column;
using work::Data;
using work::RowOutcome;
using work::Sum;

namespace {

enum Count { boards, changed, comparisons, hints, asm_boards, cycles, least, most, differences };
constexpr std::array<Column, 9> columns{{{"boards", "boards", 9},
                                         {"changed", "changed", 9},
                                         {"comparisons", "comparisons", 12},
                                         {"hints", ""},
                                         {"asm_boards", "6502", 10},
                                         {"cycles", ""},
                                         {"", "", 0, Sum::least},
                                         {"", "", 0, Sum::most},
                                         {"differences", "differences", 12}}};

enum class Sort { one, adversarial, random, sizes, with_asm };

/// Pieces of one sort, and the boards of all of them.
struct Run {
    std::size_t row;
    Sort sort;
    std::uint64_t boards;
};

constexpr std::uint64_t boards_a_piece = 500;
/// Boards of other sizes are large: there is one for each hundred of 8 x 8.
constexpr std::uint64_t boards_a_size = 100;
constexpr int tallest = 200;

struct Work {
    work::Runs<Run> plan;
    std::uint64_t seed = 1;
    AsmHints program;
    std::optional<Board> board;  ///< only this one
    std::vector<SampleBoard> adversarial{};
};

std::string text_of(const HintList& list) {
    std::string text;
    for (const Hint& hint : list) text += (text.empty() ? "" : ", ") + to_text(hint);
    return text.empty() ? "none" : text;
}

/// A cell of a board, and what shall lie there instead.
struct Change {
    int row, column;
    Kind before, now;
};

Change draw_change(const Board& board, Random& random) {
    const auto below = [&](int count) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    };
    const int row = below(board.rows()), column = below(board.columns());
    return {row, column, board.at(row, column), static_cast<Kind>(below(board.kinds() + 1))};
}

/// Compares boards and adds up what came of it.
class Comparer {
  public:
    RowOutcome outcome;

    Comparer() { outcome.counts.resize(columns.size()); }

    /// Finds the hints of a board by every native finder, and by the 6502 if there is one and the
    /// board fits it. With `random`, changes one cell of every board of masks, and compares again.
    void compare(const Board& given, std::string_view name, AsmHints* assembly, Random* random);

  private:
    void check(const Board& board, std::string_view name, std::string_view finder,
               const HintList& found, std::string_view fault = {}, std::string by = {}) {
        ++outcome.counts[comparisons];
        if (found == plain_ && fault.empty()) return;
        ++outcome.counts[differences];
        if (outcome.first) return;
        const std::string text = to_text(board);
        outcome.first = {.position = text,
                         .where = "that is",
                         .place = std::string(name),
                         .field = "",
                         .native = text_of(plain_),
                         .assembly = fault.empty() ? text_of(found) : std::string(fault),
                         .native_name = "plain",
                         .assembly_name = std::string(finder),
                         .written_by = std::move(by),
                         .again = {"hints", {{"board", text}}}};
    }

    void compare_with_assembly(const Board& board, std::string_view name, AsmHints& assembly) {
        AsmHintsFound found;
        try {
            found = assembly.find(board);
        } catch (const harness::EngineFault& fault) {
            found_.clear();
            return check(board, name, "asm", found_, fault.what(), fault.by);
        }
        work::Counts one(columns.size());
        one[asm_boards] = 1;
        one[cycles] = one[least] = one[most] = found.cycles;
        harness::add(columns, outcome.counts, one);
        const bool differs = found.hints != plain_ && !outcome.first;
        check(board, name, "asm", found.hints, {},
              differs ? assembly.writer_of_difference(board, plain_) : std::string());
    }

    HintList plain_, found_;  // kept for their memory
    HintMasks masks_;
};

void Comparer::compare(const Board& given, std::string_view name, AsmHints* assembly,
                       Random* random) {
    ++outcome.counts[boards];
    Board board = given;
    const bool fits_words = board.rows() == word_side && board.columns() == word_side;
    MaskBoard masks(board);
    std::optional<WordBoard> words;
    std::optional<ByteBoard> bytes;
    if (fits_words) {
        words.emplace(board);
        bytes.emplace(board);
    }
    const auto check_native = [&](std::string_view what) {
        find_plain(board, plain_);
        outcome.counts[hints] += plain_.size();
        masks.find(masks_);
        masks_.list(found_);
        check(board, what, "masks", found_);
        if (!fits_words) return;
        list(words->find(), found_);
        check(board, what, "words", found_);
        list(bytes->find(), found_);
        check(board, what, "bytes", found_);
    };
    check_native(name);
    if (fits_words && assembly != nullptr) compare_with_assembly(board, name, *assembly);
    if (random == nullptr) return;

    const Change change = draw_change(board, *random);
    board.place(change.row, change.column, change.now);
    masks.place(change.row, change.column, change.now);
    if (fits_words) {
        words->place(change.row, change.column, change.before, change.now);
        bytes->place(change.row, change.column, change.now);
    }
    ++outcome.counts[changed];
    check_native(fmt::format("{}, ({},{}) changed", name, change.row, change.column));
}

RowOutcome do_piece(const Run& run, std::uint64_t index, const Work& work, AsmHints& assembly) {
    const std::uint64_t first = index * boards_a_piece;
    const std::uint64_t end = std::min(first + boards_a_piece, run.boards);
    // A step of the generator away from its neighbour, a seed would give the same boards again.
    Random random(
        Random(work.seed + 0x10001 * first + 0x1'0000'0000'0000 * static_cast<unsigned>(run.sort))
            .next());
    Comparer comparer;
    const bool with_asm = run.sort != Sort::random && run.sort != Sort::sizes;
    const bool changes = run.sort != Sort::one && run.sort != Sort::with_asm;
    const auto below = [&random](int count) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    };
    for (std::uint64_t i = first; i < end; ++i) {
        SampleBoard sample{"random", Board(1, 1, 1)};
        if (run.sort == Sort::one) {
            sample = {"given", *work.board};
        } else if (run.sort == Sort::adversarial) {
            sample = work.adversarial[i];
        } else if (run.sort == Sort::sizes) {
            const int rows = 1 + below(tallest);
            sample.board = varied_board(random, rows, 1 + below(most_columns));
        } else {
            sample.board = varied_board(random, word_side, word_side);
        }
        comparer.compare(sample.board, sample.name, with_asm ? &assembly : nullptr,
                         changes ? &random : nullptr);
    }
    comparer.outcome.row = run.row;
    return std::move(comparer.outcome);
}

double mean_cycles(const work::Row& row) {
    if (row.counts[asm_boards] == 0) return 0;
    return static_cast<double>(row.counts[cycles]) / static_cast<double>(row.counts[asm_boards]);
}

}  // namespace

work::Campaign plan_campaign(const work::Values& values, const c64::Image* instead,
                             const c64::Setup& setup) {
    work::Campaign campaign{.columns = columns, .rows = {}, .make_worker = {}};
    const auto work = std::make_shared<Work>(
        Work{.plan = {},
             .seed = values.number("seed"),
             .program = instead != nullptr ? AsmHints(*instead, setup) : AsmHints(setup),
             .board = {}});
    work->program.scatter(work->seed);
    const auto add = [&](const char* name, Sort sort, std::uint64_t count) {
        if (count == 0) return;
        work->plan.add({campaign.rows.size(), sort, count},
                       (count + boards_a_piece - 1) / boards_a_piece);
        campaign.rows.push_back({.name = name, .about = {{"name", name}}});
    };
    if (values.has("board")) {
        work->board = parse_board(values.text("board")).board;
        add("given", Sort::one, 1);
    } else {
        work->adversarial = adversarial_boards();
        add("adversarial", Sort::adversarial, work->adversarial.size());
        add("8 x 8, with 6502", Sort::with_asm, values.number("asm-boards"));
        add("8 x 8", Sort::random, values.number("boards"));
        add("other sizes", Sort::sizes, values.number("boards") / boards_a_size);
    }
    campaign.pieces = work->plan.pieces();
    campaign.make_worker = [work] {
        return [work, assembly = work->program](std::uint64_t piece) mutable {
            const auto& [run, index] = work->plan.at(piece);
            return do_piece(run, index, *work, assembly);
        };
    };
    campaign.tells_speed = false;
    campaign.remark = [](const work::Row& total) -> std::string {
        if (total.counts[asm_boards] == 0) return "";
        return fmt::format("6502 cycles a board: least {}, mean {:.0f}, most {}.\n",
                           total.counts[least], mean_cycles(total), total.counts[most]);
    };
    campaign.derived = [](const work::Row& row) {
        return Data::Fields{{"cycles_per_board", Data::Fields{{"least", row.counts[least]},
                                                              {"mean", mean_cycles(row)},
                                                              {"most", row.counts[most]}}}};
    };
    return campaign;
}

}  // namespace ryg::engine::hints
