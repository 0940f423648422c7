// `ryg prove`: decides header blocks for all inputs that they allow.
#include <fmt/format.h>
#include <map>

#include "app/files.hpp"
#include "app/manual.hpp"
#include "app/prove_against.hpp"
#include "app/terminal.hpp"
#include "c64/board/state.hpp"
#include "c64/program/files.hpp"
#include "engine/contracts/prove/prove.hpp"
#include "engine/contracts/prove/space.hpp"

namespace ryg::app {
namespace {

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
    "prove ryg3-11 --keep ryg3.json\n"
    "prove hints --label findMissing"};

std::string replay(const Subjects& subjects, const Proof& proof, const std::string& changes,
                   unsigned draw = 0) {
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
            {"reproduce", replay(subjects, proof, witness->changes)}};
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
             {"line", decision.line},
             {"facts", lines_of(decision.facts)},
             {"reproduce", is_replayed
                               ? Json(replay(subjects, proof, decision.changes, decision.draw))
                               : Json(nullptr)}});
    }
    return json;
}

/// A line for the routine, and what its refuted clauses have to show.
void print_text(const Json& row, std::size_t width) {
    std::string verdicts, means;
    for (const Json& clause : row["clauses"]) {
        const std::string verdict = clause["verdict"];
        verdicts += fmt::format("{} {:<9}", clause["clause"].get<std::string>(), verdict);
        if (verdict != "refuted" && verdict != "unstated") means = clause["why"];
    }
    if (const std::string time = row["time"]; !time.empty()) means += "; " + time + " cycles";
    if (means.starts_with("; ")) means.erase(0, 2);
    fmt::print("{:<{}} {:<41} {}\n", row["routine"].get<std::string>(), width, verdicts, means);
    for (const Json& clause : row["clauses"]) {
        if (clause["verdict"] != "refuted") continue;
        fmt::print("{}:{}: {} {}\n", row["file"].get<std::string>(), clause["line"].get<int>(),
                   clause["clause"].get<std::string>(), clause["why"].get<std::string>());
        for (const Json& fact : clause["facts"]) fmt::print("{}\n", fact.get<std::string>());
        if (clause["reproduce"].is_null()) continue;
        fmt::print("    again: {}\n", clause["reproduce"].get<std::string>());
    }
}

