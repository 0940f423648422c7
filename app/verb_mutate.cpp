// `ryg mutate`: how good the checks of a program are, measured by faults that are planted in it.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "app/command_check.hpp"
#include "app/files.hpp"
#include "app/game_verb.hpp"
#include "app/program_file.hpp"
#include "app/terminal.hpp"
#include "c64/debug/symbols.hpp"
#include "engine/contracts/check.hpp"
#include "engine/mutation/checks.hpp"

namespace ryg::app {
namespace {

using mutation::Check;
using mutation::Fault;
using mutation::Ground;
using mutation::Result;
using mutation::State;

constexpr Help help{
    .usage = "mutate PROGRAM [options]",
    .about =
        "Plants single faults in an assembled program, one at a time: a branch turned, an "
        "immediate\n"
        "value or an address off by one, an instruction dropped, two operands exchanged, a byte "
        "of\n"
        "a table changed. Runs a check on each faulty program and counts those that it finds, and\n"
        "those whose report names the faulty routine or one that calls it (located).\n"
        "PROGRAM is one inside ryg (ryg16, ryg3, hints ...) or a PRG with ld65's debug file "
        "beside\n"
        "it. --with contract runs the header blocks, --with verify the comparison with the native\n"
        "twin (options of `ryg verify` may follow), anything else is a command for the shell in\n"
        "which {} stands for the faulty program's file: it has found the fault when its status is\n"
        "not 0 or when it takes ten times as long as with the healthy program.\n"
        "Faults are drawn from what the check executes or reads, if that is known.\n"
        "Exit status: 0 all were found, 1 some survived, 2 trouble, 130 interrupted.",
    .examples =
        "./ryg mutate ryg16 --count 200\n"
        "./ryg mutate ryg3 --routine search --html mutants.html\n"
        "./ryg mutate hints --with 'verify --asm-boards 2000 --boards 0'\n"
        "./ryg mutate ryg16 --fault 1a2b-turned\n"
        "./ryg mutate game.prg --with './test_game {}' --count 100 --seed 7\n"};

Options own_options() {
    return {{"program", "the program; a bare word is one, too"},
            {"with", "contract, verify and its options, or a command with {}", OptionKind::text,
             "contract"},
            {"routine", "only faults in this routine"},
            number_option("count", "of faults, drawn at random", "1000", 1, 1'000'000),
            number_option("seed", "of the draw", "1"),
            flag_option("everywhere", "also in code that the check does not execute"),
            {.name = "fault",
             .help = "only this one, as a report names it",
             .excludes = {"count", "seed", "routine", "everywhere"}},
            {"html", "write a table by source line to this file"},
            jobs_option(),
            cpu_option()};
}

// --- the check ----------------------------------------------------------------------------------

/// A program inside ryg and its game.
struct Known {
    const harness::Game* game = nullptr;
    const c64::EmbeddedImage* program = nullptr;
};

Known known_program(const std::string& name) {
    std::error_code ignored;
    if (std::filesystem::exists(name, ignored)) return {};
    const c64::EmbeddedImage* const program = harness::find_program(app::program().games, name);
    for (const harness::Game* game : app::program().games) {
        if (std::ranges::find(game->programs, program) != game->programs.end()) {
            return {game, program};
        }
    }
    return {};
}

/// The folder that the suite's is in, by the names of the sources that the debug file has.
std::string root_of(const contracts::Suite& suite, const c64::Image& image) {
    for (const std::string& file : image.info->files()) {
        const auto at = file.find(std::string(suite.folder) + '/');
        if (at != file.npos && std::filesystem::exists(file)) return file.substr(0, at);
    }
    throw Trouble(
        fmt::format("{}: its sources are not where they were assembled, and header "
                    "blocks are read from them",
                    image.name));
}

/// The options of `verify` that mean this program, besides those that were given.
harness::Values verify_values(const Known& known, std::string_view words) {
    const harness::Verify& verify = *known.game->verify;
    std::istringstream in{std::string(words)};
    const std::vector<std::string> arguments{std::istream_iterator<std::string>(in), {}};
    const Help none{.usage = "verify", .about = "", .examples = ""};
    harness::Values values = parse(arguments, none, verify.options).values;
    if (std::ranges::find(verify.options, "version", &Option::name) == verify.options.end()) {
        return values;
    }
    for (int version = 0; version < 100; ++version) {
        const std::string number = std::to_string(version);
        for (const char* between : {"", "-"}) {
            const auto name = fmt::format("{}{}{}", known.game->name, between, number);
            if (harness::find_program(app::program().games, name) == known.program)
                return values.set("version", version);
        }
    }
    throw Trouble(fmt::format("--with verify: it compares no {}", known.program->name));
}

/// A check, and where the routines begin that it knows.
struct Chosen {
    std::unique_ptr<Check> check;
    std::vector<emu::Address> routines{};
};

Chosen contract_check(const Known& known, const c64::Image& image) {
    if (known.game == nullptr || known.game->contracts == nullptr) {
        throw Trouble(
            fmt::format("--with contract: {} has no header blocks that ryg knows: give "
                        "--with a command",
                        image.name));
    }
    const contracts::Suite& suite = known.game->contracts();
    auto checker = std::make_shared<const contracts::Checker>(suite, root_of(suite, image));
    Chosen chosen;
    for (const auto& [name, block] : checker->program(known.program->name).blocks) {
        chosen.routines.push_back(image.labels.at(name));
    }
    chosen.check = mutation::by_contracts(std::move(checker), known.program->name, &interrupted);
    return chosen;
}

Chosen choose_check(const std::string& with, const std::string& program, const Known& known,
                    const c64::Image& image) {
    if (with == "contract") return contract_check(known, image);
    if (with == "verify" || with.starts_with("verify ")) {
        if (known.game == nullptr || !known.game->verify) {
            throw Trouble(fmt::format("--with verify: {} has no native twin", image.name));
        }
        const auto values = verify_values(known, std::string_view(with).substr(6));
        return {mutation::by_verify(*known.game->verify, values, image, &interrupted)};
    }
    std::string debug_file;
    if (known.program != nullptr) {
        debug_file.assign(known.program->debug.begin(), known.program->debug.end());
    } else {
        std::ifstream in(std::filesystem::path(program).replace_extension(".dbg"));
        debug_file.assign(std::istreambuf_iterator<char>(in), {});
    }
    return {by_command(with, image, std::move(debug_file), &interrupted)};
}

// --- the report ---------------------------------------------------------------------------------

/// All that came of it.
struct Outcome {
    std::string program, with;
    mutation::Reached reached{};
    bool coverage_known = false;
    std::vector<Fault> faults{};
    std::vector<Result> results{};
    double seconds = 0;

