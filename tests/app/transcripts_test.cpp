// Plays transcripts: files and pages that show commands, what they print, and how they end.
//
// Each transcripts/NAME.txt is a test. `#` begins a comment above the first case; then, line by line,
//
//   == sentence        begins a case; all cases share one folder
//   -- NAME            the lines up to the next of these signs become that file
//   $ command          is run by `sh`, with `ryg` and the scripts of transcripts/bin on PATH
//   < line             its standard input
//   line               its standard output; `...` is any text, alone any lines; <3..5> a number
//   ! line             its standard error; [2] its exit status
//   = {nodes: 36}      instead of output: it is JSON that holds this (`holds`, verbs.hpp)
//   refuses command    begins rows `WORDS | TEXT`: refused in one line that contains TEXT
//   needs tool         without this command or file the test is skipped
//   \ line             a line of output that looks like one of these
//
// In a page, a fence that begins with `$ ` shows a command and its output; lines after `> ` are
// typed, too. One below "`NAME`:" is that file.
// With RYG_UPDATE_TRANSCRIPTS=1 in the environment, output that differs is written into the file.
#include <filesystem>
#include <regex>
#include <span>
#include <sstream>

#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
    Lines lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
    }
    return lines;
}

std::string text_of(std::span<const std::string> lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return text;
}

bool line_matches(std::string_view wanted, std::string_view found) {
    if (wanted.empty()) return found.empty();
    if (wanted.starts_with("...")) {
        for (std::size_t i = 0; i <= found.size(); ++i) {
            if (line_matches(wanted.substr(3), found.substr(i))) return true;
        }
        return false;
    }
    if (const std::string_view range = wanted.substr(0, wanted.find('>') + 1); is_range(range)) {
        const std::size_t digits = std::min(found.find_first_not_of("0123456789"), found.size());
        return is_in_range(found.substr(0, digits), range) &&
               line_matches(wanted.substr(range.size()), found.substr(digits));
    }
    return wanted[0] == found[0] && line_matches(wanted.substr(1), found.substr(1));
}

bool match(std::span<const std::string> wanted, std::span<const std::string> found) {
    if (wanted.empty()) return found.empty();
    if (wanted[0] == "...") {
        return match(wanted.subspan(1), found) ||
               (!found.empty() && match(wanted, found.subspan(1)));
    }
    return !found.empty() && line_matches(wanted[0], found[0]) &&
           match(wanted.subspan(1), found.subspan(1));
}

/// Plays a file in a folder of its own, which has copies of the sources in tests/support.
class Transcript : public testing::Test {
  public:
    explicit Transcript(std::string path)
        : path_(std::move(path)), lines_(lines_of(tests::content(path_))) {}

    void TestBody() override {
        std::filesystem::create_symlink(RYG_PROGRAM, folder_.file("ryg"));
        std::filesystem::create_symlink(RYG_SOURCE_DIR "/tests", folder_.file("tests"));
        for (const std::string from : {"versions", "strangers"}) {
            std::filesystem::copy(RYG_SOURCE_DIR "/tests/support/" + from, folder_.path());
        }
        const bool is_page = path_.ends_with(".md");
        while (at_ < lines_.size() && !IsSkipped()) is_page ? do_fence() : do_line();
        EXPECT_TRUE(has_run_ || IsSkipped()) << path_ << " has no command";
        if (std::getenv("RYG_UPDATE_TRANSCRIPTS") && !is_page && !IsSkipped())
            std::ofstream(path_) << text_of(written_);
    }

  private:
    std::string path_;
    Folder folder_;
    Lines lines_;         ///< of the file
    std::size_t at_ = 0;  ///< the next one
    Lines written_;       ///< the file up to there, as it should be
    bool is_inside_ = false, has_run_ = false;

    [[nodiscard]] static bool has_sign(const std::string& line) {
        static const std::regex sign(R"((==|--|\$|<|!|=|\\|refuses|needs) .*|<|!|\[\d+\])");
        return std::regex_match(line, sign);
    }
    [[nodiscard]] bool at_sign(const std::string& sign) const {
        return at_ < lines_.size() && (lines_[at_] + ' ').starts_with(sign);
    }
    const std::string& next() { return written_.emplace_back(lines_[at_++]); }

    /// The lines that begin with this sign.
    Lines signed_with(const std::string& sign) {
        Lines found;
        while (at_sign(sign + ' ')) found.push_back((next() + ' ').substr(sign.size() + 1));
        for (std::string& line : found) line.resize(line.empty() ? 0 : line.size() - 1);
        return found;
    }
    /// The lines up to the next sign, without the blank ones that separate them from it.
    Lines plain() {
        Lines found;
        while (at_ < lines_.size() && (at_sign("\\ ") || !has_sign(lines_[at_]))) {
            found.push_back(at_sign("\\ ") ? next().substr(2) : next());
        }
        while (!found.empty() && found.back().empty()) found.pop_back();
        return found;
    }

