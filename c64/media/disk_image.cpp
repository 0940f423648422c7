// A disk image of the 1541 (D64): reads and writes its directory and files.
#include "c64/media/disk_image.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "c64/kernal/petscii.hpp"

namespace ryg::c64 {
namespace {

constexpr std::size_t block_size = 256, data_size = 254;
constexpr std::size_t entry_bytes = 32, entries_in_block = 8, name_bytes = 16;
struct Size {
    std::size_t blocks;
    unsigned tracks;
};
constexpr std::array sizes{Size{683, 35}, Size{768, 40}, Size{802, 42}};
constexpr unsigned directory_track = 18, last_track = 35;  // the map covers tracks 1 to 35
constexpr std::size_t title_at = 0x90, title_size = 24;
constexpr Byte padding = 0xA0;

constexpr unsigned sectors_of(unsigned track) {
    return track <= 17 ? 21 : track <= 24 ? 19 : track <= 30 ? 18 : 17;
}

std::span<const Byte> without_padding(std::span<const Byte> name) {
    return name.first(static_cast<std::size_t>(std::ranges::find(name, padding) - name.begin()));
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
    std::vector<Byte> codes;
    while (!wanted.empty()) {
        const auto code = to_petscii(next_utf8(wanted), Charset::upper_graphics);
        if (!code) return false;
        codes.push_back(*code);
    }
    return is_named(petscii, codes);
}

bool is_named(std::span<const Byte> petscii, std::span<const Byte> wanted) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i] == '*') return true;
        if (i == petscii.size() || (wanted[i] != '?' && wanted[i] != petscii[i])) return false;
    }
    return wanted.size() == petscii.size();
}

DiskImage DiskImage::parse(std::span<const Byte> file, std::string_view name) {
    DiskImage disk;
    disk.name_ = name;
    const auto known = std::ranges::find_if(sizes, [&](const Size& size) {
        return file.size() == size.blocks * block_size ||
               file.size() == size.blocks * (block_size + 1);
    });
    if (known == sizes.end()) {
        throw ImageError(fmt::format(
            "{}: not a disk image: {} bytes, not one of 174848, 175531, 196608, 197376, 205312, "
            "206114",
            name, file.size()));
    }
    disk.tracks_ = known->tracks;
    const auto used = file.first(known->blocks * block_size);
    disk.blocks_.assign(used.begin(), used.end());
    return disk;
}

DiskImage DiskImage::formatted(std::span<const Byte> title, const std::string& id) {
    DiskImage disk;
    disk.name_ = "diskette";
    disk.blocks_.resize(sizes[0].blocks * block_size);
    for (unsigned track = 1; track <= last_track; ++track) {
        for (unsigned sector = 0; sector < sectors_of(track); ++sector) {
            disk.set_free({track, sector}, true);
        }
    }
    for (const unsigned sector : {0U, 1U}) disk.set_free({directory_track, sector}, false);
    const auto map = std::span(disk.blocks_).subspan(disk.offset_of({directory_track, 0}));
    map[0] = directory_track;
    map[1] = 1;
    map[2] = 'A';
    std::ranges::fill(map.subspan(title_at, 0xAB - title_at), padding);
    std::ranges::copy(title.first(std::min(title.size(), name_bytes)), map.begin() + title_at);
    std::ranges::copy(id.substr(0, 2), map.begin() + title_at + 18);
    std::ranges::copy(std::string_view("2A"), map.begin() + title_at + 21);
    disk.blocks_[disk.offset_of({directory_track, 1}) + 1] = 0xFF;
    return disk;
}

bool DiskImage::is_there(DiskBlock block) const {
    return block.track >= 1 && block.track <= tracks_ && block.sector < sectors_of(block.track);
}

std::size_t DiskImage::offset_of(DiskBlock block) const {
    if (!is_there(block)) {
        throw ImageError(
            fmt::format("{}: broken disk image: a block is said to be in track {}, sector {}, "
                        "which does not exist",
                        name_, block.track, block.sector));
    }
    std::size_t number = block.sector;
    for (unsigned before = 1; before < block.track; ++before) number += sectors_of(before);
    return number * block_size;
}

