// `ryg trace`: instructions and bus accesses, with labels, from here to there.
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::Folder;
using program::ryg;

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

const std::string loop =
    "start:  ldx #2\nloop:   dex\n        bne loop\n        inc $20\ndone:   jmp done\n";

TEST(Trace, PrintsALineForEveryInstruction) {
    const Folder folder;
    const auto file = folder.binary("loop", loop);
    const auto run = ryg({"trace", file, "--load", "$1000", "--start", "start", "--to", "done"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(
        run.out,
        "         0  1000  a2 02     ldx #$02       a=00 x=00 y=00 s=ff p=nv1-dIzc  start\n"
        "         2  1002  ca        dex            a=00 x=02 y=00 s=ff p=nv1-dIzc  loop\n"
        "         4  1003  d0 fd     bne $1002      a=00 x=01 y=00 s=ff p=nv1-dIzc  loop+1\n"
        "         7  1002  ca        dex            a=00 x=01 y=00 s=ff p=nv1-dIzc  loop\n"
        "         9  1003  d0 fd     bne $1002      a=00 x=00 y=00 s=ff p=nv1-dIZc  loop+1\n"
        "        11  1005  e6 20     inc $20        a=00 x=00 y=00 s=ff p=nv1-dIZc  loop+3\n");
}

TEST(Trace, PrintsALineForEveryBusAccess) {
    const Folder folder;
    const auto file = folder.binary("loop", loop);
    const auto run = ryg(
        {"trace", file, "--load", "$1000", "--start", "$1005", "--limit", "5", "--bus", "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(
        run.out,
        "{\"cycle\":0,\"address\":4101,\"value\":230,\"access\":\"read\",\"label\":\"loop+3\"}\n"
        "{\"cycle\":1,\"address\":4102,\"value\":32,\"access\":\"read\",\"label\":\"loop+4\"}\n"
        "{\"cycle\":2,\"address\":32,\"value\":0,\"access\":\"read\"}\n"
        "{\"cycle\":3,\"address\":32,\"value\":0,\"access\":\"write\"}\n"
        "{\"cycle\":4,\"address\":32,\"value\":1,\"access\":\"write\"}\n");
}

TEST(Trace, FollowsAProgramOnTheMachineToItsEnd) {
    const Folder folder;
    const auto file =
        folder.prg("two", "main:   jsr sub\n        rts\nsub:    lda $d012\n        rts\n");
    const auto run = ryg({"trace", file, "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(std::ranges::count(run.out, '\n'), 4) << run.out;
    EXPECT_TRUE(contains(run.out, "\"text\":\"jsr $0811\"")) << run.out;
    EXPECT_TRUE(run.out.starts_with("{\"cycle\":")) << run.out;
}

TEST(Trace, BeginsAndEndsAtLabelsOfAProgramInside) {
    const auto run =
        ryg({"trace", "ryg16", "--keys", "262", "--from", "miniMax", "--to", "dameNumHijos"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(run.out.substr(0, run.out.find('\n')).ends_with("  miniMax")) << run.out;
    EXPECT_FALSE(contains(run.out, "  dameNumHijos\n")) << run.out;
    const auto two = ryg({"trace", "ryg16", "--keys", "262", "--from", "miniMax", "--count", "2"});
    EXPECT_EQ(std::ranges::count(two.out, '\n'), 2) << two.out;
}

TEST(Trace, BusAndMachineAgreeOnTheTime) {
    const auto bus = ryg({"trace", "ryg16", "--bus", "--limit", "500", "--json"});
    const auto instructions = ryg({"trace", "ryg16", "--limit", "130", "--json"});
    std::istringstream lines(instructions.out);
    for (std::string line; std::getline(lines, line);) {
        const std::string cycle = line.substr(0, line.find(','));
        if (!contains(bus.out, cycle)) continue;  // behind the last access that was listed
        const std::string pc = line.substr(line.find("\"pc\":") + 5, 4);
        EXPECT_TRUE(contains(bus.out, cycle + ",\"address\":" + pc)) << line;
    }
}

TEST(Trace, RefusesWhatItCannotTrace) {
    const Folder folder;
    const auto file = folder.binary("loop", loop);
    expect_trouble(ryg({"trace", folder.file("none.prg")}), "none.prg");
    expect_trouble(ryg({"trace", file, "--start", "nowhere"}), "nowhere");
    expect_trouble(ryg({"trace", file, "--load", "0x1000"}), "--start");
    expect_trouble(ryg({"trace", "ryg16", "--from", "minMax"}), "miniMax");
    expect_trouble(ryg({"trace", file, "--start", "0", "--keys", "1"}), "give one of them");
    expect_trouble(ryg({"trace", "ryg16", "--limit", "1", "--count", "2"}), "give one of them");
    expect_trouble(ryg({"trace", file, "--load", "0xfffe", "--start", "0xfffe"}), "do not fit");
    expect_trouble(ryg({"trace", "ryg16", "--from", "0xc000", "--cycles", "100000"}),
                   "has not ended");
    const auto jam = ryg(
        {"trace", folder.binary("jam", "        jam\n"), "--load", "0x1000", "--start", "0x1000"});
    EXPECT_EQ(jam.status, 2);
    EXPECT_TRUE(contains(jam.err, "jammed at $1000")) << jam.err;
}

}  // namespace
}  // namespace ryg
