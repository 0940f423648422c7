// Differences and signatures as text.
#include "engine/work/difference.hpp"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>

#include "engine/work/report.hpp"

namespace ryg::work {

std::string describe(const Difference& difference, std::string_view again) {
    std::string text;
    const auto line = [&text](std::string_view name, std::string_view value) {
        if (!value.empty()) text += fmt::format("  {:<11} {}\n", name, value);
    };
    line("position", difference.position);
    if (difference.depth != 0) {
        line("search", fmt::format("{}, depth {}", difference.program, difference.depth));
    } else {
        line("program", difference.program);
    }
    line(difference.where, difference.place);
    line("field", difference.address
                      ? fmt::format("{} at ${:04x}", difference.field, *difference.address)
                      : difference.field);
    line(difference.native_name, difference.native);
    line(difference.assembly_name, difference.assembly);
    line("written by", difference.written_by);
    line("first wrong", difference.first_wrong);
    line("because", difference.because);
    line("table", difference.table);
    line("against", difference.against);
    if (difference.noise) {
        line("noise", fmt::format("seed {}, in the memory before the search", *difference.noise));
    }
    line("again", again);
    return text;
}

void Signature::add(std::uint64_t answer) {
    if (moves == 0) moves = 0x811c9dc5;
    moves = static_cast<std::uint32_t>((moves ^ answer) * 0x01000193);
}

void Signature::add(emu::Byte from, emu::Byte to) {
    for (const emu::Byte square : {from, to}) add(std::uint64_t{square});
}

std::string to_string(const Signature& signature) {
    return fmt::format("{} nodes, {} cycles, moves {:08x}", signature.nodes, signature.cycles,
                       signature.moves);
}

void Report::add(const Signature& signature) {
    text += fmt::format("\nSignature: {}\n", to_string(signature));
    data.emplace_back("signature.nodes", signature.nodes);
    data.emplace_back("signature.cycles", signature.cycles);
    data.emplace_back("signature.moves", fmt::format("{:08x}", signature.moves));
}

std::string table_text(const std::vector<TableRow>& rows) {
    constexpr std::size_t of_a_terminal = 80;
    std::vector<std::size_t> widths(rows.front().size());
    for (const TableRow& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (std::size_t first = 1, last = 1; first < widths.size(); first = last) {
        std::size_t width = widths[0];
        do {
            width += 2 + widths[last++];
        } while (last < widths.size() && width + 2 + widths[last] <= of_a_terminal);
        if (first > 1) text += '\n';
        for (const TableRow& row : rows) {
            if (row.size() <= first && first > 1) continue;
            text += fmt::format("{:<{}}", row[0], widths[0]);
            for (std::size_t i = first; i < std::min(last, row.size()); ++i) {
                text += fmt::format("  {:>{}}", row[i], widths[i]);
            }
            text += '\n';
        }
    }
    return text;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        switch (letter) {
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '&': result += "&amp;"; break;
            case '"': result += "&quot;"; break;
            default:
                const bool is_control = static_cast<unsigned char>(letter) < ' ' && letter != '\n';
                result += is_control ? ' ' : letter;
        }
    }
    return result;
}

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

}  // namespace ryg::work
