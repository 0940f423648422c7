// Names and source lines of a program, as a debugger shows them.
#include "c64/debug/symbols.hpp"

#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace ryg::c64::debug {

Symbols::Symbols(const Labels& known, std::string_view debug_file, std::string_view file)
    : info(DebugInfo::parse(debug_file, file)) {
    std::string text;
    for (const Label& label : known.all()) {
        if (!label.name.starts_with('@')) {
            text += fmt::format("al {:06x} .{}\n", label.address, label.name);
        }
    }
    for (const ScopedSymbol& symbol : info.symbols()) {
        if (!symbol.name.starts_with('@') || symbol.parent.empty()) continue;
        text += fmt::format("al {:06x} .{}{}\n", symbol.address, symbol.parent, symbol.name);
    }
    labels = Labels::parse(text, file);
    labels.learn_constants(debug_file);
}

std::optional<std::string> Symbols::text_of(SourceLine source) const {
    const auto [entry, is_new] = sources_.try_emplace(source.file);
    std::vector<std::string>& lines = entry->second;
    if (is_new) {
        std::ifstream in(info.files()[source.file]);
        for (std::string line; std::getline(in, line);) {
            line.erase(line.find_last_not_of(" \t\r") + 1);
            lines.push_back(std::move(line));
        }
    }
    if (source.line == 0 || source.line > lines.size()) return {};
    return lines[source.line - 1];
}

}  // namespace ryg::c64::debug
