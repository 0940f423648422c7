// Finds an assembled program by its name in a list of those that a library carries.
#pragma once

#include <span>
#include <string_view>

#include "c64/program/image.hpp"

namespace ryg::harness {

using Programs = std::span<const c64::EmbeddedImage* const>;

/// By name, or by that of its file (`NAME.prg`); nullptr if there is none.
[[nodiscard]] constexpr const c64::EmbeddedImage* find_program(Programs programs,
                                                               std::string_view name) {
    if (name.ends_with(".prg")) name.remove_suffix(4);
    for (const c64::EmbeddedImage* image : programs) {
        if (image->name == name) return image;
    }
    return nullptr;
}

}  // namespace ryg::harness
