// Programs of VICE's test bench: those that judge themselves, and those whose picture is known.
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <sstream>
#include <string>
#include <vector>

#include "c64/vic/picture.hpp"
#include "tests/support/c64_testing.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

/// What does not pass, and why. One that begins to pass has to leave the list.
const std::map<std::string, std::string> expected_to_fail{
    {"general_fuxxortest_ef2-inst1", "needs a drive on the serial bus"},
    {"VICII_vsp-tester_vsp-tester-ntsc", "collisions in a shifted line"},
    {"SID_wf12nsr_wf12nsr-8580", "combined waveforms"},
    {"VICII_vicii_timing_vicii_reg_timing-a5",
     "the 8565 of this picture clears mode bits a point sooner than that of the others"},
    {"VICII_videomode_videomode-x", "a point that has the colour of the cell before"},
    {"VICII_spriteenable_spriteenable3_ntsc",
     "a loop that waits for line $80 leaves it a cycle or more later than there"},
};

/// A line of one of the tables; data/vice/README.md describes the columns.
struct Program {
    std::string path;
    Cycle limit = 0;
    Model model = Model::pal;
    CiaChip cia = CiaChip::mos6526;
    SidChip sid = SidChip::mos6581;
    std::string fifth;  ///< a diskette, or the picture

    [[nodiscard]] std::string name() const { return std::filesystem::path(path).stem().string(); }
};

/// `folder`: of the files, if it is not where the table says.
std::vector<Program> read_table(const std::filesystem::path& path, const std::string& folder = {}) {
    const std::map<std::string, CiaChip> cias{{"6526", CiaChip::mos6526},
                                              {"6526a", CiaChip::mos6526a},
                                              {"6526-4485", CiaChip::mos6526_4485}};
    const std::map<std::string, Model> video{
        {"pal", Model::pal}, {"ntsc", Model::ntsc}, {"ntsc-old", Model::ntsc_old}};
    std::vector<Program> programs;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream columns(line);
        const auto next = [&columns] {
            std::string column;
            std::getline(columns, column, '\t');
            return column;
        };
        Program program;
        program.path = folder + next();
        program.limit = std::stoull(next());
        program.model = video.at(next());
        program.cia = cias.at(next());
        program.sid = next() == "8580" ? SidChip::mos8580 : SidChip::mos6581;
        const std::string fifth = next();
        if (fifth.ends_with(".d64") || fifth.ends_with(".pgm")) program.fifth = folder + fifth;
        programs.push_back(std::move(program));
    }
    return programs;
}

/// Runs as `ryg run FILE --timing stock --debugcart --cycles LIMIT` does. With other characters
/// where they are given.
std::unique_ptr<Machine> run(const std::filesystem::path& folder, const Program& program,
                             Cycle limit, std::optional<Byte> characters = {}) {
    auto machine = std::make_unique<Machine>(program.model, program.cia);
    if (characters) machine->install(Rom::chargen, std::vector<Byte>(4096, *characters));
    machine->set_timing(Timing::stock);
    machine->start(read_prg((folder / program.path).string()));
    machine->board.sid = Sid(program.sid);
    if (program.fifth.ends_with(".d64")) {
        const std::string disk = (folder / program.fifth).string();
        machine->insert(DiskImage::parse(read_bytes(disk, 1 << 20), disk));
    }
    machine->run({.cycles = limit, .debugcart = true});
    return machine;
}

/// The long program is run by itself.
bool is_long_run() { return std::getenv("RYG_LONG") != nullptr; }
bool runs_here(const Program& program) {
    return (program.name() == "VICII_spritegap_spritegap3") == is_long_run();
}

/// Where a program is, and its diskette or picture.
std::optional<std::filesystem::path> folder_of(const Program& program) {
    const auto folder = [](const std::string& file) {
        const auto path = tests::reference_data("vice/" + file);
        return path ? std::optional(path->parent_path().parent_path()) : std::nullopt;
    };
    const auto found = folder(program.path);
    if (program.fifth.empty()) return found;
    const auto other = folder(program.fifth);
    return found == other ? found : std::nullopt;
}

/// Compares what passes with what is expected to.
class Results {
  public:
    void add(const Program& program, const std::string& problem) {
        const auto known = expected_to_fail.find(program.name());
        if (problem.empty()) ++passed_;
        if (known != expected_to_fail.end() && problem.empty()) {
            ADD_FAILURE() << program.name() << " passes: take it off the list of those that fail";
        } else if (known == expected_to_fail.end() && !problem.empty()) {
            ADD_FAILURE() << program.path << ": " << problem;
        }
        ++all_;
    }
    ~Results() { fmt::print("{} of {} pass\n", passed_, all_); }
    void expect_in_scope(const std::string& what) const {
        if (missing_ == 0) {
            tests::expect_row("docs/accuracy.md", what,
                              fmt::format("{} | {}", all_, all_ - passed_));
        }
    }
    void skip(const Program& program) {
        fmt::print("{} is not there\n", program.path);
        ++missing_;
    }

  private:
    int passed_ = 0, all_ = 0, missing_ = 0;
};

