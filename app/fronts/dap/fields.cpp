// Reads fields without the JSON library's number conversions, which do not check ranges.
#include "app/fronts/dap/fields.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/program/numbers.hpp"

namespace ryg::app::dap {
namespace {

constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const Json& no_fields() {
    static const Json empty = Json::object();
    return empty;
}

}  // namespace

RequestFields::RequestFields(const Json& object) : object_(&object) {
    if (!object.is_object()) throw BadRequest("an object was expected");
}

const Json* RequestFields::find(std::string_view name) const {
    const auto found = object_->find(name);
    return found == object_->end() || found->is_null() ? nullptr : &*found;
}

const Json& RequestFields::need(std::string_view name) const {
    const Json* const value = find(name);
    if (value == nullptr) throw BadRequest(fmt::format("'{}' is missing", name));
    return *value;
}

std::string RequestFields::text(std::string_view name) const {
    const Json& value = need(name);
    if (!value.is_string()) throw BadRequest(fmt::format("'{}' is not a string", name));
    return value.get<std::string>();
}

std::string RequestFields::text(std::string_view name, std::string_view fallback) const {
    return has(name) ? text(name) : std::string(fallback);
}

bool RequestFields::flag(std::string_view name, bool fallback) const {
    const Json* const value = find(name);
    if (value == nullptr) return fallback;
    if (!value->is_boolean()) throw BadRequest(fmt::format("'{}' is neither true nor false", name));
    return value->get<bool>();
}

std::int64_t RequestFields::number(std::string_view name, std::int64_t least,
                                   std::int64_t greatest) const {
    const Json& value = need(name);
    if (!value.is_number_integer())
        throw BadRequest(fmt::format("'{}' is not a whole number", name));
    const bool huge = value.is_number_unsigned() &&
                      value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max();
    const std::int64_t number = huge ? greatest : value.get<std::int64_t>();
    if (huge || number < least || number > greatest) {
        throw BadRequest(
            fmt::format("'{}' is {}: it may be {} to {}", name, value.dump(), least, greatest));
    }
    return number;
}

std::int64_t RequestFields::number(std::string_view name, std::int64_t least, std::int64_t greatest,
                                   std::int64_t fallback) const {
    return has(name) ? number(name, least, greatest) : fallback;
}

RequestFields RequestFields::object(std::string_view name) const {
    const Json* const value = find(name);
    if (value == nullptr) return RequestFields(no_fields());
    if (!value->is_object()) throw BadRequest(fmt::format("'{}' is not an object", name));
    return RequestFields(*value);
}

std::vector<std::string> RequestFields::texts(std::string_view name) const {
    const Json* const value = find(name);
    if (value == nullptr) return {};
    const auto is_text = [](const Json& item) { return item.is_string(); };
    if (!value->is_array() || !std::ranges::all_of(*value, is_text)) {
        throw BadRequest(fmt::format("'{}' is not a list of strings", name));
    }
    return value->get<std::vector<std::string>>();
}

std::vector<RequestFields> RequestFields::list(std::string_view name) const {
    const Json* const value = find(name);
    if (value == nullptr) return {};
    if (!value->is_array()) throw BadRequest(fmt::format("'{}' is not a list", name));
    std::vector<RequestFields> items;
    for (const Json& item : *value) {
        if (!item.is_object()) throw BadRequest(fmt::format("'{}' is not a list of objects", name));
        items.emplace_back(item);
    }
    return items;
}

std::string number_text(std::int64_t value) {
    if (value < 0 || value > 0xffff) return fmt::format("{}", value);
    return value > 0xff ? fmt::format("${:04x}", value) : fmt::format("${:02x}", value);
}

std::string reference(std::int64_t address) {
    return address < 0 ? fmt::format("{}", address) : fmt::format("{:#06x}", address);
}

std::int64_t parse_reference(std::string_view text) {
    constexpr std::int64_t far = 1 << 30;
    const bool negative = text.starts_with('-');
    const auto value = c64::to_number(text.substr(negative ? 1 : 0));
    if (!value || *value > far) {
        throw BadRequest(fmt::format("'{}' is not a memory reference", text));
    }
    return static_cast<std::int64_t>(*value) * (negative ? -1 : 1);
}

// Four digits for three bytes, `=` where the last group is short of bytes.
std::string to_base64(std::span<const emu::Byte> bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto group = bytes.subspan(i, std::min<std::size_t>(3, bytes.size() - i));
        unsigned bits = 0;
        for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < group.size() ? group[k] : 0u);
        for (std::size_t k = 0; k < 4; ++k) {
            text += k <= group.size() ? base64_digits[bits >> (18 - 6 * k) & 63] : '=';
        }
    }
    return text;
}

std::optional<std::vector<emu::Byte>> from_base64(std::string_view text) {
    std::vector<emu::Byte> bytes;
    for (std::size_t i = 0; i < text.size(); i += 4) {
        unsigned bits = 0;
        for (const char c : text.substr(i, 4)) {
            const auto digit = base64_digits.find(c);
            bits = bits << 6 | static_cast<unsigned>(digit == base64_digits.npos ? 0 : digit);
        }
        for (const unsigned shift : {16u, 8u, 0u}) {
            bytes.push_back(static_cast<emu::Byte>(bits >> shift));
        }
    }
    const auto padding = text.size() - std::min(text.size(), text.find_last_not_of('=') + 1);
    if (padding > 2 || text.size() % 4 != 0) return std::nullopt;
    bytes.resize(bytes.size() - padding);
    if (to_base64(bytes) != text) return std::nullopt;
    return bytes;
}

}  // namespace ryg::app::dap
