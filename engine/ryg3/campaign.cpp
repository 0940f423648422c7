// Which pieces of work there are on the second engine, and what does each again.
#include <fmt/format.h>
#include <map>
#include <stdexcept>

#include "engine/ryg3/game.hpp"
#include "engine/ryg3/programs.hpp"
#include "engine/ryg3/study/hash_boards.hpp"
#include "engine/ryg3/work.hpp"

namespace ryg::engine::ryg3 {

using harness::Outcome;
using harness::Values;

namespace {

constexpr std::array<harness::Column, Worker::counts> columns{{{"calls", "calls", 9},
                                                               {"games", "games", 7},
                                                               {"searches", "searches", 9},
                                                               {"nodes", "nodes", 10},
                                                               {"cycles", "6502 cycles", 15},
                                                               {"differences", "differences", 12}}};

/// The versions that are assembled.
constexpr std::array versions{Version::v03, Version::v04, Version::v07, Version::v08,
                              Version::v09, Version::v10, Version::v11};

enum class Kind : std::uint8_t {
    given,
    randomize,
    hash,
    every_board,
    entries,
    moves,
    game,
    position,
    session
};

constexpr std::size_t board_parts = 64;

/// Pieces of one kind.
struct Run {
    std::size_t row;
    Version version;
    Kind kind;
    int depth;
};

struct Work {
    harness::Plan<Run> plan;
    std::uint64_t seed = 1;
    std::optional<Board> board;  ///< only this one
    std::optional<std::string> tables_file{};
    std::optional<RandomTables> tables{};  ///< out of it
    std::map<Version, AsmRyg3> programs{};
    std::map<Version, c64::Image> images{};
    std::vector<Board> reachable{};
    const std::atomic<bool>* stop = nullptr;
};

/// The first piece has the campaign's own seed, so that any can be asked for again as the first.
/// All parts of `every board` have it, and so the same tables.
std::uint64_t seed_of(const Run& run, std::uint64_t index, std::uint64_t seed) {
    return index == 0 || run.kind == Kind::every_board ? seed : Random(seed ^ index << 32).next();
}

/// Kinds, versions and depths of one seed must have nothing to do with each other.
std::uint64_t stream_of(const Run& run, std::uint64_t seed) {
    return Random(seed + 0x10000 * static_cast<std::uint64_t>(run.version) +
                  0x1000000 * static_cast<std::uint64_t>(run.kind) +
                  0x10000000 * static_cast<std::uint64_t>(run.depth))
        .next();
}

/// Adds the rows and the pieces of a version.
void plan(harness::Campaign& campaign, Work& work, Version version, const Values& values,
          const std::vector<int>& depths) {
    const auto row = [&](const std::string& name) {
        const int number = number_of(version);
        campaign.rows.push_back({.name = fmt::format("version {:>2} {}", number, name),
                                 .about = {{"version", number}, {"work", name}}});
    };
    const auto add = [&](Kind kind, std::uint64_t count, int depth = 0) {
        work.plan.add({campaign.rows.size() - 1, version, kind, depth}, count);
    };
    const auto add_row = [&](const char* name, Kind kind, std::uint64_t count, int depth = 0) {
        if (count == 0) return;
        row(name);
        add(kind, count, depth);
    };
    if (work.board) return add_row("position", Kind::given, 1, depths.back());
    const auto routines = values.number("routines");
    add_row("randomize", Kind::randomize, routines);
    add_row("hash", Kind::hash, routines);
    add_row("every board", Kind::every_board, work.reachable.empty() ? 0 : board_parts);
    add_row("entries", Kind::entries, routines);
    if (version < Version::v07) return;
    add_row("moves", Kind::moves, routines);
    const auto games = values.number("games"), positions = values.number("positions");
    const auto sessions = values.has("sessions") ? values.number("sessions") : games / 10;
    if (version >= Version::v09) add_row("sessions", Kind::session, sessions);
    for (const int depth : games + positions == 0 ? std::vector<int>{} : depths) {
        row(fmt::format("depth {}", depth));
        add(Kind::game, games, depth);
        add(Kind::position, positions, depth);
    }
}

std::span<const Board> part_of(std::span<const Board> boards, std::size_t part) {
    const std::size_t begin = boards.size() * part / board_parts;
    return boards.subspan(begin, boards.size() * (part + 1) / board_parts - begin);
}

Outcome do_run(const Run& run, std::uint64_t index, const Work& work) {
    const std::uint64_t seed = seed_of(run, index, work.seed);
    Worker worker(work.programs.at(run.version), stream_of(run, seed), work.stop, work.tables);
    try {
        switch (run.kind) {
            case Kind::given: return worker.board(*work.board, run.depth);
            case Kind::randomize: return worker.randomize();
            case Kind::hash: return worker.hashes();
            case Kind::every_board: return worker.hashes_of(part_of(work.reachable, index));
            case Kind::entries: return worker.entries();
            case Kind::moves: return worker.moves();
            case Kind::game: return worker.game(run.depth);
            case Kind::position: return worker.position(run.depth);
            case Kind::session: return worker.session(work.images.at(run.version));
        }
    } catch (const EngineFault& fault) {
        return worker.fault(fault);
    }
    return {};
}

/// What does this piece again, and as little else as possible.
harness::Request request_for(const Run& run, std::uint64_t index, const Work& work) {
    Values values;
    values.set("version", number_of(run.version));
    if (run.depth != 0) values.set("depth", run.depth);
    if (run.kind == Kind::given) {
        values.set("position", to_text(*work.board));
    } else {
        const bool is_session = run.kind == Kind::session;
        const bool of_routines = run.kind != Kind::every_board && run.depth == 0 && !is_session;
        if (run.kind == Kind::every_board) values.set("every-board", "");
        values.set("routines", of_routines ? 1 : 0);
        values.set("games", run.kind == Kind::game ? 1 : 0);
        values.set("positions", run.kind == Kind::position ? 1 : 0);
        values.set("sessions", is_session ? 1 : 0);
    }
    values.set("seed", seed_of(run, index, work.seed));
    if (work.tables_file) values.set("tables", *work.tables_file);
    return {"ryg3", values};
}

Version version_from(int number) {
    for (const Version version : versions) {
        if (number_of(version) == number) return version;
    }
    throw std::invalid_argument(fmt::format(
        "there is no program of version {} of the second engine: use 3, 4 or 7 to 11", number));
}

}  // namespace

harness::Campaign plan_campaign(const Values& values, const c64::Image* instead,
                                const std::atomic<bool>* stop) {
    harness::Campaign campaign{.columns = columns, .rows = {}, .make_worker = {}};
    campaign.name_width = 22;
    const auto work = std::make_shared<Work>();
    work->seed = values.number("seed");
    work->stop = stop;
    if (values.has("position")) {
        work->board = board_from_text(values.text("position"));
    }
    if (values.has("tables")) {
        work->tables_file = values.text("tables");
        work->tables = tables_in(values);
    }
    if (values.has("every-board")) work->reachable = reachable_boards();
    std::vector<int> depths{1, 2, 3, 4, 5, 6};
    if (values.has("depth")) depths = {values.number<int>("depth")};
    std::vector<Version> chosen{versions.begin(), versions.end()};
    if (values.has("version")) chosen = {version_from(values.number<int>("version"))};
    for (const Version version : chosen) {
        const std::uint64_t planned = work->plan.pieces();
        plan(campaign, *work, version, values, depths);
        if (work->plan.pieces() == planned) {
            campaign.left_out.push_back(fmt::format("version {}", number_of(version)));
            continue;
        }
        const c64::Image image = instead != nullptr ? *instead : program(version);
        AsmRyg3& engine = work->programs.try_emplace(version, image, version).first->second;
        engine.scatter(work->seed);
        engine.keep();
        work->images.try_emplace(version, image);
    }
    campaign.pieces = work->plan.pieces();
    campaign.make_worker = [work] {
        return [work](std::uint64_t piece) {
            const auto& [run, index] = work->plan.at(piece);
            Outcome outcome = do_run(run, index, *work);
            outcome.row = run.row;
            if (outcome.first) outcome.first->again = request_for(run, index, *work);
            return outcome;
        };
    };
    return campaign;
}

}  // namespace ryg::engine::ryg3
