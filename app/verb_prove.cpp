// `ryg prove`: decides header blocks for all inputs that they allow.
#include <fmt/format.h>

#include "app/prove_against.hpp"
#include "app/terminal.hpp"
#include "engine/contracts/prove/prove.hpp"
#include "engine/contracts/prove/space.hpp"

namespace ryg::app {
namespace {

using contracts::Clause;
using contracts::prove::Decision;
using contracts::prove::Proof;
using contracts::prove::Verdict;
using contracts::prove::Witness;

const Help prove_help{
    "prove [FILE.s ... | FILE.prg | PROGRAM] [options]",
    R"(Decides the header blocks above routines for all inputs that they allow: Out as stated, nothing
else changed, exactly the least and most cycles. A routine runs on unknown bytes, and where it decides
on one, all values of it are tried. Each clause is proved, refuted, with an input that `contract`
replays, or drawn: not decided, only tried as by `contract`. With --against, two versions of a routine
are compared: whether they are equal for all inputs, and how much faster the new one is at least and
at most. docs/prove.md says what a proof means.)",
    "prove mul.s --label mul8\n"
    "prove new.s --against old.s\n"
    "prove hints --label findMissing"};

std::string replay(const Subjects& subjects, const Proof& proof, const std::string& changes,
                   unsigned draw) {
    const bool has_others = subjects.checker->suite().subjects.size() > 1;
    const std::string text =
        subjects.contract_again(has_others ? proof.program : "") + " --label " + proof.routine;
    if (!changes.empty()) return text + " --change " + shell_word(changes);
    return draw == 0 ? text : fmt::format("{} --draw {}", text, draw);
}

Json json_of(const Subjects& subjects, const Proof& proof, const std::optional<Witness>& witness) {
    if (!witness) return nullptr;
    return {{"cycles", witness->cycles},
            {"inputs", lines_of(witness->inputs)},
            {"reproduce", replay(subjects, proof, witness->changes, 1)}};
}

Json json_of(const Subjects& subjects, const Proof& proof) {
    Json json{{"routine", proof.routine},
              {"program", proof.program},
              {"file", proof.file},
              {"line", proof.line},
              {"proved", proof.is_proved()},
              {"cases", proof.cases},
              {"carried", proof.carried},
              {"witnesses", proof.witnesses},
              {"draws", proof.draws},
              {"time", proof.time},
              {"shortest", json_of(subjects, proof, proof.shortest)},
              {"longest", json_of(subjects, proof, proof.longest)},
              {"clauses", Json::array()}};
    for (const Decision& decision : proof.decisions) {
        const bool is_replayed = decision.draw != 0 || !decision.changes.empty();
        json["clauses"].push_back(
            {{"clause", contracts::prove::name(decision.clause)},
             {"verdict", contracts::prove::name(decision.verdict)},
             {"why", decision.why},
             {"facts", lines_of(decision.facts)},
             {"reproduce", is_replayed
                               ? Json(replay(subjects, proof, decision.changes, decision.draw))
                               : Json(nullptr)}});
    }
    return json;
}

/// A line for the routine, and what its refuted clauses have to show.
void print_text(const Subjects& subjects, const Proof& proof, std::size_t width) {
    std::string verdicts, means;
    for (const Decision& decision : proof.decisions) {
        verdicts += fmt::format("{} {:<9}", contracts::prove::name(decision.clause),
                                contracts::prove::name(decision.verdict));
        const bool says =
            decision.verdict != Verdict::refuted && decision.verdict != Verdict::unstated;
        if (says) means = decision.why;
    }
    if (!proof.time.empty()) means += fmt::format("; {} cycles", proof.time);
    if (means.starts_with("; ")) means.erase(0, 2);
    fmt::print("{:<{}} {:<41} {}\n", proof.routine, width, verdicts, means);
    for (const Decision& decision : proof.decisions) {
        if (decision.verdict != Verdict::refuted) continue;
        fmt::print("{}:{}: {} {}\n{}", proof.file, decision.line,
                   contracts::prove::name(decision.clause), decision.why, decision.facts);
        if (decision.draw != 0 || !decision.changes.empty()) {
            fmt::print("    again: {}\n", replay(subjects, proof, decision.changes, decision.draw));
        }
    }
}

/// The program that a block is proved for: the one that was named, or whose times it states.
const contracts::Program* program_for(const Subjects& subjects, const std::string& routine) {
    const contracts::Checker& checker = *subjects.checker;
    if (subjects.program.empty()) return checker.stated_program(routine);
    const contracts::Program& program = checker.program(subjects.program);
    return program.block(routine) != nullptr || program.faults.contains(routine) ? &program
                                                                                 : nullptr;
}

Proof proof_of(const Subjects& subjects, const contracts::Program& program,
               const std::string& routine, const contracts::prove::Options& options) {
    if (const auto fault = program.faults.find(routine); fault != program.faults.end()) {
        throw Trouble(fault->second);
    }
    const contracts::Block& block = *program.block(routine);
    try {
        return contracts::prove::prove(*subjects.checker, program, block, options);
    } catch (const contracts::ContractError& error) {
        throw Trouble(fmt::format("{}:{}: {}: {}", block.file,
                                  error.line == 0 ? block.line : error.line, routine,
                                  error.what()));
    }
}

Exit print_assumptions(bool is_json) {
    const auto assumed = contracts::prove::assumptions();
    if (is_json) {
        print(Json{{"assumptions", assumed}});
    } else {
        fmt::print("{}\n", fmt::join(assumed, "\n"));
    }
    return exit_done;
}

bool is_refuted(const Decision& decision) { return decision.verdict == Verdict::refuted; }

/// Writes the exact Time into the block, if nothing else of it is wrong.
bool put_time(const Subjects& subjects, const contracts::Block& block, const Proof& proof) {
    const bool is_only_time = std::ranges::count_if(proof.decisions, is_refuted) == 1 &&
                              proof.find(Clause::time)->verdict == Verdict::refuted;
    if (proof.time.empty() || !is_only_time) return false;
    subjects.checker->put_time(block, proof.time);
    return true;
}

}  // namespace

