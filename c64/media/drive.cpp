// Drive 8 as programs use it through the KERNAL: channels, commands and status, without delay.
#include "c64/media/drive.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>

namespace ryg::c64 {
namespace {

using Bytes = std::span<const Byte>;

constexpr unsigned syntax_error = 30, unknown_command = 31, no_patterns = 33, no_name = 34,
                   not_found = 62, exists = 63, wrong_type = 64, no_channel = 70, full = 72,
                   power_on = 73, not_ready = 74;

std::string_view text_of(unsigned code) {
    switch (code) {
        case 0: return " OK";
        case 1: return " FILES SCRATCHED";
        case syntax_error:
        case unknown_command:
        case no_patterns:
        case no_name: return " SYNTAX ERROR";
        case not_found: return " FILE NOT FOUND";
        case exists: return " FILE EXISTS";
        case wrong_type: return " FILE TYPE MISMATCH";
        case no_channel: return " NO CHANNEL";
        case full: return " DISK FULL";
        case power_on: return "CBM DOS V2.6 1541";
        case not_ready: return " DRIVE NOT READY";
        default: return " READ ERROR";
    }
}

/// Removes and returns the text before `end`, or all of it.
Bytes take(Bytes& text, Byte end) {
    const auto length = static_cast<std::size_t>(std::ranges::find(text, end) - text.begin());
    const Bytes found = text.first(length);
    text = text.subspan(std::min(length + 1, text.size()));
    return found;
}

/// The text after the drive number and colon.
Bytes after_colon(Bytes text) {
    const auto colon = std::ranges::find(text, ':');
    return colon == text.end() ? text : Bytes(colon + 1, text.end());
}

bool is_pattern(Bytes name) {
    return std::ranges::any_of(name, [](Byte c) { return c == '*' || c == '?'; });
}

}  // namespace

struct Drive::Name {
    Bytes name;
    std::optional<FileType> type{};
    Byte mode = 0;  ///< R, W, A; 0: the channel's default
    bool replaces = false;
};

Drive::Name Drive::parsed(Bytes text) {
    Name found;
    found.replaces = !text.empty() && text[0] == '@' && std::ranges::count(text, ':') != 0;
    Bytes rest = after_colon(text);
    found.name = take(rest, ',');
    while (!rest.empty()) {
        const Bytes word = take(rest, ',');
        constexpr std::string_view type_letters = "DSPUL", mode_letters = "RWAM";
        const char letter = word.empty() ? '\0' : static_cast<char>(word[0]);
        if (const auto type = type_letters.find(letter); type != type_letters.npos && letter != 0) {
            found.type = FileType(type);
        } else if (mode_letters.find(letter) != mode_letters.npos && letter != 0) {
            found.mode = word[0];
        }
    }
    return found;
}

Drive::Drive(DiskImage disk) : disk_(std::make_shared<const DiskImage>(std::move(disk))) {
    say(power_on);
}

bool Drive::operator==(const Drive& other) const {
    return (disk_ == other.disk_ || *disk_ == *other.disk_) && channels_ == other.channels_ &&
           talker_ == other.talker_ && listener_ == other.listener_;
}

DiskImage& Drive::written() {
    auto own = std::make_shared<DiskImage>(*disk_);
    disk_ = own;
    return *own;
}

void Drive::say(unsigned code, unsigned track) {
    const std::string text = fmt::format("{:02},{},{:02},00\r", code, text_of(code), track);
    Channel& status = channels_[command_channel];
    status.bytes.assign(text.begin(), text.end());
    status.at = 0;
}

/// Finds a file by name; if there is none, sets the status.
std::optional<DiskFile> Drive::find(const Name& name) {
    const auto files = disk_->directory();
    const auto fits = [&](const DiskFile& file) {
        return file.is_closed && is_named(file.petscii, name.name);
    };
    const auto found = std::ranges::find_if(files, [&](const DiskFile& file) {
        return fits(file) && (!name.type || file.type == *name.type);
    });
    if (found != files.end()) return *found;
    say(std::ranges::any_of(files, fits) ? wrong_type : not_found);
    return {};
}

void Drive::open(unsigned channel, Bytes name) {
    if (channel == command_channel) {
        if (!name.empty()) execute(name);
        return;
    }
    close(channel);
    say(0);
    if (!disk_->is_formatted()) return say(not_ready);
    if (!name.empty() && name[0] == '$') {
        const Bytes pattern = after_colon(name);
        channels_[channel] = {.use = Channel::Use::reads,
                              .bytes = listing(pattern.size() == name.size() ? Bytes() : pattern)};
    } else if (!name.empty() && name[0] == '#') {
        say(no_channel);
    } else {
        open_file(channel, parsed(name));
    }
}

void Drive::open_file(unsigned channel, const Name& name) {
    constexpr std::size_t longest = 16;
    const bool writes = name.mode == 'W' || (name.mode == 0 && channel == 1);
    if (name.name.empty()) return say(no_name);
    Channel opened;
    opened.name.assign(name.name.begin(), name.name.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                  name.name.size(), longest)));
    opened.type = name.type.value_or(channel < 2 ? FileType::prg : FileType::seq);
    if (writes) {
        if (is_pattern(name.name)) return say(no_patterns);
        Name any = name;
        any.type.reset();
        const auto old = find(any);
        say(0);
        if (old && !name.replaces) return say(exists);
        if (disk_->free_blocks() == 0) return say(full);
        opened.use = Channel::Use::writes;
    } else {
        Name program = name;
        if (channel == 0 && !name.type) program.type = FileType::prg;
        auto file = find(program);
        if (!file && channel == 0) file = find(name);
        if (!file) return;
        say(0);
        try {
            opened.bytes = disk_->read(*file);
        } catch (const ImageError&) {
            return say(66);  // no such block
        }
        const bool appends = name.mode == 'A';
        opened.use = appends ? Channel::Use::writes : Channel::Use::reads;
        opened.name = file->petscii;
        opened.type = file->type;
    }
    channels_[channel] = std::move(opened);
}