/// The chain of blocks from `first` on; it also ends where it leads off the disk or back to itself.
std::vector<DiskImage::DiskBlock> DiskImage::chain(DiskBlock first) const {
    std::vector<DiskBlock> blocks;
    std::vector<bool> seen(blocks_.size() / block_size);
    for (DiskBlock at = first; is_there(at);) {
        const std::size_t offset = offset_of(at);
        if (seen[offset / block_size]) break;
        seen[offset / block_size] = true;
        blocks.push_back(at);
        at = {blocks_[offset], blocks_[offset + 1]};
    }
    return blocks;
}

std::vector<DiskFile> DiskImage::directory() const {
    std::vector<DiskFile> files;
    for (const DiskBlock block : chain({directory_track, 1})) {
        for (std::size_t i = 0; i < entries_in_block; ++i) {
            const std::size_t at = offset_of(block) + i * entry_bytes;
            const auto entry = std::span(blocks_).subspan(at, entry_bytes);
            if (entry[2] == 0) continue;
            const auto name = without_padding(entry.subspan(5, name_bytes));
            DiskFile file{.name = readable(name),
                          .petscii = {name.begin(), name.end()},
                          .type = FileType(std::min(entry[2] & 7, 4)),
                          .is_closed = (entry[2] & 0x80) != 0,
                          .is_locked = (entry[2] & 0x40) != 0,
                          .track = entry[3],
                          .sector = entry[4],
                          .blocks = emu::word(entry[30], entry[31]),
                          .entry = at};
            files.push_back(std::move(file));
        }
    }
    return files;
}

Image DiskImage::program(const std::optional<std::string>& wanted) const {
    const auto files = directory();
    const auto found = std::ranges::find_if(files, [&](const DiskFile& file) {
        return file.is_program() && (!wanted || is_named(file.petscii, *wanted));
    });
    if (found == files.end()) {
        std::string there;
        for (const DiskFile& file : files) {
            if (file.is_program())
                there += fmt::format("{} '{}'", there.empty() ? "" : ",", file.name);
        }
        throw ImageError(fmt::format("{}: no program{}: it has{}", name_,
                                     wanted ? fmt::format(" '{}'", *wanted) : "",
                                     there.empty() ? " none" : there));
    }
    Image image = parse_prg(read(*found), fmt::format("{}: '{}'", name_, found->name));
    image.petscii = found->petscii;
    return image;
}

