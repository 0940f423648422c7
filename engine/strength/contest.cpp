// Pieces of work taken by threads: a position to answer, a game to play, a choice to compare.
#include "engine/strength/contest.hpp"

#include <algorithm>

#include "engine/harness/pieces.hpp"

namespace ryg::crosscheck {

using engine::Position;
using engine::indexing::position_at;

namespace {

/// A generator of a piece's own, so that neither threads nor a stop change what others draw.
engine::Random random_of(std::uint64_t seed, std::uint64_t piece) {
    return engine::Random(engine::Random(seed + 0x10001 * piece).next());
}

engine::Byte place_of(engine::Move move, const Position& position) {
    const engine::MoveList moves = engine::generate_moves(position);
    return static_cast<engine::Byte>(std::find(moves.begin(), moves.end(), move) - moves.begin());
}

PieceOptions pieces_of(const StrengthOptions& options) {
    return {options.jobs, options.stop, options.progress};
}

/// `make_pair` gives a thread a function from a position to what both answer.
template <class MakePair>
Agreement compare(std::span<const PositionIndex> positions, const StrengthOptions& options,
                  const MakePair& make_pair) {
    std::vector<std::optional<ChoiceDifference>> differences(positions.size());
    std::atomic<std::uint64_t> compared = 0;
    do_pieces(positions.size(), pieces_of(options), [&] {
        return [&, both = make_pair()](std::size_t piece) {
            const Position position = position_at(positions[piece]);
            const auto [native, assembly] = both(position);
            if (native != assembly) differences[piece] = {position, native, assembly};
            ++compared;
        };
    });
    const auto first =
        std::ranges::find_if(differences, [](const auto& one) { return one.has_value(); });
    return {compared, first == differences.end() ? std::nullopt : *first};
}

}  // namespace

Examination::Examination(const engine::Solution& solution, engine::Side side)
    : solution_(solution),
      side_(side),
      won_(engine::won_positions(solution, side)),
      reachable_(engine::reachable_positions()) {
    for (const PositionIndex index : won_) {
        const Share keeping = engine::keeping_moves(solution, position_at(index));
        if (reachable_[index] && keeping.count < keeping.of) game_starts_.push_back(index);
    }
}

/// One measurement: pieces are the positions asked about, then the games, kind by kind.
class Examination::Run {
  public:
    Run(const Examination& examination, const StrengthOptions& options)
        : exam_(examination),
          options_(options),
          asked_(examination.draw(options.positions, options.seed)),
          answers_(asked_.size()) {
        const auto add = [&](Kind kind) { kinds_.insert(kinds_.end(), options.games, kind); };
        if (!exam_.game_starts_.empty()) add(Kind::from_won);
        if (exam_.solution_[engine::start_position()].winner == exam_.side_) {
            add(Kind::from_start);
            add(Kind::wandering);
        }
        games_.resize(kinds_.size());
    }

    [[nodiscard]] std::size_t pieces() const { return answers_.size() + games_.size(); }

    void work(engine::Contestant& contestant, std::size_t piece) {
        if (piece < asked_.size()) {
            contestant.begin(position_at(asked_[piece]));
            answers_[piece] = contestant.choose();
            return;
        }
        const std::size_t game = piece - asked_.size();
        engine::Random random = random_of(options_.seed, game);
        Position start = engine::start_position();
        if (kinds_[game] == Kind::from_won) {
            const auto count = static_cast<std::uint32_t>(exam_.game_starts_.size());
            start = position_at(exam_.game_starts_[random.below(count)]);
        }
        const auto opponent = kinds_[game] == Kind::wandering ? engine::Opponent::wandering
                                                              : engine::Opponent::perfect;
        games_[game] =
            engine::play_game(contestant, exam_.side_, start, opponent, exam_.solution_, random);
    }

