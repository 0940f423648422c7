// `ryg verify --into`: resumed after any end, and on many processes.
#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"
#include "engine/work/database/ledger.hpp"
#include "engine/work/database/sqlite.hpp"
#include "tests/app/verbs.hpp"

namespace ryg::program {
namespace {

using work::Ledger;

/// Whether a child has ended, which has not been waited for.
bool has_ended(pid_t child) {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child;
}

struct VerifyInto : WithFolder {
    std::string positions = [this] {
        engine::Random random(5);
        std::string lines = "# some positions\n";
        for (int i = 0; i < 300; ++i) lines += to_fen(engine::random_position(random)) + '\n';
        return folder.write("positions", lines);
    }();
    std::string command =
        "verify ryg15 ryg16 --depth 1,3 --shard 10 --positions " + word(positions) + " --into ";

    std::string file(const std::string& name) const { return folder.file(name); }
    /// In a command: the folder's path may have blanks.
    static std::string word(const std::string& path) { return "'" + path + "'"; }
    std::string named(const std::string& name) const { return word(file(name)); }

    /// Both have all shards done, and the same in all but times.
    static void expect_same(const std::string& one, const std::string& other) {
        const Ledger a(one), b(other);
        std::size_t shards = 0;
        for (const auto& planned : a.plan().parts) {
            const auto* const same = b.find(planned.part);
            ASSERT_NE(same, nullptr) << planned.part.name;
            for (const auto& shard : planned.shards) {
                ++shards;
                ASSERT_TRUE(a.is_done(planned, shard.first) && b.is_done(*same, shard.first));
                EXPECT_EQ(a.read(planned, shard).digest(), b.read(*same, shard).digest());
            }
        }
        EXPECT_GT(shards, 20U);
        EXPECT_EQ(a.totals().checksum(), b.totals().checksum());
    }

    /// How often to kill: some times in the usual suite; in the long one fifty times, work
    /// that takes long enough.
    int kills(int usual) {
        const char* wanted = std::getenv("RYG_KILLS");
        if (wanted == nullptr) return usual;
        command = "verify ryg16 --depth 1,2 --shard 200 --into ";
        return std::atoi(wanted);
    }
    /// Shards that a file has, none if no work is in it yet.
    static std::uint64_t shards_in(const std::string& path) {
        std::uint64_t shards = 0;
        try {
            for (const auto& total : Ledger(path).totals().parts) shards += total.shards_done;
        } catch (const work::DatabaseError&) {
        }
        return shards;
    }

    /// Has the work killed, so often, by `attempt(file, longest)`, after `longest` microseconds at
    /// most, whatever the host's speed: kills come later while nothing is done before them, and work
    /// that comes to its end is compared with the whole and begun again in another file.
    template <class Attempt>
    void kill_often(int kills, useconds_t longest, const Attempt& attempt) {
        int files = 0;
        std::string path = file("killed0");
        for (int kill = 0; kill < kills;) {
            const auto before = shards_in(path);
            const Finished finished = attempt(path, longest);
            ASSERT_NE(finished.status, 2) << finished.err;
            if (finished.status == 0) {
                expect_same(path, file("whole"));
                path = file("killed" + std::to_string(++files));
                continue;
            }
            ++kill;
            if (shards_in(path) == before) longest += longest / 4;
        }
        expect_prints(command + word(path), {"checksum"});
        expect_same(path, file("whole"));
    }
};

TEST_F(VerifyInto, NamesThePositionInWhichTwoDatabasesDiffer) {
    expect_prints("verify ryg16 --depth 1 --part 1/900 --into " + named("a"), {"shards are done"});
    {
        const Ledger one(file("a"));
        Ledger other(file("b"), Ledger::ToWrite{});
        other.adopt(one.plan());
        const work::LedgerPart& part = one.plan().parts.front();
        work::ShardResult result = one.read(part, part.shards.front());
        result.answers[5 * work::answer_bytes] ^= 1;
        other.write(*other.find(part.part), result);
    }
    expect_prints("verify diff " + named("a") + " " + named("b"),
                  {"item     5\n", "position ", "  now      value $", "cycles, as the twin finds",
                   "verify ryg16 --depth 1 --position "},
                  1);
}

TEST_F(VerifyInto, IsTheSameAfterBeingKilledAtRandomMoments) {
    const int most = kills(4);
    expect_prints(command + named("whole"), {"checksum"});
    engine::Random random(9);
    kill_often(most, 400'000, [&](const std::string& path, useconds_t longest) {
        std::vector<std::string> words = words_of(command + word(path) + " --jobs 1");
        words.insert(words.begin(), RYG_PROGRAM);
        return run(words, "", {}, [&](pid_t child) {
            usleep(random.below(longest));
            ::kill(child, SIGKILL);
        });
    });
}

std::vector<std::string> under_mpi(const std::string& command,
                                   const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3"};
    words.insert(words.end(), more.begin(), more.end());
    words.push_back(RYG_PROGRAM);
    for (const std::string& word : words_of(command)) words.push_back(word);
    return words;
}

const std::vector<std::string> mpi_leaks{"ASAN_OPTIONS=detect_leaks=0"};

bool has_mpi() {
    return run({"sh", "-c", "command -v mpirun"}).status == 0 &&
           !contains(ryg("verify --into /nowhere/x", "", {"OMPI_COMM_WORLD_SIZE=2"}).err,
                     "built without MPI");
}

/// A living process whose parent is `parent`, at random; 0 if there is none.
pid_t child_of(pid_t parent, engine::Random& random) {
    std::vector<pid_t> children;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream stat(entry.path() / "stat");
        pid_t pid = 0, its_parent = 0;
        std::string name, state;
        const bool is_read = !(stat >> pid >> name >> state >> its_parent).fail();
        if (is_read && its_parent == parent && name == "(ryg)" && state != "Z") {
            children.push_back(pid);
        }
    }
    return children.empty() ? 0 : random.pick(children);
}

