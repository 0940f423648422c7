// Cases of a text file: each begins with `== ` and a sentence, which names its test.
#pragma once

#include <cctype>
#include <string>
#include <vector>

#include "tests/support/folder.hpp"

namespace ryg::tests {

struct Case {
    std::string name;  ///< the words of the sentence, each with a capital, as in "AStepBack"
    std::string text;  ///< the lines below it
};

inline std::vector<Case> cases_of(const std::string& path) {
    std::vector<Case> cases;
    std::ifstream lines(path);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("== ")) {
            if (!cases.empty()) cases.back().text += line + '\n';
            continue;
        }
        cases.emplace_back();
        bool begins = true;
        for (const char c : line.substr(3)) {
            const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
            if (is_letter) {
                cases.back().name += begins ? static_cast<char>(std::toupper(c)) : c;
            }
            begins = !is_letter && c != '\'';
        }
    }
    EXPECT_FALSE(cases.empty()) << path;
    return cases;
}

}  // namespace ryg::tests
