// What jobs report, as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/work/difference.hpp"

namespace ryg::app {

/// Keeps the order in which a report has its fields.
using Json = nlohmann::ordered_json;

[[nodiscard]] Json to_json(const work::Data& data);
[[nodiscard]] Json to_json(const work::Data::Fields& fields);

}  // namespace ryg::app
