// JSON with line numbers, so that errors in a file can be reported with their line.
#pragma once

#include <initializer_list>
#include <map>
#include <memory>

#include "app/json.hpp"

namespace ryg::app {

/// JSON with the line of each key and each element, by its pointer: "/cases/0/in/A".
struct LocatedJson {
    using Pointer = Json::json_pointer;
    using Shared = std::shared_ptr<const LocatedJson>;

    std::string file;
    Json root{};
    std::map<std::string, unsigned> lines{};

    /// Throws Trouble for files that are not JSON or name a key twice.
    [[nodiscard]] static Shared read(const std::string& path);

    [[nodiscard]] const Json& at(const Pointer& place) const { return root.at(place); }
    [[nodiscard]] unsigned line(const Pointer& place) const;
    /// Throws Trouble with file, line and key.
    [[noreturn]] void fail(const Pointer& place, const std::string& what) const;
    /// Calls `use(key, place)` for each member. If `known` is not empty, all keys must be in it.
    template <class Use>
    void members(const Pointer& place, std::initializer_list<std::string_view> known,
                 Use use) const {
        check_keys(place, known);
        for (const auto& [key, value] : at(place).items()) use(key, place / key);
    }

  private:
    void check_keys(const Pointer& place, std::initializer_list<std::string_view> known) const;
};

}  // namespace ryg::app
