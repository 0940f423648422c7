// Values by the names of their options.
#include "engine/work/options.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace ryg::work {

Values::Values(std::initializer_list<Setting> settings) : settings_(settings) {}

const Values::Setting* Values::find(std::string_view name) const {
    const auto known = std::ranges::find(settings_, name, &Setting::first);
    return known == settings_.end() ? nullptr : &*known;
}

std::string Values::text(std::string_view name) const {
    const Setting* setting = find(name);
    return setting == nullptr ? "" : setting->second;
}

template <class Number>
Number Values::number(std::string_view name) const {
    const std::string value = text(name);
    Number number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (value.empty() || (error == std::errc() && end == value.data() + value.size())) {
        return number;
    }
    throw std::invalid_argument("--" + std::string(name) + ": '" + value +
                                "' is not a number here");
}
template int Values::number(std::string_view) const;
template unsigned short Values::number(std::string_view) const;
template unsigned Values::number(std::string_view) const;
template unsigned long Values::number(std::string_view) const;
template unsigned long long Values::number(std::string_view) const;

Values& Values::set(std::string_view name, std::string value) {
    if (const Setting* known = find(name)) {
        settings_[static_cast<std::size_t>(known - settings_.data())].second = std::move(value);
    } else {
        settings_.emplace_back(name, std::move(value));
    }
    return *this;
}

}  // namespace ryg::work
