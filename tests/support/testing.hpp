// Small helpers for tests of every room: names of rows, messages of exceptions, reference data.
#pragma once

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <string_view>

namespace ryg::tests {

/// Names each test of a table after its row: the last argument of INSTANTIATE_TEST_SUITE_P.
inline constexpr auto name_of_row = [](const auto& row) { return std::string(row.param.name); };

/// What the exception says that `action` throws.
std::string message_of(const auto& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "nothing was thrown";
}

/// Is the command there? A test that wants it says GTEST_SKIP if not.
inline bool is_installed(const std::string& command) {
    return std::system(("command -v " + command + " >/dev/null").c_str()) == 0;
}

/// A file below $RYG_REFERENCE_DATA (default: ../shared/data beside the source tree), or nothing
/// if it is not there; the test then says GTEST_SKIP, so that ctest reports it.
inline std::optional<std::filesystem::path> reference_data(std::string_view file) {
    const char* configured = std::getenv("RYG_REFERENCE_DATA");
    const std::filesystem::path folder =
        configured != nullptr ? std::filesystem::path(configured)
                              : std::filesystem::path(RYG_SOURCE_DIR) / "../shared/data";
    std::filesystem::path path = folder / file;
    if (!std::filesystem::exists(path)) return std::nullopt;
    return path;
}

}  // namespace ryg::tests
