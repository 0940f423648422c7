// Many boards, and every way of finding hints on each of them, spread over the host's cores.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "c64/program/image.hpp"
#include "emu/types.hpp"
#include "engine/hints/native/board.hpp"

namespace ryg::crosscheck {

struct HintsCampaignOptions {
    std::uint64_t boards = 0;      ///< random ones of 8 x 8, for the native finders
    std::uint64_t sizes = 0;       ///< random ones of random sizes, up to 64 columns and 200 rows
    std::uint64_t asm_boards = 0;  ///< random ones of 8 x 8, for the 6502 too
    bool adversarial = true;       ///< engine::hints::adversarial_boards, all finders that can
    std::uint64_t seed = 1;
    unsigned jobs = 1;  ///< threads; the result does not depend on it
    /// Only this board instead.
    std::optional<engine::hints::Board> board{};
    /// Another program in place of `hints`, for planted faults.
    std::optional<c64::Image> program{};
    /// Looked at between two pieces of work.
    const std::atomic<bool>* stop = nullptr;
    /// Called on the calling thread now and then with how much is done of how much.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
};

/// What one kind of boards came to.
struct HintsCampaignRow {
    std::string name;
    std::uint64_t boards = 0;
    std::uint64_t changed = 0;      ///< boards made of those by changing one cell of the masks
    std::uint64_t comparisons = 0;  ///< with the plain finder, of any other finder
    std::uint64_t hints = 0;        ///< that the plain finder has found
    std::uint64_t asm_boards = 0;   ///< of `boards`: given to the 6502 too
    emu::Cycle cycles = 0, least_cycles = 0, most_cycles = 0;  ///< of the 6502
    std::uint64_t differences = 0;
};

/// The first board on which a finder does not say what the plain one says.
struct HintsDifference {
    std::string board;   ///< in text, rows divided by `/`
    std::string name;    ///< what board it was
    std::string finder;  ///< masks, words, bytes or asm
    std::string plain;   ///< hints of the plain finder, in order
    std::string found;   ///< hints of the other
    std::string reproduce;
};

struct HintsCampaignResult {
    std::vector<HintsCampaignRow> rows;
    HintsCampaignRow total;
    std::optional<HintsDifference> first;
    bool stopped = false;
    double seconds = 0;  ///< host time
};

/// Throws what the finders throw.
[[nodiscard]] HintsCampaignResult run_hints_campaign(const HintsCampaignOptions& options);

}  // namespace ryg::crosscheck
