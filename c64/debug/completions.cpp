// Completions of a command line.
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "c64/program/files.hpp"

namespace ryg::c64::debug {
namespace {

/// The literal words of a usage, without its placeholders.
std::vector<std::string> words_of(std::string_view usage) {
    constexpr std::string_view stand_for =
        " address byte command condition count cycle expression file first instruction last level "
        "line m n name number part place rows text value words bank folder ";
    std::vector<std::string> words;
    while (!usage.empty()) {
        const auto begin = std::min(usage.find_first_not_of("[]| .\"="), usage.size());
        usage.remove_prefix(begin);
        const std::string_view word = usage.substr(0, usage.find_first_of("[]| .\"="));
        usage.remove_prefix(word.size());
        if (!word.empty() && stand_for.find(fmt::format(" {} ", word)) == stand_for.npos) {
            words.emplace_back(word);
        }
    }
    return words;
}

/// The files whose path begins with `path`; folders end with a slash.
std::vector<std::string> files_that_begin(std::string_view path) {
    const std::string folder(path.substr(0, path.find_last_of('/') + 1));
    std::vector<std::string> found;
    for (const std::string& name : names_in(folder.empty() ? "." : folder)) {
        if ((folder + name).starts_with(path)) found.push_back(folder + name);
    }
    return found;
}

}  // namespace

std::vector<std::string> Commands::completions(std::string_view line) const {
    if (const auto before = next_command(line); before != line.npos) {
        return completions(line.substr(before + 1));
    }
    skip(blanks, line);
    std::vector<std::string> found, candidates;
    const auto last_blank = line.find_last_of(blanks);
    std::string_view word = last_blank == line.npos ? line : line.substr(last_blank + 1);
    const Command* const command = find(line.substr(0, line.find_first_of(blanks)));
    const std::string_view usage = command == nullptr ? "" : command->usage;
    if (last_blank == line.npos || usage.find("command") != usage.npos) {
        for (const Command& each : commands_) {
            candidates.insert(candidates.end(), each.names.begin(), each.names.end());
        }
        for (const auto& [name, its_line] : macros) candidates.push_back(name);
    }
    if (last_blank != line.npos) {
        if (usage.find("file") != usage.npos) {
            const bool quoted = word.starts_with('"');
            for (const std::string& file : files_that_begin(word.substr(quoted ? 1 : 0))) {
                candidates.push_back((quoted ? "\"" : "") + file);
            }
        }
        const auto words = words_of(usage);
        candidates.insert(candidates.end(), words.begin(), words.end());
        if (command != nullptr && command->names.front() == "bank") {
            for (const NamedBank& each : banks) candidates.emplace_back(each.name);
        }
        const std::string local = fmt::format("{}@", routine());
        const bool dot = word.starts_with('.');
        for (const Label& label : symbols.labels.all()) {
            candidates.push_back((dot ? "." : "") + label.name);
            if (!label.name.starts_with(local)) continue;
            candidates.push_back((dot ? "." : "") + label.name.substr(local.size() - 1));
        }
        if (word.starts_with("@.")) {
            for (const Label& label : symbols.labels.all()) candidates.push_back("@." + label.name);
        }
    }
    std::ranges::copy_if(candidates, std::back_inserter(found),
                         [word](const std::string& each) { return each.starts_with(word); });
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return found;
}

std::string common_beginning(const std::vector<std::string>& words) {
    if (words.empty()) return "";
    std::string common = words.front();
    for (const std::string& each : words) {
        common.erase(std::ranges::mismatch(common, each).in1, common.end());
    }
    return common;
}

}  // namespace ryg::c64::debug
