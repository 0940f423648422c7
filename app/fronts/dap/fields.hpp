// The arguments of a request, read with care: a fault is one line that names the argument.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/verb.hpp"

namespace ryg::app::dap {

/// A JSON object that a client sent, as a request's arguments or within them. Asking for what is
/// missing or of another kind throws Trouble; `null` counts as missing.
class Fields {
  public:
    explicit Fields(const Json& object);

    [[nodiscard]] const Json& json() const { return *object_; }

    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }

    [[nodiscard]] std::string text(std::string_view name) const;
    [[nodiscard]] std::string text(std::string_view name, std::string_view fallback) const;
    [[nodiscard]] bool flag(std::string_view name, bool fallback = false) const;

    /// least <= the number <= greatest.
    [[nodiscard]] std::int64_t number(std::string_view name, std::int64_t least,
                                      std::int64_t greatest) const;
    [[nodiscard]] std::int64_t number(std::string_view name, std::int64_t least,
                                      std::int64_t greatest, std::int64_t fallback) const;
    /// Throws as `number` does.
    void check_number(std::string_view name, std::int64_t least, std::int64_t greatest) const {
        (void)number(name, least, greatest);
    }

    /// Empty when missing.
    [[nodiscard]] Fields object(std::string_view name) const;
    /// The objects of a list; none when missing.
    [[nodiscard]] std::vector<Fields> list(std::string_view name) const;

  private:
    [[nodiscard]] const Json* find(std::string_view name) const;
    [[nodiscard]] const Json& need(std::string_view name) const;

    const Json* object_;
};

}  // namespace ryg::app::dap