    Finished run_in_folder(const std::string& command, std::string_view input = "") {
        has_run_ = true;
        const std::string scripts = RYG_SOURCE_DIR "/tests/app/transcripts/bin:";
        return run({"sh", "-c", "cd '" + folder_.path() + "'\n" + command}, input,
                   {"PATH=" + folder_.path() + ':' + scripts + std::getenv("PATH"),
                    "CA65=" RYG_CA65, "LD65=" RYG_LD65});
    }

    void do_line() {
        const std::string line = next();
        const testing::ScopedTrace trace(path_.c_str(), static_cast<int>(at_), line);
        const std::string rest = line.substr(std::min(line.find(' '), line.size() - 1) + 1);
        if (line.starts_with("-- ")) {
            folder_.write(rest, text_of(plain()));
        } else if (line.starts_with("needs ")) {
            const bool is_there = tests::is_installed(rest) || std::filesystem::exists(rest);
            if (!is_there) GTEST_SKIP() << rest << " is not installed";
        } else if (line.starts_with("refuses ")) {
            refuse(rest);
        } else if (line.starts_with("$ ")) {
            play(rest);
        } else if (!line.empty() && !line.starts_with('#') && !line.starts_with("== ")) {
            ADD_FAILURE() << "this line has no meaning here";
        }
    }

    void refuse(const std::string& command) {
        for (const std::string& row : plain()) {
            const std::size_t bar = row.rfind(" | ");
            if (row.empty()) continue;
            const testing::ScopedTrace trace(path_.c_str(), static_cast<int>(at_), row);
            if (bar == row.npos)
                ADD_FAILURE() << "there is no bar in this row";
            else
                expect_trouble(run_in_folder(command + ' ' + row.substr(0, bar)),
                               row.substr(bar + 3));
        }
    }

    void play(const std::string& command) {
        const Finished finished = run_in_folder(command, text_of(signed_with("<")));
        const std::size_t begin = written_.size();
        const Lines out = plain(), json = signed_with("="), err = signed_with("!");
        const int status = at_sign("[") ? std::stoi(next().substr(1)) : 0;
        const Lines err_found = lines_of(without_progress(finished.err));
        Lines out_found = lines_of(finished.out);
        while (!out_found.empty() && out_found.back().empty()) out_found.pop_back();
        const bool is_as_said = json.empty()
                                    ? match(out, out_found)
                                    : holds(nlohmann::json::parse(finished.out, nullptr, false),
                                            json_of(text_of(json)));
        if (is_as_said && match(err, err_found) && finished.status == status) return;
        ADD_FAILURE() << finished.out << finished.err << "status " << finished.status;
        written_.resize(begin);
        for (const std::string& line : out_found) {
            written_.push_back((has_sign(line) ? "\\ " : "") + line);
        }
        for (const std::string& line : err_found) written_.push_back("! " + line);
        if (finished.status != 0) written_.push_back('[' + std::to_string(finished.status) + ']');
        if (at_ < lines_.size() && !at_sign("$")) written_.emplace_back();
    }

    void do_fence() {
        static const std::regex file(R"(`([\w.]+)`:)");
        const std::string above = at_ == 0 ? "" : lines_[at_ - 1];
        if (!next().starts_with("```")) return;
        is_inside_ = !is_inside_;
        std::smatch name;
        if (is_inside_ && std::regex_match(above, name, file)) {
            Lines text;
            while (at_ < lines_.size() && !at_sign("```")) text.push_back(next());
            folder_.write(name[1].str(), text_of(text));
        }
        if (!is_inside_ || !at_sign("$ ")) return;
        const std::string command = next().substr(2);
        const testing::ScopedTrace trace(path_.c_str(), static_cast<int>(at_), command);
        Lines shown;
        std::string typed;
        while (at_ < lines_.size() && !at_sign("```")) {
            shown.push_back(next());
            if (shown.back().starts_with("> ")) typed += shown.back().substr(2) + '\n';
        }
        EXPECT_EQ(text_of(lines_of(run_in_folder(command, typed).out)), text_of(shown));
    }
};

const bool are_registered = [] {
    const auto add = [](const std::string& path) {
        testing::RegisterTest(path.ends_with(".md") ? "Pages" : "Transcripts",
                              std::filesystem::path(path).stem().c_str(), nullptr, nullptr,
                              path.c_str(), 1, [path] { return new Transcript(path); });
    };
    add(RYG_SOURCE_DIR "/README.md");
    for (const std::string folder : {"/docs", "/tests/app/transcripts"}) {
        for (const auto& file : std::filesystem::directory_iterator(RYG_SOURCE_DIR + folder)) {
            const std::string path = file.path();
            const bool is_page =
                path.ends_with(".md") && tests::content(path).find("```\n$ ") != path.npos;
            if (path.ends_with(".txt") || is_page) add(path);
        }
    }
    return true;
}();

}  // namespace
}  // namespace ryg
