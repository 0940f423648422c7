// A tape image of the kind T64: a directory, and programs that are stored one after the other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "c64/program/image.hpp"

namespace ryg::c64 {

/// Many files say a wrong end of their programs, or a wrong number of them: a program ends where the
/// next one begins, if not before, or where the file does.
/// Source: [T64].
class TapeImage {
  public:
    /// `name` is the file name, for messages. Throws ImageError if it is none.
    [[nodiscard]] static TapeImage parse(std::span<const Byte> file, std::string_view name);

    /// The program with this name, as of DiskImage::program, or the first. Throws ImageError.
    [[nodiscard]] Image program(const std::optional<std::string>& wanted) const;

  private:
    struct File {
        std::vector<Byte> petscii;
        Image image;
    };
    TapeImage() = default;

    std::string name_;
    std::vector<File> files_;
};

}  // namespace ryg::c64