Exit prove(Arguments arguments) {
    Options options{
        {.name = "file",
         .help = "assembly files, one PRG, or a program inside ryg",
         .repeats = true},
        {.name = "label", .help = "only this routine; may be repeated", .repeats = true},
        number_option("seconds", "processor time for each routine", "60", 1, 1'000'000),
        flag_option("write", "fill in the exact Time"),
        {.name = "against",
         .help = "compare with this older version: files, a program inside ryg, or a label",
         .repeats = true},
        {"change", "with --against: run both with this input only, such as 'X=05 $0400=01ff'"},
        flag_option("assumptions", "print what every proof takes for granted")};
    std::ranges::move(contract_options(), std::back_inserter(options));
    const Parsed parsed = parse(arguments, prove_help, options, {"file"});
    if (parsed.helped) return exit_done;
    if (parsed.has("assumptions")) return print_assumptions(parsed.json());
    const std::unique_ptr<Subjects> subjects = subjects_of(parsed);
    contracts::prove::Options how{.seconds = static_cast<double>(parsed.number("seconds"))};
    how.go_on = [&](std::uint64_t) { return !interrupted; };
    if (parsed.has("against")) return prove_against(parsed, *subjects, how);
    if (parsed.has("change")) throw Trouble("--change is for --against; `contract` has it, too");
    std::vector<std::string> routines = routines_of(parsed, *subjects->checker);
    std::erase_if(routines, [&](auto& name) { return program_for(*subjects, name) == nullptr; });
    if (routines.empty()) throw Trouble("this program has none of these routines");
    std::size_t width = 8;
    for (const std::string& routine : routines) width = std::max(width, routine.size());
    Progress progress("routines");
    std::size_t done = 0, proved = 0, refuted = 0;
    Json list = Json::array();
    for (const std::string& routine : routines) {
        progress.show(done, routines.size());
        const contracts::Program& in = *program_for(*subjects, routine);
        const Proof proof = proof_of(*subjects, in, routine, how);
        if (interrupted) break;
        ++done;
        const bool is_written =
            parsed.has("write") && put_time(*subjects, *in.block(routine), proof);
        if (proof.is_proved()) ++proved;
        if (!is_written && std::ranges::any_of(proof.decisions, is_refuted)) ++refuted;
        if (parsed.json()) {
            list.push_back(json_of(*subjects, proof));
            list.back()["written"] = is_written;
        } else if (is_written) {
            fmt::print("{:<{}} {} cycles, written\n", routine, width, proof.time);
        } else {
            print_text(*subjects, proof, width);
        }
    }
    progress.show(done, routines.size());
    if (parsed.json()) {
        print(Json{{"proved", proved},
                   {"refuted", refuted},
                   {"interrupted", interrupted.load()},
                   {"routines", list}});
    } else {
        if (interrupted) fmt::print("Interrupted: {} of {} routines.\n", done, routines.size());
        fmt::print("{} of {} blocks are proved, every clause; {} refuted.\n", proved, done,
                   refuted);
    }
    if (refuted != 0) return exit_difference;
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
