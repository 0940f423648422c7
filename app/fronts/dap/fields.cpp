// No conversion of the JSON library is trusted with a client's numbers.
#include "app/fronts/dap/fields.hpp"

#include <fmt/format.h>

namespace ryg::app::dap {
namespace {

const Json& no_fields() {
    static const Json empty = Json::object();
    return empty;
}

}  // namespace

Fields::Fields(const Json& object) : object_(&object) {
    if (!object.is_object()) throw Trouble("an object was expected");
}

const Json* Fields::find(std::string_view name) const {
    const auto found = object_->find(name);
    return found == object_->end() || found->is_null() ? nullptr : &*found;
}

const Json& Fields::need(std::string_view name) const {
    const Json* const value = find(name);
    if (value == nullptr) throw Trouble(fmt::format("'{}' is missing", name));
    return *value;
}

std::string Fields::text(std::string_view name) const {
    const Json& value = need(name);
    if (!value.is_string()) throw Trouble(fmt::format("'{}' is no string", name));
    return value.get<std::string>();
}

std::string Fields::text(std::string_view name, std::string_view fallback) const {
    return has(name) ? text(name) : std::string(fallback);
}

bool Fields::flag(std::string_view name, bool fallback) const {
    const Json* const value = find(name);
    if (value == nullptr) return fallback;
    if (!value->is_boolean()) throw Trouble(fmt::format("'{}' is neither true nor false", name));
    return value->get<bool>();
}

std::int64_t Fields::number(std::string_view name, std::int64_t least,
                            std::int64_t greatest) const {
    const Json& value = need(name);
    if (!value.is_number_integer()) throw Trouble(fmt::format("'{}' is no whole number", name));
    const bool huge = value.is_number_unsigned() &&
                      value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max();
    const std::int64_t number = huge ? greatest : value.get<std::int64_t>();
    if (huge || number < least || number > greatest) {
        throw Trouble(
            fmt::format("'{}' is {}: it may be {} to {}", name, value.dump(), least, greatest));
    }
    return number;
}

std::int64_t Fields::number(std::string_view name, std::int64_t least, std::int64_t greatest,
                            std::int64_t fallback) const {
    return has(name) ? number(name, least, greatest) : fallback;
}

Fields Fields::object(std::string_view name) const {
    const Json* const value = find(name);
    if (value == nullptr) return Fields(no_fields());
    if (!value->is_object()) throw Trouble(fmt::format("'{}' is no object", name));
    return Fields(*value);
}

std::vector<Fields> Fields::list(std::string_view name) const {
    const Json* const value = find(name);
    if (value == nullptr) return {};
    if (!value->is_array()) throw Trouble(fmt::format("'{}' is no list", name));
    std::vector<Fields> items;
    for (const Json& item : *value) {
        if (!item.is_object()) throw Trouble(fmt::format("'{}' is no list of objects", name));
        items.emplace_back(item);
    }
    return items;
}

}  // namespace ryg::app::dap
