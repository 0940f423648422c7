// The options that say which position, which version and which engine, for the verbs that search.
#pragma once

#include <string>

#include "app/verb.hpp"
#include "engine/common/notation.hpp"
#include "engine/ryg/native/evaluate.hpp"

namespace ryg::app {

/// Who computes: the C++ engine, or the program on the 6502.
enum class Who { native, assembly };

/// --position, --engine and --version. What they say is asked for below; that throws Trouble, or
/// what the engine throws for a position or a version that is none.
inline void add_position_option(options::options_description& own) {
    own.add_options()("position", options::value<std::string>(),
                      "FEN as geometry A draws it: cats' home row first, M mouse, c cat; w = mouse "
                      "to move, b = cats (default: the start)");
}
inline void add_engine_option(options::options_description& own, const char* fallback) {
    own.add_options()("engine", options::value<std::string>()->default_value(fallback),
                      "who computes: asm (the 6502 program) or native");
}
inline void add_version_option(options::options_description& own) {
    own.add_options()("version", options::value<int>()->default_value(16),
                      "of the 6502 program, 12 to 16");
}

/// What `--position` says, or the start. Throws what engine::parse_fen throws; for a board of the
/// other geometry Trouble that has it in this one.
[[nodiscard]] engine::Position position_of(const Parsed& parsed,
                                           engine::Geometry geometry = engine::Geometry::a);
/// The same for its text.
[[nodiscard]] engine::Position position_from(const std::string& text,
                                             engine::Geometry geometry = engine::Geometry::a);
inline Who engine_of(const Parsed& parsed) {
    const auto& name = parsed.get<std::string>("engine");
    if (name == "asm") return Who::assembly;
    if (name == "native") return Who::native;
    throw Trouble("--engine: there is no '" + name + "': use asm or native");
}
inline engine::Version version_of(const Parsed& parsed) {
    return engine::version_from(parsed.get<int>("version"));
}

}  // namespace ryg::app
