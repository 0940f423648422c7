// What is debugged: a program of one's own, or a search of one of RYG's; for every front.
#include "app/debug_session.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "app/machine_options.hpp"
#include "app/position_options.hpp"
#include "app/program_file.hpp"
#include "engine/programs.hpp"
#include "engine/ryg/tree_commands.hpp"

namespace ryg::app {
namespace {

/// The text of a file that lies beside the program with another ending; nothing if there is none.
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
    const c64::EmbeddedImage* embedded = crosscheck::find_program(file);
    if (embedded == nullptr) return c64::debug::Symbols(image.labels);
    const std::string text(embedded->debug.begin(), embedded->debug.end());
    return {image.labels, text, file};
}

c64::Machine started(const c64::Image& image, const Parsed& parsed) {
    constexpr emu::Address status_of_sys = 0x030F;
    constexpr emu::Cycle soon = 1'000'000;
    c64::Machine machine(model_of(parsed));
    machine.set_timing(timing_of(parsed));
    machine.boot();
    if (machine.timing() != c64::Timing::stock) machine.poke(status_of_sys, emu::Flag::I);
    machine.start(image);
    if (parsed.has("keys")) machine.type(unescape(parsed.get<std::string>("keys"), "keys"));
    machine.run_to(*c64::sys_address(image), soon);
    return machine;
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
                      "that searches, in place of the version's: ryg16_fallo1")(
        "keys", options::value<std::string>(), "FILE: keys to type; \\r is RETURN");
    add_model_option(own, "pal");
    add_timing_option(own);
    own.add_options()("memory", options::value<std::string>()->default_value("64"),
                      "megabytes for the past")(
        "limit", options::value<std::string>()->default_value("1000000000"),
        "cycles after which a movement ends by itself");
}

DebugSession debug_session(const Parsed& parsed) {
    DebugSession session;
    const std::uint64_t megabytes =
        parse_number(parsed.get<std::string>("memory"), "memory", 1'000'000);
    if (megabytes == 0) throw Trouble("--memory: use 1 megabyte or more");
    const c64::debug::Options options{.memory = static_cast<std::size_t>(megabytes) << 20};
    c64::debug::Symbols* symbols = nullptr;
    if (parsed.has("file")) {
        for (const char* option : {"position", "program", "depth", "version"}) {
            if (parsed.given(option)) {
                throw Trouble(fmt::format("--{} is for a search: leave FILE out", option));
            }
        }
        session.name = parsed.get<std::string>("file");
        const c64::Image image = read_program(session.name);
        session.own_symbols =
            std::make_unique<c64::debug::Symbols>(symbols_of(session.name, image));
        symbols = session.own_symbols.get();
        session.debugger = std::make_unique<c64::debug::Debugger>(started(image, parsed), options);
    } else {
        for (const char* option : {"keys", "model", "timing"}) {
            if (parsed.given(option)) {
                throw Trouble(fmt::format("--{} is for a program: give FILE", option));
            }
        }
        check_alone(parsed, "program", {"version"});
        session.name = parsed.has("program")
                           ? parsed.get<std::string>("program")
                           : fmt::format("ryg{}", engine::number_of(version_of(parsed)));
        const int depth = parsed.get<int>("depth");
        check_range(depth, engine::least_depth, engine::greatest_depth, "depth");
        session.search = std::make_unique<crosscheck::WatchedSearch>(
            crosscheck::watched_search(session.name, position_of(parsed), depth));
        symbols = &session.search->symbols;
        session.debugger =
            std::make_unique<c64::debug::Debugger>(session.search->engine.machine(), options);
        session.debugger->program_end = session.search->done;
    }
    session.debugger->pause = [] { return interrupted.load(); };
    session.commands = std::make_unique<c64::debug::Commands>(*session.debugger, *symbols);
    session.commands->limit =
        parse_number(parsed.get<std::string>("limit"), "limit", emu::never / 2);
    if (session.search) crosscheck::add_tree_commands(*session.commands, *session.search);
    return session;
}

}  // namespace ryg::app
