// `verify` with a database: long work on one or many hosts, and reports of a database's contents.
#pragma once

#include "app/game_verb.hpp"
#include "engine/work/work.hpp"

namespace ryg::app {

/// Options of `verify`: into, part, shard.
[[nodiscard]] Options database_options();
/// Does the work into the file that --into names.
[[nodiscard]] Exit verify_into(const GameCommand& command, const work::Work& work);
/// `verify status FILE` and the like; nullopt for any other first word.
[[nodiscard]] std::optional<Exit> look_at_database(Arguments arguments);

}  // namespace ryg::app
