// One board, all finders that can take it: do they say what the plain one says?
#pragma once

#include <optional>
#include <string_view>

#include "engine/common/players.hpp"
#include "engine/hints/campaign.hpp"
#include "engine/hints/engine.hpp"
#include "engine/hints/native/mask_board.hpp"

namespace ryg::crosscheck {

/// Compares boards and adds up what came of it.
class HintsComparer {
  public:
    HintsCampaignRow row;
    std::optional<HintsDifference> first;

    /// Finds the hints of a board by every native finder, and by the 6502 if there is one and the
    /// board fits it. With `random`, changes one cell of every board of masks, and compares again.
    void compare(const engine::hints::Board& board, std::string_view name, AsmHints* assembly,
                 engine::Random* random = nullptr);

  private:
    void hold(const engine::hints::Board& board, std::string_view name, std::string_view finder,
              const engine::hints::HintList& found);
    void compare_with_assembly(const engine::hints::Board& board, std::string_view name,
                               AsmHints& assembly);

    engine::hints::HintList plain_, found_;  // kept for their memory
    engine::hints::HintMasks masks_;
};

/// Adds the second to the first, names apart.
void add(HintsCampaignRow& sum, const HintsCampaignRow& row);

}  // namespace ryg::crosscheck
