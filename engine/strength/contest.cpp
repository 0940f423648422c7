// Work items for threads: choose a move, play a game, compare two choices.
#include "engine/strength/contest.hpp"

#include <algorithm>

#include "engine/work/pieces.hpp"

namespace ryg::engine {

using indexing::position_at;

namespace {

/// A separate generator for each work item, so that results do not depend on threads or stops.
Random random_of(std::uint64_t seed, std::uint64_t piece) {
    return Random(Random(seed + 0x10001 * piece).next());
}

Byte place_of(Move move, const Position& position) {
    const MoveList moves = generate_moves(position);
    return static_cast<Byte>(std::find(moves.begin(), moves.end(), move) - moves.begin());
}

work::PieceOptions pieces_of(const StrengthOptions& options) {
    return {options.jobs, options.stop, options.progress};
}

}  // namespace

Examination::Examination(const Solution& solution, Side side)
    : solution_(solution),
      side_(side),
      won_(won_positions(solution, side)),
      reachable_(reachable_positions()) {
    Chance sum;
    std::uint64_t critical = 0;
    for (const PositionIndex index : won_) {
        const Share keeping = keeping_moves(solution, position_at(index));
        sum.all += keeping.percent();
        if (keeping.count == keeping.of) continue;
        sum.critical += keeping.percent();
        ++critical;
        if (!reachable_[index]) continue;
        sum.reachable += keeping.percent();
        game_starts_.push_back(index);
    }
    chance_ = {sum.all / static_cast<double>(won_.size()),
               sum.critical / static_cast<double>(critical),
               sum.reachable / static_cast<double>(game_starts_.size())};
}

/// One measurement: work items are the positions, then the games, kind by kind.
class Examination::Run {
  public:
    Run(const Examination& examination, const StrengthOptions& options)
        : exam_(examination),
          options_(options),
          asked_(examination.draw(options.positions, options.seed)),
          answers_(asked_.size()) {
        const auto add = [&](GameKind kind) {
            kinds_.insert(kinds_.end(), static_cast<std::size_t>(options.games), kind);
        };
        if (!exam_.game_starts_.empty()) add(GameKind::from_won);
        if (exam_.solution_[start_position()].winner == exam_.side_) {
            add(GameKind::from_start);
            add(GameKind::wandering);
        }
        games_.resize(kinds_.size());
    }

    [[nodiscard]] std::size_t pieces() const { return answers_.size() + games_.size(); }

    void work(Contestant& contestant, std::size_t piece) {
        if (piece < asked_.size()) {
            contestant.begin(position_at(asked_[piece]));
            answers_[piece] = contestant.choose();
            return;
        }
        const std::size_t game = piece - asked_.size();
        Random random = random_of(options_.seed, game);
        Position start = start_position();
        if (kinds_[game] == GameKind::from_won) {
            const auto count = static_cast<std::uint32_t>(exam_.game_starts_.size());
            start = position_at(exam_.game_starts_[random.below(count)]);
        }
        const auto opponent =
            kinds_[game] == GameKind::wandering ? Opponent::wandering : Opponent::perfect;
        games_[game] = play_game(contestant, exam_.side_, start, opponent, exam_.solution_, random);
    }

    [[nodiscard]] Strength result(bool stopped, bool remembers) const {
        Strength strength;
        strength.stopped = stopped;
        ChosenMoves choices(indexing::position_count, no_choice);
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            if (answers_[i]) judge(asked_[i], *answers_[i], strength, choices);
        }
        for (std::size_t i = 0; i < games_.size(); ++i) {
            if (games_[i]) count(kinds_[i], *games_[i], strength);
        }
        if (!stopped && !remembers && asked_.size() == exam_.won_.size()) {
            const auto wins = wins_against_all(exam_.side_, choices);
            strength.any_defence.emplace();
            for (const PositionIndex index : exam_.won_) strength.any_defence->add(wins[index]);
        }
        return strength;
    }

  private:
    enum class GameKind : std::uint8_t { from_won, from_start, wandering };

    void judge(PositionIndex index, const Choice& choice, Strength& strength,
               ChosenMoves& choices) const {
        const Position position = position_at(index);
        const Share keeping = keeping_moves(exam_.solution_, position);
        bool kept = false;
        if (choice.move) {
            kept = exam_.solution_[apply(position, *choice.move)].winner == exam_.side_;
            choices[index] = place_of(*choice.move, position);
        } else {
            ++strength.without_move;
        }
        strength.all.add(kept);
        if (keeping.count < keeping.of) {
            strength.critical.add(kept);
            if (exam_.reachable_[index]) strength.reachable.add(kept);
        }
        strength.shallower += choice.full_depth ? 0U : 1U;
    }

    static void count(GameKind kind, const PlayedGame& game, Strength& strength) {
        if (kind == GameKind::from_won) {
            strength.games.add(game.won);
            return;
        }
        (kind == GameKind::from_start ? strength.from_start : strength.wandering).add(game.won);
        auto& shortest = strength.lost_game;
        if (!game.won && (shortest.empty() || game.moves.size() < shortest.size())) {
            shortest = game.moves;
        }
    }

    const Examination& exam_;
    const StrengthOptions& options_;
    std::vector<PositionIndex> asked_;
    std::vector<std::optional<Choice>> answers_;
    std::vector<GameKind> kinds_;
    std::vector<std::optional<PlayedGame>> games_;
};

Strength Examination::measure(const MakeContestant& make, bool remembers,
                              const StrengthOptions& options) const {
    Run run(*this, options);
    const bool finished = work::do_pieces(run.pieces(), pieces_of(options), [&] {
        return [&run, contestant = make()](std::size_t piece) { run.work(*contestant, piece); };
    });
    return run.result(!finished, remembers);
}

std::vector<PositionIndex> Examination::draw(std::uint64_t count, std::uint64_t seed) const {
    std::vector<PositionIndex> drawn = won_;
    Random random(seed);
    for (std::size_t i = drawn.size(); i > 1; --i) {
        std::swap(drawn[i - 1], drawn[random.below(static_cast<std::uint32_t>(i))]);
    }
    if (count != 0 && count < drawn.size()) drawn.resize(static_cast<std::size_t>(count));
    return drawn;
}

Agreement compare_choices(const MakeContestant& native, const MakeContestant& assembly,
                          std::span<const PositionIndex> positions,
                          const StrengthOptions& options) {
    Agreement agreement;
    work::Mutex guard;
    std::size_t first = positions.size();
    work::do_pieces(positions.size(), pieces_of(options), [&] {
        return [&, one = native(), other = assembly()](std::size_t piece) {
            const Position position = position_at(positions[piece]);
            one->begin(position);
            other->begin(position);
            const ChoiceDifference both{position, one->choose().move, other->choose().move};
            const work::Guard lock(guard);
            ++agreement.compared;
            if (both.native == both.assembly || piece >= first) return;
            first = piece;
            agreement.difference = both;
        };
    });
    return agreement;
}

}  // namespace ryg::engine
