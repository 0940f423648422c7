// A T64 tape image: a directory, and programs stored one after the other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "c64/program/image.hpp"

namespace ryg::c64 {

/// Many files state a wrong end address for their programs, or a wrong number of programs: a
/// program ends at the latest where the next one or the file's end begins. Source: [T64].
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
