// `ryg contract`: runs routines of any program and checks each against the header block above it.
#include <fmt/format.h>
#include <mutex>

#include "app/file_contracts.hpp"
#include "app/files.hpp"
#include "app/game_verb.hpp"
#include "app/terminal.hpp"
#include "c64/program/coverage.hpp"
#include "engine/work/pieces.hpp"

namespace ryg::app {
namespace {

using contracts::Block;
using contracts::Checker;
using contracts::Complaint;
using contracts::Entry;
using contracts::Report;
using contracts::Suite;

const Help contract_help{
    "contract [FILE.s ... | FILE.prg | PROGRAM] [options]",
    R"(Runs routines on inputs that the header blocks above them allow, and checks what each does
against its block: Out as stated, nothing else changed, the least and most cycles. ca65 and ld65
assemble FILE.s; a PRG needs its debug file beside it. PROGRAM is built into ryg, or a family of such
(default: ryg:all, which takes minutes). If there are at most 65,536 inputs, all are tried; otherwise
the ends of their ranges and random ones. docs/contracts.md describes the blocks.)",
    "contract mul.s --junit mul.xml\n"
    "contract hints --label turnBoard"};

/// What is checked: the files of the command line, or a game's programs.
struct Subjects {
    std::string program{};  ///< only this one of the game's; empty: all
    FileContracts files;
    std::shared_ptr<const Checker> checker;
    c64::Recording recording;
    std::string again;  ///< the command line without what chooses among routines and draws
    std::string named;  ///< the word for the game's programs in front of it; empty: files, or none
};

/// The game's programs that a word names, or without one the first game that brings contracts.
harness::Named game_named(const std::string& word) {
    harness::Named named;
    if (!word.empty()) named = named_or_file(word);
    if (named.game != nullptr && named.game->contracts == nullptr) {
        throw Trouble(word + ": has no header blocks to check");
    }
    if (named.game != nullptr || !word.empty()) return named;
    for (const auto* game : program().games) {
        if (game->contracts != nullptr) return {game};
    }
    throw Trouble("no FILE.s, and no game has header blocks");
}

std::unique_ptr<Subjects> subjects_of(const Parsed& parsed) {
    constexpr std::array<std::string_view, 8> chosen{"label", "draw",       "json",     "jobs",
                                                     "junit", "write-time", "skeleton", "coverage"};
    constexpr std::array<std::string_view, 9> chosen_of_game{
        "file", "label", "draw", "json", "jobs", "junit", "write-time", "skeleton", "coverage"};
    auto made = std::make_unique<Subjects>();
    auto* const recording = parsed.has("coverage") ? &made->recording : nullptr;
    const std::vector<std::string> words = lines_of(parsed.text("file"));
    const harness::Named named = game_named(words.empty() ? "" : words.front());
    if (named.game == nullptr) {
        made->again = typed_again("contract", parsed, "file", chosen);
        made->files = file_contracts(parsed, words, {.recording = recording});
        made->checker = made->files.blocks();
        return made;
    }
    if (words.size() > 1) throw Trouble("one program, or a family such as ryg:all: " + words[1]);
    made->again = typed_again("contract", parsed, "file", chosen_of_game);
    made->named = words.empty() ? "" : ' ' + words.front();
    Suite suite = named.game->contracts();
    if (named.programs.size() == 1) made->program = named.programs.front()->name();
    if (suite.subjects.size() == 1) made->program = suite.subjects.front().image->name;
    if (recording != nullptr && made->program.empty()) {
        throw Trouble("--coverage is for one program: name it");
    }
    for (auto& subject : suite.subjects) {
        if (subject.image->name == made->program) subject.setup.recording = recording;
    }
    made->checker = std::make_shared<Checker>(suite);
    return made;
}

/// The routines asked for; all that have a block, but the stubs.
std::vector<std::string> routines_of(const Parsed& parsed, const Checker& checker) {
    const contracts::Names known = checker.routines();
    std::vector<std::string> routines = lines_of(parsed.text("label"));
    for (const std::string& routine : routines) {
        if (!known.contains(routine)) {
            throw Trouble(fmt::format(
                "there is no header block for '{}': `--skeleton {}` writes one", routine, routine));
        }
    }
    if (routines.empty()) routines.assign(known.begin(), known.end());
    const auto stubs = lines_of(parsed.text("stub"));
    std::erase_if(routines, [&](auto& name) { return std::ranges::count(stubs, name) != 0; });
    if (routines.empty()) {
        throw Trouble(
            "there is no header block, a comment between two dashed rules: "
            "`--skeleton LABEL` writes a first one");
    }
    return routines;
}

/// Each Out in a user's file whose value nothing states.
std::vector<std::string> unknown_outs(const Checker& checker, const std::string& routine) {
    std::vector<std::string> unknown;
    const Suite& suite = checker.suite();
    if (suite.must_know || suite.expect || suite.reference(routine) != nullptr) return unknown;
    const Block* const block = checker.program(suite.subjects[0].image->name).block(routine);
    for (const Entry& entry : block->out) {
        if (!entry.formula().empty()) continue;
        unknown.push_back(fmt::format("{}:{}: {}: nothing says what {} is: only that it may change",
                                      block->file, entry.line, routine, entry.symbol));
    }
    return unknown;
}

std::string again(const Subjects& subjects, const Complaint& complaint) {
    const bool is_one = subjects.checker->suite().subjects.size() > 1 && complaint.program != "all";
    const std::string command = fmt::format("{} contract", program().called);
    const std::string text =
        fmt::format("{}{}{} --label {}", command, is_one ? ' ' + complaint.program : subjects.named,
                    subjects.again.substr(command.size()), complaint.routine);
    return complaint.draw == 0 ? text : text + fmt::format(" --draw {}", complaint.draw);
}

Json json_of(const Subjects& subjects, const std::string& routine, const Report& report) {
    Json json{{"routine", routine},         {"file", report.file},      {"line", report.line},
              {"holds", report.holds()},    {"draws", report.draws},    {"least", report.least},
              {"most", report.most},        {"exact", report.is_exact}, {"stack", report.stack},
              {"complaints", Json::array()}};
    for (const Complaint& complaint : report.complaints) {
        json["complaints"].push_back({{"file", complaint.file},
                                      {"line", complaint.line},
                                      {"program", complaint.program},
                                      {"what", complaint.what},
                                      {"draw", complaint.draw},
                                      {"facts", lines_of(complaint.facts)},
                                      {"reproduce", again(subjects, complaint)}});
    }
    return json;
}

/// A block that cannot be read is the user's to mend: says how to get another.
Report checked_routine(const Checker& checker, const std::string& routine,
                       const contracts::Part& part) {
    try {
        return checker.check(routine, part);
    } catch (const contracts::ContractError& error) {
        throw Trouble(
            fmt::format("{} (--skeleton {} prints a block to fill in)", error.what(), routine));
    }
}

struct Checked {
    std::vector<Report> reports;
    std::vector<bool> done;
    bool stopped = false;
};

Checked check_all(const Parsed& parsed, const Subjects& subjects,
                  const std::vector<std::string>& routines) {
    const Checker& checker = *subjects.checker;
    for (const auto& subject : checker.suite().subjects) {
        static_cast<void>(checker.program(subject.image->name));  // which threads then share
    }
    if (!subjects.program.empty()) static_cast<void>(checker.program(subjects.program));
    const contracts::Part part{subjects.program, parsed.number<unsigned>("draw"),
                               parsed.number<unsigned>("draws")};
    Checked checked{std::vector<Report>(routines.size()), std::vector<bool>(routines.size()),
                    false};
    std::mutex guard;
    Progress progress("routines");
    if (!parsed.has("file")) {
        say(fmt::format("ryg: {} routines of all programs; give FILE or PROGRAM for fewer\n",
                        routines.size()));
    }
    const auto show = [&](auto done, auto total) { progress.show(done, total); };
    checked.stopped = !work::do_pieces(routines.size(), {jobs_of(parsed), &interrupted, show}, [&] {
        return [&](std::size_t index) {
            Report report = checked_routine(checker, routines[index], part);
            const std::scoped_lock lock(guard);
            checked.reports[index] = std::move(report);
            checked.done[index] = true;
        };
    });
    return checked;
}

void write_coverage(const Parsed& parsed, const Subjects& subjects) {
    for (const auto& subject : subjects.checker->suite().subjects) {
        if (subject.setup.recording == nullptr) continue;
        const c64::Image& image = subjects.checker->program(subject.image->name).image;
        write_output(parsed.text("coverage"), lcov(subject.setup.recording->sum(), image));
    }
}

/// A case for each routine.
void write_cases(const std::string& path, const Subjects& subjects,
                 const std::vector<std::string>& routines, const Checked& checked) {
    std::vector<TestCase> cases;
    for (std::size_t i = 0; i < routines.size(); ++i) {
        if (!checked.done[i]) continue;
        cases.push_back({.name = routines[i]});
        for (const Complaint& complaint : checked.reports[i].complaints) {
            cases.back().failure +=
                fmt::format("{}again: {}\n", complaint.text(), again(subjects, complaint));
        }
    }
    write_junit(path, "ryg contract", cases);
}

void print_text(const Subjects& subjects, const std::vector<std::string>& routines,
                const Checked& checked, unsigned draw) {
    std::size_t broken = 0, done = 0;
    for (std::size_t i = 0; i < routines.size(); ++i) {
        const Report& report = checked.reports[i];
        if (!checked.done[i]) continue;
        ++done;
        fmt::print("{:<24} {:<6} ", routines[i], report.holds() ? "holds" : "BROKEN");
        if (draw != 0) {
            fmt::print("draw {}\n", draw);
        } else {
            fmt::print("{:>7} draws{}\n", report.draws,
                       report.most == 0 ? ""
                                        : fmt::format(" {:>9}..{} cycles{}", report.least,
                                                      report.most, report.is_exact ? "" : " seen"));
        }
        for (const Complaint& complaint : report.complaints) {
            fmt::print("{}    again: {}\n", complaint.text(), again(subjects, complaint));
        }
        if (!report.holds()) {
            ++broken;
            continue;
        }
        for (const std::string& line : unknown_outs(*subjects.checker, routines[i])) {
            fmt::print("{}\n", line);
        }
    }
    if (checked.stopped) fmt::print("Interrupted: {} of {} routines.\n", done, routines.size());
    fmt::print("{}\n", broken != 0 ? fmt::format("{} of {} contracts are broken.", broken, done)
                       : done == 1 ? "The contract holds."
                                   : fmt::format("All {} contracts hold.", done));
}

}  // namespace

