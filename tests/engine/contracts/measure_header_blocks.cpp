// Prints the cycles of every routine over the draws of its test; --write states them in the blocks.
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

#include "tests/engine/contracts/hold.hpp"

namespace ryg {
namespace {

using namespace ryg::blocks;

void write_time(const std::string& folder, const Block& block, const Report& report) {
    for (const std::string& path : source_files(folder)) {
        if (std::filesystem::path(path).filename() != block.file) continue;
        std::vector<std::string> lines;
        std::ifstream input(path);
        for (std::string line; std::getline(input, line);) lines.push_back(line);
        input.close();
        lines.at(block.time_line - 1) = fmt::format("; Time    {}..{}", report.least, report.most);
        std::ofstream output(path);
        for (const std::string& line : lines) output << line << '\n';
    }
}

void measure(std::string_view routine, bool writes) {
    const Program& in = program(stated_program(routine));
    const Block& block = *in.block(routine);
    if (block.time.kind != TimeKind::cycles) return;
    const Check* check = find_check(routine);
    if (check == nullptr) throw BlockError(fmt::format("{} has no check", routine));
    Effort effort = effort_for(in, block, *check);
    effort.whole = false;
    const Report report = hold(in, block, *check, effort);
    if (!report.holds()) throw BlockError(report.text());
    fmt::print("{} {}..{}\n", routine, report.least, report.most);
    if (writes) write_time(in.options.folder, block, report);
}

}  // namespace
}  // namespace ryg

using namespace ryg;

int main(int count, char** arguments) {
    const bool writes = count == 2 && std::string_view(arguments[1]) == "--write";
    if (count > 2 || (count == 2 && !writes)) {
        fmt::print(stderr, "measure_header_blocks [--write]\n");
        return 2;
    }
    try {
        std::set<std::string> routines;
        for (const std::string_view name : held_programs()) {
            for (const auto& [routine, block] : program(name).source.blocks) {
                routines.insert(routine);
            }
        }
        for (const std::string& routine : routines) measure(routine, writes);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
    return 0;
}
