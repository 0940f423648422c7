// `ryg contract`: runs routines of any program and checks each against the header block above it.
#include <fmt/format.h>
#include <mutex>

#include "app/child.hpp"
#include "app/file_program.hpp"
#include "app/game_verb.hpp"
#include "app/terminal.hpp"
#include "engine/contracts/check.hpp"

namespace ryg::app {
namespace {

using contracts::Block;
using contracts::Checker;
using contracts::Complaint;
using contracts::Entry;
using contracts::Report;
using contracts::Suite;

constexpr unsigned most_inputs = 65536;

const Help help{
    "contract [FILE.s ... | FILE.prg] [options]",
    R"(Runs routines on inputs that the header blocks above them allow, and checks what each does
against its block: Out as stated, nothing else changed, the least and most cycles. FILEs are
assembled by ca65 and linked by ld65; a PRG needs its debug file beside it. Without a FILE the
routines of --game are checked. All inputs are tried if there are at most 65,536, or else drawn
ones and the ends of their ranges. Blocks: docs/contracts.md.)",
    "./ryg contract mul.s\n"
    "./ryg contract search.s --label find --reference 'python3 find.py'\n"
    "./ryg contract mul.s --skeleton mul8\n"
    "./ryg contract mul.s --write-time\n"
    "./ryg contract --game ryg3 --label makeMove"};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// A command that says what should come of each call: a line of JSON for a line of JSON.
class Oracle {
  public:
    explicit Oracle(const std::string& command)
        : command_(command), child_({"sh", "-c", command}) {}

    void expect(contracts::In in, contracts::Out out) {
        const std::scoped_lock lock(guard_);
        child_.write_line(question(in).dump());
        const auto line = child_.read_line();
        if (!line) fail(fmt::format("gives no answer for {}", in.block->name));
        const Json answer = Json::parse(*line, nullptr, false);
        if (!answer.is_object()) fail(fmt::format("answers '{}', which is no JSON object", *line));
        for (const auto& [symbol, value] : answer.items()) {
            if (value.is_number_integer() || value.is_boolean()) {
                out.value(symbol, value.is_boolean() ? value.get<bool>() ? 1 : 0
                                                     : value.get<std::uint64_t>());
            } else if (value.is_array()) {
                out.bytes(symbol, value.get<std::vector<emu::Byte>>());
            } else {
                fail(fmt::format("answers neither a number nor a list for {}", symbol));
            }
        }
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Trouble(fmt::format("--reference: '{}' {}", command_, what));
    }
    [[nodiscard]] static Json question(contracts::In in) {
        Json json{{"routine", in.block->name}, {"in", Json::object()}};
        for (const Entry& entry : in.block->in) {
            Json& value = json["in"][entry.symbol];
            if (contracts::is_register(entry.symbol)) {
                value = contracts::register_value(in.registers, entry.symbol.front());
                continue;
            }
            const auto place = in.program->extent(entry.symbol);
            auto begin = in.ram.begin() + place.begin, end = in.ram.begin() + place.end;
            if (entry.kind == "text") {
                begin = in.ram.begin() + emu::word(begin[0], begin[1]);
                end = std::find(begin, in.ram.end(), 0);
            }
            const std::vector<emu::Byte> bytes(begin, end);
            value = bytes.size() == 1 && entry.kind != "text" ? Json(bytes[0]) : Json(bytes);
        }
        return json;
    }

    std::string command_;
    Child child_;
    std::mutex guard_;
};

/// What is checked: the files of the command line, or a game.
struct Subjects {
    std::unique_ptr<FileProgram> program;
    std::unique_ptr<Oracle> oracle;
    std::unique_ptr<Checker> checker;
    std::string again;  ///< the command line without what chooses among routines and draws
};

std::string quoted(const std::string& word) {
    const bool plain = word.find_first_of(" '\"$*?&|;<>()\\") == word.npos;
    return plain ? word : "'" + word + "'";
}

Subjects subjects_of(const Parsed& parsed) {
    Subjects made;
    made.again = program().called + " contract";
    for (const auto& [name, value] : parsed.given.all()) {
        constexpr std::array chosen{"label", "draw", "json", "jobs", "write-time", "skeleton"};
        if (std::ranges::find(chosen, name) != chosen.end()) continue;
        for (const std::string& line : lines_of(value)) {
            made.again += name == "file" ? " " + quoted(line) : " --" + name + " " + quoted(line);
        }
    }
    if (!parsed.has("file")) {
        std::vector<std::pair<std::string_view, const harness::Game*>> able;
        for (const auto* game : program().games) {
            if (game->contracts != nullptr) able.emplace_back(game->name, game);
        }
        if (able.empty()) throw Trouble("no FILE.s: see ryg contract --help");
        const auto* const game =
            parsed.has("game") ? named(parsed.text("game"), "game", able) : able.front().second;
        made.checker = std::make_unique<Checker>(game->contracts());
        return made;
    }
    made.program = file_program(lines_of(parsed.text("file")),
                                {parsed.text("config"), lines_of(parsed.text("define"))});
    Suite suite{.files = made.program->sources};
    suite.subjects.push_back({.image = &made.program->image});
    suite.subjects.front().stubs = lines_of(parsed.text("stub"));
    suite.must_know = false;
    suite.tries = most_inputs;
    suite.longest = parsed.number("cycles");
    if (parsed.has("reference")) {
        made.oracle = std::make_unique<Oracle>(parsed.text("reference"));
        suite.expect = [oracle = made.oracle.get()](auto& in, auto& out) {
            oracle->expect(in, out);
        };
    }
    made.checker = std::make_unique<Checker>(suite);
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
        throw Trouble("there is no header block: `--skeleton LABEL` writes a first one");
    }
    return routines;
}

