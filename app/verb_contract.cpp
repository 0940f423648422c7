// `ryg contract`: runs routines of any program and checks each against the header block above it.
#include <algorithm>
#include <fmt/format.h>
#include <mutex>

#include "app/cases.hpp"
#include "app/file_contracts.hpp"
#include "app/files.hpp"
#include "app/game_verb.hpp"
#include "app/terminal.hpp"
#include "c64/program/coverage.hpp"
#include "engine/work/pieces.hpp"

namespace ryg::app {
namespace {

using claims::Block;
using claims::Checker;
using claims::CheckReport;
using claims::Entry;
using claims::Finding;
using claims::Suite;

const Help contract_help{
    "contract [FILE.s ... | FILE.prg | PROGRAM] [options]",
    R"(Runs routines on inputs that the header blocks above them allow, and checks each against its
block: Out is as stated, nothing else has changed, and the least and most cycles are right. ca65 and
ld65 (or --assembler) assemble FILE.s; a PRG needs its debug file beside it. PROGRAM is a program inside
ryg, or a family of them (default: ryg:all, which takes minutes). If there are at most 65,536 inputs, all
are tried; otherwise the ends of their ranges and random inputs, or with --all every input, for as long
as that takes. docs/contracts.md describes the blocks.)",
    "contract mul.s --junit mul.xml\n"
    "contract mul.s --label mul8 --all\n"
    "contract hints --label turnBoard"};

/// Gaps in the check of a user's routine: code that was never reached, inputs that were left out,
/// and each Out without a stated value.
std::vector<std::string> not_told(const Checker& checker, const std::string& routine,
                                  const CheckReport& report) {
    std::vector<std::string> unknown;
    const Suite& suite = checker.suite();
    if (suite.must_know) return unknown;
    const Block* const block = checker.program(suite.subjects[0].image->name).block(routine);
    const auto add = [&](std::string_view what) {
        unknown.push_back(fmt::format("{}:{}: {}: {}", block->file, block->line, routine, what));
    };
    if (!report.not_reached.empty()) {
        add(fmt::format("{} executes {}", report.is_exact ? "no input" : "no input that was tried",
                        report.not_reached));
    }
    if (!report.not_all.empty()) add("not all inputs can be tried: " + report.not_all);
    if (suite.expect || suite.reference(routine) != nullptr) return unknown;
    for (const Entry& entry : block->out) {
        if (entry.is_stated()) continue;
        unknown.push_back(
            fmt::format("{}:{}: {}: the value of {} is not stated: it may be anything", block->file,
                        entry.line, routine, entry.symbol));
    }
    return unknown;
}

std::string again(const Subjects& subjects, const Finding& complaint) {
    const std::string text = subjects.contract_again(complaint.program, complaint.routine);
    const std::string& changes = subjects.changes.empty() ? complaint.changes : subjects.changes;
    if (!changes.empty()) return text + " --change " + shell_word(changes);
    return complaint.draw == 0 ? text : text + fmt::format(" --draw {}", complaint.draw);
}

Json json_of(const Subjects& subjects, const std::string& routine, const CheckReport& report) {
    Json json{{"routine", routine},         {"file", report.file},      {"line", report.line},
              {"holds", report.holds()},    {"draws", report.draws},    {"least", report.least},
              {"most", report.most},        {"exact", report.is_exact}, {"stack", report.stack},
              {"complaints", Json::array()}};
    if (report.inputs != 0) json.update({{"tried", report.tried}, {"inputs", report.inputs}});
    for (const Finding& complaint : report.complaints) {
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

/// Checks a routine; for a block that cannot be read, the error says how to draft another.
CheckReport checked_routine(const Checker& checker, const std::string& routine,
                            const claims::Part& part) {
    try {
        return checker.check(routine, part);
    } catch (const claims::ContractError& error) {
        throw Trouble(
            fmt::format("{} (--skeleton {} prints a block to fill in)", error.what(), routine));
    }
}

struct Checked {
    std::vector<CheckReport> reports;
    std::vector<bool> done;
    bool stopped = false;
    std::size_t cut = 0;  ///< routines whose inputs were not all tried when Ctrl-C came
};

Checked check_all(const Parsed& parsed, const Subjects& subjects,
                  const std::vector<std::string>& routines) {
    const Checker& checker = *subjects.checker;
    for (const auto& subject : checker.suite().subjects) {
        static_cast<void>(checker.program(subject.image->name));  // which threads then share
    }
    if (!subjects.program.empty()) static_cast<void>(checker.program(subjects.program));
    std::atomic<std::uint64_t> tried = 0, inputs = 0;
    const claims::Patience patience{&interrupted, [&](std::uint64_t all) { inputs += all; },
                                    [&](std::uint64_t more) { tried += more; }};
    const claims::Part part{subjects.program, parsed.number<unsigned>("draw"),
                            parsed.number<unsigned>("draws"), parsed.text("change"),
                            parsed.has("all") ? &patience : nullptr};
    Checked checked{.reports = std::vector<CheckReport>(routines.size()),
                    .done = std::vector<bool>(routines.size())};
    std::mutex guard;
    Progress progress(parsed.has("all") ? "inputs" : "routines");
    if (!parsed.has("file")) {
        say(fmt::format("ryg: {} routines of all programs; give FILE or PROGRAM for fewer\n",
                        routines.size()));
    }
    const auto show = [&](auto done, auto total) {
        if (!parsed.has("all")) {
            return progress.show(
                done, total,
                fmt::format(", {} million cycles", subjects.simulated.load() / 1'000'000));
        }
        if (inputs != 0) progress.show(tried, inputs);
    };
    const bool all_done =
        work::do_pieces(routines.size(), {jobs_of(parsed), &interrupted, show}, [&] {
            return [&](std::size_t index) {
                CheckReport report = checked_routine(checker, routines[index], part);
                const std::scoped_lock lock(guard);
                const bool is_cut = interrupted && report.holds();
                checked.done[index] = !is_cut || parsed.has("all");  // --all reports its progress
                if (is_cut && report.tried < report.inputs) ++checked.cut;
                checked.reports[index] = std::move(report);
            };
        });
    checked.stopped = !all_done || checked.cut != 0 || std::ranges::count(checked.done, false) != 0;
    return checked;
}

void write_coverage(const Parsed& parsed, Subjects& subjects) {
    if (subjects.files.program) {
        const c64::Image image = c64::from_embedded(subjects.files.program->image);
        return write_output(parsed.text("coverage"), lcov(subjects.recording.sum(), image));
    }
    for (const auto& subject : subjects.checker->suite().subjects) {
        if (subject.setup.recording == nullptr) continue;
        const c64::Image& image = subjects.checker->program(subject.image->name).image;
        write_output(parsed.text("coverage"), lcov(subject.setup.recording->sum(), image));
    }
}

/// The command that runs only this case.
std::string again(const Subjects& subjects, const CaseResult& result) {
    return fmt::format("{} --cases {} --case {}", subjects.contract_again(),
                       shell_word(result.file), shell_word(result.name));
}

/// The failed conditions of a case of --cases, a line each.
std::string text_of(const Subjects& subjects, const CaseResult& result) {
    std::string text;
    for (const std::string& fault : result.faults) {
        text += fmt::format("{}:{}: {}: {}\n", result.file, result.line, result.name, fault);
    }
    if (result.faults.empty()) return text;
    return text + fmt::format("{}    again: {}\n", result.facts, again(subjects, result));
}

/// A case for each routine.
void write_cases(const std::string& path, const Subjects& subjects,
                 const std::vector<std::string>& routines, const Checked& checked) {
    std::vector<TestCase> cases;
    for (std::size_t i = 0; i < routines.size(); ++i) {
        if (!checked.done[i]) continue;
        cases.push_back({.name = routines[i]});
        for (const Finding& complaint : checked.reports[i].complaints) {
            cases.back().failure +=
                fmt::format("{}again: {}\n", complaint.text(), again(subjects, complaint));
        }
    }
    for (const CaseResult& each : subjects.cases) {
        cases.push_back(
            {.name = each.name, .failure = text_of(subjects, each), .skipped = each.skipped});
    }
    write_junit(path, "ryg contract", cases);
}

void print_text(const Subjects& subjects, const std::vector<std::string>& routines,
                const Checked& checked, unsigned draw) {
    std::size_t broken = 0, done = 0;
    for (std::size_t i = 0; i < routines.size(); ++i) {
        const CheckReport& report = checked.reports[i];
        if (!checked.done[i]) continue;
        ++done;
        fmt::print("{:<24} {:<6} ", routines[i], report.holds() ? "holds" : "BROKEN");
        if (draw != 0) {
            fmt::print("draw {}\n", draw);
        } else {
            fmt::print("{}{}\n",
                       report.inputs == 0
                           ? fmt::format("{:>7} draws", report.draws)
                           : fmt::format("{} of {} inputs", report.tried, report.inputs),
                       report.most == 0 ? ""
                                        : fmt::format(" {:>9}..{} cycles{}", report.least,
                                                      report.most, report.is_exact ? "" : " seen"));
        }
        for (const Finding& complaint : report.complaints) {
            fmt::print("{}    again: {}\n", complaint.text(), again(subjects, complaint));
        }
        if (!report.holds()) {
            ++broken;
            continue;
        }
        for (const std::string& line : not_told(*subjects.checker, routines[i], report)) {
            fmt::print("{}\n", line);
        }
    }
    std::size_t failed = 0, skipped = 0;
    for (const CaseResult& each : subjects.cases) {
        if (!each.skipped.empty()) {
            ++skipped;
            fmt::print("{:<24} skipped: {}\n", each.name, each.skipped);
            continue;
        }
        fmt::print("{:<24} {:<6} {:>25} cycles\n{}", each.name,
                   each.faults.empty() ? "holds" : "FAILS", each.cycles, text_of(subjects, each));
        failed += each.faults.empty() ? 0U : 1U;
    }
    if (!subjects.cases.empty()) {
        const std::size_t ran = subjects.cases.size() - skipped;
        fmt::print("{} of {} cases hold{}.\n", ran - failed, ran,
                   skipped == 0 ? "" : fmt::format("; {} skipped", skipped));
        if (done == 0 && !checked.stopped) return;
    }
    if (checked.stopped)
        fmt::print("Interrupted: {} of {} routines.\n", done - checked.cut, routines.size());
    if (broken == 0 && checked.cut != 0) return;
    if (done == 0) return;
    fmt::print("{}\n", broken != 0 ? fmt::format("{} of {} contracts are broken.", broken, done)
                       : done == 1 ? "The contract holds."
                                   : fmt::format("All {} contracts hold.", done));
}

/// Removes the routines that one version lacks. Returns their number.
std::size_t leave_out_what_it_lacks(const Checker& checker, const std::string& version,
                                    std::vector<std::string>& routines) {
    const claims::Program& program = checker.program(version);
    return std::erase_if(routines, [&](const std::string& routine) {
        return program.block(routine) == nullptr && !program.faults.contains(routine);
    });
}

/// Fills in the times that can be measured, and reports the other routines.
Exit write_times(const Parsed& parsed, const Checker& checker,
                 const std::vector<std::string>& routines) {
    const claims::Patience patience{&interrupted};
    Exit result = exit_done;
    for (const std::string& routine : routines) {
        if (interrupted) return exit_interrupted;
        try {
            const std::string time =
                checker.write_time(routine, parsed.has("all") ? &patience : nullptr);
            if (!time.empty()) fmt::print("{:<24} {} cycles\n", routine, time);
        } catch (const claims::ContractError& error) {
            const std::string why = error.what();
            fmt::print("{:<24} not measured: {}\n", routine, why.substr(0, why.find('\n')));
            result = exit_difference;
        }
    }
    return interrupted ? exit_interrupted : result;
}

bool fails(const CaseResult& each) { return !each.faults.empty(); }

Json json_of_cases(const Subjects& subjects) {
    Json cases = Json::array();
    for (const CaseResult& each : subjects.cases) {
        cases.push_back({{"name", each.name},
                         {"line", each.line},
                         {"holds", !fails(each)},
                         {"cycles", each.cycles},
                         {"complaints", each.faults}});
        if (fails(each)) cases.back()["reproduce"] = again(subjects, each);
        if (!each.skipped.empty()) cases.back()["skipped"] = each.skipped;
    }
    return cases;
}

Options all_options() {
    Options options{
        {.name = "file",
         .help = "assembly files, one PRG, or a program inside ryg",
         .repeats = true},
        {.name = "label", .help = "only this routine; may be repeated", .repeats = true},
        number_option("draws", "random inputs (default: 1200)", "", 1, 10'000'000),
        number_option("draw", "report only this random input", "", 1),
        flag_option("all", "try all inputs, however many there are; Ctrl-C reports those tried"),
        {"change", "run only the first input, with these bytes: 'X=05 $0400=01ff'"},
        flag_option("write-time", "fill in the measured least and most cycles"),
        {"skeleton", "draft a block for this label"},
        {.name = "cases",
         .help = "also run the cases in this JSON file (docs/contracts.md); may be repeated",
         .repeats = true},
        {.name = "case", .help = "only cases of this name, such as 'add*'", .repeats = true},
        {.name = "tag", .help = "only cases with this tag", .repeats = true},
        {.name = "no-tag", .help = "only cases without this tag", .repeats = true},
        flag_option("documented", "executing an undocumented opcode breaks a block or a case"),
        flag_option("reads",
                    "so does reading memory that In does not name and the call has not written"),
        coverage_option(),
        junit_option(),
        jobs_option()};
    std::ranges::move(contract_options(), std::back_inserter(options));
    return options;
}

}  // namespace

Exit contract(Arguments arguments) {
    const Parsed parsed = parse(arguments, contract_help, all_options(), {"file"});
    if (parsed.helped) return exit_done;
    const std::unique_ptr<Subjects> made = subjects_of(parsed);
    Subjects& subjects = *made;
    const Checker& checker = *subjects.checker;
    if (parsed.has("skeleton")) {
        fmt::print("{}", checker.skeleton(parsed.text("skeleton"), subjects.program));
        return exit_done;
    }
    std::vector<std::string> routines = routines_of(parsed, checker);
    if (!subjects.program.empty() && !parsed.has("label")) {
        const std::size_t left_out = leave_out_what_it_lacks(checker, subjects.program, routines);
        if (left_out != 0) {
            say(fmt::format("ryg: left out {} routines that {} does not have\n", left_out,
                            subjects.program));
        }
    }
    if (parsed.has("write-time")) return write_times(parsed, checker, routines);
    const Checked checked = check_all(parsed, subjects, routines);
    bool holds = std::ranges::none_of(subjects.cases, fails);
    Json list = Json::array();
    for (std::size_t i = 0; i < routines.size(); ++i) {
        if (!checked.done[i]) continue;
        const CheckReport& report = checked.reports[i];
        holds &= report.holds();
        for (const Finding& bad : report.complaints) {
            if (!bad.is_bad_block) continue;
            throw Trouble(fmt::format("{}:{}: {}: {} (--skeleton {} prints a block to fill in)",
                                      bad.file, bad.line, bad.routine, bad.what, bad.routine));
        }
        list.push_back(json_of(subjects, routines[i], report));
    }
    if (parsed.has("coverage")) write_coverage(parsed, subjects);
    if (parsed.has("junit")) write_cases(parsed.text("junit"), subjects, routines, checked);
    if (parsed.json()) {
        Json report{{"holds", holds}, {"interrupted", checked.stopped}, {"routines", list}};
        if (parsed.has("cases")) report["cases"] = json_of_cases(subjects);
        print(report);
    } else {
        print_text(subjects, routines, checked, parsed.number<unsigned>("draw"));
    }
    if (!holds) return exit_difference;
    return checked.stopped ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
