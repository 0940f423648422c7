// What jobs report, as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/work/report.hpp"

namespace ryg::app {

/// Keeps the order in which a report has its fields.
using Json = nlohmann::ordered_json;

/// What a verb has found, as text and as JSON.
struct VerbReport {
    std::string text{};
    Json data = Json::object();
    bool agrees = true;  ///< false if it is a difference, or bad
};

[[nodiscard]] VerbReport to_json(const work::Report& report);
[[nodiscard]] Json to_json(const work::Difference& difference);

}  // namespace ryg::app
