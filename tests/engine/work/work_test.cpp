// Work of a game that is not there: results of shards, on any threads, and what a database keeps.
#include <algorithm>
#include <gtest/gtest.h>

#include "engine/work/database/report.hpp"
#include "tests/support/folder.hpp"

namespace ryg::work {
namespace {

/// Pieces whose results are hashes of their numbers; `wrong` has another, those from `differs_from`
/// on differ.
struct Invented {
    std::uint64_t pieces = 3'000;
    std::optional<std::uint64_t> wrong{}, differs_from{};
    std::function<void()> before{};  ///< each piece
};

class InventedWorker final : public Worker {
  public:
    explicit InventedWorker(Invented invented) : invented_(std::move(invented)) {}
    Outcome run(std::size_t part, std::uint64_t piece) override {
        if (invented_.before) invented_.before();
        const std::uint64_t bits = mix(part, piece);
        Outcome outcome{.value = static_cast<Byte>(bits),
                        .from = static_cast<Byte>(bits >> 8),
                        .searches = 1,
                        .nodes = 1 + bits % 100,
                        .own = {bits % 10, bits % 7}};
        outcome.cycles = 1'000 * outcome.nodes + bits % 1'000;
        outcome.native = outcome.answer();
        if (piece == invented_.wrong) outcome.to = 7;
        outcome.differs = invented_.differs_from && piece >= *invented_.differs_from;
        return outcome;
    }
    Difference explain(std::size_t, std::uint64_t piece) override {
        Difference difference;
        difference.position = std::to_string(piece);
        difference.again = {"one", {{"position", difference.position}}};
        return difference;
    }

