// Program images: what a PRG file says, and where a BASIC line's SYS leads.
#include "c64/program/image.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace ryg::c64 {
namespace {

constexpr Address basic_start = 0x0801;
constexpr std::size_t line_header = 4;  // link and line number
constexpr Byte SYS = 0x9E;

std::string_view text(std::span<const unsigned char> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Image parse_prg(std::span<const Byte> file, std::string_view name) {
    if (file.size() < 3) {
        throw ImageError(
            fmt::format("{}: no program: a PRG file has a load address and at least "
                        "one byte, this one has {} bytes",
                        name, file.size()));
    }
    Image image;
    image.name = name;
    image.load_address = emu::word(file[0], file[1]);
    image.bytes.assign(file.begin() + 2, file.end());
    if (image.end() > 0x10000) {
        throw ImageError(fmt::format("{}: too long: {} bytes from ${:04x} end behind $ffff", name,
                                     image.bytes.size(), image.load_address));
    }
    return image;
}

Image parse_p00(std::span<const Byte> file, std::string_view name) {
    constexpr std::string_view magic{"C64File\0", 8};
    constexpr std::size_t header = 26;
    if (!text(file).starts_with(magic)) return parse_prg(file, name);
    return parse_prg(file.subspan(std::min(header, file.size())), name);
}

std::vector<Byte> read_bytes(const std::string& path, std::size_t most) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw ImageError(fmt::format("{}: is a directory", path));
    }
    std::ifstream in(path, std::ios::binary);
    if (!in) throw ImageError(fmt::format("{}: cannot be read", path));
    std::vector<Byte> file(most + 1);
    in.read(reinterpret_cast<char*>(file.data()), static_cast<std::streamsize>(file.size()));
    file.resize(static_cast<std::size_t>(in.gcount()));
    if (file.size() > most) {
        throw ImageError(fmt::format("{}: too long: more than {} bytes", path, most));
    }
    return file;
}

Image read_prg(const std::string& path) {
    constexpr std::size_t longest = 0x10002 + 26;
    Image image = parse_p00(read_bytes(path, longest), path);
    std::error_code error;
    const auto labels = std::filesystem::path(path).replace_extension(".lbl");
    if (std::filesystem::is_regular_file(labels, error)) image.labels = Labels::read(labels);
    return image;
}

Image from_embedded(const EmbeddedImage& embedded) {
    Image image = parse_prg(embedded.prg, embedded.name);
    image.labels = Labels::parse(text(embedded.labels), embedded.name);
    image.labels.learn_constants(text(embedded.debug));
    return image;
}

std::optional<Address> sys_address(const Image& image) {
    if (image.load_address != basic_start || image.bytes.size() < line_header) return {};
    std::size_t at = line_header;
    const auto byte = [&] { return at < image.bytes.size() ? image.bytes[at] : Byte{0}; };
    while (byte() != 0 && byte() != SYS) ++at;
    if (byte() != SYS) return {};
    ++at;
    while (byte() == ' ' || byte() == '(') ++at;
    unsigned number = 0;
    const std::size_t first_digit = at;
    for (; byte() >= '0' && byte() <= '9'; ++at) {
        number = number * 10 + (byte() - '0');
        if (number > 0xFFFF) return {};
    }
    if (at == first_digit) return {};
    while (byte() == ' ' || byte() == ')') ++at;
    if (byte() != 0 && byte() != ':' && byte() != ',') return {};
    return static_cast<Address>(number);
}

}  // namespace ryg::c64
