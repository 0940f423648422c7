// Small helpers for tests of every room: names of rows, messages of exceptions, reference data.
#pragma once

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

/// A file of the reference data: of those in the tree (tests/data), which are always there, of those
/// that tests/fetch_references.sh has got, or else below $RYG_REFERENCE_DATA (default:
/// ../shared/data beside the source tree). Nothing if it is nowhere; a test of data that are not in
/// the tree then says GTEST_SKIP, so that ctest reports it.
inline std::optional<std::filesystem::path> reference_data(std::string_view file) {
    const char* configured = std::getenv("RYG_REFERENCE_DATA");
    const std::filesystem::path source = RYG_SOURCE_DIR;
    for (const std::filesystem::path& folder :
         {std::filesystem::path(RYG_BINARY_DIR) / "tests/data", source / "tests/data/references",
          configured != nullptr ? std::filesystem::path(configured) : source / "../shared/data"}) {
        if (std::filesystem::exists(folder / file)) return folder / file;
    }
    return std::nullopt;
}

/// Expects that a table of a document has this row: `what`, then the numbers that were measured.
/// With $RYG_WRITE_TABLES set, writes it there instead, in place of the row of that name.
inline void expect_row(const std::string& document, const std::string& what,
                       const std::string& numbers) {
    const std::string path = RYG_SOURCE_DIR "/" + document,
                      row = "| " + what + " | " + numbers + " |";
    std::ifstream file(path);
    std::string text, found = "no such row";
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("| " + what + " |")) found = std::exchange(line, row);
        text += line + '\n';
    }
    if (std::getenv("RYG_WRITE_TABLES") != nullptr && found != "no such row") {
        std::ofstream(path) << text;
    } else {
        EXPECT_EQ(found, row) << document << "; RYG_WRITE_TABLES=1 in the environment writes it";
    }
}

}  // namespace ryg::tests
