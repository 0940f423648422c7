// Pieces of work in a fixed order, taken by threads, added up in that order.
#include "engine/ryg/campaign.hpp"

#include <chrono>
#include <fmt/format.h>
#include <map>

#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"
#include "engine/harness/pieces.hpp"
#include "engine/ryg/programs.hpp"

namespace ryg::crosscheck {

using engine::Position;
using engine::Side;
using engine::Version;

namespace {

enum class Kind { position, game };

struct Piece {
    std::size_t row;  ///< in the result
    Version version;
    int depth;
    Kind kind;
    std::uint64_t index;
};

struct Outcome {
    std::uint64_t searches = 0, nodes = 0, referee_calls = 0;
    Cycle cycles = 0;
    std::uint64_t differences = 0;
    std::optional<Difference> first{};
};

/// One piece of work on one thread's engine.
class Worker {
  public:
    Worker(AsmEngine& assembly, const Piece& piece, const CampaignOptions& options)
        : assembly_(assembly),
          piece_(piece),
          options_(options),
          // Seeds of neighbouring pieces must have nothing to do with each other: one step of the
          // generator apart would be the same sequence again.
          random_(engine::Random(options.seed + 0x10001 * piece.index +
                                 0x1000000 * static_cast<std::uint64_t>(piece.depth) +
                                 0x10000000 * static_cast<std::uint64_t>(piece.version))
                      .next()) {
        search_.version = piece.version;
        search_.depth = piece.depth;
        search_.tree_base = assembly.tree_start();
    }

    Outcome run() {
        if (options_.position) {
            search(*options_.position);
        } else if (piece_.kind == Kind::position) {
            search(engine::random_position(random_));
        } else {
            play();
        }
        return std::move(outcome_);
    }

  private:
    void note(Difference difference) {
        ++outcome_.differences;
        if (!outcome_.first) outcome_.first = std::move(difference);
    }

    Checked search(const Position& position) {
        Checked checked = check(assembly_, position, search_);
        ++outcome_.searches;
        outcome_.nodes += checked.nodes;
        outcome_.cycles += checked.cycles;
        if (checked.difference) {
            if (checked.difference->address && !outcome_.first) {
                checked.difference->written_by =
                    find_writer(assembly_, position, search_, *checked.difference->address);
            }
            note(*checked.difference);
        }
        return checked;
    }

    /// A difference outside the search: between two boards, or two verdicts.
    void note_ply(const Position& position, std::string field, std::string native,
                  std::string assembly) {
        note({.position = position,
              .version = piece_.version,
              .depth = piece_.depth,
              .path = "-",
              .field = std::move(field),
              .native = std::move(native),
              .assembly = std::move(assembly),
              .address = {},
              .written_by = "-",
              .reproduce = fmt::format("./ryg verify --version {} --depth {} --games {} "
                                       "--positions 0 --seed {}",
                                       engine::number_of(piece_.version), piece_.depth,
                                       piece_.index + 1, options_.seed)});
    }

    void compare_boards(const Position& before, const Position& after, std::string_view routine,
                        const engine::NodeBytes& board) {
        const auto found = engine::position_in(board);
        if (!found || *found != after) {
            note_ply(before, fmt::format("board after {}", routine), engine::to_fen(after),
                     found ? engine::to_fen(*found) : "no position of the game");
        }
    }

    void judge(const Position& position) {
        if (piece_.version < Version::v15) return;
        const Referee verdict = assembly_.referee(position);
        ++outcome_.referee_calls;
        outcome_.cycles += verdict.cycles;
        const Referee expected{engine::mouse_on_goal(position), engine::cats_stuck(position),
                               engine::mouse_stuck(position), verdict.cycles};
        if (verdict != expected) {
            const auto text = [](const Referee& r) {
                return fmt::format("goal {}, cats stuck {}, mouse stuck {}", r.mouse_on_goal,
                                   r.cats_stuck, r.mouse_stuck);
            };
            note_ply(position, "referee", text(expected), text(verdict));
        }
    }

    void play() {
        const auto kind = engine::all_mouse_kinds[piece_.index % engine::all_mouse_kinds.size()];
        engine::MousePlayer mouse(kind, random_.next());
        Position position = engine::start_position();
        while (true) {
            const Position moved = engine::apply(position, mouse.choose(position));
            const engine::Move move{position.mouse, moved.mouse};
            compare_boards(position, moved, "aplicaJugadaSolicitada",
                           assembly_.apply_mouse_move(position, move));
            judge(moved);
            if (engine::is_over(moved)) return;

            const Checked checked = search(moved);
            if (!checked.native.move || checked.difference) return;
            const Position answered = engine::apply(moved, *checked.native.move);
            compare_boards(moved, answered, "aplicaJugadaDecidida", assembly_.apply_decided_move());
            judge(answered);
            if (engine::is_over(answered)) return;
            position = answered;
        }
    }

    AsmEngine& assembly_;
    const Piece& piece_;
    const CampaignOptions& options_;
    engine::Random random_;
    engine::SearchOptions search_;
    Outcome outcome_;
};

std::vector<Piece> plan(const CampaignOptions& options, std::vector<CampaignRow>& rows) {
    std::vector<Piece> pieces;
    for (const Version version : options.versions) {
        for (const int depth : options.depths) {
            const std::size_t row = rows.size();
            rows.push_back({.version = version, .depth = depth});
            const auto add = [&](Kind kind, std::uint64_t count) {
                for (std::uint64_t index = 0; index < count; ++index) {
                    pieces.push_back({row, version, depth, kind, index});
                }
            };
            if (options.position) {
                add(Kind::position, 1);
                continue;
            }
            if (version >= Version::v14) add(Kind::game, options.games);
            add(Kind::position, options.positions);
        }
    }
    return pieces;
}

void add(CampaignRow& row, const Outcome& outcome) {
    row.searches += outcome.searches;
    row.nodes += outcome.nodes;
    row.referee_calls += outcome.referee_calls;
    row.cycles += outcome.cycles;
    row.differences += outcome.differences;
}

using Outcomes = std::vector<std::optional<Outcome>>;

/// Each thread keeps one engine a version.
Outcomes do_all(const std::vector<Piece>& pieces, const CampaignOptions& options) {
    Outcomes outcomes(pieces.size());
    const auto make_worker = [&] {
        return [&, engines = std::map<Version, AsmEngine>{}](std::size_t index) mutable {
            const Piece& piece = pieces[index];
            auto engine = engines.find(piece.version);
            if (engine == engines.end()) {
                const c64::Image image =
                    options.program ? *options.program : program(piece.version);
                engine = engines.try_emplace(piece.version, image, piece.version).first;
            }
            outcomes[index] = Worker(engine->second, piece, options).run();
        };
    };
    do_pieces(pieces.size(), {options.jobs, options.stop, options.progress}, make_worker);
    return outcomes;
}

}  // namespace

CampaignResult run_campaign(const CampaignOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    CampaignResult result;
    const std::vector<Piece> pieces = plan(options, result.rows);
    const Outcomes outcomes = do_all(pieces, options);
    for (std::size_t index = 0; index < pieces.size(); ++index) {
        const std::optional<Outcome>& outcome = outcomes[index];
        if (!outcome) {
            result.stopped = true;
            continue;
        }
        for (CampaignRow* row : {&result.rows[pieces[index].row], &result.total}) {
            add(*row, *outcome);
            row->games += pieces[index].kind == Kind::game ? 1U : 0U;
        }
        if (outcome->first && !result.first) result.first = outcome->first;
    }
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

}  // namespace ryg::crosscheck
