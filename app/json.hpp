// What jobs report, as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/harness/report.hpp"

namespace ryg::app {

/// Keeps the order in which a report has its fields.
using Json = nlohmann::ordered_json;

[[nodiscard]] Json to_json(const harness::Data& data);
[[nodiscard]] Json to_json(const harness::Data::Fields& fields);

}  // namespace ryg::app