void Drive::close(unsigned channel) {
    Channel& open = channels_.at(channel);
    if (channel == command_channel) return unlisten();
    const Channel closed = std::exchange(open, {});
    if (closed.use != Channel::Use::writes) return;
    DiskImage& disk = written();
    for (const DiskFile& file : disk.directory()) {
        if (file.petscii == closed.name) disk.remove(file);
    }
    say(disk.add(closed.name, closed.type, closed.bytes) ? 0 : full);
}

void Drive::talk(unsigned channel) { talker_ = channel & 15; }
void Drive::listen(unsigned channel) { listener_ = channel & 15; }

/// Executes the command that was collected in its channel's name.
void Drive::unlisten() {
    const std::vector<Byte> command = std::exchange(channels_[command_channel].name, {});
    if (!command.empty()) execute(command);
}

std::optional<Drive::Sent> Drive::read() {
    Channel& channel = channels_.at(talker_);
    const bool is_status = talker_ == command_channel;
    if (!is_status && channel.use != Channel::Use::reads) return {};
    if (channel.at >= channel.bytes.size()) return {};
    const Sent sent{channel.bytes[channel.at], channel.at + 1 == channel.bytes.size()};
    ++channel.at;
    if (is_status && sent.is_last) say(0);
    return sent;
}

void Drive::write(Byte byte) {
    constexpr std::size_t longest_command = 58;
    Channel& channel = channels_.at(listener_);
    if (listener_ == command_channel) {
        if (byte == '\r') return unlisten();
        if (channel.name.size() < longest_command) channel.name.push_back(byte);
    } else if (channel.use == Channel::Use::writes) {
        channel.bytes.push_back(byte);
    }
}

std::optional<std::vector<Byte>> Drive::load(Bytes name) {
    open(0, name);
    Channel file = std::exchange(channels_[0], {});
    if (file.use != Channel::Use::reads || file.bytes.empty()) return {};
    return std::move(file.bytes);
}

void Drive::save(Bytes name, Bytes bytes) {
    open(1, name);
    if (channels_[1].use == Channel::Use::writes)
        channels_[1].bytes.assign(bytes.begin(), bytes.end());
    close(1);
}

