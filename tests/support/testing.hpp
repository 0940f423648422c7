// Small helpers for tests of every room: names of table rows, messages of exceptions.
#pragma once

#include <exception>
#include <gtest/gtest.h>
#include <string>

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

}  // namespace ryg::tests