Exit contract(Arguments arguments) {
    Options options{
        {.name = "file",
         .help = "assembly files, one PRG, or a program inside ryg",
         .repeats = true},
        {.name = "label", .help = "only this routine; may be repeated", .repeats = true},
        number_option("draws", "random inputs (default: 1200)", "", 1, 10'000'000),
        number_option("draw", "report only this draw", "", 1),
        flag_option("write-time", "fill in the least and most cycles that were measured"),
        {"skeleton", "write a first block for this label"},
        coverage_option(),
        junit_option(),
        jobs_option()};
    std::ranges::move(contract_options(), std::back_inserter(options));
    const Parsed parsed = parse(arguments, contract_help, options, {"file"});
    if (parsed.helped) return exit_done;
    const std::unique_ptr<Subjects> made = subjects_of(parsed);
    const Subjects& subjects = *made;
    const Checker& checker = *subjects.checker;
    if (parsed.has("skeleton")) {
        fmt::print("{}", checker.skeleton(parsed.text("skeleton"), subjects.program));
        return exit_done;
    }
    const std::vector<std::string> routines = routines_of(parsed, checker);
    if (parsed.has("write-time")) {
        for (const std::string& routine : routines) {
            if (interrupted) return exit_interrupted;
            const std::string time = checker.write_time(routine);
            if (!time.empty()) fmt::print("{:<24} {} cycles\n", routine, time);
        }
        return exit_done;
    }
    const Checked checked = check_all(parsed, subjects, routines);
    bool holds = true;
    Json list = Json::array();
    for (std::size_t i = 0; i < routines.size(); ++i) {
        if (!checked.done[i]) continue;
        const Report& report = checked.reports[i];
        holds &= report.holds();
        for (const Complaint& bad : report.complaints) {
            if (!bad.is_bad_block) continue;
            throw Trouble(fmt::format("{}:{}: {}: {} (--skeleton {} prints a block to fill in)",
                                      bad.file, bad.line, bad.routine, bad.what, bad.routine));
        }
        list.push_back(json_of(subjects, routines[i], report));
    }
    if (parsed.has("coverage")) write_coverage(parsed, subjects);
    if (parsed.has("junit")) write_cases(parsed.text("junit"), subjects, routines, checked);
    if (parsed.json()) {
        print(Json{{"holds", holds}, {"interrupted", checked.stopped}, {"routines", list}});
    } else {
        print_text(subjects, routines, checked, parsed.number<unsigned>("draw"));
    }
    if (!holds) return exit_difference;
    return checked.stopped ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
