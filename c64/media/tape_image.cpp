// A T64 tape image: a directory, and programs stored one after the other.
#include "c64/media/tape_image.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/media/disk_image.hpp"

namespace ryg::c64 {
namespace {

constexpr std::size_t header_size = 64, entry_size = 32, name_size = 16;

unsigned little_endian(std::span<const Byte> bytes) {
    unsigned value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | bytes[i];
    return value;
}

}  // namespace

TapeImage TapeImage::parse(std::span<const Byte> file, std::string_view name) {
    constexpr std::string_view magic = "C64";
    const bool says =
        file.size() >= header_size && std::equal(magic.begin(), magic.end(), file.begin());
    if (!says) throw ImageError(fmt::format("{}: not a tape image: no header of a T64", name));
    TapeImage tape;
    tape.name_ = name;
    struct TapeEntry {
        std::size_t at;
        std::span<const Byte> bytes;
    };
    std::vector<TapeEntry> entries;
    const std::size_t places = little_endian(file.subspan(34, 2));
    for (std::size_t i = 0; i < places; ++i) {
        const std::size_t start = header_size + i * entry_size;
        if (start + entry_size > file.size()) break;
        const auto entry = file.subspan(start, entry_size);
        const std::size_t at = little_endian(entry.subspan(8, 4));
        if (entry[0] == 1 && at < file.size()) entries.push_back({at, entry});
    }
    for (const TapeEntry& entry : entries) {
        std::size_t end = file.size();
        for (const TapeEntry& other : entries) {
            if (other.at > entry.at) end = std::min(end, other.at);
        }
        const unsigned first = little_endian(entry.bytes.subspan(2, 2)),
                       after = little_endian(entry.bytes.subspan(4, 2));
        if (after > first) end = std::min<std::size_t>(end, entry.at + (after - first));
        std::vector<Byte> petscii(entry.bytes.begin() + name_size, entry.bytes.end());
        while (!petscii.empty() && (petscii.back() == ' ' || petscii.back() == 0xA0)) {
            petscii.pop_back();
        }
        std::vector<Byte> prg{entry.bytes[2], entry.bytes[3]};
        prg.insert(prg.end(), file.begin() + static_cast<std::ptrdiff_t>(entry.at),
                   file.begin() + static_cast<std::ptrdiff_t>(end));
        Image image = parse_prg(prg, fmt::format("{}: '{}'", name, readable(petscii)));
        image.petscii = std::move(petscii);
        tape.files_.push_back(std::move(image));
    }
    return tape;
}

Image TapeImage::program(const std::optional<std::string>& wanted) const {
    const auto found = std::ranges::find_if(
        files_, [&](const Image& file) { return !wanted || is_named(file.petscii, *wanted); });
    if (found != files_.end()) return *found;
    std::string there;
    for (const Image& file : files_) {
        there += fmt::format("{} '{}'", there.empty() ? "" : ",", readable(file.petscii));
    }
    throw ImageError(fmt::format("{}: no program{}: it has{}", name_,
                                 wanted ? fmt::format(" '{}'", *wanted) : "",
                                 there.empty() ? " none" : there));
}

}  // namespace ryg::c64