void judge(const char* table, const std::string& what, const std::string& folder_of_files = {}) {
    const auto known = tests::reference_data(table);
    if (!known) GTEST_SKIP() << "no reference data: tests/fetch_references.sh";
    Results results;
    for (const Program& program : read_table(*known, folder_of_files)) {
        if (!runs_here(program)) continue;
        const auto folder = folder_of(program);
        if (!folder) {
            results.skip(program);
            continue;
        }
        const auto machine = run(*folder, program, program.limit);
        const auto& report = machine->board.debugcart;
        results.add(program, !report              ? "no report"
                             : report->value != 0 ? fmt::format("reports {}", report->value)
                                                  : "");
    }
    if (!is_long_run()) results.expect_in_scope(what);
}

TEST(ViceBench, ProgramsJudgeTheMachine) {
    judge("vice/programs.tsv", "programs of VICE's test bench that check themselves");
}
TEST(ViceBench, ProgramsOfSeldomUsedRulesPass) {
    judge("vice/sheet/programs.tsv", "programs of the bench for rarely used rules", "sheet/");
}
TEST(ViceBench, ProgramsThatPassedStillDo) {
    judge("vice/guards.tsv", "programs of the bench that passed at first");
}

// --- pictures -----------------------------------------------------------------------------------

/// Rows of a picture from a raster line on.
struct Reference {
    unsigned first_line = 0, height = 0;
    std::vector<Byte> points{};
};

Reference read_reference(const std::filesystem::path& path, Model model) {
    std::ifstream file(path, std::ios::binary);
    std::string format;
    unsigned width = 0, height = 0, most = 0;
    file >> format >> width >> height >> most;
    file.get();
    EXPECT_EQ(width, Picture::width) << path;
    Reference it{model == Model::pal ? 16U : 28U, height,
                 std::vector<Byte>(std::size_t{width} * height)};
    for (Byte& point : it.points) point = static_cast<Byte>(file.get());
    return it;
}

/// When the limit is reached, or as the program reports.
Picture picture_at_end(const std::filesystem::path& folder, const Program& program,
                       std::optional<Byte> characters = {}) {
    const auto machine = run(folder, program, program.limit, characters);
    const auto& report = machine->board.debugcart;
    if (!report) return picture_of(*machine);
    const Cycle begun = machine->cpu.cycle, frames = 3 * machine->frame_cycles();
    const auto start = run(folder, program, 0, characters)->cpu.cycle;
    const auto before = run(folder, program, begun - start - frames, characters);
    return picture_of(*before, report->cycle);
}

/// Our characters are our own: where a picture depends on them, the reference has to show what a
/// point of a character can be. It is looked for in characters of four kinds, which have all values
/// of a point and of a pair of them.
std::string difference(const std::filesystem::path& folder, const Program& program) {
    const Reference reference = read_reference(folder / program.fifth, program.model);
    Picture ours = picture_at_end(folder, program);
    const auto is_same = [&](unsigned row) {
        const auto width = static_cast<std::ptrdiff_t>(Picture::width);
        const auto y = row + reference.first_line - Picture::first_line;
        return std::equal(&ours.at(0, y), &ours.at(0, y) + width,
                          reference.points.begin() + width * static_cast<std::ptrdiff_t>(row));
    };
    if (std::ranges::all_of(std::views::iota(0U, reference.height), is_same)) return "";
    std::vector<Picture> others;
    for (const int bits : {0x00, 0xFF, 0x55, 0xAA}) {
        others.push_back(picture_at_end(folder, program, static_cast<Byte>(bits)));
    }
    unsigned count = 0;
    std::string first;
    for (unsigned row = 0; row < reference.height; ++row) {
        const unsigned y = row + reference.first_line - Picture::first_line;
        for (unsigned x = 0; x < Picture::width; ++x) {
            const Byte wanted = reference.points[std::size_t{row} * Picture::width + x];
            const auto is = [&](Byte colour) {
                return [&, colour](Picture& it) { return it.at(x, y) == colour; };
            };
            const bool fixed = std::ranges::all_of(others, is(others[0].at(x, y)));
            const bool right =
                fixed ? ours.at(x, y) == wanted : std::ranges::any_of(others, is(wanted));
            if (right || count++ != 0) continue;
            first = fmt::format("first at x {}, raster line {}, cycle {}: wanted {}, got {}", x,
                                row + reference.first_line, 14 + x / 8, wanted, ours.at(x, y));
        }
    }
    return count == 0 ? "" : fmt::format("{} points differ, the {}", count, first);
}

void compare_pictures(const char* file, const std::string& what, const std::string& folder = {}) {
    const auto table = tests::reference_data(file);
    if (!table) GTEST_SKIP() << "no reference data";
    Results results;
    for (const Program& program : read_table(*table, folder)) {
        const auto root = table->parent_path();
        results.add(program, difference(folder.empty() ? root : root.parent_path(), program));
    }
    results.expect_in_scope(what);
}

TEST(ViceBench, PicturesAreThoseOfTheReferences) {
    compare_pictures("vice/pictures.tsv", "pictures of VICE's test bench, pixel by pixel");
}
TEST(ViceBench, PicturesOfChangesOfModeAreThoseOfTheReferences) {
    compare_pictures("vice/sheet/pictures.tsv", "pictures of mode changes within a line", "sheet/");
}

}  // namespace
}  // namespace ryg
