// `ryg shorten`: makes routines shorter or faster, with a proof for all inputs.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>

#include "app/file_contracts.hpp"
#include "app/files.hpp"
#include "app/game_verb.hpp"
#include "app/terminal.hpp"
#include "c64/program/files.hpp"
#include "c64/program/text.hpp"
#include "engine/prove/prove.hpp"
#include "engine/shorten/shorten.hpp"

namespace ryg::app {
namespace {

namespace fs = std::filesystem;
using shorten::Shortened;
using shorten::Texts;

const Help shorten_help{
    "shorten FILE.s ... | PROGRAM [options]",
    R"(Searches for shorter or faster instructions in routines with header blocks. Only proved results are shown:
the whole routine does the same as before for all inputs that its In allows; least and most cycles are
exact. The search replaces up to six instructions at a time by sequences that do the same in real runs.
Values in Uses that Out does not name may be lost. Not changed: lines with the comment `; timing`,
accesses to chips, code that writes itself, and code with labels that other code uses. docs/shorten.md says
more.)",
    "shorten minmax.s --seconds 2\n"
    "shorten abs.s --for worst --apply\n"
    "shorten tenth.s --label tenth --avoid sed --seconds 3"};

constexpr std::array<std::pair<std::string_view, shorten::Aim>, 3> aims{
    {{"bytes", shorten::Aim::bytes},
     {"cycles", shorten::Aim::cycles},
     {"worst", shorten::Aim::worst}}};

/// The lines of a file, including DOS line ends.
std::vector<std::string> read_lines(const std::string& file) {
    const auto text = c64::read_file(file);
    if (!text) throw Trouble(file + ": there is no such file");
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text->size();) {
        const auto end = std::min(text->find('\n', begin), text->size());
        lines.push_back(text->substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    return fmt::format("{}\n", fmt::join(lines, "\n"));
}

/// The files of the command line, or the sources of a program inside, which are assembled again when
/// lines change.
class ShortenedSources {
  public:
    explicit ShortenedSources(const Parsed& parsed)
        : parsed_(parsed),
          files_(lines_of(parsed.text("file"))),
          assembler_(parsed.text("assembler")) {
        const claims::Named named = named_or_file(files_.front());
        if (named.game != nullptr) take_sources(named);
        for (const std::string& file : files_) original.push_back(read_lines(file));
        if (assembler_.empty()) assembler_ = guessed_assembler(files_.front());
        if (parsed.has("undocumented")) need_opcodes();
        for (std::size_t i = 0; i < files_.size(); ++i) {  // included files are where they were
            const fs::path folder = fs::absolute(files_[i]).parent_path();
            const std::string link = links_.file(fmt::format("{}", i));
            fs::create_directory_symlink(folder, link);
            includes_ += is_ca65()   ? fmt::format(" -I {0} --bin-include-dir {0}", link)
                         : is_kick() ? fmt::format(" -libdir {}", link)
                                     : fmt::format(" -I{}{}", is_dasm() ? "" : " ", link);
        }
    }

    [[nodiscard]] bool is_ca65() const { return tool() == "ca65"; }
    [[nodiscard]] const std::vector<std::string>& files() const { return files_; }

    /// Assembles texts in a folder that lasts as long as the version's checker. Throws Trouble.
    [[nodiscard]] shorten::AssembledVersion assembled(const Texts& texts) const {
        struct AssembledFiles {
            TemporaryFolder folder;
            FileContracts contracts;
            std::shared_ptr<const claims::Checker> checker;
        };
        const auto made = std::make_shared<AssembledFiles>();
        shorten::AssembledVersion version;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            const std::string name = fs::path(files_[i]).filename().string();
            version.files.push_back(made->folder.write(name, joined(texts[i])));
        }
        Parsed changed = parsed_;
        changed.values.set("assembler", assembler_ + includes_);
        if (game_ != nullptr)
            changed.values.set("config", config_), changed.values.set("define", defines_);
        made->contracts = file_contracts(changed, version.files);
        if (game_ != nullptr) {
            claims::Suite suite = game_->contracts();
            suite.subjects = {subject_};
            suite.subjects.front().image = &made->contracts.program->image;
            suite.folder = {};
            suite.files = own_includes_;
            for (std::size_t i = 0; i < files_.size(); ++i) {
                if (is_own(files_[i])) suite.files.push_back(version.files[i]);
            }
            suite.stop = &interrupted;
            made->contracts.suite = std::move(suite);
        }
        made->checker = made->contracts.blocks();
        version.checker = {made, made->checker.get()};
        version.program = &made->checker->program(made->contracts.program->image.name);
        return version;
    }
    /// Assembles texts; nullopt if that fails.
    [[nodiscard]] std::optional<shorten::AssembledVersion> tried(const Texts& texts) const {
        try {
            return assembled(texts);
        } catch (const Trouble&) {
        } catch (const claims::ContractError&) {
        }
        return std::nullopt;
    }

    /// Throws Trouble if the program inside was not assembled from what the sources are now.
    void need_same(const shorten::AssembledVersion& version) const {
        if (game_ == nullptr) return;
        if (version.program->image.bytes == c64::from_embedded(*subject_.image).bytes) return;
        throw Trouble(
            fmt::format("{}: its sources have changed since it was built", subject_.name()));
    }

    /// Rewrites the files in which something has changed, if all blocks hold afterwards; a Time and
    /// a Uses are brought up to date. Returns their names. Throws Trouble.
    [[nodiscard]] std::vector<std::string> apply(const Texts& texts) const;

    Texts original;

  private:
    /// The sources of a program inside, as it was assembled from them. Throws Trouble.
    void take_sources(const claims::Named& named) {
        const std::string word = files_.front();
        if (named.game->contracts == nullptr || named.programs.size() != 1) {
            throw Trouble(word + ": not one program with header blocks");
        }
        game_ = named.game;
        const claims::Suite& suite = game_->contracts();
        subject_ = *std::ranges::find(suite.subjects, named.programs.front()->name(),
                                      &claims::Subject::name);
        const c64::Image image = c64::from_embedded(*subject_.image);
        files_.clear();
        folder_ = suite.folder;
        for (const std::string& file : image.info->files()) {
            const fs::path source = fs::path(file).lexically_normal();
            if (!fs::exists(source)) throw Trouble(word + ": its sources are not here: " + file);
            if (source.extension() == ".s") {
                const std::string near = fs::proximate(source);
                files_.push_back(near.starts_with("..") ? std::string(source) : near);
            } else if (is_own(source)) {
                own_includes_.push_back(source);
            }
            if (!is_own(source)) continue;
            const fs::path folder = source.parent_path();
            config_ = folder / folder.parent_path().filename().replace_extension(".cfg");
        }
        assembler_ = "ca65";
        if (const auto version = image.labels.find("VERSION")) {
            defines_ = fmt::format("VERSION={}", *version);
        }
    }
    /// Whether a source is in the folder of the game's blocks.
    [[nodiscard]] bool is_own(const std::string& source) const {
        return source.find(folder_) != source.npos;
    }
    /// Throws Trouble if the assembler would not accept undocumented opcodes.
    void need_opcodes() const {
        std::string all = assembler_;
        for (const auto& lines : original) all += joined(lines);
        if (!is_ca65() || all.find("6502X") != all.npos || all.find("6502x") != all.npos) return;
        throw Trouble(files_.front() +
                      R"(: --undocumented: ca65 has these opcodes after .setcpu "6502X")");
    }
    [[nodiscard]] std::string tool() const {
        return fs::path(assembler_.substr(0, assembler_.find(' '))).filename().string();
    }
    [[nodiscard]] bool is_dasm() const { return tool() == "dasm"; }
    [[nodiscard]] bool is_kick() const { return tool() == "kickass"; }

    const Parsed& parsed_;
    std::vector<std::string> files_;
    std::string assembler_, includes_, config_, defines_, folder_;
    std::vector<std::string> own_includes_;
    const claims::Game* game_ = nullptr;
    claims::Subject subject_{};
    TemporaryFolder links_;
};

/// Removes an item that no longer changes from its line of Uses; false if it is not there.
bool take_out(const claims::Finding& needless) {
    constexpr std::string_view begin = "Uses ", end = ", which never changes", between = ",; ";
    const std::string_view what = needless.what;
    if (!what.starts_with(begin) || !what.ends_with(end)) return false;
    const std::string item(what.substr(begin.size(), what.size() - begin.size() - end.size()));
    std::vector<std::string> lines = read_lines(needless.file);
    std::string& line = lines.at(needless.line - 1);
    const auto is_between = [&](std::size_t at) {
        return at >= line.size() || between.find(line[at]) != between.npos;
    };
    auto at = line.find(' ' + item, line.find("Uses"));
    while (at != line.npos && !is_between(at + 1 + item.size())) at = line.find(' ' + item, at + 1);
    if (at == line.npos) return false;
    const auto next = line.find_first_not_of(between, at + 1 + item.size());
    const auto last = line.find_last_not_of(between, at);
    if (next != line.npos) {
        line.erase(at + 1, next - at - 1);
    } else if (line[last] == 's') {  // the only item of Uses
        line.replace(at + 1, line.npos, "-");
    } else {
        line.erase(last + 1);
    }
    write_output(needless.file, joined(lines));
    return true;
}

/// Updates a block's Time and Uses; false if nothing has changed.
bool mend(const shorten::AssembledVersion& version, const std::string& routine, double seconds) {
    const claims::Block* const block = version.program->block(routine);
    if (block == nullptr) return false;
    const claims::CheckReport report = version.checker->check(routine);
    if (report.holds()) return false;
    const prove::Options how{seconds, [] { return !interrupted; }};
    const auto proof = prove::prove(*version.checker, *version.program, *block, how);
    const bool has_time = block->time.is_stated() && !block->time.bound && !proof.time.empty();
    if (has_time) version.checker->put_time(*block, proof.time);
    bool is_new = has_time && proof.decisions.back().verdict == prove::Verdict::refuted;
    for (const claims::Finding& one : report.complaints) is_new |= take_out(one);
    return is_new;
}

std::vector<std::string> ShortenedSources::apply(const Texts& texts) const {
    shorten::AssembledVersion version = assembled(texts);
    const claims::Names names = version.checker->routines();
    Texts made = texts;
    for (const std::string& name : names) {
        while (mend(version, name, static_cast<double>(parsed_.number("seconds")))) {
            for (std::size_t i = 0; i < made.size(); ++i) made[i] = read_lines(version.files[i]);
            version = assembled(made);
        }
    }
    for (const std::string& name : names) {
        if (version.program->block(name) == nullptr) continue;
        const claims::CheckReport report = version.checker->check(name);
        if (interrupted) throw Trouble("--apply: interrupted, nothing is written");
        if (report.holds()) continue;
        const claims::Finding& one = report.complaints.front();
        throw Trouble(fmt::format("--apply: nothing is written, since {} would not hold: {}:{}: {}",
                                  name, fs::path(one.file).filename().string(), one.line,
                                  one.what));
    }
    std::vector<std::string> written;
    for (std::size_t i = 0; i < files_.size(); ++i) {
        if (made[i] == original[i]) continue;
        write_output(files_[i], joined(made[i]));
        written.push_back(files_[i]);
    }
    return written;
}

/// The extent of the search, as text.
std::string searched(const Shortened& found, const shorten::ShortenOptions& options) {
    const bool by_bytes = options.aim == shorten::Aim::bytes;
    const std::string_view less = by_bytes ? "shorter" : "faster";
    if (found.windows == 0) return "no instructions that may be rewritten";
    if (found.is_complete) {
        return fmt::format("nothing {} in any of {} windows, searched completely", less,
                           found.windows);
    }
    return fmt::format(
        "nothing {} of up to {} instructions in any of {} windows; longer ones not "
        "searched completely",
        less, found.searched, found.windows);
}

Json json_of(const Shortened& found, const Json& finds) {
    const auto cycles = [&](const prove::Cycles& of) {
        return found.why.empty() ? Json{{"least", of.least}, {"most", of.most}} : Json(nullptr);
    };
    return {{"routine", found.routine},
            {"file", found.file},
            {"line", found.line},
            {"better", !found.finds.empty()},
            {"why", found.why},
            {"finds", finds},
            {"bytes", found.bytes},
            {"bytes_before", found.bytes_before},
            {"cycles", cycles(found.now)},
            {"cycles_before", cycles(found.before)},
            {"proof", found.proof},
            {"windows", found.windows},
            {"searched", {{"instructions", found.searched}, {"completely", found.is_complete}}}};
}

class FindReport {
  public:
    FindReport(const Parsed& parsed, const ShortenedSources& sources,
               const shorten::ShortenOptions& how)
        : parsed_(parsed), sources_(sources), how_(how) {}

