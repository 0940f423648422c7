// What a search and a bench of the first game say.
#pragma once

#include "ryg/engine/harness/game.hpp"

namespace ryg::engine::first {

/// How --squares has moves written.
[[nodiscard]] inline Geometry geometry_of(const harness::Values& values) {
    return values.text("squares") == "rc" ? Geometry::rows : Geometry::a;
}

/// Values: position, depth, version, engine, squares, tree-base.
[[nodiscard]] harness::Report search_report(const harness::Values& values);
/// Values: version, model.
[[nodiscard]] harness::Report bench_report(const harness::Values& values);

}  // namespace ryg::engine::first
