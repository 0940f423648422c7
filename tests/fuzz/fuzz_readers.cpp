// Random files, and files of people's tools with parts changed, into every reader.
//
// A fault is a reader that fails in another way than it says, or in more than a line.
#include <algorithm>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "c64/media/cartridge.hpp"
#include "c64/media/drive.hpp"
#include "c64/media/tape_image.hpp"
#include "c64/program/files.hpp"
#include "c64/program/image.hpp"
#include "tests/c64/board/random_machine.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace ryg {
namespace {

using c64::Byte;
using namespace ryg::tests;

void put(std::vector<Byte>& bytes, std::size_t at, std::string_view text) {
    for (std::size_t i = 0; i < text.size() && at + i < bytes.size(); ++i) {
        bytes[at + i] = static_cast<Byte>(text[i]);
    }
}

/// A diskette whose links mostly lead somewhere.
std::vector<Byte> random_diskette(Dice& dice) {
    std::vector<Byte> bytes(dice(3) == 0 ? 205'312 : dice(2) == 0 ? 174'848 : 197'376);
    for (std::size_t block = 0; block + 256 <= bytes.size(); block += 256) {
        bytes[block] = static_cast<Byte>(dice(42));
        bytes[block + 1] = static_cast<Byte>(dice(22));
        for (std::size_t entry = 2; entry < 256; entry += 32) {
            bytes[block + entry] = dice(2) == 0 ? 0x82 : dice.byte();
            bytes[block + entry + 1] = static_cast<Byte>(dice(40));
            bytes[block + entry + 2] = static_cast<Byte>(dice(20));
            bytes[block + entry + 3] = dice.byte();
        }
    }
    if (dice(4) == 0) bytes.resize(dice(200'000));
    return bytes;
}

std::vector<Byte> random_container(Dice& dice) {
    auto bytes = random_bytes(dice, 0x50 + dice(20'000));
    put(bytes, 0, "C64 CARTRIDGE   ");
    put(bytes, 0x10, std::string_view("\0\0\0\x40", 4));
    if (dice(8) != 0) put(bytes, 0x16, std::string_view("\0\0", 2));
    if (dice(8) != 0) put(bytes, 0x40, "CHIP");
    if (dice(2) != 0) put(bytes, 0x4C, std::string_view("\x80\0\x20\0", 4));
    bytes.resize(dice(2) == 0 ? bytes.size() : dice(bytes.size()));
    return bytes;
}

/// What tools leave beside a program: the samples of the tests, and what those do not have.
const std::vector<std::string>& debug_files() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> texts{
            "al C:ffffffff .x\nadd_label 10 .y\nbreak 842\nn = \"abc\"\nm = %101\n",
            "version\tmajor=1,minor=0\nsegment\tid=0,name=\"C\",start=0x1000,size=0x3,type="
            "ro\nfile\tid=0,"
            "name=\"o.s\"\nline\tfile=0,line=1,range=0x1000-0x1001\nsym\tname=\"m\",value="
            "0x1000,type=lab\n",
            "a, 0x1000, 0, 0x0000\nb, 0x1003, 0, 0\n",
            "<C64debugger>\n<Sources>\n0,k.asm\n</Sources>\n<Block>\n$1000,$1001,0,2,7\n</"
            "Block>\n",
            "sections\n1000 - 1003 : DATA, code\n\nobjects\n1000 - 1003 : main, "
            "NATIVE_CODE:code\n"};
        const std::filesystem::path folder = RYG_SOURCE_DIR "/tests/app/brought";
        for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
            const auto text = c64::read_file(file.path().string()).value_or("");
            if (!text.empty() && file.path().extension() != ".prg") texts.push_back(text);
        }
        std::ranges::sort(texts);  // a seed means the same file on every host
        return texts;
    }();
    return all;
}

/// One of them with some letters changed, and parts left out, repeated or of another.
std::string random_debug_file(Dice& dice) {
    const auto any = [&]() -> const std::string& {
        return debug_files()[dice(debug_files().size())];
    };
    std::string text = any();
    for (auto changes = dice(6); changes > 0; --changes) {
        const std::size_t at = dice(text.size()), length = dice(text.size() - at);
        switch (dice(5)) {
            case 0: text[at] = static_cast<char>(dice.byte()); break;
            case 1: text.erase(at, length); break;
            case 2: text.insert(at, text.substr(at, length)); break;
            case 3: text.replace(at, length, any()); break;
            default: text.insert(at, "\n{}$=:,\t\f", dice(9)); break;
        }
        if (text.empty()) return text;
    }
    return text;
}

/// Anything that programs may do with a drive; it gives back what it was asked to keep.
void use_drive(Dice& dice, const c64::DiskImage& disk) {
    c64::Drive drive(disk);
    const auto name = [&] {
        constexpr std::array<std::string_view, 12> names{"$",        "$0:A*",  "A,S,W", "@0:B,P,W",
                                                         "C*",       "A,S,A",  "S0:*",  "R0:D=A",
                                                         "C0:E=A,B", "N0:X,Y", "I",     "#"};
        const std::string_view text = names[dice(names.size())];
        std::vector<Byte> bytes(text.begin(), text.end());
        if (dice(4) == 0) bytes = random_bytes(dice, dice(60));
        return bytes;
    };
    for (int i = 0; i < 60; ++i) {
        const auto channel = static_cast<unsigned>(dice(16));
        switch (dice(7)) {
            case 0: drive.open(channel, name()); break;
            case 1: drive.close(channel); break;
            case 2: drive.talk(channel); break;
            case 3: drive.listen(channel); break;
            case 4:
                for (const Byte byte : name()) drive.write(byte);
                break;
            case 5:
                for (int n = 0; n < 300 && drive.read(); ++n) {
                }
                break;
            default: drive.save(name(), random_bytes(dice, dice(2000))); break;
        }
    }
    (void)drive.load(name());
}

/// Readers take what they are given or say what is wrong in one line.
template <class Reader>
void read(Reader&& reader) {
    try {
        reader();
    } catch (const c64::ImageError& error) {
        if (std::string_view(error.what()).find('\n') != std::string_view::npos) throw;
    } catch (const c64::LabelFileError&) {
    }
}

void read_files(Dice& dice) {
    const auto any = random_bytes(dice, dice(300));
    read([&] { (void)c64::sys_address(c64::parse_prg(any, "fuzz")); });
    auto p00 = any;
    put(p00, 0, std::string_view("C64File\0", 8));
    read([&] { (void)c64::parse_p00(p00, "fuzz"); });
    auto basic = any;
    put(basic, 0, std::string_view("\1\10\1\1\1\1\x9e", 7));
    read([&] { (void)c64::sys_address(c64::parse_prg(basic, "fuzz")); });
    const auto diskette = random_diskette(dice);
    read([&] { (void)c64::DiskImage::parse(diskette, "fuzz").program({}); });
    read([&] { (void)c64::DiskImage::parse(diskette, "fuzz").program("A*"); });
    read([&] { use_drive(dice, c64::DiskImage::parse(diskette, "fuzz")); });
    use_drive(dice, c64::DiskImage::formatted(any, "ID"));
    auto tape = any;
    put(tape, 0, "C64");
    read([&] { (void)c64::TapeImage::parse(tape, "fuzz").program({}); });
    const std::string debug = random_debug_file(dice);
    std::vector<std::string> unread;
    (void)c64::DebugInfo::parse(debug, "fuzz", &unread).labels();
    for (const std::string& line : unread) {
        if (line.find('\n') != line.npos) throw std::logic_error(line);
    }
    const auto container = random_container(dice);
    read([&] { (void)c64::parse_cartridge(container, "fuzz", dice(2) == 0); });
    std::string labels(any.begin(), any.end());
    read([&] { (void)c64::Labels::parse(labels, "fuzz"); });
    read([&] { (void)c64::Labels::parse("al 001000 ." + labels, "fuzz"); });
}

}  // namespace
}  // namespace ryg

std::string ryg::fuzz::fault_of(std::uint64_t seed) {
    Dice dice(seed);
    try {
        read_files(dice);
    } catch (const std::exception& error) {
        return fmt::format("a reader failed as it does not say: {}", error.what());
    }
    return "";
}
