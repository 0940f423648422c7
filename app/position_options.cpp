// Reading a position in one geometry, and saying what it is in the other.
#include "app/position_options.hpp"

#include <fmt/format.h>

namespace ryg::app {

using engine::Geometry;

namespace {

bool is_fen(const std::string& text, Geometry geometry) {
    try {
        static_cast<void>(engine::parse_fen(text, geometry));
        return true;
    } catch (const engine::NotationError&) {
        return false;
    }
}

}  // namespace

engine::Position position_of(const Parsed& parsed, Geometry geometry) {
    if (!parsed.has("position")) return engine::start_position();
    return position_from(parsed.get<std::string>("position"), geometry);
}

engine::Position position_from(const std::string& text, Geometry geometry) {
    const bool is_a = geometry == Geometry::a;
    const Geometry other = is_a ? Geometry::b : Geometry::a;
    if (!is_fen(text, geometry) && is_fen(text, other)) {
        throw Trouble(
            fmt::format("--position: a board of geometry {}, which is read as {} here: write '{}'",
                        is_a ? 'B' : 'A', is_a ? 'A' : 'B',
                        engine::to_fen(engine::parse_fen(text, other), geometry)));
    }
    return engine::parse_fen(text, geometry);
}

}  // namespace ryg::app
