// `verify` with a database: work that goes on for days or on many hosts, and what a file contains.
#pragma once

#include "app/game_verb.hpp"
#include "engine/work/work.hpp"

namespace ryg::app {

/// Options of `verify`: into, part, shard.
[[nodiscard]] Options database_options();
/// Does the work into the file that --into names.
[[nodiscard]] Exit verify_into(const GameCommand& command, const work::Work& work);
/// `verify status FILE` and the like; nothing if the first word is another.
[[nodiscard]] std::optional<Exit> look_at_database(Arguments arguments);

}  // namespace ryg::app
