// `ryg mutate`: plants faults in a program and counts those that its checks find.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>
#include <sstream>

#include "app/command_check.hpp"
#include "app/file_contracts.hpp"
#include "app/files.hpp"
#include "app/game_verb.hpp"
#include "app/mutation_report.hpp"
#include "app/plot.hpp"
#include "app/terminal.hpp"
#include "engine/mutation/checks.hpp"

namespace ryg::app {
namespace {

using mutation::Check;
using mutation::Fault;
using mutation::Ground;
using mutation::State;

constexpr Help mutate_help{
    .usage = "mutate PROGRAM|FILE.s ... [options]",
    .about =
        R"(Plants faults in a program, one at a time, and counts those that its checks find. A fault is
an inverted branch, an immediate value or an address off by one, a removed instruction, two swapped
operands, or a changed byte of a table. A fault is located if the check's report names the faulty
routine or one that calls it.

PROGRAM is a program inside ryg (ryg16, hints ...) or a PRG with ld65's debug file beside it; FILEs are
assembled as by `ryg contract`. --with contract checks the header blocks, --with verify compares with
the native twin (options of `ryg verify` may follow). Any other text is a shell command, in which {}
stands for the faulty program's file: it finds a fault if its status is not 0, or if it takes ten
times as long as with the original program. If the check itself fails (a file cannot be written, the
command cannot be run), the fault is not counted. Faults are planted only where the check executes or
reads the program. Exit status: 0 all were found, 1 some survived, 2 error, 130 interrupted.)",
    .examples =
        "mutate mul.s\n"
        "mutate hints --count 20 --with 'verify --positions 200'\n"
        "mutate mul.s --plot faults.svg\n"};

Options mutate_options() {
    Options options{
        {.name = "program",
         .help = "the program, or its files; the word --program may be left out",
         .repeats = true},
        {"with", "contract, verify and its options, or a command with {}", OptionKind::text,
         "contract"},
        {"label", "only faults in this routine"},
        number_option("count", "number of random faults", "1000", 1, 1'000'000),
        number_option("seed", "seed for choosing the faults", "1"),
        flag_option("everywhere", "also plant faults in code that the check does not execute"),
        {.name = "fault",
         .help = "only this fault, as a report names it; repeatable",
         .excludes = {"count", "seed", "label", "everywhere"},
         .repeats = true},
        {"html", "write a table by source line to this file"},
        plot_option(),
        jobs_option(),
        cpu_option()};
    std::ranges::move(contract_options(), std::back_inserter(options));
    return options;
}

// --- the check ----------------------------------------------------------------------------------

/// The program, and its game or its files.
struct MutationSubject {
    c64::Image image;
    std::string debug_file;
    const claims::Game* game = nullptr;  ///< game of a program inside ryg
    const claims::Subject* program = nullptr;
    FileContracts files{};  ///< files of any other program
};

/// A name without a path is a program inside ryg, if there is one.
MutationSubject subject_of(const Parsed& parsed) {
    const std::vector<std::string> names = lines_of(parsed.text("program"));
    const claims::Named named = named_or_file(names.empty() ? "" : names[0]);
    if (named.programs.size() > 1 || (named.game != nullptr && names.size() > 1)) {
        throw Trouble(fmt::format("one program at a time: {}", fmt::join(names, " ")));
    }
    if (named.game == nullptr) {
        FileContracts files = file_contracts(parsed, names, {.core = core_of(parsed.values)});
        return {c64::from_embedded(files.program->image),
                {files.program->debug.begin(), files.program->debug.end()},
                nullptr,
                nullptr,
                std::move(files)};
    }
    const claims::Subject* const program = named.programs.front();
    const auto debug = program->image->debug;
    return {c64::from_embedded(*program->image), {debug.begin(), debug.end()}, named.game, program};
}

/// The options of `verify` that were given.
work::Values verify_values(const MutationSubject& subject, std::string_view words) {
    const claims::Verify& verify = *subject.game->verify;
    std::istringstream in{std::string(words)};
    const std::vector<std::string> arguments{std::istream_iterator<std::string>(in), {}};
    const Help none{.usage = "verify", .about = "", .examples = ""};
    const Json request = program().request;  // which has all of these words under "with"
    const work::Values values = parse(arguments, none, verify.options).values;
    program().request = request;
    return values;
}

/// A check, and the addresses of the routines that it covers.
struct Chosen {
    std::unique_ptr<Check> check;
    std::vector<emu::Address> routines{};
};

Chosen contract_check(const MutationSubject& subject, emu::Core core) {
    std::shared_ptr<const claims::Checker> checker;
    if (subject.game == nullptr) {
        checker = subject.files.blocks();
    } else {
        if (subject.game->contracts == nullptr) {
            throw Trouble(
                fmt::format("--with contract: {} has no header blocks that ryg knows: give "
                            "--with a command",
                            subject.image.name));
        }
        claims::Suite suite = subject.game->contracts();
        suite.stop = &interrupted;
        for (auto& each : suite.subjects) each.setup.core = core;
        checker = std::make_shared<const claims::Checker>(suite, data_folder());
    }
    Chosen chosen;
    for (const auto& [name, block] : checker->program(subject.image.name).blocks) {
        chosen.routines.push_back(subject.image.labels.at(name));
    }
    if (chosen.routines.empty()) {
        throw Trouble(
            fmt::format("--with contract: {} has no header blocks: `ryg contract "
                        "--skeleton LABEL` drafts one",
                        subject.image.name));
    }
    chosen.check = mutation::by_contracts(std::move(checker), subject.image.name, &interrupted);
    return chosen;
}

Chosen choose_check(const std::string& with, const MutationSubject& subject, emu::Core core) {
    if (with == "contract") return contract_check(subject, core);
    if (with == "verify" || with.starts_with("verify ")) {
        if (subject.game == nullptr || !subject.game->verify) {
            throw Trouble(fmt::format("--with verify: {} has no native twin", subject.image.name));
        }
        const claims::Order order{
            .values = verify_values(subject, std::string_view(with).substr(6)),
            .programs = {subject.program},
            .core = core,
            .stop = &interrupted};
        return {mutation::by_verify(*subject.game->verify, order, subject.image)};
    }
    return {by_command(with, subject.image, subject.debug_file, &interrupted)};
}

// --- the work ---------------------------------------------------------------------------------

std::vector<Fault> named_faults(const Ground& ground, const std::vector<std::string>& names) {
    const std::vector<Fault> all = ground.faults();
    std::vector<Fault> faults;
    for (const std::string& name : names) {
        const auto fault = std::ranges::find(all, name, &Fault::id);
        if (fault == all.end()) {
            throw Trouble(
                fmt::format("--fault: there is no '{}' in {}", name, ground.image().name));
        }
        faults.push_back(*fault);
    }
    return faults;
}

std::vector<Fault> chosen_faults(const Parsed& parsed, const Ground& ground,
                                 const mutation::Reached& reached) {
    if (parsed.has("fault")) return named_faults(ground, lines_of(parsed.text("fault")));
    std::vector<Fault> faults = reached.faults;
    if (parsed.has("label")) {
        const auto home = ground.home_of(ground.image().labels.at(parsed.text("label")));
        std::erase_if(faults, [&](const Fault& fault) { return fault.home != home; });
    }
    if (faults.empty()) throw Trouble("no fault can be planted in what the check executes");
    return mutation::drawn(std::move(faults), parsed.number<std::size_t>("count"),
                           parsed.number("seed"));
}

/// Tries the faults until Ctrl-C.
void try_faults(const Parsed& parsed, const Chosen& chosen, const Ground& ground,
                MutationOutcome& outcome) {
    const auto options = [&](Progress& progress) {
        return work::PieceOptions{jobs_of(parsed), &interrupted,
                                  [&](auto done, auto total) { progress.show(done, total); }};
    };
    try {
        Progress progress("original program");
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

/// The number of faults of each routine that the check has found.
Json by_routine(const MutationOutcome& outcome) {
    std::map<std::string, std::pair<int, int>> counts;
    for (std::size_t i = 0; i < outcome.results.size(); ++i) {
        auto& [noticed, not_noticed] = counts[outcome.faults[i].home];
        noticed += outcome.results[i].state == State::killed ? 1 : 0;
        not_noticed += outcome.results[i].state == State::survived ? 1 : 0;
    }
    Json rows = Json::array();
    for (const auto& [routine, count] : counts) {
        rows.push_back(
            {{"routine", routine}, {"noticed", count.first}, {"not noticed", count.second}});
    }
    return rows;
}

}  // namespace

Exit mutate(Arguments arguments) {
    const Parsed parsed = parse(arguments, mutate_help, mutate_options(), {"program"});
    if (parsed.helped) return exit_done;
    parsed.need("program");
    check_plot(parsed);
    constexpr std::array<std::string_view, 9> of_many{
        "count", "seed", "label", "everywhere", "html", "plot", "json", "jobs", "fault"};
    const MutationSubject subject = subject_of(parsed);
    const c64::Image& image = subject.image;
    static_cast<void>(c64::instructions(image));  // which says so if no debug file is there
    MutationOutcome outcome{.program = image.name,
                            .with = parsed.text("with"),
                            .again = typed_again("mutate", parsed, "program", of_many)};
    const Chosen chosen = choose_check(outcome.with, subject, core_of(parsed.values));
    const Ground ground(image, chosen.routines);
    c64::debug::Symbols symbols(image);
    symbols.find_sources(c64::debug::source_folders(lines_of(parsed.text("program"))[0]));
    const auto begin = std::chrono::steady_clock::now();
    try_faults(parsed, chosen, ground, outcome);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    outcome.seconds = took.count();
    if (parsed.has("html")) write_html(parsed.text("html"), outcome, symbols);
    write_plot(parsed,
               {.title = fmt::format("Faults of {}, by routine", outcome.program),
                .rows = "routines",
                .x = "routine",
                .y = {"not noticed", "noticed"},
                .y_title = "faults",
                .stacked = true},
               {{"routines", by_routine(outcome)}});
    parsed.json() ? print_json(outcome, symbols) : print_text(outcome, symbols);
    if (interrupted) return exit_interrupted;
    if (outcome.count(State::trouble) != 0) return exit_trouble;
    return outcome.count(State::survived) == 0 ? exit_done : exit_difference;
}

}  // namespace ryg::app
