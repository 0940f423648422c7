// `ryg shorten`: makes routines shorter or faster, with a proof for all inputs.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "app/file_contracts.hpp"
#include "app/files.hpp"
#include "app/terminal.hpp"
#include "c64/program/files.hpp"
#include "engine/prove/prove.hpp"
#include "engine/shorten/shorten.hpp"

namespace ryg::app {
namespace {

namespace fs = std::filesystem;
using shorten::Result;
using shorten::Texts;

const Help shorten_help{
    "shorten FILE.s ... [options]",
    R"(Looks for shorter or faster instructions in routines with header blocks, and shows what it has proved:
the whole routine does the same as before for all inputs that its In allows, with the exact least and
most cycles. Windows of up to six instructions are searched, with what real runs do there; what Out
does not name and Uses gives up may be lost. Lines with the comment `; timing`, chips, code that
writes itself and labels that other code uses are left alone. docs/prove.md says more.)",
    "shorten mul10.s\n"
    "shorten mul10.s --for worst --apply\n"
    "shorten file.s --label hex1 --avoid sed"};

constexpr std::array<std::pair<std::string_view, shorten::Aim>, 3> aims{
    {{"bytes", shorten::Aim::bytes},
     {"cycles", shorten::Aim::cycles},
     {"worst", shorten::Aim::worst}}};

/// The lines of a file as they are, ends of DOS included.
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

/// The files of the command line, and what is assembled when their lines have changed.
class Sources {
  public:
    explicit Sources(const Parsed& parsed)
        : parsed_(parsed),
          files_(lines_of(parsed.text("file"))),
          assembler_(parsed.text("assembler")) {
        for (const std::string& file : files_) original.push_back(read_lines(file));
        if (assembler_.empty()) assembler_ = guessed_assembler(files_.front());
        for (std::size_t i = 0; i < files_.size(); ++i) {  // included files are where they were
            const fs::path folder = fs::absolute(files_[i]).parent_path();
            const std::string link = links_.file(fmt::format("{}", i));
            fs::create_directory_symlink(folder, link);
            includes_ += is_ca65() ? fmt::format(" -I {0} --bin-include-dir {0}", link)
                         : is_kick() ? fmt::format(" -libdir {}", link)
                                     : fmt::format(" -I{}{}", is_dasm() ? "" : " ", link);
        }
    }

    [[nodiscard]] bool is_ca65() const { return tool() == "ca65"; }
    [[nodiscard]] const std::vector<std::string>& files() const { return files_; }

    /// In a folder of their own, which lasts as long as the version's checker. Throws Trouble.
    [[nodiscard]] shorten::Version assembled(const Texts& texts) const {
        struct Made {
            TemporaryFolder folder;
            FileContracts contracts;
            std::shared_ptr<const contracts::Checker> checker;
        };
        const auto made = std::make_shared<Made>();
        shorten::Version version;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            const std::string name = fs::path(files_[i]).filename().string();
            version.files.push_back(made->folder.write(name, joined(texts[i])));
        }
        Parsed changed = parsed_;
        changed.values.set("assembler", assembler_ + includes_);
        made->contracts = file_contracts(changed, version.files);
        made->checker = made->contracts.blocks();
        version.checker = {made, made->checker.get()};
        version.program = &made->checker->program(made->contracts.program->image.name);
        return version;
    }
    /// The same, or nothing.
    [[nodiscard]] std::optional<shorten::Version> tried(const Texts& texts) const {
        try {
            return assembled(texts);
        } catch (const Trouble&) {
        } catch (const contracts::ContractError&) {
        }
        return std::nullopt;
    }

    /// Rewrites the files in which something has changed, if all blocks hold afterwards; a Time is
    /// brought up to date. Returns their names. Throws Trouble.
    [[nodiscard]] std::vector<std::string> apply(const Texts& texts) const;

    Texts original;

