// The name of a program inside ryg means that one; a path, or a name with an ending, first a file.
#include "app/program_file.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>

#include "app/game_verb.hpp"
#include "c64/media/disk_image.hpp"
#include "c64/media/tape_image.hpp"
#include "c64/program/text.hpp"

namespace ryg::app {

bool has_ending(std::string_view name, std::string_view ending) {
    return name.size() >= ending.size() &&
           std::ranges::equal(name.substr(name.size() - ending.size()), ending,
                              [](char a, char b) { return std::tolower(a) == b; });
}

c64::DiskImage read_diskette(const std::string& path) {
    constexpr std::size_t largest = 197'376;
    return c64::DiskImage::parse(c64::read_bytes(path, largest), path);
}

bool labels_fit(const c64::Image& image) {
    const auto fits = [&](const c64::Label& label) {
        return !label.constant && label.address >= image.load_address &&
               label.address < image.end();
    };
    const auto& labels = image.labels.all();
    return std::ranges::all_of(labels, &c64::Label::constant) || std::ranges::any_of(labels, fits);
}

bool has_segment(const c64::Image& image) {
    return std::ranges::any_of(image.info->segments(), [&](const c64::Segment& segment) {
        return segment.begin >= image.load_address && segment.begin < image.end();
    });
}

c64::Image read_program(const std::string& name, const std::optional<std::string>& wanted) {
    constexpr std::size_t largest_tape = 1 << 24;
    if (has_ending(name, ".d64")) return read_diskette(name).program(wanted);
    if (has_ending(name, ".t64")) {
        return c64::TapeImage::parse(c64::read_bytes(name, largest_tape), name).program(wanted);
    }
    if (wanted) throw Trouble(fmt::format("--program: '{}' is not a .d64 or .t64", name));
    std::error_code ignored;
    const c64::EmbeddedImage* embedded = harness::find_program(program().games, name);
    const bool is_name = !name.ends_with(".prg") || !std::filesystem::exists(name, ignored);
    if (embedded != nullptr && is_name) return c64::from_embedded(*embedded);
    static_cast<void>(named_or_file(name));
    c64::Image image = c64::read_prg(name);
    if (!labels_fit(image)) {
        say(
            fmt::format("ryg: {}: loads at ${:04x}, where none of its labels is: does it "
                        "begin with a load address?\n",
                        name, image.load_address));
    } else if (image.info && !has_segment(image)) {
        say(
            fmt::format("ryg: {}: no segment of its debug file is at ${:04x}, so no source lines "
                        "are known: give ld65 a segment there instead of .org\n",
                        name, image.load_address));
    }
    return image;
}

Trouble needs_basic(std::string_view what) {
    return Trouble(fmt::format(
        "{}: the built-in ROMs have no BASIC: give ryg run --kernal and --basic, your own ROMs or "
        "those of Debian's package open-roms in /usr/share/open-roms/C64, which lack most of BASIC",
        what));
}

std::optional<emu::Address> start(c64::Machine& machine, const c64::Image& image,
                                  const c64::StartOptions& options) {
    try {
        return machine.start(image, options);
    } catch (const c64::NoBasicError& error) {
        throw needs_basic(error.what());
    } catch (const c64::NoStartError& error) {
        throw Trouble(fmt::format("{}: give --start ADDRESS", error.what()));
    }
}

c64::ReturnPlace start_program(c64::Machine& machine, const c64::Image& image,
                               const c64::StartOptions& options, std::string_view keys) {
    const auto first = start(machine, image, options);
    machine.type(keys);
    return machine.enter(*first);
}

std::string unescape(std::string_view text, std::string_view option) {
    if (auto meant = c64::unescape(text)) return *std::move(meant);
    throw Trouble(
        fmt::format("--{}: a backslash in '{}' means nothing: use \\r for RETURN, "
                    "\\\\ for a backslash",
                    option, text));
}

void load_raw(emu::FlatMemory& memory, const std::string& path, emu::Address load) {
    const auto bytes = c64::read_bytes(path, memory.ram.size());
    if (bytes.empty()) throw Trouble(fmt::format("{}: empty file", path));
    const std::size_t room = memory.ram.size() - load;
    if (bytes.size() > room) {
        throw Trouble(fmt::format("{}: {} bytes do not fit from ${:04x} on: at most {}", path,
                                  bytes.size(), load, room));
    }
    std::ranges::copy(bytes, memory.ram.begin() + load);
}

std::string registers_text(const emu::Registers& r) {
    std::string flags = "nv1-dizc";
    for (unsigned bit = 0; bit < 8; ++bit) {
        char& letter = flags[7 - bit];
        if ((r.p >> bit & 1) != 0) letter = static_cast<char>(std::toupper(letter));
    }
    return fmt::format("a={:02x} x={:02x} y={:02x} s={:02x} p={}", r.a, r.x, r.y, r.s, flags);
}

Json registers_json(const emu::Registers& r) {
    return {{"pc", r.pc}, {"a", r.a}, {"x", r.x}, {"y", r.y}, {"s", r.s}, {"p", r.p}};
}

}  // namespace ryg::app