std::vector<Byte> DiskImage::read(const DiskFile& file) const {
    std::vector<Byte> bytes;
    static_cast<void>(offset_of({file.track, file.sector}));
    const std::vector<DiskBlock> blocks = chain({file.track, file.sector});
    for (const DiskBlock block : blocks) {
        const auto data = std::span(blocks_).subspan(offset_of(block), block_size);
        const std::size_t last = data[0] == 0 ? std::max<std::size_t>(data[1], 1) : block_size - 1;
        bytes.insert(bytes.end(), data.begin() + 2,
                     data.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    }
    const std::size_t end = offset_of(blocks.back());
    if (blocks_[end] == 0) return bytes;
    static_cast<void>(
        offset_of({blocks_[end], blocks_[end + 1]}));  // throws if there is no such block
    throw ImageError(
        fmt::format("{}: broken disk image: the blocks of '{}' have no end", name_, file.name));
}

std::span<const Byte> DiskImage::title() const {
    return std::span(blocks_).subspan(offset_of({directory_track, 0}) + title_at, title_size);
}

bool DiskImage::is_formatted() const {
    const auto map = std::span(blocks_).subspan(offset_of({directory_track, 0}), block_size);
    return std::ranges::any_of(map, [](Byte byte) { return byte != 0; });
}

/// The map has four bytes per track: the number of free sectors, and a bit for each sector.
bool DiskImage::is_free(DiskBlock block) const {
    const std::size_t map = offset_of({directory_track, 0}) + block.track * 4;
    return (blocks_[map + 1 + block.sector / 8] >> block.sector % 8 & 1) != 0;
}

void DiskImage::set_free(DiskBlock block, bool free) {
    if (block.track < 1 || block.track > last_track || is_free(block) == free) return;
    const std::size_t map = offset_of({directory_track, 0}) + block.track * 4;
    blocks_[map + 1 + block.sector / 8] ^= static_cast<Byte>(1 << block.sector % 8);
    blocks_[map] = static_cast<Byte>(blocks_[map] + (free ? 1 : -1));
}

unsigned DiskImage::free_blocks() const {
    unsigned free = 0;
    for (unsigned track = 1; track <= last_track; ++track) {
        for (unsigned sector = 0; track != directory_track && sector < sectors_of(track);
             ++sector) {
            free += is_free({track, sector}) ? 1U : 0U;
        }
    }
    return free;
}

/// Allocates the next block of a file: in the last block's track, ten sectors on (directory:
/// three), otherwise in the track nearest to the directory.
std::optional<DiskImage::DiskBlock> DiskImage::take(DiskBlock after) {
    const bool is_directory = after.track == directory_track;
    const auto in_track = [&](unsigned track, unsigned first) -> std::optional<DiskBlock> {
        for (unsigned i = 0; i < sectors_of(track); ++i) {
            const DiskBlock block{track, (first + i) % sectors_of(track)};
            if (!is_free(block)) continue;
            set_free(block, false);
            return block;
        }
        return {};
    };
    if (after.track != 0 && after.track <= last_track) {
        const auto near = in_track(after.track, after.sector + (is_directory ? 3 : 10));
        if (near || is_directory) return near;
    }
    for (unsigned distance = 1; distance <= directory_track; ++distance) {
        for (const unsigned track : {directory_track - distance, directory_track + distance}) {
            if (track < 1 || track > last_track) continue;
            if (const auto block = in_track(track, 0)) return block;
        }
    }
    return {};
}

/// Offset of a free directory entry, in a new block if necessary.
std::optional<std::size_t> DiskImage::take_entry() {
    const std::vector<DiskBlock> blocks = chain({directory_track, 1});
    for (const DiskBlock block : blocks) {
        for (std::size_t i = 0; i < entries_in_block; ++i) {
            const std::size_t at = offset_of(block) + i * entry_bytes;
            if (blocks_[at + 2] == 0) return at;
        }
    }
    const auto more = take(blocks.back());
    if (!more) return {};
    const std::size_t last = offset_of(blocks.back()), at = offset_of(*more);
    blocks_[last] = static_cast<Byte>(more->track);
    blocks_[last + 1] = static_cast<Byte>(more->sector);
    std::fill_n(blocks_.begin() + static_cast<std::ptrdiff_t>(at), block_size, Byte{0});
    blocks_[at + 1] = 0xFF;
    return at;
}

bool DiskImage::add(std::span<const Byte> petscii, FileType type, std::span<const Byte> bytes) {
    const DiskImage before = *this;
    const auto entry = take_entry();
    const std::size_t count = std::max<std::size_t>((bytes.size() + data_size - 1) / data_size, 1);
    std::vector<DiskBlock> blocks;
    while (entry && blocks.size() < count) {
        const auto block = take(blocks.empty() ? DiskBlock{} : blocks.back());
        if (!block) break;
        blocks.push_back(*block);
    }
    if (!entry || blocks.size() < count) {
        *this = before;
        return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto part =
            bytes.subspan(i * data_size, std::min(data_size, bytes.size() - i * data_size));
        const auto block = std::span(blocks_).subspan(offset_of(blocks[i]), block_size);
        std::ranges::fill(block, Byte{0});
        std::ranges::copy(part, block.begin() + 2);
        const bool is_last = i + 1 == count;
        block[0] = static_cast<Byte>(is_last ? 0 : blocks[i + 1].track);
        block[1] = static_cast<Byte>(is_last ? part.size() + 1 : blocks[i + 1].sector);
    }
    const auto at = std::span(blocks_).subspan(*entry, entry_bytes);
    std::ranges::fill(at.subspan(2), Byte{0});  // the first two bytes link to the next block
    at[2] = static_cast<Byte>(0x80 | static_cast<unsigned>(type));
    at[3] = static_cast<Byte>(blocks[0].track);
    at[4] = static_cast<Byte>(blocks[0].sector);
    at[30] = emu::low(static_cast<Address>(count));
    at[31] = emu::high(static_cast<Address>(count));
    rename({.entry = *entry}, petscii);
    return true;
}

void DiskImage::remove(const DiskFile& file) {
    blocks_[file.entry + 2] = 0;
    for (const DiskBlock block : chain({file.track, file.sector})) set_free(block, true);
}

void DiskImage::rename(const DiskFile& file, std::span<const Byte> petscii) {
    const auto name = std::span(blocks_).subspan(file.entry + 5, name_bytes);
    std::ranges::fill(name, padding);
    std::ranges::copy(petscii.first(std::min(petscii.size(), name_bytes)), name.begin());
}

}  // namespace ryg::c64