  private:
    [[nodiscard]] std::string tool() const {
        return fs::path(assembler_.substr(0, assembler_.find(' '))).filename().string();
    }
    [[nodiscard]] bool is_dasm() const { return tool() == "dasm"; }
    [[nodiscard]] bool is_kick() const { return tool() == "kickass"; }

    const Parsed& parsed_;
    std::vector<std::string> files_;
    std::string assembler_, includes_;
    TemporaryFolder links_;
};

std::vector<std::string> Sources::apply(const Texts& texts) const {
    shorten::Version version = assembled(texts);
    const contracts::Names names = version.checker->routines();
    bool has_new_time = false;
    for (const std::string& name : names) {
        const contracts::Block* const block = version.program->block(name);
        if (block == nullptr || !block->time.is_stated()) continue;
        if (version.checker->check(name).holds()) continue;
        const prove::Options how{static_cast<double>(parsed_.number("seconds")),
                                 [] { return !interrupted; }};
        const auto proof = prove::prove(*version.checker, *version.program, *block, how);
        if (proof.time.empty()) continue;
        version.checker->put_time(*block, proof.time);
        has_new_time = true;
    }
    Texts made;
    for (const std::string& file : version.files) made.push_back(read_lines(file));
    if (has_new_time) version = assembled(made);
    for (const std::string& name : names) {
        if (version.program->block(name) == nullptr) continue;
        const contracts::Report report = version.checker->check(name);
        if (interrupted) throw Trouble("--apply: interrupted, nothing is written");
        if (report.holds()) continue;
        const contracts::Complaint& one = report.complaints.front();
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

/// Lines that differ, each after `-` or `+`, and two around them.
std::vector<std::string> difference(const std::vector<std::string>& old,
                                    const std::vector<std::string>& now) {
    const std::size_t rows = old.size(), columns = now.size();
    std::vector<std::vector<std::uint32_t>> same(rows + 1, std::vector<std::uint32_t>(columns + 1));
    for (std::size_t i = rows; i-- > 0;) {
        for (std::size_t j = columns; j-- > 0;) {
            same[i][j] = old[i] == now[j] ? same[i + 1][j + 1] + 1
                                          : std::max(same[i + 1][j], same[i][j + 1]);
        }
    }
    std::vector<std::string> all, shown;
    for (std::size_t i = 0, j = 0; i < rows || j < columns;) {
        if (i < rows && j < columns && old[i] == now[j]) {
            all.push_back(' ' + old[i++]);
            ++j;
        } else if (i < rows && (j == columns || same[i + 1][j] >= same[i][j + 1])) {
            all.push_back('-' + old[i++]);
        } else {
            all.push_back('+' + now[j++]);
        }
    }
    constexpr std::size_t around = 2;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto from = all.begin() + static_cast<std::ptrdiff_t>(i - std::min(i, around));
        const auto to =
            all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), i + around + 1));
        if (std::any_of(from, to, [](const auto& line) { return line[0] != ' '; })) {
            shown.push_back(all[i]);
        } else if (!shown.empty() && shown.back() != "...") {
            shown.emplace_back("...");
        }
    }
    if (!shown.empty() && shown.back() == "...") shown.pop_back();
    return shown;
}

std::string range(const prove::Cycles& cycles) {
    return fmt::format("{}..{}", cycles.least, cycles.most);
}

