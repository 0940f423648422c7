// `ryg debug`: scripts, their output and exit status; and the session that the document shows.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using nlohmann::json;
using program::expect_trouble;
using program::ryg;

TEST(Debug, DoesEachLineAndShowsItInFrontOfWhatItBrings) {
    const auto run = ryg({"debug", "--depth", "1"}, "break .miniMax\nx\n\n# nothing\nquit\nz\n");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(run.out.starts_with("> break .miniMax\nstop #1 exec $")) << run.out;
    EXPECT_NE(run.out.find("#1 stop: exec $"), std::string::npos);
    EXPECT_TRUE(run.out.ends_with("> quit\n")) << run.out;
    EXPECT_EQ(run.out.find('\x1b'), std::string::npos);
}

TEST(Debug, StopsWhenTheSearchIsOver) {
    const auto run = ryg({"debug", "--depth", "1"}, "x\ng\n");
    EXPECT_EQ(run.status, 0) << run.err;
    const std::string over = "the program is over\nsearchDone\n";
    EXPECT_TRUE(run.out.starts_with("> x\n" + over)) << run.out;
    EXPECT_NE(run.out.find("> g\n" + over), std::string::npos) << run.out;
}

TEST(Debug, WritesAndReadsSquaresByRowAndColumn) {
    const auto run = ryg({"debug", "--depth", "1", "--squares", "rc"},
                         "break-node moves (7,3)(6,4)\nx\nnode\nquit\n");
    EXPECT_EQ(run.status, 0) << run.out << run.err;
    EXPECT_NE(run.out.find("node after (7,3)(6,4)"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find(": (7,3)(6,4)\n"), std::string::npos) << run.out;
}

TEST(Debug, GoesOnBehindABadLineAndEndsWithStatusTwo) {
    const auto run = ryg({"debug", "--depth", "1"}, "z\nfrobnicate\nback\n");
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err, "ryg debug: line 2: there is no command 'frobnicate': see help\n");
    EXPECT_NE(run.out.find("> back\nsearch\n"), std::string::npos) << run.out;
}

TEST(Debug, GivesAnObjectForEachCommand) {
    const auto run = ryg({"debug", "--depth", "1", "--json"}, "watch store .libreLo\nx\nnope\n");
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err, "");
    std::istringstream lines(run.out);
    std::vector<json> objects;
    for (std::string line; std::getline(lines, line);) objects.push_back(json::parse(line));
    ASSERT_EQ(objects.size(), 3u);
    EXPECT_EQ(objects[0]["ok"], true);
    EXPECT_EQ(objects[1]["stop"], "checkpoint");
    EXPECT_EQ(objects[1]["hits"][0]["access"], "store");
    EXPECT_EQ(objects[1]["pc"].is_number(), true);
    EXPECT_EQ(objects[2]["ok"], false);
}

TEST(Debug, StartsAProgramOfOnesOwnWithTheLabelsBesideIt) {
    const program::Folder folder;
    const std::string text(
        "\x01\x08\x0b\x08\x0a\x00\x9e"
        "2061\x00\x00\x00\xa9\x07\x8d\x20\xd0\x60",
        20);
    const std::string file = folder.write("own.prg", text);
    (void)folder.write("own.lbl", "al C:080d .start\nal C:080f .border\n");
    const auto run = ryg({"debug", file}, "until .border\nz\np @d020 & f\n");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("border\n.C:080f  8d 20 d0  sta $d020"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("$07  7\n"), std::string::npos) << run.out;
}

TEST(Debug, BadOptionsAreTrouble) {
    expect_trouble(ryg({"debug", "--program", "ryg99"}), "there is no program 'ryg99'");
    expect_trouble(ryg({"debug", "--commands", "/nowhere/at.all"}), "cannot be read");
    expect_trouble(ryg({"debug", "--commands", RYG_SOURCE_DIR}), "cannot be read");
    expect_trouble(ryg({"debug", "--depth", "9"}), "--depth: 9 is out of range");
    expect_trouble(ryg({"debug", "--memory", "0"}), "--memory");
    expect_trouble(ryg({"debug", "ryg16", "--program", "ryg15"}), "leave FILE out");
    expect_trouble(ryg({"debug", "ryg16", "--depth", "3"}), "leave FILE out");
    expect_trouble(ryg({"debug", "--keys", "1"}), "--keys is for a program");
    expect_trouble(ryg({"debug", "--program", "ryg15", "--version", "14"}), "give one of them");
    expect_trouble(ryg({"debug", "--program", "ryg3"}), "there is no program 'ryg3'");
    expect_trouble(ryg({"debug", "--dap", "--depth", "3"}), "--depth: with --dap");
}

/// The words of a shell command, quotes understood.
std::vector<std::string> words_of(const std::string& command) {
    std::vector<std::string> words;
    std::string word;
    bool quoted = false, any = false;
    for (const char c : command) {
        if (c == '\'') {
            quoted = !quoted;
            any = true;
        } else if (c == ' ' && !quoted) {
            if (any) words.push_back(word);
            word.clear();
            any = false;
        } else {
            word += c;
            any = true;
        }
    }
    if (any) words.push_back(word);
    return words;
}

/// Each block of docs/debugging.md that begins with `$ ./ryg debug` is a recorded session.
TEST(Debug, TheDocumentShowsWhatTheSessionsReallySay) {
    std::ifstream document(std::string(RYG_SOURCE_DIR) + "/docs/debugging.md");
    int sessions = 0;
    for (std::string line; std::getline(document, line);) {
        if (!line.starts_with("$ ./ryg debug ")) continue;
        std::vector<std::string> words = words_of(line);
        words.erase(words.begin(), words.begin() + 2);
        std::string shown, commands;
        while (std::getline(document, line) && line != "```") {
            shown += line + '\n';
            if (line.starts_with("> ")) commands += line.substr(2) + '\n';
        }
        const auto run = ryg(words, commands);
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_EQ(run.out, shown) << "docs/debugging.md should show the output of this session";
        ++sessions;
    }
    EXPECT_GE(sessions, 1);
}

}  // namespace
}  // namespace ryg
