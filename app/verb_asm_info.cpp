// `ryg asm-info`: what the assembler made of a game's program: labels, segments, memory.
#include <fmt/format.h>
#include <map>

#include "app/game_verb.hpp"

namespace ryg::app {
namespace {

/// The same for every game.
const harness::Job* job(const harness::Game& game) {
    static std::map<const harness::Game*, harness::Job> jobs;
    const harness::Job all{
        "Shows the size of a game's program, its segments, what is special about its memory, and\n"
        "all labels in the order of their addresses; or the address of one label.",
        {{"label", "only the address of this label"}},
        {{}, {{"label", "chrout"}}, {{"json", ""}}},
        {},
        game.verify ? game.verify->usual : game.programs.back().name()};
    return &jobs.emplace(&game, all).first->second;
}

}  // namespace

Exit asm_info(Arguments arguments) {
    const GameCommand asked = ask(arguments, "asm-info", job, {.has_cpu = false});
    if (asked.parsed.helped) return exit_done;
    const bool json = asked.parsed.json();
    const c64::EmbeddedImage& embedded = *asked.order().program().image;
    const c64::Image image = c64::from_embedded(embedded);
    if (asked.values.has("label")) {
        const emu::Address address = image.labels.at(asked.values.text("label"));
        json ? print(Json{{"address", address}}) : fmt::print("${:04x}\n", address);
        return exit_done;
    }
    const auto memory = asked.game->memory ? asked.game->memory(embedded) : work::Report{};
    auto segments = image.info->segments();
    std::erase_if(segments, [](const auto& segment) { return segment.begin == segment.end; });
    const auto sys = c64::sys_address(image);
    if (json) {
        Json report{{"program", embedded.name},    {"load_address", image.load_address},
                    {"bytes", image.bytes.size()}, {"sys", sys ? Json(*sys) : Json()},
                    {"segments", Json::array()},   {"labels", Json::object()}};
        report.update(to_json(memory).data);
        for (const auto& [name, begin, end, writable] : segments) {
            report["segments"].push_back(
                {{"name", name}, {"start", begin}, {"bytes", end - begin}});
        }
        for (const c64::Label& label : image.labels.all()) {
            report["labels"][label.name] = label.address;
        }
        print(report);
        return exit_done;
    }
    fmt::print("{}.prg: {} bytes, ${:04x}-${:04x}, SYS {}\n{}\n", embedded.name, image.bytes.size(),
               image.load_address, image.end() - 1, sys ? std::to_string(*sys) : "none",
               memory.text);
    for (const auto& [name, begin, end, writable] : segments) {
        fmt::print("{:<10} ${:04x}-${:04x}  {:>5} bytes\n", name, begin, end - 1, end - begin);
    }
    fmt::print("\n");
    for (const c64::Label& label : image.labels.all()) {
        fmt::print("${:04x}  {}{}\n", label.address, label.name, label.constant ? "  (=)" : "");
    }
    return exit_done;
}

}  // namespace ryg::app