/// How far the search has come.
std::string searched(const Result& found, const shorten::Options& options) {
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

Json json_of(const Result& found, const std::vector<std::string>& lines) {
    const auto cycles = [](const prove::Cycles& of) {
        return Json{{"least", of.least}, {"most", of.most}};
    };
    const bool is_better = found.is_better();
    return {{"routine", found.routine},
            {"file", found.file},
            {"line", found.line},
            {"better", is_better},
            {"why", found.why},
            {"finds", found.finds},
            {"bytes", is_better ? Json(found.bytes) : Json(nullptr)},
            {"bytes_before", found.bytes_before},
            {"cycles", is_better ? cycles(found.proof.now) : Json(nullptr)},
            {"cycles_before", found.why.empty() ? cycles(found.proof.before) : Json(nullptr)},
            {"proof", is_better ? Json(found.proof.why) : Json(nullptr)},
            {"difference", lines},
            {"windows", found.windows},
            {"searched", {{"instructions", found.searched}, {"completely", found.is_complete}}}};
}

class Report {
  public:
    Report(const Parsed& parsed, const shorten::Options& how) : parsed_(parsed), how_(how) {}

    void show(const Result& found, const Texts& before) {
        ++done_;
        if (found.is_better()) ++better_;
        std::vector<std::string> lines;
        for (std::size_t i = 0; found.is_better() && i < before.size(); ++i) {
            for (std::string& line : difference(before[i], found.texts[i])) {
                lines.push_back(std::move(line));
            }
        }
        if (parsed_.json()) {
            list_.push_back(json_of(found, lines));
            return;
        }
        if (found.is_better()) {
            fmt::print("{}: {} -> {} bytes, {} -> {} cycles; equal for all inputs\n", found.routine,
                       found.bytes_before, found.bytes, range(found.proof.before),
                       range(found.proof.now));
            for (const std::string& line : lines) fmt::print("{}\n", line);
        } else {
            fmt::print("{}: {}\n", found.routine,
                       found.why.empty() ? fmt::format("{} bytes", found.bytes_before)
                                         : "left alone: " + found.why);
        }
        if (found.why.empty()) fmt::print("    {}\n", searched(found, how_));
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
    const shorten::Options& how_;
    std::size_t done_ = 0, better_ = 0;
    Json list_ = Json::array();
};

shorten::Options options_of(const Parsed& parsed, const Sources& sources) {
    shorten::Options how{.aim = named(parsed.text("for"), "for", aims),
                         .undocumented = parsed.has("undocumented"),
                         .is_ca65 = sources.is_ca65(),
                         .avoid = lines_of(parsed.text("avoid")),
                         .seconds = static_cast<double>(parsed.number("seconds"))};
    how.go_on = [] { return !interrupted; };
    return how;
}

}  // namespace

Exit shorten(Arguments arguments) {
    Options options{
        {.name = "file", .help = "assembly files", .repeats = true},
        {.name = "label", .help = "only this routine; may be repeated", .repeats = true},
        choice_option("for", "what is to be less: bytes, cycles (never more), or the most cycles",
                      "bytes", {"bytes", "cycles", "worst"}),
        flag_option("undocumented", "use undocumented opcodes, too, but no unstable ones"),
        {.name = "avoid", .help = "never use this instruction; may be repeated", .repeats = true},
        number_option("seconds", "processor time for each routine", "10", 1, 1'000'000),
        flag_option("apply", "rewrite the files, if all their blocks hold afterwards")};
    std::ranges::move(contract_options(), std::back_inserter(options));
    const Parsed parsed = parse(arguments, shorten_help, options, {"file"});
    if (parsed.helped) return exit_done;
    parsed.need("file");
    const Sources sources(parsed);
    const std::unique_ptr<Subjects> subjects = subjects_of(parsed);
    shorten::Version version = sources.assembled(sources.original);
    Texts texts = sources.original;
    const std::vector<std::string> routines = routines_of(parsed, *version.checker);
    const shorten::Options how = options_of(parsed, sources);
    const shorten::Assemble assemble = [&](const Texts& changed) { return sources.tried(changed); };
    Report report(parsed, how);
    for (const std::string& routine : routines) {
        if (interrupted) break;
        Result found = shorten::shorten(version, texts, routine, assemble, how);
        found.file = subjects->checker->stated_program(routine)->block(routine)->file;
        report.show(found, texts);
        if (!found.is_better()) continue;
        texts = found.texts;
        version = sources.assembled(texts);
    }
    const bool is_new = texts != sources.original;
    return report.end(routines.size(), parsed.has("apply") && is_new && !interrupted
                                           ? sources.apply(texts)
                                           : std::vector<std::string>{});
}

}  // namespace ryg::app
