// One place that reads raw binaries, one that writes registers.
#include "app/flat_program.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <vector>

namespace ryg::app {

void load_raw(emu::FlatMemory& memory, const std::string& path, emu::Address load) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        throw Trouble(fmt::format("{}: no such file", path));
    std::ifstream file(path, std::ios::binary);
    if (!file || !std::filesystem::is_regular_file(path, ignored)) {
        throw Trouble(fmt::format("{}: cannot be read", path));
    }
    const auto size = std::filesystem::file_size(path, ignored);
    if (size == 0) throw Trouble(fmt::format("{}: empty file", path));
    const std::size_t room = memory.ram.size() - load;
    if (size > room) {
        throw Trouble(fmt::format("{}: {} bytes do not fit from ${:04x} on: at most {}", path, size,
                                  load, room));
    }
    std::copy(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(),
              memory.ram.begin() + load);
}

emu::Address parse_address(const std::string& text, std::string_view option) {
    return static_cast<emu::Address>(parse_number(text, option, 0xFFFF));
}

std::string flags_text(emu::Byte p) {
    std::string text = "nv1-dizc";
    for (unsigned bit = 0; bit < 8; ++bit) {
        char& letter = text[7 - bit];
        if ((p >> bit & 1) != 0) letter = static_cast<char>(std::toupper(letter));
    }
    return text;
}

std::string registers_text(const emu::Registers& r) {
    return fmt::format("a={:02x} x={:02x} y={:02x} s={:02x} p={}", r.a, r.x, r.y, r.s,
                       flags_text(r.p));
}

Json registers_json(const emu::Registers& r) {
    return {{"pc", r.pc}, {"a", r.a}, {"x", r.x}, {"y", r.y}, {"s", r.s}, {"p", r.p}};
}

}  // namespace ryg::app
