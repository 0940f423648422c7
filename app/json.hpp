// Reports of jobs as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/work/report.hpp"

namespace ryg::app {

/// JSON that keeps the order of fields.
using Json = nlohmann::ordered_json;

/// The result of a verb, as text and as JSON.
struct VerbReport {
    std::string text{};
    Json data = Json::object();
    bool agrees = true;  ///< false if the result is a difference or a failure
};

[[nodiscard]] VerbReport to_json(const work::Report& report);
[[nodiscard]] Json to_json(const work::Difference& difference);

}  // namespace ryg::app
