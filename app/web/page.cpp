// The page's entry point `ryg_ask`: request and reply share one buffer, bytes beside them are in
// another.
#include <map>

#include "app/web/study.hpp"
#include "c64/board/state.hpp"
#include "c64/vic/picture.hpp"
#include "engine/games/games.hpp"
#include "engine/games/ryg1/game.hpp"

namespace ryg::app::web {
namespace {

std::string text;    // a request {"call": name, ...}, then its reply or {"error": a line}
Bytes shared_bytes;  // a file, a picture, memory

PagePlay played;
std::unique_ptr<Study> study;

Study& studied() {
    if (!study) throw std::invalid_argument("there is no search yet");
    return *study;
}

/// A search by either engine, as `ryg search --json` does it and reports it.
Json search(const Json& asked) {
    claims::Order order = order_of(asked);
    order.values.set("squares", "names");
    if (!order.values.has("engine")) order.values.set("engine", "asm");
    return app::to_json(engine::games().front()->search->run(order, {})).data;
}

/// A position (default: the start), or the one after a move from there.
Json board(const Json& asked) {
    using namespace engine;
    const std::string fen = asked.value("position", to_fen(start_position()));
    const Position position = parse_fen(fen);
    if (!asked.contains("move")) return to_json(position);
    return to_json(apply(position, move_named(position, asked.at("move"))));
}

/// Repeats a search and returns the total cycles, for callers that measure the time.
Json race(const Json& asked) {
    using namespace engine::ryg1;
    claims::Searcher program(door(), order_of(asked).program(), asked.at("depth").get<int>());
    emu::Cycle cycles = 0;
    for (int time = 0; time < asked.at("times").get<int>(); ++time) cycles += program.search({});
    return {{"cycles", cycles}};
}

Json screen(const c64::Machine& machine) {
    shared_bytes = c64::picture_of(machine).colours;
    return {{"text", machine.screen_text()}};
}

Json palette() {
    Json colours = Json::array();
    for (const auto& [red, green, blue] : c64::palette) colours.push_back({red, green, blue});
    return colours;
}

using Function = Json (*)(const Json& asked);

std::string text_in(const Json& asked, const char* name) { return asked.at(name); }

const std::map<std::string, Function, std::less<>> functions{
    {"about",
     [](const Json&) -> Json {
         return {{"games", PagePlay::games()},
                 {"palette", palette()},
                 {"width", c64::Picture::width},
                 {"height", c64::Picture::height}};
     }},
    {"board", board},
    {"search", search},
    {"race", race},
    // --- play
    {"play.begin", [](const Json& asked) { return played.begin(asked), played.state(); }},
    {"play.start",
     [](const Json& asked) {
         return played.start(text_in(asked, "name"), shared_bytes, asked.value("labels", "")),
                played.state();
     }},
    {"play.load",
     [](const Json& asked) {
         played.load(
             text_in(asked, "name"), shared_bytes,
             asked.contains("labels") ? &asked["labels"].get_ref<const std::string&>() : nullptr);
         return played.state();
     }},
    {"play.insert",
     [](const Json& asked) {
         return played.insert(text_in(asked, "name"), shared_bytes), played.state();
     }},
    {"play.save", [](const Json&) { return shared_bytes = played.save(), Json(); }},
    {"play.run", [](const Json& asked) { return played.run(asked.at("cycles")), played.state(); }},
    {"play.screen", [](const Json&) { return screen(played.machine()); }},
    {"play.type", [](const Json& asked) { return played.type(text_in(asked, "keys")), Json(); }},
    {"play.hold",
     [](const Json& asked) { return played.hold(asked.at("keys"), asked.at("joystick")), Json(); }},
    {"play.move",
     [](const Json& asked) { return played.move(text_in(asked, "move")), played.state(); }},
    {"play.undo", [](const Json&) { return played.undo(), played.state(); }},
    {"play.truth", [](const Json&) { return played.truth(); }},
    // --- study
    {"study.search",
     [](const Json& asked) {
         study = std::make_unique<Study>(asked);
         return study->place();
     }},
    {"study.play",
     [](const Json&) {
         study = std::make_unique<Study>(played);
         return study->place();
     }},
    {"study.go",
     [](const Json& asked) { return studied().go(text_in(asked, "how"), asked.at("to")); }},
    {"study.execute", [](const Json& asked) { return studied().execute(text_in(asked, "line")); }},
    {"study.toggle",
     [](const Json& asked) {
         return studied().toggle_line(text_in(asked, "file"), asked.at("line"));
     }},
    {"study.place", [](const Json&) { return studied().place(); }},
    {"study.sources", [](const Json&) { return studied().sources(); }},
    {"study.nodes", [](const Json& asked) { return studied().nodes(asked.at("from")); }},
    {"study.node", [](const Json& asked) { return studied().node(asked.at("index")); }},
    {"study.profile", [](const Json&) { return studied().profile(); }},
    {"study.listing",
     [](const Json& asked) { return studied().listing(asked.at("from"), asked.at("count")); }},
    {"study.memory", [](const Json&) { return shared_bytes = studied().memory(), Json(); }},
    {"study.screen", [](const Json&) { return screen(studied().machine()); }},
    {"study.save",
     [](const Json&) {
         c64::Machine copy = studied().machine();
         shared_bytes = c64::save_state(copy);
         return Json();
     }},
};

}  // namespace
}  // namespace ryg::app::web

extern "C" {

using ryg::app::web::shared_bytes;
using ryg::app::web::text;

[[clang::export_name("ryg_text")]] char* ryg_text(std::size_t size) {
    text.resize(size);
    return text.data();
}
[[clang::export_name("ryg_text_size")]] std::size_t ryg_text_size() { return text.size(); }
[[clang::export_name("ryg_bytes")]] ryg::emu::Byte* ryg_bytes(std::size_t size) {
    shared_bytes.resize(size);
    return shared_bytes.data();
}
[[clang::export_name("ryg_bytes_size")]] std::size_t ryg_bytes_size() {
    return shared_bytes.size();
}

[[clang::export_name("ryg_ask")]] void ryg_ask() {
    using namespace ryg::app::web;
    try {
        const ryg::app::Json asked = ryg::app::Json::parse(text);
        const std::string name = asked.at("call");
        const auto function = functions.find(name);
        if (function == functions.end()) throw std::invalid_argument("unknown call " + name);
        text = ryg::app::Json{{"value", function->second(asked)}}.dump();
    } catch (const std::exception& trouble) {
        text = ryg::app::Json{{"error", trouble.what()}}.dump();
    }
}
}
