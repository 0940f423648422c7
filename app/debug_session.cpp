// What `ryg debug` debugs: a program of the user's, or a search by one of RYG's.
#include "app/debug_session.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "app/hardware_options.hpp"
#include "app/machine_options.hpp"
#include "app/position_options.hpp"
#include "app/program_file.hpp"
#include "app/state_file.hpp"
#include "engine/games.hpp"
#include "engine/ryg/tree_commands.hpp"

namespace ryg::app {
namespace {

/// The text of a file that lies beside the program with another ending; nothing if there is no such file.
std::optional<std::string> beside(const std::string& file, const char* ending, std::string& path) {
    path = std::filesystem::path(file).replace_extension(ending).string();
    std::ifstream in(path, std::ios::binary);
    if (!in) return {};
    return std::string{std::istreambuf_iterator<char>(in), {}};
}

c64::debug::Symbols symbols_of(const std::string& file, const c64::Image& image) {
    std::string path;
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        const auto text = beside(file, ".dbg", path);
        return text ? c64::debug::Symbols(image.labels, *text, path)
                    : c64::debug::Symbols(image.labels);
    }
    const c64::EmbeddedImage* embedded = engine::find_program(file);
    if (embedded == nullptr) return c64::debug::Symbols(image.labels);
    const std::string text(embedded->debug.begin(), embedded->debug.end());
    return {image.labels, text, file};
}

/// Stands at the program's first instruction.
c64::Machine started(const c64::Image& image, const Launch& launch) {
    constexpr emu::Address status_of_sys = 0x030F;
    constexpr emu::Cycle soon = 1'000'000;
    c64::Machine machine(model_named(launch.model.value_or("pal")));
    machine.set_timing(timing_named(launch.timing.value_or("stock")));
    emu::Unstable& unstable = machine.cpu.unstable;
    unstable.ane = static_cast<emu::Byte>(launch.ane.value_or(unstable.ane));
    unstable.lxa = static_cast<emu::Byte>(launch.lxa.value_or(unstable.lxa));
    machine.boot();
    if (machine.timing() != c64::Timing::stock) machine.poke(status_of_sys, emu::Flag::I);
    machine.start(image);
    if (launch.keys) machine.type(unescape(*launch.keys, "keys"));
    machine.run({.cycles = soon, .at = {*c64::sys_address(image)}});
    return machine;
}

/// Throws Trouble for the first of these options that was given.
void refuse(std::initializer_list<std::pair<const char*, bool>> options, std::string_view why) {
    for (const auto& [option, given] : options) {
        if (given) throw Trouble(fmt::format("--{} {}", option, why));
    }
}

std::vector<std::filesystem::path> folders_of(const Launch& launch, const std::string& program) {
    auto folders = c64::debug::source_folders(program);
    folders.insert(folders.end(), launch.sources.begin(), launch.sources.end());
    return folders;
}

Debuggee debuggee_of_file(const Launch& launch, const c64::debug::Options& options) {
    refuse({{"position", launch.position.has_value()},
            {"program", launch.program.has_value()},
            {"depth", launch.depth.has_value()},
            {"version", launch.version.has_value()},
            {"squares", launch.squares != "names"}},
           "is for a search: leave FILE out");
    Debuggee made{.name = *launch.file};
    const c64::Image image = read_program(made.name);
    const auto symbols = std::make_shared<c64::debug::Symbols>(symbols_of(made.name, image));
    symbols->find_sources(folders_of(launch, made.name));
    made.kept = symbols;
    made.debugger = std::make_unique<c64::debug::Debugger>(started(image, launch), options);
    made.commands = std::make_unique<c64::debug::Commands>(*made.debugger, *symbols);
    // SYS has called the program: its return address lies on the stack.
    const c64::Machine& machine = made.debugger->machine();
    const emu::Byte stack = machine.cpu.registers.s;
    made.end =
        static_cast<emu::Address>(machine.peek_word(static_cast<emu::Address>(0x101 + stack)) + 1);
    made.stack_then = static_cast<emu::Byte>(stack + 2);
    engine::first::add_board_view(*made.commands);
    return made;
}

Debuggee debuggee_of_search(const Launch& launch, const c64::debug::Options& options) {
    refuse({{"keys", launch.keys.has_value()},
            {"model", launch.model.has_value()},
            {"timing", launch.timing.has_value()},
            {"ane", launch.ane.has_value()},
            {"lxa", launch.lxa.has_value()}},
           "is for a program: give FILE");
    if (launch.program && launch.version) {
        throw Trouble("--program and --version: give one of them");
    }
    if (launch.squares != "names" && launch.squares != "rc") {
        throw Trouble(fmt::format("--squares: there is no '{}': use names or rc", launch.squares));
    }
    const int depth = launch.depth.value_or(2);
    const auto version = engine::version_from(launch.version.value_or(16));
    Debuggee made{.name =
                      launch.program.value_or(fmt::format("ryg{}", engine::number_of(version)))};
    check_range(depth, engine::least_depth, engine::greatest_depth, "depth");
    const auto search =
        std::make_shared<engine::first::WatchedSearch>(engine::first::watched_search(
            made.name,
            launch.position ? engine::parse_position(*launch.position, engine::Geometry::a)
                            : engine::start_position(),
            depth));
    made.kept = search;
    search->symbols.find_sources(folders_of(launch, made.name));
    made.debugger = std::make_unique<c64::debug::Debugger>(search->engine.machine(), options);
    made.commands = std::make_unique<c64::debug::Commands>(*made.debugger, search->symbols);
    made.debugger->program_end = made.end = search->done;
    made.stack_then = made.debugger->machine().cpu.registers.s;
    engine::first::add_board_view(*made.commands);
    engine::first::add_tree_view(*made.commands, *search);
    engine::first::add_tree_commands(
        *made.commands, *search,
        launch.squares == "rc" ? engine::Geometry::rows : engine::Geometry::a);
    return made;
}

}  // namespace

