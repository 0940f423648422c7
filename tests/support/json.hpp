// What a verb of the program reports as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/support/run_program.hpp"

namespace ryg::program {

/// `ryg WORDS --json`, which ends with `status`; discarded JSON if the output is not JSON.
inline nlohmann::json ryg_json(std::vector<std::string> words, int status = 0) {
    words.emplace_back("--json");
    const auto run = ryg(std::move(words));
    EXPECT_EQ(run.status, status) << run.err;
    return nlohmann::json::parse(run.out, nullptr, false);
}

}  // namespace ryg::program
