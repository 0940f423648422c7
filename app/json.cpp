// Reports as JSON.
#include "app/json.hpp"

#include <type_traits>

namespace ryg::app {

Json to_json(const work::Data::Fields& fields) {
    Json json = Json::object();
    for (const auto& [name, data] : fields) json[name] = to_json(data);
    return json;
}

Json to_json(const work::Data& data) {
    return std::visit(
        [](const auto& value) -> Json {
            using T = std::remove_cvref_t<decltype(value)>;
            if constexpr (std::is_same_v<T, work::Data::List>) {
                Json json = Json::array();
                for (const work::Data& one : value) json.push_back(to_json(one));
                return json;
            } else if constexpr (std::is_same_v<T, work::Data::Fields>) {
                return to_json(value);
            } else {
                return value;
            }
        },
        data.value);
}

}  // namespace ryg::app
