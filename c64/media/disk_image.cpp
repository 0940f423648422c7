// A diskette of the 1541 as a file (D64): its directory and its programs.
#include "c64/media/disk_image.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/kernal/petscii.hpp"

namespace ryg::c64 {
namespace {

constexpr std::size_t block_size = 256;
constexpr std::size_t blocks_35 = 683, blocks_40 = 768;
constexpr unsigned directory_track = 18, directory_sector = 1;
constexpr Byte padding = 0xA0;

constexpr unsigned sectors_of(unsigned track) {
    return track <= 17 ? 21 : track <= 24 ? 19 : track <= 30 ? 18 : 17;
}

}  // namespace

std::string readable(std::span<const Byte> petscii) {
    std::string text;
    for (const Byte code : petscii) {
        append_utf8(text, to_unicode(petscii_to_screen_code(code), Charset::upper_graphics));
    }
    return text;
}

bool is_named(std::span<const Byte> petscii, std::string_view wanted) {
    for (const Byte letter : petscii) {
        if (wanted.empty()) return false;
        if (wanted.front() == '*') return true;
        const bool any = wanted.front() == '?';
        const auto code = to_petscii(next_utf8(wanted), Charset::upper_graphics);
        if (!any && code != letter) return false;
    }
    return wanted.empty() || wanted.front() == '*';
}

DiskImage DiskImage::parse(std::span<const Byte> file, std::string_view name) {
    DiskImage disk;
    disk.name_ = name;
    std::size_t blocks = 0;
    for (const std::size_t known : {blocks_35, blocks_40}) {
        const bool plain = file.size() == known * block_size;
        if (plain || file.size() == known * (block_size + 1)) blocks = known;
    }
    if (blocks == 0) {
        throw ImageError(
            fmt::format("{}: not a diskette: {} bytes, not one of 174848, 175531, 196608, 197376",
                        name, file.size()));
    }
    disk.tracks_ = blocks == blocks_35 ? 35 : 40;
    const auto used = file.first(blocks * block_size);
    disk.blocks_.assign(used.begin(), used.end());
    return disk;
}

std::span<const Byte> DiskImage::block(unsigned track, unsigned sector) const {
    if (track < 1 || track > tracks_ || sector >= sectors_of(track)) {
        throw ImageError(fmt::format(
            "{}: broken diskette: a block is said to be in track {}, sector {}, which is not there",
            name_, track, sector));
    }
    std::size_t number = sector;
    for (unsigned before = 1; before < track; ++before) number += sectors_of(before);
    return std::span(blocks_).subspan(number * block_size, block_size);
}

std::vector<DiskFile> DiskImage::directory() const {
    constexpr std::size_t entry_size = 32, entries = 8, name_size = 16;
    std::vector<DiskFile> files;
    unsigned track = directory_track, sector = directory_sector;
    for (std::size_t steps = 0; track != 0; ++steps) {
        if (steps > sectors_of(directory_track)) {
            throw ImageError(fmt::format("{}: broken diskette: its directory has no end", name_));
        }
        const auto bytes = block(track, sector);
        for (std::size_t i = 0; i < entries; ++i) {
            const auto entry = bytes.subspan(i * entry_size, entry_size);
            if (entry[2] == 0) continue;
            DiskFile file{
                .is_program = (entry[2] & 0x87) == 0x82, .track = entry[3], .sector = entry[4]};
            const auto name = entry.subspan(5, name_size);
            file.petscii.assign(name.begin(), std::ranges::find(name, padding));
            file.name = readable(file.petscii);
            files.push_back(std::move(file));
        }
        track = bytes[0];
        sector = bytes[1];
    }
    return files;
}

Image DiskImage::program(const std::optional<std::string>& wanted) const {
    const auto files = directory();
    const auto found = std::ranges::find_if(files, [&](const DiskFile& file) {
        return file.is_program && (!wanted || is_named(file.petscii, *wanted));
    });
    if (found == files.end()) {
        std::string there;
        for (const DiskFile& file : files) {
            if (file.is_program)
                there += fmt::format("{} '{}'", there.empty() ? "" : ",", file.name);
        }
        throw ImageError(fmt::format("{}: no program{}: it has{}", name_,
                                     wanted ? fmt::format(" '{}'", *wanted) : "",
                                     there.empty() ? " none" : there));
    }
    return read(*found);
}

/// `0:` in front names the drive, and what follows a comma the kind of file.
std::optional<Image> DiskImage::find(std::span<const Byte> petscii) const {
    if (const auto colon = std::ranges::find(petscii, ':'); colon != petscii.end()) {
        petscii = petscii.subspan(static_cast<std::size_t>(colon - petscii.begin()) + 1);
    }
    const auto comma = std::ranges::find(petscii, ',');
    const std::string wanted =
        readable(petscii.first(static_cast<std::size_t>(comma - petscii.begin())));
    try {
        for (const DiskFile& file : directory()) {
            if (file.is_program && is_named(file.petscii, wanted)) return read(file);
        }
    } catch (
        const ImageError&) {  // a drive says FILE NOT FOUND or READ ERROR, which LOAD answers alike
    }
    return {};
}

Image DiskImage::read(const DiskFile& file) const {
    std::vector<Byte> bytes;
    unsigned track = file.track, sector = file.sector;
    for (std::size_t steps = 0; track != 0; ++steps) {
        if (steps > blocks_40) {
            throw ImageError(fmt::format("{}: broken diskette: the blocks of '{}' have no end",
                                         name_, file.name));
        }
        const auto data = block(track, sector);
        const std::size_t last = data[0] == 0 ? std::max<std::size_t>(data[1], 1) : block_size - 1;
        bytes.insert(bytes.end(), data.begin() + 2,
                     data.begin() + static_cast<std::ptrdiff_t>(last) + 1);
        track = data[0];
        sector = data[1];
    }
    return parse_prg(bytes, fmt::format("{}: '{}'", name_, file.name));
}

}  // namespace ryg::c64
