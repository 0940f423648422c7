// Former names of programs, which users type and databases contain.
#pragma once

#include <string>
#include <string_view>

namespace ryg::work {

inline constexpr std::string_view veloz = "veloz", ryg17 = "ryg17";

inline std::string renamed(std::string_view name, std::string_view from, std::string_view to) {
    if (!name.starts_with(from)) return std::string(name);
    return std::string(to).append(name.substr(from.size()));
}

/// A program's name today: "veloz_cuenta" for "ryg17_cuenta".
inline std::string name_of_today(std::string_view name) { return renamed(name, ryg17, veloz); }

/// A program's first name, which digests use.
inline std::string first_name(std::string_view name) { return renamed(name, veloz, ryg17); }

}  // namespace ryg::work
