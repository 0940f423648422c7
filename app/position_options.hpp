// The options that say which position and which version, for the verbs that look at one.
#pragma once

#include <string>

#include "app/verb.hpp"
#include "engine/common/notation.hpp"
#include "engine/ryg/native/evaluate.hpp"

namespace ryg::app {

/// --position and --version. What they say is asked for below; that throws Trouble, or
/// what the engine throws for a position or a version that there is not.
inline void add_position_option(options::options_description& own) {
    own.add_options()("position", options::value<std::string>(),
                      "FEN as geometry A draws it: cats' home row first, M mouse, c cat; w = mouse "
                      "to move, b = cats (default: the start)");
}
inline void add_version_option(options::options_description& own) {
    own.add_options()("version", options::value<int>()->default_value(16),
                      "of the 6502 program, 12 to 16");
}

/// What `--position` says, or the start. Throws what engine::parse_position throws.
inline engine::Position position_of(const Parsed& parsed) {
    return parsed.has("position")
               ? engine::parse_position(parsed.get<std::string>("position"), engine::Geometry::a)
               : engine::start_position();
}
inline engine::Version version_of(const Parsed& parsed) {
    return engine::version_from(parsed.get<int>("version"));
}

}  // namespace ryg::app
