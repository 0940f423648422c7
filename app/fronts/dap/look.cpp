// A request of our own, `rygLook`: the search tree by node, and the C64's screen as a picture.
#include <algorithm>

#include "app/fronts/dap/session.hpp"
#include "c64/vic/picture.hpp"

namespace ryg::app::dap {
namespace {

Json field_json(const c64::debug::Variable& field) {
    Json json{{"name", field.name}, {"value", field.value}};
    if (field.address) json["memoryReference"] = reference(*field.address);
    return json;
}

/// The root, or the children of `node`, each with its fields. Once the search is over, the nodes of
/// the best line are `chosen`.
Json tree(const SessionContext& context, const RequestFields& arguments) {
    const auto& views = context.commands().views;
    const auto view = std::ranges::find(views, "Tree", &c64::debug::View::name);
    if (view == views.end()) throw BadRequest("the program keeps no tree");
    std::optional<emu::Address> parent;
    if (arguments.has("node")) {
        parent = static_cast<emu::Address>(parse_reference(arguments.text("node")));
    }
    const auto shown = view->variables(context.machine(), parent);
    Json nodes = Json::array();
    for (const c64::debug::Variable& node : shown) {
        if (!node.children) continue;
        const auto inner = view->variables(context.machine(), node.children);
        Json json = field_json(node);
        json["fields"] = Json::array();
        json["children"] = 0;
        for (const c64::debug::Variable& each : inner) {
            if (each.children) {
                json["children"] = json["children"].get<int>() + 1;
            } else {
                json["fields"].push_back(field_json(each));
            }
        }
        json["chosen"] = node.is_best;
        nodes.push_back(std::move(json));
    }
    return {{"nodes", nodes}};
}

Json screen(const SessionContext& context) {
    const c64::Picture picture = c64::picture_of(context.machine());
    return {{"width", c64::Picture::width},
            {"height", c64::Picture::height},
            {"palette", c64::palette},
            {"data", to_base64(picture.colours)}};
}

Json look(SessionContext& context, const RequestFields& arguments) {
    const std::string what = arguments.text("what");
    if (what == "tree") return tree(context, arguments);
    if (what == "screen") return screen(context);
    throw BadRequest("what: 'tree' or 'screen'");
}

constexpr RequestEntry look_entries[]{{"rygLook", Needs::standstill, look}};

}  // namespace

std::span<const RequestEntry> look_requests() { return look_entries; }

}  // namespace ryg::app::dap
