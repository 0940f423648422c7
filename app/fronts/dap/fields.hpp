// Reads and checks the arguments of a request, and formats numbers for the client.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "emu/types.hpp"

namespace ryg::app::dap {

/// Keeps the order of the fields.
using Json = nlohmann::ordered_json;

/// A request that cannot be carried out; the client gets the message.
struct BadRequest : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A JSON object from a client, as a request's arguments or within them. Reading a field that is
/// missing or of another type throws BadRequest; `null` counts as missing.
class RequestFields {
  public:
    explicit RequestFields(const Json& object);

    [[nodiscard]] const Json& json() const { return *object_; }

    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }

    [[nodiscard]] std::string text(std::string_view name) const;
    [[nodiscard]] std::string text(std::string_view name, std::string_view fallback) const;
    [[nodiscard]] bool flag(std::string_view name, bool fallback = false) const;

    /// A number from `least` to `greatest`.
    [[nodiscard]] std::int64_t number(std::string_view name, std::int64_t least,
                                      std::int64_t greatest) const;
    [[nodiscard]] std::int64_t number(std::string_view name, std::int64_t least,
                                      std::int64_t greatest, std::int64_t fallback) const;
    /// Throws as `number` does.
    void check_number(std::string_view name, std::int64_t least, std::int64_t greatest) const {
        (void)number(name, least, greatest);
    }

    /// Empty when missing.
    [[nodiscard]] RequestFields object(std::string_view name) const;
    /// The texts of a list; none when missing.
    [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
    /// The objects of a list; none when missing.
    [[nodiscard]] std::vector<RequestFields> list(std::string_view name) const;

  private:
    [[nodiscard]] const Json* find(std::string_view name) const;
    [[nodiscard]] const Json& need(std::string_view name) const;

    const Json* object_;
};

/// Numbers as in assembly, with two or four digits: "$7a", "$c000"; larger and negative in decimal.
[[nodiscard]] std::string number_text(std::int64_t value);

/// A memoryReference: "0x1b4f"; in decimal below zero, where there is no memory.
[[nodiscard]] std::string reference(std::int64_t address);

/// Parses the output of `reference`, and $1b4f. Throws BadRequest.
[[nodiscard]] std::int64_t parse_reference(std::string_view text);

/// Bytes in the alphabet of RFC 4648, as readMemory and writeMemory carry them.
[[nodiscard]] std::string to_base64(std::span<const emu::Byte> bytes);
/// nullopt if `text` is not valid output of `to_base64`.
[[nodiscard]] std::optional<std::vector<emu::Byte>> from_base64(std::string_view text);

}  // namespace ryg::app::dap
