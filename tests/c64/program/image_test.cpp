// PRG files, good and bad, and the SYS number of their BASIC line.
#include "c64/program/image.hpp"

#include <gtest/gtest.h>

#include "tests/support/folder.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

std::string message_of(const auto& action) {
    try {
        action();
    } catch (const ImageError& error) {
        return error.what();
    }
    return "nothing was thrown";
}

/// A program at $0801 whose only BASIC line is these bytes behind the line number.
Image basic_line(std::initializer_list<int> line) {
    Image image;
    image.name = "line.prg";
    image.load_address = 0x0801;
    image.bytes = {0x0B, 0x08, 0x0A, 0x00};
    for (const int byte : line) image.bytes.push_back(static_cast<Byte>(byte));
    return image;
}

TEST(Image, APrgIsItsLoadAddressAndItsBytes) {
    const std::vector<Byte> file = {0x01, 0x08, 0xAA, 0xBB};
    const Image image = parse_prg(file, "a.prg");
    EXPECT_EQ(image.load_address, 0x0801);
    EXPECT_EQ(image.bytes, (std::vector<Byte>{0xAA, 0xBB}));
    EXPECT_EQ(image.end(), 0x0803U);
}

TEST(Image, TruncatedAndTooLongFilesAreRefusedInOneLine) {
    for (std::size_t size = 0; size < 3; ++size) {
        const std::vector<Byte> file(size);
        const std::string message = message_of([&] { (void)parse_prg(file, "a.prg"); });
        EXPECT_TRUE(message.starts_with("a.prg: no program")) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos);
    }
    std::vector<Byte> file(2 + 0x100);
    file[1] = 0xFF;
    EXPECT_EQ(parse_prg(file, "a.prg").end(), 0x10000U);
    file.push_back(0);
    EXPECT_EQ(message_of([&] { (void)parse_prg(file, "a.prg"); }),
              "a.prg: too long: 257 bytes from $ff00 end behind $ffff");
}

TEST(ImageFile, ComesWithTheLabelsThatLieBesideIt) {
    const tests::Folder folder;
    const std::string path = folder.write("a.prg", std::string("\x00\x10\x60", 3));
    EXPECT_TRUE(read_prg(path).labels.empty());
    folder.write("a.lbl", "al 001000 .start\n");
    EXPECT_EQ(read_prg(path).labels.at("start"), 0x1000);
    folder.write("a.lbl", "rubbish\n");
    EXPECT_THROW((void)read_prg(path), LabelFileError);
}

TEST(ImageFile, MissingFoldersAndHugeFilesAreRefused) {
    const tests::Folder folder;
    const std::string missing = folder.file("no.prg");
    EXPECT_EQ(message_of([&] { (void)read_prg(missing); }), missing + ": cannot be read");
    EXPECT_EQ(message_of([&] { (void)read_prg(folder.path()); }),
              folder.path() + ": is a directory");
    const std::string huge = folder.write("huge.prg", std::string(1 << 20, '\0'));
    EXPECT_TRUE(message_of([&] { (void)read_prg(huge); }).starts_with(huge + ": too long"));
}

TEST(Sys, TheNumberBehindTheTokenIsRead) {
    EXPECT_EQ(sys_address(basic_line({0x9E, '2', '0', '6', '1', 0, 0, 0})), 2061);
    EXPECT_EQ(sys_address(basic_line({0x9E, ' ', '2', '0', '6', '1', 0})), 2061);
    EXPECT_EQ(sys_address(basic_line({0x9E, '(', '2', '0', '6', '1', ')', 0})), 2061);
    EXPECT_EQ(sys_address(basic_line({0x9E, '4', '9', '1', '5', '2', ':', 0x8F, 0})), 49152);
}

TEST(Sys, LinesWithoutANumberHaveNone) {
    EXPECT_EQ(sys_address(basic_line({0x99, '1', 0})), std::nullopt);
    EXPECT_EQ(sys_address(basic_line({0x9E, 'A', 0})), std::nullopt);
    EXPECT_EQ(sys_address(basic_line({0x9E, 0})), std::nullopt);
    EXPECT_EQ(sys_address(basic_line({0x9E, '6', '5', '5', '3', '6', 0})), std::nullopt);
    EXPECT_EQ(sys_address(basic_line({0x9E, '2', '0', 0xAA, '1', 0})), std::nullopt);  // 20+1
    EXPECT_EQ(sys_address(basic_line({})), std::nullopt);
    EXPECT_EQ(sys_address(basic_line({0x9E})), std::nullopt);
    Image elsewhere = basic_line({0x9E, '2', '0', '6', '1', 0});
    elsewhere.load_address = 0x1000;
    EXPECT_EQ(sys_address(elsewhere), std::nullopt);
}

}  // namespace
}  // namespace ryg
