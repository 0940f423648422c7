// Finds the older version: in files, in a program of the same game, or under another label.
#include "app/prove_against.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/terminal.hpp"
#include "c64/program/files.hpp"
#include "engine/prove/against.hpp"

namespace ryg::app {
namespace {

using prove::Old;
using prove::Verdict;
using prove::VersionComparison;

/// The older version: a program, and the label in it if that is another.
struct Older {
    std::vector<std::string> words;
    FileContracts files{};
    std::shared_ptr<const claims::Checker> checker{};
    const claims::Program* program = nullptr;  ///< nullptr: that of the new version
    std::string label{};
};

bool is_program(const claims::Checker& checker, const std::string& name) {
    return std::ranges::any_of(checker.suite().subjects,
                               [&](const auto& subject) { return subject.image->name == name; });
}

Older older(const Parsed& parsed, const Subjects& subjects) {
    Older found{lines_of(parsed.text("against"))};
    const std::string& word = found.words.front();
    if (c64::is_file(word)) {
        found.files = file_contracts(parsed, found.words);
        found.checker = std::make_shared<claims::Checker>(found.files.suite);
        found.program = &found.checker->program(found.files.program->image.name);
    } else if (is_program(*subjects.checker, word)) {
        found.program = &subjects.checker->program(word);
    } else {
        found.label = word;
    }
    if (!found.label.empty() && word.find_first_of("./") != word.npos) {
        throw Trouble(fmt::format("--against {}: there is no such file", word));
    }
    return found;
}

std::string again(const Parsed& parsed, const std::string& routine, const std::string& changes) {
    constexpr std::array<std::string_view, 5> chosen{"label", "change", "json", "seconds", "write"};
    const std::string change = changes.empty() ? "" : " --change " + shell_word(changes);
    return typed_again("prove", parsed, "file", chosen) + " --label " + routine + change;
}

Json json_of(const Parsed& parsed, const std::string& routine,
             const std::optional<prove::ComparedRun>& pair) {
    if (!pair) return nullptr;
    return {{"gain", pair->gain()},
            {"cycles", pair->now},
            {"before", pair->before},
            {"inputs", lines_of(pair->inputs)},
            {"reproduce", again(parsed, routine, pair->changes)}};
}

std::string_view word_for(Verdict verdict) {
    return verdict == Verdict::proved    ? "equal"
           : verdict == Verdict::refuted ? "different"
                                         : "undecided";
}

Json json_of(const Parsed& parsed, const VersionComparison& found) {
    const bool is_equal = found.verdict == Verdict::proved;
    const auto cycles = [&](const prove::Cycles& of) {
        return is_equal ? Json{{"least", of.least}, {"most", of.most}} : Json(nullptr);
    };
    const std::optional<prove::ComparedRun> none, different(found.different);
    const bool differs = found.verdict == Verdict::refuted;
    return {{"routine", found.routine},
            {"program", found.program},
            {"file", found.file},
            {"line", found.line},
            {"verdict", word_for(found.verdict)},
            {"why", found.why},
            {"steps", found.steps},
            {"cycles", cycles(found.now)},
            {"before", cycles(found.before)},
            {"least", json_of(parsed, found.routine, is_equal ? found.least : none)},
            {"most", json_of(parsed, found.routine, is_equal ? found.most : none)},
            {"different", json_of(parsed, found.routine, differs ? different : none)}};
}

std::string gained(std::int64_t cycles) {
    return cycles < 0    ? fmt::format("{} slower", -cycles)
           : cycles == 0 ? "as fast"
                         : fmt::format("{} faster", cycles);
}

void print_text(const Parsed& parsed, const VersionComparison& found, std::size_t width) {
    fmt::print("{:<{}} {:<9}  {}", found.routine, width, word_for(found.verdict), found.why);
    if (found.verdict == Verdict::proved) {
        fmt::print("; {}..{} cycles, before {}..{}\n", found.now.least, found.now.most,
                   found.before.least, found.before.most);
        for (const auto& [what, pair] :
             {std::pair("at least", &*found.least), std::pair("at most", &*found.most)}) {
            fmt::print("    {:<9} {}: {} cycles, before {}\n", what, gained(pair->gain()),
                       pair->now, pair->before);
            for (const std::string& line : lines_of(pair->inputs)) fmt::print("        {}\n", line);
        }
        return;
    }
    fmt::print("\n");
    if (found.verdict != Verdict::refuted) return;
    fmt::print("{}    again: {}\n", found.different.inputs,
               again(parsed, found.routine, found.different.changes));
}

/// Runs one input on the machine of `contract`.
Exit replay(const Parsed& parsed, const VersionComparison& found) {
    const bool differs = found.verdict == Verdict::refuted;
    if (parsed.json()) {
        print(Json{{"routine", found.routine},
                   {"verdict", differs ? "different" : "same here"},
                   {"why", found.why},
                   {"cycles", found.different.now},
                   {"before", found.different.before}});
    } else {
        fmt::print("{}: {}; {} cycles, before {}\n{}", found.routine,
                   differs ? found.why : "the same here", found.different.now,
                   found.different.before, found.different.inputs);
    }
    return differs ? exit_difference : exit_done;
}

}  // namespace

const claims::Program* program_for(const Subjects& subjects, const std::string& routine) {
    const claims::Checker& checker = *subjects.checker;
    if (subjects.program.empty()) return checker.stated_program(routine);
    const claims::Program& program = checker.program(subjects.program);
    return program.block(routine) != nullptr ? &program : nullptr;
}

Exit prove_against(const Parsed& parsed, const Subjects& subjects,
                   std::vector<std::string> routines, const prove::Options& how) {
    const Older old = older(parsed, subjects);
    const claims::Checker& checker = *subjects.checker;
    const bool is_label = !old.label.empty();
    std::erase_if(routines, [&](const std::string& name) {
        const claims::Program* const before = old.program;
        return program_for(subjects, name) == nullptr ||
               (is_label ? name == old.label : !before->has(name));
    });
    if (routines.empty()) {
        throw Trouble(fmt::format("--against {}: it has none of these routines", old.words[0]));
    }
    if ((is_label || parsed.has("change")) && routines.size() != 1) {
        throw Trouble("--against a label, and --change, are for one routine: --label NAME");
    }
    std::size_t width = 8, done = 0, equal = 0, different = 0, undecided = 0;
    for (const std::string& routine : routines) width = std::max(width, routine.size());
    Json list = Json::array();
    for (const std::string& routine : routines) {
        const claims::Program& program = *program_for(subjects, routine);
        const claims::Block& block = *program.block(routine);
        const Old before{is_label ? program : *old.program, is_label ? old.label : routine};
        try {
            if (parsed.has("change")) {
                return replay(parsed,
                              against_at(checker, program, block, before, parsed.text("change")));
            }
            const VersionComparison found = against(checker, program, block, before, how);
            if (interrupted) break;
            ++done;
            if (found.verdict == Verdict::proved) ++equal;
            if (found.verdict == Verdict::refuted) ++different;
            if (found.verdict == Verdict::undecided) ++undecided;
            if (parsed.json()) {
                list.push_back(json_of(parsed, found));
            } else {
                print_text(parsed, found, width);
            }
        } catch (const claims::ContractError& error) {
            throw Trouble(fmt::format("{}:{}: {}: {}", block.file,
                                      error.line == 0 ? block.line : error.line, routine,
                                      error.what()));
        }
    }
    if (parsed.json()) {
        print(Json{{"equal", equal},
                   {"different", different},
                   {"interrupted", interrupted.load()},
                   {"routines", list}});
    } else {
        if (interrupted) fmt::print("Interrupted: {} of {} routines.\n", done, routines.size());
        fmt::print("{} of {} routines are equal for all inputs; {} differ.\n", equal, done,
                   different);
    }
    if (different != 0) return exit_difference;
    if (interrupted) return exit_interrupted;
    return undecided != 0 ? exit_undecided : exit_done;
}

}  // namespace ryg::app