TEST_F(VerifyInto, IsTheSameOnThreeProcessesAndAfterOneOfThemIsKilled) {
    if (!has_mpi()) GTEST_SKIP() << "no MPI";
    const int most = kills(1);
    expect_prints(command + named("whole"), {"checksum"});
    expect_prints(run(under_mpi(command + named("b") + " --jobs 2"), "", mpi_leaks), {"checksum"});
    expect_same(file("b"), file("whole"));
    engine::Random random(10);
    kill_often(most, 1'000'000, [&](const std::string& path, useconds_t longest) {
        const auto words = under_mpi(command + word(path) + " --jobs 1");
        return run(words, "", mpi_leaks, [&](pid_t mpirun) {
            while (!has_ended(mpirun) && child_of(mpirun, random) == 0) usleep(10'000);
            usleep(random.below(longest));
            if (const pid_t victim = child_of(mpirun, random)) ::kill(victim, SIGKILL);
            // When all processes are gone, mpirun itself may wait for ever for a lock (PMIx 4.2).
            constexpr int patience = 1'000;
            for (int alone = 0; !has_ended(mpirun) && alone < patience; usleep(10'000)) {
                alone = child_of(mpirun, random) == 0 ? alone + 1 : 0;
            }
            ::kill(mpirun, SIGKILL);
        });
    });
}

TEST_F(VerifyInto, IsRefusedWhileAnotherProcessIsAtWork) {
    std::vector<std::string> words =
        words_of("verify ryg16 --depth 3 --shard 1000 --into " + named("a"));
    words.insert(words.begin(), RYG_PROGRAM);
    run(words, "", {}, [&](pid_t child) {
        while (!std::filesystem::exists(file("a") + "-lock") && !has_ended(child)) usleep(10'000);
        usleep(200'000);
        expect_trouble(ryg(command + named("a")), "locked by process " + std::to_string(child));
        press_ctrl_c(child);
    });
    EXPECT_FALSE(std::filesystem::exists(file("a") + "-lock"));
}

/// With the names that the program had before, the digests are the same.
TEST_F(VerifyInto, GoesOnWithADatabaseOfRyg17) {
    const std::string verify = "verify veloz --depth 1 --shard 10 --positions " + word(positions) +
                               " --into " + named("old");
    const Finished once = expect_prints(verify, {"Program and twin agree."});
    const work::Sqlite database(file("old"), work::Sqlite::For::writing);
    database.run("UPDATE part SET program = 'ryg17'");
    database.run("UPDATE work SET value = 'ryg17' WHERE key = 'game'");
    EXPECT_EQ(ryg("verify status " + named("old")).status, 0);
    EXPECT_EQ(ryg(verify).out, once.out);
}

}  // namespace
}  // namespace ryg::program