    [[nodiscard]] Strength result(bool stopped, bool remembers) const {
        Strength strength;
        strength.stopped = stopped;
        engine::Choices choices(engine::indexing::position_count, engine::no_choice);
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            if (answers_[i]) judge(asked_[i], *answers_[i], strength, choices);
        }
        for (std::size_t i = 0; i < games_.size(); ++i) {
            if (games_[i]) count(kinds_[i], *games_[i], strength);
        }
        if (!stopped && !remembers && asked_.size() == exam_.won_.size()) {
            const auto wins = engine::wins_against_all(exam_.side_, choices);
            strength.any_defence.emplace();
            for (const PositionIndex index : exam_.won_) strength.any_defence->add(wins[index]);
        }
        return strength;
    }

  private:
    enum class Kind : std::uint8_t { from_won, from_start, wandering };

    void judge(PositionIndex index, const engine::Choice& choice, Strength& strength,
               engine::Choices& choices) const {
        const Position position = position_at(index);
        const Share keeping = engine::keeping_moves(exam_.solution_, position);
        bool kept = false;
        if (choice.move) {
            kept = exam_.solution_[engine::apply(position, *choice.move)].winner == exam_.side_;
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

    static void count(Kind kind, const engine::Game& game, Strength& strength) {
        if (kind == Kind::from_won) {
            strength.games.add(game.won);
            return;
        }
        (kind == Kind::from_start ? strength.from_start : strength.wandering).add(game.won);
        auto& shortest = strength.lost_game;
        if (!game.won && (shortest.empty() || game.moves.size() < shortest.size())) {
            shortest = game.moves;
        }
    }

    const Examination& exam_;
    const StrengthOptions& options_;
    std::vector<PositionIndex> asked_;
    std::vector<std::optional<engine::Choice>> answers_;
    std::vector<Kind> kinds_;
    std::vector<std::optional<engine::Game>> games_;
};

Strength Examination::measure(const MakeContestant& make, bool remembers,
                              const StrengthOptions& options) const {
    Run run(*this, options);
    const bool finished = do_pieces(run.pieces(), pieces_of(options), [&] {
        return [&run, contestant = make()](std::size_t piece) { run.work(*contestant, piece); };
    });
    return run.result(!finished, remembers);
}

Examination::Chance Examination::chance() const {
    Chance sum;
    std::uint64_t critical = 0, reachable = 0;
    for (const PositionIndex index : won_) {
        const Share keeping = engine::keeping_moves(solution_, position_at(index));
        sum.all += keeping.percent();
        if (keeping.count == keeping.of) continue;
        sum.critical += keeping.percent();
        ++critical;
        if (!reachable_[index]) continue;
        sum.reachable += keeping.percent();
        ++reachable;
    }
    return {sum.all / static_cast<double>(won_.size()),
            sum.critical / static_cast<double>(critical),
            sum.reachable / static_cast<double>(reachable)};
}

std::vector<PositionIndex> Examination::draw(std::uint64_t count, std::uint64_t seed) const {
    std::vector<PositionIndex> drawn = won_;
    engine::Random random(seed);
    for (std::size_t i = drawn.size(); i > 1; --i) {
        std::swap(drawn[i - 1], drawn[random.below(static_cast<std::uint32_t>(i))]);
    }
    if (count != 0 && count < drawn.size()) drawn.resize(count);
    return drawn;
}

Agreement compare_choices(const AsmEngine& assembly, std::span<const PositionIndex> positions,
                          const engine::SearchOptions& search, const StrengthOptions& options) {
    return compare(positions, options, [&] {
        return [&, own = std::make_shared<AsmEngine>(assembly)](const Position& position) {
            return std::pair{engine::search(position, search).move,
                             own->search(position, search).move};
        };
    });
}

Agreement compare_choices(const AsmRyg3& assembly, std::span<const PositionIndex> positions,
                          int depth, const StrengthOptions& options) {
    return compare(positions, options, [&] {
        auto native = std::make_shared<engine::Ryg3Contestant>(assembly.version(), depth);
        auto own = std::make_shared<AsmRyg3>(assembly);
        own->put(engine::ryg3::fixed_tables());
        return [native, own, depth](const Position& position) {
            native->begin(position);
            own->put(engine::ryg3::HashTables{});
            const auto best = own->think(native->board(), depth).back().best;
            std::optional<engine::Move> move;
            if (best) move = engine::ryg3::mirrored(*best);
            return std::pair{native->choose().move, move};
        };
    });
}

}  // namespace ryg::crosscheck