  private:
    Invented invented_;
};

Work work_of(const Invented& invented = {}) {
    Work work{.game = "numbers",
              .what = "numbers",
              .columns = {{"tens", "tens"}, {"most_sevens", "sevens", Sum::most}}};
    for (const char* const program : {"one", "two"}) {
        for (const int depth : {1, 2}) {
            work.parts.push_back({part_name(program, depth), program,
                                  static_cast<std::uint32_t>(depth), depth, depth,
                                  invented.pieces});
        }
    }
    work.hire = [invented] { return std::make_unique<InventedWorker>(invented); };
    work.name = [](std::size_t, std::uint64_t piece) { return "piece " + std::to_string(piece); };
    work.again = [](std::size_t part, std::uint64_t piece) {
        return Request{part < 2 ? "one" : "two", {{"piece", std::to_string(piece)}}};
    };
    return work;
}

const CommandLine command = [](const Request& request) {
    return "again <" + request.program + "> " + request.values.text("piece");
};

struct Options {
    unsigned jobs = 1;
    std::uint64_t shard_cycles = 10'000'000;
    Portion portion{};
    std::uint64_t most_differences = 100;
    const std::atomic<bool>* stop = nullptr;
};

/// Goes on with the work in a file as far as `options` let it: true if nothing is left.
bool go_on(const std::string& path, const Work& work, const Options& options = {}) {
    Ledger ledger(path, Ledger::ToWrite{});
    const PieceOptions pieces{options.jobs, options.stop, {}};
    if (!prepare(ledger, work, options.shard_cycles, pieces)) return false;
    LedgerKeeper keeper(ledger, work);
    Dispatcher dispatcher(keeper.open(options.portion), false, options.most_differences, keeper);
    return do_shards(work, pieces, command, dispatcher);
}

/// All that a file has, times left out; 0 for what is not done.
std::vector<std::uint64_t> digests_of(const std::string& path) {
    const Ledger ledger(path);
    std::vector<std::uint64_t> digests;
    for (const LedgerPart& part : ledger.plan().parts) {
        for (const Shard& shard : part.shards) {
            const bool done = ledger.is_done(part, shard.first);
            digests.push_back(done ? ledger.read(part, shard).digest() : 0);
        }
    }
    return digests;
}

std::uint64_t checksum(const std::string& path) { return Ledger(path).totals().checksum(); }

template <class Act>
std::string refusal_of(const Act& act) {
    try {
        act();
    } catch (const DatabaseError& error) {
        return error.what();
    }
    return "";
}

TEST(WorkInMemory, AddsUpTheSameOnAnyNumberOfThreads) {
    const Work work = work_of();
    const Totals one = run(work, {{.jobs = 1}}), three = run(work, {{.jobs = 3}});
    ASSERT_EQ(one.parts.size(), 4U);
    for (std::size_t i = 0; i < one.parts.size(); ++i) {
        EXPECT_EQ(one.parts[i].histogram, three.parts[i].histogram);
        EXPECT_EQ(one.parts[i].sums.own, three.parts[i].sums.own);
    }
    EXPECT_EQ(one.checksum(), three.checksum());
    EXPECT_EQ(one.sum().pieces, 12'000U);
    EXPECT_EQ(one.sum().own[1], 6U) << "the most of all";
    EXPECT_FALSE(one.stopped);
}

TEST(WorkInMemory, HasAChecksumOfWhatTheProgramHasLeftAndOneOfWhatTheTwinHasFound) {
    const Totals sound = run(work_of(), {}), wrong = run(work_of({.wrong = 17}), {});
    EXPECT_EQ(sound.checksum(), sound.native_checksum());
    EXPECT_EQ(wrong.native_checksum(), sound.native_checksum());
    EXPECT_NE(wrong.checksum(), sound.checksum());
}

TEST(WorkInMemory, TakesALeastNumberOfZeroForNone) {
    const std::vector<Column> columns{{"depth", "depth", Sum::least}};
    Sums sums{.pieces = 1};
    for (const std::uint64_t number : {7U, 5U, 0U}) {
        sums.add({.pieces = 1, .own = {number}}, columns);
    }
    EXPECT_EQ(sums.own[0], 5U);
}

TEST(WorkInMemory, HasTheFirstDifferenceHoweverManyAreWanted) {
    const Work work = work_of({.differs_from = 1'700});
    for (const std::uint64_t most : {0U, 1U, 50U}) {
        for (const unsigned jobs : {1U, 3U}) {
            const Totals totals = run(work, {{.jobs = jobs}, most});
            ASSERT_TRUE(totals.first);
            EXPECT_EQ(totals.first->position, "1700");
            EXPECT_EQ(totals.enough, most != 0);
            EXPECT_FALSE(totals.stopped);
            EXPECT_EQ(totals.sum().differing == 4 * 1'300, most == 0);
        }
    }
}

TEST(WorkInMemory, KeepsWhatWasDoneWhenItIsStopped) {
    std::atomic<bool> stop = false;
    std::atomic<int> left = 1'000;
    const Work work = work_of({.before = [&] {
        if (--left == 0) stop = true;
    }});
    const Totals totals = run(work, {{.jobs = 2, .stop = &stop}});
    EXPECT_TRUE(totals.stopped);
    EXPECT_GE(totals.sum().pieces, 990U);
    EXPECT_LE(totals.sum().pieces, 1'010U);
}

struct Database : testing::Test {
    tests::Folder folder;
    std::string a = folder.file("a"), b = folder.file("b"), c = folder.file("c");
};

TEST_F(Database, IsTheSameWithAnyNumberOfThreadsAndItsChecksumWithAnyShards) {
    EXPECT_TRUE(go_on(a, work_of()));
    EXPECT_TRUE(go_on(b, work_of(), {.jobs = 3}));
    EXPECT_TRUE(go_on(c, work_of(), {.shard_cycles = 3'000'000}));
    EXPECT_EQ(digests_of(a), digests_of(b));
    EXPECT_GT(digests_of(c).size(), 2 * digests_of(a).size());
    EXPECT_EQ(checksum(a), checksum(b));
    EXPECT_EQ(checksum(a), checksum(c));
    EXPECT_EQ(checksum(a), run(work_of(), {}).checksum());
    EXPECT_EQ(compare(Ledger(a), Ledger(c)).compared, 12'000U);
    EXPECT_FALSE(compare(Ledger(a), Ledger(c)).first);
}

TEST_F(Database, AddsUpItsPieces) {
    const Work work = work_of();
    ASSERT_TRUE(go_on(a, work));
    const auto worker = work.hire();
    const auto reports = reports_of(Ledger(a));
    const Totals in_memory = run(work, {});
    ASSERT_EQ(reports.size(), work.parts.size());
    for (const PartReport& report : reports) {
        const auto part = static_cast<std::size_t>(
            std::ranges::find(work.parts, report.total.part.name, &Part::name) -
            work.parts.begin());
        std::vector<emu::Cycle> cycles;
        std::uint64_t sum = 0, nodes = 0;
        for (std::uint64_t piece = 0; piece < work.parts[part].pieces; ++piece) {
            const Outcome outcome = worker->run(part, piece);
            cycles.push_back(outcome.cycles);
            sum += outcome.cycles;
            nodes += outcome.nodes;
        }
        std::ranges::sort(cycles);
        const Sums& sums = report.total.sums;
        EXPECT_EQ(sums.searches, cycles.size());
        EXPECT_EQ(sums.cycles, sum);
        EXPECT_EQ(sums.nodes, nodes);
        EXPECT_EQ(sums.most_nodes, 100U);
        EXPECT_EQ(sums.least, cycles.front());
        EXPECT_EQ(sums.most, cycles.back());
        EXPECT_EQ(sums.own, in_memory.parts[part].sums.own);
        EXPECT_EQ(report.costliest.size(), max_costliest);
        EXPECT_EQ(report.costliest.front().cycles, cycles.back());
        EXPECT_EQ(report.costliest.back().cycles, cycles[cycles.size() - max_costliest]);
        EXPECT_EQ(report.costliest.front().again,
                  command(work.again(part, report.costliest.front().piece)));
        const auto median = static_cast<double>(cycles[cycles.size() / 2]);
        EXPECT_NEAR(report.total.percentile(50), median, 0.07 * median);
    }
}

TEST(Bins, FollowOneAnother) {
    for (std::uint32_t bin = 1; bin < 600; ++bin) {
        const auto begin = static_cast<emu::Cycle>(begin_of_bin(bin));
        EXPECT_EQ(bin_of(begin), bin);
        EXPECT_EQ(bin_of(begin - 1), bin - 1);
    }
}

TEST_F(Database, GoesOnWhereItWasStoppedAndTakesInMoreParts) {
    std::atomic<bool> stop = false;
    int left = 0;
    Work less = work_of({.before = [&] {
        if (--left == 0) stop = true;
    }});
    less.parts.resize(2);
    for (left = 700; !go_on(a, less, {.stop = &stop}); left = 700) stop = false;
    EXPECT_TRUE(go_on(a, work_of()));
    EXPECT_TRUE(go_on(b, work_of()));
    EXPECT_EQ(digests_of(a), digests_of(b));
}

TEST_F(Database, MergesItsPortions) {
    EXPECT_TRUE(go_on(a, work_of(), {.portion = {1, 2}}));
    EXPECT_TRUE(go_on(b, work_of(), {.portion = {2, 2}}));
    EXPECT_EQ(compare(Ledger(a), Ledger(b)).compared, 0U);
    {
        Ledger merged(c, Ledger::ToWrite{});
        for (const std::string& portion : {a, b, a}) merge(Ledger(portion), merged);
    }
    const std::string whole = folder.file("whole");
    EXPECT_TRUE(go_on(whole, work_of()));
    EXPECT_EQ(digests_of(c), digests_of(whole));
}

TEST_F(Database, PartsAtThePieceWithAnotherResult) {
    go_on(a, work_of());
    go_on(b, work_of({.wrong = 1'234}));
    const auto first = compare(Ledger(a), Ledger(b)).first;
    ASSERT_TRUE(first);
    EXPECT_EQ(first->piece, 1'234U);
    EXPECT_LE(first->shard, 1'234U);
    EXPECT_NE(first->a, first->b);
    EXPECT_NE(first->b.find("$07"), std::string::npos) << first->b;
    Ledger into(c, Ledger::ToWrite{});
    merge(Ledger(a), into);
    EXPECT_NE(refusal_of([&] { merge(Ledger(b), into); }).find("differs"), std::string::npos);
}

TEST_F(Database, TellsDifferencesAndStopsWhenThereAreEnough) {
    EXPECT_FALSE(go_on(a, work_of({.differs_from = 1'000}), {.most_differences = 50}));
    const Ledger ledger(a);
    const PartTotal total = ledger.totals().parts.front();
    EXPECT_GE(total.sums.differing, 50U);
    EXPECT_LT(total.shards_done, total.shards);
    const auto told = ledger.shown(*ledger.find(total.part), Ledger::Why::difference);
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.front().piece, 1'000U);
    EXPECT_TRUE(told.front().text.starts_with("  position    1000\n")) << told.front().text;
}

TEST_F(Database, RefusesOtherWork) {
    go_on(a, work_of());
    const auto expect_refused = [&](const Work& work, std::string_view why) {
        const std::string refusal = refusal_of([&] { go_on(a, work); });
        EXPECT_NE(refusal.find(why), std::string::npos) << refusal;
        EXPECT_EQ(refusal.find('\n'), std::string::npos);
    };
    Work other = work_of();
    other.parts[3].crc = 99;
    expect_refused(other, "another build of two: CRC-32 00000002, not CRC-32 00000063");
    expect_refused(work_of({.pieces = 2'999}), "another number of pieces of one depth 1");
    other = work_of();
    other.what = "letters";
    expect_refused(other, "another kind of work: numbers, not letters");
    folder.write("text", std::string(5'000, 'x'));
    EXPECT_NE(refusal_of([&] { const Ledger text(folder.file("text")); }).find("not a database"),
              std::string::npos);
    {
        const Sqlite theirs(b, Sqlite::For::writing);
        theirs.run("CREATE TABLE recipes(name)");
    }
    EXPECT_NE(refusal_of([&] { go_on(b, work_of()); }).find("is not a database of"),
              std::string::npos);
}

TEST_F(Database, RefusesAPlanThatSomebodyChanged) {
    for (const std::string column : {"first", "count", "expected"}) {
        const std::string path = folder.file(column);
        go_on(path, work_of());
        Sqlite(path, Sqlite::For::writing).run("UPDATE shard SET " + column + " = 1 + " + column);
        EXPECT_NE(refusal_of([&] { const Ledger ledger(path); }).find("is damaged"),
                  std::string::npos)
            << column;
    }
}

/// SQLite's file has bytes that nothing depends on; in all others a change is refused, or costs the
/// shard that it is in, which is done again.
TEST_F(Database, HasTheSameResultsAfterAByteHasChangedOrIsRefused) {
    const Work work = work_of({.pieces = 200});
    go_on(a, work, {.shard_cycles = 4'000'000});
    const std::string sound = tests::content(a);
    const auto digests = digests_of(a);
    const std::string changed_file = folder.file("changed");
    int refused = 0, done_again = 0;
    for (std::size_t at = 0; at < sound.size(); at += 1 + sound.size() / 150) {
        std::string changed = sound;
        changed[at] = static_cast<char>(changed[at] ^ 0x10);
        folder.write("changed", changed);
        if (!refusal_of([&] { const Ledger ledger(changed_file); }).empty()) {
            EXPECT_NE(refusal_of([&] { go_on(changed_file, work); }), "") << at;
            ++refused;
            continue;
        }
        if (Ledger(changed_file).damaged() > 0) {
            EXPECT_TRUE(Ledger(changed_file).totals().stopped) << at;
            ++done_again;
        }
        EXPECT_TRUE(go_on(changed_file, work)) << at;
        EXPECT_EQ(Ledger(changed_file).damaged(), 0U) << at;
        EXPECT_EQ(digests_of(changed_file), digests) << at;
    }
    EXPECT_GT(refused, 20);
    EXPECT_GT(done_again, 10);
}

TEST_F(Database, IsSoundAfterVacuumAndAnalyze) {
    go_on(a, work_of({.pieces = 200}));
    {
        const Sqlite theirs(a, Sqlite::For::writing);
        theirs.run("ANALYZE");
        theirs.run("VACUUM");
    }
    EXPECT_EQ(Ledger(a).damaged(), 0U);
    EXPECT_TRUE(go_on(a, work_of({.pieces = 200})));
}

TEST_F(Database, CanBeReadWhileItsWriterIsAtWork) {
    Ledger writing(a, Ledger::ToWrite{});
    const Work work = work_of();
    prepare(writing, work, 10'000'000, {});
    EXPECT_EQ(Ledger(a).plan().parts.size(), 4U);
    LedgerKeeper keeper(writing, work);
    Dispatcher dispatcher(keeper.open({}), false, 0, keeper);
    EXPECT_TRUE(do_shards(work, {}, command, dispatcher));
    EXPECT_EQ(checksum(a), writing.totals().checksum());
}

TEST_F(Database, DrawsAPage) {
    go_on(a, work_of());
    const std::string page = report_html(Ledger(a), "by <me>");
    for (const char* text : {"<svg", "by &lt;me&gt;", "items by their cycles", "two depth 1",
                             "two after one, depth 2", "again &lt;one"}) {
        EXPECT_NE(page.find(text), std::string::npos) << text;
    }
    EXPECT_LT(page.size(), 60'000U);
}

}  // namespace
}  // namespace ryg::work