/// A routine's line of a table in Markdown: what it does, its Time, what is proved.
void print_table_row(const Subjects& subjects, const Json& row) {
    const auto& blocks = subjects.checker->sources().blocks;
    const auto block = std::ranges::find_if(blocks, [&](const auto& found) {
        return !found.is_equate && row["routine"] == found.name;
    });
    std::vector<std::string> proved;
    for (const Json& clause : row["clauses"]) {
        if (clause["verdict"] == "proved") proved.push_back(clause["clause"]);
    }
    fmt::print("{} {} |\n", block->cells(),
               row["proved"] == true ? "yes" : fmt::format("{}", fmt::join(proved, ", ")));
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

/// How many clauses have this verdict.
std::ptrdiff_t clauses(const Json& row, std::string_view verdict) {
    return std::ranges::count_if(row["clauses"],
                                 [&](const Json& clause) { return clause["verdict"] == verdict; });
}

/// Writes the exact Time into the block, if nothing else of it is wrong.
bool put_time(const Subjects& subjects, const contracts::Block& block, const Json& row) {
    const bool is_only_time = clauses(row, "refuted") == 1 &&
                              row["clauses"].back()["clause"] == "Time" &&
                              row["clauses"].back()["verdict"] == "refuted";
    if (row["time"] == "" || !is_only_time) return false;
    subjects.checker->put_time(block, row["time"]);
    return true;
}

/// --keep: what has been found of a routine, for as long as nothing that it rests on changes.
class Kept {
  public:
    /// A file that is not there yet is made. Throws Trouble.
    explicit Kept(std::string path) : path_(std::move(path)) {
        if (path_.empty()) return;
        check_output(path_);
        const auto text = c64::read_file(path_);
        if (!text || text->empty()) return;
        rows_ = Json::parse(*text, nullptr, false);
        if (!rows_.is_object() || !std::ranges::all_of(rows_, is_row)) {
            throw Trouble(path_ + ": not a file of --keep: name another one, or remove it");
        }
    }

    /// What is undecided counts if it had no less time.
    [[nodiscard]] const Json* find(const std::string& name, std::uint32_t key,
                                   std::uint64_t seconds) const {
        const auto row = rows_.find(name);
        if (row == rows_.end() || (*row)["key"] != key) return nullptr;
        const Json& found = (*row)["found"];
        const bool is_decided = found["proved"] == true || clauses(found, "refuted") != 0;
        return is_decided || (*row)["seconds"] >= seconds ? &found : nullptr;
    }
    void put(const std::string& name, std::uint32_t key, std::uint64_t seconds, const Json& found) {
        if (path_.empty()) return;
        rows_[name] = {{"key", key}, {"seconds", seconds}, {"found", found}};
        write_output(path_, rows_.dump(1) + "\n");
    }

  private:
    /// Whether all that is printed of a row is there.
    static bool is_row(const Json& row) {
        const auto has = [](const Json& of, std::initializer_list<const char*> texts) {
            return of.is_object() && std::ranges::all_of(texts, [&](const char* text) {
                       return of.contains(text) && of[text].is_string();
                   });
        };
        if (!row.is_object() || !row.contains("key") || !row.contains("seconds")) return false;
        const Json found = row.value("found", Json());
        return has(found, {"routine", "file", "time"}) && found.contains("proved") &&
               found.contains("clauses") &&
               std::ranges::all_of(found["clauses"], [&](const Json& clause) {
                   const Json facts =
                       has(clause, {"clause", "verdict", "why"}) && clause.contains("reproduce")
                           ? clause.value("facts", Json())
                           : Json();
                   return facts.is_array() && clause.contains("line") &&
                          clause["line"].is_number() &&
                          (clause["reproduce"].is_null() || clause["reproduce"].is_string()) &&
                          std::ranges::all_of(facts, [](const Json& it) { return it.is_string(); });
               });
    }

    std::string path_;
    Json rows_ = Json::object();
};

/// A checksum of what a proof rests on: the program, its names, the blocks, the command line, ryg.
std::uint32_t key_of(const Parsed& parsed, const Subjects& subjects,
                     const contracts::Program& program) {
    std::string text = version();
    for (const char* option : {"stub", "reference", "cycles"}) text += parsed.text(option) + '\n';
    for (const c64::Label& label : program.image.labels.all()) {
        text += fmt::format("{} {}\n", label.name, label.address);
    }
    for (const contracts::Sources::Found& block : subjects.checker->sources().blocks) {
        text += fmt::format("{}\n", fmt::join(block.lines, "\n"));
    }
    std::vector<emu::Byte> bytes(text.begin(), text.end());
    bytes.push_back(emu::low(program.image.load_address));
    bytes.push_back(emu::high(program.image.load_address));
    bytes.insert(bytes.end(), program.image.bytes.begin(), program.image.bytes.end());
    return c64::crc_32(bytes);
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
        {"keep", "keep what is found in this file, so that it need not be found again"},
        {.name = "against",
         .help = "compare with this older version: files, a program inside ryg, or a label",
         .repeats = true},
        {"change", "with --against: run both with this input only, such as 'X=05 $0400=01ff'"},
        flag_option("table", "print a table in Markdown, with what each routine does"),
        flag_option("assumptions", "print what every proof takes for granted")};
    std::ranges::move(contract_options(), std::back_inserter(options));
    const Parsed parsed = parse(arguments, prove_help, options, {"file"});
    if (parsed.helped) return exit_done;
    if (parsed.has("assumptions")) return print_assumptions(parsed.json());
    const std::unique_ptr<Subjects> subjects = subjects_of(parsed);
    contracts::prove::Options how{.seconds = static_cast<double>(parsed.number("seconds"))};
    how.go_on = [&](std::uint64_t) { return !interrupted; };
    if (parsed.has("against")) {
        if (parsed.has("keep") || parsed.has("table")) {
            throw Trouble("--keep and --table are for proofs, not for --against");
        }
        return prove_against(parsed, *subjects, how);
    }
    if (parsed.has("change")) throw Trouble("--change is for --against; `contract` has it, too");
    std::vector<std::string> routines = routines_of(parsed, *subjects->checker);
    std::erase_if(routines, [&](auto& name) { return program_for(*subjects, name) == nullptr; });
    if (routines.empty()) throw Trouble("this program has none of these routines");
    std::size_t width = 8;
    for (const std::string& routine : routines) width = std::max(width, routine.size());
    const std::uint64_t seconds = parsed.number("seconds");
    Kept kept(parsed.text("keep"));
    std::map<std::string, std::uint32_t> keys;
    Progress progress("routines");
    std::size_t done = 0, proved = 0, refuted = 0;
    Json list = Json::array();
    if (parsed.has("table") && !parsed.json()) {
        fmt::print("| routine | what it does | Time | proved |\n|---|---|---|---|\n");
    }
    for (const std::string& routine : routines) {
        progress.show(done, routines.size());
        const contracts::Program& in = *program_for(*subjects, routine);
        const std::string name = in.name + ' ' + routine;
        const auto [key, is_new] = keys.try_emplace(in.name);
        if (is_new && parsed.has("keep")) key->second = key_of(parsed, *subjects, in);
        Json row;
        if (const Json* const known = kept.find(name, key->second, seconds)) {
            row = *known;
        } else {
            row = json_of(*subjects, proof_of(*subjects, in, routine, how));
            if (interrupted) break;
            kept.put(name, key->second, seconds, row);
        }
        ++done;
        const bool is_written = parsed.has("write") && put_time(*subjects, *in.block(routine), row);
        if (row["proved"] == true) ++proved;
        if (!is_written && clauses(row, "refuted") != 0) ++refuted;
        if (parsed.json()) {
            row["written"] = is_written;
            list.push_back(std::move(row));
        } else if (is_written) {
            fmt::print("{:<{}} {} cycles, written\n", routine, width,
                       row["time"].get<std::string>());
        } else if (parsed.has("table")) {
            print_table_row(*subjects, row);
        } else {
            print_text(row, width);
        }
    }
    progress.show(done, routines.size());
    if (parsed.json()) {
        print(Json{{"proved", proved},
                   {"refuted", refuted},
                   {"interrupted", interrupted.load()},
                   {"routines", list}});
    } else if (!parsed.has("table")) {
        if (interrupted) fmt::print("Interrupted: {} of {} routines.\n", done, routines.size());
        fmt::print("{} of {} blocks are proved, every clause; {} refuted.\n", proved, done,
                   refuted);
    }
    if (refuted != 0) return exit_difference;
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