/// Each Out of a block of somebody's file that nothing says the value of.
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
    std::string text = fmt::format("{} --label {}", subjects.again, complaint.routine);
    if (subjects.checker->suite().subjects.size() > 1 && complaint.program != "all") {
        text += " --program " + complaint.program;
    }
    return complaint.draw == 0 ? text : text + fmt::format(" --draw {}", complaint.draw);
}

Json json_of(const Subjects& subjects, const std::string& routine, const Report& report) {
    Json json{{"routine", routine},      {"file", report.file},   {"line", report.line},
              {"holds", report.holds()}, {"draws", report.draws}, {"least", report.least},
              {"most", report.most},     {"stack", report.stack}, {"complaints", Json::array()}};
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
    const std::string program = parsed.text("program");
    if (parsed.has("program")) static_cast<void>(checker.program(program));
    const contracts::Part part{program, parsed.number<unsigned>("draw"),
                               parsed.number<unsigned>("draws")};
    Checked checked{std::vector<Report>(routines.size()), std::vector<bool>(routines.size()),
                    false};
    std::mutex guard;
    Progress progress("routines");
    const auto show = [&](auto done, auto total) { progress.show(done, total); };
    checked.stopped =
        !harness::do_pieces(routines.size(), {jobs_of(parsed), &interrupted, show}, [&] {
            return [&](std::size_t index) {
                Report report = checker.check(routines[index], part);
                const std::scoped_lock lock(guard);
                checked.reports[index] = std::move(report);
                checked.done[index] = true;
            };
        });
    return checked;
}

void print_text(const Subjects& subjects, const std::vector<std::string>& routines,
                const Checked& checked) {
    std::size_t broken = 0, done = 0;
    for (std::size_t i = 0; i < routines.size(); ++i) {
        const Report& report = checked.reports[i];
        if (!checked.done[i]) continue;
        ++done;
        fmt::print(
            "{:<24} {:<6} {:>7} draws{}\n", routines[i], report.holds() ? "holds" : "BROKEN",
            report.draws,
            report.most == 0 ? "" : fmt::format(" {:>9}..{} cycles", report.least, report.most));
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
        {.name = "file", .help = "assembly files, or one PRG", .repeats = true},
        {.name = "label", .help = "only this routine; may be repeated", .repeats = true},
        {"config", "ld65's configuration (default: everything from $1000 on)"},
        {.name = "define", .help = "NAME=VALUE for ca65; may be repeated", .repeats = true},
        {.name = "stub", .help = "do what this routine's block says in its place", .repeats = true},
        {"reference", "command that answers a line of JSON for each call"},
        number_option("cycles", "that a call may take", "1000000", 1),
        {"game", "without FILE: the game whose routines are checked"},
        {"program", "only this one of the game's programs"},
        number_option("draws", "random inputs (default: 1200)", "", 1, 10'000'000),
        number_option("draw", "tell of this one only", "", 1),
        flag_option("write-time", "fill in the least and most cycles that were measured"),
        {"skeleton", "write a first block for this label"},
        jobs_option()};
    options[0].excludes = {"game", "program"};
    const Parsed parsed = parse(arguments, help, options, {"file"});
    if (parsed.helped) return exit_done;
    const Subjects subjects = subjects_of(parsed);
    const Checker& checker = *subjects.checker;
    if (parsed.has("skeleton")) {
        fmt::print("{}", checker.skeleton(parsed.text("skeleton")));
        return exit_done;
    }
    const std::vector<std::string> routines = routines_of(parsed, checker);
    if (parsed.has("write-time")) {
        for (const std::string& routine : routines) {
            if (interrupted) return exit_interrupted;
            if (checker.write_time(routine)) fmt::print("{}\n", routine);
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
            throw Trouble(fmt::format("{}:{}: {}: {}", bad.file, bad.line, bad.routine, bad.what));
        }
        list.push_back(json_of(subjects, routines[i], report));
    }
    if (parsed.json()) {
        print(Json{{"holds", holds}, {"interrupted", checked.stopped}, {"routines", list}});
    } else {
        print_text(subjects, routines, checked);
    }
    if (!holds) return exit_difference;
    return checked.stopped ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
