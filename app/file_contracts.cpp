// Assembles users' files for checks, and calls references that are commands.
#include "app/file_contracts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>

#include "app/child.hpp"
#include "app/files.hpp"
#include "app/game_verb.hpp"
#include "app/program_file.hpp"
#include "c64/program/coverage.hpp"

namespace ryg::app {
namespace {

using claims::Entry;

constexpr unsigned most_inputs = 65536;

/// A command that states the result of each call: it replies to a line of JSON with another.
class Oracle {
  public:
    explicit Oracle(const std::string& command)
        : command_(command), child_({"sh", "-c", command}) {}

    /// The reply to a question; empty if Ctrl-C was pressed.
    Json ask(const Json& question) {
        const std::scoped_lock lock(guard_);
        child_.write_line(question.dump());
        const auto line = child_.read_line();
        if (!line && interrupted) return Json::object();
        if (!line) fail("does not reply for " + question["routine"].get<std::string>());
        Json reply = Json::parse(*line, nullptr, false);
        if (!reply.is_object()) fail(fmt::format("replies '{}', not a JSON object", *line));
        return reply;
    }
    void expect(claims::In in, claims::Out out) {
        const Json reply = ask(question(in));
        for (const auto& [symbol, value] : reply.items()) {
            if (value.is_number_integer() || value.is_boolean()) {
                out.value(symbol, value.is_boolean() ? value.get<bool>() ? 1 : 0
                                                     : value.get<std::uint64_t>());
            } else if (value.is_array()) {
                const auto is_byte = [](const Json& one) {
                    return one.is_number_unsigned() && one.get<std::uint64_t>() < 256;
                };
                if (!std::ranges::all_of(value, is_byte)) {
                    fail(
                        fmt::format("replies with a list for {} that has more than bytes", symbol));
                }
                out.bytes_at(in.program->place(symbol, in.ram).begin,
                             value.get<std::vector<emu::Byte>>());
            } else {
                fail(fmt::format("replies with neither a number nor a list for {}", symbol));
            }
        }
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Trouble(fmt::format("--reference: '{}' {}", command_, what));
    }
    [[nodiscard]] static Json question(claims::In in) {
        Json json{{"routine", in.block->name}, {"in", Json::object()}};
        for (const Entry& entry : in.block->in) {
            Json& value = json["in"][entry.symbol];
            if (claims::is_register(entry.symbol)) {
                value = claims::register_value(in.registers, entry.symbol.front());
                continue;
            }
            const auto place = in.program->extent(entry.symbol);
            auto begin = in.ram.begin() + place.begin, end = in.ram.begin() + place.end;
            if (entry.kind == "text") {
                begin = in.ram.begin() + emu::word(begin[0], begin[1]);
                end = std::find(begin, in.ram.end(), 0);
            }
            if (entry.size != 0) {
                begin = in.ram.begin() + emu::word(begin[0], begin[1]);
                end = begin + entry.size;
            }
            const std::vector<emu::Byte> bytes(begin, end);
            value = bytes.size() == 1 && entry.kind != "text" && entry.size == 0 ? Json(bytes[0])
                                                                                 : Json(bytes);
        }
        return json;
    }