void Drive::execute(Bytes command) {
    if (command.back() == '\r') command = command.first(command.size() - 1);
    if (command.empty()) return;
    Bytes rest = after_colon(command);
    const bool has_colon = rest.size() != command.size();
    const bool formats = command[0] == 'N' && std::ranges::count(rest, ',') != 0;
    if (!disk_->is_formatted() && !formats && command[0] != 'U') return say(not_ready);
    switch (command[0]) {
        case 'I':
        case 'V': return say(0);
        case 'U':
            return say(command.size() > 1 && (command[1] == '1' || command[1] == '2')
                           ? unknown_command
                           : power_on);
        case 'S': return has_colon ? scratch(rest) : say(no_name);
        case 'R':
        case 'C': {
            const Bytes to = take(rest, '=');
            if (!has_colon || rest.empty() || to.empty()) return say(syntax_error);
            return copy(to, rest, command[0] == 'R');
        }
        case 'N': {
            const Bytes title = take(rest, ',');
            if (!has_colon || title.empty()) return say(no_name);
            const Bytes id = rest.empty() ? disk_->title().subspan(18, 2) : rest;
            disk_ = std::make_shared<const DiskImage>(
                DiskImage::formatted(title, {id.begin(), id.end()}));
            return say(0);
        }
        default: return say(unknown_command);
    }
}

void Drive::scratch(Bytes names) {
    unsigned count = 0;
    while (!names.empty()) {
        const Bytes name = after_colon(take(names, ','));
        for (const DiskFile& file : disk_->directory()) {
            if (file.is_locked || !is_named(file.petscii, name)) continue;
            written().remove(file);
            ++count;
        }
    }
    say(1, count);
}

/// Renames a file, or joins several into one.
void Drive::copy(Bytes to, Bytes from, bool renames) {
    if (is_pattern(to)) return say(no_patterns);
    if (find({.name = to})) return say(exists);
    std::vector<Byte> bytes;
    std::optional<DiskFile> file;
    while (!from.empty()) {
        file = find({.name = after_colon(take(from, ','))});
        if (!file) return;
        if (renames) continue;
        try {
            const auto part = disk_->read(*file);
            bytes.insert(bytes.end(), part.begin(), part.end());
        } catch (const ImageError&) {
            return say(66);
        }
    }
    if (!file) return say(no_name);
    say(0);
    if (renames) return written().rename(*file, to);
    if (!written().add(to, file->type, bytes)) say(full);
}

/// The directory as a BASIC program. Line numbers are the sizes in blocks; links are not 0.
std::vector<Byte> Drive::listing(Bytes pattern) const {
    std::vector<Byte> bytes{0x01, 0x04};
    const auto add = [&](unsigned number, Bytes text) {
        bytes.insert(bytes.end(),
                     {1, 1, static_cast<Byte>(number), static_cast<Byte>(number >> 8)});
        bytes.insert(bytes.end(), text.begin(), text.end());
        bytes.push_back(0);
    };
    const auto letters = [](std::string_view text) {
        return std::vector<Byte>(text.begin(), text.end());
    };
    std::vector<Byte> line = letters("\x12\"");
    for (std::size_t i = 0; i < 23; ++i) {
        const Byte letter = disk_->title()[i];
        if (i == 16) line.push_back('"');
        if (i != 17) line.push_back(letter == 0xA0 ? Byte{' '} : letter);
    }
    add(0, line);
    for (const DiskFile& file : disk_->directory()) {
        if (!pattern.empty() && !is_named(file.petscii, pattern)) continue;
        constexpr std::array<std::string_view, 5> words{"DEL", "SEQ", "PRG", "USR", "REL"};
        line = letters(file.blocks < 10 ? "   \"" : file.blocks < 100 ? "  \"" : " \"");
        line.insert(line.end(), file.petscii.begin(), file.petscii.end());
        line.push_back('"');
        line.resize(line.size() + 16 - std::min<std::size_t>(file.petscii.size(), 16), ' ');
        line.push_back(file.is_closed ? ' ' : '*');
        const auto type = letters(words.at(static_cast<std::size_t>(file.type)));
        line.insert(line.end(), type.begin(), type.end());
        line.push_back(file.is_locked ? '<' : ' ');
        line.resize(std::max<std::size_t>(line.size(), 27), ' ');
        add(file.blocks, line);
    }
    add(disk_->free_blocks(), letters("BLOCKS FREE.             "));
    bytes.insert(bytes.end(), {0, 0});
    return bytes;
}

}  // namespace ryg::c64
