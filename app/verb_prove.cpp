// `ryg prove`: decides header blocks for all inputs that they allow.
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <optional>

#include "app/files.hpp"
#include "app/manual.hpp"
#include "app/prove_against.hpp"
#include "app/terminal.hpp"
#include "c64/board/state.hpp"
#include "c64/program/files.hpp"
#include "c64/program/text.hpp"
#include "engine/prove/prove.hpp"
#include "engine/work/pieces.hpp"

namespace ryg::app {
namespace {

using prove::Decision;
using prove::Proof;
using prove::TimeWitness;
using prove::Verdict;

const Help prove_help{
    "prove [FILE.s ... | FILE.prg | PROGRAM] [options]",
    R"(Decides header blocks for all inputs that they allow: "proved" means that no input was left out,
"refuted" comes with an input that `contract` replays, and "undecided" with the reason. Each routine
runs on formulas in place of numbers. Its block is proved if Out is as stated, nothing changes but Out
and Uses, and the least and most cycles are as stated. A reference counts only if it was called for every
input. --against compares two versions of a routine. The exit status is 0 if every clause is proved or
states nothing, 1 if one is refuted, 3 if one is undecided and none refuted. --assumptions lists what a
proof rests on.)",
    "prove add16.s --label add16\n"
    "prove new.s --against old.s\n"
    "prove ryg3-11 --keep ryg3.json\n"
    "prove hints --label findMissing"};

std::string replay(const Subjects& subjects, const Proof& proof, const std::string& changes) {
    return subjects.contract_again(proof.program, proof.routine) + " --change " +
           shell_word(changes);
}

Json json_of(const Subjects& subjects, const Proof& proof,
             const std::optional<TimeWitness>& witness) {
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
              {"steps", proof.steps},
              {"states", proof.states},
              {"dead", proof.dead},
              {"time", proof.time},
              {"shortest", json_of(subjects, proof, proof.shortest)},
              {"longest", json_of(subjects, proof, proof.longest)},
              {"clauses", Json::array()}};
    for (const Decision& decision : proof.decisions) {
        const bool is_replayed = decision.verdict == Verdict::refuted;
        json["clauses"].push_back(
            {{"clause", prove::name(decision.clause)},
             {"verdict", prove::name(decision.verdict)},
             {"why", decision.why},
             {"line", decision.line},
             {"facts", lines_of(decision.facts)},
             {"reproduce",
              is_replayed ? Json(replay(subjects, proof, decision.changes)) : Json(nullptr)}});
    }
    return json;
}

