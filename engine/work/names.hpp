// Names that programs had once: users type them, and databases have them.
#pragma once

#include <string>
#include <string_view>

namespace ryg::work {

inline constexpr std::string_view veloz = "veloz", ryg17 = "ryg17";

/// A name of today: "veloz_cuenta" for "ryg17_cuenta".
inline std::string name_of_today(std::string_view name) {
    return name.starts_with(ryg17) ? std::string(veloz).append(name.substr(ryg17.size()))
                                   : std::string(name);
}

/// The first name that it had, which digests are made of.
inline std::string first_name(std::string_view name) {
    return name.starts_with(veloz) ? std::string(ryg17).append(name.substr(veloz.size()))
                                   : std::string(name);
}

}  // namespace ryg::work