    void show(const Shortened& found) {
        const bool is_better = !found.finds.empty();
        ++done_;
        if (is_better) ++better_;
        Json finds = Json::array();
        for (const shorten::Edit& find : found.finds) {
            finds.push_back({{"file", sources_.files()[find.file]},
                             {"line", find.line},
                             {"old", find.old},
                             {"new", find.now}});
        }
        if (parsed_.json()) {
            list_.push_back(json_of(found, finds));
            return;
        }
        if (is_better) {
            fmt::print("{}: {} -> {} bytes, {}..{} -> {}..{} cycles; equal for all inputs\n",
                       found.routine, found.bytes_before, found.bytes, found.before.least,
                       found.before.most, found.now.least, found.now.most);
        } else {
            fmt::print("{}: {}\n", found.routine,
                       found.why.empty() ? fmt::format("{} bytes", found.bytes_before)
                                         : "left alone: " + found.why);
        }
        for (const shorten::Edit& find : found.finds) {
            fmt::print("{}:{}:\n", sources_.files()[find.file], find.line);
            for (const std::string& line : find.old) fmt::print("-{}\n", line);
            for (const std::string& line : find.now) fmt::print("+{}\n", line);
        }
        if (found.why.empty()) fmt::print("{}\n", c64::wrapped("    " + searched(found, how_), 4));
        std::fflush(stdout);
    }
    Exit end(std::size_t all, const std::vector<std::string>& written) {
        if (parsed_.json()) {
            print(Json{{"better", better_},
                       {"interrupted", interrupted.load()},
                       {"written", written},
                       {"routines", list_}});
        } else {
            if (interrupted) fmt::print("Interrupted: {} of {} routines.\n", done_, all);
            fmt::print("{} of {} routines are {}.\n", better_, done_,
                       how_.aim == shorten::Aim::bytes ? "shorter" : "faster");
            for (const std::string& file : written) fmt::print("{} is rewritten.\n", file);
        }
        return interrupted ? exit_interrupted : exit_done;
    }

