// Pieces of work on the second engine in a fixed order, added up in that order.
#include "engine/ryg3/campaign.hpp"

#include <fmt/format.h>
#include <map>
#include <stdexcept>

#include "engine/ryg3/programs.hpp"
#include "engine/ryg3/study/hash_boards.hpp"
#include "engine/ryg3/work.hpp"

namespace ryg::crosscheck {

using ryg3::Version;

namespace {

enum class Kind : std::uint8_t {
    given,
    randomize,
    hash,
    every_board,
    entries,
    moves,
    game,
    position
};

constexpr std::size_t board_parts = 64;

struct Piece {
    std::size_t row;  ///< in the result
    Version version;
    Kind kind;
    int depth;
    std::uint64_t index;
};

/// The first piece has the campaign's own seed, so that any can be asked for again as the first.
/// All parts of `every board` have it, and so the same tables.
std::uint64_t seed_of(const Piece& piece, std::uint64_t seed) {
    return piece.index == 0 || piece.kind == Kind::every_board
               ? seed
               : engine::Random(seed ^ piece.index << 32).next();
}

/// Kinds, versions and depths of one seed must have nothing to do with each other.
std::uint64_t stream_of(const Piece& piece, std::uint64_t seed) {
    return engine::Random(seed + 0x10000 * static_cast<std::uint64_t>(piece.version) +
                          0x1000000 * static_cast<std::uint64_t>(piece.kind) +
                          0x10000000 * static_cast<std::uint64_t>(piece.depth))
        .next();
}

class Plan {
  public:
    std::vector<Ryg3CampaignRow> rows;
    std::vector<Piece> pieces;

    explicit Plan(const Ryg3CampaignOptions& options) {
        for (const Version version : options.versions) {
            version_ = version;
            options.board ? plan_board(options) : plan_version(options);
        }
    }

  private:
    void row(std::string name) { rows.push_back({.version = version_, .name = std::move(name)}); }

    void add(Kind kind, std::uint64_t count, int depth = 0) {
        for (std::uint64_t index = 0; index < count; ++index) {
            pieces.push_back({rows.size() - 1, version_, kind, depth, index});
        }
    }

    void plan_board(const Ryg3CampaignOptions& options) {
        row("position");
        add(Kind::given, 1, options.depths.back());
    }

    void plan_version(const Ryg3CampaignOptions& options) {
        const auto add_row = [&](const char* name, Kind kind, std::uint64_t count) {
            if (count == 0) return;
            row(name);
            add(kind, count);
        };
        add_row("randomize", Kind::randomize, options.routines);
        add_row("hash", Kind::hash, options.routines);
        add_row("every board", Kind::every_board, options.every_board ? board_parts : 0);
        add_row("entries", Kind::entries, options.routines);
        if (version_ < Version::v07) return;
        add_row("moves", Kind::moves, options.routines);
        if (options.games + options.positions == 0) return;
        for (const int depth : options.depths) {
            row(fmt::format("depth {}", depth));
            add(Kind::game, options.games, depth);
            add(Kind::position, options.positions, depth);
        }
    }

    Version version_{};
};

std::span<const ryg3::Board> part_of(std::span<const ryg3::Board> boards, std::size_t part) {
    const std::size_t begin = boards.size() * part / board_parts;
    return boards.subspan(begin, boards.size() * (part + 1) / board_parts - begin);
}

Ryg3Worker::Outcome do_piece(const Piece& piece, const AsmRyg3& loaded,
                             const Ryg3CampaignOptions& options,
                             std::span<const ryg3::Board> reachable) {
    const std::uint64_t seed = seed_of(piece, options.seed);
    Ryg3Worker worker(loaded, stream_of(piece, seed), options.pieces.stop);
    switch (piece.kind) {
        case Kind::given: return worker.board(*options.board, piece.depth);
        case Kind::randomize: return worker.randomize();
        case Kind::hash: return worker.hashes();
        case Kind::every_board: return worker.hashes_of(part_of(reachable, piece.index));
        case Kind::entries: return worker.entries();
        case Kind::moves: return worker.moves();
        case Kind::game: return worker.game(piece.depth);
        case Kind::position: return worker.position(piece.depth);
    }
    return {};
}

/// The command that does this piece again, and as little else as can be.
std::string command_for(const Piece& piece, const Ryg3CampaignOptions& options) {
    std::string text =
        fmt::format("./ryg verify --game ryg3 --version {}", number_of(piece.version));
    if (piece.depth != 0) text += fmt::format(" --depth {}", piece.depth);
    switch (piece.kind) {
        case Kind::given: text += fmt::format(" --position '{}'", to_text(*options.board)); break;
        case Kind::every_board:
            text += " --every-board --routines 0 --games 0 --positions 0";
            break;
        case Kind::game: text += " --routines 0 --games 1 --positions 0"; break;
        case Kind::position: text += " --routines 0 --games 0 --positions 1"; break;
        default: text += " --routines 1 --games 0 --positions 0"; break;
    }
    return text + fmt::format(" --seed {}", seed_of(piece, options.seed));
}

void add(Ryg3CampaignRow& row, const Ryg3Worker::Outcome& outcome) {
    row.calls += outcome.calls;
    row.searches += outcome.searches;
    row.nodes += outcome.nodes;
    row.cycles += outcome.cycles;
    row.differences += outcome.differences;
}

}  // namespace

Version ryg3_version_from(int number) {
    for (const Version version : ryg3_versions) {
        if (number_of(version) == number) return version;
    }
    throw std::invalid_argument(fmt::format(
        "there is no program of version {} of the second engine: use 3, 4 or 7 to 11", number));
}

Ryg3CampaignResult run_ryg3_campaign(const Ryg3CampaignOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    Plan plan(options);
    std::map<Version, AsmRyg3> programs;
    for (const Version version : options.versions) {
        const c64::Image image = options.program ? *options.program : program(version);
        programs.try_emplace(version, image, version);
    }
    const std::vector<ryg3::Board> reachable =
        options.every_board ? reachable_boards() : std::vector<ryg3::Board>{};
    std::vector<std::optional<Ryg3Worker::Outcome>> outcomes(plan.pieces.size());
    do_pieces(plan.pieces.size(), options.pieces, [&] {
        return [&](std::size_t index) {
            const Piece& piece = plan.pieces[index];
            outcomes[index] = do_piece(piece, programs.at(piece.version), options, reachable);
        };
    });

    Ryg3CampaignResult result;
    result.rows = std::move(plan.rows);
    for (std::size_t index = 0; index < plan.pieces.size(); ++index) {
        const Piece& piece = plan.pieces[index];
        std::optional<Ryg3Worker::Outcome>& outcome = outcomes[index];
        if (!outcome) {
            result.stopped = true;
            continue;
        }
        for (Ryg3CampaignRow* row : {&result.rows[piece.row], &result.total}) {
            add(*row, *outcome);
            row->games += piece.kind == Kind::game && !outcome->stopped ? 1U : 0U;
        }
        result.stopped |= outcome->stopped;
        if (outcome->first && !result.first) {
            result.first = std::move(outcome->first);
            result.first->reproduce = command_for(piece, options);
        }
    }
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

}  // namespace ryg::crosscheck
