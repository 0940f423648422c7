// Names and source lines of a program, as a debugger shows them.
#include "c64/debug/symbols.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/program/debug_records.hpp"
#include "c64/program/files.hpp"
#include "c64/program/text.hpp"
#include "emu/disassemble.hpp"

namespace ryg::c64::debug {

Symbols::Symbols(const Image& program) : labels(program.labels) {
    if (program.info != nullptr) *this = Symbols(program.labels, *program.info);
}

Symbols::Symbols(const Labels& known, DebugInfo debug_info) : info(std::move(debug_info)) {
    std::vector<Label> all;
    for (const Label& label : known.all()) {
        if (!label.name.starts_with('@')) all.push_back(label);
    }
    for (const ScopedSymbol& symbol : info.symbols()) {
        if (symbol.name.starts_with('@')) {
            if (!symbol.parent.empty())
                all.push_back({symbol.parent + symbol.name, symbol.address});
        } else if (!symbol.is_label) {
            const auto same = [&](const Label& label) { return label.name == symbol.name; };
            if (std::ranges::none_of(all, same)) all.push_back({symbol.name, symbol.address});
            for (Label& label : all) label.constant |= same(label);
        }
    }
    labels = Labels(std::move(all));
    labels.divide(known.borders());
    find_sources({});
}

void Symbols::find_sources(const std::vector<Path>& folders) {
    sources.clear();
    for (const std::string& name : info.files()) {
        Path path = name;
        const auto find = [&](const std::string& end) {
            const auto folder = std::ranges::find_if(
                folders, [&](const Path& each) { return is_file(each / end); });
            if (folder != folders.end()) path = *folder / end;
            return is_file(path);
        };
        std::string end = name;
        std::ranges::replace(end, '\\', '/');
        for (bool found = find(name); !found && end.find('/') != end.npos;) {
            end.erase(0, end.find('/') + 1);
            found = !end.empty() && find(end);
        }
        sources.push_back({real_path(path), is_file(path)});
    }
}

std::vector<Path> source_folders(const Path& debug_file) {
    std::vector<Path> folders{absolute_path(".")};
    for (Path at = absolute_path(debug_file); at.has_relative_path();) {
        at = at.parent_path();
        folders.push_back(at);
    }
    return folders;
}

bool Symbols::is_code(Address address) const {
    const auto line = info.line_at(address);
    if (!line) return false;
    const auto text = text_of(*line);
    const bool is_c = info.files()[line->file].ends_with(".c");
    if (!text || is_c) {
        return std::ranges::none_of(info.segments(), [address](const Segment& each) {
            return address >= each.begin && address < each.end && each.is_writable;
        });
    }
    return !is_data_directive(*text);
}

std::string Symbols::operand_name(Address address, std::array<Byte, 3> bytes) const {
    const emu::Mode mode = emu::opcodes[bytes[0]].mode;
    const Address operand = emu::operand_of(address, bytes);
    // Without a debug file a name below $100 may be a constant.
    const bool in_zero_page = emu::length(mode) == 2 && mode != emu::Mode::imm && !info.empty();
    const bool is_place = emu::length(mode) == 3 || mode == emu::Mode::rel || in_zero_page;
    return is_place && labels.nearest(operand, 3) ? describe(operand) : "";
}

std::optional<std::string> Symbols::text_of(SourceLine source) const {
    const auto [entry, is_new] = texts_.try_emplace(source.file);
    std::vector<std::string>& lines = entry->second;
    if (is_new) {
        lines = lines_of(read_file(sources[source.file].path).value_or(""));
        for (std::string& line : lines) line.erase(line.find_last_not_of(" \t\r") + 1);
    }
    if (source.line == 0 || source.line > lines.size()) return {};
    return lines[source.line - 1];
}

}  // namespace ryg::c64::debug
