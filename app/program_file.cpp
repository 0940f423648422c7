// Files first: a file in the current folder hides a program of the same name inside ryg.
#include "app/program_file.hpp"

#include <charconv>
#include <filesystem>
#include <fmt/format.h>

#include "app/verb.hpp"
#include "c64/media/disk_image.hpp"
#include "engine/games.hpp"

namespace ryg::app {

c64::Image read_program(const std::string& name, const std::optional<std::string>& wanted) {
    constexpr std::size_t largest_diskette = 197'376;
    if (name.ends_with(".d64") || name.ends_with(".D64")) {
        const auto bytes = c64::read_bytes(name, largest_diskette);
        return c64::DiskImage::parse(bytes, name).program(wanted);
    }
    if (wanted) throw Trouble(fmt::format("--program: '{}' is no diskette (.d64)", name));
    std::error_code ignored;
    if (!std::filesystem::exists(name, ignored)) {
        const c64::EmbeddedImage* embedded = engine::find_program(name);
        if (embedded != nullptr) return c64::from_embedded(*embedded);
    }
    return c64::read_prg(name);
}

std::string unescape(std::string_view text, std::string_view option) {
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
        unsigned code = 0;
        const std::string_view digits = text.substr(std::min(i + 1, text.size()), 2);
        const auto* end = digits.data() + digits.size();
        if (i < text.size() && text[i] == 'x' && digits.size() == 2 &&
            std::from_chars(digits.data(), end, code, 16).ptr == end && code < 0x80) {
            result += static_cast<char>(code);
            i += 2;
            continue;
        }
        throw Trouble(
            fmt::format("--{}: a backslash in '{}' that says nothing: use \\r for RETURN, "
                        "\\\\ for a backslash",
                        option, text));
    }
    return result;
}

}  // namespace ryg::app