void add_debug_options(options::options_description& own) {
    own.add_options()(
        "file", options::value<std::string>(),
        "a PRG, P00 or diskette, or a program inside ryg: ryg12 to ryg16, ryg3; without it a "
        "search is debugged");
    add_position_option(own);
    own.add_options()("depth", options::value<int>()->default_value(2), "of the search, 1 to 5");
    add_version_option(own);
    own.add_options()("program", options::value<std::string>(),
                      "that searches, in place of the version's: ryg16_desempate")(
        "keys", options::value<std::string>(), "FILE: keys to type; \\r is RETURN");
    own.add_options()("squares", options::value<std::string>()->default_value("names"),
                      "of moves: names, d1e2, or rc, (row,column) as the texts write them");
    add_model_option(own, "pal");
    add_timing_option(own);
    add_unstable_options(own);
    own.add_options()("source-folder", options::value<std::vector<std::string>>(),
                      "where source files are, if not in the folder that ryg is started in, that "
                      "of the debug file or one round it; may be given again")(
        "memory", options::value<std::string>()->default_value("64"), "megabytes for the past")(
        "limit", options::value<std::string>()->default_value("1000000000"),
        "cycles after which a movement ends by itself");
}

Launch launch_of(const Parsed& parsed) {
    const auto given = [&parsed]<class Value>(const char* option, std::optional<Value>& value) {
        if (parsed.given(option)) value = parsed.get<Value>(option);
    };
    Launch launch{.memory = parse_number(parsed.get<std::string>("memory"), "memory", 1'000'000),
                  .limit = parse_number(parsed.get<std::string>("limit"), "limit", emu::never / 2)};
    given("file", launch.file);
    given("keys", launch.keys);
    given("model", launch.model);
    given("timing", launch.timing);
    if (parsed.given("ane")) launch.ane = unstable_of(parsed).ane;
    if (parsed.given("lxa")) launch.lxa = unstable_of(parsed).lxa;
    given("position", launch.position);
    given("depth", launch.depth);
    given("version", launch.version);
    given("program", launch.program);
    if (parsed.has("source-folder")) {
        launch.sources = parsed.get<std::vector<std::string>>("source-folder");
    }
    launch.squares = parsed.get<std::string>("squares");
    return launch;
}

Debuggee debuggee_of(const Launch& launch) {
    if (launch.memory == 0) throw Trouble("--memory: use 1 megabyte or more");
    const c64::debug::Options options{.memory = static_cast<std::size_t>(launch.memory) << 20};
    Debuggee made =
        launch.file ? debuggee_of_file(launch, options) : debuggee_of_search(launch, options);
    made.debugger->pause = [] { return interrupted.load(); };
    made.commands->limit = launch.limit;
    return made;
}

Host debug_host(const ClientFiles& files) {
    return {.launch = debuggee_of,
            .read_program = [](const std::string& name) { return read_program(name); },
            .read_state = read_state,
            .write = [files](const std::string& path,
                             std::span<const emu::Byte> bytes) { files.write(path, bytes); },
            .interrupted = interrupted};
}

}  // namespace ryg::app