  private:
    const Parsed& parsed_;
    const ShortenedSources& sources_;
    const shorten::ShortenOptions& how_;
    std::size_t done_ = 0, better_ = 0;
    Json list_ = Json::array();
};

}  // namespace

Exit shorten(Arguments arguments) {
    Options options{
        {.name = "file", .help = "assembly files, or one program inside ryg", .repeats = true},
        {.name = "label", .help = "only this routine; may be repeated", .repeats = true},
        choice_option("for",
                      "reduce bytes, cycles (for no input more), or the maximum cycles (worst)",
                      "bytes", {"bytes", "cycles", "worst"}),
        flag_option("undocumented", "also use undocumented opcodes, except unstable ones"),
        {.name = "avoid", .help = "never use this instruction; may be repeated", .repeats = true},
        number_option("seconds", "processor time for each routine", "10", 1, 1'000'000),
        flag_option("apply", "rewrite the files, if all their blocks hold afterwards")};
    std::ranges::move(contract_options(), std::back_inserter(options));
    const Parsed parsed = parse(arguments, shorten_help, options, {"file"});
    if (parsed.helped) return exit_done;
    parsed.need("file");
    const ShortenedSources sources(parsed);
    const std::unique_ptr<Subjects> subjects = subjects_of(parsed);
    shorten::AssembledVersion version = sources.assembled(sources.original);
    sources.need_same(version);
    Texts texts = sources.original;
    const std::vector<std::string> routines = routines_of(parsed, *version.checker);
    shorten::ShortenOptions how{.aim = named(parsed.text("for"), "for", aims),
                                .undocumented = parsed.has("undocumented"),
                                .is_ca65 = sources.is_ca65(),
                                .avoid = lines_of(parsed.text("avoid")),
                                .seconds = static_cast<double>(parsed.number("seconds"))};
    const shorten::Assemble assemble = [&](const Texts& changed) { return sources.tried(changed); };
    FindReport report(parsed, sources, how);
    for (std::size_t i = 0; i < routines.size() && !interrupted; ++i) {
        std::optional<Progress> progress("routines");
        how.go_on = [&] {
            progress->show(i, routines.size(), ' ' + routines[i]);
            return !interrupted;
        };
        const std::string folder = fs::path(version.files.front()).parent_path().string() + '/';
        const auto named = [&](std::string text) {  // by the names of the command line
            if (const auto at = text.find(folder); at != text.npos) text.erase(at, folder.size());
            return text;
        };
        Shortened found;
        try {
            found = shorten::shorten(version, texts, routines[i], assemble, how);
        } catch (const claims::ContractError& error) {
            throw Trouble(named(error.what()));
        }
        progress.reset();
        found.why = named(found.why);
        found.file = subjects->checker->stated_program(routines[i])->block(routines[i])->file;
        report.show(found);
        if (found.finds.empty() || interrupted) continue;
        texts = found.texts;
        version = sources.assembled(texts);
    }
    const bool is_applied = parsed.has("apply") && texts != sources.original && !interrupted;
    return report.end(routines.size(),
                      is_applied ? sources.apply(texts) : std::vector<std::string>{});
}

}  // namespace ryg::app
