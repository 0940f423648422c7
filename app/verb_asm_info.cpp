// `ryg asm-info`: what the assembler made of a version: labels, segments, memory.
#include <charconv>
#include <fmt/format.h>

#include "app/verb.hpp"
#include "c64/program/image.hpp"
#include "engine/games.hpp"
#include "engine/ryg/asm_engine.hpp"

namespace ryg::app {
namespace {

constexpr Help help{
    "asm-info [--game G] [--version V] [--label NAME]",
    "Shows the size of the program, its segments, where RYG's tree starts, what memory it has,\n"
    "and all labels in the order of their addresses; or the address of one label.",
    "./ryg asm-info --version 13\n"
    "./ryg asm-info --game ryg3 --version 9\n"
    "./ryg asm-info --label miniMax\n"
    "./ryg asm-info --json"};

struct Segment {
    std::string name;
    unsigned start = 0, size = 0;
};

/// The `seg` lines of an ld65 debug file: seg id=0,name="CODE",start=0x000801,size=0x0123,...
std::vector<Segment> segments_of(const c64::EmbeddedImage& image) {
    const std::string_view text(reinterpret_cast<const char*>(image.debug.data()),
                                image.debug.size());
    std::vector<Segment> segments;
    const auto field = [](std::string_view line, std::string_view key) {
        const std::size_t at = line.find(key);
        if (at == std::string_view::npos) return std::string_view{};
        const std::string_view rest = line.substr(at + key.size());
        return rest.substr(0, rest.find(','));
    };
    const auto number = [](std::string_view text_of_number) {
        unsigned value = 0;
        if (text_of_number.starts_with("0x")) text_of_number.remove_prefix(2);
        std::from_chars(text_of_number.data(), text_of_number.data() + text_of_number.size(), value,
                        16);
        return value;
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        if (!line.starts_with("seg\t")) continue;
        std::string_view name = field(line, "name=");
        if (name.size() >= 2) name = name.substr(1, name.size() - 2);
        const Segment segment{std::string(name), number(field(line, ",start=")),
                              number(field(line, ",size="))};
        if (segment.size != 0) segments.push_back(segment);
    }
    return segments;
}

const c64::EmbeddedImage& program_of(const Parsed& parsed) {
    const auto& game = parsed.get<std::string>("game");
    std::vector<std::string> names{game};
    if (parsed.has("version")) {
        const int version = parsed.get<int>("version");
        names = {fmt::format("{}{}", game, version), fmt::format("{}-{}", game, version)};
    }
    for (const std::string& name : names) {
        if (const auto* found = engine::find_program(name)) return *found;
    }
    throw Trouble(fmt::format("there is no program '{}'", names.back()));
}

}  // namespace

Exit asm_info(Arguments arguments) {
    options::options_description own("What to show");
    own.add_options()("game", options::value<std::string>()->default_value("ryg"),
                      "ryg, ryg3 or hints")("version", options::value<int>(),
                                            "of its program (default: the newest)")(
        "label", options::value<std::string>(), "only the address of this label");
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;

    const c64::EmbeddedImage& embedded = program_of(parsed);
    const std::string name(embedded.name);
    const c64::Image image = c64::from_embedded(embedded);
    if (parsed.has("label")) {
        const emu::Address address = image.labels.at(parsed.get<std::string>("label"));
        parsed.json() ? print(Json{{"address", address}}) : fmt::print("${:04x}\n", address);
        return exit_done;
    }

    std::optional<engine::first::TreeMemory> memory;
    if (parsed.get<std::string>("game") == "ryg") {
        memory = engine::first::tree_memory(engine::version_from(std::stoi(name.substr(3))));
    }
    const unsigned room = memory ? memory->end - memory->start : 0;
    const std::size_t nodes = room / engine::NodeLayout::size;
    const auto sys = c64::sys_address(image);
    if (parsed.json()) {
        Json json{{"program", name},
                  {"load_address", image.load_address},
                  {"bytes", image.bytes.size()},
                  {"sys", sys ? Json(*sys) : Json()},
                  {"segments", Json::array()},
                  {"labels", Json::object()}};
        if (memory) {
            json["tree_start"] = memory->start;
            json["tree_end"] = memory->end;
            json["tree_nodes"] = nodes;
        }
        for (const Segment& segment : segments_of(embedded)) {
            json["segments"].push_back(
                {{"name", segment.name}, {"start", segment.start}, {"bytes", segment.size}});
        }
        for (const c64::Label& label : image.labels.all())
            json["labels"][label.name] = label.address;
        print(json);
        return exit_done;
    }
    fmt::print("{}.prg: {} bytes, ${:04x}-${:04x}, SYS {}\n", name, image.bytes.size(),
               image.load_address, image.end() - 1, sys ? std::to_string(*sys) : "none");
    if (memory) {
        fmt::print("tree:      ${:04x}-${:04x}, {} bytes, room for {} nodes\n", memory->start,
                   memory->end - 1, room, nodes);
    }
    fmt::print("\n");
    for (const Segment& segment : segments_of(embedded)) {
        fmt::print("{:<10} ${:04x}-${:04x}  {:>5} bytes\n", segment.name, segment.start,
                   segment.start + segment.size - 1, segment.size);
    }
    fmt::print("\n");
    for (const c64::Label& label : image.labels.all()) {
        fmt::print("${:04x}  {}{}\n", label.address, label.name, label.constant ? "  (=)" : "");
    }
    return exit_done;
}

}  // namespace ryg::app
