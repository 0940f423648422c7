// Splits text into lines and replaces escapes.
#include "c64/program/text.hpp"

#include <algorithm>

#include "c64/program/numbers.hpp"

namespace ryg::c64 {

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return lines;
}

std::string wrapped(std::string line, std::size_t indent) {
    constexpr std::size_t width = 80;
    std::string above;
    while (line.size() > width) {
        auto at = line.rfind(' ', width);
        if (at == line.npos || at <= line.find_first_not_of(' ')) at = line.find(' ', width);
        const auto rest = line.find_first_not_of(' ', at);
        if (rest == line.npos) break;
        above += line.substr(0, line.find_last_not_of(' ', at) + 1) + '\n';
        line.replace(0, rest, indent, ' ');
    }
    return above + line;
}

std::optional<std::string> unescape(std::string_view text) {
    constexpr std::string_view letters = "rn\\", meanings = "\r\n\\";
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            result += text[i];
            continue;
        }
        ++i;
        const std::size_t known = i < text.size() ? letters.find(text[i]) : letters.npos;
        if (known != letters.npos) {
            result += meanings[known];
            continue;
        }
        const std::string_view digits = text.substr(std::min(i + 1, text.size()), 2);
        const auto code = digits_of(digits, 16);
        if (i == text.size() || text[i] != 'x' || digits.size() != 2 || !code || *code >= 0x80) {
            return {};
        }
        result += static_cast<char>(*code);
        i += 2;
    }
    return result;
}

}  // namespace ryg::c64
