// Pieces of work in a fixed order, each of many boards, taken by threads, added up in that order.
#include "engine/hints/campaign.hpp"

#include <algorithm>
#include <chrono>

#include "engine/harness/pieces.hpp"
#include "engine/hints/compare.hpp"
#include "engine/hints/native/sample_boards.hpp"
#include "engine/hints/native/word_board.hpp"
#include "engine/hints/programs.hpp"

namespace ryg::crosscheck {

using namespace ryg::engine::hints;

namespace {

enum class Sort { one, adversarial, random, sizes, with_asm };

struct Piece {
    std::size_t row;  ///< in the result
    Sort sort;
    std::uint64_t index;
    std::uint64_t boards;
};

constexpr std::uint64_t boards_a_piece = 500;
constexpr int tallest = 200;

class Campaign {
  public:
    explicit Campaign(const HintsCampaignOptions& options)
        : options_(options),
          program_(options.program ? *options.program
                                   : c64::from_embedded(*find_program(hints_programs(), "hints"))) {
        plan();
        outcomes_.resize(pieces_.size());
    }

    HintsCampaignResult run();

  private:
    struct Outcome {
        HintsCampaignRow row;
        std::optional<HintsDifference> first;
    };

    void plan();
    void add_pieces(const char* name, Sort sort, std::uint64_t boards);
    [[nodiscard]] Outcome do_piece(const Piece& piece, AsmHints& assembly) const;

    const HintsCampaignOptions& options_;
    c64::Image program_;
    std::vector<SampleBoard> adversarial_;
    std::vector<Piece> pieces_;
    std::vector<std::optional<Outcome>> outcomes_;
    HintsCampaignResult result_;
};

void Campaign::add_pieces(const char* name, Sort sort, std::uint64_t boards) {
    if (boards == 0) return;
    const std::size_t row = result_.rows.size();
    result_.rows.emplace_back().name = name;
    for (std::uint64_t begin = 0; begin < boards; begin += boards_a_piece) {
        pieces_.push_back({row, sort, begin, std::min(boards_a_piece, boards - begin)});
    }
}

void Campaign::plan() {
    if (options_.board) {
        add_pieces("given", Sort::one, 1);
        return;
    }
    if (options_.adversarial) adversarial_ = adversarial_boards();
    add_pieces("adversarial", Sort::adversarial, adversarial_.size());
    add_pieces("8 x 8, with 6502", Sort::with_asm, options_.asm_boards);
    add_pieces("8 x 8", Sort::random, options_.boards);
    add_pieces("other sizes", Sort::sizes, options_.sizes);
}

Campaign::Outcome Campaign::do_piece(const Piece& piece, AsmHints& assembly) const {
    HintsComparer comparer;
    // A step of the generator away from its neighbour, a seed would give the same boards again.
    engine::Random random(engine::Random(options_.seed + 0x10001 * piece.index +
                                         0x1'0000'0000'0000 * static_cast<unsigned>(piece.sort))
                              .next());
    for (std::uint64_t i = 0; i < piece.boards; ++i) {
        switch (piece.sort) {
            case Sort::one: comparer.compare(*options_.board, "given", &assembly); break;
            case Sort::adversarial: {
                const SampleBoard& sample = adversarial_[piece.index + i];
                comparer.compare(sample.board, sample.name, &assembly, &random);
                break;
            }
            case Sort::with_asm:
                comparer.compare(varied_board(random, word_side, word_side), "random", &assembly);
                break;
            case Sort::random:
                comparer.compare(varied_board(random, word_side, word_side), "random", nullptr,
                                 &random);
                break;
            case Sort::sizes: {
                const int rows = 1 + static_cast<int>(random.below(tallest));
                const int columns = 1 + static_cast<int>(random.below(most_columns));
                comparer.compare(varied_board(random, rows, columns), "random", nullptr, &random);
                break;
            }
        }
    }
    return {comparer.row, std::move(comparer.first)};
}

HintsCampaignResult Campaign::run() {
    const auto begin = std::chrono::steady_clock::now();
    do_pieces(pieces_.size(), {options_.jobs, options_.stop, options_.progress}, [this] {
        return [this, assembly = AsmHints(program_)](std::size_t index) mutable {
            outcomes_[index] = do_piece(pieces_[index], assembly);
        };
    });

    for (std::size_t index = 0; index < pieces_.size(); ++index) {
        const std::optional<Outcome>& outcome = outcomes_[index];
        if (!outcome) {
            result_.stopped = true;
            continue;
        }
        add(result_.rows[pieces_[index].row], outcome->row);
        add(result_.total, outcome->row);
        if (outcome->first && !result_.first) result_.first = outcome->first;
    }
    result_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return std::move(result_);
}

}  // namespace

HintsCampaignResult run_hints_campaign(const HintsCampaignOptions& options) {
    return Campaign(options).run();
}

}  // namespace ryg::crosscheck
