// Where the reference data of others is, if this machine has it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

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