/// Prints a line for the routine, and the details of its refuted and undecided clauses.
void print_text(const Json& row, std::size_t width) {
    std::string verdicts, means;
    for (const Json& clause : row["clauses"]) {
        const std::string verdict = clause["verdict"];
        verdicts += fmt::format("{} {:<10}", clause["clause"].get<std::string>(), verdict);
        if (verdict != "proved") continue;
        const std::string why = clause["why"];
        means += means.empty() ? why : why.substr(std::min(why.find("; "), why.size()));
    }
    if (const std::string time = row["time"]; !time.empty()) means += "; " + time + " cycles";
    if (means.starts_with("; ")) means.erase(0, 2);
    std::string line =
        fmt::format("{:<{}} {:<44} ", row["routine"].get<std::string>(), width, verdicts);
    if (line.size() + means.size() > 80) {
        line = fmt::format("{}\n{:{}}", c64::trimmed(line), "", width + 1);
    }
    fmt::print("{}{}\n", line, means);
    const std::string file = row["file"];
    for (const Json& clause : row["clauses"]) {
        const std::string name = clause["clause"], verdict = clause["verdict"], why = clause["why"];
        if (verdict == "undecided" || verdict == "unstated") {
            fmt::print("{}\n", c64::wrapped(fmt::format("    {} {}: {}", name, verdict, why), 8));
        }
        if (verdict != "refuted") continue;
        const bool is_named = why.starts_with(name + ' ');
        fmt::print("{}:{}: {}{}\n", file, clause["line"].get<int>(), is_named ? "" : name + ' ',
                   why);
        for (const Json& fact : clause["facts"]) fmt::print("{}\n", fact.get<std::string>());
        fmt::print("    again: {}\n", clause["reproduce"].get<std::string>());
    }
    for (const Json& dead : row["dead"]) {
        fmt::print("    no input reaches {}\n", dead.get<std::string>());
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

/// Throws for an invalid block before anything is proved.
void refuse_unreadable(const Subjects& subjects, const std::vector<std::string>& routines) {
    for (const claims::Subject& subject : subjects.checker->suite().subjects) {
        const std::string_view name = subject.image->name;
        if (!subjects.program.empty() && name != subjects.program) continue;
        const auto& faults = subjects.checker->program(name).faults;
        for (const std::string& routine : routines) {
            const auto fault = faults.find(routine);
            if (fault != faults.end()) throw Trouble(fault->second);
        }
    }
}

Proof proof_of(const Subjects& subjects, const claims::Program& program, const std::string& routine,
               const prove::Options& options) {
    const claims::Block& block = *program.block(routine);
    try {
        return prove::prove(*subjects.checker, program, block, options);
    } catch (const claims::ContractError& error) {
        throw Trouble(fmt::format("{}:{}: {}: {}", block.file,
                                  error.line == 0 ? block.line : error.line, routine,
                                  error.what()));
    }
}

Exit print_assumptions(bool is_json) {
    const auto assumed = prove::assumptions();
    if (is_json) {
        print(Json{{"assumptions", assumed}});
    } else {
        fmt::print("{}\n", fmt::join(assumed, "\n"));
    }
    return exit_done;
}

/// Number of clauses with this verdict.
std::ptrdiff_t clauses(const Json& row, std::string_view verdict) {
    return std::ranges::count_if(row["clauses"],
                                 [&](const Json& clause) { return clause["verdict"] == verdict; });
}

/// Writes the exact Time into the block, if it differs or is missing and all other clauses hold.
bool put_time(const Subjects& subjects, const claims::Block& block, const Json& row) {
    const Json& last = row["clauses"].back();
    if (row["time"] == "" || last["clause"] != "Time" || last["verdict"] == "proved") return false;
    const std::ptrdiff_t allowed = last["verdict"] == "refuted" ? 1 : 0;
    if (clauses(row, "refuted") != allowed) return false;
    subjects.checker->put_time(block, row["time"]);
    return true;
}

/// --keep: stored results of routines, valid as long as nothing that they rest on changes.
class Kept {
  public:
    /// Creates a missing file. Throws Trouble.
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

    /// Finds a stored result; an undecided one counts only if it had at least this much time.
    [[nodiscard]] const Json* find(const std::string& name, std::uint64_t key,
                                   std::uint64_t seconds) const {
        const auto row = rows_.find(name);
        if (row == rows_.end() || (*row)["key"] != key) return nullptr;
        const Json& found = (*row)["found"];
        const bool is_decided = found["proved"] == true || clauses(found, "refuted") != 0;
        return is_decided || (*row)["seconds"] >= seconds ? &found : nullptr;
    }
    void put(const std::string& name, std::uint64_t key, std::uint64_t seconds, const Json& found) {
        if (path_.empty()) return;
        rows_[name] = {{"key", key}, {"seconds", seconds}, {"found", found}};
        write_output(path_, rows_.dump(1) + "\n");
    }

  private:
    /// Whether a row has all printed fields.
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

/// A checksum of everything that a proof rests on: program, names, memory, blocks, command line, ryg.
std::uint64_t key_of(const Parsed& parsed, const Subjects& subjects,
                     const claims::Program& program) {
    std::string text = version();
    for (const char* option : {"stub", "cycles", "machine"}) text += parsed.text(option) + '\n';
    const auto add = [&](std::string_view name, c64::Extent place) {
        text += fmt::format("{} {} {}\n", name, place.begin, place.end);
    };
    for (const c64::Label& label : program.image.labels.all()) {
        text += fmt::format("{} {}\n", label.name, label.address);
    }
    for (const auto& [name, place] : program.variables) add(name, place);
    for (const c64::Extent& place : program.data) add("", place);
    add("", program.free);
    for (const claims::Sources::Found& block : subjects.checker->sources().blocks) {
        text += fmt::format("{}\n", fmt::join(block.lines, "\n"));
    }
    text += fmt::format("{}\n", program.image.load_address);
    text.append(program.image.bytes.begin(), program.image.bytes.end());
    std::uint64_t key = 0xcbf29ce484222325;  // FNV-1a
    for (const char byte : text) key = (key ^ static_cast<emu::Byte>(byte)) * 0x100000001b3;
    return key;
}

/// Prints, keeps and counts the routines' rows in order, whatever the order of the threads.
class ProofRows {
  public:
    ProofRows(const Parsed& parsed, const Subjects& subjects,
              const std::vector<std::string>& routines)
        : parsed_(parsed), subjects_(subjects), kept_(parsed.text("keep")), rows_(routines.size()) {
        for (const std::string& routine : routines) {
            const claims::Program& in = *program_for(subjects, routine);
            width_ = std::max(width_, routine.size());
            const auto [key, is_new] = keys_.try_emplace(in.name);
            if (is_new && parsed.has("keep")) key->second = key_of(parsed, subjects, in);
            places_.push_back({&in, routine, in.name + ' ' + routine});
        }
        if (parsed.has("table") && !parsed.json()) {
            fmt::print("| routine | what it does | Time | proved |\n|---|---|---|---|\n");
        }
    }

    /// Looks up or decides a row; does nothing if interrupted. Called by threads.
    void decide(std::size_t index, const prove::Options& how) {
        const auto& [in, routine, name] = places_[index];
        const std::uint64_t key = keys_.at(in->name);
        std::optional<Json> row = kept(name, key);
        const bool is_new = !row;
        if (is_new) row = json_of(subjects_, proof_of(subjects_, *in, routine, how));
        if (interrupted && is_new) return;
        const std::scoped_lock lock(guard_);
        if (is_new && !parsed_.has("reference")) kept_.put(name, key, seconds(), *row);
        rows_[index] = std::move(row);
        for (; next_ < rows_.size() && rows_[next_]; ++next_) show(next_);
    }

    /// After the threads have ended: prints the remaining decided rows and the totals.
    Exit end() {
        for (; next_ < rows_.size(); ++next_) {
            if (rows_[next_]) show(next_);
        }
        if (parsed_.json()) {
            print(Json{{"proved", proved_},
                       {"refuted", refuted_},
                       {"undecided", undecided_},
                       {"interrupted", interrupted.load()},
                       {"routines", list_}});
        } else if (!parsed_.has("table")) {
            if (interrupted) fmt::print("Interrupted: {} of {} routines.\n", done_, rows_.size());
            fmt::print("{} of {} blocks fully proved; {} refuted, {} undecided.\n", proved_, done_,
                       refuted_, undecided_);
        }
        if (refuted_ != 0) return exit_difference;
        if (interrupted) return exit_interrupted;
        return undecided_ != 0 ? exit_undecided : exit_done;
    }

  private:
    struct NamedRoutine {
        const claims::Program* in;
        std::string routine, name;
    };

    [[nodiscard]] std::uint64_t seconds() const { return parsed_.number("seconds"); }
    [[nodiscard]] std::optional<Json> kept(const std::string& name, std::uint64_t key) {
        const std::scoped_lock lock(guard_);
        const Json* const found =
            parsed_.has("reference") ? nullptr : kept_.find(name, key, seconds());
        return found == nullptr ? std::nullopt : std::optional(*found);
    }
    void show(std::size_t index) {
        const auto& [in, routine, name] = places_[index];
        Json& row = *rows_[index];
        ++done_;
        const bool is_written =
            parsed_.has("write") && put_time(subjects_, *in->block(routine), row);
        if (row["proved"] == true) ++proved_;
        const bool is_refuted = !is_written && clauses(row, "refuted") != 0;
        if (is_refuted) ++refuted_;
        if (!is_refuted && clauses(row, "undecided") != 0) ++undecided_;
        if (parsed_.json()) {
            row["written"] = is_written;
            list_.push_back(std::move(row));
        } else if (is_written) {
            fmt::print("{:<{}} {} cycles, written\n", routine, width_,
                       row["time"].get<std::string>());
        } else if (parsed_.has("table")) {
            print_table_row(subjects_, row);
        } else {
            print_text(row, width_);
        }
        std::fflush(stdout);
    }

    const Parsed& parsed_;
    const Subjects& subjects_;
    Kept kept_;
    std::map<std::string, std::uint64_t> keys_;
    std::vector<NamedRoutine> places_;
    std::size_t width_ = 8;
    std::mutex guard_;
    std::vector<std::optional<Json>> rows_;
    std::size_t next_ = 0, done_ = 0, proved_ = 0, refuted_ = 0, undecided_ = 0;
    Json list_ = Json::array();
};

Exit prove_all(const Parsed& parsed, const Subjects& subjects,
               const std::vector<std::string>& routines, const prove::Options& how) {
    ProofRows rows(parsed, subjects, routines);
    Progress progress("routines");
    const auto show = [&](auto done, auto total) { progress.show(done, total); };
    work::do_pieces(routines.size(), {jobs_of(parsed), &interrupted, show},
                    [&] { return [&](std::size_t index) { rows.decide(index, how); }; });
    return rows.end();
}

}  // namespace

Exit prove(Arguments arguments) {
    Options options{
        {.name = "file",
         .help = "assembly files, one PRG, or a program inside ryg",
         .repeats = true},
        {.name = "label", .help = "only this routine; may be repeated", .repeats = true},
        number_option("seconds", "processor time for each routine", "60", 1, 1'000'000),
        jobs_option(),
        flag_option("write", "fill in the exact Time"),
        {"keep",
         "keep results in this file for later runs, except those that rest on a --reference, which "
         "may change"},
        {.name = "against",
         .help = "compare with this older version: files, a program inside ryg, or a label",
         .repeats = true},
        {"change", "with --against: run both with this input only, such as 'X=05 $0400=01ff'"},
        flag_option("table", "print a table in Markdown, with what each routine does"),
        flag_option("assumptions", "print the assumptions of every proof")};
    std::ranges::move(contract_options(), std::back_inserter(options));
    const Parsed parsed = parse(arguments, prove_help, options, {"file"});
    if (parsed.helped) return exit_done;
    if (parsed.has("assumptions")) return print_assumptions(parsed.json());
    const std::unique_ptr<Subjects> subjects = subjects_of(parsed);
    prove::Options how{.seconds = static_cast<double>(parsed.number("seconds"))};
    how.go_on = [] { return !interrupted; };
    std::vector<std::string> routines = routines_of(parsed, *subjects->checker);
    refuse_unreadable(*subjects, routines);
    if (parsed.has("against")) {
        if (parsed.has("keep") || parsed.has("table")) {
            throw Trouble("--keep and --table are for proofs, not for --against");
        }
        return prove_against(parsed, *subjects, std::move(routines), how);
    }
    if (parsed.has("change")) throw Trouble("--change is for --against; `contract` has it, too");
    std::erase_if(routines, [&](auto& name) { return program_for(*subjects, name) == nullptr; });
    if (routines.empty()) throw Trouble("this program has none of these routines");
    return prove_all(parsed, *subjects, routines, how);
}

}  // namespace ryg::app
