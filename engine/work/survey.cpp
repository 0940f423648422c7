// Reading what is to be surveyed: lists of numbers, and files of positions.
#include "engine/work/survey.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "c64/board/state.hpp"

namespace ryg::work {

std::string Series::name() const {
    return version == 0 ? program : fmt::format("version {}, depth {}", version, depth);
}

std::vector<int> numbers_in(std::string_view list, std::string_view option, int least,
                            int greatest) {
    static const std::regex range(R"(\s*(\d{1,4})(?:-(\d{1,4}))?\s*)");
    std::set<int> numbers;
    std::istringstream parts{std::string(list)};
    bool good = true;
    for (std::string part; std::getline(parts, part, ',');) {
        std::smatch match;
        good = good && std::regex_match(part, match, range);
        if (!good) break;
        const int first = std::stoi(match[1]);
        const int last = match[2].matched ? std::stoi(match[2]) : first;
        good = least <= first && first <= last && last <= greatest;
        for (int number = first; good && number <= last; ++number) numbers.insert(number);
    }
    if (good && !numbers.empty()) return {numbers.begin(), numbers.end()};
    throw std::invalid_argument(
        fmt::format("--{}: '{}' is not a list of numbers from {} to {}, such as {}-{},{}", option,
                    list, least, greatest, least, least + 1, greatest));
}

SurveyPlan survey_plan(const Values& values, std::pair<int, int> versions,
                       std::pair<int, int> depths,
                       const std::function<c64::Image(int version)>& program) {
    SurveyPlan plan;
    for (const int version :
         numbers_in(values.text("versions"), "versions", versions.first, versions.second)) {
        const c64::Image& image = plan.programs[version] = program(version);
        for (const int depth :
             numbers_in(values.text("depths"), "depths", depths.first, depths.second)) {
            plan.series.push_back({version, depth, image.name, c64::crc_32(image.bytes)});
        }
    }
    return plan;
}

std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line[0] != '#') lines.push_back(line);
    }
    if (lines.empty()) {
        throw std::invalid_argument(path + ": cannot be read, or has no position in it");
    }
    return lines;
}

std::string pieces_named(std::string_view kind, const std::string& value) {
    if (value == "reachable" || value == "all") return fmt::format("{} {}", value, kind);
    const auto lines = lines_of(value);
    const std::string text = fmt::format("{}", fmt::join(lines, "\n"));
    const std::vector<Byte> bytes(text.begin(), text.end());
    return fmt::format("{} of a file, CRC-32 {:08x}", kind, c64::crc_32(bytes));
}

}  // namespace ryg::work