    std::string command_;
    Child child_;
    std::mutex guard_;
};

}  // namespace

Options contract_options() {
    return {assembler_option(),
            {"config", "ld65's configuration (default: everything from $1000 on)"},
            {.name = "define",
             .help = "NAME=VALUE for the assembler; may be repeated",
             .repeats = true},
            {.name = "stub",
             .help = "do not run this routine; set what its block states",
             .repeats = true},
            load_option(),
            number_option("start", "address of the label `start`, for a raw binary without labels",
                          "", 0, 0xFFFF),
            machine_option(),
            {"reference", "command that states the result of each call, as a line of JSON"},
            number_option("cycles", "maximum cycles of a call", "1000000", 1)};
}

FileContracts file_contracts(const Parsed& parsed, const std::vector<std::string>& files,
                             const c64::Setup& setup) {
    Assembly assembly{parsed.text("assembler"), parsed.text("config"),
                      lines_of(parsed.text("define"))};
    if (parsed.has("load")) assembly.load = parsed.number<emu::Address>("load");
    if (parsed.has("start")) assembly.start = parsed.number<emu::Address>("start");
    FileContracts made{file_program(files, assembly)};
    const bool on_ram = parsed.text("machine") == "ram";
    claims::Suite& suite = made.suite;
    suite.files = made.program->sources;
    suite.subjects.push_back({.image = &made.program->image,
                              .memory_end = on_ram ? 0xFFFAU : 0xA000U,
                              .port = static_cast<emu::Byte>(on_ram ? 0x30 : 0x37),
                              .stubs = lines_of(parsed.text("stub")),
                              .setup = setup});
    suite.must_know = false;
    suite.reaches_ends = false;
    suite.tries = most_inputs;
    suite.longest = parsed.number("cycles");
    suite.stop = &interrupted;
    if (parsed.has("reference")) {
        const auto oracle = std::make_shared<Oracle>(parsed.text("reference"));
        made.ask = [oracle](const Json& question) { return oracle->ask(question); };
        if (!suite.files.empty()) {
            suite.expect = [oracle](auto& in, auto& out) { oracle->expect(in, out); };
        }
    }
    return made;
}

std::shared_ptr<const claims::Checker> FileContracts::blocks() const {
    if (!suite.files.empty()) return std::make_shared<const claims::Checker>(suite);
    c64::need_lines(c64::from_embedded(program->image));
    throw Trouble(fmt::format("{}: its sources are missing", program->name));
}

std::string typed_again(std::string_view verb, const Parsed& parsed, std::string_view positional,
                        std::span<const std::string_view> without) {
    std::string text = fmt::format("{} {}", program().called, verb);
    for (const auto& [name, value] : parsed.given.all()) {
        if (std::ranges::find(without, name) != without.end()) continue;
        for (const std::string& line : lines_of(value)) {
            text += (name == positional ? " " : " --" + name + " ") + shell_word(line);
        }
    }
    return text;
}

namespace {

/// The game's programs that a word names; by default the first game that has contracts.
claims::Named game_named(const std::string& word) {
    claims::Named named;
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

}  // namespace

std::unique_ptr<Subjects> subjects_of(const Parsed& parsed) {
    constexpr std::array<std::string_view, 19> chosen{
        "file",       "label",    "draw",     "change",  "json",  "jobs",        "junit",
        "write-time", "skeleton", "coverage", "seconds", "write", "assumptions", "slowest",
        "against",    "cases",    "case",     "tag",     "no-tag"};
    const std::span chosen_of_files = std::span(chosen).subspan(1);
    auto made = std::make_unique<Subjects>();
    made->changes = parsed.text("change");
    auto* const recording = parsed.has("coverage") ? &made->recording : nullptr;
    const std::vector<std::string> words = lines_of(parsed.text("file"));
    const claims::Named named = game_named(words.empty() ? "" : words.front());
    if (named.game == nullptr) {
        made->again = typed_again("contract", parsed, "file", chosen_of_files);
        made->files = file_contracts(parsed, words, {.recording = recording});
        made->files.suite.simulated = &made->simulated;
        made->files.suite.strictness = {parsed.has("documented"), parsed.has("reads")};
        const CaseChoice choice{lines_of(parsed.text("case")), lines_of(parsed.text("tag")),
                                lines_of(parsed.text("no-tag"))};
        if (parsed.has("cases")) {
            made->cases = run_cases(lines_of(parsed.text("cases")), made->files.suite, choice,
                                    made->files.ask);
        } else if (!choice.names.empty() || !choice.tags.empty() || !choice.without.empty()) {
            throw Trouble("--case, --tag and --no-tag choose among the cases of --cases");
        }
        const bool has_blocks = !made->files.suite.files.empty() || !parsed.has("cases");
        made->checker =
            has_blocks ? made->files.blocks() : std::make_shared<claims::Checker>(claims::Suite{});
        for (const std::string& warning : made->checker->warnings()) {
            say(fmt::format("ryg: warning: {}\n", warning));
        }
        return made;
    }
    if (parsed.has("cases")) throw Trouble("--cases is for files: FILE.s ... or FILE.prg");
    if (parsed.has("reads")) throw Trouble("--reads is for files, whose In name bytes");
    if (words.size() > 1) throw Trouble("one program, or a family such as ryg:all: " + words[1]);
    made->again = typed_again("contract", parsed, "file", chosen);
    made->named = words.empty() ? "" : ' ' + words.front();
    claims::Suite suite = named.game->contracts();
    if (named.programs.size() == 1) made->program = named.programs.front()->name();
    if (suite.subjects.size() == 1) made->program = suite.subjects.front().image->name;
    if (recording != nullptr && made->program.empty()) {
        throw Trouble("--coverage is for one program: name it");
    }
    for (auto& subject : suite.subjects) {
        if (subject.image->name == made->program) subject.setup.recording = recording;
    }
    suite.stop = &interrupted;
    suite.strictness.documented = parsed.has("documented");
    suite.simulated = &made->simulated;
    made->checker = std::make_shared<claims::Checker>(suite, data_folder());
    return made;
}

std::vector<std::string> routines_of(const Parsed& parsed, const claims::Checker& checker) {
    const claims::Names known = checker.routines();
    std::vector<std::string> routines = lines_of(parsed.text("label"));
    const bool are_chosen = parsed.has("case") || parsed.has("tag") || parsed.has("no-tag");
    if (routines.empty() && parsed.has("cases") && (known.empty() || are_chosen)) return {};
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
            "`--skeleton LABEL` drafts one");
    }
    return routines;
}

std::string Subjects::contract_again(const std::string& of, const std::string& routine) const {
    const std::string command = fmt::format("{} contract", app::program().called);
    const bool is_one = of != "all" && checker->suite().subjects.size() > 1;
    return command + (is_one ? ' ' + of : named) + again.substr(command.size()) +
           (routine.empty() ? "" : " --label " + routine);
}

}  // namespace ryg::app