    [[nodiscard]] auto count(State state) const {
        return std::ranges::count(results, state, &Result::state);
    }
    [[nodiscard]] auto located() const {
        return std::ranges::count(results, true, &Result::located);
    }
};

std::string_view state_name(const Result& result) {
    constexpr std::array<std::string_view, 3> names{"untried", "survived", "killed"};
    return names[static_cast<std::size_t>(result.state)];
}

std::string again(const Outcome& outcome, const Fault& fault) {
    harness::Values values{{"", outcome.program}, {"fault", fault.id()}};
    if (outcome.with != "contract") values.set("with", outcome.with);
    return command_line("mutate", {"", values});
}

void print_json(const Outcome& outcome, const c64::debug::DebugInfo& info) {
    Json results = Json::array();
    for (std::size_t i = 0; i < outcome.faults.size(); ++i) {
        const Fault& fault = outcome.faults[i];
        const Result& result = outcome.results[i];
        results.push_back({{"fault", fault.id()},
                           {"file", info.files()[fault.source.file]},
                           {"line", fault.source.line},
                           {"routine", fault.home},
                           {"change", fault.change},
                           {"result", state_name(result)},
                           {"located", result.located},
                           {"report", result.report},
                           {"reproduce", again(outcome, fault)}});
    }
    const auto killed = outcome.count(State::killed), survived = outcome.count(State::survived);
    const auto& reached = outcome.reached;
    print(Json{{"program", outcome.program},
               {"with", outcome.with},
               {"faults", outcome.faults.size()},
               {"possible", reached.faults.size()},
               {"tried", killed + survived},
               {"killed", killed},
               {"located", outcome.located()},
               {"survived", survived},
               {"instructions", reached.instructions},
               {"never_executed", outcome.coverage_known ? Json(reached.never_executed) : Json()},
               {"seconds", outcome.seconds},
               {"interrupted", interrupted.load()},
               {"results", results}});
}

double percent(auto part, auto whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_text(const Outcome& outcome, const c64::debug::Symbols& symbols) {
    const auto killed = outcome.count(State::killed), survived = outcome.count(State::survived);
    for (std::size_t i = 0; i < outcome.faults.size(); ++i) {
        const Fault& fault = outcome.faults[i];
        const Result& result = outcome.results[i];
        const bool is_only = outcome.faults.size() == 1;
        if (result.state != State::survived && !is_only) continue;
        fmt::print("{} {} in {}: {}\n", symbols.info.describe(fault.source), state_name(result),
                   fault.home, fault.change);
        if (const auto line = symbols.text_of(fault.source)) fmt::print("  {}\n", *line);
        if (!is_only) fmt::print("  {}\n", again(outcome, fault));
        if (is_only) fmt::print("{}", result.report);
    }
    fmt::print(
        "{}: {} of {} faults killed ({:.1f}%), {} located ({:.1f}%), {} survived; {:.1f} s\n",
        outcome.program, killed, killed + survived, percent(killed, killed + survived),
        outcome.located(), percent(outcome.located(), killed), survived, outcome.seconds);
    fmt::print("drawn from {} possible faults", outcome.reached.faults.size());
    if (outcome.coverage_known) {
        fmt::print("; {} of {} instructions are never executed", outcome.reached.never_executed,
                   outcome.reached.instructions);
    }
    fmt::print("\n");
}

/// Every source line that has faults, those round it for context, and what came of its faults.
void write_html(const std::string& path, const Outcome& outcome,
                const c64::debug::Symbols& symbols) {
    std::string text = fmt::format(
        "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>{0}</title><style>\n"
        "body{{font-family:sans-serif}} td{{padding:0 .6em;vertical-align:top}}\n"
        "pre{{margin:0}} .killed{{color:#060}} .survived{{background:#fbb}} "
        ".untried{{color:#888}}\n"
        "</style></head><body><h1>{0} with {1}</h1>\n<p>{2} of {3} faults killed, {4} located, {5} "
        "survived.</p>\n",
        escaped(outcome.program), escaped(outcome.with), outcome.count(State::killed),
        outcome.faults.size(), outcome.located(), outcome.count(State::survived));
    std::map<c64::debug::SourceLine, std::vector<std::size_t>> lines;
    for (std::size_t i = 0; i < outcome.faults.size(); ++i) {
        lines[outcome.faults[i].source].push_back(i);
    }
    std::optional<std::size_t> file;
    for (const auto& [source, faults] : lines) {
        if (file != source.file) {
            text += fmt::format("{}<h2>{}</h2>\n<table>\n", file ? "</table>\n" : "",
                                escaped(symbols.info.files()[source.file]));
            file = source.file;
        }
        text += fmt::format("<tr><td>{}</td><td><pre>{}</pre></td><td>", source.line,
                            escaped(symbols.text_of(source).value_or("")));
        for (const std::size_t i : faults) {
            const Result& result = outcome.results[i];
            text +=
                fmt::format("<div class=\"{0}\" title=\"{1}\">{2}: {0}{3}</div>",
                            state_name(result), escaped(result.report),
                            escaped(outcome.faults[i].change), result.located ? ", located" : "");
        }
        text += "</td></tr>\n";
    }
    write_output(path, text + (file ? "</table>\n" : "") + "</body></html>\n");
}

std::vector<Fault> chosen_faults(const Parsed& parsed, const Ground& ground,
                                 const mutation::Reached& reached) {
    std::vector<Fault> faults = reached.faults;
    if (parsed.has("fault")) {
        faults = ground.faults();
        std::erase_if(faults, [&](const Fault& f) { return f.id() != parsed.text("fault"); });
        if (faults.empty()) {
            throw Trouble(fmt::format("--fault: there is no '{}' in {}", parsed.text("fault"),
                                      ground.image().name));
        }
        return faults;
    }
    if (parsed.has("routine")) {
        const auto home = ground.home_of(ground.image().labels.at(parsed.text("routine")));
        std::erase_if(faults, [&](const Fault& fault) { return fault.home != home; });
    }
    if (faults.empty()) throw Trouble("no fault can be planted in what the check executes");
    return mutation::drawn(std::move(faults), parsed.number<std::size_t>("count"),
                           parsed.number("seed"));
}

/// Does the work, or as much of it as Ctrl-C leaves.
void try_faults(const Parsed& parsed, const Chosen& chosen, const Ground& ground,
                Outcome& outcome) {
    const auto options = [&](Progress& progress) {
        return harness::PieceOptions{jobs_of(parsed), &interrupted,
                                     [&](auto done, auto total) { progress.show(done, total); }};
    };
    try {
        Progress progress("healthy program");
        const auto coverage = chosen.check->begin(options(progress));
        outcome.coverage_known = coverage.has_value();
        outcome.reached = mutation::reached(ground, coverage, parsed.has("everywhere"));
    } catch (const mutation::NotHealthy& error) {
        const std::string report = error.what();
        throw Trouble("the check fails without any fault: " + report.substr(0, report.find('\n')));
    } catch (const mutation::Stopped&) {
        return;
    }
    outcome.faults = chosen_faults(parsed, ground, outcome.reached);
    Progress progress("faults");
    outcome.results = trials(ground, outcome.faults, *chosen.check, options(progress));
}

}  // namespace

Exit mutate(Arguments arguments) {
    const Parsed parsed = parse(arguments, help, own_options(), {"program"});
    if (parsed.helped) return exit_done;
    parsed.need("program");
    Outcome outcome{.program = parsed.text("program"), .with = parsed.text("with")};
    const Known known = known_program(outcome.program);
    const c64::Image image = read_program(outcome.program);
    static_cast<void>(c64::debug::instructions(image));  // which says so if no debug file is there
    const Chosen chosen = choose_check(outcome.with, outcome.program, known, image);
    const Ground ground(image, chosen.routines);
    c64::debug::Symbols symbols(image);
    symbols.find_sources(c64::debug::source_folders(outcome.program));
    const auto begin = std::chrono::steady_clock::now();
    try_faults(parsed, chosen, ground, outcome);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    outcome.seconds = took.count();
    if (parsed.has("html")) write_html(parsed.text("html"), outcome, symbols);
    parsed.json() ? print_json(outcome, symbols.info) : print_text(outcome, symbols);
    if (interrupted) return exit_interrupted;
    return outcome.count(State::survived) == 0 ? exit_done : exit_difference;
}

}  // namespace ryg::app
