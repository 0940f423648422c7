// Many searches compared: games and positions, spread over the host's cores.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "engine/ryg/compare.hpp"

namespace ryg::crosscheck {

struct CampaignOptions {
    std::vector<engine::Version> versions{engine::Version::v16};
    std::vector<int> depths{1, 2, 3};
    std::uint64_t games = 0;      ///< for each version and depth; from version 14
    std::uint64_t positions = 0;  ///< for each version and depth
    std::uint64_t seed = 1;
    unsigned jobs = 1;  ///< threads; the result does not depend on it
    /// Only this position instead of games and random positions.
    std::optional<engine::Position> position{};
    /// Another program in place of the version's own, for planted faults.
    std::optional<c64::Image> program{};
    /// Looked at between two pieces of work.
    const std::atomic<bool>* stop = nullptr;
    /// Called on the calling thread now and then with how much is done of how much.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
};

/// What one version and depth came to.
struct CampaignRow {
    engine::Version version{};
    int depth = 0;
    std::uint64_t games = 0;
    std::uint64_t searches = 0;  ///< positions searched by both engines and compared
    std::uint64_t nodes = 0;
    std::uint64_t referee_calls = 0;  ///< positions judged by both
    Cycle cycles = 0;                 ///< of the 6502, searches and referee
    std::uint64_t differences = 0;
};

struct CampaignResult {
    std::vector<CampaignRow> rows;  ///< by version, then depth
    CampaignRow total;
    std::optional<Difference> first;  ///< of the first differing piece of work, writer included
    bool stopped = false;
    double seconds = 0;  ///< host time
};

/// A game: the mouse plays by one of three kinds, drawn with the game, and the 6502 program
/// answers; each ply goes through the program's own move, search, choice and, from version 15,
/// referee. A position: random, reachable, either side to move. Every piece of work has a seed of
/// its own, so neither the number of threads nor a stop changes what the others find.
/// Throws what the engines throw.
[[nodiscard]] CampaignResult run_campaign(const CampaignOptions& options);

}  // namespace ryg::crosscheck
