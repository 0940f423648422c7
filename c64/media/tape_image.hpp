// A tape image of the kind T64: a directory, and programs that are stored one after the other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "c64/program/image.hpp"

namespace ryg::c64 {

/// Many files give a wrong end for their programs, or a wrong number of them: a program ends at the
/// latest where the next one begins or the file ends.
/// Source: [T64].
class TapeImage {
  public:
    /// `name` is the file name, for messages. Throws ImageError if it is not a T64 file.
    [[nodiscard]] static TapeImage parse(std::span<const Byte> file, std::string_view name);

    /// The program with this name, matched as in DiskImage::program, or the first. Throws
    /// ImageError.
    [[nodiscard]] Image program(const std::optional<std::string>& wanted) const;

    [[nodiscard]] const std::vector<Image>& programs() const { return files_; }

  private:
    TapeImage() = default;

    std::string name_;
    std::vector<Image> files_;
};

}  // namespace ryg::c64
