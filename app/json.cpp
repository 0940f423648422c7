// Reports as JSON.
#include "app/json.hpp"

#include <type_traits>

namespace ryg::app {
namespace {

Json json_of(const work::Cell& cell) {
    return std::visit(
        [](const auto& value) -> Json {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::monostate>) {
                return nullptr;
            } else {
                return value;
            }
        },
        cell.value);
}

/// `cpu.median`: in the object `cpu`.
Json& place_of(Json& object, const std::string& name) {
    const auto dot = name.find('.');
    if (dot == name.npos) return object[name];
    return object[name.substr(0, dot)][name.substr(dot + 1)];
}

Json json_of(const work::Rows& rows) {
    Json all = Json::array();
    for (const work::Record& record : rows) {
        Json row = Json::object();
        for (const auto& [name, cell] : record) place_of(row, name) = json_of(cell);
        all.push_back(std::move(row));
    }
    return all;
}

}  // namespace

VerbReport to_json(const work::Report& report) {
    VerbReport made{report.text, Json::object(), report.agrees};
    for (const auto& [name, value] : report.data) {
        place_of(made.data, name) = std::visit([](const auto& one) { return json_of(one); }, value);
    }
    return made;
}

Json to_json(const work::Difference& difference) {
    Json json{{"position", difference.position}, {"program", difference.program}};
    if (difference.version != 0) json["version"] = difference.version;
    if (difference.depth != 0) json["depth"] = difference.depth;
    if (!difference.where.empty()) json[difference.where] = difference.place;
    json["field"] = difference.field;
    json[difference.native_name] = difference.native;
    const bool is_program = difference.assembly_name == "6502";
    json[is_program ? "assembly" : difference.assembly_name] = difference.assembly;
    json["written_by"] = difference.written_by;
    if (!difference.first_wrong.empty()) {
        json["first_wrong"] = difference.first_wrong;
        json["because"] = difference.because;
        if (!difference.table.empty()) json["table"] = difference.table;
    }
    if (!difference.against.empty()) json["against"] = difference.against;
    json["noise"] = difference.noise ? Json(*difference.noise) : Json();
    json["address"] = difference.address ? Json(*difference.address) : Json();
    return json;
}

}  // namespace ryg::app
