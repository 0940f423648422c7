// Games and positions, searched by the program and by the native engine, and compared.
#include <fmt/format.h>
#include <map>

#include "engine/common/notation.hpp"
#include "engine/ryg/compare.hpp"
#include "engine/ryg/game.hpp"
#include "engine/ryg/native/mouse_player.hpp"
#include "engine/ryg/programs.hpp"

namespace ryg::engine::first {

using harness::Outcome;
using harness::Values;

namespace {

enum Count { games, searches, nodes, referee_calls, cycles, differences };
constexpr std::array<harness::Column, 6> columns{{{"games", "games", 7},
                                                  {"searches", "searches", 9},
                                                  {"nodes", "nodes", 10},
                                                  {"referee_calls", ""},
                                                  {"cycles", "6502 cycles", 15},
                                                  {"differences", "differences", 12}}};

enum class Kind { position, game };

/// Pieces of one kind.
struct Run {
    std::size_t row;
    Version version;
    int depth;
    Kind kind;
};

struct Work {
    harness::Plan<Run> plan;
    std::uint64_t seed = 1;
    std::optional<Position> position;     ///< only this one
    std::optional<c64::Image> program{};  ///< another in place of each version's own
};

/// One piece of work on one thread's engine.
class Worker {
  public:
    Worker(AsmEngine& assembly, const Run& run, std::uint64_t index, const Work& work)
        : assembly_(assembly),
          run_(run),
          index_(index),
          work_(work),
          // Seeds of neighbouring pieces must have nothing to do with each other: one step of the
          // generator apart would be the same sequence again.
          random_(Random(work.seed + 0x10001 * index +
                         0x1000000 * static_cast<std::uint64_t>(run.depth) +
                         0x10000000 * static_cast<std::uint64_t>(run.version))
                      .next()) {
        search_.version = run.version;
        search_.depth = run.depth;
        search_.tree_base = assembly.tree_start();
        outcome_.row = run.row;
        outcome_.counts.resize(columns.size());
    }

    Outcome run() {
        if (work_.position) {
            search(*work_.position);
        } else if (run_.kind == Kind::position) {
            search(random_position(random_));
        } else {
            play();
            ++outcome_.counts[games];
        }
        return std::move(outcome_);
    }

  private:
    void note(Difference difference) {
        ++outcome_.counts[differences];
        if (!outcome_.first) outcome_.first = std::move(difference);
    }

    Checked search(const Position& position) {
        Checked checked = check(assembly_, position, search_);
        ++outcome_.counts[searches];
        outcome_.counts[nodes] += checked.assembly.nodes;
        outcome_.counts[cycles] += checked.assembly.cycles;
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
        Difference found = difference_at(position, search_, std::move(field), std::move(native),
                                         std::move(assembly));
        found.again.values = {};
        found.again.values.set("version", number_of(run_.version)).set("depth", run_.depth);
        found.again.values.set("games", index_ + 1).set("positions", 0).set("seed", work_.seed);
        note(std::move(found));
    }

    void compare_boards(const Position& before, const Position& after, std::string_view routine,
                        const NodeBytes& board) {
        const auto found = position_in(board);
        if (!found || *found != after) {
            note_ply(before, fmt::format("board after {}", routine), to_fen(after),
                     found ? to_fen(*found) : "no position of the game");
        }
    }

    void judge(const Position& position) {
        if (run_.version < Version::v15) return;
        const Referee verdict = assembly_.referee(position);
        ++outcome_.counts[referee_calls];
        outcome_.counts[cycles] += verdict.cycles;
        const Referee expected{mouse_on_goal(position), cats_stuck(position), mouse_stuck(position),
                               verdict.cycles};
        if (verdict != expected) {
            const auto text = [](const Referee& r) {
                return fmt::format("goal {}, cats stuck {}, mouse stuck {}", r.mouse_on_goal,
                                   r.cats_stuck, r.mouse_stuck);
            };
            note_ply(position, "referee", text(expected), text(verdict));
        }
    }

    void play() {
        MousePlayer mouse(all_mouse_kinds[index_ % all_mouse_kinds.size()], random_.next());
        Position position = start_position();
        while (true) {
            const Position moved = apply(position, mouse.choose(position));
            const Move move{position.mouse, moved.mouse};
            compare_boards(position, moved, "aplicaJugadaSolicitada",
                           assembly_.apply_mouse_move(position, move));
            judge(moved);
            if (is_over(moved)) return;

            const Checked checked = search(moved);
            if (!checked.native.move || checked.difference) return;
            const Position answered = apply(moved, *checked.native.move);
            compare_boards(moved, answered, "aplicaJugadaDecidida", assembly_.apply_decided_move());
            judge(answered);
            if (is_over(answered)) return;
            position = answered;
        }
    }

    AsmEngine& assembly_;
    const Run& run_;
    std::uint64_t index_;
    const Work& work_;
    Random random_;
    SearchOptions search_;
    Outcome outcome_;
};

/// Each thread keeps one engine a version.
harness::Campaign::Worker make_worker(std::shared_ptr<const Work> work) {
    return [work, engines = std::make_shared<std::map<Version, AsmEngine>>()](std::uint64_t piece) {
        const auto& [run, index] = work->plan.at(piece);
        auto engine = engines->find(run.version);
        if (engine == engines->end()) {
            const c64::Image image = work->program ? *work->program : program(run.version);
            engine = engines->try_emplace(run.version, image, run.version).first;
        }
        return Worker(engine->second, run, index, *work).run();
    };
}

}  // namespace

harness::Campaign plan_campaign(const Values& values, const c64::Image* instead) {
    harness::Campaign campaign{.columns = columns, .rows = {}, .make_worker = {}};
    const auto work = std::make_shared<Work>();
    work->seed = values.number("seed");
    if (values.has("position"))
        work->position = parse_position(values.text("position"), Geometry::a);
    if (instead != nullptr) work->program = *instead;
    std::vector<Version> versions{all_versions.begin(), all_versions.end()};
    if (!values.has("all")) versions = {version_from(values.number<int>("version"))};
    std::vector<int> depths{1, 2, 3};
    if (values.has("depth")) depths = {values.number<int>("depth")};
    for (const Version version : versions) {
        for (const int depth : depths) {
            const std::size_t row = campaign.rows.size();
            const auto number = number_of(version);
            campaign.rows.push_back({.name = fmt::format("version {} depth {}", number, depth),
                                     .about = {{"version", number}, {"depth", depth}}});
            if (work->position) {
                work->plan.add({row, version, depth, Kind::position}, 1);
                continue;
            }
            if (version >= Version::v14) {
                work->plan.add({row, version, depth, Kind::game}, values.number("games"));
            }
            work->plan.add({row, version, depth, Kind::position}, values.number("positions"));
        }
    }
    campaign.pieces = work->plan.pieces();
    campaign.make_worker = [work] { return make_worker(work); };
    campaign.remark = [](const harness::Row& total) {
        return fmt::format("{} positions judged by both referees. ", total.counts[referee_calls]);
    };
    return campaign;
}

}  // namespace ryg::engine::first
