// `ryg search`: one position, one search, by either engine.
#include <fmt/format.h>

#include "app/position_options.hpp"
#include "app/verb.hpp"
#include "engine/programs.hpp"
#include "engine/ryg/asm_engine.hpp"
#include "engine/ryg/bench.hpp"

namespace ryg::app {
namespace {

constexpr Help help{
    "search [--position FEN] [options]",
    "Builds the tree of a position as the chosen version does, values it and chooses a move.\n"
    "Shows the move, the root's value (0 to 255, 128 is neutral, higher is better for the mouse)\n"
    "and every child with its value and the address of its node.",
    "./ryg search --position 'c1c1c1c1/8/8/8/8/8/2M5/8 b' --depth 2\n"
    "./ryg search --engine native --version 13 --depth 3 --json\n"
    "./ryg search --depth 2 --tree-base '$4000'\n"
    "./ryg search --game ryg3 --depth 8     (the second engine; see its --help)"};

struct Found {
    std::optional<engine::Move> move;
    unsigned value = 0;
    std::size_t nodes = 0;
    int depth_used = 0;
    std::size_t tree_bytes = 0;
    std::vector<engine::ChildResult> children;
    std::optional<emu::Cycle> cycles{};  ///< the native engine has none
    double seconds_pal = 0, seconds_ntsc = 0;
};

/// The same search with the screen and the jiffy interrupt on.
double seconds_on_c64(c64::Model model, const engine::Position& position,
                      const engine::SearchOptions& search) {
    crosscheck::AsmEngine assembly(search.version, model);
    assembly.set_timing(c64::Timing::stock);
    return crosscheck::seconds_on(model, assembly.search(position, search).cycles);
}

Found search_with(Who who, const engine::Position& position, const engine::SearchOptions& search) {
    if (who == Who::native) {
        auto found = engine::search(position, search);
        return {found.move,       found.value,      found.nodes,
                found.depth_used, found.tree_bytes, std::move(found.children)};
    }
    crosscheck::AsmEngine assembly(search.version);
    auto found = assembly.search(position, search);
    return {found.move,
            found.value,
            found.nodes,
            found.depth_used,
            found.tree_bytes,
            std::move(found.children),
            found.cycles,
            seconds_on_c64(c64::Model::pal, position, search),
            seconds_on_c64(c64::Model::ntsc, position, search)};
}

void print_json(const Found& found) {
    Json json{{"move", found.move ? Json(engine::to_string(*found.move)) : Json()},
              {"value", found.value},
              {"nodes", found.nodes},
              {"depth_used", found.depth_used},
              {"tree_bytes", found.tree_bytes},
              {"cycles", found.cycles ? Json(*found.cycles) : Json()},
              {"children", Json::array()}};
    for (const engine::ChildResult& child : found.children) {
        json["children"].push_back({{"move", engine::to_string(child.move)},
                                    {"value", child.value},
                                    {"address", child.address}});
    }
    print(json);
}

void print_text(const engine::Position& position, const engine::SearchOptions& search,
                const Found& found) {
    fmt::print("position  {}\n", engine::to_fen(position));
    fmt::print("move      {}\n", found.move ? engine::to_string(*found.move) : "none");
    fmt::print("value     {} (${:02x})\n", found.value, found.value);
    fmt::print("depth     {} of {}\n", found.depth_used, search.depth);
    fmt::print("tree      {} nodes, {} bytes from ${:04x}\n", found.nodes, found.tree_bytes,
               search.tree_base);
    if (found.cycles) {
        fmt::print("time      {} cycles; {:.2f} s on a PAL C64, {:.2f} s on an NTSC one\n",
                   *found.cycles, found.seconds_pal, found.seconds_ntsc);
    }
    if (!found.children.empty()) fmt::print("\nmove   value    node\n");
    for (const engine::ChildResult& child : found.children) {
        fmt::print("{}   {:>3} ${:02x}  ${:04x}\n", engine::to_string(child.move), child.value,
                   child.value, child.address);
    }
}

}  // namespace

Exit search(Arguments arguments) {
    if (asks_for_game(arguments, "ryg3")) return search_ryg3(arguments);
    options::options_description own("What to search");
    own.add_options()("game", options::value<std::string>()->default_value("ryg"), "ryg or ryg3");
    add_position_option(own);
    own.add_options()("depth", options::value<int>()->default_value(3), "1 to 5");
    add_version_option(own);
    add_engine_option(own, "asm");
    own.add_options()("tree-base", options::value<std::string>(),
                      "address of the root (default: behind the program)");
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;

    check_game(parsed);
    const engine::Position position = position_of(parsed);
    const Who who = engine_of(parsed);
    engine::SearchOptions chosen;
    chosen.version = version_of(parsed);
    chosen.depth = parsed.get<int>("depth");
    check_range(chosen.depth, engine::least_depth, engine::greatest_depth, "depth");
    const crosscheck::TreeMemory memory = crosscheck::tree_memory(chosen.version);
    chosen.tree_base = memory.start;
    if (parsed.has("tree-base")) {
        chosen.tree_base = static_cast<engine::Address>(
            parse_number(parsed.get<std::string>("tree-base"), "tree-base", 0xffff));
        memory.check(chosen.tree_base);
    }
    const Found found = search_with(who, position, chosen);
    parsed.json() ? print_json(found) : print_text(position, chosen, found);
    return exit_done;
}

}  // namespace ryg::app
